package library

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"ibid/core"
)

// overlay returns the texts that stand over the window, and its buttons by their
// texts.
func overlay(t *testing.T, w fyne.Window) (texts []string, buttons map[string]*widget.Button) {
	t.Helper()
	top := w.Canvas().Overlays().Top()
	if top == nil {
		t.Fatal("nothing stands over the window")
	}
	buttons = map[string]*widget.Button{}
	for _, o := range test.LaidOutObjects(top) {
		switch o := o.(type) {
		case *canvas.Text:
			texts = append(texts, o.Text)
		case *widget.Button:
			buttons[o.Text] = o
		}
	}
	return texts, buttons
}

func TestTheMenuOfARowOffersWhatCanBeDone(t *testing.T) {
	always := "Remove from library…"
	for _, tt := range []struct {
		name string
		d    core.Document
		want []string
	}{
		{"a paper", core.Document{Kind: core.KindPDF, State: core.StateReady, Pages: 3}, []string{"Show in reader", "Ask only in this", "Ask only in its folder", "Page numbers…", always}},
		{"a paper of no known length", core.Document{Kind: core.KindPDF, State: core.StateReady}, []string{"Show in reader", "Ask only in this", "Ask only in its folder", always}},
		{"notes", core.Document{Kind: core.KindMarkdown, State: core.StateReady}, []string{"Show in reader", "Ask only in this", "Ask only in its folder", always}},
		{"a scan", core.Document{Kind: core.KindPDF, State: core.StateNoText, Pages: 3}, []string{"Show in reader", "Page numbers…", "Try again", always}},
		{"a damaged file", core.Document{Kind: core.KindPDF, State: core.StateDamaged}, []string{"Try again", always}},
		{"a locked file", core.Document{Kind: core.KindPDF, State: core.StateNeedsPassword}, []string{"Give password…", always}},
		{"a file that waits", core.Document{Kind: core.KindPDF, State: core.StateWaiting}, []string{always}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, h, _ := setup(t, &engine{documents: some})
			r := newRow(p)
			r.bind(0, tt.d)
			p.rowMenu(r)(fyne.NewPos(10, 10))
			if got, _ := overlay(t, h.win); !slices.Equal(got, tt.want) {
				t.Errorf("offers %q, want %q", got, tt.want)
			}
		})
	}
}

func TestOneMoreDocumentIsAskedInOnlyBesideOthers(t *testing.T) {
	p, h, _ := setup(t, &engine{documents: some})
	h.asking = true
	r := newRow(p)
	r.bind(0, core.Document{Kind: core.KindMarkdown, State: core.StateReady})
	p.rowMenu(r)(fyne.NewPos(10, 10))
	if got, _ := overlay(t, h.win); !slices.Contains(got, "Ask in this too") {
		t.Errorf("offers %q", got)
	}
}

func TestRemovalIsAskedForAndCanBeTakenBack(t *testing.T) {
	e := &engine{documents: some}
	p, h, q := setup(t, e)
	for _, tt := range []struct {
		docs []core.Document
		want string
	}{
		{some[:1], "The file itself stays where it is."}, {some[:2], "The files themselves stay where they are."},
	} {
		p.askRemove("Crisis.pdf", tt.docs...)
		texts, buttons := overlay(t, h.win)
		if !strings.Contains(strings.Join(texts, " "), tt.want) { // which is broken into lines
			t.Errorf("%d documents: %q", len(tt.docs), texts)
		}
		test.Tap(buttons["No"])
	}
	if len(e.removed) > 0 || h.win.Canvas().Overlays().Top() != nil {
		t.Fatalf("removed %v though it was not wanted", e.removed)
	}
	p.askRemove("Crisis.pdf", some[0])
	_, buttons := overlay(t, h.win)
	test.Tap(buttons["Remove"])
	q.Until(t, "the message", func() bool { return len(h.said) > 0 })
	if !slices.Equal(e.removed, []core.DocumentID{1}) || h.lastWord() != "Removed Crisis.pdf" {
		t.Errorf("removed %v, said %q", e.removed, h.said)
	}
}

