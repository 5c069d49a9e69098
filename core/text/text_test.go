package text_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"ibid/core"
	"ibid/core/assemble/assembletest"
	"ibid/core/text"
)

func TestWordsFoldsAndJoins(t *testing.T) {
	tests := map[string]struct {
		in   string
		want []string
	}{
		"case and punctuation":          {"The Yield-Curve, inverted!", []string{"the", "yield", "curve", "inverted"}},
		"hyphenated at a line end":      {"we ver-\nify the claim", []string{"we", "verify", "the", "claim"}},
		"hyphen before a blank line":    {"see ver-\n\nify", []string{"see", "ver", "ify"}},
		"hyphen before a capital":       {"GPT-\nFour", []string{"gpt", "four"}},
		"soft hyphen":                   {"sedi\u00adment", []string{"sediment"}},
		"soft hyphen at a line end":     {"sedi\u00ad\nment", []string{"sediment"}},
		"ligature":                      {"ﬁnd the eﬀect", []string{"find", "the", "effect"}},
		"accents":                       {"naïve Ångström Ελλάς", []string{"naive", "angstrom", "ελλας"}},
		"marks of other scripts stay":   {"й हिन्दी", []string{"й", "हिन्दी"}},
		"apostrophes":                   {"don’t o'clock 'quoted'", []string{"don't", "o'clock", "quoted"}},
		"numbers":                       {"1,539 pages, 3.14.", []string{"1,539", "pages", "3.14"}},
		"scripts without spaces":        {"潮間帯のケルプ forest", []string{"潮間帯のケルプ", "forest"}},
		"Latin beside ideographs":       {"使用BM25算法", []string{"使用", "bm25", "算法"}},
		"underscores divide":            {"find_by_email", []string{"find", "by", "email"}},
		"invalid bytes divide":          {"a\xffb", []string{"a", "b"}},
		"nothing but marks and signs":   {"— … *", nil},
		"superscripts are compatible":   {"CO₂ m²", []string{"co2", "m2"}},
		"hyphen at the end of the text": {"ver-", []string{"ver"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, text.Forms(tt.in)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWordSpansCoverTheSource(t *testing.T) {
	in := "A ver-\nify ﬁnd"
	var got []string
	for w := range text.Words(in) {
		got = append(got, in[w.Start:w.End])
	}
	if diff := cmp.Diff([]string{"A", "ver-\nify", "ﬁnd"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestWordsPartedByAHyphenAreKnownAsOne(t *testing.T) {
	tests := map[string]struct {
		in   string
		want []string // the source of both parts, and their form as one
	}{
		"lines that a reader joined":  {"the sys-tem ran", []string{"sys-tem=system"}},
		"compound":                    {"well-known facts", []string{"well-known=wellknown"}},
		"Unicode's own hyphen":        {"sys\u2010tem", []string{"sys\u2010tem=system"}},
		"accents are folded":          {"natür-lich", []string{"natür-lich=naturlich"}},
		"with a line end in the next": {"re-exam-\nine", []string{"re-exam-\nine=reexamine"}},
		"three parts":                 {"state-of-art", nil},
		"capitals":                    {"Yield-Curve GPT-four", nil},
		"digits":                      {"covid-19 3-d", nil},
		"a dash":                      {"one - two", nil},
		"two hyphens":                 {"one--two", nil},
		"a line end":                  {"sys-\ntem", nil}, // is one word already
		"at the end":                  {"sys-", nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var got []string
			for w := range text.Words(tt.in) {
				if w.Joined != "" {
					got = append(got, tt.in[w.Start:w.JoinedEnd]+"="+w.Joined)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSentences(t *testing.T) {
	tests := map[string]struct {
		in   string
		want []string
	}{
		"plain":                   {"One. Two! Three?", []string{"One.", "Two!", "Three?"}},
		"line breaks do not end":  {"One goes\non. Two.", []string{"One goes\non.", "Two."}},
		"blank lines do":          {"Heading\n\nText here. ", []string{"Heading", "Text here."}},
		"abbreviations":           {"See Fig. 3 and Smith et al. (2020). Next.", []string{"See Fig. 3 and Smith et al. (2020).", "Next."}},
		"initials":                {"J. R. Smith wrote. He did.", []string{"J. R. Smith wrote.", "He did."}},
		"decimals":                {"It is 3.5 m. Yes.", []string{"It is 3.5 m.", "Yes."}},
		"quotes close":            {"“Go.” She went.", []string{"“Go.”", "She went."}},
		"Chinese":                 {"潮水很高。我们等待。", []string{"潮水很高。", "我们等待。"}},
		"no is a word and a sign": {"The answer is no. No. 12 failed.", []string{"The answer is no.", "No. 12 failed."}},
		"lower case goes on":      {"approx. five metres", []string{"approx. five metres"}},
		"empty":                   {" \n ", nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, sp := range text.Sentences(tt.in) {
				got = append(got, tt.in[sp.Start:sp.End])
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWidenToSentencesReachesBothEnds(t *testing.T) {
	in := "First one. Second one here. Third."
	at := strings.Index(in, "one here")
	got := text.WidenToSentences(in, core.Span{Start: at, End: at + 3})
	if s := in[got.Start:got.End]; s != "Second one here." {
		t.Errorf("got %q", s)
	}
}

func TestLineTable(t *testing.T) {
	s := "one\ntwo\n\nfour\n"
	lt := text.NewLineTable(s)
	if lt.Len() != 4 {
		t.Fatalf("Len = %d, want 4", lt.Len())
	}
	for offset, want := range map[int]int{0: 1, 3: 1, 4: 2, 8: 3, 9: 4, 13: 4} {
		if got := lt.Line(offset); got != want {
			t.Errorf("Line(%d) = %d, want %d", offset, got, want)
		}
	}
	for _, tt := range []struct {
		first, last int
		want        string
	}{{1, 1, "one\n"}, {2, 3, "two\n\n"}, {-4, 1, "one\n"}, {4, 99, "four\n"}, {7, 9, ""}} {
		sp := lt.Span(tt.first, tt.last)
		if got := s[sp.Start:sp.End]; got != tt.want {
			t.Errorf("Span(%d, %d) = %q, want %q", tt.first, tt.last, got, tt.want)
		}
	}
}

func TestFenceOutlastsTheText(t *testing.T) { // R4.5
	for in, want := range map[string]int{"": 3, "a `b` c": 3, "```go\n```": 4, strings.Repeat("`", 40): 41} {
		if got := len(text.Fence(in)); got != want {
			t.Errorf("Fence(%q) has %d backticks, want %d", in, got, want)
		}
	}
}

func TestVisibleShowsWhatHides(t *testing.T) { // R4.5
	for in, want := range map[string]string{
		"plain\ttext\n":    "plain\ttext\n",
		"a\u202eb":         "a⟨U+202E⟩b",
		"x\x00y\x1b":       "x⟨U+0000⟩y⟨U+001B⟩",
		"tag \U000E0041!":  "tag ⟨U+E0041⟩!",
		"soft\u00adly":     "soft\u00adly",
		"a⟨U+202E⟩b":       "a⟨U+27E8⟩U+202E⟩b",
		"⟨x⟩ ⟨U+":          "⟨x⟩ ⟨U+27E8⟩U+",
		"\ufffe\U0010ffff": "⟨U+FFFE⟩\U0010ffff",
	} {
		if got := text.Visible(in); got != want {
			t.Errorf("Visible(%q) = %q, want %q", in, got, want)
		}
		if got := assembletest.Restore(want); got != in {
			t.Errorf("Restore(%q) = %q, want %q", want, got, in)
		}
	}
}

func FuzzVisible(f *testing.F) { // R4.5
	f.Add("a⟨U+202E⟩b\u202e")
	f.Add("⟨⟨U+⟨U+27E8⟩U+0000⟩\x00")
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			t.Skip("stored text is valid UTF-8")
		}
		if got := assembletest.Restore(text.Visible(s)); got != s {
			t.Fatalf("%q came back as %q", s, got)
		}
	})
}

func FuzzWords(f *testing.F) {
	f.Add("The ver-\nify ﬁnd 潮間帯 don’t 3.14")
	f.Add("a\xff\u00ad-\n")
	f.Add("sys-tem state-of-art a\u2010b-")
	f.Fuzz(func(t *testing.T, s string) {
		end := 0
		for w := range text.Words(s) {
			if w.Start < end || w.End <= w.Start || w.End > len(s) {
				t.Fatalf("span %v after %d in %q", w.Span, end, s)
			}
			if w.Form == "" || !utf8.ValidString(w.Form) {
				t.Fatalf("form %q in %q", w.Form, s)
			}
			if w.Joined != "" && (w.JoinedEnd <= w.End || w.JoinedEnd > len(s) || !utf8.ValidString(w.Joined)) {
				t.Fatalf("joined %q to %d after %v in %q", w.Joined, w.JoinedEnd, w.Span, s)
			}
			end = w.End
		}
	})
}

func FuzzSentences(f *testing.F) {
	f.Add("One. Two!\n\nThree et al. Four…")
	f.Fuzz(func(t *testing.T, s string) {
		var kept strings.Builder
		end := 0
		for _, sp := range text.Sentences(s) {
			if sp.Start < end || sp.Len() == 0 {
				t.Fatalf("span %v after %d in %q", sp, end, s)
			}
			kept.WriteString(s[sp.Start:sp.End])
			end = sp.End
		}
		if got, want := strings.Fields(kept.String()), strings.Fields(s); strings.Join(got, "") != strings.Join(want, "") {
			t.Fatalf("sentences lose text: %q from %q", slices.Concat(got), s)
		}
	})
}

func BenchmarkWords(b *testing.B) {
	s := strings.Repeat("The yield curve inverted in March, which most models did not fore-\nsee. ", 1000)
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		for range text.Words(s) {
		}
	}
}
