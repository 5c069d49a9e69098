package ingest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ibid/core"
)

// ready recovers the stores if they are not known to agree.
func (g *Ingest) ready(ctx context.Context) error {
	if g.ctx.Err() != nil {
		return ErrClosed
	}
	if g.settled.Load() == g.doubts.Load() {
		return nil
	}
	_, err := g.Recover(ctx)
	return err
}

// Recover makes catalogue, texts, index and graph agree, in whatever way the
// program ended before, and returns in words what it did; empty if they agreed.
// It reads no file: passages missing from the index are indexed from the stored
// texts, and contents whose texts are lost are set back to waiting, for Resume.
func (g *Ingest) Recover(ctx context.Context) (note string, err error) {
	g.recovery.Lock()
	defer g.recovery.Unlock()
	c := g.commit
	c.mu.Lock()
	defer c.mu.Unlock()
	// Results of reading that goes on are committed first, in the usual way.
	if err := c.write(ctx); err != nil {
		c.fail(err)
	}
	doubts := g.doubts.Load() // doubts that arise during this recovery are left to the next one
	r := repair{o: g.o, c: c}
	if err := r.run(ctx); err != nil {
		c.batch = batch{}
		return strings.Join(r.notes, "; "), fmt.Errorf("recover library: %w", err)
	}
	g.settled.Store(doubts)
	return strings.Join(r.notes, "; "), nil
}

// repair is one run of Recover.
type repair struct {
	o     Options
	c     *committer
	notes []string

	contents map[core.Hash]core.Content // as the catalogue has them
	stored   map[core.Hash]uint64       // as the store has them
	catalogue, texts,
	index uint64 // generations
	foreign bool // the index is of another library
}