func TestAPasswordIsTriedOnItsDocument(t *testing.T) {
	e := &engine{documents: some}
	p, h, q := setup(t, e)
	p.askPassword(some[2])
	password, ok := h.win.Canvas().Focused().(*widget.Entry)
	if !ok || !password.Password {
		t.Fatalf("the cursor stands in %T", h.win.Canvas().Focused())
	}
	password.SetText("secret")
	_, buttons := overlay(t, h.win)
	test.Tap(buttons["Unlock"])
	q.Until(t, "the file", func() bool { return len(e.takenIn()) == 1 })
	if got := e.takenIn(); got[0] != "/p/locked.pdf|secret" {
		t.Errorf("added %q", got)
	}
}

func TestAFolderThatIsWatchedBringsItsFilesBack(t *testing.T) {
	docs := []core.Document{{Path: "/p/a/x.md"}, {Path: "/q/y.md"}}
	for folder, back := range map[string]bool{"/p": true, "/p/a": true, "/q": true, "/p/b": false, "/p/a/x": false, "/": false} {
		got := comesBack([]core.Folder{{Path: folder}}, docs)
		if (got != "") != back {
			t.Errorf("%s: %q", folder, got)
		}
	}
	if got := comesBack(nil, docs); got != "" {
		t.Errorf("no folder: %q", got)
	}
}

func TestNothingIsAddedWithoutAPath(t *testing.T) {
	p, h, _ := setup(t, &engine{documents: some})
	if p.Add(nil, ""); len(h.said) > 0 {
		t.Errorf("said %q", h.said)
	}
	if p.Add([]string{"/p/a.pdf"}, ""); h.said[0] != "Adding a.pdf" {
		t.Errorf("said %q", h.said)
	}
	if p.Add([]string{"/p/a.pdf", "/p/b.pdf"}, ""); h.said[1] != "Adding 2 files" {
		t.Errorf("said %q", h.said)
	}
}

func TestDocumentsAreFoundInTheList(t *testing.T) {
	p, h, _ := setup(t, &engine{documents: some})
	if d, ok := p.Document(3); !ok || d.Name != "locked.pdf" {
		t.Errorf("%v %t", d, ok)
	}
	if d, ok := p.Document(9); ok || d.ID != 0 {
		t.Errorf("%v %t", d, ok)
	}
	if isSome, known := p.Some(); !isSome || !known {
		t.Errorf("some %t, known %t", isSome, known)
	}
	if isSome, known := New(&engine{}, &host{}, p.bridge).Some(); isSome || known {
		t.Errorf("before it was asked: some %t, known %t", isSome, known)
	}
	p.FocusFilter(h.win.Canvas())
	if h.win.Canvas().Focused() != p.filter {
		t.Error("the cursor is not in the filter")
	}
	p.ToggleAttention()
	if names(p) != "scan.pdf locked.pdf" || p.needs.Text != "Show all documents" {
		t.Errorf("%s, %q", names(p), p.needs.Text)
	}
	if p.ToggleAttention(); len(p.shown) != len(some) {
		t.Errorf("%s", names(p))
	}
}

func TestNamesThatBeginWithWhatWasTypedComeFirst(t *testing.T) {
	var docs []core.Document
	for _, name := range []string{"My tides.pdf", "tides.pdf", "TIDE.md", "tides.pdf", "reef.md"} {
		docs = append(docs, core.Document{Name: name})
	}
	p, _, _ := setup(t, &engine{documents: docs})
	for _, tt := range []struct {
		typed string
		most  int
		want  []string
	}{
		{"tide", 9, []string{"tides.pdf", "TIDE.md", "My tides.pdf"}},
		{"tide", 2, []string{"tides.pdf", "TIDE.md"}},
		{"tides.pdf p. 3", 9, []string{"tides.pdf", "My tides.pdf"}},
		{"zebra", 9, nil},
	} {
		if got := p.Names(tt.typed, tt.most); !slices.Equal(got, tt.want) {
			t.Errorf("%s, %d: %q, want %q", tt.typed, tt.most, got, tt.want)
		}
	}
}
