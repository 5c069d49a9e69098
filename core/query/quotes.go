package query

import (
	"slices"
	"strings"

	"ibid/core"
	"ibid/core/text"
)

// mentionShare is the share of a question's words in quotes below which the quotes
// belong to the sentence, as in an abstract with a quoted term, and ask for nothing.
// A search consists of the phrase and a few words beside it; where four words in
// five stand outside of the quotes, these are the question.
const mentionShare = 0.2

// Mentions reports whether the phrases of a query are a small part of what it says.
// It must be asked before the words of a plan take the place of its own.
func Mentions(q core.Query) bool {
	inside := 0
	for _, p := range q.Phrases {
		inside += max(1, len(contentWords(p)))
	}
	return inside > 0 && float64(inside) < mentionShare*float64(inside+len(q.Words))
}

// contentWords lists the words of a folded phrase without stop words.
func contentWords(phrase string) []string {
	return slices.DeleteFunc(strings.Fields(phrase), IsStopWord)
}

// Unquoted returns a query in which the words of a phrase are searched and the
// phrase is not required. Of a phrase of stop words alone, in a query without other
// words, all of them are searched.
func Unquoted(q core.Query, phrase string) core.Query {
	q.Phrases = slices.DeleteFunc(slices.Clone(q.Phrases), func(p string) bool { return p == phrase })
	words := contentWords(phrase)
	if len(words) == 0 && len(q.Words) == 0 {
		words = strings.Fields(phrase)
	}
	q.Words = slices.Clone(q.Words)
	for _, w := range words {
		q.Words = appendNew(q.Words, text.Clip(w, MaxWordBytes), MaxWords)
	}
	return q
}
