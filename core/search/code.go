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
	sureFile   = 0.5 // the same for what is quoted or defined there, if it is so sure
	mostOfFile = 6   // passages of a file that are candidates
)

// testPath finds tests, fuzz targets, their data and examples by how such files
// and folders are called: in words of their own, so that no contest is a test.
var testPath = regexp.MustCompile(
	`([_.-](?i:tests?|specs?|fuzz|bench|mocks?)|[a-z](?:Test|Tests|Spec))\.\w+$|(?i:(^|/)(test_[^/]*|conftest\.py|tests?\.\w+)$|(^|/)(tests?|[a-z0-9]+[_-]tests?|__tests__|testdata|fixtures|_?examples?|benchmarks?)/)`)

// docPath finds source files that hold nothing but documentation.
var docPath = regexp.MustCompile(`(?:^|/)doc\.go$`)

// IsTest reports whether a file is a test, data of tests or an example, by its
// slash-separated path.
func IsTest(path string) bool { return testPath.MatchString(path) }

// asked is what the index is asked for a query: where it is for source code, names
// also as the one word that they are there. They are no words of the query where
// its words are looked for in a text, since their parts are.
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

// within are the contents whose best passages are candidates beside those of
// the whole library: of documents that seem to be meant and, where code is asked
// about, of the files that deal most with the question, that it quotes, or that
// define what it names.
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
