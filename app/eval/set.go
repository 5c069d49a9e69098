package eval

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Set is a set of questions with the documents that answer them.
type Set struct {
	Name      string // the folder's path relative to the one that was asked for, or its name
	Paged     bool   // pages answer, not whole files
	ranks     bool   // only ranks are judged, no contexts are built
	Libraries []Library
	// write creates the documents of a set that does not have them as files.
	write func(folder string) error
}

// budgets returns the sizes of the contexts that are built for every question of the set.
func (s Set) budgets() []int {
	if s.ranks {
		return nil
	}
	return Budgets
}

// Library is one library of a set, with its questions.
type Library struct {
	Name      string // "all", or module@version
	Root      string // folder of the documents; empty until Set.prepare
	Questions []Question
	module    string // path@version, for go mod download
}

// Question is one question of a set.
type Question struct {
	ID       string
	Text     string
	Evidence []string // kinds of evidence by the names of the set; may be nil
	gold     gains
	// Unanswerable is true where no document answers the question.
	Unanswerable bool
	clean        string // ID of the question that this one is a variant of; empty otherwise
	class        string // of such a pair
}

// Bounds of the files of a set.
const (
	mostLine      = 64 << 20 // bytes of one line of JSON
	mostQuestions = 100_000
	mostNested    = 3 // folders below the one that was asked for
)

// Find reads the sets in folders, or in folders below them, in the order of their names in each. It returns an error if a
// folder has none, or if two sets have the same name.
func Find(dirs ...string) ([]Set, error) {
	var sets []Set
	names := make(map[string]bool)
	for _, dir := range dirs {
		dir, err := filepath.Abs(dir)
		if err != nil {
			return nil, fmt.Errorf("find sets: %w", err)
		}
		found, err := find(dir, "", mostNested)
		if err != nil {
			return nil, fmt.Errorf("find sets in %q: %w", dir, err)
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("find sets in %q: neither corpus.jsonl, documents with questions.jsonl or pairs.jsonl nor lines of JSON with module and gold_files: %w", dir, fs.ErrNotExist)
		}
		for _, s := range found {
			if names[s.Name] {
				return nil, fmt.Errorf("find sets in %q: two sets are called %q; measure them one after the other", dir, s.Name)
			}
			names[s.Name] = true
		}
		sets = append(sets, found...)
	}
	return sets, nil
}

// find reads the sets in dir or, if there are none, in folders up to levels deep below it. name is
// the path of dir relative to the first folder.
func find(dir, name string, levels int) ([]Set, error) {
	sets, err := read(dir)
	for i := range sets {
		sets[i].Name = cmp.Or(path.Join(name, sets[i].Name), filepath.Base(dir))
	}
	if err != nil || len(sets) > 0 || levels == 0 {
		return sets, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		below, err := find(filepath.Join(dir, e.Name()), path.Join(name, e.Name()), levels-1)
		if err != nil {
			return nil, err
		}
		sets = append(sets, below...)
	}
	return sets, nil
}

// read reads the sets directly in dir.
func read(dir string) ([]Set, error) {
	for _, name := range []string{"corpus.jsonl", "corpus.jsonl.gz"} {
		if exists(filepath.Join(dir, name)) {
			s, err := readBEIR(dir, name)
			return []Set{s}, err
		}
	}
	if exists(filepath.Join(dir, "documents")) && exists(filepath.Join(dir, "questions.jsonl")) {
		s, err := readPages(dir)
		return []Set{s}, err
	}
	if exists(filepath.Join(dir, "documents")) && exists(pairsFile(dir)) {
		s, err := readPairs(dir)
		return []Set{s}, err
	}
	return readCodeSets(dir)
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// readLines calls use with every line of a JSON file, which is unpacked if its name ends in .gz.
// Errors name the file and the line.
func readLines[T any](file string, use func(T) error) (err error) {
	f, err := os.Open(file)
	if err != nil {
		return fmt.Errorf("read set: %w", err)
	}
	defer f.Close() // only read
	var r io.Reader = f
	if strings.HasSuffix(file, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			return fmt.Errorf("read set %q: %w", file, err)
		}
	}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, mostLine)
	for n := 1; lines.Scan(); n++ {
		if len(lines.Bytes()) == 0 {
			continue
		}
		var v T
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			return fmt.Errorf("read set %q: line %d: %w", file, n, err)
		}
		if err := use(v); err != nil {
			return fmt.Errorf("read set %q: line %d: %w", file, n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read set %q: %w", file, err)
	}
	return nil
}

var errTooMany = errors.New("too many questions")

// add appends a question unless there are too many.
func (l *Library) add(q Question) error {
	if len(l.Questions) >= mostQuestions {
		return errTooMany
	}
	l.Questions = append(l.Questions, q)
	return nil
}

// places returns the relevant places in a fixed order.
func (q Question) places() []Place {
	return slices.SortedFunc(maps.Keys(q.gold), func(a, b Place) int {
		return cmp.Or(cmp.Compare(a.Document, b.Document), a.Page-b.Page)
	})
}

// pageQuestion is one line of a page set's questions.jsonl.
type pageQuestion struct {
	ID       string   `json:"id"`
	Question string   `json:"question"`
	Document string   `json:"document"` // path in documents/
	Pages    []int    `json:"pages"`    // 1-based indexes, any of which answers; none is the whole file
	Evidence []string `json:"evidence"`
}

// gold returns the relevant places of a line.
func (q pageQuestion) gold() gains {
	gold := make(gains)
	for _, p := range q.Pages {
		gold[Place{q.Document, p}] = 1
	}
	if len(q.Pages) == 0 {
		gold[Place{q.Document, 0}] = 1
	}
	return gold
}

// pairsFile returns the file of a set of pairs.
func pairsFile(dir string) string { return filepath.Join(dir, "pairs.jsonl") }

// pageLibrary returns the one library of a set whose documents are in documents/.
func pageLibrary(dir string) (Library, error) {
	root, err := filepath.EvalSymlinks(filepath.Join(dir, "documents"))
	if err != nil {
		return Library{}, fmt.Errorf("read set: %w", err)
	}
	return Library{Name: "all", Root: root}, nil
}

// readPages reads a page set: documents/, questions.jsonl and, if it exists, unanswerable.jsonl.
func readPages(dir string) (Set, error) {
	l, err := pageLibrary(dir)
	if err != nil {
		return Set{}, err
	}
	err = readLines(filepath.Join(dir, "questions.jsonl"), func(q pageQuestion) error {
		return l.add(Question{ID: q.ID, Text: q.Question, Evidence: q.Evidence, gold: q.gold()})
	})
	if path := filepath.Join(dir, "unanswerable.jsonl"); err == nil && exists(path) {
		err = readLines(path, func(q pageQuestion) error {
			return l.add(Question{ID: q.ID, Text: q.Question, Unanswerable: true})
		})
	}
	return Set{Paged: true, Libraries: []Library{l}}, err
}
