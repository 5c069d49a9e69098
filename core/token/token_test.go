package token_test

import (
	"strings"
	"sync"
	"testing"

	"ibid/core/token"
)

// The counts were taken from the reference implementation of the encodings.
func TestCountIsExact(t *testing.T) { // R3.7
	tests := []struct {
		text          string
		o200k, cl100k int
	}{
		{"", 0, 0},
		{"hello world", 2, 2},
		{"tiktoken is great!", 6, 6},
		{"antidisestablishmentarianism", 6, 6},
		{"2 + 2 = 4", 7, 7},
		{"お誕生日おめでとう", 8, 9},
	}
	for _, tt := range tests {
		if got := token.O200k.Count(tt.text); got != tt.o200k {
			t.Errorf("o200k_base of %q = %d, want %d", tt.text, got, tt.o200k)
		}
		if got := token.Cl100k.Count(tt.text); got != tt.cl100k {
			t.Errorf("cl100k_base of %q = %d, want %d", tt.text, got, tt.cl100k)
		}
	}
}

func TestModelsAreCountedByTheirEncodingOrEstimated(t *testing.T) { // R3.7
	for name, want := range map[string]string{
		"": "o200k_base", "o200k_base": "o200k_base", "cl100k_base": "cl100k_base", " GPT-4o-mini": "o200k_base", "gpt-4-turbo": "cl100k_base",
		"gpt-4.1": "o200k_base", "o3-mini": "o200k_base", "llama3.2": "estimate", "qwen2.5-coder:7b": "estimate", "gemma": "estimate", "unknown": "estimate",
	} {
		if got := token.For(name); got.Name() != want || got.Exact() != (want != "estimate") {
			t.Errorf("For(%q) = %s, exact %v, want %s", name, got.Name(), got.Exact(), want)
		}
	}
}

func TestEstimateIsTheLargerCountAndAQuarter(t *testing.T) { // R3.7
	for text, want := range map[string]int{"": 0, "hello world": 3, "お誕生日おめでとう": 12, "antidisestablishmentarianism": 8} {
		if got := token.Estimate.Count(text); got != want {
			t.Errorf("estimate of %q = %d, want %d", text, got, want)
		}
	}
}

func TestEstimatesOfLongTextsAreAQuarterHigher(t *testing.T) { // R3.7
	text := strings.Repeat("The tide turns at noon. ", 1000)
	exact := max(token.O200k.Count(text), token.Cl100k.Count(text))
	if got := token.Estimate.Count(text); exact < 1000 || got != (5*exact+3)/4 {
		t.Errorf("%d tokens are estimated as %d", exact, got)
	}
}

func TestCountIsSafeForConcurrentUse(t *testing.T) {
	text := strings.Repeat("The tide turns at noon. ", 50)
	want := token.O200k.Count(text)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if got := token.O200k.Count(text); got != want {
				t.Errorf("got %d, want %d", got, want)
			}
		})
	}
	wg.Wait()
}

func BenchmarkCount10000Characters(b *testing.B) { // R3.11
	text := strings.Repeat("The yield curve inverted in March, which most models did not foresee. ", 143)[:10_000]
	token.O200k.Count(text)
	for b.Loop() {
		token.O200k.Count(text)
	}
}
