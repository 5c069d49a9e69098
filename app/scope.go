package app

import (
	"context"
	"errors"
	"fmt"
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

// shelf is what the documents of the library are called, kept until the library
// changes. Safe for concurrent use.
type shelf struct {
	library *library.Library
	store   *store.Store

	mu        sync.Mutex
	revision  uint64
	documents []core.Document
	catalogue *query.Catalogue
	called    names
	hashes    map[string]core.Hash // by path
	root      string               // folder that all documents lie in, with a slash at its end
	code      bool                 // some documents are source code
	first     map[core.Hash]string // how first pages begin; a content's never changes
}

func newShelf(l *library.Library, s *store.Store) *shelf {
	return &shelf{library: l, store: s, first: make(map[core.Hash]string)}
}

// scope puts into a query what the question and the library together say of
// where to look: which documents seem to be meant, and whether it is about
// source code.
func (s *shelf) scope(ctx context.Context, q *core.Query) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.refresh(ctx); err != nil {
		return fmt.Errorf("look for documents that the question names: %w", err)
	}
	q.Root = s.root
	a := query.Analyse(q.Raw)
	q.Code, q.Tests = s.code && a.AboutCode(), a.Tests
	n := s.catalogue.Match(a)
	q.Likely, q.LikelyWhy = make(map[core.Hash]float64, len(n.Named)), n.Why
	for _, key := range n.Named {
		q.Likely[s.hashes[key]] = likelyNamed
	}
	for _, key := range n.Keys {
		q.Likely[s.hashes[key]] = likelyYear
	}
	return nil
}

// state is what the library holds now: its revision, its documents and what they
// are called. It must not be written to.
func (s *shelf) state(ctx context.Context) (uint64, []core.Document, *query.Catalogue, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.refresh(ctx); err != nil {
		return 0, nil, nil, fmt.Errorf("list what the documents are called: %w", err)
	}
	return s.revision, s.documents, s.catalogue, nil
}

// names is what the documents are called.
func (s *shelf) names(ctx context.Context) (names, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.refresh(ctx); err != nil {
		return nil, fmt.Errorf("list what the documents are called: %w", err)
	}
	return s.called, nil
}

// refresh makes the catalogue anew if the library is another than it was.
func (s *shelf) refresh(ctx context.Context) error {
	revision, err := s.library.Revision(ctx)
	if err != nil || s.catalogue != nil && revision == s.revision {
		return err
	}
	docs, err := s.library.Documents(ctx)
	if err != nil {
		return err
	}
	var cards []query.Card
	s.code = false
	s.hashes = make(map[string]core.Hash, len(docs))
	for _, d := range docs {
		if !d.State.Searchable() {
			continue
		}
		first, err := s.begins(ctx, d.Hash)
		if err != nil {
			return err
		}
		s.hashes[d.Path] = d.Hash
		s.code = s.code || d.Kind == core.KindCode
		cards = append(cards, query.Card{Key: d.Path, Name: d.Name, Title: d.Title, Author: d.Author, First: first})
	}
	s.root = ""
	if len(docs) > 0 {
		s.root = commonFolder(pathsOf(docs))
	}
	s.catalogue, s.documents, s.called, s.revision = query.NewCatalogue(cards), docs, namesOf(docs), revision
	return nil
}

// begins is how a content's first page begins.
func (s *shelf) begins(ctx context.Context, hash core.Hash) (string, error) {
	if first, known := s.first[hash]; known {
		return first, nil
	}
	page, err := s.store.Page(ctx, hash, 1)
	if errors.Is(err, core.ErrNotFound) || errors.Is(err, core.ErrNoSuchPage) {
		return "", nil // not stored yet
	}
	if err == nil {
		s.first[hash] = text.Clip(page.Text, firstBytes)
	}
	return s.first[hash], err
}
