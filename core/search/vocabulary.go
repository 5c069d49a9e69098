package search

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"ibid/core"
	"ibid/core/plan"
	"ibid/core/query"
	"ibid/core/snapshot"
	"ibid/core/text"
)

// Bounds of what a planner gets of a library.
const (
	maxFolders      = 30
	maxTerms        = 40
	maxNames        = 40
	maxRelatedWords = 5000 // words whose related words are kept
)

// Words finds and counts the words of all passages.
type Words interface {
	Search(ctx context.Context, q core.Query, scope []core.Hash, limit int) ([]core.Match, error)
	Count() (uint64, error)
	// Generation returns the epoch and the generation of the index.
	Generation() (epoch string, batch uint64, err error)
	// Frequency returns the number of passages that hold a word as written.
	Frequency(ctx context.Context, word string) (int, error)
	// WithPrefix returns at most limit words that begin with a prefix, and for each
	// the number of passages that hold it.
	WithPrefix(ctx context.Context, prefix string, limit int) (map[string]int, error)
}

// Vocabulary is the library as a planner sees it; it implements plan.Library.
// What is looked up is kept until the library changes. Safe for concurrent use.
type Vocabulary struct {
	Words    Words
	Texts    Texts
	Snapshot *snapshot.Keeper

	mu      sync.Mutex
	shape   plan.Shape
	related map[string][]query.RelatedWord // of the words of the shape's generation

	ordinary ordinaryWords
}

// Shape implements plan.Library.
func (v *Vocabulary) Shape(ctx context.Context) (plan.Shape, error) {
	now, err := v.Snapshot.Now(ctx)
	if err != nil {
		return plan.Shape{}, err
	}
	epoch, batch, err := v.Words.Generation()
	if err != nil {
		return plan.Shape{}, err
	}
	generation := fmt.Sprintf("%s/%d/%d", epoch, batch, now.Revision)
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.shape.Generation == generation {
		return v.shape, nil
	}
	shape := plan.Shape{Generation: generation, Kinds: make(map[core.Kind]int), Paths: now.Paths()}
	for _, d := range now.Documents {
		shape.Kinds[d.Kind]++
	}
	shape.Folders, shape.Terms = folders(shape.Paths), terms(now.Documents)
	v.shape, v.related = shape, make(map[string][]query.RelatedWord)
	return shape, nil
}

// folders returns the folders below the one that all paths have in common, the
// fullest first.
func folders(paths []string) []string {
	if len(paths) == 0 {
		return nil
	}
	common := snapshot.CommonFolder(paths)
	counts := make(map[string]int)
	for _, p := range paths {
		if dir := path.Dir(p[len(common):]); dir != "." {
			counts[dir]++
		}
	}
	return mostFrequent(counts, maxFolders)
}

// terms returns the words that several names and titles have in common.
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
	return mostFrequent(counts, maxTerms)
}

func mostFrequent(counts map[string]int, limit int) []string {
	list := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	return list[:min(len(list), limit)]
}

// Holds implements plan.Library.
func (v *Vocabulary) Holds(ctx context.Context, words string) (bool, error) {
	forms := text.Forms(words)
	if len(forms) == 0 {
		return false, nil
	}
	found, err := v.Words.Search(ctx, core.Query{Raw: words, Phrases: []string{strings.Join(forms, " ")}}, nil, 1)
	return len(found) > 0, err
}

// Names implements plan.Library: files of source code whose name holds one of
// the words.
func (v *Vocabulary) Names(ctx context.Context, words []string) ([]string, error) {
	shape, err := v.Shape(ctx)
	if err != nil {
		return nil, err
	}
	return filesNamed(shape, words), nil
}

// filesNamed lists the names of at most maxNames files of source code that hold one
// of the words. Words of less than three letters are left out.
func filesNamed(shape plan.Shape, words []string) (names []string) {
	for _, p := range shape.Paths {
		base := path.Base(p)
		if core.Language(base) == "" || slices.Contains(names, base) {
			continue
		}
		if stem := strings.ToLower(base); slices.ContainsFunc(words, func(w string) bool { return len(w) > 2 && strings.Contains(stem, w) }) {
			names = append(names, base)
		}
		if len(names) == maxNames {
			break
		}
	}
	return names
}

// RelatedWords implements plan.Library.
func (v *Vocabulary) RelatedWords(ctx context.Context, word string) ([]query.RelatedWord, error) {
	v.mu.Lock()
	known, ok := v.related[word]
	generation := v.shape.Generation
	v.mu.Unlock()
	if ok {
		return known, nil
	}
	found, err := query.RelatedWords(ctx, corpus{v}, word)
	if err != nil {
		return nil, err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.shape.Generation == generation && v.related != nil && len(v.related) < maxRelatedWords {
		v.related[word] = found
	}
	return found, nil
}

// corpus implements query.Corpus: it counts words by passage.
type corpus struct{ v *Vocabulary }

func (c corpus) Passages(context.Context) (int, error) {
	n, err := c.v.Words.Count()
	return int(n), err
}

func (c corpus) Frequency(ctx context.Context, word string) (int, error) {
	return c.v.Words.Frequency(ctx, word)
}

func (c corpus) WithPrefix(ctx context.Context, prefix string, limit int) (map[string]int, error) {
	return c.v.Words.WithPrefix(ctx, prefix, limit)
}

// Sample leaves out contents that were removed since the index was asked.
func (c corpus) Sample(ctx context.Context, word string, limit int) (passages int, words map[string]int, err error) {
	words = make(map[string]int)
	seen := make(map[string]bool) // in the present passage
	err = c.v.each(ctx, word, limit, func(passage string) {
		passages++
		clear(seen)
		for w := range text.Words(passage) {
			if !seen[w.Form] {
				seen[w.Form] = true
				words[w.Form]++
			}
		}
	})
	if err != nil {
		return 0, nil, err
	}
	return passages, words, nil
}
