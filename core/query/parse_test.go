package query

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"ibid/core"
)

func TestParse(t *testing.T) {
	pdf, md := core.KindPDF, core.KindMarkdown
	tests := []struct {
		name, in string
		want     core.Query
	}{
		{"nothing", "", core.Query{}},
		{"blanks", " \t\n ", core.Query{}},
		{"words are folded", "Yield CURVE naïve", core.Query{Words: []string{"yield", "curve", "naive"}}},
		{"a word said twice is one word that counts twice", "yield Yield curve", core.Query{Words: []string{"yield", "curve"}, Counts: map[string]int{"yield": 2}}},
		{"stop words are not scored", "what is the yield curve?", core.Query{Words: []string{"yield", "curve"}}},
		{"stop words alone are", "to be or not", core.Query{Words: []string{"to", "be", "or", "not"}}},
		{"one typed word can be several", "state-of-the-art", core.Query{Words: []string{"state", "art"}}},
		{"phrase", `rates "Yield  Curve"`, core.Query{Words: []string{"rates"}, Phrases: []string{"yield curve"}}},
		{"phrase keeps stop words", `"the art of war"`, core.Query{Phrases: []string{"the art of war"}}},
		{"phrase of stop words", `"to be" or`, core.Query{Phrases: []string{"to be"}}},
		{"curly quotes", "“yield curve” inverted", core.Query{Words: []string{"inverted"}, Phrases: []string{"yield curve"}}},
		{"phrase in word joined", `"a b"c`, core.Query{Words: []string{"c"}, Phrases: []string{"a b"}}},
		{"empty phrase", `"" yield`, core.Query{Words: []string{"yield"}}},
		{"phrase of marks", `"***" yield`, core.Query{Words: []string{"yield"}}},
		{"open quote", `rates "yield cur`, core.Query{Words: []string{"rates", "yield", "cur"}}},
		{"quote inside a word", `5"7`, core.Query{Words: []string{"5", "7"}}},
		{"not", "bank -River", core.Query{Words: []string{"bank"}, Not: []string{"river"}}},
		{"not a phrase", `bank -"river bed"`, core.Query{Words: []string{"bank"}, Not: []string{"river bed"}}},
		{"dash inside a word", "long-term", core.Query{Words: []string{"long", "term"}}},
		{"lone dash", "a1 - b1", core.Query{Words: []string{"a1", "b1"}}},
		{"two dashes", "--flag", core.Query{Words: []string{"flag"}}},
		{"not alone", "-river", core.Query{Not: []string{"river"}}},
		{"kind", "yield kind:pdf", core.Query{Words: []string{"yield"}, Kinds: []core.Kind{pdf}}},
		{"kinds, any case", "Kind:PDF kind:markdown kind:pdf", core.Query{Kinds: []core.Kind{pdf, md}}},
		{"kind quoted", `kind:"pdf"`, core.Query{Kinds: []core.Kind{pdf}}},
		{"kind of nothing is a word", "kind: pdf", core.Query{Words: []string{"kind", "pdf"}}},
		{"name", "yield in:Crisis", core.Query{Words: []string{"yield"}, Names: []string{"crisis"}}},
		{"name of two words", `in:"Annual Report" x`, core.Query{Words: []string{"x"}, Names: []string{"annual report"}}},
		{"name keeps its marks", "in:a_b.pdf", core.Query{Names: []string{"a_b.pdf"}}},
		{"name of nothing is a stop word", "in: yield", core.Query{Words: []string{"yield"}}},
		{"name with an open quote", `in:"ann yield`, core.Query{Words: []string{"yield"}, Names: []string{`"ann`}}},
		{"operators of others are characters", "* /re.*/ field:x a~2 b^3 (c) +d AND",
			core.Query{Words: []string{"re", "field", "x", "2", "b", "3", "c", "d"}}},
		{"ideographs", "東京 の天気", core.Query{Words: []string{"東京", "の天気"}}},
		{"bad bytes separate", "yield\xff\xfecurve", core.Query{Words: []string{"yield", "curve"}}},
		{"a question is searched for by its own words", "Netflix working capital 2015", core.Query{Words: []string{"netflix", "working", "capital", "2015"}}},
		{"a pasted text has a body", "\nSticky cookie\n\n\"is not\" secure, -config kind:pdf",
			core.Query{Words: []string{"sticky", "cookie"}, Body: []string{"secure", "config", "kind", "pdf"}}},
		{"apostrophe", "Verne’s", core.Query{Words: []string{"verne's"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Parse(tt.in)
			if err != nil {
				t.Fatal(err)
			}
			tt.want.Raw = tt.in
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("Parse(%q)\n got %#v\nwant %#v", tt.in, got, tt.want)
			}
		})
	}
}

