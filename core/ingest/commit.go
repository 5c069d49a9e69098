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

// An index batch is written when it has so much, or is so old. The index takes
// that much as one write. Large batches take no less CPU time, and more memory,
// and have the readers wait.
const (
	batchPassages = 500
	batchBytes    = 4 << 20
	batchAge      = 500 * time.Millisecond
)

// committer puts what was read into the stores, in the one order that Recover
// understands: texts under a generation, the index, the catalogue.
type committer struct {
	g *Ingest

	mu   sync.Mutex // held while the batch changes or is written
	next uint64     // generation that the open batch will bear
	batch

	// Contents that lost their last document. Apart from mu, so that they can
	// be handed over while a batch is being written.
	dropping sync.Mutex
	drops    []core.Hash
}

// batch is what will be written next. Its texts are stored already.
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

// store commits results until there will be no more.
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

// due fires when the open batch is old enough; never while it is empty.
func (c *committer) due() <-chan time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.began.IsZero() {
		return nil
	}
	return time.After(time.Until(c.began.Add(batchAge)))
}

// later has a content taken out of all stores with the next batch, unless it
// has a document again by then.
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

// fail gives up the batch. The stores may disagree now, so that the next call
// recovers them.
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

// put stores what a result holds, under the generation of the open batch.
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

// wanted compares a result with what the catalogue knows by now: the content
// may have been removed, or read twice because its first reader was called off.
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
	return c.putPassages(ctx, r, c.g.o.Cut(r.content.Kind, r.pages, nil, nil))
}

// putFailure clears what an earlier, better reading may have left behind.
func (c *committer) putFailure(ctx context.Context, r *result) error {
	r.content.Generation = 0
	_, err := c.g.o.Texts.Passages(ctx, r.content.Hash)
	if errors.Is(err, core.ErrNotFound) {
		return nil
	}
	if err == nil {
		err = c.g.o.Texts.PutPages(ctx, r.content.Hash, nil)
	}
	if err != nil {
		return err
	}
	return c.putPassages(ctx, r, nil)
}

// putShape cuts the passages again, now that the structure is known, and has
// them indexed again only if that made a difference.
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

// putPassages stores passages and hands them to the index in place of those it
// has of the content.
func (c *committer) putPassages(ctx context.Context, r *result, passages []core.Passage) error {
	r.content.Generation = c.next
	if err := c.g.o.Texts.PutPassages(ctx, r.content.Hash, c.next, passages); err != nil {
		return err
	}
	return c.index(r.content, r.pages, passages)
}

// index adds a content to what the index will take.
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

// write brings the batch and what is to be dropped into index and catalogue.
// The caller holds mu.
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
		// The store goes first: it must never be behind the index.
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

// orphans takes over what is to be dropped and still has no document, and keeps
// documents from getting such a content until unbind is called.
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

// without takes dropped contents out of the batch and has them removed.
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

// announce tells the queue what was committed.
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

// putLabels stores the printed numbers of pages. What other units are called is
// known with their words.
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

// count sets how many tokens the pages of a content have. That takes half as long
// as indexing them, and is left until they can be found.
func (g *Ingest) count(c *core.Content, pages []core.Page) {
	c.Tokens = 0
	for _, p := range pages {
		c.Tokens += g.o.Tokens.Count(p.Text)
	}
}

// summarise says what the words of a content came to. A page that could not be
// read makes it partial; pages whose fonts hide what they say were read, and
// are only remarked upon.
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
