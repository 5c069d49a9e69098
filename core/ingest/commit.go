package ingest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"
	"unicode"

	"ibid/core"
)

// An index batch is written at this size or this age. The index takes a batch of
// this size as one write. Larger batches take as much CPU time and more memory,
// and make the readers wait.
const (
	batchPassages = 500
	batchBytes    = 4 << 20
	batchAge      = 500 * time.Millisecond
)

// committer writes what was read to the stores, in the order on which Recover
// relies: texts under a generation, the index, the catalogue.
type committer struct {
	g *Ingest

	mu   sync.Mutex // held while the batch changes or is written
	next uint64     // generation that the open batch will have
	batch

	// Contents that lost their last document. They have a lock of their own, so that
	// they can be added while a batch is being written.
	dropping sync.Mutex
	drops    []core.Hash
}

// batch is the next index batch. Its texts are stored already.
type batch struct {
	indexed bool // the index has something to take, if only the generation
	remove  []core.Hash
	add     []core.IndexedPassage
	code    map[core.Hash]core.Code // for the graph
	bytes   int                     // of text in add
	done    []core.Content
	began   time.Time
}

func newCommitter(g *Ingest) *committer { return &committer{g: g} }

// store commits results until the channel is closed.
func (g *Ingest) store(results <-chan result) {
	for {
		select {
		case r, more := <-results:
			switch {
			case !more:
				g.commit.flush()
				return
			case r.step == "":
				g.commit.flush()
			default:
				g.commit.take(r)
			}
		case <-g.commit.due():
			g.commit.flush()
		}
	}
}

// due fires when the open batch has reached its age; never while it is empty.
func (c *committer) due() <-chan time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.began.IsZero() {
		return nil
	}
	return time.After(time.Until(c.began.Add(batchAge)))
}

// later marks a content for deletion from all stores with the next batch, unless
// it has a document again by then.
func (c *committer) later(hash core.Hash) {
	c.dropping.Lock()
	defer c.dropping.Unlock()
	c.drops = append(c.drops, hash)
}

// take stores a result and adds it to the batch.
func (c *committer) take(r result) {
	c.mu.Lock()
	defer c.mu.Unlock()
	err := c.put(context.Background(), r)
	if err == nil && (len(c.add) >= batchPassages || c.bytes >= batchBytes) {
		err = c.write(context.Background())
	}
	if err != nil {
		c.fail(fmt.Errorf("keep what was read: %w", err))
	}
}

func (c *committer) flush() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.write(context.Background()); err != nil {
		err = fmt.Errorf("keep what was read: %w", err)
		c.fail(err)
		return err
	}
	return nil
}

// fail discards the batch. The stores may disagree now, so the next call recovers
// them.
func (c *committer) fail(err error) {
	var hashes []core.Hash
	for _, d := range c.done {
		if d.Generation == c.next && !d.Structured {
			hashes = append(hashes, d.Hash)
		}
	}
	c.batch = batch{}
	c.g.doubts.Add(1)
	c.g.queue.fail(errors.Join(err, c.g.o.Catalogue.Requeue(context.Background(), hashes)))
}

// put stores the texts of a result under the generation of the open batch.
func (c *committer) put(ctx context.Context, r result) error {
	hash := r.content.Hash
	if slices.ContainsFunc(c.done, func(d core.Content) bool { return d.Hash == hash }) {
		if err := c.write(ctx); err != nil {
			return err
		}
	}
	wanted, err := c.wanted(ctx, &r)
	if err != nil || !wanted {
		return err
	}
	switch {
	case r.step != core.StepWords:
		err = c.putShape(ctx, &r)
	case r.content.Structured:
		err = c.putFailure(ctx, &r)
	default:
		err = c.putWords(ctx, &r)
	}
	if err != nil {
		return err
	}
	c.done = append(c.done, r.content)
	if c.began.IsZero() {
		c.began = time.Now()
	}
	return nil
}

// wanted reports whether a result is still needed: the content may have been
// removed since, or read twice because its first reader was cancelled.
func (c *committer) wanted(ctx context.Context, r *result) (bool, error) {
	c.g.binding.Lock()
	defer c.g.binding.Unlock()
	hash, words := r.content.Hash, r.step == core.StepWords
	now, err := c.g.o.Catalogue.Content(ctx, hash)
	switch {
	case errors.Is(err, core.ErrNotFound):
		c.g.queue.finish(hash, true, nil)
		return false, nil
	case err != nil:
		return false, err
	case now.Generation > 0 && now.Structured:
		c.g.queue.finish(hash, now.State != core.StateReady, nil)
		return false, nil
	case now.Generation > 0 && words:
		c.g.queue.shape(hash)
		return false, nil
	case now.Generation == 0 && !words:
		return false, nil // removed and added again: its words are on their way
	}
	r.content.Generation = now.Generation
	return true, nil
}

