package index

import (
	"context"
	"fmt"
	"strings"

	"ibid/core"
)

// Frequency returns how many passages hold a folded word as it is written.
func (x *Index) Frequency(ctx context.Context, word string) (n int, err error) {
	defer recoverDamage(&err)
	advanced, err := x.bleve.Advanced()
	if err != nil {
		return 0, fmt.Errorf("count %q: %w", word, err)
	}
	r, err := advanced.Reader()
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

// Beginning lists the words that begin with a folded prefix, in their order,
// with how many passages hold each; at most limit words. For an index of which
// much was removed since it was last merged the counts may be too high.
func (x *Index) Beginning(ctx context.Context, prefix string, limit int) (map[string]int, error) {
	counts := make(map[string]int)
	err := x.eachTerm(ctx, prefix, func(w string, count int) bool {
		if len(counts) == limit {
			return false
		}
		counts[w] = count
		return true
	})
	return counts, err
}

// eachTerm calls do with the written words that begin with a prefix until it
// returns false.
func (x *Index) eachTerm(ctx context.Context, prefix string, do func(word string, count int) bool) (err error) {
	if prefix == "" || len(prefix) > maxTerm-len(exactMark) {
		return nil
	}
	defer func() {
		// The dictionary is read from mapped files that no checksum protects.
		if p := recover(); p != nil {
			err = fmt.Errorf("list words: %v: %w", p, core.ErrDamaged)
		}
	}()
	dict, err := x.bleve.FieldDictPrefix(fieldText, []byte(exactMark+prefix))
	if err != nil {
		return fmt.Errorf("list words: %w", err)
	}
	defer func() {
		if e := dict.Close(); err == nil {
			err = e
		}
	}()
	for {
		entry, err := dict.Next()
		if err != nil {
			return fmt.Errorf("list words: %w", err)
		}
		if entry == nil || !do(strings.TrimPrefix(entry.Term, exactMark), int(entry.Count)) {
			return ctx.Err()
		}
	}
}
