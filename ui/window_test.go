package ui

import (
	"context"
	"os"
	"path/filepath"
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
	host{w}.Open(engineDocument(w, "dataset-codebook.xlsx"), 1)
	if w.reader.Visible() || !strings.HasPrefix(w.status.text.Text(), "dataset-codebook.xlsx: Spreadsheets have no reader yet.") {
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

// A claim of an answer opens the reader at the page that bears it out, beside
// the check.
func TestCheckOpensTheReaderAtTheEvidence(t *testing.T) {
	w, q := open(t, newFake())
	w.search.Ask("yield curve")
	settle(t, w, q)
	c, _ := w.context.Result()
	s := c.Sources[1]
	press(t, w, fyne.KeyK, ctrl)
	if !w.check.IsOpen() || w.context.Content.Visible() {
		t.Fatal("the check does not lie over the context")
	}
	w.app.Clipboard().SetContent(`It is so: "` + s.Text[:40] + `" [1]. And "pigs fly" [2].`)
	w.check.Paste()
	q.Until(t, "the report", func() bool { return !w.check.Waiting() })
	markup := test.RenderObjectToMarkup(w.win.Content())
	for _, want := range []string{"1 found elsewhere, 1 not found", "found elsewhere", "stands in ", "quote · [1]"} {
		if !strings.Contains(markup, want) {
			t.Errorf("the window does not show %q", want)
		}
	}
	quote := s.Quotes[0]
	quote.End = quote.Start + 40
	host{w}.OpenEvidence(core.Evidence{Number: 2, Document: s.Document.ID, Locator: s.Locator, Quote: quote, Text: s.Text[:40]})
	if d, ok := w.reader.Document(); !ok || d.ID != s.Document.ID || !w.reader.Visible() || !w.check.IsOpen() {
		t.Errorf("the reader shows %v of %q, the check is open: %v", ok, d.Name, w.check.IsOpen())
	}
	notes := engineDocument(w, "field-notes.md")
	host{w}.OpenEvidence(core.Evidence{Document: notes.ID, Quote: lineQuote(40)})
	q.Until(t, "evidence without a page", func() bool { return strings.Contains(test.RenderObjectToMarkup(w.reader), "line 40") })
	press(t, w, fyne.KeyK, ctrl)
	if w.check.IsOpen() || !w.context.Content.Visible() {
		t.Error("the key does not close the check")
	}
}

// The local model answers the question of the window, and what it says is
// checked.
func TestTheModelIsAskedWithOneKey(t *testing.T) { // R3.10
	w, q := open(t, newFake())
	w.search.Ask("yield curve")
	settle(t, w, q)
	press(t, w, fyne.KeyA, alt)
	q.Until(t, "the checked answer", func() bool { return w.check.IsOpen() && !w.check.Waiting() })
	markup := test.RenderObjectToMarkup(w.win.Content())
	for _, want := range []string{"The board wrote:", "sources that the model was given", "not found", "Ask the model"} {
		if !strings.Contains(markup, want) {
			t.Errorf("the window does not show %q", want)
		}
	}
}

func TestAPictureThatCannotBeCopiedIsOfferedAsAFile(t *testing.T) {
	w, q := open(t, newFake())
	w.search.Ask("yield curve")
	settle(t, w, q)
	press(t, w, fyne.KeyP, ctrl|shift)
	q.Until(t, "the dialog", func() bool { return w.win.Canvas().Overlays().Top() != nil })
	if got := w.status.text.Text(); got != "The picture could not be copied here. Choose where to save it." {
		t.Errorf("status %q", got)
	}
}

func TestAPictureGoesToThePlatform(t *testing.T) {
	w, q := open(t, newFake())
	copied := make(chan []byte, 1)
	w.options.CopyPicture = func(_ context.Context, png []byte) error { copied <- png; return nil }
	w.search.Ask("yield curve")
	settle(t, w, q)
	press(t, w, fyne.KeyP, ctrl|shift)
	q.Until(t, "the message", func() bool { return strings.HasPrefix(w.status.text.Text(), "Copied a picture of 7 sources") })
	if png := <-copied; !strings.HasPrefix(string(png), "\x89PNG") {
		t.Errorf("copied %.20q", png)
	}
}

func TestAFileIsReplacedOnlyWhenAPersonSaysSo(t *testing.T) {
	w, q := open(t, newFake())
	dir := t.TempDir()
	path := filepath.Join(dir, "context.json")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "inner"), 0o700); err != nil {
		t.Fatal(err)
	}
	holds := func(want string) {
		t.Helper()
		if data, err := os.ReadFile(path); err != nil || string(data) != want {
			t.Errorf("the file holds %q, %v; want %q", data, err, want)
		}
	}
	s := newSaver(w, []byte("new"))
	s.dialog.Show(fyne.NewSize(600, 400), s.name)
	s.Open(dir)
	q.Until(t, "the folder", func() bool { return s.Folder == dir })
	if len(s.Entries) != 1 || s.Entries[0].Name != "inner" {
		t.Errorf("folders %v", s.Entries)
	}
	s.name.SetText("inner/context.json")
	s.done()
	if got := s.Note.Text(); got != "Give the file a name, without a folder." {
		t.Errorf("a name with a folder: %q", got)
	}
	s.name.SetText("context.json")
	test.Tap(s.save)
	q.Until(t, "the question", func() bool { return s.save.Text == "Replace" })
	holds("old")
	s.name.SetText("context.jso")
	s.name.SetText("context.json")
	if s.save.Text != "Save" {
		t.Error("Replace stays after the name was changed")
	}
	test.Tap(s.save)
	q.Until(t, "the question again", func() bool { return s.save.Text == "Replace" })
	test.Tap(s.save)
	q.Until(t, "the message", func() bool { return w.status.text.Text() == "Saved "+path })
	holds("new")
	if s.dialog.Visible() || (host{w}).Remembered(folderKey) != dir {
		t.Error("the dialog stays open, or the folder is forgotten")
	}
}

