package search

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"ibid/core"
	"ibid/core/query"
)

// Weights and bounds of feedback.
const (
	usedShare         = 0.5 // an answer cites it, or its file was changed; the rating of a person counts 1
	sameDocumentShare = 0.5 // of that for other passages of the same document

	minShared   = 0.5      // share of a question, by rarity, that the earlier one must hold
	minRarity   = math.Ln2 // weight of a word that stands in half of the passages; one word in common must weigh more
	maxWhyWords = 4        // words of the earlier question that a reason names
)

// relevantFeedback is feedback on a source of an earlier question that is like the
// present one.
type relevantFeedback struct {
	core.Feedback
	value float64 // -1 to 1
	about string  // words that the questions have in common
}

// applyFeedback sets the feature feedback of the candidates. Feedback on documents
// without a candidate is not looked at.
func (s *Searcher) applyFeedback(ctx context.Context, q core.Query, weights []float64, found []candidate) error {
	if s.Ratings == nil || !s.with(PartFeedback) {
		return nil
	}
	all, err := s.Ratings.Feedback(ctx)
	if err != nil || len(all) == 0 {
		return err
	}
	files := filesOf(found)
	all = slices.DeleteFunc(slices.Clone(all), func(f core.Feedback) bool {
		_, there := slices.BinarySearch(files, f.Document.Hash)
		return !there
	})
	relevant := s.relevant(q, weights, counted(all))
	for i := range found {
		c := &found[i]
		c.feedback, c.feedbackWhy = sumFeedback(c, relevant[c.match.Hash])
	}
	return nil
}

// counted keeps the entries that count, in their order: for each source of a
// question the last rating of a person or, where there is none, the last use. It
// changes the list.
func counted(newestFirst []core.Feedback) []core.Feedback {
	type key struct {
		question string
		document core.DocumentID
		place    core.Place
	}
	of := func(f core.Feedback) key { return key{f.Question, f.Document.ID, f.Place} }
	rated := make(map[key]bool)
	for _, f := range newestFirst {
		rated[of(f)] = rated[of(f)] || f.Rating.ByPerson()
	}
	seen := make(map[key]bool)
	return slices.DeleteFunc(newestFirst, func(f core.Feedback) bool {
		k := of(f)
		if seen[k] || rated[k] && !f.Rating.ByPerson() {
			return true
		}
		seen[k] = true
		return false
	})
}

// relevant returns the feedback on questions that are like q, by the contents that
// the documents have now.
func (s *Searcher) relevant(q core.Query, weights []float64, all []core.Feedback) map[core.Hash][]relevantFeedback {
	type likeness struct {
		shared float64
		about  string
	}
	known := make(map[string]likeness)
	relevant := make(map[core.Hash][]relevantFeedback)
	for _, f := range all {
		like, ok := known[f.Question]
		if !ok {
			like.shared, like.about = s.like(q, weights, f.Question)
			known[f.Question] = like
		}
		if like.shared == 0 {
			continue
		}
		value := map[core.Rating]float64{core.RatingUp: 1, core.RatingDown: -1, core.RatingUsed: usedShare, core.RatingChanged: usedShare}[f.Rating]
		relevant[f.Document.Hash] = append(relevant[f.Document.Hash], relevantFeedback{f, like.shared * value, like.about})
	}
	return relevant
}

// like returns the share of a question, by rarity, that an earlier one holds, 0 if it
// is too little to count, and the words that they have in common.
func (s *Searcher) like(q core.Query, weights []float64, earlier string) (shared float64, about string) {
	old, err := query.Parse(earlier)
	if err != nil {
		return 0, "" // it has the grammar of another version
	}
	words := strings.Join(append(slices.Clone(old.Words), old.Phrases...), " ")
	common := slices.DeleteFunc(s.Index.Occurrences(core.Query{Words: q.Words, Phrases: q.Phrases}, core.KindText, words),
		func(o core.Occurrence) bool { return o.Word >= len(weights) })
	var rarest float64
	var held []string
	for _, o := range common {
		rarest = max(rarest, weights[o.Word])
		if w := words[o.Start:o.End]; !slices.Contains(held, w) && len(held) < maxWhyWords {
			held = append(held, w)
		}
	}
	if shared = coverage(weights, common); shared < minShared || rarest <= minRarity {
		return 0, ""
	}
	return shared, strings.Join(held, " ")
}

// sumFeedback adds the feedback on the content of a candidate: -1 to 1. why
// describes the entry with the most weight in words; of several such entries, the
// newest.
func sumFeedback(c *candidate, relevant []relevantFeedback) (sum float64, why string) {
	var most float64
	for _, l := range relevant {
		value := l.value
		if (core.Hit{Document: l.Document, Passage: c.passage}).Place() != l.Place {
			value *= sameDocumentShare
		}
		sum += value
		if math.Abs(value) > most {
			most, why = math.Abs(value), l.words()
		}
	}
	if n := len(relevant) - 1; n > 0 {
		why = fmt.Sprintf("%s, and %d more", why, n)
	}
	return max(-1, min(1, sum)), why
}

// words returns the feedback in words.
func (l relevantFeedback) words() string {
	what := map[core.Rating]string{
		core.RatingUp: "helped for", core.RatingDown: "did not help for", core.RatingUsed: "cited in an answer to", core.RatingChanged: "changed after",
	}[l.Rating]
	return fmt.Sprintf("%s a question about %q on %s", what, l.about, l.Made.Format("2 January 2006"))
}
