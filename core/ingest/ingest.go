package ingest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"ibid/core"
)

// ErrClosed is the error of work that was requested after Close, or that Close
// interrupted.
var ErrClosed = errors.New("reading was stopped")

// Options are the parts and settings of an Ingest. All except Limits, Readers,
// Avoid, OCR, Scanners, Watching and OnChange are required.
type Options struct {
	Catalogue Catalogue
	Texts     Texts
	Index     Index
	Graph     Graph
	Reader    core.Reader
	Opener    core.Opener
	Unpacker  core.Unpacker
	Tokens    core.TokenCounter
	Kind      func(name string, head []byte) core.Kind // by content first, then by name
	Cut       Cutter
	CutCode   CodeCutter
	Label     Labeller
	// Abbreviations are not looked for if it is zero.
	Abbreviations Abbreviations
	Limits        core.Limits // core.DefaultLimits if zero
	Readers       int         // files that are read side by side; 1 if zero
	Avoid         string      // folder that walks leave out: the library's own

	Painter    core.Painter    // draws pages for OCR; needed with Recogniser
	Recogniser core.Recogniser // reads pages without words; nil: nothing is noted of them
	Scanners   int             // pages that OCR reads side by side; if zero, one a core but one, or one a core where somebody waits for it
	Scan       bool            // have such pages read whenever there is nothing else to read; else ReadScans has to be called

	Watching Watching // how watched folders are followed

	// OnChange is called from one goroutine, at most ten times a second, after a
	// state or the progress has changed. It must not call Close.
	OnChange func(core.Change)
}

// Ingest reads documents into a library. Safe for concurrent use; calls that
// ask for the same document share its reading.
type Ingest struct {
	o      Options
	queue  *queue
	commit *committer
	ctx    context.Context // ends with Close
	stop   context.CancelFunc
	work   sync.WaitGroup

	// binding is held while documents get their contents and while contents without
	// documents are deleted, so that a content is not deleted just when a document
	// gets it.
	binding sync.Mutex

	// alone is read-locked while a file is read, and locked while a file is read
	// during which the program has ended before.
	alone sync.RWMutex

	// noting is held while files are compared with the catalogue and the differences
	// are recorded there, so that each difference is found once.
	noting sync.Mutex

	watching watching

	wishes   wishes
	noted    atomic.Uint64 // how often pages were noted for OCR
	scanning chan struct{} // full while a call of ReadScans is running
	scanWhy  string        // why there was no OCR, as recorded in all documents; owned by the running ReadScans

	recovery sync.Mutex    // held during a recovery
	doubts   atomic.Uint64 // reasons to think that the stores disagree
	settled  atomic.Uint64 // how many of them the last recovery settled
}

// New starts an Ingest. It does nothing until it is called; the first call that
// changes the library recovers it first, if Recover has not been called.
func New(o Options) *Ingest {
	if o.Limits == (core.Limits{}) {
		o.Limits = core.DefaultLimits()
	}
	o.Readers = max(1, o.Readers)
	g := &Ingest{o: o, queue: newQueue(o.Readers), scanning: make(chan struct{}, 1)}
	g.doubts.Store(1) // the program may have ended in any way before
	g.ctx, g.stop = context.WithCancel(context.Background())
	g.commit = newCommitter(g)
	results := make(chan result, 1)
	var reading sync.WaitGroup
	for range o.Readers {
		reading.Go(func() { g.read(results) })
	}
	g.work.Go(func() { reading.Wait(); close(results) })
	g.work.Go(func() { lowerPriority(); g.store(results) })
	if o.Recogniser != nil && o.Scan {
		g.work.Go(g.scanAlways)
	}
	if o.OnChange != nil {
		g.work.Go(g.tell)
	}
	return g
}

// Close stops reading, stores what has been read, and waits for that. Documents
// that were not read stay waiting for Resume.
func (g *Ingest) Close() {
	g.stop()
	g.work.Wait()
	g.queue.fail(ErrClosed)
}

// Progress returns the progress of the present run, or the end of the last one.
func (g *Ingest) Progress() core.Progress { return g.queue.progress() }

// Ahead lists up to most of the next documents to be read whose names have the
// extension ending, in any case.
func (g *Ingest) Ahead(ctx context.Context, ending string, most int) ([]core.Document, error) {
	var out []core.Document
	for _, id := range g.queue.soon(ending, most) {
		d, err := g.o.Catalogue.Document(ctx, id)
		if errors.Is(err, core.ErrNotFound) {
			continue // removed meanwhile
		}
		if err != nil {
			return nil, fmt.Errorf("look ahead: %w", err)
		}
		out = append(out, d)
	}
	return out, nil
}

// changePause is the least time between two calls of OnChange.
const changePause = 100 * time.Millisecond

// tell calls OnChange after changes until Close, and once more at the end.
func (g *Ingest) tell() {
	tick := time.NewTicker(changePause)
	defer tick.Stop()
	for {
		select {
		case <-g.ctx.Done():
		case <-tick.C:
		}
		if change, some := g.queue.news(); some {
			g.o.OnChange(change)
		}
		if g.ctx.Err() != nil {
			return
		}
	}
}

