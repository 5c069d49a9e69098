package ui

import (
	"context"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"

	"ibid/core"
	"ibid/ui/post/posttest"
	"ibid/ui/theme"
)

func open(t *testing.T, engine *fake) (*Window, posttest.Queue) {
	t.Helper()
	a := test.NewTempApp(t)
	q := posttest.New()
	w := New(a, engine, Options{Library: "Thesis", Model: "no model", Version: "1.2.3", Poster: q})
	t.Cleanup(func() { w.bridge.Wait(time.Second) })
	w.Show()
	q.Until(t, "documents", func() bool { _, known := w.library.Some(); return known })
	return w, q
}

// settle waits for the hits and the context of a question.
func settle(t *testing.T, w *Window, q posttest.Queue) {
	t.Helper()
	q.Until(t, "hits and context", func() bool { return !w.search.Waiting() && !w.context.Waiting() })
}

// press finds the menu item of a key, as the toolkit does, and runs it.
func press(t *testing.T, w *Window, key fyne.KeyName, mod fyne.KeyModifier) {
	t.Helper()
	name := (&desktop.CustomShortcut{KeyName: key, Modifier: mod}).ShortcutName()
	for _, m := range w.win.MainMenu().Items {
		for _, i := range m.Items {
			if i.Shortcut != nil && i.Shortcut.ShortcutName() == name {
				i.Action()
				return
			}
		}
	}
	t.Fatalf("no menu item has %s", name)
}

func TestEveryMenuItemHasAKeyOfItsOwn(t *testing.T) {
	w, _ := open(t, newFake())
	seen := map[string]string{}
	for _, m := range w.win.MainMenu().Items {
		for _, i := range m.Items {
			if i.IsSeparator {
				continue
			}
			if i.Shortcut == nil || i.Action == nil {
				t.Errorf("%s > %s has no key or does nothing", m.Label, i.Label)
				continue
			}
			key := i.Shortcut.ShortcutName()
			if other := seen[key]; other != "" {
				t.Errorf("%q and %q share %s", i.Label, other, key)
			}
			seen[key] = i.Label
		}
	}
}

// C4: the key works while a question is still being typed, and what is copied
// is the context of that question.
func TestCopyKeyCopiesTheContextOfTheQuestionBeingTyped(t *testing.T) {
	engine := newFake()
	engine.delay = 30 * time.Millisecond
	w, q := open(t, engine)
	w.search.Ask("euro area spread")
	settle(t, w, q)
	typeQuestion(w, "yield curve")
	press(t, w, fyne.KeyC, ctrl|shift)
	copied := func() string { return w.app.Clipboard().Content() }
	q.Until(t, "the copy", func() bool { return copied() != "" })
	want, err := engine.Context(context.Background(), core.ContextRequest{Query: "yield curve", Budget: core.DefaultBudget})
	if err != nil {
		t.Fatal(err)
	}
	if copied() != want.Text {
		t.Errorf("copied %q, want %q", copied(), want.Text)
	}
	if got := w.status.text.Text(); !strings.HasPrefix(got, "Copied 7 sources, ") {
		t.Errorf("status %q", got)
	}
}

// typeQuestion replaces the question by keyboard.
func typeQuestion(w *Window, text string) {
	w.search.Focus(w.win.Canvas()) // selects what is there
	for _, r := range text {
		w.win.Canvas().Focused().TypedRune(r)
	}
}

func TestTakingAHitOutAndUndo(t *testing.T) {
	w, q := open(t, newFake())
	w.search.Ask("yield curve")
	settle(t, w, q)
	best := w.search.Hits()[0].Place()
	press(t, w, fyne.KeyReturn, ctrl) // nothing is selected: the first hit
	settle(t, w, q)
	if (host{w}).Holds(best) {
		t.Error("the hit that was taken out is still in the context")
	}
	press(t, w, fyne.KeyZ, ctrl|shift)
	settle(t, w, q)
	if !(host{w}).Holds(best) {
		t.Error("undo did not bring it back")
	}
}

