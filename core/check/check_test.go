package check

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ibid/core"
)

// shelf is stored text by content.
type shelf map[core.Hash][]core.Page

func (s shelf) Pages(_ context.Context, hash core.Hash) ([]core.Page, error) {
	if pages, ok := s[hash]; ok {
		return pages, nil
	}
	return nil, fmt.Errorf("read pages of %q: %w", hash, core.ErrNotFound)
}

func (s shelf) Passages(context.Context, core.Hash) ([]core.Passage, error) { return nil, nil }

// library is two documents: a report of three pages, and notes.
var library = shelf{
	"report": {
		{Index: 1, Text: "Annual report\nThe forest shrank from 386 ha to 271 ha. Divers call the silt dust and fan it away before they\n1"},
		{Index: 2, Label: "ii", Text: "Annual report\ntake a photograph. The edge of the for-est rose by 3.3 m at a rank correlation of –0.82. In the following\nTable 1. Reefs\nBay 9.4 9.3 Rock 11.8 11.9\nwinter only the bay was turbid. The works cost 1,500,000 euros.\n2"},
		{Index: 3, Text: "Annual report\nNobody had told the water that the work was over. The lobsters kept well out of it all.\n3"},
	},
	"notes": {{Index: 1, Text: "# Notes\n\nThe water was clear\nand the pilot knew it.\nHe counted 1 234 seals."}},
}

func page(number, index int, from, to string) core.Source {
	s := core.Source{
		Number: number, Document: core.Document{ID: 1, Name: "report.pdf", Kind: core.KindPDF}, Place: core.Place{Hash: "report", Page: index},
		Locator: core.PageLocator("report.pdf", index, ""),
	}
	body := library["report"][index-1].Text
	a := strings.Index(body, from)
	b := strings.Index(body, to) + len(to)
	s.Quotes = []core.Quote{{Page: index, Span: core.Span{Start: a, End: b}}}
	s.Text = body[a:b]
	return s
}

// sources are [1] most of page 1, [2] most of page 2, [3] the notes.
func sources() []core.Source {
	body := library["notes"][0].Text
	return []core.Source{
		page(1, 1, "The forest", "before they"), page(2, 2, "take", "euros."),
		{
			Number: 3, Document: core.Document{ID: 2, Name: "notes.md", Kind: core.KindMarkdown}, Place: core.Place{Hash: "notes"},
			Locator: core.LineLocator("notes.md", 1, 5), Text: body, Quotes: []core.Quote{{Page: 1, Span: core.Span{End: len(body)}}},
		},
	}
}

func checked(t testing.TB, answer string, sources []core.Source) []core.Claim {
	t.Helper()
	r, err := Checker{library}.Check(t.Context(), answer, sources)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range r.Claims {
		if answer[c.Start:c.End] != c.Text || c.Why == "" {
			t.Errorf("%q stands at %v of the answer, which is %q; why: %q", c.Text, c.Span, answer[c.Start:c.End], c.Why)
		}
		for _, e := range c.Evidence {
			if e.Quote.Page > 0 && e.Text != library[hashOf(e)][e.Quote.Page-1].Text[e.Quote.Start:e.Quote.End] {
				t.Errorf("%q: evidence %q is not what stands at %v", c.Text, e.Text, e.Quote)
			}
		}
	}
	return r.Claims
}

func hashOf(e core.Evidence) core.Hash {
	return map[core.DocumentID]core.Hash{1: "report", 2: "notes"}[e.Document]
}

// summary writes claims in short: kind: text = verdict.
func summary(claims []core.Claim) []string {
	var out []string
	for _, c := range claims {
		out = append(out, fmt.Sprintf("%s: %s = %s", c.Kind, c.Text, c.Verdict))
	}
	return out
}

func TestVerdicts(t *testing.T) { // X1
	for _, tc := range []struct {
		name   string
		answer string
		want   []string
	}{
		{"a quote stands in the cited source", `It says “fan it away” [1].`, []string{"quote: fan it away = found"}},
		{"case, hyphens and marks do not count", `It says "Edge of the **FOREST** rose" [2].`, []string{"quote: Edge of the **FOREST** rose = found"}},
		{"a quote runs over a page end", `“before they take a photograph” [1][2]`, []string{"quote: before they take a photograph = found"}},
		{"a quote runs on into what is not cited", `“before they take a photograph” [1]`, []string{"quote: before they take a photograph = found elsewhere"}},
		{"a quote steps over a table", `“In the following winter only the bay” [2]`, []string{"quote: In the following winter only the bay = found"}},
		{"a quote does not step over a sentence", `“a rank correlation of winter only the bay” [2]`, []string{"quote: a rank correlation of winter only the bay = stitched"}},
		{"a quote stands in another source", `“the pilot knew it” [1]`, []string{"quote: the pilot knew it = found elsewhere"}},
		{"a quote stands in the document", `“had told the water” [2]`, []string{"quote: had told the water = found elsewhere"}},
		{"a quote stands nowhere", `“the divers were tired” [1]`, []string{"quote: the divers were tired = not found"}},
		{"words within a word are not found", `“he edge of the forest” [2]`, []string{"quote: he edge of the forest = not found"}},
		{"parts of a quote", `“Divers call … fan it away” [1]`, []string{"quote: Divers call … fan it away = found"}},
		{"parts the other way round", `“fan it away […] Divers call the” [1]`, []string{"quote: fan it away […] Divers call the = stitched"}},
		{"an insertion", `“[T]he forest shrank [by a third] from 386 ha” [1]`, []string{"quote: [T]he forest shrank [by a third] from 386 ha = found"}},
		{"a quote without a citation", `He said “and the pilot knew it”. He also said “the moon is made of cheese”.`,
			[]string{"quote: and the pilot knew it = found", "quote: the moon is made of cheese = not found"}},
		{"numbers", `From 386 to 217 ha, at −0.82 and 0.82 [1, 2].`,
			[]string{"number: 386 = found", "number: 217 = not found", "number: −0.82 = found", "number: 0.82 = not found"}},
		{"a number is a whole one", `It was 11 m, or 3 m, or 11.8 m [2].`, []string{"number: 11 = not found", "number: 3 = found elsewhere", "number: 11.8 = found"}},
		{"numbers by value", `It cost 1.5 million [2], not 1 500 000 or 1.500.000 [2]; 1,234 seals [3].`,
			[]string{"number: 1.5 million = found", "number: 1,234 = found"}},
		{"a source that does not exist", `So it is [9].`, []string{"citation: [9] = no such source"}},
		{"a number of a source that does not exist", `It was 386 ha [9].`, []string{"number: 386 = found elsewhere", "citation: [9] = no such source"}},
		{"neither quote nor number", `The water cleared [3].`, []string{"sentence: The water cleared [3]. = unchecked"}},
		{"no citation, no claim", `It was 999 m. The year 2023 was calm.`, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := summary(checked(t, tc.answer, sources())); !slices.Equal(got, tc.want) {
				t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(tc.want, "\n  "))
			}
		})
	}
}

func TestLongAnswerIsAnError(t *testing.T) {
	_, err := Checker{library}.Check(t.Context(), strings.Repeat("a", MaxAnswer+1), nil)
	if !errors.Is(err, core.ErrQuery) {
		t.Errorf("got %v", err)
	}
}