func TestAFolderThatIsNotThereIsSaid(t *testing.T) {
	w, q := open(t, newFake())
	s := newSaver(w, nil)
	s.Open(filepath.Join(t.TempDir(), "gone"))
	q.Until(t, "the reason", func() bool { return s.Note.Text() == "There is no such folder. Choose another." })
}

func TestPageNumbersOfTheDocumentThatIsLookedAt(t *testing.T) {
	engine := newFake()
	engine.numbers = core.Numbering{{Page: 1, Style: core.StyleRoman, Start: 1}}
	w, q := open(t, engine)
	press(t, w, fyne.KeyN, ctrl|shift)
	if got := w.status.text.Text(); got != "Open a PDF first, or right-click it in the library." {
		t.Errorf("status %q", got)
	}
	host{w}.Open(engineDocument(w, "crisis.pdf"), 3)
	press(t, w, fyne.KeyN, ctrl|shift)
	q.Until(t, "the dialog", func() bool { return w.win.Canvas().Overlays().Top() != nil })
	markup := test.RenderObjectToMarkup(w.win.Canvas().Overlays().Top())
	for _, want := range []string{"Page numbers", "crisis.pdf", "PDF 1–212 are pp. i–ccxii"} {
		if !strings.Contains(markup, want) {
			t.Errorf("the dialog does not show %q", want)
		}
	}
}

func TestKeysOfTheMenuWaitForADialog(t *testing.T) {
	w, _ := open(t, newFake())
	press(t, w, fyne.KeyComma, alt)
	if n := len(w.win.Canvas().Overlays().List()); n != 1 {
		t.Fatalf("%d dialogs", n)
	}
	press(t, w, fyne.KeyComma, alt)
	press(t, w, fyne.KeyK, ctrl)
	if n := len(w.win.Canvas().Overlays().List()); n != 1 || w.check.IsOpen() {
		t.Errorf("%d dialogs, the check is open: %v", n, w.check.IsOpen())
	}
	w.win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	press(t, w, fyne.KeyK, ctrl)
	if w.win.Canvas().Overlays().Top() != nil || !w.check.IsOpen() {
		t.Error("the keys stay dead after the dialog")
	}
}

func TestOptionsOutliveTheWindow(t *testing.T) {
	w, q := open(t, newFake())
	w.context.SetBudget(4000)
	settle(t, w, q)
	if got := (host{w}).Remembered("context"); !strings.Contains(got, "4000") {
		t.Errorf("remembered %q", got)
	}
}
