package search

import (
	"strings"

	"ibid/core"
	"ibid/core/query"
)

const (
	scoredHits      = 10       // whose BM25 scores Support looks at
	orderedHits     = 5        // whose order it looks at
	halfScore       = 12       // mean BM25 score that counts one half
	weightWords     = 1        // of the BM25 scores
	weightAsked     = 0.6      // of words that follow each other as asked
	weightNamed     = 0.15     // of names and numbers that stand where the best hit does
	weakBelow       = 0.278    // Support under which an answer is called weak
	maxContextBytes = 16 << 10 // bytes of a page that are looked at for names
)

// Support returns how well hits, best first, match what was asked for, 0 to 1. It is
// the weighted sum of the mean BM25 score of the first ten, which unlike Hit.Score is
// no share of the best one; of the mean, over the first five, of how many words
// follow each other as asked; and of whether the best hit has every name and number
// of the question. Of a question that a library does not answer it tends to hold the
// words apart, or with another town or year.
//
// The weights were chosen by measuring on halves of one set of 288 questions, 52
// of them without an answer. Of the other half they mark a fifth of those and 5 %
// of the rest; they are a hint and no more.
func Support(hits []core.Hit) float64 {
	if len(hits) == 0 {
		return 0
	}
	var words, asked float64
	scored, ordered := hits[:min(scoredHits, len(hits))], hits[:min(orderedHits, len(hits))]
	for _, h := range scored {
		words += reason(h, byWords) / float64(len(scored))
	}
	for _, h := range ordered {
		asked += reason(h, string(PartProximity)) / float64(len(ordered))
	}
	score := weightWords*words/(words+halfScore) + weightAsked*asked
	if !hits[0].Lacks {
		score += weightNamed
	}
	return score / (weightWords + weightAsked + weightNamed)
}

// reason returns the score that a retriever gave a hit, 0 if it did not find it.
func reason(h core.Hit, retriever string) float64 {
	for _, r := range h.Reasons {
		if r.Retriever == retriever {
			return r.Score
		}
	}
	return 0
}

// Weak reports whether there are hits that hardly match what was asked for.
func Weak(hits []core.Hit) bool { return len(hits) > 0 && Support(hits) < weakBelow }

// lacks reports whether a name or number of a query stands neither in a page nor in
// the name, title and author of the document.
func (s *Searcher) lacks(q core.Query, d core.Document, page string) bool {
	wanted := query.NamesAndNumbers(q.Raw)
	called := strings.Join([]string{spaced(d.Name), d.Title, d.Author}, "\n")
	words := func(t string) map[int]bool {
		held := make(map[int]bool)
		for _, o := range s.Index.Occurrences(core.Query{Words: wanted}, core.KindText, t) {
			held[o.Word] = true
		}
		return held
	}
	return len(words(page+"\n"+called)) < len(words(strings.Join(wanted, "\n")))
}

// around returns the text of a page; of a long one, such as a whole document without
// pages, what stands around a passage.
func around(page string, p core.Passage) string {
	if len(page) <= maxContextBytes || len(p.Spans) == 0 {
		return page
	}
	middle := min(p.Spans[0].Start, len(page))
	return strings.ToValidUTF8(page[max(0, middle-maxContextBytes/2):min(len(page), middle+maxContextBytes/2)], " ")
}

// coverage returns the share of the words of a query that occur, 0 to 1, each
// counted by its weight. Where the best passages lack the rare words of a question,
// the library hardly answers it.
func coverage(weights []float64, occurrences []core.Occurrence) float64 {
	var all, held float64
	there := make([]bool, len(weights))
	for _, o := range occurrences {
		if o.Word < len(there) {
			there[o.Word] = true
		}
	}
	for i, w := range weights {
		all += w
		if there[i] {
			held += w
		}
	}
	return share(held, all)
}
