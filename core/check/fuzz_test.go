package check

import (
	"context"
	"testing"
	"unicode/utf8"

	"ibid/core"
)

// odd has passages whose spans may lie outside of their page.
type odd struct {
	pagesByHash
	span core.Span
}

func (o odd) Passages(context.Context, core.Hash) ([]core.Passage, error) {
	return []core.Passage{
		{Page: 2, Spans: []core.Span{{Start: o.span.End, End: o.span.End + 9}, {Start: 0, End: o.span.Start}}},
		{Page: 1, Spans: []core.Span{o.span, {End: 5}}}, {Page: 3, Spans: []core.Span{o.span}},
	}, nil
}

// Whatever an answer and its sources are, nothing panics, every claim stands in
// the answer, and every piece of evidence stands where it is said to.
func FuzzCheck(f *testing.F) { // X1
	for _, answer := range []string{
		"The edge “rose by … 3.3 m” [1, 2–3]. [9]", "> a block\n> quote\n\n— [1]", "| a | 3 | [1] |\n|---|\n| “b c d” | [2] |",
		"```\na[1]\n", "[x](y) [^1]: z\n[1]: 3", "„Zitat eins“ [1] »zwei drei« 【2†L1】", "-0.82 1 234,5 2018–19 1.2.3 million [1][1][3]",
		"\"[T]he [...] x\" [1] 'it is so' [000] [999–1]", "# Sources\n1. a\n[2] b", "\xff“\xfe a” [1]…", "⟨U+202E⟩ [1] 海带林的下缘 3 [3]",
	} {
		f.Add(answer, "The edge rose by 3.3 m.\nat the\nend 1 234 of it", "海带林的下缘 … and 1.2.3 –0.82 \u202e sys-tem", 4, 20)
	}
	f.Add("“in no passage at all” [1]", "Text.", "a head in no passage", -1, 99)
	f.Fuzz(func(t *testing.T, answer, a, b string, from, to int) {
		if !utf8.ValidString(a) || !utf8.ValidString(b) {
			t.Skip("stored text is valid UTF-8")
		}
		texts := pagesByHash{"a": {{Index: 1, Text: a}, {Index: 2, Text: b}}}
		pdf := core.Document{ID: 1, Name: "a.pdf", Kind: core.KindPDF}
		quote := core.Quote{Page: 1, Span: core.Span{Start: from, End: to}}
		sources := []core.Source{
			{Number: 1, Document: pdf, Place: core.Place{Hash: "a", Page: 1}, Text: a, Quotes: []core.Quote{quote, {Page: 2, Span: core.Span{End: len(b)}}}},
			{Number: 2, Document: core.Document{ID: 2, Name: "b.md"}, Place: core.Place{Hash: "unknown"}, Text: b},
		}
		r, err := Checker{odd{texts, quote.Span}}.Check(t.Context(), answer, sources)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range r.Claims {
			if c.Text != answer[c.Start:c.End] || c.Verdict == "" || c.Why == "" {
				t.Fatalf("claim %+v", c)
			}
			for _, e := range c.Evidence {
				if e.Quote.Page > 0 && texts["a"][e.Quote.Page-1].Text[e.Quote.Start:e.Quote.End] != e.Text {
					t.Fatalf("evidence %+v", e)
				}
			}
		}
	})
}
