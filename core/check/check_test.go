package check

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ibid/core"
)

// pagesByHash is stored text by content.
type pagesByHash map[core.Hash][]core.Page

func (s pagesByHash) Pages(_ context.Context, hash core.Hash) ([]core.Page, error) {
	if pages, ok := s[hash]; ok {
		return pages, nil
	}
	return nil, fmt.Errorf("read pages of %q: %w", hash, core.ErrNotFound)
}

func (s pagesByHash) Passages(context.Context, core.Hash) ([]core.Passage, error) { return nil, nil }

// library is two documents: a report of three pages, and notes.
var library = pagesByHash{
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
		Locator: core.PageLocator("report.pdf", index, map[int]string{2: "12"}[index]), // corrected by hand
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
		{"half a word is not found", `“Divers call the sil” [1]`, []string{"quote: Divers call the sil = not found"}},
		{"the cited page, but not what is quoted of it", `“Annual report” [1]`, []string{"quote: Annual report = found elsewhere"}},
		{"pairs of words are not stitched", `“Annual report Divers call” [1]`, []string{"quote: Annual report Divers call = not found"}},
		{"a quote without the sign", `“correlation of 0.82” and “correlation of −0.82” [2]`,
			[]string{"quote: correlation of 0.82 = not found", "quote: correlation of −0.82 = found"}},
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
		{"a number of a table in thousands", `From 386 thousand to 387 thousand [1, 2].`,
			[]string{"number: 386 thousand = found", "number: 387 thousand = not found"}},
		{"too few figures to stand without their word", `It took 11.8 million, or 82 thousand [2].`,
			[]string{"number: 11.8 million = found", "number: 82 thousand = not found"}},
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

func TestParsing(t *testing.T) { // X1
	for _, tc := range []struct {
		name   string
		answer string
		want   []string // kind: text citations
	}{
		{"behind and before the full stop", "A b c [1]. D e f. [2] G h i.[3] J k.", []string{"sentence: A b c [1]. [1]", "sentence: D e f. [2]", "sentence: G h i. [3]"}},
		{"lists and ranges", "A b [1, 3]. C d [1–3]. E f [1-2;3]. G [1][2].", []string{"sentence: A b [1, 3]. [1 3]", "sentence: C d [1–3]. [1 2 3]", "sentence: E f [1-2;3]. [1 2 3]", "sentence: G [1][2]. [1 2]"}},
		{"other brackets", "A b【1†source】. C d [^2]. E f [Source 3]. G h [1, p. 5].", []string{"sentence: A b【1†source】. [1]", "sentence: C d [^2]. [2]", "sentence: E f [Source 3]. [3]", "sentence: G h [1, p. 5]. [1]"}},
		{"right behind a word", "The water cleared[1]. Use x[1], rows2[1] and row_a[2].", []string{"sentence: The water cleared[1]. [1]"}},
		{"no citations", "A [PDF 219]. B [x]. C [a](b). D [1](c). E [2023]. F [0]. G `[1]`. H [1.5].", nil},
		{"right before the first of two sentences", "[1]The water cleared to 5 m. It stayed at 6 m.", []string{"number: 5 [1]"}},
		{"a quote of two sentences", "He said “It is so. It was so.” [1] Then he left.", []string{"quote: It is so. It was so. [1]"}},
		{"marks of all kinds", `"a b" „c d“ «e f» »g h« “i j” 「k l」 ‘m n o’ 'p q r' [1]`,
			[]string{"quote: a b [1]", "quote: c d [1]", "quote: e f [1]", "quote: g h [1]", "quote: i j [1]", "quote: k l [1]", "quote: m n o [1]", "quote: p q r [1]"}},
		{"no quotes", "The divers' count of the reefs' plants, 5' by 6\" wide, is ‘so’ and “a” [1].", []string{"number: 5 [1]", "number: 6 [1]"}},
		{"places are no numbers", "See p. 3, pages 4, 5 and 6, Figure 7, Table 8–9, [PDF 10], notes.md:40-52, HS-07, R1 and 11 [1].", []string{"number: 11 [1]"}},
		{"items of a list", "1. It is 5 [1].\n2. So [2].\n   It is 6.\n- [x] And 7 [3]", []string{"number: 5 [1]", "sentence: So [2]. [2]", "number: 7 [3]"}},
		{"cells", "| a | b |\n|---|---|\n| It is 5 [1] | It is 6 |\n| 7 | [2] |\n| c | d | [3] |", []string{"number: 5 [1]", "number: 7 [2]", "sentence: c [3]"}},
		{"a line of citations", "It is so.\n\n[1][2]", []string{"sentence: It is so. [1 2]"}},
		{"footnotes and sources", "It is so [^1].\n\n[^1]: It is 5 [1]\n\n## Sources\n1. It is 6\n* “one two three four five”\n\n# More\nAnd 7 [1].", []string{"sentence: It is so [^1]. [1]", "number: 7 [1]"}},
		{"block quotes", "> a b c\n> d [1]\n\nSo it is [2]:\n\n> e f g\n\n> h i j", []string{"quote: a b c\n> d [1]", "sentence: So it is [2]: [2]", "quote: e f g [2]"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			claims, err := claimsOf(tc.answer, sources())
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, c := range claims {
				got = append(got, fmt.Sprintf("%s: %s %v", c.Kind, c.Text, c.Citations))
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(tc.want, "\n  "))
			}
		})
	}
}

