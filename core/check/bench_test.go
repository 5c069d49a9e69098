package check

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"ibid/core"
)

// halves has two passages a page.
type halves struct{ pagesByHash }

func (h halves) Passages(_ context.Context, hash core.Hash) ([]core.Passage, error) {
	var out []core.Passage
	for _, p := range h.pagesByHash[hash] {
		middle := strings.LastIndexByte(p.Text[:len(p.Text)/2], ' ')
		for _, s := range []core.Span{{End: middle}, {Start: middle, End: len(p.Text)}} {
			out = append(out, core.Passage{Ordinal: len(out), Page: p.Index, Spans: []core.Span{s}})
		}
	}
	return out, nil
}

// An answer of 10,000 words with 200 quotes and 600 numbers, against ten
// sources in ten documents of 1,000 pages. Half of the claims are true, so that
// all documents are searched for the rest.
func BenchmarkCheck(b *testing.B) { // X1
	rng := rand.New(rand.NewPCG(1, 2))
	words := make([]string, 8_000)
	for i := range words {
		words[i] = fmt.Sprintf("%c%c%s", 'a'+rng.IntN(26), 'a'+rng.IntN(26), []string{"tion", "ing", "er", "al", "", "ment"}[rng.IntN(6)])
	}
	some := func(n int) string {
		var s strings.Builder
		for range n {
			s.WriteString(words[int(float64(len(words))*rng.Float64()*rng.Float64())])
			s.WriteByte(" \n"[rng.IntN(20)/19])
		}
		return s.String()
	}
	texts := make(pagesByHash)
	var sources []core.Source
	for i := range 10 {
		hash := core.Hash(fmt.Sprint(i))
		for p := range 1_000 {
			texts[hash] = append(texts[hash], core.Page{Index: p + 1, Text: some(380) + fmt.Sprint(rng.IntN(5_000), " ", rng.Float32())})
		}
		sources = append(sources, core.Source{
			Number: i + 1, Document: core.Document{ID: core.DocumentID(i + 1), Name: fmt.Sprintf("%d.pdf", i), Kind: core.KindPDF},
			Place: core.Place{Hash: hash, Page: 500}, Quotes: []core.Quote{{Page: 500, Span: core.Span{End: len(texts[hash][499].Text)}}},
		})
	}
	var answer strings.Builder
	for i := range 200 {
		quote := strings.Fields(texts[core.Hash(fmt.Sprint(i%10))][499].Text)[i : i+12]
		if i%2 == 1 {
			quote[6] = "quokka"
		}
		fmt.Fprintf(&answer, "%s“%s” and %d, %d, %d [%d]. ", some(35), strings.Join(quote, " "), rng.IntN(5_000), i, rng.IntN(90_000), i%10+1)
	}
	b.ResetTimer()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := (Checker{halves{texts}}).Check(b.Context(), answer.String(), sources); err != nil {
			b.Fatal(err)
		}
	}
}
