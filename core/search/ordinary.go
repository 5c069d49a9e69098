package search

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"ibid/core"
	"ibid/core/query"
	"ibid/core/text"
)

const (
	// ordinarySample bounds the passages that are read to see how a word is written.
	ordinarySample = 32
	// ordinaryShare is the share of a word's places in lower case, of those in lower
	// case and those with capitals beyond the first letter, from which it is a word
	// like any. Addresses and file names write short forms in lower case now and then.
	ordinaryShare = 0.1
	maxOrdinary   = 5000 // words that are kept
)

// ordinaryWords keeps what is known of words while the index stays as it is.
type ordinaryWords struct {
	mu    sync.Mutex
	index string // epoch and generation
	known map[string]bool
}

// Ordinary reports whether a word is written in lower case in the library, as "cat"
// is beside CAT: it then means itself and is no short form. Stop words always are.
func (v *Vocabulary) Ordinary(ctx context.Context, word string) (bool, error) {
	if query.IsStopWord(word) {
		return true, nil
	}
	epoch, batch, err := v.Words.Generation()
	if err != nil {
		return false, err
	}
	index := fmt.Sprintf("%s/%d", epoch, batch)
	k := &v.ordinary
	k.mu.Lock()
	if k.index != index || len(k.known) >= maxOrdinary {
		k.index, k.known = index, make(map[string]bool)
	}
	ordinary, known := k.known[word]
	k.mu.Unlock()
	if known {
		return ordinary, nil
	}
	if ordinary, err = v.lowerCase(ctx, word); err != nil {
		return false, fmt.Errorf("look how %q is written: %w", word, err)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.index == index {
		k.known[word] = ordinary
	}
	return ordinary, nil
}

// lowerCase looks how a word is written in a sample of passages. A capital at the
// beginning says nothing: it may be that of a sentence.
func (v *Vocabulary) lowerCase(ctx context.Context, word string) (bool, error) {
	lower, capitals := 0, 0
	err := v.each(ctx, word, ordinarySample, func(passage string) {
		for w := range text.Words(passage) {
			if w.Form != word {
				continue
			}
			written := passage[w.Start:w.End]
			_, first := utf8.DecodeRuneInString(written)
			switch {
			case written == strings.ToLower(written):
				lower++
			case written[first:] != strings.ToLower(written[first:]):
				capitals++
			}
		}
	})
	return lower > 0 && float64(lower) >= ordinaryShare*float64(lower+capitals), err
}

// each calls do with at most limit passages that hold a word, without those of
// contents that were removed since the index was asked.
func (v *Vocabulary) each(ctx context.Context, word string, limit int, do func(passage string)) error {
	found, err := v.Words.Search(ctx, core.Query{Raw: word, Phrases: []string{word}}, nil, limit)
	if err != nil {
		return err
	}
	pages := make(map[pageKey]core.Page) // that of a kind without pages is the whole document
	for _, m := range found {
		p, err := v.Texts.Passage(ctx, m.Hash, m.Ordinal)
		if err == nil {
			k := pageKey{m.Hash, p.Page}
			page, known := pages[k]
			if !known {
				page, err = v.Texts.Page(ctx, m.Hash, p.Page)
				pages[k] = page
			}
			if err == nil && p.Fits(page.Text) {
				do(p.Text(page.Text))
			}
		}
		if err != nil && !errors.Is(err, core.ErrNotFound) && !errors.Is(err, core.ErrNoSuchPage) {
			return err
		}
	}
	return nil
}
