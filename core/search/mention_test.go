package search_test

import (
	"fmt"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/search"
)

// harbourContents is a table of contents that names the dredging of a harbour.
func harbourContents() string {
	var b strings.Builder
	for i, s := range []string{"Tides", "Dredging of the Harbour of Marwick", "Harbour Dues", "Pilots", "The Old Lock", "Dredging of the Bar", "Lights", "Charts"} {
		fmt.Fprintf(&b, "%d. %s ............ %d\n", i+1, s, 5+i*9)
	}
	return b.String()
}

const harbourText = "The dredging of the harbour of Marwick took two summers, because the sand that the river brings settles again where the current slows down."

// A part that only mentions stays searchable and ranks below text that answers, with
// its reason, unless the question asks for it.
func TestPartsThatOnlyMentionRankBelowText(t *testing.T) { // R2.6
	s := newShelf(t)
	contents := harbourContents()
	s.add(t, "harbours.pdf", core.KindPDF, "The Harbours of Marwick and how they are kept open, told for those who use them", contents, harbourText)
	s.add(t, "names.go", core.KindCode, contents)
	ask := func(question string, weight float64) map[int]core.Hit {
		s.Weights = search.Weights{search.PartPassage: 1, search.PartMention: weight}
		byPage := make(map[int]core.Hit)
		for _, h := range s.ask(t, question) {
			if h.Document.Kind == core.KindPDF {
				byPage[h.Passage.Page] = h
			} else if h.Part != "" {
				t.Errorf("source code is called %q", h.Part)
			}
		}
		return byPage
	}
	const question = "dredging of the harbour dues"
	free, down := ask(question, 0), ask(question, -.8)
	if free[2].Score <= free[3].Score || down[2].Score >= down[3].Score || down[2].Score == 0 {
		t.Errorf("contents score %.2f beside %.2f of text; ranked down %.2f beside %.2f", free[2].Score, free[3].Score, down[2].Score, down[3].Score)
	}
	if free[2].Part == "" || free[3].Part != "" {
		t.Errorf("the contents are %q, the text %q", free[2].Part, free[3].Part)
	}
	why := func(h core.Hit) string {
		for _, r := range h.Reasons {
			if r.Retriever == string(search.PartMention) {
				return r.Detail
			}
		}
		return ""
	}
	if got := why(down[2]); got != "a table of contents: ranked below text" || why(free[2]) != "" || why(down[3]) != "" {
		t.Errorf("reasons %q, without a weight %q, of text %q", got, why(free[2]), why(down[3]))
	}
	if asked := ask("dredging in the table of contents", -.8); asked[2].Part != "" || why(asked[2]) != "" {
		t.Errorf("asked for, the contents are %q: %s", asked[2].Part, why(asked[2]))
	}
}
