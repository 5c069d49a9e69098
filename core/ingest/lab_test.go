package ingest_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"ibid/core"
	"ibid/core/graph"
	"ibid/core/index"
	"ibid/core/ingest"
	"ibid/core/label"
	"ibid/core/library"
	"ibid/core/opener"
	"ibid/core/passage"
	"ibid/core/store"
)

// lab is a library with all its real stores, and a reader that does as the
// files tell it.
type lab struct {
	dir    string
	lib    *library.Library
	texts  *store.Store
	index  *liveIndex
	graph  *graph.Graph
	reader *reader
	g      *ingest.Ingest
	note   string // of Recover
}

// liveIndex counts how often the index was emptied.
type liveIndex struct {
	*index.Index
	resets int
}

func (x *liveIndex) Reset(ctx context.Context) error {
	x.resets++
	return x.Index.Reset(ctx)
}

// letters counts a token a letter.
type letters struct{}

func (letters) Name() string       { return "letters" }
func (letters) Exact() bool        { return true }
func (letters) Count(s string) int { return len(s) }

func kindOf(name string, _ []byte) core.Kind {
	switch filepath.Ext(name) {
	case ".pdf":
		return core.KindPDF
	case ".txt":
		return core.KindText
	}
	return core.KindOther
}

// stores opens the three stores in dir.
func stores(dir string) (*lab, error) {
	l := &lab{dir: dir, reader: &reader{}}
	var err error
	if l.lib, err = library.Open(context.Background(), dir, core.Owner{PID: os.Getpid(), Program: "test"}); err != nil {
		return nil, err
	}
	if l.texts, err = store.Open(dir, l.lib.Epoch()); err != nil {
		return nil, err
	}
	l.index = &liveIndex{}
	if l.index.Index, err = index.Open(filepath.Join(dir, "index"), l.lib.Epoch()); err != nil {
		return nil, err
	}
	l.graph, err = graph.Open(dir, l.lib.Epoch(), l.lib, l.texts)
	return l, err
}

func (l *lab) options() ingest.Options {
	return ingest.Options{
		Catalogue: l.lib, Texts: l.texts, Index: l.index, Graph: l.graph, Reader: l.reader, Opener: opener.New(opener.Options{}), Tokens: letters{},
		Kind: kindOf, Cut: passage.Cut, CutCode: passage.CutCode, Label: label.Of, Limits: core.DefaultLimits(), Avoid: l.dir,
	}
}

func (l *lab) start(o ingest.Options) (err error) {
	l.g = ingest.New(o)
	l.note, err = l.g.Recover(context.Background())
	return err
}

func (l *lab) close() error {
	if l.g != nil {
		l.g.Close()
	}
	return errors.Join(l.graph.Close(), l.index.Close(), l.texts.Close(), l.lib.Close())
}

// newLab opens a lab in dir that is closed with the test. change may be nil.
func newLab(t testing.TB, dir string, change func(*ingest.Options)) *lab {
	t.Helper()
	l, err := stores(dir)
	if err != nil {
		t.Fatal(err)
	}
	o := l.options()
	if change != nil {
		change(&o)
	}
	if err := l.start(o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return l
}

func (l *lab) add(t testing.TB, paths ...string) ingest.Report {
	t.Helper()
	r, err := l.g.Add(context.Background(), paths, ingest.AddOptions{})
	if err != nil {
		t.Fatalf("add: %v", err)
	}
	return r
}

// agree fails unless catalogue, texts and index hold the same contents, all of
// them and nothing else, under the same generation.
func (l *lab) agree(t testing.TB) {
	t.Helper()
	ctx := context.Background()
	_, ig, err := l.index.Generation()
	cg, err2 := l.lib.Generation(ctx)
	sg, err3 := l.texts.Generation(ctx)
	count, err4 := l.index.Count()
	passages, err5 := l.texts.PassageCount(ctx)
	contents, err6 := l.lib.Contents(ctx)
	stored, err7 := l.texts.Generations(ctx)
	docs, err8 := l.lib.Documents(ctx)
	if err := errors.Join(err, err2, err3, err4, err5, err6, err7, err8); err != nil {
		t.Fatal(err)
	}
	gg, err := l.graph.Generation(ctx)
	if err != nil || cg != sg || cg != ig || cg != gg {
		t.Errorf("generations: catalogue %d, texts %d, index %d, graph %d: %v", cg, sg, ig, gg, err)
	}
	if int(count) != passages {
		t.Errorf("index has %d passages, store %d", count, passages)
	}
	used := make(map[core.Hash]bool)
	for _, d := range docs {
		used[d.Hash] = true
		if !d.State.Settled() {
			t.Errorf("%s is still %s", d.Name, d.State)
		}
	}
	for _, c := range contents {
		if !used[c.Hash] {
			t.Errorf("content %.8s has no document", c.Hash)
		}
		if stored[c.Hash] != c.Generation {
			t.Errorf("content %.8s (%s): catalogue says generation %d, store %d", c.Hash, c.State, c.Generation, stored[c.Hash])
		}
		if !c.Structured {
			t.Errorf("content %.8s has no structure", c.Hash)
		}
		delete(stored, c.Hash)
	}
	for hash := range stored {
		t.Errorf("store has %.8s, which the catalogue has not", hash)
	}
}

// finds returns the names of the documents with a passage that has the word.
func (l *lab) finds(t testing.TB, word string) []string {
	t.Helper()
	matches, err := l.index.Search(context.Background(), core.Query{Words: []string{word}}, nil, 1000)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range matches {
		docs, err := l.lib.DocumentsByHash(context.Background(), m.Hash)
		if err != nil {
			t.Fatal(err)
		}
		if len(docs) == 0 {
			t.Errorf("%q is found in %.8s, which no document has", word, m.Hash)
		}
		if _, err := l.texts.Passage(context.Background(), m.Hash, m.Ordinal); err != nil {
			t.Errorf("%q is found in a passage that is not there: %v", word, err)
		}
		for _, d := range docs {
			names = append(names, d.Name)
		}
	}
	return names
}

// states gives the state of every document by name.
func (l *lab) states(t testing.TB) map[string]core.State {
	t.Helper()
	docs, err := l.lib.Documents(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string]core.State)
	for _, d := range docs {
		all[d.Name] = d.State
	}
	return all
}

