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
		if got, want := widen(page, s), text.WidenToSentences(page, s); got != want {
			t.Fatalf("widen(%q, %v) = %v, want %v", page, s, got, want)
		}
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
