package query

import (
	"slices"
	"testing"
)

func TestQuotesAreAMentionInALongerText(t *testing.T) { // R2.1
	for _, tt := range []struct {
		question string
		want     bool
	}{
		{`"salt wedge"`, false},
		{`salt wedge`, false},
		{`"wedge" a1 a2 a3 a4`, false}, // a fifth
		{`"wedge" a1 a2 a3 a4 a5`, true},
		{`"salt wedge" a1 a2 a3 a4 a5 a6 a7 a8`, false},
		{`"salt wedge" a1 a2 a3 a4 a5 a6 a7 a8 a9`, true},
		{`"the salt of a wedge" a1 a2 a3 a4 a5 a6 a7 a8 a9`, true}, // stop words do not count
		{`"salt" "wedge" a1 a2 a3 a4 a5 a6 a7 a8`, false},
		{`"the in of" a1 a2 a3 a4`, false},
	} {
		q, err := Parse(tt.question)
		if err != nil || Mentions(q) != tt.want {
			t.Errorf("%s: %v, %v", tt.question, !tt.want, err)
		}
	}
}

func TestAPhraseIsTakenOutOfItsQuotes(t *testing.T) { // R2.1
	for _, tt := range []struct {
		question string
		words    []string
	}{
		{`"the salt of a wedge" wedge height`, []string{"wedge", "height", "salt"}},
		{`"to be or not to be"`, []string{"to", "be", "or", "not"}},
		{`"to be" question`, []string{"question"}},
	} {
		q, err := Parse(tt.question)
		if err != nil {
			t.Fatal(err)
		}
		got := Unquoted(q, q.Phrases[0])
		if len(got.Phrases) != 0 || !slices.Equal(got.Words, tt.words) || len(q.Phrases) != 1 {
			t.Errorf("%s: %q, %q", tt.question, got.Words, got.Phrases)
		}
	}
}
