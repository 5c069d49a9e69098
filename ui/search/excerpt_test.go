package search

import (
	"strings"
	"testing"

	"ibid/core"
)

// spans finds words in a text.
func spans(text string, words ...string) []core.Span {
	var out []core.Span
	at := 0
	for _, w := range words {
		i := at + strings.Index(text[at:], w)
		out = append(out, core.Span{Start: i, End: i + len(w)})
		at = i + len(w)
	}
	return out
}

func TestExcerptShowsWhereTheMatchesAre(t *testing.T) {
	filler := strings.Repeat("lorem ipsum dolor sit amet ", 20)
	tests := []struct {
		name    string
		text    string
		words   []string
		starts  string
		matches []string
	}{
		{"short text is whole", "the yield  curve\ninverted", []string{"yield", "inverted"}, "the yield curve", []string{"yield", "inverted"}},
		{"white space is squeezed before the marks", " a\n\n b\tcurve ", []string{"curve"}, "a b curve", []string{"curve"}},
		{"characters of several bytes", "Zürich — größer: Kurve …", []string{"größer", "Kurve"}, "Zürich", []string{"größer", "Kurve"}},
		{"long text starts near the match", filler + "the yield curve", []string{"curve"}, "… ", []string{"curve"}},
		{"the densest stretch wins", "curve " + filler + "yield curve inverted", []string{"curve", "yield", "curve", "inverted"}, "… ", []string{"yield", "curve", "inverted"}},
		{"no match shows the beginning", filler, nil, "lorem ipsum", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, marks := excerpt(tt.text, spans(tt.text, tt.words...), 120)
			if !strings.HasPrefix(got, tt.starts) {
				t.Errorf("%q does not begin with %q", got, tt.starts)
			}
			var words []string
			for _, m := range marks {
				words = append(words, got[m.Start:m.End])
			}
			if strings.Join(words, ",") != strings.Join(tt.matches, ",") {
				t.Errorf("marked %q, want %q in %q", words, tt.matches, got)
			}
		})
	}
}

func FuzzExcerptMarksStayInside(f *testing.F) {
	f.Add("the yield curve inverted", 4, 9, 10)
	f.Add("größer\n\nals   alles", 0, 7, 3)
	f.Add("00000000к", 4, 9, 10) // ends inside a character
	f.Fuzz(func(t *testing.T, text string, start, end, size int) {
		text = strings.ToValidUTF8(text, "?")
		if size < 1 || size > 1000 {
			return
		}
		got, marks := excerpt(text, []core.Span{{Start: start, End: end}}, size)
		for _, m := range marks {
			if m.Start < 0 || m.End < m.Start || m.End > len(got) {
				t.Errorf("mark %v lies outside of %q", m, got)
			}
		}
	})
}
