package abbreviation

import (
	"strings"
	"testing"
)

// A page of a paper, with a bracket in every sentence and a definition in every
// third.
func BenchmarkFind(b *testing.B) {
	page := strings.Repeat("Kelp was measured by magnetic resonance imaging (MRI) at three sites. The tide was low on all days (see Fig. 2). "+
		"What grew there had been described before (Marsh et al. 2011), though not in winter [12, 13], and never as a whole.\n", 12)
	b.SetBytes(int64(len(page)))
	for b.Loop() {
		Find(page)
	}
}
