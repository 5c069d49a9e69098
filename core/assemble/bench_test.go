package assemble_test

import (
	"fmt"
	"strings"
	"testing"

	"ibid/core"
)

// tenPages are hits on ten pages of 400 words, of which about half is quoted:
// 3,000 to 4,000 tokens in all.
func tenPages() (*store, []core.Hit) {
	s := newStore()
	var hits []core.Hit
	for i := range 10 {
		passage := strings.TrimSpace(strings.Repeat(fmt.Sprintf("In year %d the kelp grew to a depth of nine metres, which few had foreseen. ", i+1962), 14))
		page := "Heading\n\n" + passage + "\n\n" + strings.Repeat("Nothing of this kind was seen in the north. ", 22)
		hits = append(hits, s.put("report.pdf", core.KindPDF, i+1, i, page, 1-float64(i)/100, passage))
	}
	return s, hits
}

// R1.7, R3.11: under 100 ms and under 1 s for ten sources, with a budget that holds them and
// with one that makes most of them shrink.
func BenchmarkContext10Sources(b *testing.B) {
	s, hits := tenPages()
	whole := s.build(b, core.ContextRequest{}, hits...)
	for name, budget := range map[string]int{"whole": core.DefaultBudget, "cut": whole.Tokens / 3} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				s.build(b, core.ContextRequest{Budget: budget}, hits...)
			}
			b.ReportMetric(float64(whole.Tokens), "tokens-uncut")
		})
	}
}
