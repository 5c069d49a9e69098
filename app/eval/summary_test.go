package eval

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// One row a set, with a mean over sets of text; figures of weights that have not seen the set stand first, and alone in
// the table that may be quoted.
func TestOneTableHasAllSets(t *testing.T) { // R2.12
	v := func(x float64) *float64 { return &x }
	of := func(ndcg, bm25 float64) []Measure { return []Measure{{"ndcg@10", Pair{Ibid: ndcg, BM25: v(bm25)}}} }
	reports := []Report{
		{Set: "abstracts", Counts: []Count{{"questions", 300}}, Measures: of(.7, .6), Unseen: of(.65, .6)},
		{Set: "pages", Counts: []Count{{"questions", 40}, {pagesByOCR, 3}, {pagesUnread, 2}}, Measures: of(.5, .4), Unseen: of(.45, .4)},
		{Set: "pairs", Counts: []Count{{"questions", 20}, {pagesUnread, 4}}, Measures: of(.9, .8), Pairs: &Robustness{}},
		{Set: "issues", Counts: []Count{{"questions", 9}, {pagesByOCR, 1}}, Measures: of(1, 1), code: true},
	}
	tests := []struct {
		name    string
		reports []Report
		columns int
		all     [][]string // the first columns of Summary
		unseen  [][]string // of UnseenTable
	}{
		{"none", nil, 18, nil, nil},
		{
			"one set has no mean", reports[:1], 18,
			[][]string{{"abstracts", "300", "no scans", ".650", ".700", ".600"}},
			[][]string{{"abstracts", "300", "no scans", ".650 (.600)"}},
		},
		{
			"sets of pairs and of code do not count in the mean", reports, 18,
			[][]string{
				{"abstracts", "300", "no scans", ".650", ".700", ".600"}, {"pages", "40", "pages read: 3, unread: 2", ".450", ".500", ".400"},
				{"pairs", "20", "pages unread: 4", ".900", "", ".800"}, {"issues", "9", "pages read: 1", "1.000", "", "1.000"},
				{"mean of sets of text", "", "", ".550", ".600", ".500"},
			},
			[][]string{
				{"abstracts", "300", "no scans", ".650 (.600)"}, {"pages", "40", "pages read: 3, unread: 2", ".450 (.400)"},
				{"pairs", "20", "pages unread: 4", ".900 (.800)"}, {"issues", "9", "pages read: 1", "1.000 (1.000)"},
				{"mean of sets of text", "", "", ".550 (.500)"},
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			all, unseen := Summary(tt.reports), UnseenTable(tt.reports)
			if len(all.Heading) != tt.columns || len(unseen.Heading) != 8 {
				t.Errorf("%d and %d columns", len(all.Heading), len(unseen.Heading))
			}
			if diff := cmp.Diff(tt.all, first(all.Rows, 6)); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tt.unseen, first(unseen.Rows, 4)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// first returns the first n cells of each row.
func first(rows [][]string, n int) (out [][]string) {
	for _, r := range rows {
		out = append(out, r[:n])
	}
	return out
}
