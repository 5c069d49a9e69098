package eval

import (
	"math"
	"slices"
	"testing"

	"ibid/core"
)

// of makes places from letters: "abc" are documents a, b and c.
func of(s string) (list []Place) {
	for _, r := range s {
		list = append(list, Place{Document: string(r)})
	}
	return list
}

func worth(s string, gain ...float64) gains {
	g := make(gains)
	for i, p := range of(s) {
		g[p] = gain[i%len(gain)]
	}
	return g
}

// The values are worked out by hand: the discount of ranks 1 to 4 is 1, .6309,
// .5 and .4307.
func TestMeasuresAreTheirDefinitions(t *testing.T) {
	tests := []struct {
		name  string
		found string
		gold  gains
		want  map[string]float64
	}{
		{"first", "abc", worth("a", 1), map[string]float64{
			"ndcg@10": 1, "mrr": 1, "hit@1": 1, "hit@5": 1, "hit@10": 1, "acc@1": 1, "acc@5": 1, "recall@5": 1, "recall@10": 1,
		}},
		{"third", "xya", worth("a", 1), map[string]float64{
			"ndcg@10": .5, "mrr": 1. / 3, "hit@1": 0, "hit@5": 1, "hit@10": 1, "acc@1": 0, "acc@5": 1, "recall@5": 1, "recall@10": 1,
		}},
		{"seventh", "uvwxyza", worth("a", 1), map[string]float64{
			"ndcg@10": 1. / 3, "mrr": 1. / 7, "hit@1": 0, "hit@5": 0, "hit@10": 1, "acc@1": 0, "acc@5": 0, "recall@5": 0, "recall@10": 1,
		}},
		{"eleventh", "qrstuvwxyza", worth("a", 1), map[string]float64{
			"ndcg@10": 0, "mrr": 0, "hit@1": 0, "hit@5": 0, "hit@10": 0, "acc@1": 0, "acc@5": 0, "recall@5": 0, "recall@10": 0,
		}},
		// (1 + .5) / (1 + .6309)
		{"two of the same gain", "axb", worth("ab", 1), map[string]float64{
			"ndcg@10": 1.5 / 1.63093, "mrr": 1, "hit@1": 1, "hit@5": 1, "hit@10": 1, "acc@1": 0, "acc@5": 1, "recall@5": 1, "recall@10": 1,
		}},
		// (1 + 3 × .6309) / (3 + .6309)
		{"the better one second", "ba", worth("ab", 3, 1), map[string]float64{
			"ndcg@10": 2.89279 / 3.63093, "mrr": 1, "hit@1": 1, "hit@5": 1, "hit@10": 1, "acc@1": 0, "acc@5": 1, "recall@5": 1, "recall@10": 1,
		}},
		// .6309 / (1 + .6309)
		{"one of two", "xa", worth("ab", 1), map[string]float64{
			"ndcg@10": .63093 / 1.63093, "mrr": .5, "hit@1": 0, "hit@5": 1, "hit@10": 1, "acc@1": 0, "acc@5": 0, "recall@5": .5, "recall@10": .5,
		}},
		{"nothing found", "", worth("a", 1), map[string]float64{}},
		{"nothing right", "ab", nil, map[string]float64{}},
	}
	for _, tt := range tests {
		for _, m := range rankMeasures {
			if got := m.of(of(tt.found), tt.gold); math.Abs(got-tt.want[m.name]) > 1e-5 {
				t.Errorf("%s: %s is %.5f, want %.5f", tt.name, m.name, got, tt.want[m.name])
			}
		}
	}
}

func TestNDCGLooksAtNoMoreThanItsDepth(t *testing.T) {
	if got := ndcg(of("xa"), worth("a", 1), 1); got != 0 {
		t.Errorf("%v", got)
	}
	// Of eleven right ones the best ten are the ideal.
	if got := ndcg(of("abcdefghij"), worth("abcdefghijk", 1), 10); got != 1 {
		t.Errorf("%v", got)
	}
}

func TestDistinctKeepsTheFirst(t *testing.T) {
	if got := distinct(of("abacb")); len(got) != 3 || got[0].Document != "a" || got[1].Document != "b" || got[2].Document != "c" {
		t.Errorf("%v", got)
	}
}

func TestMissingWordsAreCountedWithAndWithoutAnAnswer(t *testing.T) {
	said := Outcome{Missing: []string{"Q3 2019"}}
	none := said
	none.Question.Unanswerable = true
	got := missing([]Outcome{said, {}, {}, none})
	if len(got) != 2 || *got[0].IbidCount != 1 || got[0].Of != 3 || *got[1].IbidCount != 1 || got[1].Of != 1 {
		t.Errorf("%+v", got)
	}
	if got := missing([]Outcome{{}}); len(got) != 1 || *got[0].IbidCount != 0 {
		t.Errorf("without unanswerable questions: %+v", got)
	}
}

func TestHeldShareCountsEachWordAsOftenAsItStands(t *testing.T) {
	for _, tt := range []struct {
		has, want string
		share     float64
	}{
		{"the tide and the moon", "the the moon", 1},
		{"the tide", "the the tide", 2. / 3},
		{"a well-known sys-tem", "a well-\nknown sys-\ntem", 1},
		{"the ﬁrst tide", "first tide", 1},
		{"\u0099\u0099 Fill the jug", "\u0099 6 Fill the jug", 1},
		{"\ue010 Fill the jug", "6 Fill the jug", .75},
		{"", "tide", 0},
		{"tide", "", 1},
	} {
		if got, _ := heldShare(tt.has, tt.want); got != tt.share {
			t.Errorf("%q holds %.3f of %q, want %.3f", tt.has, got, tt.want, tt.share)
		}
	}
}

func TestQuotesAreLookedUpOnTheirPage(t *testing.T) {
	page := []string{"Left one. Right one.\nLeft two. Right two.\n", ""}
	long := "nobody said so here at any time"
	for quote, want := range map[string][3]int{ // whole, in parts, astray
		"Left one. Right one. Left two.":  {1, 0, 0},
		"left ONE right-one":              {1, 0, 0},
		"Left one. Left two. Right one.":  {0, 1, 0},
		"Left one. " + long:               {0, 0, 1},
		"Right one. Right one. Right one": {0, 0, 1},
		"\u0099 w Right one.":             {1, 0, 0},
	} {
		var c quoteCheck
		c.compare("a.pdf", core.Quote{Page: 1}, quote, page)
		if got := [3]int{c.whole, c.parts, len(c.astray)}; got != want {
			t.Errorf("%q: %v, want %v", quote, got, want)
		}
	}
}

func TestQuotesThatAreNotFoundSayWhy(t *testing.T) {
	for _, tt := range []struct {
		page, quote, reason string
		missing             []string
	}{
		{"\f", "Left one.", noLayer, []string{"left", "one"}},
		{"Left one.", "Left w one j w", onlySymbols, []string{"w", "j"}},
		{"Left one.", "Left one by one", otherWords, []string{"by", "one"}},
	} {
		var c quoteCheck
		c.compare("a.pdf", core.Quote{Page: 1}, tt.quote, []string{tt.page, ""})
		if len(c.astray) != 1 || c.astray[0].Reason != tt.reason || !slices.Equal(c.astray[0].Missing, tt.missing) {
			t.Errorf("%q on %q: %+v", tt.quote, tt.page, c.astray)
		}
	}
}
