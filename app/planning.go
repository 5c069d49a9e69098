package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"ibid/core"
	"ibid/core/plan"
	"ibid/core/query"
	"ibid/core/text"
)

// Plan makes a plan of where to look for the sources of an answer. who is one
// of core.Planners; auto if empty. Without a good plan of a model the plan is
// that of rules, and says why. each, if not nil, is told what a model says as it
// comes.
func (e *Engine) Plan(ctx context.Context, question string, who core.Planner, each func(piece string)) (core.Plan, error) {
	return e.live.planner.Load().Plan(ctx, question, who, each)
}

// ModelServer asks which models are there and whether the one that the settings
// name can be used. It takes a few seconds at most and never fails: what goes
// wrong is the Reason.
func (e *Engine) ModelServer(ctx context.Context) core.ModelServer {
	return e.live.model.Load().Status(ctx).ModelServer
}

// PullModel has the server on this machine fetch a model from the registry of
// Ollama's makers; each is told of progress. It goes on until ctx ends, and a
// later call takes up where one ended.
func (e *Engine) PullModel(ctx context.Context, model string, each func(core.Pulled)) error {
	return e.live.model.Load().Pull(ctx, model, each)
}

// maxPlanFile bounds a plan in a file, in bytes.
const maxPlanFile = 1 << 20

// LoadPlan reads a plan, which may have been edited by hand.
func LoadPlan(r io.Reader) (core.Plan, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxPlanFile+1))
	if err != nil {
		return core.Plan{}, fmt.Errorf("read plan: %w", err)
	}
	if len(data) > maxPlanFile {
		return core.Plan{}, fmt.Errorf("read plan: it has more than %d bytes: %w", maxPlanFile, core.ErrQuery)
	}
	return plan.Parse(data)
}

// planned puts a plan's words and documents into a query: what a person took out
// of the plan is not looked for.
func (e *Engine) planned(ctx context.Context, q core.Query, p core.Plan) (core.Query, error) {
	q = query.Planned(q, p.Keywords)
	if err := e.shelf.scope(ctx, &q); err != nil {
		return q, err
	}
	q.Likely, q.Tests = nil, p.IncludeTests
	if len(p.Documents) == 0 {
		return q, nil
	}
	docs, err := e.library.Documents(ctx)
	if err != nil {
		return q, err
	}
	for _, d := range docs {
		if d.Hash != "" && slices.Contains(p.Documents, d.Path) {
			q.Documents = append(q.Documents, d.Hash)
		}
	}
	if len(q.Documents) == 0 {
		return q, fmt.Errorf("no document of the plan is there, such as %q: %w", p.Documents[0], core.ErrNotFound)
	}
	slices.Sort(q.Documents)
	q.Documents = slices.Compact(q.Documents)
	return q, nil
}

// surroundings is the library as a planner sees it. What is looked up is kept
// until the library changes.
type surroundings struct {
	e *Engine

	mu        sync.Mutex
	shape     plan.Shape
	relatives map[string][]query.RelatedWord // of the words of the shape's generation
}

// Bounds of a library's shape.
const (
	mostFolders  = 30
	mostTerms    = 40
	mostNames    = 40
	maxRelatives = 5000 // words whose relatives are kept
)

// Shape implements plan.Library.
func (s *surroundings) Shape(ctx context.Context) (plan.Shape, error) {
	now, err := s.e.shelf.look(ctx)
	if err != nil {
		return plan.Shape{}, err
	}
	epoch, batch, err := s.e.index.Generation()
	if err != nil {
		return plan.Shape{}, err
	}
	generation := fmt.Sprintf("%s/%d/%d", epoch, batch, now.revision)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shape.Generation == generation {
		return s.shape, nil
	}
	shape := plan.Shape{Generation: generation, Kinds: make(map[core.Kind]int), Catalogue: now.catalogue}
	for _, d := range now.documents {
		shape.Kinds[d.Kind]++
	}
	shape.Paths = pathsOf(now.documents)
	shape.Folders, shape.Terms = folders(shape.Paths), terms(now.documents)
	s.shape, s.relatives = shape, make(map[string][]query.RelatedWord)
	return shape, nil
}

// folders are those of the paths below what all have in common, the fullest
// first.
func folders(paths []string) []string {
	if len(paths) == 0 {
		return nil
	}
	common := commonFolder(paths)
	counts := make(map[string]int)
	for _, p := range paths {
		if dir := path.Dir(p[len(common):]); dir != "." {
			counts[dir]++
		}
	}
	return mostFrequent(counts, mostFolders)
}

