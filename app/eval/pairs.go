package eval

import (
	"fmt"
	"slices"
	"strconv"

	"ibid/app/report"
)

// pairRow is one line of a set's pairs.jsonl: a question as somebody would type it who has read the page, and a
// variant that says the same in another form.
type pairRow struct {
	pageQuestion
	Variant string `json:"variant"`
	Class   string `json:"class"` // what the two differ in
}

// readPairs reads a set of documents/ and pairs.jsonl. Both questions of a pair have the same right pages.
func readPairs(dir string) (Set, error) {
	l, err := pageLibrary(dir)
	if err != nil {
		return Set{}, err
	}
	err = readLines(pairsFile(dir), func(p pairRow) error {
		if p.Variant == "" || p.Class == "" {
			return fmt.Errorf("pair %q: variant and class are wanted", p.ID)
		}
		clean := Question{ID: p.ID, Text: p.Question, gold: p.gold()}
		variant := Question{ID: p.ID + "-variant", Text: p.Variant, gold: p.gold(), clean: p.ID, class: p.Class}
		if err := l.add(clean); err != nil {
			return err
		}
		return l.add(variant)
	})
	return Set{Paged: true, ranks: true, Libraries: []Library{l}}, err
}

// robustDepth is among how many places a right one must be.
const robustDepth = 5

// PairClass counts the pairs of one class. A question is found if a right page is among the first five, and first if it
// is the first of all.
type PairClass struct {
	Name    string `json:"class"`
	Pairs   int    `json:"pairs"`
	Clean   int    `json:"clean"`   // clean questions that are found
	Variant int    `json:"variant"` // variants that are found
	Both    int    `json:"both"`
	// CleanFirst and BothFirst count the same for the first place.
	CleanFirst int `json:"clean_first"`
	BothFirst  int `json:"both_first"`
}

// Kept returns the share of the found clean questions whose variant is found too.
func (c PairClass) Kept() float64 { return ratio(float64(c.Both), float64(c.Clean)) }

// KeptFirst returns the same share for the first place, which shows smaller changes.
func (c PairClass) KeptFirst() float64 { return ratio(float64(c.BothFirst), float64(c.CleanFirst)) }

// add counts a pair.
func (c *PairClass) add(clean, variant Outcome) {
	c.Pairs++
	c.Clean += count(clean.within(robustDepth))
	c.Variant += count(variant.within(robustDepth))
	c.Both += count(clean.within(robustDepth) && variant.within(robustDepth))
	c.CleanFirst += count(clean.within(1))
	c.BothFirst += count(clean.within(1) && variant.within(1))
}

// Robustness is the result of a set of pairs.
type Robustness struct {
	All     PairClass   `json:"all"`
	Classes []PairClass `json:"classes"` // in the order of the set
}

// robustness compares the outcomes of pairs; nil if there are none.
func robustness(outcomes []Outcome) *Robustness {
	clean := make(map[string]Outcome)
	for _, o := range outcomes {
		clean[o.Question.ID] = o
	}
	out := Robustness{All: PairClass{Name: "all"}}
	for _, o := range outcomes {
		if o.Question.clean == "" {
			continue
		}
		i := slices.IndexFunc(out.Classes, func(c PairClass) bool { return c.Name == o.Question.class })
		if i < 0 {
			i, out.Classes = len(out.Classes), append(out.Classes, PairClass{Name: o.Question.class})
		}
		out.Classes[i].add(clean[o.Question.clean], o)
		out.All.add(clean[o.Question.clean], o)
	}
	if out.All.Pairs == 0 {
		return nil
	}
	return &out
}

// within reports whether a right page is among the first k places.
func (o Outcome) within(k int) bool { return hit(o.Ibid.Places, o.Question.gold, k) > 0 }

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

func (r Robustness) table() report.Table {
	t := report.Table{
		Title:   fmt.Sprintf("pairs of a question and its variant: a right page among the first %d, or first", robustDepth),
		Heading: []string{"class", "pairs", "clean", "variant", "both", "kept", "kept first"},
	}
	for _, c := range append(slices.Clone(r.Classes), r.All) {
		first := fmt.Sprintf("%.3f (%d of %d)", c.KeptFirst(), c.BothFirst, c.CleanFirst)
		t.Add(c.Name, strconv.Itoa(c.Pairs), strconv.Itoa(c.Clean), strconv.Itoa(c.Variant), strconv.Itoa(c.Both), fmt.Sprintf("%.3f", c.Kept()), first)
	}
	return t
}
