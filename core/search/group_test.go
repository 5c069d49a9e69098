package search_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/query"
)

// One answer is not eight passages of one page: the best passage of each page is a
// hit, the others are its More, and the limit counts pages.
func TestHitsAreGroupedByPage(t *testing.T) { // R3.4
	s := newShelf(t)
	s.add(t, "kelp.pdf", core.KindPDF,
		strings.Join([]string{"Kelp and urchins, kelp and otters.", "Kelp again, and much else that is said of the bay.", "Of urchins alone.", "Kelp at the end."}, "\n\n"),
		"A second page with one word of kelp, and many others that say nothing of it at all.")
	s.add(t, "talk.pptx", core.KindSlides, "Kelp on a slide.\n\nKelp in its notes.")
	s.add(t, "lines.md", core.KindMarkdown, strings.Join([]string{"kelp one", "kelp two", "kelp three", "kelp four, further off", "birds", "kelp six, much further off than that"}, "\n\n"))
	ask := func(limit int) (got []string) {
		t.Helper()
		q, err := query.Parse("kelp")
		check(t, err)
		hits, err := s.Grouped(t.Context(), q, limit)
		check(t, err)
		for _, h := range hits {
			place := fmt.Sprintf("%s %d+%d", h.Document.Name, h.Passage.Page, len(h.More))
			if !h.Document.Kind.Paged() {
				place = fmt.Sprintf("%s #%d+%d", h.Document.Name, h.Passage.Ordinal, len(h.More))
			}
			for _, m := range h.More {
				if m.Score > h.Score || len(m.More) > 0 || m.Document.ID != h.Document.ID {
					t.Errorf("%s: below it is %s with score %v and %d below that", place, m.Locator, m.Score, len(m.More))
				}
			}
			got = append(got, place)
		}
		return got
	}
	all := ask(10)
	slices.Sort(all)
	// Of the lines, the first two stand beside each other, and so do the next two.
	if want := "[kelp.pdf 1+2 kelp.pdf 2+0 lines.md #0+1 lines.md #2+1 lines.md #5+0 talk.pptx 1+1]"; fmt.Sprint(all) != want {
		t.Errorf("%v, want %s", all, want)
	}
	if two := ask(2); len(two) != 2 {
		t.Errorf("a limit of two pages gives %v", two)
	}
}

// A section that ends, a function that ends or another sheet parts passages that
// stand beside each other.
func TestPassagesOfOtherSectionsAreHitsOfTheirOwn(t *testing.T) { // R3.4
	s := newShelf(t)
	hash := s.add(t, "lines.md", core.KindMarkdown, "kelp one\n\nkelp two")
	passages, err := s.store.Passages(t.Context(), hash)
	check(t, err)
	for sections, want := range map[string]int{"a a": 1, "a b": 2} {
		for i, name := range strings.Fields(sections) {
			passages[i].Section = name
		}
		check(t, s.store.PutPassages(t.Context(), hash, s.batch, passages))
		q, err := query.Parse("kelp")
		check(t, err)
		if hits, err := s.Grouped(t.Context(), q, 10); err != nil || len(hits) != want {
			t.Errorf("%s: %d hits, want %d; %v", sections, len(hits), want, err)
		}
	}
}

// A page of many passages does not take the places of others that only a wider
// search reads.
func TestLimitOfPagesIsFilledFromFurtherDown(t *testing.T) { // R3.4
	s := newShelf(t)
	s.add(t, "long.pdf", core.KindPDF, strings.TrimSuffix(strings.Repeat("kelp kelp kelp\n\n", 110), "\n\n"))
	for i := range 30 {
		s.add(t, fmt.Sprintf("short%d.pdf", i), core.KindPDF, fmt.Sprintf("Beside much else, and number %d of many, it names the kelp of the bay in passing.", i))
	}
	q, err := query.Parse("kelp")
	check(t, err)
	hits, err := s.Grouped(t.Context(), q, 50)
	check(t, err)
	if len(hits) < 31 {
		t.Errorf("%d pages of 31, the first with %d passages below it", len(hits), len(hits[0].More))
	}
}