// commonFolder is the deepest folder that all paths begin with, with a slash at
// its end. There is at least one path.
func commonFolder(paths []string) string {
	common := path.Dir(paths[0]) + "/"
	for _, p := range paths {
		for !strings.HasPrefix(p, common) {
			common = strings.TrimSuffix(path.Dir(strings.TrimSuffix(common, "/")), "/") + "/"
		}
	}
	return common
}

// pathsOf are the paths of documents, with slashes.
func pathsOf(docs []core.Document) []string {
	out := make([]string, len(docs))
	for i, d := range docs {
		out[i] = filepath.ToSlash(d.Path)
	}
	return out
}

// terms are the words that names and titles have in common.
func terms(docs []core.Document) []string {
	counts := make(map[string]int)
	for _, d := range docs {
		for _, w := range query.Analyse(strings.TrimSuffix(d.Name, path.Ext(d.Name)) + " " + d.Title).Keywords {
			if len(w) > 2 {
				counts[w]++
			}
		}
	}
	maps.DeleteFunc(counts, func(_ string, n int) bool { return n < 2 })
	return mostFrequent(counts, mostTerms)
}

func mostFrequent(counts map[string]int, limit int) []string {
	list := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	return list[:min(len(list), limit)]
}

// Holds implements plan.Library.
func (s *surroundings) Holds(ctx context.Context, words string) (bool, error) {
	forms := text.Forms(words)
	if len(forms) == 0 {
		return false, nil
	}
	found, err := s.e.index.Search(ctx, core.Query{Raw: words, Phrases: []string{strings.Join(forms, " ")}}, nil, 1)
	return len(found) > 0, err
}

// Names implements plan.Library: files of source code whose name holds one of
// the words.
func (s *surroundings) Names(ctx context.Context, words []string) (names []string, err error) {
	shape, err := s.Shape(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range shape.Paths {
		base := path.Base(p)
		if core.Language(base) == "" || slices.Contains(names, base) {
			continue
		}
		if stem := strings.ToLower(base); slices.ContainsFunc(words, func(w string) bool { return len(w) > 2 && strings.Contains(stem, w) }) {
			names = append(names, base)
		}
		if len(names) == mostNames {
			break
		}
	}
	return names, nil
}

// RelatedWords implements plan.Library.
func (s *surroundings) RelatedWords(ctx context.Context, word string) ([]query.RelatedWord, error) {
	s.mu.Lock()
	known, ok := s.relatives[word]
	generation := s.shape.Generation
	s.mu.Unlock()
	if ok {
		return known, nil
	}
	found, err := query.RelatedWords(ctx, corpus{s.e}, word)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shape.Generation == generation && s.relatives != nil && len(s.relatives) < maxRelatives {
		s.relatives[word] = found
	}
	return found, nil
}

// corpus counts words by passage.
type corpus struct{ *Engine }

func (c corpus) Passages(context.Context) (int, error) {
	n, err := c.index.Count()
	return int(n), err
}

func (c corpus) Frequency(ctx context.Context, word string) (int, error) {
	return c.index.Frequency(ctx, word)
}

func (c corpus) WithPrefix(ctx context.Context, prefix string, limit int) (map[string]int, error) {
	return c.index.WithPrefix(ctx, prefix, limit)
}

// Sample passes over what was removed since the index was asked.
func (c corpus) Sample(ctx context.Context, word string, limit int) (passages int, words map[string]int, err error) {
	found, err := c.index.Search(ctx, core.Query{Raw: word, Phrases: []string{word}}, nil, limit)
	if err != nil {
		return 0, nil, err
	}
	words = make(map[string]int)
	seen := make(map[string]bool) // in the present passage
	type key struct {
		hash core.Hash
		page int
	}
	pages := make(map[key]core.Page) // that of a kind without pages is the whole document
	for _, m := range found {
		p, err := c.store.Passage(ctx, m.Hash, m.Ordinal)
		if err == nil {
			k := key{m.Hash, p.Page}
			page, known := pages[k]
			if !known {
				page, err = c.store.Page(ctx, m.Hash, p.Page)
				pages[k] = page
			}
			if err == nil && p.Fits(page.Text) {
				passages++
				clear(seen)
				for w := range text.Words(p.Text(page.Text)) {
					if !seen[w.Form] {
						seen[w.Form] = true
						words[w.Form]++
					}
				}
			}
		}
		if err != nil && !errors.Is(err, core.ErrNotFound) && !errors.Is(err, core.ErrNoSuchPage) {
			return 0, nil, err
		}
	}
	return passages, words, nil
}
