package eval

import (
	"fmt"
	"path/filepath"
)

// pageQuestion is one line of a page set's questions.jsonl.
type pageQuestion struct {
	ID       string   `json:"id"`
	Question string   `json:"question"`
	Document string   `json:"document"` // path in documents/
	Pages    []int    `json:"pages"`    // 1-based indexes, any of which answers; none is the whole file
	Evidence []string `json:"evidence"`
}

// readPages reads a page set: documents/, questions.jsonl and, where there is
// one, unanswerable.jsonl. All documents lie in one library.
func readPages(dir string) (Set, error) {
	root, err := filepath.EvalSymlinks(filepath.Join(dir, "documents"))
	if err != nil {
		return Set{}, fmt.Errorf("read set: %w", err)
	}
	l := Library{Name: "all", Root: root}
	err = readLines(filepath.Join(dir, "questions.jsonl"), func(q pageQuestion) error {
		gold := make(gains)
		for _, p := range q.Pages {
			gold[Place{q.Document, p}] = 1
		}
		if len(q.Pages) == 0 {
			gold[Place{q.Document, 0}] = 1
		}
		return l.add(Question{ID: q.ID, Text: q.Question, Evidence: q.Evidence, gold: gold})
	})
	if path := filepath.Join(dir, "unanswerable.jsonl"); err == nil && exists(path) {
		err = readLines(path, func(q pageQuestion) error {
			return l.add(Question{ID: q.ID, Text: q.Question, Unanswerable: true})
		})
	}
	return Set{Paged: true, Libraries: []Library{l}}, err
}
