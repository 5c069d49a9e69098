package library

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"

	"ibid/core"
	"ibid/ui/browse"
	"ibid/ui/post"
	"ibid/ui/post/posttest"
	"ibid/ui/theme"
)

type engine struct {
	mu        sync.Mutex
	documents []core.Document
	added     []string // path|password
	taken     core.Taken
	removed   []core.DocumentID
	err       error
	numbers   core.Numbering
	origin    core.NumberOrigin
	set       []core.Numbering
	folders   []core.Folder
}

func (e *engine) Folders(context.Context) ([]core.Folder, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.folders), nil
}

func (e *engine) Follow(_ context.Context, path string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.err == nil {
		e.folders = append(e.folders, core.Folder{Path: path, State: core.FolderWatching})
	}
	return e.err
}

func (e *engine) Unwatch(_ context.Context, paths ...string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.folders = slices.DeleteFunc(e.folders, func(f core.Folder) bool { return slices.Contains(paths, f.Path) })
	return nil
}

func (e *engine) Numbering(context.Context, core.DocumentID) (core.Numbering, core.NumberOrigin, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.numbers, e.origin, e.err
}

func (e *engine) SetNumbering(_ context.Context, _ core.DocumentID, n core.Numbering) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.set = append(e.set, n)
	return e.err
}

func (e *engine) Documents(context.Context) ([]core.Document, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.documents), e.err
}

func (e *engine) Add(_ context.Context, paths []string, password string) (core.Taken, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, p := range paths {
		e.added = append(e.added, p+"|"+password)
	}
	return e.taken, e.err
}

func (e *engine) Remove(_ context.Context, ids ...core.DocumentID) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.removed = append(e.removed, ids...)
	return e.err
}

func (e *engine) takenIn() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.added)
}

type host struct {
	win        fyne.Window
	said       []string
	opened     []core.Document
	renumbered int
	in         []string // what AskIn was told
	asking     bool
}

func (h *host) Window() fyne.Window         { return h.win }
func (h *host) Say(text string)             { h.said = append(h.said, text) }
func (h *host) Open(d core.Document, _ int) { h.opened = append(h.opened, d) }
func (h *host) Loaded()                     {}
func (h *host) Renumbered()                 { h.renumbered++ }
func (h *host) AskIn(path string, too bool) { h.in = append(h.in, fmt.Sprint(path, " ", too)) }
func (h *host) Asking() bool                { return h.asking }
func (h *host) lastWord() string            { return h.said[len(h.said)-1] }

var some = []core.Document{
	{ID: 1, Name: "Crisis.pdf", Kind: core.KindPDF, State: core.StateReady, Pages: 3, Tokens: 1200},
	{ID: 2, Name: "scan.pdf", Kind: core.KindPDF, State: core.StateNoText, Pages: 2, Reason: "2 pages, all of them pictures"},
	{ID: 3, Name: "locked.pdf", Kind: core.KindPDF, State: core.StateNeedsPassword, Path: "/p/locked.pdf"},
	{ID: 4, Name: "waiting.pdf", Kind: core.KindPDF, State: core.StateWaiting},
}

func setup(t *testing.T, e *engine) (*Pane, *host, posttest.Queue) {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light))
	q := posttest.New()
	bridge := post.NewBridge(q)
	t.Cleanup(func() { bridge.Wait(time.Second) })
	h := &host{}
	p := New(e, h, bridge)
	h.win = test.NewTempWindow(t, p.Content)
	h.win.Resize(fyne.NewSize(300, 600))
	p.Refresh()
	q.Until(t, "documents", func() bool { return p.known })
	return p, h, q
}

func names(p *Pane) string {
	var out []string
	for _, d := range p.shown {
		out = append(out, d.Name)
	}
	return strings.Join(out, " ")
}

func TestFilterByNameAndByState(t *testing.T) {
	p, _, _ := setup(t, &engine{documents: some})
	if got := p.needs.Text; got != "2 need attention" {
		t.Errorf("button says %q", got)
	}
	test.Tap(p.needs)
	if got := names(p); got != "scan.pdf locked.pdf" {
		t.Errorf("in need of attention: %s", got)
	}
	test.Tap(p.needs)
	p.filter.SetText("cris")
	if got := names(p); got != "Crisis.pdf" {
		t.Errorf("filtered by name: %s", got)
	}
	if got := p.count.Text(); got != "1 of 4 documents" {
		t.Errorf("count says %q", got)
	}
	p.filter.SetText("zebra")
	if title, _ := p.empty.Text(); p.empty.Hidden || title != "No such document" {
		t.Errorf("nothing passes the filter: %q", title)
	}
}

