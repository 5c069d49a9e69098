package search_test

import (
	"testing"

	"ibid/core"
	"ibid/core/search"
)

// In a document that the question names, a page that repeats its name does not pass as
// a whole the page that answers; without the words that name it, or where nothing else
// is asked for, nothing changes.
func TestTheNameOfADocumentTellsNoneOfItsPagesApart(t *testing.T) { // R2.1
	s := newShelf(t)
	hash := s.add(t, "tarnwater.pdf", core.KindPDF,
		"Tarnwater Tarnwater Tarnwater, a report of Tarnwater on Tarnwater, with a margin.", "The margin of the sluice was four parts in a hundred, and the margin fell.", "Nothing of it.")
	s.add(t, "other.pdf", core.KindPDF, "The margin of another.", "Tarnwater is named here as well.")
	best := func(q core.Query) (page int) {
		t.Helper()
		found, err := s.Features(t.Context(), q, 10)
		check(t, err)
		most := -1.
		for _, f := range found {
			if v := f.Values[search.PartPage]; f.Document.Hash == hash && v > most {
				page, most = f.Page, v
			}
		}
		return page
	}
	q := core.Query{Raw: "tarnwater margin", Words: []string{"tarnwater", "margin"}}
	if got := best(q); got != 1 {
		t.Errorf("without a name page %d is first", got)
	}
	named := q
	named.Likely, named.NameWords = map[core.Hash]float64{hash: 0.9}, map[core.Hash][]string{hash: {"tarnwater"}}
	if got := best(named); got != 2 {
		t.Errorf("page %d is first in the document that is named", got)
	}
	within := named
	within.Likely, within.Documents = nil, []core.Hash{hash}
	if got := best(within); got != 2 {
		t.Errorf("page %d is first where only the document is searched", got)
	}
	alone := named
	alone.Raw, alone.Words = "tarnwater", []string{"tarnwater"}
	if got := best(alone); got != 1 {
		t.Errorf("page %d is first where nothing but the name is asked for", got)
	}
	s.Without = []search.Part{search.PartAside}
	if got := best(named); got != 1 {
		t.Errorf("page %d is first though the part is left out", got)
	}
}
