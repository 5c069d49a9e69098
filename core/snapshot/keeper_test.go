package snapshot

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"ibid/core"
)

// memory is a library in memory. It counts what it is asked for.
type memory struct {
	revision uint64
	docs     []core.Document
	feedback []core.Feedback
	pages    map[core.Hash]string
	fault    error // of everything that is read
	listed   int   // calls of Documents
	byHash   int   // calls of DocumentsByHash
	read     []core.Hash
}

func (m *memory) Revision() uint64 { return m.revision }

func (m *memory) Documents(context.Context) ([]core.Document, error) {
	m.listed++
	return slices.Clone(m.docs), m.fault
}

func (m *memory) DocumentsByHash(_ context.Context, h core.Hash) ([]core.Document, error) {
	m.byHash++
	return slices.DeleteFunc(slices.Clone(m.docs), func(d core.Document) bool { return d.Hash != h }), m.fault
}

func (m *memory) Feedback(context.Context) ([]core.Feedback, error) { return m.feedback, m.fault }

func (m *memory) Page(_ context.Context, h core.Hash, _ int) (core.Page, error) {
	m.read = append(m.read, h)
	text, ok := m.pages[h]
	if !ok {
		return core.Page{}, core.ErrNotFound
	}
	return core.Page{Index: 1, Text: text}, m.fault
}

func pdf(id core.DocumentID, path string, hash core.Hash) core.Document {
	return core.Document{ID: id, Path: path, Name: path[strings.LastIndexByte(path, '/')+1:], Hash: hash, Kind: core.KindPDF, State: core.StateReady, Pages: 12}
}