func (r *repair) run(ctx context.Context) error {
	if err := r.survey(ctx); err != nil {
		return err
	}
	if err := r.requeueLost(ctx); err != nil {
		return err
	}
	target := max(r.catalogue, r.texts, r.index)
	if err := r.catchUp(ctx, target); err != nil {
		return err
	}
	if err := r.acknowledge(ctx, target); err != nil {
		return err
	}
	r.c.next = target + 1
	if err := r.graph(ctx, target); err != nil {
		return err
	}
	for _, step := range []func(context.Context) error{r.dropOrphans, r.number, r.audit, r.abbreviate} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// survey reads the generations of all stores.
func (r *repair) survey(ctx context.Context) error {
	list, err := r.o.Catalogue.Contents(ctx)
	if err != nil {
		return err
	}
	r.contents = make(map[core.Hash]core.Content, len(list))
	for _, c := range list {
		r.contents[c.Hash] = c
	}
	if r.stored, err = r.o.Texts.Generations(ctx); err != nil {
		return err
	}
	if r.catalogue, err = r.o.Catalogue.Generation(ctx); err != nil {
		return err
	}
	if r.texts, err = r.o.Texts.Generation(ctx); err != nil {
		return err
	}
	epoch, generation, err := r.o.Index.Generation()
	r.index, r.foreign = generation, epoch != r.o.Catalogue.Epoch()
	return err
}

// requeueLost sets contents back to waiting if the catalogue has them as read but
// the store does not hold them, or not as acknowledged, or if reading them was
// interrupted.
func (r *repair) requeueLost(ctx context.Context) error {
	var lost, begun []core.Hash
	for hash, c := range r.contents {
		switch have, ok := r.stored[hash]; {
		case c.Generation > 0 && (!ok || have < c.Generation):
			lost = append(lost, hash)
			delete(r.stored, hash)
		case c.State == core.StateReading && !ok:
			begun = append(begun, hash)
		}
	}
	if len(lost) == 0 && len(begun) == 0 {
		return nil
	}
	// No old data of a content that is read again may be left.
	if err := r.o.Texts.Delete(ctx, lost...); err != nil {
		return err
	}
	for _, hash := range lost {
		r.c.g.queue.finish(hash, true, nil)
	}
	if len(lost) > 0 {
		r.note("%d contents whose text was lost are read again", len(lost))
	}
	return r.o.Catalogue.Requeue(ctx, append(lost, begun...))
}

// catchUp adds to the index what the store has and the index lacks.
func (r *repair) catchUp(ctx context.Context, target uint64) error {
	if r.foreign || r.index > r.texts {
		// The store lost data that the index may still have.
		return r.rebuild(ctx, target)
	}
	if unknown := r.unknown(); len(unknown) > 0 {
		if err := r.o.Index.Put(ctx, r.index, unknown, nil); err != nil {
			return err
		}
		if err := r.o.Texts.Delete(ctx, unknown...); err != nil {
			return err
		}
		r.note("%d contents that the library does not know were taken out", len(unknown))
	}
	var behind []core.Hash
	for hash, generation := range r.stored {
		if generation > r.index {
			behind = append(behind, hash)
		}
	}
	if len(behind) > 0 {
		r.note("%d contents were put into the index again", len(behind))
	}
	return r.put(ctx, behind, target)
}

// unknown removes from stored the contents that the catalogue does not have, and
// returns them.
func (r *repair) unknown() (unknown []core.Hash) {
	for hash := range r.stored {
		if _, ok := r.contents[hash]; !ok {
			unknown = append(unknown, hash)
			delete(r.stored, hash)
		}
	}
	return unknown
}

// rebuild fills an empty index from the stored texts.
func (r *repair) rebuild(ctx context.Context, target uint64) error {
	if err := r.o.Index.Reset(ctx); err != nil {
		return err
	}
	epoch, generation, err := r.o.Index.Generation()
	if err != nil {
		return err
	}
	if want := r.o.Catalogue.Epoch(); epoch != want {
		return fmt.Errorf("emptied index is of library %q, not %q", epoch, want)
	}
	r.index = generation
	if err := r.o.Texts.Delete(ctx, r.unknown()...); err != nil {
		return err
	}
	r.note("the index was built again from %d stored texts", len(r.stored))
	return r.put(ctx, slices.Collect(maps.Keys(r.stored)), target)
}

// put indexes stored contents in parts. All parts except the last keep the
// index's old generation, so that an interrupted recovery is started again.
func (r *repair) put(ctx context.Context, hashes []core.Hash, target uint64) error {
	slices.Sort(hashes)
	b := &r.c.batch
	for _, hash := range hashes {
		if err := ctx.Err(); err != nil {
			return err
		}
		pages, err := r.o.Texts.Pages(ctx, hash)
		if err != nil {
			return err
		}
		passages, err := r.o.Texts.Passages(ctx, hash)
		if err != nil {
			return err
		}
		if err := r.c.index(r.contents[hash], pages, passages); err != nil {
			return err
		}
		if len(b.add) >= batchPassages || b.bytes >= batchBytes {
			if err := r.o.Index.Put(ctx, r.index, b.remove, b.add); err != nil {
				return err
			}
			*b = batch{}
		}
	}
	if len(b.remove) > 0 || r.index != target {
		if err := r.o.Index.Put(ctx, target, b.remove, b.add); err != nil {
			return err
		}
	}
	*b = batch{}
	r.index = target
	return nil
}

// acknowledge records in the catalogue what was stored and never acknowledged,
// and sets all three to the same generation.
func (r *repair) acknowledge(ctx context.Context, target uint64) error {
	var done []core.Content
	for hash, generation := range r.stored {
		c := r.contents[hash]
		if generation <= c.Generation || c.State == core.StateQuarantined {
			continue
		}
		if c.Generation == 0 {
			pages, err := r.o.Texts.Pages(ctx, hash)
			if err != nil {
				return err
			}
			summarise(&c, pages)
		}
		c.Generation = generation
		if err := r.conclude(ctx, &c); err != nil {
			return err
		}
		done = append(done, c)
	}
	if len(done) > 0 {
		r.note("%d contents were read but not yet noted", len(done))
	}
	if len(done) > 0 || r.catalogue != target {
		if err := r.o.Catalogue.Acknowledge(ctx, target, done); err != nil {
			return err
		}
	}
	if r.texts != target {
		return r.o.Texts.SetGeneration(ctx, target)
	}
	return nil
}

// conclude updates the outcome of a content if OCR has read more of it than was
// recorded.
func (r *repair) conclude(ctx context.Context, c *core.Content) error {
	if !c.Structured || r.o.Recogniser == nil {
		return nil
	}
	scans, err := r.o.Texts.Scans(ctx, c.Hash)
	if err != nil || len(scans.Pages) == 0 {
		return err
	}
	pages, err := r.o.Texts.Pages(ctx, c.Hash)
	if err == nil {
		r.c.g.conclude(ctx, c, pages, scans)
	}
	return err
}

// dropOrphans completes interrupted removals.
func (r *repair) dropOrphans(ctx context.Context) error {
	orphans, err := r.o.Catalogue.Orphans(ctx)
	if err != nil || len(orphans) == 0 {
		return err
	}
	r.note("%d contents without documents were taken out", len(orphans))
	r.c.later(orphans[0])
	return r.c.write(ctx)
}

// number applies corrections of page numbers that were interrupted.
func (r *repair) number(ctx context.Context) error {
	all, err := r.o.Catalogue.Numberings(ctx)
	if err != nil {
		return err
	}
	for hash, hand := range all {
		if err := r.c.relabel(ctx, hash, hand, nil); err != nil {
			return err
		}
	}
	return nil
}

// audit compares the numbers of passages in store and index, and rebuilds the
// index if they differ: equal generations do not prove that an index is complete.
func (r *repair) audit(ctx context.Context) error {
	want, have, err := r.counts(ctx)
	if err != nil || want == have {
		return err
	}
	if err := r.survey(ctx); err != nil {
		return err
	}
	r.note("the index held %d passages instead of %d", have, want)
	if err := r.rebuild(ctx, max(r.catalogue, r.texts, r.index)); err != nil {
		return err
	}
	if want, have, err = r.counts(ctx); err == nil && want != have {
		err = fmt.Errorf("index holds %d passages instead of %d after it was built again", have, want)
	}
	return err
}

func (r *repair) counts(ctx context.Context) (want, have uint64, err error) {
	n, err := r.o.Texts.PassageCount(ctx)
	if err != nil {
		return 0, 0, err
	}
	have, err = r.o.Index.Count()
	return uint64(n), have, err
}

func (r *repair) note(format string, args ...any) {
	r.notes = append(r.notes, fmt.Sprintf(format, args...))
}
