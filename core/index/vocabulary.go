package index

import (
	"context"
	"fmt"
	"strings"

	index "github.com/blevesearch/bleve_index_api"

	"ibid/core"
)

// Frequency returns the number of passages that hold a folded word as written.
func (x *Index) Frequency(ctx context.Context, word string) (n int, err error) {
	defer recoverDamage(&err)
	r, err := x.reader()
	if err != nil {
		return 0, fmt.Errorf("count %q: %w", word, err)
	}
	defer r.Close() // only read
	term, err := r.TermFieldReader(ctx, []byte(exactMark+word), fieldText, false, false, false)
	if err != nil {
		return 0, fmt.Errorf("count %q: %w", word, err)
	}
	return int(term.Count()), term.Close()
}

// WithPrefix returns at most limit words, as written, that begin with a folded
// prefix, and for each the number of passages that hold it. The words are the
// first ones in alphabetical order. For an index from which much was removed
// since it was last merged the counts may be too high.
func (x *Index) WithPrefix(ctx context.Context, prefix string, limit int) (counts map[string]int, err error) {
	counts = make(map[string]int)
	if prefix == "" || len(prefix) > maxTerm-len(exactMark) {
		return counts, nil
	}
	defer recoverDamage(&err)
	dict, err := x.bleve.FieldDictPrefix(fieldText, []byte(exactMark+prefix))
	if err == nil {
		err = eachTerm(dict, func(term string, count int) bool {
			if len(counts) < limit {
				counts[strings.TrimPrefix(term, exactMark)] = count
			}
			return len(counts) < limit
		})
	}
	if err != nil {
		return nil, fmt.Errorf("list words: %w", err)
	}
	return counts, ctx.Err()
}

// files lists the files that have passages in the index.
func (x *Index) files() (files []core.Hash, err error) {
	dict, err := x.bleve.FieldDict(fieldHash)
	if err == nil {
		err = eachTerm(dict, func(term string, _ int) bool { files = append(files, core.Hash(term)); return true })
	}
	if err != nil {
		return nil, fmt.Errorf("list files: %w", err)
	}
	return files, nil
}

// eachTerm calls do with each term of a dictionary and the number of entries that
// hold it, until do returns false. It closes the dictionary.
func eachTerm(dict index.FieldDict, do func(term string, count int) bool) (err error) {
	defer func() {
		if e := dict.Close(); err == nil {
			err = e
		}
	}()
	for {
		entry, err := dict.Next()
		if err != nil || entry == nil || !do(entry.Term, int(entry.Count)) {
			return err
		}
	}
}

// reader opens a snapshot of the index; the caller closes it.
func (x *Index) reader() (index.IndexReader, error) {
	advanced, err := x.bleve.Advanced()
	if err != nil {
		return nil, err
	}
	return advanced.Reader()
}
