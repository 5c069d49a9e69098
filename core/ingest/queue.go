package ingest

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"ibid/core"
)

// job is one call that waits for its documents.
type job struct {
	left  int
	added int // documents new to the library that were added to it while it was running
	errs  []error
	done  chan struct{}
}

// ticket is a document on its way through the queue.
type ticket struct {
	id     core.DocumentID
	name   string
	weight int64 // estimated cost of reading it, in bytes
	jobs   []*job
	taken  bool        // reading it has begun
	again  bool        // it was found changed since, and is to be read once more
	file   fileStamp   // as it was found
	over   [parts]bool // parts that are counted in queue.costs
	found  bool        // its words can be found
}

// The parts of reading, for estimates of the time left.
const (
	partWords = iota
	partStructure
	parts
)

// structureFactor is the estimated ratio of the time for reading the structure to
// that for the words, until the present run has measured it.
const structureFactor = 4

// fileWeight is the cost of a file in addition to its bytes, in bytes.
const fileWeight = 64 << 10

type cost struct {
	todo, done int64 // bytes
	spent      time.Duration
}

// queue holds the documents that are to be read, in order, and the callers that
// wait for them. None of its methods blocks for long.
type queue struct {
	mu      sync.Mutex
	wake    chan struct{} // has a token when there is something new
	rested  chan struct{} // has a token when the last document is over and done with, and at first
	quiet   chan struct{} // closed while there is no document
	tickets map[core.DocumentID]*ticket
	words   []core.DocumentID               // to be read, in order
	shapes  []core.Hash                     // contents whose structure is to be read, in order
	shaping map[core.Hash]bool              // those in shapes
	on      map[core.Hash][]core.DocumentID // documents that wait for a content
	flight  map[core.Hash]bool              // contents whose words are being read or stored
	costs   [parts]cost
	readers int           // files that are read side by side
	ahead   int           // tickets whose words are searchable
	now     core.Progress // of the present or the last run
	changed bool          // a state changed since the last look
	moved   bool          // progress changed since the last look
}

func newQueue(readers int) *queue {
	q := &queue{
		readers: readers,
		wake:    make(chan struct{}, 1),
		rested:  make(chan struct{}, 1),
		quiet:   make(chan struct{}),
		tickets: make(map[core.DocumentID]*ticket),
		shaping: make(map[core.Hash]bool),
		on:      make(map[core.Hash][]core.DocumentID),
		flight:  make(map[core.Hash]bool),
	}
	q.rest()
	return q
}

func (q *queue) wakeReader() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// wakeNext wakes another reader if anything is left to be read. The caller holds
// mu.
func (q *queue) wakeNext() {
	if len(q.words)+len(q.shapes) > 0 {
		q.wakeReader()
	}
}

// push queues documents for a new job. Documents that are queued already are read
// once, unless they changed after reading them began.
func (q *queue) push(docs []core.Document) *job {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.tickets) == 0 {
		q.now, q.costs, q.ahead = core.Progress{Scans: q.now.Scans, Scanned: q.now.Scanned}, [parts]cost{}, 0
	}
	j := &job{done: make(chan struct{})}
	for _, d := range docs {
		q.put(d).serve(j)
	}
	if j.left == 0 {
		close(j.done)
	}
	q.changed, q.moved = true, true
	q.wakeReader()
	return j
}

// join queues documents for every job that waits for the one with the id, to be
// read once more if reading them has begun. added of them are new to the library.
func (q *queue) join(id core.DocumentID, docs []core.Document, added int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	var jobs []*job
	if t := q.tickets[id]; t != nil {
		jobs = t.jobs
	}
	for _, d := range docs {
		t := q.put(d)
		t.again = t.taken
		for _, j := range jobs {
			t.serve(j)
		}
	}
	for _, j := range jobs {
		j.added += added
	}
	q.changed, q.moved = true, true
	q.wakeReader()
}

// put queues a document unless it is queued already, and returns its ticket.
func (q *queue) put(d core.Document) *ticket {
	t, file := q.tickets[d.ID], fileStamp{d.Size, d.Modified.UnixNano()}
	if t != nil && t.file != file {
		t.file, t.again = file, t.taken
	}
	if len(q.tickets) == 0 {
		q.quiet = make(chan struct{})
	}
	if t == nil {
		t = &ticket{id: d.ID, name: d.Name, weight: d.Size + fileWeight, file: file}
		q.tickets[d.ID] = t
		q.words = append(q.words, d.ID)
		q.now.Total++
		q.costs[partWords].todo += t.weight
		q.costs[partStructure].todo += t.weight
	}
	return t
}

