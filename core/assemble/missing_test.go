package assemble_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/text"
)

// asking builds a context for a question about pages.
func (s *store) asking(t *testing.T, question string, req core.ContextRequest, hits ...core.Hit) core.Context {
	t.Helper()
	q := core.Query{Raw: question, Words: text.Forms(question)}
	c, err := s.assembler().Context(context.Background(), req, core.Retrieval{Query: q, Hits: hits})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A word counts as held if it stands anywhere on a quoted page, in its heading or in
// what the document is called.
func TestWordsThatNoSourceHoldsAreNamed(t *testing.T) { // R2.8
	s := newStore()
	page := first + "\n\n" + second
	hit := s.put("carrow_2019.pdf", core.KindPDF, 1, 0, page, 1, first)
	hit.Passage.Section = "Ice > Storms"
	words := strings.Fields(second)
	for question, want := range map[string][]string{
		first:                            nil,
		words[len(words)-2]:              nil, // on the page, not quoted
		"Carrow 2019 storms":             nil,
		"Carrow Q3 2018":                 {"Q3 2018"},
		"Q3, 2018":                       {"Q3", "2018"},
		"Toronto in 2019, Boston, Q3":    {"Toronto", "Boston", "Q3"},
		"Q3 and then Q3 again":           {"Q3 and", "again"},
		"w1 w2 w3 w4 w5 w6":              {"w1 w2 w3 w4 w5 w6"},
		"w1 w2 w3 w4 w5 w6 w7 carrow w8": {"w3 w4 w5 w6 w7", "w8"},
	} {
		c := s.asking(t, question, core.ContextRequest{}, hit)
		if question == "Q3 and then Q3 again" {
			want = lackingOf(question, page)
		}
		if !slices.Equal(c.Missing, want) {
			t.Errorf("%q: missing %q, want %q", question, c.Missing, want)
		}
	}
}

// lackingOf joins the words of a question that a page lacks, each once, where they
// follow each other.
func lackingOf(question, page string) (out []string) {
	held, open := text.Forms(page), false
	seen := make(map[string]bool)
	for _, w := range strings.Fields(question) {
		form := text.Forms(w)[0]
		lacks := !slices.Contains(held, form) && !seen[form]
		seen[form] = true
		switch {
		case lacks && open:
			out[len(out)-1] += " " + w
		case lacks:
			out = append(out, w)
		}
		open = lacks
	}
	return out
}

// The statement stands in every format, within the budget, and is about the sources
// that are in: one that was dropped does not count.
func TestMissingWordsAreSaidInTheContext(t *testing.T) { // R2.8
	s := newStore()
	one := s.put("a.pdf", core.KindPDF, 1, 0, first, 1, first)
	two := s.put("b.pdf", core.KindPDF, 1, 0, second+" Zanzibar.", .9, second+" Zanzibar.")
	for _, format := range core.Formats {
		all := s.asking(t, "Zanzibar, Q3", core.ContextRequest{Format: format}, one, two)
		if quote := `None of these sources holds "Q3".`; !strings.Contains(unescaped(all.Text), quote) || len(all.Sources) != 2 {
			t.Errorf("%s: %q", format, all.Text)
		}
		if exact := s.asking(t, "Zanzibar, Q3", core.ContextRequest{Format: format, Budget: all.Tokens}, one, two); exact.Text != all.Text {
			t.Errorf("%s: with the budget of what it costs: %q", format, exact.Text)
		}
		single := s.asking(t, "Zanzibar, Q3", core.ContextRequest{Format: format, MaxSources: 1}, one, two)
		if quote := `None of these sources holds "Zanzibar" or "Q3".`; !strings.Contains(unescaped(single.Text), quote) {
			t.Errorf("%s: %q", format, single.Text)
		}
	}
	if c := s.asking(t, "Zanzibar", core.ContextRequest{}); len(c.Missing) != 0 || c.Text != "" {
		t.Errorf("without hits: %+v", c)
	}
}

// unescaped undoes what JSON and XML do to quotation marks.
func unescaped(s string) string { return strings.NewReplacer(`\"`, `"`, "&#34;", `"`).Replace(s) }
