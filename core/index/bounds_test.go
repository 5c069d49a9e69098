package index

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/blevesearch/bleve/v2/search/searcher"

	"ibid/core"
)

// The factor of BM25 for an entry of average length, twice that length, and with
// more occurrences.
func TestOccurrencesSaturateByTheTuning(t *testing.T) { // R3.9
	norm := func(terms float64) float64 { return 1 / math.Sqrt(terms) }
	tests := []struct {
		name              string
		tuning            tuning
		frequency, length float64
		want              float64
	}{
		{"once in a passage", passageTuning, 1, 100, 1},
		{"twice", passageTuning, 2, 100, 2 * 2.2 / 3.2},
		{"once in a long passage", passageTuning, 1, 200, 2.2 / (1 + 1.2*1.75)},
		{"once in a file", wholeTuning, 1, 100, 1},
		{"twice in a file", wholeTuning, 2, 100, 2 * 2.2 / 3.2},
		{"once in a long file", wholeTuning, 1, 200, 2.2 / (1 + 1.2*1.75)},
	}
	for _, tt := range tests {
		if got := tt.tuning.saturate(tt.frequency, norm(tt.length), 100); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// The words of a query are scored up to a bound, those of a pasted body for less.
func TestScoredWordsAreBounded(t *testing.T) { // R2.1
	words := func(n int) (out []string) {
		for i := range n {
			out = append(out, fmt.Sprintf("w%d", i))
		}
		return out
	}
	for n, want := range map[int]int{255: 255, 256: 256, 257: 256} {
		if got := wholeRelevance(core.Query{Words: words(n)}, fieldWhole, wholeTuning).words; len(got) != want {
			t.Errorf("of %d words %d are scored, want %d", n, len(got), want)
		}
	}
	scored := wholeRelevance(core.Query{Words: []string{"tide"}, Phrases: []string{"kelp"}, Body: []string{"tide", "mud"}}, fieldWhole, wholeTuning).words
	if len(scored) != 3 || scored[0].weight != 1 || scored[1].weight != 1 || scored[2].weight != .35 {
		t.Errorf("scored are %v", scored)
	}
	if maxScored*2 > searcher.DisjunctionMaxClauseCount || searcher.DisjunctionMaxClauseCount > 1024 {
		t.Errorf("a disjunction of bleve may have %d clauses", searcher.DisjunctionMaxClauseCount)
	}
}

// Terms have at most 256 bytes with their mark; stems of long words are not kept.
func TestTermsAreBounded(t *testing.T) {
	for n, want := range map[int]int{254: 255, 255: 256, 256: 256} {
		if exact, _ := termsOf(strings.Repeat("x", n)); len(exact) != want {
			t.Errorf("a word of %d bytes is a term of %d, want %d", n, len(exact), want)
		}
	}
	for n, want := range map[int]bool{32: true, 33: false} {
		form := strings.Repeat("q", n)
		stem(form)
		if _, kept := stems.find(form); kept != want {
			t.Errorf("the stem of a word of %d bytes is kept: %v", n, kept)
		}
	}
}
