package search_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ibid/core"
)

// rate keeps what was said of the document that bears a name, at a page.
func (s *shelf) rate(t *testing.T, question, name string, page int, r core.Rating) core.Feedback {
	t.Helper()
	docs, err := s.library.Documents(t.Context())
	check(t, err)
	d := docs[slices.IndexFunc(docs, func(d core.Document) bool { return d.Name == name })]
	f, err := s.library.AddFeedback(t.Context(), core.Feedback{
		Question: question, Rating: r, Document: d, Place: core.Place{Hash: d.Hash, Page: page}, Locator: core.PageLocator(d.Name, page, ""),
	})
	check(t, err)
	return f
}

// reef is a shelf of reports that answer alike, beside others that share no word.
func reef(t *testing.T) *shelf {
	s := newShelf(t)
	for i := range 5 {
		s.add(t, fmt.Sprintf("survey%d.pdf", i), core.KindPDF,
			fmt.Sprintf("Turbid water kept the kelp recruits shallow at site %d.", i), fmt.Sprintf("Divers counted the kelp at site %d after the turbid days.", i))
	}
	for i := range 10 {
		s.add(t, fmt.Sprintf("birds%d.pdf", i), core.KindPDF, fmt.Sprintf("Sandpipers roost at low tide on bank %d.", i), fmt.Sprintf("Herons nest in the pines of plot %d.", i))
	}
	return s
}

func TestFeedbackMovesSourcesOfLikeQuestions(t *testing.T) { // R2.9, X7
	s := reef(t)
	const question = "turbid water and kelp recruits"
	before, others := s.ask(t, question), s.ask(t, "where do herons nest")
	s.Ratings = s.library
	if diff := cmp.Diff(before, s.ask(t, question)); diff != "" {
		t.Errorf("with nothing said:\n%s", diff)
	}
	last := before[4].Document.Name
	up := s.rate(t, question, last, before[4].Locator.Page, core.RatingUp)
	after := s.ask(t, "kelp recruits in turbid water")
	if after[0].Document.Name != last {
		t.Errorf("%s helped, and first is %s", last, after[0].Locator)
	}
	why := after[0].Reasons[len(after[0].Reasons)-1]
	want := `helped for a question about "turbid water kelp recruits" on ` + up.Made.Format("2 January 2006")
	if why.Retriever != "feedback" || why.Detail != want || why.Score != 1 {
		t.Errorf("the reason is %+v, want %s", why, want)
	}
	if diff := cmp.Diff(others, s.ask(t, "where do herons nest")); diff != "" {
		t.Errorf("a question without common words:\n%s", diff)
	}
	s.rate(t, question, last, before[4].Locator.Page, core.RatingUsed) // says nothing beside a person's word
	s.rate(t, question, last, before[4].Locator.Page, core.RatingDown)
	if after = s.ask(t, question); after[4].Document.Name != last || !strings.Contains(fmt.Sprint(after[4].Reasons), "did not help for a question about") {
		t.Errorf("it did not help after all, and stands before others: %v", places(after))
	}
}

// A word that stands in most passages is nothing in common, and half of the
// question must be.
func TestFeedbackWantsRareWordsInCommon(t *testing.T) { // R2.9
	s := newShelf(t)
	for i := range 8 {
		s.add(t, fmt.Sprintf("survey%d.pdf", i), core.KindPDF, fmt.Sprintf("Kelp at site %d, %s.", i, []string{"storm", "calm", "calm"}[i%3]))
	}
	s.Ratings = s.library
	s.rate(t, "kelp", "survey3.pdf", 1, core.RatingUp)
	s.rate(t, "storm and ice and frost and hail", "survey6.pdf", 1, core.RatingUp)
	s.rate(t, "kind:nothing kelp", "survey5.pdf", 1, core.RatingUp)
	s.rate(t, "-storm calm", "survey5.pdf", 1, core.RatingDown)
	for question, want := range map[string]bool{"kelp": false, "kelp site": false, "storm": true, "storm tide wave swell drift": false} {
		hits := s.ask(t, question)
		feedback := slices.ContainsFunc(hits, func(h core.Hit) bool {
			return slices.ContainsFunc(h.Reasons, func(r core.Reason) bool { return r.Retriever == "feedback" })
		})
		if feedback != want || len(hits) == 0 {
			t.Errorf("%q: feedback %v, want %v", question, feedback, want)
		}
	}
}

// Whatever is said in whatever order: no score moves by more than a fifth, one
// question's feedback never touches another's, and what is undone was never said.
func TestFeedbackIsBoundedAndUndone(t *testing.T) { // R2.9
	s := reef(t)
	questions := []string{"turbid water and kelp recruits", "where do herons nest in pines", "sandpipers at low tide"}
	bare := make(map[string][]core.Hit)
	for _, q := range questions {
		bare[q] = s.ask(t, q)
	}
	s.Ratings = s.library
	r := rand.New(rand.NewPCG(9, 6))
	for round := range 40 {
		asked := questions[round%len(questions)]
		var said []core.Feedback
		for range 1 + r.IntN(6) {
			h := bare[asked][r.IntN(len(bare[asked]))]
			said = append(said, s.rate(t, asked, h.Document.Name, h.Locator.Page, core.Ratings[r.IntN(3)]))
		}
		for _, q := range questions {
			hits := s.ask(t, q)
			if q != asked && !cmp.Equal(hits, bare[q]) {
				t.Fatalf("%q was rated, and %q ranks otherwise", asked, q)
			}
			bounded(t, bare[q], hits)
		}
		for _, i := range r.Perm(len(said)) {
			_ = s.library.RemoveFeedback(t.Context(), said[i].ID) // what was said twice is kept once
		}
		if diff := cmp.Diff(bare[asked], s.ask(t, asked)); diff != "" {
			t.Fatalf("after undo:\n%s", diff)
		}
	}
}

// bounded holds scores with feedback against those without.
func bounded(t *testing.T, bare, hits []core.Hit) {
	t.Helper()
	score := make(map[core.Locator]float64)
	for _, h := range bare {
		score[h.Locator] = h.Score
	}
	for i, a := range hits {
		for _, b := range hits[i+1:] {
			if score[b.Locator] > 1.5*score[a.Locator]+1e-9 {
				t.Fatalf("%s (%.3f) stands before %s (%.3f)", a.Locator, score[a.Locator], b.Locator, score[b.Locator])
			}
		}
		for _, why := range a.Reasons {
			if why.Retriever == "feedback" && (math.Abs(why.Score) > 1 || why.Detail == "") {
				t.Fatalf("%s: %+v", a.Locator, why)
			}
		}
	}
}
