package search

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"

	"ibid/core"
	"ibid/core/query"
)

// Bounds of the candidates where source code is asked about.
const (
	topFiles   = 60  // whole files whose best passages are candidates too
	sureFile   = 0.5 // how sure it must be that a file is quoted or defines a name, for its passages to be candidates
	maxPerFile = 6   // passages of a file that are candidates
)

// testPath matches paths of tests, fuzz targets, their data and examples. "test" must
// be a word of its own: contest is no test.
var testPath = regexp.MustCompile(
	`([_.-](?i:tests?|specs?|fuzz|bench|mocks?)|[a-z](?:Test|Tests|Spec))\.\w+$|(?i:(^|/)(test_[^/]*|conftest\.py|tests?\.\w+)$|(^|/)(tests?|[a-z0-9]+[_-]tests?|__tests__|testdata|fixtures|_?examples?|benchmarks?)/)`)

// docPath matches source files that hold nothing but documentation.
var docPath = regexp.MustCompile(`(?:^|/)doc\.go$`)

// IsTest reports whether a file is a test, data of tests or an example, by its
// slash-separated path.
func IsTest(path string) bool { return testPath.MatchString(path) }

// asked returns the query that the index is asked: where it is for source code, with
// each name as the one word that it is there. These are left out where words are
// looked for in a text, since the parts of the names are looked for.
func (s *Searcher) asked(q core.Query) core.Query {
	if !q.Code || !s.with(PartJoined) {
		return q
	}
	q.Words = slices.Clone(q.Words)
	for _, name := range query.JoinedNames(q.Raw) {
		if !slices.Contains(q.Words, name) {
			q.Words = append(q.Words, name)
		}
	}
	return q
}

// within lists the contents whose best passages are candidates beside those of the
// whole library: of documents that seem to be meant and, where code is asked about,
// of the files that match best as a whole, that the question quotes, or that define
// what it names.
func (s *Searcher) within(ctx context.Context, q core.Query, defined map[core.Hash][]definition) ([]core.Hash, error) {
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
	}
	if s.with(PartQuoted) {
		for hash, sure := range q.Quoted {
			if sure >= sureFile {
				out = append(out, hash)
			}
		}
	}
	if q.Code {
		for hash, list := range defined {
			if slices.ContainsFunc(list, func(d definition) bool { return d.worth >= sureFile }) {
				out = append(out, hash)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// below returns the path of a document relative to a folder, with slashes.
func below(root string, d core.Document) string {
	return strings.ReplaceAll(strings.TrimPrefix(d.Path, root), `\`, "/")
}

// with reports whether a part is switched on.
func (s *Searcher) with(p Part) bool { return !slices.Contains(s.Without, p) }
