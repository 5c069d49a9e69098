package index

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"ibid/core"
)

func TestTokenize(t *testing.T) {
	tests := []struct{ name, in, want string }{ // want: position:term
		{"nothing", " .,;\n", ""},
		{"stem beside the written form", "Markets rose", "1:=markets 1:market 2:=rose 2:rose"},
		{"stop words as written only", "the yield", "1:=the 2:=yield 2:yield"},
		{"possessive", "Verne's", "1:=verne's 1:vern"},
		{"possessive of a stop word", "it's", "1:=it's"},
		{"joined at the line end", "ver-\nify", "1:=verify 1:verifi"},
		{"parted by a hyphen", "a sys-tem's", "1:=a 2:=sys 2:sys 2:=system's 2:system 3:=tem's 3:tem 3:-system's"},
		{"number", "3.5 1,000", "1:=3.5 1:3.5 2:=1,000 2:1000"},
		{"pairs of ideographs", "東京都", "1:=東京 2:=京都"},
		{"one ideograph", "法", "1:=法"},
		{"both scripts", "AI研究", "1:=ai 1:ai 2:=研究"},
		{"bad bytes", "a1\xffb1", "1:=a1 1:a1 2:=b1 2:b1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, tok := range tokenize(analyse(tt.in)) {
				got = append(got, string(rune('0'+tok.Position))+":"+string(tok.Term))
			}
			if want := strings.Fields(tt.want); !slices.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

// What bleve takes without harm: valid UTF-8, at most 256 bytes, positions that
// do not go back.
func FuzzTokenize(f *testing.F) {
	for _, s := range []string{
		"", "The yield curve's inversion", "東京", "한", "ver-\nify", "\xff\xfe", strings.Repeat("x", 5000), strings.Repeat("漢", 300),
		"ﷺﷺﷺﷺ", "½", "ー", "a\u0300\u0301", "'s", "’s", strings.Repeat("ё", 200) + "'s", "\x00=\x00", "ing ed s y",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		position := 1
		for _, tok := range tokenize(analyse(s)) {
			if len(tok.Term) == 0 || len(tok.Term) > maxTerm || !utf8.Valid(tok.Term) {
				t.Fatalf("term %q", tok.Term)
			}
			if tok.Position < position || tok.Position > position+1 {
				t.Fatalf("position %d after %d", tok.Position, position)
			}
			position = tok.Position
		}
	})
}

func BenchmarkTokenize(b *testing.B) {
	s := randomFiles(1, 1, 1, 200)[0].Text
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		tokenize(analyse(s))
	}
}

// R2.11: whichever way a name of a program is written, it is found by its words
// and as one.
func TestIdentifiersAreFoundByTheirWords(t *testing.T) {
	x := open(t, t.TempDir())
	var files []core.IndexedPassage
	for name, text := range map[core.Hash]string{
		"camel": "def findByEmail(self): pass", "snake": "def find_by_email(self): pass", "other": "def close(self): pass",
	} {
		one := file(name, 1, text)
		one[0].Kind = core.KindCode
		files = append(files, one...)
	}
	put(t, x, 1, nil, files)
	for _, question := range []string{"email", "findByEmail", "findbyemail", "find_by_email", "FindByEmail", `"find by email"`} {
		got := ask(t, x, question)
		slices.Sort(got)
		if !slices.Equal(got, []core.Hash{"camel", "snake"}) {
			t.Errorf("%s finds %q", question, got)
		}
	}
}