func TestAttentionFilterEndsWhenNothingNeedsIt(t *testing.T) {
	e := &engine{documents: some}
	p, _, q := setup(t, e)
	p.SetAttention(true)
	e.mu.Lock()
	e.documents = some[:1]
	e.mu.Unlock()
	p.Refresh()
	q.Until(t, "the shorter list", func() bool { return len(p.documents) == 1 })
	if names(p) != "Crisis.pdf" || !p.needs.Hidden {
		t.Errorf("shows %q, button hidden %v", names(p), p.needs.Hidden)
	}
}

func TestRowSaysWhyADocumentIsNotReady(t *testing.T) {
	for _, tt := range []struct {
		d    core.Document
		want string
	}{
		{some[0], "3 pages · 1,200 tokens"},
		{some[1], "2 pages, all of them pictures"},
		{some[3], "Waiting to be read"},
		{core.Document{Name: "font.pdf", Kind: core.KindPDF, State: core.StateReady, Pages: 1, Tokens: 9, Reason: "some letters of this page are not known"},
			"Some letters of this page are not known · 1 page · 9 tokens"},
		{core.Document{Name: "slides.pdf", Kind: core.KindPDF, State: core.StateReady, Pages: 2, Tokens: 9, Reason: "2 pages were read by OCR", Remark: true},
			"2 pages · 9 tokens · 2 pages were read by OCR"},
	} {
		if got := detail(tt.d); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.d.Name, got, tt.want)
		}
	}
}

// C3
func TestDropAddsFilesAndRefusesOtherAddresses(t *testing.T) {
	e := &engine{documents: some}
	p, h, q := setup(t, e)
	p.Drop([]fyne.URI{storage.NewFileURI("/p/a.pdf"), storage.NewFileURI("/p/folder")})
	q.Until(t, "two additions", func() bool { return len(e.takenIn()) == 2 })
	if got := e.takenIn(); got[0] != "/p/a.pdf|" || got[1] != "/p/folder|" {
		t.Errorf("added %q", got)
	}
	web, err := storage.ParseURI("https://example.org/a.pdf")
	if err != nil {
		t.Fatal(err)
	}
	p.Drop([]fyne.URI{web})
	if !strings.Contains(h.lastWord(), "Save it first") {
		t.Errorf("said %q", h.lastWord())
	}
}

// What was left out of a folder is said when it was added.
func TestAdditionSaysWhatItCameTo(t *testing.T) {
	e := &engine{documents: some, taken: core.Taken{New: 3, Unchanged: 1200, Hidden: 2, Ignored: 1}}
	p, h, q := setup(t, e)
	p.Add([]string{"/p/thesis"}, "")
	q.Until(t, "the message", func() bool { return len(h.said) > 1 })
	if want := "Added thesis: 3 new, 1,200 as before; left out: 2 hidden, 1 that an ignore file names."; h.lastWord() != want {
		t.Errorf("said %q, want %q", h.lastWord(), want)
	}
}

func TestFailedAdditionIsSaid(t *testing.T) {
	e := &engine{documents: some}
	p, h, q := setup(t, e)
	e.mu.Lock()
	e.err = &core.FileError{State: core.StateTooLarge, Reason: "2.1 GB"}
	e.mu.Unlock()
	p.Add([]string{"/p/big.pdf"}, "secret")
	q.Until(t, "the reason", func() bool { return strings.HasPrefix(h.lastWord(), "2.1 GB. Split it") })
	if got := e.takenIn(); got[0] != "/p/big.pdf|secret" {
		t.Errorf("added %q", got)
	}
}

func TestRemoveTellsTheEngine(t *testing.T) {
	e := &engine{documents: some}
	p, h, q := setup(t, e)
	p.remove("scan.pdf", some[1])
	q.Until(t, "the message", func() bool { return len(h.said) > 0 })
	if len(e.removed) != 1 || e.removed[0] != 2 || h.lastWord() != "Removed scan.pdf" {
		t.Errorf("removed %v, said %q", e.removed, h.said)
	}
}

