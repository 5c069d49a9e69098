package search

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"ibid/core"
)

// What counts where source code is asked about, measured on bug reports with
// the files that were changed for them.
const (
	weightCodeFile = 1.0 // BM25 score of the whole file: a report names much of what a file deals with
	weightPath     = 0.6 // share of the question, by rarity, that the path says
	besideShare    = 0.5 // what tests and documents keep of their score, unless tests are asked for

	topFiles = 30 // whole files whose best passages are candidates too
)

// testPath finds tests, their data and examples by how such files and folders
// are called: in words of their own, so that no contest is a test.
var testPath = regexp.MustCompile(
	`((_|\.)(?i:tests?|specs?)|[a-z](?:Test|Tests|Spec))\.\w+$|(?i:(^|/)(test_[^/]*|conftest\.py|tests?\.\w+)$|(^|/)(tests?|[a-z0-9]+[_-]tests?|__tests__|testdata|fixtures|examples?|benchmarks?)/)`)

// IsTest reports whether a file is a test, data of tests or an example, by its
// slash-separated path.
func IsTest(path string) bool { return testPath.MatchString(path) }

// within are the contents whose best passages are candidates beside those of
// the whole library: of documents that seem to be meant and, where code is asked
// about, of the files that deal most with the question.
func (s *Searcher) within(ctx context.Context, q core.Query) ([]core.Hash, error) {
	var out []core.Hash
	if s.with(PartScope) {
		out = slices.Sorted(maps.Keys(q.Likely))
	}
	if q.Code && s.with(PartCode) {
		files, err := s.Index.Files(ctx, q, topFiles)
		if err != nil {
			return nil, err
		}
		out = append(out, files...)
		slices.Sort(out)
	}
	return slices.Compact(out), nil
}

// place sets what the paths of the candidates say. Of several documents with
// the same bytes the path that says most counts.
func (s *Searcher) place(ctx context.Context, q core.Query, weights []float64, found []candidate) error {
	if !q.Code || !s.with(PartCode) {
		return nil
	}
	known := make(map[core.Hash]candidate)
	for i := range found {
		c := &found[i]
		k, ok := known[c.match.Hash]
		if !ok {
			docs, err := s.Documents.DocumentsByHash(ctx, c.match.Hash)
			if err != nil {
				return fmt.Errorf("look at paths: %w", err)
			}
			k.beside = !q.Tests
			for _, d := range docs {
				k.path = max(k.path, coverage(weights, s.Index.Occurrences(core.Query{Words: q.Words, Phrases: q.Phrases}, core.KindText, spaced(d.Path))))
				k.beside = k.beside && (d.Kind.Group() != core.GroupCode || IsTest(below(q.Root, d)))
			}
			known[c.match.Hash] = k
		}
		c.path, c.beside = k.path, k.beside
	}
	return nil
}

// spaced is a path as words.
func spaced(path string) string {
	return strings.Join(strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune(`/\._- `, r) }), " ")
}

// below is the path of a document from a folder that it lies in, with slashes.
func below(root string, d core.Document) string {
	return strings.ReplaceAll(strings.TrimPrefix(d.Path, root), `\`, "/")
}

// with reports whether a part counts.
func (s *Searcher) with(p Part) bool { return !slices.Contains(s.Without, p) }
