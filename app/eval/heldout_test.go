package eval_test

import (
	"slices"
	"testing"

	"ibid/app/eval"
	"ibid/core/search"
)

// A set that weights were fitted with is asked twice: with the default weights and with those that have not seen it. The
// first figures stay what they are, and bare BM25, which has no weights, is the same in both.
func TestASetIsAskedAgainWithWeightsThatHaveNotSeenIt(t *testing.T) { // R2.12
	sets, err := eval.Find("../../testdata/eval/shore")
	if err != nil {
		t.Fatal(err)
	}
	measured := func(fitted bool) eval.Report {
		var asked []string
		r, err := eval.Run(t.Context(), sets[0], eval.Options{Folder: t.TempDir(), Unseen: func(set string) []search.Weights {
			asked = append(asked, set)
			if !fitted {
				return nil
			}
			return []search.Weights{{search.PartMention: 1}, {search.PartMention: 1}} // a feature that no passage of the set has
		}})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(asked, []string{"shore"}) {
			t.Errorf("weights without %q were asked for", asked)
		}
		return r
	}
	never, once := measured(false), measured(true)
	if len(never.Unseen) > 0 {
		t.Errorf("a set that no weights have seen has %d figures of its own", len(never.Unseen))
	}
	for _, name := range []string{"ndcg@10", "hit@5", "recall@4000t", "hit@10000t"} {
		seen, _ := once.Of(name)
		plain, _ := never.Of(name)
		i := slices.IndexFunc(once.Unseen, func(m eval.Measure) bool { return m.Name == name })
		if i < 0 {
			t.Fatalf("no %s with weights that have not seen the set", name)
		}
		if unseen := once.Unseen[i]; *unseen.BM25 != *seen.BM25 || seen.Ibid != plain.Ibid {
			t.Errorf("%s: seen %+v, unseen %+v, never seen %+v", name, seen.Pair, unseen.Pair, plain.Pair)
		}
	}
	if seen, unseen := once.Measures[0], once.Unseen[0]; unseen.Ibid >= seen.Ibid {
		t.Errorf("%s: %.3f with weights that tell nothing, %.3f with the default ones", seen.Name, unseen.Ibid, seen.Ibid)
	}
}