func TestSnapshotIsMadeOnceARevision(t *testing.T) {
	m := &memory{revision: 1, docs: []core.Document{pdf(1, "/d/a.pdf", "a")}, feedback: []core.Feedback{{ID: 3}}}
	k := NewKeeper(m, m)
	first, err := k.Now(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	docs, err := k.Documents(t.Context())
	if err != nil || len(docs) != 1 || docs[0].ID != 1 {
		t.Errorf("%+v, %v", docs, err)
	}
	feedback, err := k.Feedback(t.Context())
	if err != nil || len(feedback) != 1 || feedback[0].ID != 3 {
		t.Errorf("%+v, %v", feedback, err)
	}
	if again, err := k.Now(t.Context()); err != nil || again != first || m.listed != 1 {
		t.Errorf("listed %d times at one revision, %v", m.listed, err)
	}
	m.revision, m.docs = 2, append(m.docs, pdf(2, "/d/b.pdf", "b"))
	docs, err = k.Documents(t.Context())
	if err != nil || len(docs) != 2 || m.listed != 2 {
		t.Errorf("%d documents after a change, listed %d times, %v", len(docs), m.listed, err)
	}
}

func TestSnapshotThatCannotBeMadeIsAnError(t *testing.T) {
	broken := errors.New("disk error")
	k := NewKeeper(&memory{fault: broken}, &memory{})
	for name, ask := range map[string]func() error{
		"now":       func() error { _, err := k.Now(t.Context()); return err },
		"documents": func() error { _, err := k.Documents(t.Context()); return err },
		"feedback":  func() error { _, err := k.Feedback(t.Context()); return err },
		"by hash":   func() error { _, err := k.DocumentsByHash(t.Context(), "a"); return err },
	} {
		if err := ask(); !errors.Is(err, broken) {
			t.Errorf("%s: %v", name, err)
		}
	}
	texts := &memory{fault: broken, pages: map[core.Hash]string{"a": "text"}}
	k = NewKeeper(&memory{docs: []core.Document{pdf(1, "/a.pdf", "a")}}, texts)
	if _, err := k.Now(t.Context()); !errors.Is(err, broken) {
		t.Errorf("a first page that cannot be read: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	blocked := &waiting{memory: &memory{}, done: make(chan struct{})}
	defer close(blocked.done)
	if _, err := NewKeeper(blocked, blocked).Now(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller that gave up: %v", err)
	}
}

// waiting is a library that does not answer before done is closed.
type waiting struct {
	*memory
	done chan struct{}
}

func (w *waiting) Documents(context.Context) ([]core.Document, error) {
	<-w.done
	return nil, nil
}

func TestDocumentsOfAContentComeOldestFirst(t *testing.T) {
	m := &memory{revision: 1, docs: []core.Document{pdf(7, "/b.pdf", "x"), pdf(2, "/c.pdf", "x"), pdf(3, "/d.pdf", "y"), {ID: 9, Path: "/e.pdf", Name: "e.pdf"}}}
	k := NewKeeper(m, m)
	ids := func(h core.Hash) (out []core.DocumentID) {
		docs, err := k.DocumentsByHash(t.Context(), h)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range docs {
			out = append(out, d.ID)
		}
		return out
	}
	if got := ids("x"); len(got) != 2 || m.byHash != 1 {
		t.Errorf("%v; the library was asked %d times before there was a snapshot", got, m.byHash)
	}
	if _, err := k.Now(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := ids("x"); !slices.Equal(got, []core.DocumentID{2, 7}) || m.byHash != 1 {
		t.Errorf("%v; the library was asked %d times", got, m.byHash)
	}
	if got := ids(""); got != nil {
		t.Errorf("documents without content: %v", got)
	}
	m.revision++
	if ids("y"); m.byHash != 2 {
		t.Errorf("while the library changes it was asked %d times", m.byHash)
	}
}

func TestFirstPagesOfLongDocumentsAreRead(t *testing.T) { // R2.1
	with := func(change func(*core.Document)) core.Document {
		d := pdf(1, "/d/a.pdf", "a")
		d.Pages, d.Tokens = 1, longTokens-1
		change(&d)
		return d
	}
	for name, tt := range map[string]struct {
		d    core.Document
		want bool
	}{
		"one short page":        {with(func(*core.Document) {}), false},
		"one long page":         {with(func(d *core.Document) { d.Tokens = longTokens }), true},
		"two short pages":       {with(func(d *core.Document) { d.Pages = 2 }), true},
		"a scan without words":  {with(func(d *core.Document) { d.Pages, d.State = 2, core.StateNoText }), false},
		"pages that wait":       {with(func(d *core.Document) { d.Pages, d.State = 2, core.StateWaiting }), false},
		"a document in part":    {with(func(d *core.Document) { d.Pages, d.State = 2, core.StatePartial }), true},
		"a text without a page": {with(func(d *core.Document) { d.Pages, d.Kind, d.Tokens = 0, core.KindText, longTokens }), true},
	} {
		m := &memory{docs: []core.Document{tt.d}, pages: map[core.Hash]string{"a": "First."}}
		if _, err := NewKeeper(m, m).Now(t.Context()); err != nil || (len(m.read) > 0) != tt.want {
			t.Errorf("%s: read %v, %v", name, m.read, err)
		}
	}
}

func TestFirstPagesAreReadOnce(t *testing.T) {
	m := &memory{revision: 1, docs: []core.Document{pdf(1, "/a.pdf", "a"), pdf(2, "/b.pdf", "b")}, pages: map[core.Hash]string{"a": strings.Repeat("a ", firstBytes)}}
	k := NewKeeper(m, m)
	for range 2 {
		if _, err := k.Now(t.Context()); err != nil {
			t.Fatal(err)
		}
		m.revision++
	}
	if !slices.Equal(m.read, []core.Hash{"a", "b", "b"}) { // what is not stored yet is looked for again
		t.Errorf("read %q", m.read)
	}
	if n := len(k.first[firstPage{"a", 0}]); n == 0 || n > firstBytes {
		t.Errorf("%d bytes are kept of a first page", n)
	}
}

func TestQuestionIsScopedByTheLibrary(t *testing.T) { // R2.1
	code := func(id core.DocumentID, path string) core.Document {
		d := pdf(id, path, core.Hash(path))
		d.Kind, d.Pages, d.Tokens = core.KindCode, 0, 2*longTokens
		return d
	}
	paper := pdf(1, "/d/papers/tidewater-2019.pdf", "paper")
	paper.Title, paper.Author = "Annual report of Tidewater 2019", "Ada Kelp"
	m := &memory{docs: []core.Document{paper, code(2, "/d/src/auth/login.go"), code(3, "/d/src/store/store.go")}, pages: map[core.Hash]string{"paper": "Annual report of Tidewater, 2019"}}
	s, err := NewKeeper(m, m).Now(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if s.Root != "/d/" || !slices.Equal(s.Paths(), []string{paper.Path, "/d/src/auth/login.go", "/d/src/store/store.go"}) {
		t.Errorf("root %q of %q", s.Root, s.Paths())
	}
	about := func(raw string) core.Query {
		t.Helper()
		q, err := s.Scope(t.Context(), core.Query{Raw: raw})
		if err != nil {
			t.Fatal(err)
		}
		if q.Root != s.Root {
			t.Errorf("%q has the root %q", raw, q.Root)
		}
		return q
	}
	if q := about("how did revenue grow at Tidewater in 2019"); q.Code || q.Likely["paper"] < 0.5 || q.LikelyWhy == "" || len(q.Likely) != 1 {
		t.Errorf("a question that names company and year: %+v", q)
	}
	if q := about("how did revenue grow"); len(q.Likely) != 0 || q.LikelyWhy != "" || len(q.Quoted) != 0 {
		t.Errorf("a question that names nothing: %+v", q)
	}
	q := about("panic in src/auth/login.go:12 when func Login() is called")
	if !q.Code || q.Quoted["/d/src/auth/login.go"] == 0 || len(q.Quoted) != 1 {
		t.Errorf("a question that quotes a path: %+v", q)
	}
	for h := range q.Likely {
		if h != "paper" {
			t.Errorf("source code %q is likely by its name", h)
		}
	}
	m.docs, m.revision = m.docs[:1], 1
	if s, err = NewKeeper(m, m).Now(t.Context()); err != nil {
		t.Fatal(err)
	}
	if q := about("panic in src/auth/login.go:12 when func Login() is called"); q.Code || len(q.Quoted) != 0 {
		t.Errorf("a library without source code is asked about it: %+v", q)
	}
}

func TestEmptyLibraryHasASnapshot(t *testing.T) {
	m := &memory{}
	s, err := NewKeeper(m, m).Now(t.Context())
	if err != nil || s.Root != "" || len(s.Documents) != 0 || len(s.Paths()) != 0 {
		t.Fatalf("%+v, %v", s, err)
	}
	if q, err := s.Scope(t.Context(), core.Query{Raw: "what is kelp"}); err != nil || len(q.Likely) != 0 || q.Code {
		t.Errorf("%+v, %v", q, err)
	}
}

func TestCommonFolderHoldsAllPaths(t *testing.T) {
	for _, tt := range []struct {
		paths []string
		want  string
	}{
		{[]string{"/a/b/c.md"}, "/a/b/"},
		{[]string{"/a/b/c.md", "/a/b/d/e.md"}, "/a/b/"},
		{[]string{"/a/bc/x.md", "/a/b/y.md"}, "/a/"},
		{[]string{"/a/x.md", "/b/y.md"}, "/"},
		{[]string{"/x.md"}, "/"},
		{[]string{"/x.md", "/a/y.md"}, "/"},
	} {
		if got := CommonFolder(tt.paths); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.paths, got, tt.want)
		}
	}
}

func TestNamesTellDocumentsApart(t *testing.T) { // X4
	docs := []core.Document{
		pdf(1, "/d/2019/report.pdf", "a"), pdf(2, "/d/2020/report.pdf", "b"), pdf(3, "/old/2020/report.pdf", "b"), pdf(4, "/d/notes.pdf", "n"),
		{ID: 5, Path: "/d/x.zip!/src/notes.pdf", Name: "x.zip!/src/notes.pdf", Hash: "m"},
	}
	n := NewNames(docs)
	unique := map[core.DocumentID]string{1: "2019/report.pdf", 2: "d/2020/report.pdf", 3: "old/2020/report.pdf", 4: "d/notes.pdf", 5: "src/notes.pdf"}
	cited := map[core.DocumentID]string{1: "2019/report.pdf", 2: "2020/report.pdf", 3: "2020/report.pdf", 4: "d/notes.pdf", 5: "x.zip!/src/notes.pdf"}
	for range 2 { // the second time from what is known
		gotUnique, gotCited := make(map[core.DocumentID]string), make(map[core.DocumentID]string)
		for _, d := range docs {
			gotUnique[d.ID], gotCited[d.ID] = n.Unique(d), n.Cited(d)
		}
		if !maps.Equal(gotUnique, unique) {
			t.Errorf("unique names %v\nwant %v", gotUnique, unique)
		}
		if !maps.Equal(gotCited, cited) {
			t.Errorf("cited names %v\nwant %v", gotCited, cited)
		}
	}
}

func TestShortestEndIsWholeElements(t *testing.T) {
	d := pdf(1, "/a/b/c.md", "x")
	for name, tt := range map[string]struct {
		others []string
		want   string
	}{
		"alone":                          {nil, "c.md"},
		"another name":                   {[]string{"/a/b/bc.md"}, "c.md"},
		"the same name":                  {[]string{"/a/x/c.md"}, "b/c.md"},
		"the same folder":                {[]string{"/x/b/c.md"}, "a/b/c.md"},
		"a longer path of the same end":  {[]string{"/x/a/b/c.md"}, "/a/b/c.md"},
		"the document itself is no twin": {[]string{}, "c.md"},
	} {
		docs := []core.Document{d}
		for i, p := range tt.others {
			docs = append(docs, pdf(core.DocumentID(i+2), p, "y"))
		}
		if got := ShortestEnd(d, docs); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}
