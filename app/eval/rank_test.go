package eval_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/app"
	"ibid/app/apptest"
	"ibid/core"
)

// rankDepth is how many hits are looked at for the right one.
const rankDepth = 50

// rankQuestion is a line of testdata/rank/questions.jsonl.
type rankQuestion struct {
	Question string
	Place    string // the locator that should win
}

// Questions over every kind of document in the sample library, with the rank of the
// place that answers. A change of the ranking is a change of the golden file, to
// be reviewed there and written with -update.
func TestRanksOverTheSampleLibrary(t *testing.T) { // R3.9, C2
	questions := rankQuestions(t)
	if len(questions) < 40 {
		t.Fatalf("%d questions, 40 are wanted", len(questions))
	}
	e := open(t)
	added, err := e.AddPaths(t.Context(), rankLibrary(t), "")
	if err != nil || len(added.Errors) > 0 {
		t.Fatal(err, added.Errors)
	}
	var lines strings.Builder
	var first, five, reciprocal float64
	for _, q := range questions {
		rank := rankOf(t, e, q)
		switch {
		case rank == 1:
			first++
			fallthrough
		case rank > 0 && rank <= 5:
			five++
			fallthrough
		case rank > 0:
			reciprocal += 1 / float64(rank)
		}
		fmt.Fprintf(&lines, "%4d  %-58s %s\n", rank, q.Place, q.Question)
	}
	n := float64(len(questions))
	got := fmt.Sprintf("recall@1 %.3f  recall@5 %.3f  MRR %.3f  of %d questions; rank 0 is not among the first %d\n%s",
		first/n, five/n, reciprocal/n, len(questions), rankDepth, lines.String())
	compareWith(t, filepath.Join("..", "..", "testdata", "rank", "ranks.golden"), got)
}

func rankQuestions(t *testing.T) []rankQuestion {
	t.Helper()
	data, err := os.ReadFile("../../testdata/rank/questions.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var list []rankQuestion
	for line := range strings.Lines(string(data)) {
		var q rankQuestion
		if err := json.Unmarshal([]byte(line), &q); err != nil {
			t.Fatalf("question %d: %v", len(list)+1, err)
		}
		list = append(list, q)
	}
	return list
}

// rankLibrary are the documents that are asked about: the samples without those
// that say the same in another format, since either would be right, or that
// only some machines can read.
func rankLibrary(t *testing.T) []string {
	t.Helper()
	same := []string{".doc", ".odt", ".rtf", ".xls", ".vtt", ".fodp", ".aiff", ".flac", ".m4a", ".ogg", ".wav"}
	var list []string
	for _, folder := range []string{"sample", "kinds", "code"} {
		files, err := filepath.Glob(filepath.Join("..", "..", "testdata", folder, "*.*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if !slices.Contains(same, filepath.Ext(f)) {
				list = append(list, f)
			}
		}
	}
	return list
}

// rankOf is the rank of the first hit that has text of the right place, it or a
// passage beside it on its page; 0 if there is none.
func rankOf(t *testing.T, e *app.Engine, q rankQuestion) int {
	t.Helper()
	right, err := e.Locate(t.Context(), q.Place)
	if err != nil {
		t.Fatalf("%s: %v", q.Question, err)
	}
	return 1 + slices.IndexFunc(apptest.Search(t, e, q.Question, rankDepth), func(h core.Hit) bool {
		return h.Document.ID == right.Document.ID && slices.ContainsFunc(append([]core.Hit{h}, h.More...), func(h core.Hit) bool {
			return slices.ContainsFunc(right.Quotes, func(q core.Quote) bool { return holds(h.Passage, q) })
		})
	})
}

// holds reports whether a passage has text of a quote.
func holds(p core.Passage, q core.Quote) bool {
	return p.Page == q.Page && slices.ContainsFunc(p.Spans, func(s core.Span) bool { return s.Start < q.End && q.Start < s.End })
}