// AddOptions are the options of Add.
type AddOptions struct {
	Password string // tried on documents that need one
	Dir      string // where relative paths begin; empty is the program's own folder
}

// Report is the outcome of a call that reads documents.
type Report struct {
	Documents []core.Document // that were named or found, by name, in the state they are in now
	Added     int             // that the library did not have
	Changed   int             // that it had with other bytes
	Unchanged int             // that are as the library has them
	Moved     int             // documents whose file is at another path now, with the same bytes
	Gone      int             // files that are missing since this call
	Hidden    int             // entries of folders that were left out because their name begins with a dot
	Ignored   int             // entries left out by a .gitignore or .ibidignore
	Large     int             // because they are over the folder's limit
	Errors    []error         // errors of paths that could not be read and other errors, each with its path

	touched map[core.DocumentID]core.Hash // earlier contents of documents whose size or time has changed
}

// Join adds the report of another call.
func (r *Report) Join(other Report) {
	r.Documents = append(r.Documents, other.Documents...)
	r.Added += other.Added
	r.Changed += other.Changed
	r.Unchanged += other.Unchanged
	r.Moved += other.Moved
	r.Gone += other.Gone
	r.Hidden += other.Hidden
	r.Ignored += other.Ignored
	r.Large += other.Large
	r.Errors = append(r.Errors, other.Errors...)
}

// touch records a document that may have changed.
func (r *Report) touch(d core.Document) {
	if r.touched == nil {
		r.touched = make(map[core.DocumentID]core.Hash)
	}
	r.touched[d.ID] = d.Hash
}

// Add adds files, and all files in folders, to the library and returns when their
// words and structure are read. A file that cannot be read gets a state that says
// so; a path that does not exist becomes an entry in Report.Errors. Neither stops
// the rest. The error is one of the library or of ctx. When ctx ends, the file
// being read is finished and the rest stays waiting.
func (g *Ingest) Add(ctx context.Context, paths []string, o AddOptions) (Report, error) {
	if err := g.ready(ctx); err != nil {
		return Report{}, err
	}
	w := newWalk(g.o.Avoid)
	w.dir = o.Dir
	for _, p := range paths {
		w.add(p)
	}
	report := Report{Hidden: w.hidden, Ignored: w.ignored, Errors: w.errs}
	s, err := g.enlist(ctx, w.files, o.Password, &report)
	if err != nil {
		return report, fmt.Errorf("add documents: %w", err)
	}
	err = g.await(ctx, append(s.fresh, s.again...), s.named, &report)
	return report, err
}

// enlist queues in the catalogue those of the files that are to be read.
func (g *Ingest) enlist(ctx context.Context, files []core.Document, password string, r *Report) (s sifted, err error) {
	g.noting.Lock()
	defer g.noting.Unlock()
	if s, err = g.sift(ctx, files, password, r); err != nil {
		return s, err
	}
	if err := g.o.Catalogue.Requeue(ctx, s.retry); err != nil {
		return s, err
	}
	ids, err := g.o.Catalogue.Enqueue(ctx, s.fresh, password)
	if err != nil {
		return s, err
	}
	for i, id := range ids {
		s.fresh[i].ID, s.fresh[i].Name = id, nameOf(s.fresh[i])
	}
	s.named = append(s.named, ids...)
	return s, nil
}

// sifted sorts the files that were found by what is to be done with them.
type sifted struct {
	fresh []core.Document   // to be queued in the catalogue, and read
	again []core.Document   // queued there already: to be read
	retry []core.Hash       // contents that are worth another try
	named []core.DocumentID // documents that the library has already, save fresh
}

// sift separates new and changed files from those that the library has already.
func (g *Ingest) sift(ctx context.Context, files []core.Document, password string, r *Report) (s sifted, err error) {
	docs, err := g.o.Catalogue.Documents(ctx)
	if err != nil {
		return s, err
	}
	rough, err := g.unstructured(ctx)
	if err != nil {
		return s, err
	}
	missing, err := g.o.Catalogue.Missing(ctx)
	if err != nil {
		return s, err
	}
	known := make(map[string]core.Document, len(docs))
	for _, d := range docs {
		if d.Container == 0 {
			known[d.Path] = d
		}
	}
	var unknown []core.Document
	for _, f := range files {
		have, ok := known[f.Path]
		lacking := lacksFile(have.State, have.Reason)
		if lacking {
			s.retry = append(s.retry, have.Hash)
		}
		switch {
		case !ok:
			unknown = append(unknown, f)
		case have.Size != f.Size || !have.Modified.Equal(f.Modified):
			r.touch(have)
			s.fresh = append(s.fresh, f)
		case missing[have.ID] || lacking || worthRetry(have.State, password):
			r.Unchanged++
			f.Kind = have.Kind
			s.fresh = append(s.fresh, f)
			if have.Hash != "" && !have.State.Searchable() && !missing[have.ID] {
				s.retry = append(s.retry, have.Hash)
			}
		case !have.State.Settled() || rough[have.Hash]:
			s.again = append(s.again, have)
			s.named = append(s.named, have.ID)
		default:
			r.Unchanged++
			s.named = append(s.named, have.ID)
			s.unchanged(have, docs, password, r)
		}
	}
	left, moved, err := g.moves(ctx, unknown, r)
	s.fresh, s.named = append(s.fresh, left...), slices.AppendSeq(s.named, maps.Keys(moved))
	return s, err
}