// serve makes a job wait for the ticket.
func (t *ticket) serve(j *job) {
	if !slices.Contains(t.jobs, j) {
		t.jobs = append(t.jobs, j)
		j.left++
	}
}

// rest wakes those who wait for an empty queue if no document is left. The caller
// holds mu.
func (q *queue) rest() {
	if len(q.tickets) > 0 {
		return
	}
	q.now.Current = ""
	select {
	case <-q.quiet:
	default:
		close(q.quiet)
	}
	select {
	case q.rested <- struct{}{}:
	default:
	}
}

// calm waits until no document is left.
func (q *queue) calm(ctx context.Context) error {
	q.mu.Lock()
	quiet := q.quiet
	q.mu.Unlock()
	select {
	case <-quiet:
		return ctx.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// scans notes how many pages OCR has still to read; 0 ends the count of those read.
func (q *queue) scans(left int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if left == 0 {
		q.now.Scanned = 0
	}
	q.now.Scans, q.moved = q.now.Scanned+left, true
}

func (q *queue) scannedPage() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.now.Scanned, q.moved = q.now.Scanned+1, true
}

// nextWords removes and returns the next document whose words are to be read.
func (q *queue) nextWords() (core.DocumentID, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.words) > 0 {
		id := q.words[0]
		q.words = q.words[1:]
		if t := q.tickets[id]; t != nil && !t.taken {
			t.taken = true
			q.now.Current, q.moved = t.name, true
			q.wakeNext()
			return id, true
		}
	}
	return 0, false
}

// soon lists, in order, up to most documents whose words are still to be read and
// whose names have the given ending.
func (q *queue) soon(ending string, most int) []core.DocumentID {
	q.mu.Lock()
	defer q.mu.Unlock()
	var out []core.DocumentID
	for _, id := range q.words {
		if len(out) == most {
			break
		}
		if t := q.tickets[id]; t != nil && !t.taken && strings.EqualFold(filepath.Ext(t.name), ending) {
			out = append(out, id)
		}
	}
	return out
}

// nextShape removes and returns the next content whose structure is to be read.
func (q *queue) nextShape() (core.Hash, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.shapes) > 0 {
		hash := q.shapes[0]
		q.shapes = q.shapes[1:]
		delete(q.shaping, hash)
		if ids := q.on[hash]; len(ids) > 0 {
			if t := q.tickets[ids[0]]; t != nil {
				q.now.Current, q.moved = t.name, true
			}
			q.wakeNext()
			return hash, true
		}
	}
	return "", false
}

// busy records that the words of a content are being read, until finish, shape or
// fail.
func (q *queue) busy(hash core.Hash) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.flight[hash] = true
}

// wait makes a document wait for its content, whose words may be searchable
// already, and reports whether it is the first one, so that the content has to be
// read.
func (q *queue) wait(id core.DocumentID, hash core.Hash, found bool) (first bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	first = len(q.on[hash]) == 0 && !q.flight[hash]
	q.on[hash] = append(q.on[hash], id)
	if found {
		q.find(id)
	}
	return first
}

// find records that the words of a document are searchable. The caller holds mu.
func (q *queue) find(id core.DocumentID) {
	if t := q.tickets[id]; t != nil && !t.found {
		t.found, q.moved = true, true
		q.ahead++
	}
}

// lose undoes find. The caller holds mu.
func (q *queue) lose(t *ticket) {
	if t.found {
		t.found = false
		q.ahead--
	}
}

// spend records how long a part of reading a document took.
func (q *queue) spend(part int, id core.DocumentID, took time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if t := q.tickets[id]; t != nil && !t.over[part] {
		t.over[part] = true
		q.costs[part].spent += took
		q.costs[part].done += t.weight
	}
	q.moved = true
}

// spendShape records how long reading the structure of a content took.
func (q *queue) spendShape(hash core.Hash, took time.Duration) {
	q.mu.Lock()
	ids := slices.Clone(q.on[hash])
	q.mu.Unlock()
	if len(ids) > 0 {
		q.spend(partStructure, ids[0], took)
	}
}

