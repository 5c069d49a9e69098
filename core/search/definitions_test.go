package search_test

import (
	"context"
	"testing"

	"ibid/core"
	"ibid/core/search"
)

// defining is a graph that knows where names are defined.
type defining struct {
	search.Graph
	names map[string][]core.Symbol
}

func (d defining) Define(_ context.Context, name string, _ core.DocumentID) ([]core.Symbol, error) {
	return d.names[name], nil
}

// The passage that defines what the first line of a question names comes before
// one that uses it as much.
func TestDefinitionsComeFirst(t *testing.T) { // R2.6
	s := newShelf(t)
	hash := s.add(t, "a.go", core.KindCode, "the replacer is used, and cuts")
	s.add(t, "b.go", core.KindCode, "the replacer is made, and cuts")
	first := func() string { return s.ask(t, "replacer cuts")[0].Document.Name }
	if got := first(); got != "b.go" {
		t.Fatalf("%s is first by words alone", got)
	}
	symbol := core.Symbol{Document: core.Document{Hash: hash}, Entity: core.Entity{Span: core.Span{End: 20}}}
	s.Graph = defining{names: map[string][]core.Symbol{"replacer": {symbol}}}
	if got := first(); got != "a.go" {
		t.Errorf("%s is first, though a.go defines the name", got)
	}
	s.Without = []search.Part{search.PartNames}
	if got := first(); got != "b.go" {
		t.Errorf("%s is first without names", got)
	}
}