func TestParseNamesTheKindsThereAre(t *testing.T) {
	for _, in := range []string{"kind:docx yield", "yield kind:*", `kind:""`} {
		_, err := Parse(in)
		if !errors.Is(err, core.ErrQuery) {
			t.Fatalf("Parse(%q): %v, want ErrQuery", in, err)
		}
		for _, k := range core.Kinds {
			if !strings.Contains(err.Error(), string(k)) {
				t.Errorf("%q does not list %q", err, k)
			}
		}
	}
}

func TestParseKeepsToItsLimits(t *testing.T) {
	var many strings.Builder
	for i := range 200 {
		many.WriteString(`"x` + strings.Repeat("y", i) + ` z" `)
	}
	words := make([]string, 300)
	for i := range words {
		words[i] = "w" + strings.Repeat("o", i%10) + string(rune('a'+i/10%26)) + string(rune('a'+i/260))
	}
	for name, in := range map[string]string{
		"one letter":      strings.Repeat("a", 10_000),
		"words":           strings.Join(words, " "),
		"phrases":         many.String(),
		"one long phrase": `"` + strings.Repeat("ab ", 1000) + `"`,
		"names":           strings.Repeat("in:a in:b ", 400),
		"wide letters":    strings.Repeat("ﷺ", 4000),
		"ideographs":      strings.Repeat("漢", 4000),
		"nots":            strings.Join(words, " -"),
	} {
		t.Run(name, func(t *testing.T) {
			q, err := Parse(in)
			if err != nil {
				t.Fatal(err)
			}
			checkQuery(t, q)
			if q.Empty() && len(q.Names) == 0 {
				t.Error("nothing was understood")
			}
		})
	}
	q, err := Parse(strings.Join(words, " "))
	if err != nil || len(q.Words) != MaxWords {
		t.Errorf("%d words, %v; want %d", len(q.Words), err, MaxWords)
	}
}

// checkQuery holds for every query that Parse returns.
func checkQuery(t *testing.T, q core.Query) {
	t.Helper()
	for _, w := range q.Words {
		if w == "" || !utf8.ValidString(w) || len(w) > MaxWordBytes || strings.ContainsAny(w, " \t\n\"") {
			t.Errorf("bad word %q", w)
		}
	}
	for _, list := range [][]string{q.Phrases, q.Not} {
		if len(list) > MaxPhrases {
			t.Errorf("%d phrases", len(list))
		}
		for _, p := range list {
			if p == "" || !utf8.ValidString(p) || strings.Count(p, " ") >= MaxPhraseWords {
				t.Errorf("bad phrase %q", p)
			}
			for w := range strings.SplitSeq(p, " ") {
				if w == "" || len(w) > MaxWordBytes {
					t.Errorf("bad word %q in phrase", w)
				}
			}
		}
	}
	for _, n := range q.Names {
		if n == "" || !utf8.ValidString(n) {
			t.Errorf("bad name %q", n)
		}
	}
	if len(q.Words) > MaxWords || len(q.Names) > MaxNames || len(q.Kinds) > len(core.Kinds) {
		t.Errorf("over the limits: %d words, %d names, %d kinds", len(q.Words), len(q.Names), len(q.Kinds))
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"", `a "b c" -d kind:pdf in:"x y"`, `"`, `-"`, "kind:", "in:\"", "-\xff", "“„”", "a\u00ad\nb", "½ ﬁ ǆ", "ー漢", "\u0300\u0301", "-\u0301x",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		q, err := Parse(s)
		if err != nil {
			if !errors.Is(err, core.ErrQuery) {
				t.Fatal(err)
			}
			return
		}
		if q.Raw != s {
			t.Errorf("raw %q", q.Raw)
		}
		checkQuery(t, q)
	})
}