// The folders of a document are offered with what goes with them; one that holds
// nothing more than the one in it is not.
func TestWholeFoldersCanBeRemoved(t *testing.T) {
	in := func(paths ...string) (docs []core.Document) {
		for i, p := range paths {
			docs = append(docs, core.Document{ID: core.DocumentID(i + 1), Path: p, Name: filepath.Base(p), State: core.StateReady})
		}
		return docs
	}
	e := &engine{documents: in("/p/code/a/x.go", "/p/code/a/y.go", "/p/code/b.go", "/q/paper.pdf"), folders: []core.Folder{{Path: "/p"}}}
	p, h, q := setup(t, e)
	var labels []string
	items := p.foldersOf(e.documents[0])
	for _, i := range items {
		labels = append(labels, i.Label)
	}
	if want := []string{"a · 2 documents…", "code · 3 documents…"}; !slices.Equal(labels, want) {
		t.Errorf("offers %q, want %q", labels, want)
	}
	if got := p.foldersOf(e.documents[3]); len(got) != 0 {
		t.Errorf("offers %d folders of a document that lies alone", len(got))
	}
	p.remove("code", e.documents[:3]...)
	q.Until(t, "the message", func() bool { return len(h.said) > 0 })
	if want := []core.DocumentID{1, 2, 3}; !slices.Equal(e.removed, want) || !strings.HasPrefix(h.lastWord(), "Removed 3 documents of code. Its folder is watched") {
		t.Errorf("removed %v, said %q", e.removed, h.said)
	}
}

func TestEmptyLibrarySaysHowToBegin(t *testing.T) {
	p, _, _ := setup(t, &engine{})
	if title, body := p.empty.Text(); p.empty.Hidden || title != "No documents yet" || !strings.Contains(body, "press Add") {
		t.Errorf("%q, %q", title, body)
	}
}

func TestFolderDialogOpens(t *testing.T) {
	p, h, _ := setup(t, &engine{documents: some})
	p.AskFolder()
	if h.win.Canvas().Overlays().Top() == nil {
		t.Error("no dialog")
	}
}

func TestPickerChoosesFilesOfSeveralFolders(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b.pdf", "A.md", ".hidden", "sub/c.txt"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	e := &engine{documents: some}
	p, _, q := setup(t, e)
	k := newPicker(p)
	k.Open(dir)
	q.Until(t, "the folder", func() bool { return k.Folder == dir })
	if want := []browse.Entry{{Name: "sub", Folder: true}, {Name: "A.md"}, {Name: "b.pdf"}}; !slices.Equal(k.Entries, want) {
		t.Fatalf("entries %v, want %v", k.Entries, want)
	}
	k.Choose(k.Entries[1])
	k.Choose(k.Entries[2])
	k.Choose(k.Entries[1]) // and back
	k.Choose(k.Entries[0])
	q.Until(t, "the inner folder", func() bool { return k.Folder == filepath.Join(dir, "sub") })
	k.Choose(k.Entries[0])
	if got := k.Note.Text(); got != "2 files chosen" {
		t.Errorf("note %q", got)
	}
	k.done(true)
	q.Until(t, "two additions", func() bool { return len(e.takenIn()) == 2 })
	if got := e.takenIn(); got[0] != filepath.Join(dir, "b.pdf")+"|" || got[1] != filepath.Join(dir, "sub", "c.txt")+"|" {
		t.Errorf("added %q", got)
	}
	k.Open(filepath.Join(dir, "gone"))
	q.Until(t, "the error", func() bool { return strings.Contains(k.Note.Text(), "no such folder") })
}

// Changes that come faster than answers must not starve the list.
func TestRefreshesThatMeetEndWithTheLastList(t *testing.T) {
	e := &engine{documents: some[:1]}
	p, _, q := setup(t, e)
	for i := range some {
		e.mu.Lock()
		e.documents = some[:i+1]
		e.mu.Unlock()
		p.Refresh()
	}
	q.Until(t, "the last list", func() bool { return len(p.documents) == len(some) })
}
