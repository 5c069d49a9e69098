package snapshot

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ibid/core"
	"ibid/core/query"
)

// Scope returns q with what the question and the library together say of where to
// look: the documents that the question seems to name, and whether it is about
// source code.
func (s *Snapshot) Scope(ctx context.Context, q core.Query) (core.Query, error) {
	q.Root = s.Root
	a := query.Analyse(q.Raw)
	q.Code, q.Tests = len(s.sources) > 0 && a.AboutCode(), a.Tests
	q.Quoted = make(map[core.Hash]float64)
	if q.Code {
		for path, sure := range s.paths.Quoted(q.Raw) {
			hash := s.hashes[filepath.FromSlash(path)]
			q.Quoted[hash] = max(q.Quoted[hash], sure)
		}
	}
	return s.named(ctx, q, a)
}

// named returns q with the documents that the question names, each name of which
// can be taken off.
func (s *Snapshot) named(ctx context.Context, q core.Query, a query.Analysis) (core.Query, error) {
	q.Likely, q.NameWords = make(map[core.Hash]float64), make(map[core.Hash][]string)
	var fault error
	var count query.Count
	if s.words != nil {
		count = func(word string) (int, int) {
			passages, files, err := s.words.Spread(ctx, word)
			if err != nil && fault == nil {
				fault = err
			}
			return passages, files
		}
	}
	var why []string
	for _, n := range s.Catalogue.Match(a, count) {
		n.Documents = slices.DeleteFunc(n.Documents, func(d query.Named) bool { return !s.meant(q, s.hashes[d.Key]) })
		if len(n.Documents) == 0 {
			continue
		}
		alone := len(q.Documents) == 1 // there is nothing to choose
		if !alone && !q.Accept(s.interpretation(n)) {
			continue
		}
		for _, d := range n.Documents {
			hash := s.hashes[d.Key]
			if d.Sure > q.Likely[hash] && !alone {
				q.Likely[hash] = d.Sure
			}
			q.NameWords[hash] = append(q.NameWords[hash], d.Words...)
		}
		if !alone {
			why = append(why, n.Line(len(s.hashes)))
		}
	}
	q.LikelyWhy = strings.Join(why, ", ")
	if fault != nil {
		return q, fmt.Errorf("count words that may be names: %w", fault)
	}
	return q, nil
}

// meant reports whether a question that is restricted as q is may name a content.
// Where source code is asked about, a source file is named by its path.
func (s *Snapshot) meant(q core.Query, hash core.Hash) bool {
	return (len(q.Documents) == 0 || slices.Contains(q.Documents, hash)) && !(q.Code && s.sources[hash])
}

// shownNames is how many of the documents of a name an interpretation lists.
const shownNames = 3

// interpretation tells which documents a name was taken for.
func (s *Snapshot) interpretation(n query.Naming) core.Interpretation {
	var names []string
	for _, d := range n.Documents[:min(n.Meant, shownNames, len(n.Documents))] {
		names = append(names, s.called(d.Key))
	}
	text := strings.Join(names, ", ")
	if more := n.Meant - len(names); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return core.Interpretation{
		Key: "documents:" + strings.ReplaceAll(n.Said, " ", "-"), Kind: core.ReadDocuments, Removable: true,
		Text: "documents: " + text, Why: fmt.Sprintf("from %q in the question: they stand first, and no other is left out", n.Said),
	}
}

// called returns what the document at a path is called in answers.
func (s *Snapshot) called(path string) string {
	for _, d := range s.byHash[s.hashes[path]] {
		if d.Path == path {
			return s.Names.Cited(d)
		}
	}
	return path
}
