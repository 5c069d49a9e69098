package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"ibid/core"
	"ibid/core/library"
	"ibid/core/query"
	"ibid/core/store"
	"ibid/core/text"
)

// How likely a document is meant that a question names.
const (
	likelyNamed = 0.45 // by company, author or title
	likelyYear  = 1.0  // and by year, or by nothing that would tell it from others
)

// firstBytes is how much of a first page may say what a document is.
const firstBytes = 2 << 10

// longTokens is how long a document without pages is at least whose title, author
// and first page say what a question means by a name. In a shorter one, an
// abstract or a note, they stand beside all else that it says: there its words
// find it, and a name that it shares with the question is no more than one of
// them. So it is with a document of one page.
const longTokens = 1500

// shelf is what the library says of its documents, kept until the library
// changes. Safe for concurrent use.
type shelf struct {
	library *library.Library
	store   *store.Store

	mu    sync.Mutex
	now   *shelved             // nil before it was asked
	first map[firstPage]string // how first pages begin, of the documents that there are
}

// firstPage names the first page of a content as it was read. What OCR adds to a
// content changes its tokens.
type firstPage struct {
	hash   core.Hash
	tokens int
}

// shelved is what the library says at one revision. It does not change.
type shelved struct {
	revision  uint64
	documents []core.Document               // by name, then path
	bearers   map[core.Hash][]core.Document // of each content, the oldest first
	catalogue *query.Catalogue
	called    *naming
	hashes    map[string]core.Hash // by path
	paths     *query.PathIndex     // of source code
	sources   map[core.Hash]bool   // contents of source code
	root      string               // folder that all documents lie in, with a slash at its end
	code      bool                 // some documents are source code
	feedback  []core.Feedback      // the newest first
}

func newShelf(l *library.Library, s *store.Store) *shelf {
	return &shelf{library: l, store: s, first: make(map[firstPage]string)}
}

// scope puts into a query what the question and the library together say of
// where to look: which documents seem to be meant, and whether it is about
// source code.
func (s *shelf) scope(ctx context.Context, q *core.Query) error {
	now, err := s.look(ctx)
	if err != nil {
		return fmt.Errorf("look for documents that the question names: %w", err)
	}
	q.Root = now.root
	a := query.Analyse(q.Raw)
	q.Code, q.Tests = now.code && a.AboutCode(), a.Tests
	q.Quoted = make(map[core.Hash]float64)
	if q.Code {
		for path, sure := range now.paths.Quoted(q.Raw) {
			hash := now.hashes[filepath.FromSlash(path)]
			q.Quoted[hash] = max(q.Quoted[hash], sure)
		}
	}
	n := now.catalogue.Match(a)
	q.Likely, q.LikelyWhy = make(map[core.Hash]float64, len(n.Named)), n.Why
	for _, key := range n.Named {
		q.Likely[now.hashes[key]] = likelyNamed
	}
	for _, key := range n.Keys {
		q.Likely[now.hashes[key]] = likelyYear
	}
	if q.Code { // what a source file is called, its path says; it has no title and no author
		maps.DeleteFunc(q.Likely, func(h core.Hash, _ float64) bool { return now.sources[h] })
	}
	return nil
}

// Documents implements search.Documents. The list must not be written to.
func (s *shelf) Documents(ctx context.Context) ([]core.Document, error) {
	now, err := s.look(ctx)
	if err != nil {
		return nil, err
	}
	return now.documents, nil
}

// DocumentsByHash implements search.Documents. The list must not be written to.
// While documents are being added, the library changes all the time and is asked
// itself.
func (s *shelf) DocumentsByHash(ctx context.Context, hash core.Hash) ([]core.Document, error) {
	s.mu.Lock()
	now := s.now
	s.mu.Unlock()
	if now == nil || now.revision != s.library.Revision() {
		return s.library.DocumentsByHash(ctx, hash)
	}
	return now.bearers[hash], nil
}

// Feedback implements search.Ratings. The list must not be written to.
func (s *shelf) Feedback(ctx context.Context) ([]core.Feedback, error) {
	now, err := s.look(ctx)
	if err != nil {
		return nil, err
	}
	return now.feedback, nil
}

// look is what the library says now: made anew if it is another than it was.
func (s *shelf) look(ctx context.Context) (*shelved, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	revision := s.library.Revision()
	if s.now != nil && s.now.revision == revision {
		return s.now, nil
	}
	docs, err := s.library.Documents(ctx)
	if err != nil {
		return nil, err
	}
	now := &shelved{revision: revision, documents: docs, bearers: make(map[core.Hash][]core.Document, len(docs)), called: newNaming(docs), hashes: make(map[string]core.Hash, len(docs))}
	if len(docs) > 0 {
		now.root = commonFolder(pathsOf(docs))
	}
	if now.catalogue, err = s.catalogue(ctx, now); err != nil {
		return nil, err
	}
	if now.feedback, err = s.library.Feedback(ctx); err != nil {
		return nil, err
	}
	s.now = now
	return now, nil
}

// catalogue says what the searchable documents are called, and notes who bears
// which content. The caller holds mu.
func (s *shelf) catalogue(ctx context.Context, now *shelved) (*query.Catalogue, error) {
	var cards []query.DocumentName
	var code []string
	first := make(map[firstPage]string)
	now.sources = make(map[core.Hash]bool)
	for _, d := range now.documents {
		if d.Hash != "" {
			now.bearers[d.Hash] = append(now.bearers[d.Hash], d)
		}
		if !d.State.Searchable() {
			continue
		}
		now.hashes[d.Path] = d.Hash
		card := query.DocumentName{Key: d.Path, Name: d.Name}
		if d.Pages > 1 || d.Tokens >= longTokens {
			var err error
			card.Title, card.Author = d.Title, d.Author
			if card.First, err = s.begins(ctx, firstPage{d.Hash, d.Tokens}, first); err != nil {
				return nil, err
			}
		}
		if d.Kind == core.KindCode {
			code = append(code, filepath.ToSlash(d.Path))
			now.sources[d.Hash] = true
		}
		cards = append(cards, card)
	}
	for _, same := range now.bearers {
		slices.SortFunc(same, func(a, b core.Document) int { return cmp.Compare(a.ID, b.ID) })
	}
	s.first = first
	now.code, now.paths = len(code) > 0, query.NewPathIndex(now.root, code)
	return query.NewCatalogue(cards), nil
}

// begins is how a content's first page begins, which goes into next. The caller
// holds mu.
func (s *shelf) begins(ctx context.Context, at firstPage, next map[firstPage]string) (string, error) {
	if first, known := s.first[at]; known {
		next[at] = first
		return first, nil
	}
	page, err := s.store.Page(ctx, at.hash, 1)
	if errors.Is(err, core.ErrNotFound) || errors.Is(err, core.ErrNoSuchPage) {
		return "", nil // not stored yet
	}
	if err == nil {
		next[at] = text.Clip(page.Text, firstBytes)
	}
	return next[at], err
}