// unchanged finds members of an unchanged archive that are to be read all the
// same: those not read yet, and those that the password may open.
func (s *sifted) unchanged(archive core.Document, docs []core.Document, password string, r *Report) {
	if archive.Kind != core.KindArchive {
		return
	}
	for _, d := range docs {
		if d.Container != archive.ID {
			continue
		}
		switch {
		case !d.State.Settled():
			s.again = append(s.again, d)
		case d.State == core.StateNeedsPassword && password != "":
			s.fresh = append(s.fresh, d)
			s.retry = append(s.retry, d.Hash)
		default:
			r.Unchanged++
			s.unchanged(d, docs, password, r)
		}
	}
}

// worthRetry reports whether adding a file again may have another outcome
// although its bytes are the same.
func worthRetry(s core.State, password string) bool {
	switch s {
	case core.StateUnreadable, core.StateUnsupported, core.StateTooLarge, core.StateTimedOut:
		return true
	case core.StateNeedsPassword:
		return password != ""
	}
	return false
}

// unstructured lists contents with words whose structure is still to be read.
func (g *Ingest) unstructured(ctx context.Context) (map[core.Hash]bool, error) {
	contents, err := g.o.Catalogue.Contents(ctx)
	if err != nil {
		return nil, err
	}
	rough := make(map[core.Hash]bool)
	for _, c := range contents {
		if !c.Structured {
			rough[c.Hash] = true
		}
	}
	return rough, nil
}

// await waits until docs are read and completes the report with the documents
// named.
func (g *Ingest) await(ctx context.Context, docs []core.Document, named []core.DocumentID, r *Report) error {
	if g.ctx.Err() != nil {
		return ErrClosed
	}
	slices.SortStableFunc(docs, func(a, b core.Document) int { return int(a.ID - b.ID) })
	j := g.queue.push(docs)
	var cut error
	select {
	case <-j.done:
	case <-g.ctx.Done():
		cut = ErrClosed
	case <-ctx.Done():
		g.queue.withdraw(j)
		cut = ctx.Err()
	}
	if cut == nil {
		r.Errors = append(r.Errors, j.errs...)
	}
	all, err := g.o.Catalogue.Documents(context.WithoutCancel(ctx))
	if err != nil {
		return errors.Join(cut, err)
	}
	r.Added += j.added
	mine := make(map[core.DocumentID]bool, len(named))
	for _, id := range named {
		mine[id] = true
	}
	archives := make(map[core.DocumentID]core.DocumentID) // each member's own
	for _, d := range all {
		if d.Container != 0 {
			archives[d.ID] = d.Container
		}
	}
	for _, d := range all {
		in := d.ID
		for !mine[in] && in != 0 {
			in = archives[in]
		}
		if mine[in] {
			r.Documents = append(r.Documents, d)
		}
		if before, ok := r.touched[d.ID]; ok && before == d.Hash {
			r.Unchanged++
		} else if ok {
			r.Changed++
		}
	}
	return cut
}

// Resume reads what an earlier run left waiting or without structure, and
// returns when that is done.
func (g *Ingest) Resume(ctx context.Context) (Report, error) {
	if err := g.ready(ctx); err != nil {
		return Report{}, err
	}
	docs, err := g.o.Catalogue.Documents(ctx)
	if err != nil {
		return Report{}, fmt.Errorf("resume: %w", err)
	}
	rough, err := g.unstructured(ctx)
	if err != nil {
		return Report{}, fmt.Errorf("resume: %w", err)
	}
	var report Report
	var left []core.Document
	var named []core.DocumentID
	for _, d := range docs {
		if !d.State.Settled() || rough[d.Hash] {
			left = append(left, d)
			named = append(named, d.ID)
		}
	}
	err = g.await(ctx, left, named, &report)
	return report, err
}

// Remove deletes documents, archives with their members, and deletes from every
// store what no other document needs. When Remove returns, nothing of them can be
// found. If the program ends in between, Recover finishes the work. The error
// wraps core.ErrNotFound if none of the documents exists.
func (g *Ingest) Remove(ctx context.Context, ids ...core.DocumentID) error {
	if err := g.ready(ctx); err != nil {
		return err
	}
	err := g.remove(ctx, ids)
	if err != nil {
		if !errors.Is(err, core.ErrNotFound) {
			g.doubts.Add(1) // it may be gone all the same, and leave an orphan
		}
		return err
	}
	return g.commit.flush()
}
