package ask_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"ibid/app"
	"ibid/app/apptest"
	"ibid/core"
	"ibid/core/assemble/assembletest"
	"ibid/core/text"
	"ibid/core/token"
)

// broken counts promises that a context does not keep.
type broken struct{ overshoots, gaps, duplicates, miscitations, unreadable, unlike int }

// R1.7, R3.2, R3.4, R3.5, R3.7, R4.5: contexts of the sample library, through
// the product's own search, for random questions, options and budgets.
func TestRandomContextsOfTheSampleKeepEveryPromise(t *testing.T) {
	e := apptest.Open(t)
	apptest.Add(t, e, apptest.SamplePassword, apptest.Sample())
	l := learn(t, e)
	n := assembletest.Cases()
	var mu sync.Mutex
	var all broken
	below, small, sources := 0, 0, 0
	var wg sync.WaitGroup
	for worker := range 2 {
		wg.Go(func() {
			for seed := worker; seed < n; seed += 2 {
				one := l.try(t, e, uint64(seed))
				mu.Lock()
				all.overshoots += one.overshoots
				all.gaps += one.gaps
				all.duplicates += one.duplicates
				all.miscitations += one.miscitations
				all.unreadable += one.unreadable
				all.unlike += one.unlike
				sources += one.sources
				if one.below {
					below++
				}
				if one.tooSmall {
					small++
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	t.Logf("%d contexts with %d sources, %d of them below their unbudgeted size, %d budgets too small for one source", n, sources, below, small)
	t.Logf("overshoots %d, gaps in numbers %d, pages twice %d, mis-citations %d, outputs that do not parse %d, second tries that differ %d",
		all.overshoots, all.gaps, all.duplicates, all.miscitations, all.unreadable, all.unlike)
	if all != (broken{}) {
		t.Error("not every promise is kept")
	}
	if below < n/2 {
		t.Errorf("only %d of %d budgets are below the unbudgeted size", below, n)
	}
}

// learned is what the test knows of the library apart from the product's
// search: its words and its pages.
type learned struct {
	words []string
	pages map[core.Place]string
	kinds []core.Kind
}

func learn(t *testing.T, e *app.Engine) learned {
	t.Helper()
	docs, err := e.Documents(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	l := learned{pages: make(map[core.Place]string), kinds: []core.Kind{core.KindPDF, core.KindMarkdown, core.KindText}}
	words := make(map[string]bool)
	for _, d := range docs {
		if !d.State.Searchable() {
			continue
		}
		pages, err := e.Pages(t.Context(), d.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range pages {
			l.pages[core.Place{Hash: d.Hash, Page: p.Index}] = p.Text
			for _, w := range text.Forms(p.Text) {
				words[w] = true
			}
		}
	}
	l.words = slices.Sorted(maps.Keys(words))
	return l
}

// request asks at random.
func (l learned) request(r *rand.Rand) core.ContextRequest {
	var q []string
	for range 1 + r.IntN(6) {
		q = append(q, l.words[r.IntN(len(l.words))])
	}
	req := core.ContextRequest{
		Query: strings.Join(q, " "), Budget: math.MaxInt32, MaxSources: 1 + r.IntN(14),
		Format: core.Formats[r.IntN(len(core.Formats))], Truncation: core.Truncations[r.IntN(len(core.Truncations))],
		Tokenizer: []string{"", "", "cl100k_base", "llama3"}[r.IntN(4)],
		Explain:   r.IntN(4) == 0, Group: r.IntN(3) == 0, NoSources: r.IntN(3) == 0,
	}
	if r.IntN(4) == 0 {
		req.MinScore = r.Float64()
	}
	if r.IntN(8) == 0 {
		req.Kinds = []core.Kind{l.kinds[r.IntN(len(l.kinds))]}
	}
	return req
}

// trial is what came of one random question.
type trial struct {
	broken
	sources         int
	below, tooSmall bool
}

// try builds one context without and one within a budget. Three quarters of
// the budgets are below the size of the first, spread evenly over the orders of
// magnitude.
func (l learned) try(t *testing.T, e *app.Engine, seed uint64) (out trial) {
	r := rand.New(rand.NewPCG(seed, 11))
	req := l.request(r)
	whole, err := e.Context(t.Context(), req)
	if err != nil {
		t.Errorf("seed %d, %+v: %v", seed, req, err)
		return out
	}
	size := max(whole.Tokens, 100)
	low, high := math.Log(60), math.Log(float64(size))
	if r.IntN(4) == 0 {
		low, high = high, math.Log(100_000)
	}
	req.Budget = int(math.Exp(low + r.Float64()*(high-low)))
	out.below = req.Budget < size
	c, err := e.Context(t.Context(), req)
	if small, ok := err.(*core.BudgetError); ok { //nolint:errorlint // the product returns it as it is
		out.tooSmall = true
		req.Budget = small.Minimum
		c, err = e.Context(t.Context(), req)
	}
	if err != nil {
		t.Errorf("seed %d, %+v: %v", seed, req, err)
		return out
	}
	out.sources = len(c.Sources)
	out.broken = l.judge(req, c)
	if again, err := e.Context(t.Context(), req); err != nil || again.Text != c.Text {
		out.unlike++
	}
	if out.broken != (broken{}) {
		t.Errorf("seed %d, %+v: %+v in\n%s", seed, req, out.broken, c.Text)
	}
	return out
}

// judge counts the promises that a context breaks.
func (l learned) judge(req core.ContextRequest, c core.Context) (b broken) {
	if n := token.For(req.Tokenizer).Count(c.Text); n > req.Budget || n != c.Tokens {
		b.overshoots++
	}
	seen := make(map[core.Place]bool)
	for i, s := range c.Sources {
		if s.Number != i+1 {
			b.gaps++
		}
		for page := s.Locator.Page; page > 0 && page <= s.Locator.LastPage; page++ {
			place := core.Place{Hash: s.Place.Hash, Page: page}
			if seen[place] {
				b.duplicates++
			}
			seen[place] = true
		}
		if !l.cited(s) {
			b.miscitations++
		}
	}
	if len(c.Sources) == 0 {
		return b
	}
	got, err := assembletest.Read(req.Format, c.Text, c.Nonce)
	if err != nil || len(got.Sources) != len(c.Sources) {
		b.unreadable++
		return b
	}
	for i, s := range c.Sources {
		if got.Sources[i].Body != s.Text || !strings.HasPrefix(got.Sources[i].Heading, fmt.Sprintf("[%d] %s", s.Number, s.Heading)) {
			b.unreadable++
		}
	}
	return b
}

// cited reports whether the text of a source, once its escaping is undone, is
// made of stretches that stand byte for byte in the places that its locator
// names.
func (l learned) cited(s core.Source) bool {
	var quotes []string
	for _, q := range s.Quotes {
		page, there := l.pages[core.Place{Hash: s.Place.Hash, Page: q.Page}]
		if !there || q.Start < 0 || q.End > len(page) {
			return false
		}
		switch lines := text.NewLineTable(page).Lines(q.Span); {
		case s.Document.Kind.Paged() && (q.Page < s.Locator.Page || q.Page > s.Locator.LastPage):
			return false
		case !s.Document.Kind.Paged() && (lines[0] < s.Locator.FirstLine || lines[1] > s.Locator.LastLine):
			return false
		}
		quotes = append(quotes, page[q.Start:q.End])
	}
	return assembletest.Follow(assembletest.Restore(s.Text), quotes)
}