func (c *committer) putWords(ctx context.Context, r *result) error {
	summarise(&r.content, r.pages)
	if err := c.g.o.Texts.PutPages(ctx, r.content.Hash, r.pages); err != nil {
		return err
	}
	if err := c.g.o.abbreviate(ctx, r.content, r.pages); err != nil {
		return err
	}
	return c.putPassages(ctx, r, c.g.o.Cut(r.content.Kind, r.pages, nil, nil))
}

// putFailure deletes what an earlier, better reading may have stored.
func (c *committer) putFailure(ctx context.Context, r *result) error {
	r.content.Generation = 0
	_, err := c.g.o.Texts.Passages(ctx, r.content.Hash)
	if errors.Is(err, core.ErrNotFound) {
		return nil
	}
	if err == nil {
		err = c.g.o.Texts.PutPages(ctx, r.content.Hash, nil)
	}
	if err == nil {
		err = c.g.o.abbreviate(ctx, r.content, nil)
	}
	if err != nil {
		return err
	}
	return c.putPassages(ctx, r, nil)
}

// putShape cuts the passages again when the structure is known, and queues them
// for the index only if they differ.
func (c *committer) putShape(ctx context.Context, r *result) error {
	texts, hash := c.g.o.Texts, r.content.Hash
	c.g.count(&r.content, r.pages)
	if err := texts.PutLayouts(ctx, hash, r.layouts); err != nil {
		return err
	}
	if err := texts.PutOutline(ctx, hash, r.outline); err != nil {
		return err
	}
	if err := c.putLabels(ctx, r); err != nil {
		return err
	}
	if err := c.putScans(ctx, r); err != nil {
		return err
	}
	old, err := texts.Passages(ctx, hash)
	if err != nil {
		return err
	}
	var passages []core.Passage
	if r.code != nil {
		if err := texts.PutCode(ctx, hash, *r.code); err != nil {
			return err
		}
		c.syntax(hash, *r.code)
		passages = c.g.o.CutCode(r.pages, *r.code)
	} else {
		passages = c.g.o.Cut(r.content.Kind, r.pages, r.layouts, r.outline)
	}
	if slices.EqualFunc(old, passages, samePassage) {
		return nil
	}
	return c.putPassages(ctx, r, passages)
}

func samePassage(a, b core.Passage) bool {
	return a.Ordinal == b.Ordinal && a.Page == b.Page && a.Section == b.Section &&
		a.Lines == b.Lines && a.Columns == b.Columns && a.Heading == b.Heading && a.Words == b.Words && slices.Equal(a.Spans, b.Spans)
}

// putPassages stores passages, and queues them for the index in place of the
// content's earlier ones.
func (c *committer) putPassages(ctx context.Context, r *result, passages []core.Passage) error {
	r.content.Generation = c.next
	if err := c.g.o.Texts.PutPassages(ctx, r.content.Hash, c.next, passages); err != nil {
		return err
	}
	return c.index(r.content, r.pages, passages)
}

// index adds a content to the index batch.
func (c *committer) index(content core.Content, pages []core.Page, passages []core.Passage) error {
	texts := make(map[int]string, len(pages))
	for _, p := range pages {
		texts[p.Index] = p.Text
	}
	c.indexed = true
	c.remove = append(c.remove, content.Hash)
	for _, p := range passages {
		if !p.Fits(texts[p.Page]) {
			return fmt.Errorf("index %q: passage %d does not fit page %d, which has %d bytes", content.Hash, p.Ordinal, p.Page, len(texts[p.Page]))
		}
		text := p.Text(texts[p.Page])
		c.bytes += len(text)
		c.add = append(c.add, core.IndexedPassage{
			Hash: content.Hash, Kind: content.Kind, Ordinal: p.Ordinal, Page: p.Page, Section: p.Section, Text: text,
		})
	}
	return nil
}

// write writes the batch and the deletions to index and catalogue. The caller
// holds mu.
func (c *committer) write(ctx context.Context) error {
	drops, unbind, err := c.orphans(ctx)
	if err != nil {
		return err
	}
	defer unbind()
	if len(c.done) == 0 && len(drops) == 0 {
		return nil
	}
	o, b, generation := c.g.o, &c.batch, c.next
	if len(drops) > 0 {
		b.without(drops)
		// The store goes first, because its generation must never be lower than that of
		// the index.
		if err := o.Texts.SetGeneration(ctx, generation); err != nil {
			return err
		}
	}
	if b.indexed {
		if err := o.Graph.Put(ctx, generation, drops, b.code); err != nil {
			return err
		}
		if err := o.Index.Put(ctx, generation, b.remove, b.add); err != nil {
			return err
		}
		c.next++
	} else {
		generation-- // nothing that the index has changed
	}
	if len(drops) > 0 {
		if err := o.Texts.Delete(ctx, drops...); err != nil {
			return err
		}
	}
	if err := o.Catalogue.Acknowledge(ctx, generation, b.done); err != nil {
		return err
	}
	if len(drops) > 0 {
		if err := o.Catalogue.Drop(ctx, generation, drops); err != nil {
			return err
		}
	}
	done := b.done
	c.batch = batch{}
	c.announce(done, drops)
	return nil
}

