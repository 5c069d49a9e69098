package query

import (
	"cmp"
	"context"
	"slices"
)

// Corpus is what words and their company are counted in. Words are folded.
type Corpus interface {
	// Passages is how many there are.
	Passages(ctx context.Context) (int, error)
	// Frequency is how many passages hold a word as written.
	Frequency(ctx context.Context, word string) (int, error)
	// Beginning lists words that begin with a prefix, with how many passages hold
	// each, at most limit words.
	Beginning(ctx context.Context, prefix string, limit int) (map[string]int, error)
	// Sample looks at passages that hold a word, at most limit of them, and counts
	// in how many of them each word stands.
	Sample(ctx context.Context, word string, limit int) (passages int, words map[string]int, err error)
}

// Relative is a word that a library uses together with another.
type Relative struct {
	Word   string
	Family bool    // it begins as the other does: auth, authentication
	Lift   float64 // how many times more often than by chance they share a passage
}

// Bounds and thresholds of relatives.
const (
	sampled      = 32  // passages of one word that are looked at
	maxFamily    = 200 // words of one prefix that are looked at
	maxRelatives = 4   // of one word
	minRoot      = 4   // letters that a family has in common
	mostCommon   = 0.1 // part of the passages above which a word is in any company
	fewPassages  = 100 // fewer say nothing of how common a word is

	familyShared  = 2   // passages that members of a family share at least
	familyLift    = 2.0 // and how far beyond chance
	companyShared = 4
	companyPart   = 0.25 // of the passages of the one word that hold the other
	companyLift   = 5.0
)

// Relatives finds the words that a library uses for the same thing as word, the
// closest first: those that begin alike and stand in the same passages, and
// those that stand in the same passages far more often than chance would have
// it. What two words share beyond chance is counted as lift, P(a and b) over
// P(a) times P(b). Inflections are left out: the index finds them by itself.
func Relatives(ctx context.Context, c Corpus, word string) ([]Relative, error) {
	if len(word) < 3 || isDigits(word) {
		return nil, nil
	}
	all, err := c.Passages(ctx)
	if err != nil || all == 0 {
		return nil, err
	}
	if n, err := c.Frequency(ctx, word); err != nil || all >= fewPassages && float64(n) > mostCommon*float64(all) {
		return nil, err
	}
	sample, shared, err := c.Sample(ctx, word, sampled)
	if err != nil || sample < familyShared {
		return nil, err
	}
	var family map[string]int
	if len(word) >= minRoot {
		if family, err = c.Beginning(ctx, word[:minRoot], maxFamily); err != nil {
			return nil, err
		}
	}
	var out []Relative
	for w, n := range shared {
		if n < familyShared || len(w) < minRoot && !isAcronym(w) || isInflected(w, word) || IsStopWord(w) || isDigits(w) {
			continue
		}
		kin := isKin(w, word)
		if !kin && (n < companyShared || float64(n) < companyPart*float64(sample)) {
			continue
		}
		count, known := family[w]
		if !known {
			if count, err = c.Frequency(ctx, w); err != nil {
				return nil, err
			}
		}
		r := Relative{w, kin, float64(n) / float64(sample) * float64(all) / float64(max(count, 1))}
		if kin && r.Lift >= familyLift || r.Lift >= companyLift {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b Relative) int {
		return cmp.Or(boolean(b.Family)-boolean(a.Family), cmp.Compare(b.Lift, a.Lift), cmp.Compare(a.Word, b.Word))
	})
	return out[:min(len(out), maxRelatives)], nil
}

// isKin reports that two words begin alike: in minRoot letters and two thirds of
// the shorter.
func isKin(a, b string) bool {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n >= minRoot && 3*n >= 2*min(len(a), len(b))
}

// endings are those of one English word.
var endings = map[string]bool{"": true, "s": true, "es": true, "d": true, "ed": true, "e": true, "ing": true, "'s": true, "y": true, "ies": true, "ied": true, "ly": true}

// isInflected reports that two words differ in such an ending only.
func isInflected(a, b string) bool {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n > 2 && endings[a[n:]] && endings[b[n:]] || a == b
}

// isAcronym reports short words that may mean something by themselves: jwt.
func isAcronym(w string) bool { return len(w) == 3 }

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}