func TestNumerals(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"1,234 1.234 1 234,5 1'234'567", "[1234 1.234] [1234 1.234] [1234.5] [1234567]"},
		{"9.0 007 0.50 0,125", "[9] [7] [0.5] [0.125]"},
		{"1,234.5 1.234,5 1.234.567", "[1234.5] [1234.5] [1234567]"},
		{"1.5 million, 2 Mio. and 3 millionaires", "[1500000] [2000000] [3]"},
		{"-3 −4 (–5) 6-7 8 –9", "[-3] [-4] [-5] [6] [7] [8] [-9]"},
		{"2018–19 2018/2019", "[2018] [19 2019] [2018] [2019]"},
		{"12.3.2024 4.2.1", "[12.3.2024] [4.2.1]"},
		{"R1 HS-07 MR-2024/07 17th 5m pre-2018 在2016年", "[17] [5] [2018] [2016]"},
	} {
		var got []string
		for _, n := range numerals(tc.text, false) {
			got = append(got, fmt.Sprint(n.readings))
		}
		if g := strings.Join(got, " "); g != tc.want {
			t.Errorf("%s: got %s, want %s", tc.text, g, tc.want)
		}
	}
}

// A number that stands in a source without the word behind it is found, and it
// is said that what it counts is to be looked at.
func TestNumberWithoutItsWordIsSaid(t *testing.T) { // X1
	claims := checked(t, "From 386 thousand on [1, 2]; in all 1.234 thousand seals [3].", sources())
	if len(claims) != 2 || !strings.HasSuffix(claims[0].Why, ", as 386: look what that is counted in") || strings.Contains(claims[1].Why, "counted") {
		t.Errorf("%+v", claims)
	}
}

// columns is a page whose two columns interleave in the stored text; only its
// passages say how it is read.
type columns struct{ pagesByHash }

func (c columns) Passages(context.Context, core.Hash) ([]core.Passage, error) {
	s := c.pagesByHash["report"][0].Text
	var left, right []core.Span
	at := 0
	for i, part := range strings.SplitAfter(s, "\n") {
		column := &left
		if i%2 == 1 {
			column = &right
		}
		*column = append(*column, core.Span{Start: at, End: at + len(part)})
		at += len(part)
	}
	return []core.Passage{{Page: 1, Spans: left}, {Ordinal: 1, Page: 1, Spans: right}}, nil
}