// orphans takes over the contents to be deleted that still have no document, and
// prevents documents from getting them until unbind is called.
func (c *committer) orphans(ctx context.Context) (drops []core.Hash, unbind func(), err error) {
	c.dropping.Lock()
	asked := len(c.drops) > 0
	c.dropping.Unlock()
	if !asked {
		return nil, func() {}, nil
	}
	c.g.binding.Lock()
	c.dropping.Lock()
	c.drops = nil
	c.dropping.Unlock()
	// All orphans, also those that an earlier batch could not drop.
	drops, err = c.g.o.Catalogue.Orphans(ctx)
	if err != nil {
		c.g.binding.Unlock()
		return nil, nil, err
	}
	return drops, c.g.binding.Unlock, nil
}

// without removes dropped contents from the batch and adds them to its deletions.
func (b *batch) without(drops []core.Hash) {
	dropped := make(map[core.Hash]bool, len(drops))
	for _, h := range drops {
		dropped[h] = true
	}
	b.add = slices.DeleteFunc(b.add, func(p core.IndexedPassage) bool { return dropped[p.Hash] })
	b.done = slices.DeleteFunc(b.done, func(c core.Content) bool { return dropped[c.Hash] })
	maps.DeleteFunc(b.code, func(h core.Hash, _ core.Code) bool { return dropped[h] })
	b.remove = append(b.remove, drops...)
	slices.SortFunc(b.remove, cmp.Compare[core.Hash])
	b.remove = slices.Compact(b.remove)
	b.indexed = true
}

// announce passes the committed contents to the queue.
func (c *committer) announce(done []core.Content, drops []core.Hash) {
	for _, d := range done {
		if d.Structured {
			c.g.queue.finish(d.Hash, d.State != core.StateReady, nil)
		} else {
			c.g.queue.shape(d.Hash)
		}
		if lacksFile(d.State, d.Reason) {
			c.g.again(d.Hash)
		}
	}
	for _, h := range drops {
		c.g.queue.finish(h, true, nil)
	}
}

// putLabels stores the printed numbers of pages. The labels of other units are
// stored with their words.
func (c *committer) putLabels(ctx context.Context, r *result) error {
	if r.content.Kind.Unit() != core.UnitPage {
		return nil
	}
	hand, err := c.g.o.Catalogue.Numbering(ctx, r.content.Hash)
	if err != nil {
		return err
	}
	labels := c.g.o.Label(hand, r.content.Labels, r.pages, r.layouts)
	return c.g.o.Texts.PutLabels(ctx, r.content.Hash, labels)
}

// count sets the number of tokens on the pages of a content. Counting takes half
// as long as indexing, and is done after the pages can be found.
func (g *Ingest) count(c *core.Content, pages []core.Page) {
	c.Tokens = 0
	for _, p := range pages {
		c.Tokens += g.o.Tokens.Count(p.Text)
	}
}

// summarise sets the outcome of reading the words of a content. A page that could
// not be read makes it partial; pages with fonts that hide their text count as
// read and get a remark only.
func summarise(c *core.Content, pages []core.Page) {
	c.State, c.Reason, c.Pages = core.StateReady, "", 0
	if c.Kind.Paged() {
		c.Pages = len(pages)
	}
	words, lost, notes, note := false, false, 0, ""
	for _, p := range pages {
		words = words || hasWords(p.Text)
		if p.Note != "" {
			notes++
			lost = lost || p.Text == ""
			note = cmp.Or(note, p.Note)
		}
	}
	switch {
	case !words && note != "":
		c.State, c.Reason = core.StateNoText, note
	case !words && c.Pages == 1:
		c.State, c.Reason = core.StateNoText, "no words on its page"
	case !words && c.Pages > 0:
		c.State, c.Reason = core.StateNoText, fmt.Sprintf("no words on any of its %d pages", c.Pages)
	case !words:
		c.State, c.Reason = core.StateNoText, "it holds no words"
	case notes == 1:
		c.Reason = note
	case notes > 1:
		c.Reason = fmt.Sprintf("%d of %d pages are not whole: %s", notes, len(pages), note)
	}
	if words && lost {
		c.State = core.StatePartial
	}
}

func hasWords(text string) bool {
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return true
		}
	}
	return false
}
