package graph_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/extract/code"
	"ibid/core/graph"
)

// shelf is a library of files that lie in memory, with a graph of their code.
type shelf struct {
	*graph.Graph
	root   string // that paths are told from
	skip   string // name of folders that addTree leaves out
	last   core.DocumentID
	docs   []core.Document
	listed int // how often
	texts  map[core.Hash]string
	batch  map[core.Hash]core.Code
	known  map[core.Hash]bool
}

func (s *shelf) Documents(context.Context) ([]core.Document, error) {
	s.listed++
	return slices.Clone(s.docs), nil
}

// Revision is another when documents came or went.
func (s *shelf) Revision() uint64 { return uint64(s.last)<<32 | uint64(len(s.docs)) }

func (s *shelf) Pages(_ context.Context, hash core.Hash) ([]core.Page, error) {
	text, ok := s.texts[hash]
	if !ok {
		return nil, core.ErrNotFound
	}
	return []core.Page{{Index: 1, Text: text}}, nil
}

func newShelf(t testing.TB, files map[string]string) *shelf {
	t.Helper()
	s := &shelf{root: "/lib/", texts: make(map[core.Hash]string), batch: make(map[core.Hash]core.Code), known: make(map[core.Hash]bool)}
	var err error
	if s.Graph, err = graph.Open(t.TempDir(), "one", s, s); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	for name, text := range files {
		s.add(t, s.root+name, text)
	}
	s.flush(t)
	return s
}

// add puts a file into the library, in place of the one at its path.
func (s *shelf) add(t testing.TB, path, text string) {
	t.Helper()
	sum := sha256.Sum256([]byte(text))
	hash := core.Hash(hex.EncodeToString(sum[:]))
	s.remove(path)
	s.last++
	d := core.Document{ID: s.last, Path: path, Name: filepath.Base(path), Kind: core.KindText, State: core.StateReady, Hash: hash}
	s.texts[hash] = text
	if core.Language(d.Name) != "" {
		d.Kind = core.KindCode
		if !s.known[hash] {
			s.known[hash] = true
			c, err := code.Extract(t.Context(), d.Name, text)
			if err != nil {
				t.Fatal(err)
			}
			s.batch[hash] = c
		}
	}
	s.docs = append(s.docs, d)
	if len(s.batch) >= 200 {
		s.flush(t)
	}
}

func (s *shelf) flush(t testing.TB) {
	t.Helper()
	if err := s.Put(t.Context(), 1, nil, s.batch); err != nil {
		t.Fatal(err)
	}
	clear(s.batch)
}

func (s *shelf) remove(path string) {
	s.docs = slices.DeleteFunc(s.docs, func(d core.Document) bool { return d.Path == path })
}

// addTree adds the files of a folder that end in one of the endings.
func (s *shelf) addTree(t testing.TB, dir string, endings ...string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == "testdata" || d.Name() == s.skip) {
			return fs.SkipDir
		}
		if !d.Type().IsRegular() || !slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(path, e) }) {
			return nil
		}
		data, err := os.ReadFile(path)
		if err == nil {
			s.add(t, path, string(data))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	s.flush(t)
}

func (s *shelf) document(t testing.TB, path string) core.Document {
	t.Helper()
	i := slices.IndexFunc(s.docs, func(d core.Document) bool { return d.Path == path || d.Path == s.root+path })
	if i < 0 {
		t.Fatalf("no document %q", path)
	}
	return s.docs[i]
}

// short is a path as the tests write it.
func (s *shelf) short(d core.Document) string { return strings.TrimPrefix(d.Path, s.root) }

// entity finds what a file defines.
func (s *shelf) entity(t testing.TB, path, qualified string) core.Symbol {
	t.Helper()
	d := s.document(t, path)
	all, err := s.Define(t.Context(), qualified, d.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		if e.Document.ID == d.ID && e.Qualified == qualified {
			return e
		}
	}
	t.Fatalf("%s does not define %s: %d others", path, qualified, len(all))
	return core.Symbol{}
}
