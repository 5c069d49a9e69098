package search_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"ibid/core"
	"ibid/core/query"
	"ibid/core/search"
)

// project is what a graph and a history say of two files that are alike.
type project struct {
	search.Graph
	imports map[core.DocumentID][]core.ImportLink
	changes map[string]core.FileHistory
}

func (p project) Define(context.Context, string, core.DocumentID) ([]core.Symbol, error) {
	return nil, nil
}

func (p project) Imports(_ context.Context, id core.DocumentID, _ int) ([]core.ImportLink, error) {
	return p.imports[id], nil
}

func (p project) Changes(context.Context, []string) map[string]core.FileHistory { return p.changes }

// Of two files that say the same, that one comes first for which one more thing
// speaks; it says so, and without the part the other one stays first.
func TestEachFeatureBringsAFileForward(t *testing.T) { // R2.6, X7
	const alike = "The gauge is read and the tide is stripped."
	for name, tt := range map[string]struct {
		report, file string // file is the second one
		text         string
		set          func(s *shelf, q *core.Query, first, second core.Document)
		part         search.Part
		why          string
	}{
		"a word of its path": {"The gauge loses the tide", "gauge/tide.go", alike, nil, search.PartPaths, "its path names"},
		"a path that is quoted": {"The reading is lost\nlook at depth.go", "z/y.go", alike, func(_ *shelf, q *core.Query, _, second core.Document) {
			q.Quoted = map[core.Hash]float64{second.Hash: 1}
		}, search.PartQuoted, "the question quotes its path"},
		"a message": {"The gauge is lost\nerror: no reading of the inner buoy", "z/y.go", alike + " Fail with no reading of the inner buoy.",
			nil, search.PartWording, `it says "no reading of"`},
		"an import": {"The gauge is read by the keeper of the light", "z/y.go", alike, func(s *shelf, _ *core.Query, _, second core.Document) {
			hash := s.add(t, "keeper.go", core.KindCode, "The keeper of the light reads the gauge, and the tide.")
			keeper, err := s.library.DocumentsByHash(t.Context(), hash)
			check(t, err)
			s.Graph = project{imports: map[core.DocumentID][]core.ImportLink{keeper[0].ID: {{From: keeper[0], To: []core.Document{second}}}}}
		}, search.PartImports, "keeper.go, which matches well, imports it"},
		"changes": {"The gauge is read wrong", "z/y.go", alike, func(s *shelf, _ *core.Query, first, second core.Document) {
			day := time.Date(2026, 5, 3, 0, 0, 0, 0, time.UTC)
			s.Changes = project{changes: map[string]core.FileHistory{
				first.Path: {Changes: 2, Last: day.AddDate(-2, 0, 0)}, second.Path: {Changes: 12, Last: day},
			}}
		}, search.PartHistory, "changed 12 times, the last time on 3 May 2026"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newShelf(t)
			// Equal scores keep the order of the contents.
			first, second := s.add(t, "a/b.go", core.KindCode, alike+" A."), s.add(t, tt.file, core.KindCode, tt.text+" B.")
			documents := func(h core.Hash) core.Document {
				docs, err := s.library.DocumentsByHash(t.Context(), h)
				check(t, err)
				return docs[0]
			}
			q, err := query.Parse(tt.report)
			check(t, err)
			q.Code, q.Root = true, "/shelf/"
			if tt.set != nil {
				tt.set(s, &q, documents(first), documents(second))
			}
			place := func(h core.Hash) (int, core.Hit) {
				hits, err := s.Search(t.Context(), q, 10)
				check(t, err)
				i := slices.IndexFunc(hits, func(hit core.Hit) bool { return hit.Document.Hash == h })
				return i, hits[i]
			}
			a, _ := place(first)
			b, hit := place(second)
			if b > a {
				t.Errorf("it stands behind the other one")
			}
			if !slices.ContainsFunc(hit.Reasons, func(r core.Reason) bool { return strings.Contains(r.Detail, tt.why) }) {
				t.Errorf("no reason says %q: %+v", tt.why, hit.Reasons)
			}
			s.Without = []search.Part{tt.part}
			if a, _ := place(first); tt.part != search.PartWording {
				if b, _ := place(second); b < a {
					t.Errorf("it stands before the other one without %s", tt.part)
				}
			}
		})
	}
}
