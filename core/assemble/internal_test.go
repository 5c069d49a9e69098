package assemble

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/text"
)

func TestWideningLooksNoFurtherThanItMust(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a ", "B ", ". ", ".", "\n", "\n\n", "\n \n", "! ", "e.g. ", "…", "” ", "\r\n", "。"}
	for range 20_000 {
		var b strings.Builder
		for range 1 + r.IntN(30) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		page := b.String()
		words := []core.Span{}
		for w := range text.Words(page) {
			words = append(words, w.Span)
		}
		if len(words) == 0 {
			continue
		}
		i := r.IntN(len(words))
		s := core.Span{Start: words[i].Start, End: words[i+r.IntN(len(words)-i)].End}
		if got, want := widen(page, s, false), text.WidenToSentences(page, s); got != want {
			t.Fatalf("widen(%q, %v) = %v, want %v", page, s, got, want)
		}
	}
}

func TestWideningStopsAtTables(t *testing.T) {
	row := strings.Repeat("12 34 ", 100)
	page := "Smith · Tides\n" + row + "A word. The tide " + "rose at noon.\n80"
	at := strings.Index(page, "rose")
	for name, tt := range map[string]struct {
		s    core.Span
		want string
	}{
		"a sentence is made whole":      {core.Span{Start: at, End: at + 4}, "The tide rose at noon."},
		"a table is left as it was cut": {core.Span{Start: at - 17, End: at - 10}, "A word."},
	} {
		got := widen(page, tt.s, true)
		if s := page[got.Start:got.End]; s != tt.want {
			t.Errorf("%s: %q", name, s)
		}
	}
}

func TestCutsKnowsSentencesFromPieces(t *testing.T) { // R0.9
	tests := map[string]struct {
		before, after string
		paged, want   bool
	}{
		"between sentences":            {"It was. The tide rose. ", "Then it fell.", true, false},
		"within a sentence":            {"It was. The tide ", "rose.", true, true},
		"at the start of the page":     {"", "rose.", true, false},
		"at the end of the page":       {"and so on ", " \n", true, false},
		"between paragraphs of a page": {"2 Methods\n", "We dived.", true, false},
		"between lines of a text":      {"The tide\n", "rose.", false, true},
		"between paragraphs of a text": {"# Methods\n", "\nWe dived.", false, false},
		"behind an abbreviation":       {"as in Fig. ", "3 of the paper", true, true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := cuts(tt.before+tt.after, len(tt.before), tt.paged); got != tt.want {
				t.Errorf("%v", got)
			}
		})
	}
}

// onePage is a store whose every page reads the same.
type onePage string

func (p onePage) Page(context.Context, core.Hash, int) (core.Page, error) {
	return core.Page{Index: 1, Text: string(p)}, nil
}

// R3.11: under 10 ms for 100 results, four on each page, apart from reading the pages.
func BenchmarkDeduplicate100(b *testing.B) {
	sentence := "The kelp grew to a depth of nine metres, which few had foreseen.\n"
	page := strings.Repeat(strings.Repeat(sentence, 15)+"\n", 4)
	for _, kind := range []core.Kind{core.KindPDF, core.KindText} {
		var hits []core.Hit
		for i := range 100 {
			at := (i % 4) * (15*len(sentence) + 1)
			p := core.Passage{Ordinal: i, Page: 1 + i/4, Spans: []core.Span{{Start: at, End: at + 15*len(sentence) - 1}}, Lines: [2]int{1 + 16*(i%4), 16 + 16*(i%4)}}
			hits = append(hits, core.Hit{Document: core.Document{Hash: core.Hash(fmt.Sprint(i / 20)), Kind: kind}, Passage: p, Score: 1})
		}
		a := &Assembler{Texts: onePage(page)}
		b.Run(string(kind), func(b *testing.B) {
			for b.Loop() {
				candidates, _ := gather(core.ContextRequest{}, hits)
				if err := a.readPages(context.Background(), candidates); err != nil {
					b.Fatal(err)
				}
				if n := len(deduplicate(candidates)); n == 0 || n == len(hits) {
					b.Fatalf("%d sources", n)
				}
			}
		})
	}
}