func (l *lab) document(t testing.TB, path string) core.Document {
	t.Helper()
	d, err := l.lib.DocumentByPath(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func write(t testing.TB, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// reader reads text files whose pages end with a form feed. Words in a file
// tell it to misbehave, or, as own-iv, the printed number of the next page.
type reader struct {
	mu    sync.Mutex
	calls []string // "words a.pdf", "structure a.pdf safe"
	hook  func(call string)
}

func (r *reader) call(step string, req core.ReadRequest) (string, error) {
	call := step + " " + req.Name
	if req.Safe {
		call += " safe"
	}
	r.mu.Lock()
	r.calls = append(r.calls, call)
	hook := r.hook
	r.mu.Unlock()
	if hook != nil {
		hook(call)
	}
	data, err := io.ReadAll(req.File)
	if err != nil {
		return "", err
	}
	text := string(data)
	for _, word := range strings.Fields(text) {
		rest, ok := strings.CutPrefix(word, step+"-fails-")
		if !ok || rest == "once" && req.Safe {
			continue
		}
		state := map[string]core.State{"late": core.StateTimedOut}[rest]
		if state == "" {
			state = core.StateDamaged
		}
		return "", &core.FileError{State: state, Reason: "ended the worker"}
	}
	if strings.Contains(text, "locked") && req.Password != "sesame" {
		return "", &core.FileError{State: core.StateNeedsPassword, Reason: "is encrypted", Err: core.ErrNeedsPassword}
	}
	return text, nil
}

func (r *reader) count(prefix string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := 0
	for _, c := range r.calls {
		if strings.HasPrefix(c, prefix) {
			n++
		}
	}
	return n
}

func (r *reader) Words(_ context.Context, req core.ReadRequest) ([]core.Page, error) {
	text, err := r.call("words", req)
	if err != nil {
		return nil, err
	}
	var pages []core.Page
	for i, page := range strings.Split(text, "\f") {
		contents, fields, _ := strings.Cut(page, "\v") // as a PDF has them
		pages = append(pages, core.Page{Index: i + 1, Text: contents + fields, Annotations: len(fields)})
	}
	return pages, nil
}

// Structure finds one heading a page: its first line.
func (r *reader) Structure(_ context.Context, req core.ReadRequest, pages []core.Page) ([]core.Layout, error) {
	if _, err := r.call("structure", req); err != nil {
		return nil, err
	}
	var layouts []core.Layout
	for _, p := range pages {
		first, _, _ := strings.Cut(p.Text, "\n")
		layouts = append(layouts, core.Layout{
			Page: p.Index, Width: 600, Height: 800,
			Lines:    []core.Line{{Span: core.Span{End: len(p.Text)}, Height: 12, Size: 10}},
			Headings: []core.Heading{{Level: 1, Title: first}},
		})
	}
	return layouts, nil
}

func (r *reader) Outline(_ context.Context, req core.ReadRequest) ([]core.OutlineEntry, error) {
	_, err := r.call("outline", req)
	return nil, err
}

func (r *reader) Syntax(_ context.Context, req core.ReadRequest, _ string) (core.Code, error) {
	_, err := r.call("syntax", req)
	return core.Code{}, err
}

func (r *reader) Metadata(_ context.Context, req core.ReadRequest) (core.Metadata, error) {
	text, err := r.call("metadata", req)
	first, _, _ := strings.Cut(text, "\n")
	m := core.Metadata{Title: first}
	for _, word := range strings.Fields(text) {
		if label, ok := strings.CutPrefix(word, "own-"); ok {
			m.Labels = append(m.Labels, label)
		}
	}
	return m, err
}
