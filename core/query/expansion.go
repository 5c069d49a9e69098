package query

import (
	"cmp"
	"context"
	"slices"
)

// Corpus counts in how many passages of a library words stand, alone and
// together. Words are folded.
type Corpus interface {
	// Passages returns the number of passages.
	Passages(ctx context.Context) (int, error)
	// Frequency returns the number of passages that hold a word as written.
	Frequency(ctx context.Context, word string) (int, error)
	// WithPrefix returns at most limit words that begin with a prefix, and for each
	// the number of passages that hold it.
	WithPrefix(ctx context.Context, prefix string, limit int) (map[string]int, error)
	// Sample reads at most limit passages that hold a word. It returns how many it
	// read and, for every word in them, the number of these passages that hold it.
	Sample(ctx context.Context, word string, limit int) (passages int, words map[string]int, err error)
}

// RelatedWord is a word that a library often uses together with another one.
type RelatedWord struct {
	Word       string
	SamePrefix bool    // it begins as the other does: auth, authentication
	Lift       float64 // how many times more often than by chance the two share a passage
}

// Bounds and thresholds of query expansion.
const (
	maxSampled   = 32  // passages of one word that are read
	maxPrefixed  = 200 // words with one prefix that are counted
	maxRelated   = 4   // related words of one word
	minPrefixed  = 4   // letters that words of one prefix have in common
	maxFrequency = 0.1 // share of the passages above which a word is too common to be expanded
	minPassages  = 100 // with fewer passages no word counts as too common

	// What a word must reach that begins as the other does.
	prefixShared = 2   // passages that hold both
	prefixLift   = 2.0 // times more often than by chance
	// What any other word must reach.
	otherShared = 4
	otherShare  = 0.25 // share of the sampled passages
	otherLift   = 5.0
)

// RelatedWords finds the words that a library uses for the same thing as word,
// for query expansion. They are words that begin alike and stand in the same
// passages, and words that stand in the same passages far more often than
// chance would have it. The ones that begin alike come first, then those of the
// highest lift: P(a and b) over P(a) times P(b). Inflections of word are left
// out, because the index finds them by their stem.
func RelatedWords(ctx context.Context, c Corpus, word string) ([]RelatedWord, error) {
	if len(word) < 3 || isDigits(word) {
		return nil, nil
	}
	all, err := c.Passages(ctx)
	if err != nil || all == 0 {
		return nil, err
	}
	if n, err := c.Frequency(ctx, word); err != nil || all >= minPassages && float64(n) > maxFrequency*float64(all) {
		return nil, err
	}
	sample, shared, err := c.Sample(ctx, word, maxSampled)
	if err != nil || sample < prefixShared {
		return nil, err
	}
	var prefixed map[string]int
	if len(word) >= minPrefixed {
		if prefixed, err = c.WithPrefix(ctx, word[:minPrefixed], maxPrefixed); err != nil {
			return nil, err
		}
	}
	var out []RelatedWord
	for w, n := range shared {
		// Words of three letters are kept: they may be acronyms, such as jwt.
		if n < prefixShared || len(w) < 3 || isInflected(w, word) || IsStopWord(w) || isDigits(w) {
			continue
		}
		alike := beginAlike(w, word)
		if !alike && (n < otherShared || float64(n) < otherShare*float64(sample)) {
			continue
		}
		count, known := prefixed[w]
		if !known {
			if count, err = c.Frequency(ctx, w); err != nil {
				return nil, err
			}
		}
		r := RelatedWord{w, alike, float64(n) / float64(sample) * float64(all) / float64(max(count, 1))}
		if alike && r.Lift >= prefixLift || r.Lift >= otherLift {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b RelatedWord) int {
		if a.SamePrefix != b.SamePrefix {
			if a.SamePrefix {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(b.Lift, a.Lift), cmp.Compare(a.Word, b.Word))
	})
	return out[:min(len(out), maxRelated)], nil
}

// commonPrefix returns the number of bytes with which both words begin.
func commonPrefix(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// beginAlike reports whether two words have their first minPrefixed letters and
// two thirds of the shorter word in common.
func beginAlike(a, b string) bool {
	n := commonPrefix(a, b)
	return n >= minPrefixed && 3*n >= 2*min(len(a), len(b))
}

// inflections are the endings that make one English word of another form.
var inflections = map[string]bool{"": true, "s": true, "es": true, "d": true, "ed": true, "e": true, "ing": true, "'s": true, "y": true, "ies": true, "ied": true, "ly": true}

// isInflected reports whether two words differ in such an ending only.
func isInflected(a, b string) bool {
	n := commonPrefix(a, b)
	return n > 2 && inflections[a[n:]] && inflections[b[n:]] || a == b
}
