package token

import (
	"math"
	"strings"

	"ibid/core"
)

// estimateFactor multiplies the larger of the two exact counts for models whose
// vocabulary is not compiled in (R3.7).
const estimateFactor = 1.25

// estimate counts for a model whose vocabulary is not known.
type estimate struct{}

// Estimate counts the larger of the two exact counts × 1.25, rounded up. It is
// meant to be too high rather than too low: Llama, Qwen and Gemma divide English
// text into about as many tokens as the two encodings.
var Estimate core.TokenCounter = estimate{}

func (estimate) Name() string { return "estimate" }

func (estimate) Exact() bool { return false }

func (estimate) Count(text string) int {
	return int(math.Ceil(estimateFactor * float64(max(O200k.Count(text), Cl100k.Count(text)))))
}

// families holds the beginnings of the names of models by their encoding. The
// first that fits counts.
var families = []struct {
	prefix  string
	counter *Counter
}{
	{"o200k_base", O200k}, {"gpt-4o", O200k}, {"gpt-4.1", O200k}, {"gpt-4.5", O200k}, {"gpt-5", O200k}, {"chatgpt-4o", O200k},
	{"o1", O200k}, {"o3", O200k}, {"o4", O200k},
	{"cl100k_base", Cl100k}, {"gpt-4", Cl100k}, {"gpt-3.5", Cl100k},
}

// For returns the counter for an encoding or a model by its name in any case:
// O200k for the empty name, Estimate for names that are not known.
func For(name string) core.TokenCounter {
	name = strings.ToLower(strings.TrimSpace(name))
	if name == "" {
		return O200k
	}
	for _, f := range families {
		if strings.HasPrefix(name, f.prefix) {
			return f.counter
		}
	}
	return Estimate
}
