package index

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/document"
	index "github.com/blevesearch/bleve_index_api"

	"ibid/core"
)

// Put removes all passages of the files in remove and of those in add, adds the
// passages in add with an entry for each whole file, and brings the index to
// generation. It returns when everything is on disk. All passages of a file come
// in one Put, each ordinal once.
//
// The generation is written with the last batch. After a kill the index is either
// of the old generation and may hold a part of the new passages, or of the new one
// and holds all of them. Putting the same files again clears what was begun. A Put of up to 1,000 passages and 4 MB of text is one batch and
// happens as a whole or not at all.
//
// Once a write has failed (a full disk), every Put fails until the index is
// opened again: what bleve still holds in memory is not known to be on disk.
func (x *Index) Put(ctx context.Context, generation uint64, remove []core.Hash, add []core.IndexedPassage) error {
	x.writing.Lock()
	defer x.writing.Unlock()
	if x.closed {
		return fmt.Errorf("put generation %d: %w", generation, bleve.ErrorIndexClosed)
	}
	if err := x.failed(); err != nil {
		return err
	}
	w := writer{
		index: x, batch: x.bleve.NewBatch(), state: *x.state.Load(),
		added: make(map[place]bool, len(add)), whole: make(map[place]*whole),
	}
	files := slices.Clone(remove)
	for _, p := range add {
		files = append(files, p.Hash)
		for _, at := range wholes(p) {
			if w.whole[at] == nil {
				w.whole[at] = &whole{terms: make(index.TokenFrequencies)}
			}
			w.whole[at].left++
		}
	}
	slices.Sort(files)
	if err := w.remove(ctx, slices.Compact(files)); err != nil {
		return fmt.Errorf("put generation %d: %w", generation, err)
	}
	for _, p := range add {
		if err := w.add(ctx, p); err != nil {
			return fmt.Errorf("put generation %d: %w", generation, err)
		}
	}
	w.state.Generation = generation
	if err := w.flush(ctx); err != nil {
		return fmt.Errorf("put generation %d: %w", generation, err)
	}
	return nil
}

// Reset removes everything from the index and brings it to generation 0.
func (x *Index) Reset(ctx context.Context) error {
	files, err := x.files()
	if err != nil {
		return fmt.Errorf("reset index: %w", err)
	}
	return x.Put(ctx, 0, files, nil)
}

// writer collects one Put into batches.
type writer struct {
	index    *Index
	batch    *bleve.Batch
	state    state // of the index once batch is written
	passages int   // in batch
	bytes    int   // of text in batch
	added    map[place]bool
	whole    map[place]*whole // pages and files of which passages are still to come
}

// place names an entry of a file.
type place struct {
	hash    core.Hash
	ordinal int
	page    int // 0 for a passage
}

// wholes lists what a passage is a part of: its file and, unless it is source code,
// which is read by files, its page.
func wholes(p core.IndexedPassage) []place {
	file := place{hash: p.Hash, ordinal: wholeFile}
	if p.Kind == core.KindCode {
		return []place{file}
	}
	return []place{{p.Hash, wholePage, p.Page}, file}
}

// remove adds the deletion of every passage of the files to the batch. Deletions
// are small, so all of them go into the first batch: a search never sees passages
// of a file from before and after at once.
func (w *writer) remove(ctx context.Context, hashes []core.Hash) error {
	if len(hashes) == 0 {
		return nil
	}
	r, err := w.index.reader()
	if err != nil {
		return fmt.Errorf("remove passages: %w", err)
	}
	defer r.Close()
	for _, h := range hashes {
		if err := w.removeFile(ctx, r, h); err != nil {
			return fmt.Errorf("remove passages of %s: %w", h, err)
		}
	}
	return nil
}

