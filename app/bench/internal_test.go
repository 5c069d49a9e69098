package bench

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestExponentIsTheSlopeOfTheLogarithms(t *testing.T) {
	list := []Growth{{Passages: 1000, Query50: 2}, {Passages: 10_000, Query50: 2 * math.Sqrt(10)}, {Passages: 100_000, Query50: 20}}
	if got := exponent(list); math.Abs(got-.5) > 1e-9 {
		t.Errorf("exponent %v", got)
	}
}

func TestQuestionsAreWordsOfOnePassage(t *testing.T) {
	texts := []string{"too short", strings.Repeat("kelp grows on rock below the low water mark and nowhere else ", 3)}
	asked := questions(texts, 50)
	if len(asked) != 50 || !slices.Equal(asked, questions(texts, 50)) {
		t.Fatalf("%d questions, or others the second time", len(asked))
	}
	for _, q := range asked {
		words := strings.Fields(q)
		if len(words) < questionLeast || len(words) > questionMost {
			t.Errorf("%q", q)
		}
		for _, w := range words {
			if !strings.Contains(texts[1], w) {
				t.Errorf("%q is not in the text", w)
			}
		}
	}
	if got := questions(texts[:1], 5); len(got) != 0 {
		t.Errorf("%q of a text that is too short", got)
	}
}
