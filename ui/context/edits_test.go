package context

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2/widget"

	"ibid/core"
)

// letters are places that are called by the letters of a word.
func letters(word string) []core.Place {
	var out []core.Place
	for _, r := range word {
		out = append(out, core.Place{Hash: core.Hash(r)})
	}
	return out
}

func word(places []core.Place) string {
	var b strings.Builder
	for _, p := range places {
		b.WriteString(string(p.Hash))
	}
	return b.String()
}

func TestEditsOfAContextAreKeptInTheirOrder(t *testing.T) {
	at := func(letter string) core.Place { return letters(letter)[0] }
	for _, tt := range []struct {
		name           string
		do             func(e *edits)
		order, exclude string // of the request
		count          int
	}{
		{"none", func(*edits) {}, "", "", 0},
		{"put in", func(e *edits) { e.put(at("b")); e.put(at("a")) }, "ba", "", 2},
		{"put in twice", func(e *edits) { e.put(at("b")); e.put(at("a")); e.put(at("b")) }, "ab", "", 2},
		{"taken out", func(e *edits) { e.take(at("a")) }, "", "a", 1},
		{"taken out twice", func(e *edits) { e.take(at("a")); e.take(at("b")); e.take(at("a")) }, "", "ba", 2},
		{"put in and taken out", func(e *edits) { e.put(at("a")); e.take(at("a")) }, "", "a", 1},
		{"taken out and put back to its rank", func(e *edits) { e.take(at("a")); e.put(at("a")) }, "", "", 0},
		{"moved up", func(e *edits) { e.move(letters("abcd"), 1, 0) }, "ba", "", 1},
		{"moved down", func(e *edits) { e.move(letters("abcd"), 1, 2) }, "acb", "", 1},
		{"moved to the end", func(e *edits) { e.move(letters("abc"), 1, 2) }, "acb", "", 1},
		{"moved twice", func(e *edits) { e.move(letters("abcd"), 1, 2); e.move(letters("acbd"), 0, 1) }, "cab", "", 1},
		{"moved and put in", func(e *edits) { e.move(letters("ab"), 0, 1); e.put(at("z")) }, "baz", "", 2},
		{"moved and taken out", func(e *edits) { e.move(letters("ab"), 0, 1); e.take(at("b")) }, "a", "b", 2},
		{"moved, and another question", func(e *edits) { e.put(at("z")); e.move(letters("zab"), 1, 2); e.ask() }, "z", "", 1},
	} {
		e := &edits{}
		tt.do(e)
		var r core.ContextRequest
		e.apply(&r)
		if word(r.Order) != tt.order || word(r.Exclude) != tt.exclude || e.count() != tt.count || e.empty() != (tt.count == 0) {
			t.Errorf("%s: order %q, without %q, %d edits", tt.name, word(r.Order), word(r.Exclude), e.count())
		}
	}
}

func TestWhatWasPutInIsNotOverTheLimit(t *testing.T) {
	e := &edits{picked: letters("abc")}
	for limit, want := range map[int]int{0: 0, 2: 3, 3: 3, 4: 4} {
		r := core.ContextRequest{MaxSources: limit}
		if e.apply(&r); r.MaxSources != want {
			t.Errorf("limit %d becomes %d, want %d", limit, r.MaxSources, want)
		}
	}
	present := letters("abc")
	if (&edits{}).move(present, 0, 1); word(present) != "abc" {
		t.Errorf("a move changes the sources that are shown: %q", word(present))
	}
}

func TestTheGapsOfASourceStandOut(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"one", "one"}, {"… one", "<…>one"}, {"one …", "one<…>"}, {"…", "<…>"}, {"one\n…\ntwo", "one\n<…>\ntwo"},
		{"one … two", "one … two"}, {"one…\ntwo", "one…\ntwo"}, {"", ""}, {" \n one \n", "one"},
	} {
		got := ""
		for _, s := range segments(tt.text) {
			text := s.(*widget.TextSegment)
			if text.Style.TextStyle.Bold {
				got += "<" + strings.TrimSpace(text.Text) + ">"
			} else {
				got += text.Text
			}
		}
		if got != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestASourceSaysItsFileItsCostAndWhyItIsIn(t *testing.T) {
	s := core.Source{Locator: core.PageLocator("a.pdf", 3, ""), Tokens: 120, Whole: 480, Shown: core.ShownTrimmed}
	for _, tt := range []struct {
		section   string
		cut, est  bool
		want      string
		reasons   []core.Reason
		whyItIsIn string
	}{
		{"", false, false, "a.pdf\n120 tokens", nil, ""},
		{"Tides", false, true, "a.pdf > Tides\nabout 120 tokens (estimate)", []core.Reason{{}}, ""},
		{"", true, false, "a.pdf\ncut: 120 of 480 tokens · trimmed", []core.Reason{{Detail: "words"}, {}, {Detail: "title"}}, "Why: words · title"},
		{"", true, true, "a.pdf\ncut: 120 of 480 tokens · trimmed (estimate)", nil, ""},
	} {
		s.Section, s.Cut, s.Reasons = tt.section, tt.cut, tt.reasons
		if got, why := facts(s, tt.est), reasons(s); got != tt.want || why != tt.whyItIsIn {
			t.Errorf("%+v: %q, %q", tt, got, why)
		}
	}
	if got := []string{place(core.LineLocator("a.md", 3, 9)), place(s.Locator)}; !slices.Equal(got, []string{"lines 3-9", "p. 3"}) {
		t.Errorf("%q", got)
	}
}