func (w *writer) removeFile(ctx context.Context, r index.IndexReader, h core.Hash) error {
	docs, err := r.TermFieldReader(ctx, []byte(h), fieldHash, false, false, false)
	if err != nil {
		return err
	}
	defer docs.Close()
	for {
		doc, err := docs.Next(nil)
		if err != nil || doc == nil {
			return err
		}
		key, err := r.ExternalID(doc.ID)
		if err != nil {
			return err
		}
		id, err := parseEntryID(key)
		if err != nil {
			return err
		}
		w.batch.Delete(key)
		w.state.count(id, false)
	}
}

func (w *writer) add(ctx context.Context, p core.IndexedPassage) error {
	if w.passages >= w.index.batch.passages || w.bytes >= w.index.batch.bytes {
		if err := w.flush(ctx); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if p.Hash == "" || strings.Contains(string(p.Hash), "/") || p.Ordinal < 0 || p.Page < 0 {
		return fmt.Errorf("passage %d on page %d of %q has no place", p.Ordinal, p.Page, p.Hash)
	}
	at := place{hash: p.Hash, ordinal: p.Ordinal}
	if w.added[at] {
		return fmt.Errorf("passage %d of %s comes twice", p.Ordinal, p.Hash)
	}
	w.added[at] = true
	read := analyse
	if p.Kind == core.KindCode {
		read = analyseCode
	}
	words := append(read(p.Section), read(p.Text)...)
	stream := tokenize(words)
	id := entryID{p.Hash, p.Ordinal, p.Page, len(stream)}
	doc := document.NewDocument(id.String())
	doc.AddField(document.NewTextFieldCustom(fieldText, nil, nil, index.IndexField|index.IncludeTermVectors, stream))
	doc.AddField(keyword(fieldHash, string(p.Hash)))
	doc.AddField(keyword(fieldKind, string(p.Kind)))
	if err := w.batch.IndexAdvanced(doc); err != nil {
		return fmt.Errorf("add passage %d of %s: %w", p.Ordinal, p.Hash, err)
	}
	w.passages++
	w.bytes += len(p.Text)
	w.state.count(id, true)
	for _, at := range wholes(p) {
		if err := w.addWhole(at, words); err != nil {
			return err
		}
	}
	return nil
}

// addWhole counts the words of a passage to its page or file. With the last passage
// it adds the entry of the whole, so that this one is in the index only when all
// passages are.
func (w *writer) addWhole(at place, words []word) error {
	all := w.whole[at]
	all.add(words)
	if all.left--; all.left > 0 {
		return nil
	}
	delete(w.whole, at)
	id := entryID{at.hash, at.ordinal, at.page, all.length}
	doc := document.NewDocument(id.String())
	doc.AddField(keyword(fieldHash, string(at.hash)))
	if at.ordinal == wholePage {
		doc.AddField(newWholeField(fieldPage, all))
		doc.AddField(keyword(fieldPlace, placeTerm(at.hash, at.page)))
	} else {
		doc.AddField(newWholeField(fieldWhole, all))
		doc.AddField(keyword(fieldFile, string(at.hash)))
	}
	if err := w.batch.IndexAdvanced(doc); err != nil {
		return fmt.Errorf("add whole of %s: %w", at.hash, err)
	}
	w.state.count(id, true)
	return nil
}

// keyword makes a field of one term, as it is.
func keyword(field, value string) document.Field {
	return document.NewTextFieldCustom(field, nil, []byte(value), index.IndexField|index.SkipFreqNorm, nil)
}

// flush writes the batch with the state that it leads to.
func (w *writer) flush(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w.batch.SetInternal(stateKey, w.state.encode())
	if err := w.index.bleve.Batch(w.batch); err != nil {
		err = fmt.Errorf("write %d passages: %w", w.passages, err)
		w.index.background.CompareAndSwap(nil, &err)
		return err
	}
	if err := w.index.failed(); err != nil {
		return err
	}
	written := w.state
	w.index.state.Store(&written)
	w.batch = w.index.bleve.NewBatch()
	w.passages, w.bytes = 0, 0
	return nil
}
