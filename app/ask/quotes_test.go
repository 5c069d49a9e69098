package ask_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ibid/app/apptest"
	"ibid/core"
)

// A phrase in quotes is required while that leaves enough pages. Else its words are
// searched, what holds it word for word comes first, and the answer says so. No
// question finds nothing for its quotes while its words are there.
func TestQuotesAreRequiredWhileThatLeavesEnough(t *testing.T) { // R2.1, X7
	e := apptest.Open(t)
	dir := t.TempDir()
	var paths []string
	write := func(name string, n int, body string) {
		for i := range n {
			paths = append(paths, apptest.Write(t, dir, fmt.Sprintf("%s%d.txt", name, i), fmt.Sprintf("Entry %d. %s", i, body)))
		}
	}
	write("often", 10, "The tidal prism of the lagoon was measured in spring.")
	write("nine", 9, "A salt wedge moves up the estuary in spring.")
	write("once", 1, "The bottom shear stress was high in spring.")
	write("loose", 3, "Stress on the bottom rises with shear; the prism of a lagoon is tidal. The wedge holds salt in spring, in spring, in spring.")
	apptest.Add(t, e, "", paths...)
	abstract := `Observations of "salt wedge" intrusion, lagoon morphology, sediment budget, turbidity maximum, harbour dredging and monitoring in spring`
	for _, tt := range []struct {
		question string
		limit    int
		without  []string
		hits     int
		first    string // beginning of the names of the first hits
		firsts   int
		said     []string
	}{
		{question: `"tidal prism"`, hits: 10, first: "often", firsts: 10, said: []string{"quote:tidal prism"}},
		{question: `“Tidal Prism”`, hits: 10, first: "often", firsts: 10, said: []string{"quote:tidal prism"}},
		{question: `"bottom shear stress"`, hits: 1, first: "once", firsts: 1, said: []string{"quote:bottom shear stress"}},
		{question: `"stress shear bottom"`, hits: 4, said: []string{"words:stress shear bottom"}},
		{question: `"tidal prism" spring`, hits: 10, first: "often", firsts: 10, said: []string{"quote:tidal prism"}},
		{question: `"salt wedge" spring`, hits: 23, first: "nine", firsts: 9, said: []string{"words:salt wedge"}},
		{question: `"salt wedge" spring`, limit: 9, hits: 9, first: "nine", firsts: 9, said: []string{"quote:salt wedge"}},
		{question: `"salt wedge" spring`, without: []string{"words:salt wedge"}, hits: 9, first: "nine", firsts: 9, said: []string{"quote:salt wedge"}},
		{question: `"tidal prism" spring`, without: []string{"quote:tidal prism"}, hits: 23},
		{question: `"shear bottom" spring`, hits: 23, said: []string{"words:shear bottom"}},
		{question: `"shear bottom" spring`, without: []string{"words:shear bottom"}, said: []string{"quote:shear bottom"}},
		// Several phrases: all, some and none hold.
		{question: `"tidal prism" "measured in spring"`, hits: 10, first: "often", firsts: 10, said: []string{"quote:tidal prism", "quote:measured in spring"}},
		{question: `"tidal prism" "salt wedge"`, hits: 10, first: "often", firsts: 10, said: []string{"quote:tidal prism", "words:salt wedge"}},
		{question: `"prism tidal" "wedge salt"`, hits: 22, said: []string{"words:prism tidal", "words:wedge salt"}},
		// A text that mentions a phrase is not held to it.
		{question: abstract, hits: 23, said: []string{"quotes"}},
		{question: abstract, without: []string{"quotes"}, hits: 23, first: "nine", firsts: 9, said: []string{"words:salt wedge"}},
		{question: `spring "the in of"`, hits: 23, said: []string{"words:the in of"}},
		// What must not occur stays strict.
		{question: `"tidal prism" -lagoon`, hits: 0, said: []string{"words:tidal prism"}},
		{question: `"salt wedge" spring -estuary`, hits: 14, said: []string{"words:salt wedge"}},
	} {
		if tt.limit == 0 {
			tt.limit = 50
		}
		found, err := e.Search(t.Context(), core.SearchRequest{Query: tt.question, Limit: tt.limit, Without: tt.without})
		if err != nil {
			t.Fatal(err)
		}
		found.Read = slices.DeleteFunc(found.Read, func(i core.Interpretation) bool { return i.Kind == core.ReadNowhere }) // of the long text
		firsts := 0
		for firsts < len(found.Hits) && tt.first != "" && strings.HasPrefix(found.Hits[firsts].Document.Name, tt.first) {
			firsts++
		}
		if len(found.Hits) != tt.hits || firsts != tt.firsts || !slices.Equal(keys(found.Read), tt.said) {
			t.Errorf("%s without %q: %d hits, %d first in %s, %+v", tt.question, tt.without, len(found.Hits), firsts, tt.first, found.Read)
		}
		for _, r := range found.Read {
			if r.Kind != core.ReadQuotes || !r.Removable || r.Text == "" || r.Why == "" {
				t.Errorf("%s: %+v", tt.question, r)
			}
		}
	}
}
