package index

import (
	"context"
	"fmt"
	"strings"

	"ibid/core"
)

// Frequency returns how many passages hold a folded word as it is written; for an
// index of which much was removed since it was last merged it may be too many.
func (x *Index) Frequency(ctx context.Context, word string) (n int, err error) {
	err = x.eachTerm(ctx, word, func(w string, count int) bool {
		if w == word {
			n = count
		}
		return false // the word itself is the first that begins as it does
	})
	return n, err
}

// Beginning lists the words that begin with a folded prefix, in their order,
// with how many passages hold each as for Frequency; at most limit words.
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