// C1: the reader lies over the search pane while it is open.
func TestReaderOpensOverTheSearchPane(t *testing.T) {
	w, q := open(t, newFake())
	w.search.Ask("yield curve")
	settle(t, w, q)
	w.search.Move(1)
	press(t, w, fyne.KeyR, ctrl)
	if !w.reader.Visible() || w.search.Content.Visible() {
		t.Fatal("the reader is not over the search pane")
	}
	if w.win.Canvas().Focused() != fyne.Focusable(w.reader) {
		t.Error("the reader does not have the keyboard")
	}
	w.reader.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if w.reader.Visible() || !w.search.Content.Visible() {
		t.Error("Esc did not close the reader")
	}
	host{w}.Open(engineDocument(w, "field-notes.md"), 1)
	if w.reader.Visible() || !strings.Contains(w.status.text.Text(), "has no pages") {
		t.Errorf("status %q", w.status.text.Text())
	}
}

func engineDocument(w *Window, name string) core.Document { return w.engine.(*fake).named(name) }

func TestChangesReachTheLibraryAndTheStatusBar(t *testing.T) {
	engine := newFake()
	w, q := open(t, engine)
	engine.changes(core.Change{Progress: core.Progress{Total: 4, Words: 1, Done: 1, Skipped: 1}})
	q.Until(t, "progress", func() bool { return w.status.text.Text() == "indexing 1 of 4 · 1 skipped" })
	if !w.status.work.Visible() {
		t.Error("no bar while documents are read")
	}
	w.search.Ask("newcomer")
	settle(t, w, q)
	if len(w.search.Hits()) != 0 {
		t.Fatal("hits before the document was read")
	}
	fakePassages = append(fakePassages, fakePassage{name: "crisis.pdf", page: 9, text: "a newcomer among the passages"})
	defer func() { fakePassages = fakePassages[:len(fakePassages)-1] }()
	engine.changes(core.Change{Documents: true, Progress: core.Progress{Total: 4, Words: 4, Done: 4}})
	q.Until(t, "the question to be asked again", func() bool { return len(w.search.Hits()) == 1 })
	q.Until(t, "the idle text", func() bool { return w.status.text.Text() == "Library: Thesis" })
	settle(t, w, q)
}

// C3: a drop anywhere in the window adds.
func TestDropAnywhereAdds(t *testing.T) {
	engine := newFake()
	w, q := open(t, engine)
	w.library.Drop([]fyne.URI{storage.NewFileURI("/papers/new.pdf")})
	q.Until(t, "the addition", func() bool {
		engine.mu.Lock()
		defer engine.mu.Unlock()
		return len(engine.added) == 1 && engine.added[0][0] == "/papers/new.pdf"
	})
}

func TestAppearanceIsRemembered(t *testing.T) {
	w, _ := open(t, newFake())
	press(t, w, fyne.Key2, alt)
	if got := w.app.Settings().Theme().(*theme.Theme).Mode(); got != theme.Dark {
		t.Errorf("mode %s", got)
	}
	if got := w.app.Preferences().String(modeKey); got != string(theme.Dark) {
		t.Errorf("remembered %q", got)
	}
}

func TestNothingIsPostedAfterClose(t *testing.T) {
	engine := newFake()
	engine.delay = 50 * time.Millisecond
	w, q := open(t, engine)
	w.search.Ask("yield curve")
	w.Close()
	q.For(200 * time.Millisecond)
	if len(w.search.Hits()) != 0 {
		t.Error("hits were shown after the window was closed")
	}
	engine.changes(core.Change{Documents: true}) // must do no harm
	q.For(50 * time.Millisecond)
}

func TestWindowShowsDocumentsHitsAndSources(t *testing.T) {
	w, q := open(t, newFake())
	w.search.Ask("euro area spread")
	settle(t, w, q)
	markup := test.RenderObjectToMarkup(w.win.Content())
	for _, want := range []string{"Library", "20 documents", "board-minutes-2007-09.pdf", "no text", "Context",
		"moneta-2005-euro-area.pdf", "p. 271 [PDF 15]", "[1]", "tokens", "Copy context", "Library: Thesis", "no model"} {
		if !strings.Contains(markup, want) {
			t.Errorf("the window does not show %q", want)
		}
	}
}