// shape queues a content with searchable words for reading its structure.
func (q *queue) shape(hash core.Hash) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.flight, hash)
	for _, id := range q.on[hash] {
		q.find(id)
	}
	if !q.shaping[hash] {
		q.shaping[hash] = true
		q.shapes = append(q.shapes, hash)
	}
	q.changed = true
	q.wakeReader()
}

// finish ends the wait of all documents that have the content.
func (q *queue) finish(hash core.Hash, skipped bool, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, id := range q.on[hash] {
		q.end(id, skipped, err)
	}
	delete(q.on, hash)
	delete(q.flight, hash)
}

// settle ends the wait of one document.
func (q *queue) settle(id core.DocumentID, skipped bool, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.end(id, skipped, err)
}

func (q *queue) end(id core.DocumentID, skipped bool, err error) {
	q.changed = true
	t := q.tickets[id]
	if t == nil {
		return
	}
	if t.again {
		t.again, t.taken = false, false
		q.lose(t)
		q.words = append(q.words, id)
		q.wakeReader()
		return
	}
	delete(q.tickets, id)
	q.drop(t)
	q.now.Done++
	if skipped {
		q.now.Skipped++
	}
	q.rest()
	for _, j := range t.jobs {
		j.end(err)
	}
}

func (j *job) end(err error) {
	if err != nil {
		j.errs = append(j.errs, err)
	}
	if j.left--; j.left == 0 {
		close(j.done)
	}
}

// withdraw removes the documents from the queue that only j waits for. A document
// that is being read is finished.
func (q *queue) withdraw(j *job) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for id, t := range q.tickets {
		if !slices.Contains(t.jobs, j) {
			continue
		}
		t.jobs = slices.DeleteFunc(t.jobs, func(other *job) bool { return other == j })
		if len(t.jobs) == 0 {
			q.cancel(t)
			delete(q.tickets, id)
		}
	}
	for hash, ids := range q.on {
		ids = slices.DeleteFunc(ids, func(id core.DocumentID) bool { return q.tickets[id] == nil })
		if q.on[hash] = ids; len(ids) == 0 {
			delete(q.on, hash)
		}
	}
	q.rest()
	q.changed = true
}

// cancel removes a document from the counts of the present run.
func (q *queue) cancel(t *ticket) {
	q.now.Total--
	q.drop(t)
}

// drop removes from the estimate the work that is not needed for a document.
func (q *queue) drop(t *ticket) {
	q.lose(t)
	for part := range parts {
		if !t.over[part] {
			q.costs[part].todo -= t.weight
		}
	}
}

// fail ends every wait with the error. Documents that were not read stay waiting
// in the catalogue.
func (q *queue) fail(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	failed := make(map[*job]bool)
	for id, t := range q.tickets {
		q.cancel(t)
		delete(q.tickets, id)
		for _, j := range t.jobs {
			failed[j] = true
		}
	}
	for j := range failed {
		j.errs = append(j.errs, err)
		close(j.done)
	}
	q.words, q.shapes = nil, nil
	clear(q.shaping)
	clear(q.on)
	clear(q.flight)
	q.rest()
	q.changed = true
}

// progress returns a snapshot; its estimate is based on the bytes read so far.
func (q *queue) progress() core.Progress {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.snapshot()
}

func (q *queue) snapshot() core.Progress {
	p := q.now
	p.Words = p.Done + q.ahead
	words, structure := q.costs[partWords], q.costs[partStructure]
	if words.done == 0 || len(q.tickets) == 0 {
		return p
	}
	rate := float64(words.spent) / float64(words.done)
	p.Left = time.Duration(rate * float64(max(words.todo-words.done, 0)))
	rate *= structureFactor
	if structure.done > 0 && structure.spent > 0 {
		rate = float64(structure.spent) / float64(structure.done)
	}
	p.Left += time.Duration(rate * float64(max(structure.todo-structure.done, 0)))
	p.Left /= time.Duration(q.readers)
	return p
}

// noteChange adds a change other than a document's state to the next news.
func (q *queue) noteChange() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.changed = true
}

// news returns the changes since the last call.
func (q *queue) news() (core.Change, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	c := core.Change{Documents: q.changed, Progress: q.snapshot()}
	some := q.changed || q.moved
	q.changed, q.moved = false, false
	return c, some
}
