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

// What feedback on a source counts, as parts of weightFeedback.
const (
	ratedUsed = 0.5 // an answer cites it, or its file was changed; what a person said of it counts 1
	ratedNear = 0.5 // of that for other passages of the same document

	leastShared = 0.5      // share of a question, by rarity, that the earlier one must hold
	rareWeight  = math.Ln2 // weight of a word that stands in half of the passages; one word in common must weigh more
	whyWords    = 4        // words of the earlier question that a reason names
)

// lesson is what was said of a source of an earlier question, as it counts for
// this one.
type lesson struct {
	core.Feedback
	value float64 // -1 to 1
	about string  // words that the questions have in common
}

// learn sets what feedback on earlier questions says of the candidates. What was
// said of documents that have none is not looked at.
func (s *Searcher) learn(ctx context.Context, q core.Query, weights []float64, found []candidate) error {
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
	lessons := s.lessons(q, weights, counted(all))
	for i := range found {
		c := &found[i]
		c.learned, c.learnedWhy = learned(c, lessons[c.match.Hash])
	}
	return nil
}

// counted are the entries that count, in their order: the last word of a person
// on a source of a question, and where there is none that it was used, once.
// It takes the list over.
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

// lessons are the entries of questions that are like q, by the contents that
// their documents have now.
func (s *Searcher) lessons(q core.Query, weights []float64, all []core.Feedback) map[core.Hash][]lesson {
	type likeness struct {
		shared float64
		about  string
	}
	known := make(map[string]likeness)
	lessons := make(map[core.Hash][]lesson)
	for _, f := range all {
		like, ok := known[f.Question]
		if !ok {
			like.shared, like.about = s.like(q, weights, f.Question)
			known[f.Question] = like
		}
		if like.shared == 0 {
			continue
		}
		value := map[core.Rating]float64{core.RatingUp: 1, core.RatingDown: -1, core.RatingUsed: ratedUsed, core.RatingChanged: ratedUsed}[f.Rating]
		lessons[f.Document.Hash] = append(lessons[f.Document.Hash], lesson{f, like.shared * value, like.about})
	}
	return lessons
}

// like is the share of a question, by rarity, that an earlier one holds, 0 if it
// is too little to count, and the words that they have in common.
func (s *Searcher) like(q core.Query, weights []float64, earlier string) (shared float64, about string) {
	old, err := query.Parse(earlier)
	if err != nil {
		return 0, "" // its grammar is that of another version
	}
	words := strings.Join(append(slices.Clone(old.Words), old.Phrases...), " ")
	common := slices.DeleteFunc(s.Index.Occurrences(core.Query{Words: q.Words, Phrases: q.Phrases}, core.KindText, words),
		func(o core.Occurrence) bool { return o.Word >= len(weights) })
	var rarest float64
	var held []string
	for _, o := range common {
		rarest = max(rarest, weights[o.Word])
		if w := words[o.Start:o.End]; !slices.Contains(held, w) && len(held) < whyWords {
			held = append(held, w)
		}
	}
	if shared = coverage(weights, common); shared < leastShared || rarest <= rareWeight {
		return 0, ""
	}
	return shared, strings.Join(held, " ")
}

// learned joins the lessons on a candidate's content: -1 to 1, and the weightiest
// of them in words, of several the newest.
func learned(c *candidate, lessons []lesson) (sum float64, why string) {
	var most float64
	for _, l := range lessons {
		value := l.value
		if (core.Hit{Document: l.Document, Passage: c.passage}).Place() != l.Place {
			value *= ratedNear
		}
		sum += value
		if math.Abs(value) > most {
			most, why = math.Abs(value), l.words()
		}
	}
	if n := len(lessons) - 1; n > 0 {
		why = fmt.Sprintf("%s, and %d more", why, n)
	}
	return max(-1, min(1, sum)), why
}

// words say what a lesson teaches.
func (l lesson) words() string {
	what := map[core.Rating]string{
		core.RatingUp: "helped for", core.RatingDown: "did not help for", core.RatingUsed: "cited in an answer to", core.RatingChanged: "changed after",
	}[l.Rating]
	return fmt.Sprintf("%s a question about %q on %s", what, l.about, l.Made.Format("2 January 2006"))
}
