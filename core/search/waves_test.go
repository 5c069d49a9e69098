package search_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"ibid/core"
	"ibid/core/query"
	"ibid/core/search"
)

// slowGraph stands in for a graph that takes its time, as one of a large library on a
// slow disk does. It answers when it is let go.
type slowGraph struct {
	defining
	let chan struct{}
	err error
}

func (g slowGraph) Define(ctx context.Context, name string, at core.DocumentID) ([]core.Symbol, error) {
	select {
	case <-g.let:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if g.err != nil {
		return nil, g.err
	}
	return g.defining.Define(ctx, name, at)
}

// What the words find stands first while the rest takes its time; a hit that loses
// its place says what came before it, and the answer is the one that a single wave
// gives.
func TestWhatTheWordsFindComesFirst(t *testing.T) { // R2.10
	s := newShelf(t)
	hash := s.add(t, "a.go", core.KindCode, "the replacer is used, and cuts")
	s.add(t, "b.go", core.KindCode, "the replacer is made, and cuts")
	symbol := core.Symbol{Document: core.Document{Hash: hash}, Entity: core.Entity{Span: core.Span{End: 20}}}
	graph := slowGraph{defining{names: map[string][]core.Symbol{"replacer": {symbol}}}, make(chan struct{}), nil}
	s.Graph = graph
	q, err := query.Parse("replacer cuts")
	check(t, err)
	var first []string
	began := time.Now()
	whole, err := s.Waves(t.Context(), q, 10, func(w search.Wave) {
		first = places(w.Hits)
		if late := time.Since(began); late > time.Second {
			t.Errorf("the first wave came after %v", late)
		}
		close(graph.let)
	})
	check(t, err)
	if len(first) != 2 || !strings.HasPrefix(first[0], "b.go") {
		t.Fatalf("first wave: %q", first)
	}
	if got := places(whole.Hits); len(got) != 2 || !strings.HasPrefix(got[0], "a.go") || len(whole.Gone) != 0 {
		t.Fatalf("then: %q, gone %q", got, whole.Gone)
	}
	moved := func(h core.Hit) string {
		for _, r := range h.Reasons {
			if r.Retriever == "moved" {
				return r.Detail
			}
		}
		return ""
	}
	if got := moved(whole.Hits[1]); !strings.Contains(got, "stood at 1 by its words alone; before it came a.go") || !strings.Contains(got, "it defines replacer") {
		t.Errorf("b.go lost its place because %q", got)
	}
	if got := moved(whole.Hits[0]); got != "" {
		t.Errorf("a.go gained a place, and says %q", got)
	}
	alone, err := s.Waves(t.Context(), q, 10, nil)
	check(t, err)
	if got, want := strings.Join(places(whole.Hits), " "), strings.Join(places(alone.Hits), " "); got != want || moved(alone.Hits[1]) != "" {
		t.Errorf("in waves %s, else %s", got, want)
	}
}

// A quick answer comes at once, and whoever gives up, or meets an error, hears of it.
func TestQuickAnswersComeInOneWave(t *testing.T) { // R2.10
	s := newShelf(t)
	s.add(t, "b.go", core.KindCode, "the replacer is made, and cuts")
	q, err := query.Parse("replacer cuts")
	check(t, err)
	waves := 0
	for range 5 { // one of them may be slow on a busy machine
		whole, err := s.Waves(t.Context(), q, 10, func(search.Wave) { waves++ })
		if err != nil || len(whole.Hits) != 1 {
			t.Fatalf("%+v, %v", whole, err)
		}
	}
	if waves == 5 {
		t.Error("each quick answer came in two waves")
	}
	broken := errors.New("the graph is broken")
	let := make(chan struct{})
	s.Graph = slowGraph{let: let, err: broken}
	if _, err := s.Waves(t.Context(), q, 10, func(search.Wave) { close(let) }); !errors.Is(err, broken) {
		t.Errorf("an error after the first wave: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	s.Graph = slowGraph{let: make(chan struct{})}
	if _, err := s.Waves(ctx, q, 10, func(search.Wave) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("given up after the first wave: %v", err)
	}
}

// forgetting removes a document while the slow part runs.
type forgetting struct {
	search.Graph
	forget func()
}

func (g forgetting) Define(context.Context, string, core.DocumentID) ([]core.Symbol, error) {
	time.Sleep(300 * time.Millisecond)
	g.forget()
	return nil, nil
}

// A hit of the first wave that is gone in the end is named, with a reason.
func TestAHitThatIsGoneIsSaidToBe(t *testing.T) { // R2.10
	s := newShelf(t)
	s.add(t, "a.txt", core.KindText, "the replacer is used, and cuts")
	s.add(t, "b.txt", core.KindText, "the replacer is made, and cuts")
	docs, err := s.library.Documents(t.Context())
	check(t, err)
	s.Graph = forgetting{forget: sync.OnceFunc(func() {
		if _, err := s.library.Remove(t.Context(), docs[0].ID); err != nil {
			t.Error(err)
		}
	})}
	q, err := query.Parse("replacer cuts")
	check(t, err)
	first := 0
	whole, err := s.Waves(t.Context(), q, 10, func(w search.Wave) { first = len(w.Hits) })
	check(t, err)
	if first != 2 || len(whole.Hits) != 1 || len(whole.Gone) != 1 || !strings.HasPrefix(whole.Gone[0], docs[0].Name) {
		t.Errorf("first %d, then %d, gone %q", first, len(whole.Hits), whole.Gone)
	}
}