func TestColumnsAreReadOneAfterTheOther(t *testing.T) {
	body := "The edge of the for-\nWaves lift the silt\nest moves with light.\nwhenever it blows.\n"
	texts := columns{pagesByHash{"report": {{Index: 1, Text: body}}}}
	source := core.Source{
		Number: 1, Document: core.Document{Name: "report.pdf", Kind: core.KindPDF}, Place: core.Place{Hash: "report", Page: 1},
		Quotes: []core.Quote{{Page: 1, Span: core.Span{End: len(body)}}},
	}
	r, err := Checker{texts}.Check(t.Context(), `“The edge of the forest moves with light. Waves lift the silt whenever” [1]`, []core.Source{source})
	if err != nil || len(r.Claims) != 1 || r.Claims[0].Verdict != core.VerdictFound {
		t.Fatal(r.Claims, err)
	}
	var got []string
	for _, e := range r.Claims[0].Evidence {
		got = append(got, e.Text)
	}
	if want := []string{"The edge of the for", "est moves with light", "Waves lift the silt", "whenever"}; !slices.Equal(got, want) {
		t.Errorf("evidence %q, want %q", got, want)
	}
}

// The next line goes on, so nothing may be stepped over.
func TestLinesThatGoOnAreNotSteppedOver(t *testing.T) {
	body := "The edge of the forest\nmoves with the light\nwhenever it blows.\n"
	source := core.Source{
		Number: 1, Document: core.Document{Name: "report.pdf", Kind: core.KindPDF}, Place: core.Place{Hash: "report", Page: 1},
		Quotes: []core.Quote{{Page: 1, Span: core.Span{End: len(body)}}},
	}
	texts := pagesByHash{"report": {{Index: 1, Text: body}}}
	r, err := Checker{texts}.Check(t.Context(), "“edge of the forest whenever it blows” [1]", []core.Source{source})
	if err != nil || len(r.Claims) != 1 || r.Claims[0].Verdict != core.VerdictStitched {
		t.Error(r.Claims, err)
	}
}

// What is not stored any more can be checked against what the context quotes,
// but nothing stands across a cut.
func TestUnknownContentIsSearchedInWhatIsQuoted(t *testing.T) {
	sources := sources()[:1]
	sources[0].Place.Hash, sources[0].Text = "gone", "The forest shrank by 115 ha. … Divers ke⟨U+202E⟩pt away."
	want := []string{"quote: shrank by = found", "quote: Divers kept away = found", "quote: 115 ha divers = not found", "number: 115 = found"}
	claims := checked(t, `It “shrank by” what? [1] “Divers kept away”, “115 ha divers”: 115 [1].`, sources)
	if got := summary(claims); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWhyNamesThePlace(t *testing.T) {
	for _, tc := range []struct{ answer, want string }{
		{"“fan it away” [1]", "stands in [1], report.pdf p. 1"},
		{"“before they take a photograph” [1][2]", "stands in [1], report.pdf p. 1 to report.pdf p. 12 [PDF 2]"},
		{"“the pilot knew it” [1]", "stands in [3], notes.md:4, not in [1]"},
		{"“had told the water” [1][2]", "stands in report.pdf p. 3, not in [1] or [2]"},
		{"He said “the lobsters kept well out”.", "stands in report.pdf p. 3, outside of what the sources quote"},
		{"“fan it away and the pilot knew it” [1][3]", "2 parts of it stand in report.pdf p. 1 and notes.md:4, not one after the other"},
		{"“nobody was ever there” [1]", "stands in none of the sources and nowhere else in their documents"},
		{"It is so [2, 7–9].", "there are no sources 7–9: the context has 1 to 3"},
	} {
		claims := checked(t, tc.answer, sources())
		if got := claims[len(claims)-1].Why; got != tc.want {
			t.Errorf("%s: got %q, want %q", tc.answer, got, tc.want)
		}
	}
}
