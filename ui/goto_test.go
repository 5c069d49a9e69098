package ui

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"ibid/core"
	"ibid/ui/post/posttest"
)

// typePlace opens the go-to field by its key and types into it.
func typePlace(t *testing.T, w *Window, text string, keys ...fyne.KeyName) {
	t.Helper()
	press(t, w, fyne.KeyL, ctrl)
	field := w.win.Canvas().Focused()
	for _, r := range text {
		field.TypedRune(r)
	}
	for _, k := range keys {
		field.TypedKey(&fyne.KeyEvent{Name: k})
	}
}

// dialogShows waits for a text in the dialog that is open.
func dialogShows(t *testing.T, w *Window, q posttest.Queue, want string) {
	t.Helper()
	q.Until(t, want, func() bool {
		top := w.win.Canvas().Overlays().Top()
		return top != nil && strings.Contains(test.RenderObjectToMarkup(top), want)
	})
}

func TestGoToOpensThePlaceThatIsTyped(t *testing.T) {
	w, q := open(t, newFake())
	typePlace(t, w, "crisis.pdf p. 12", fyne.KeyReturn)
	q.Until(t, "the page", func() bool { return w.reader.IsOpen() })
	if w.win.Canvas().Overlays().Top() != nil {
		t.Error("the field stays open")
	}
	if !strings.Contains(test.RenderObjectToMarkup(w.reader), "page 12 of 212") {
		t.Error("the reader does not show page 12")
	}
	typePlace(t, w, "field-notes.md:40", fyne.KeyReturn)
	q.Until(t, "the line", func() bool { return strings.Contains(test.RenderObjectToMarkup(w.reader), "line 40") })
	if w.search.Content.Visible() || w.win.Canvas().Focused() != fyne.Focusable(w.reader) {
		t.Error("the reader is not over the search pane, or does not have the keyboard")
	}
	typePlace(t, w, "", fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn) // the place before
	q.Until(t, "the page again", func() bool { return strings.Contains(test.RenderObjectToMarkup(w.reader), "page 12 of 212") })
}

func TestGoToCompletesAndSaysWhatIsWrong(t *testing.T) {
	engine := newFake()
	engine.ambiguous = map[string][]string{"report.pdf": {"a/crisis.pdf", "b/crisis.pdf"}}
	w, q := open(t, engine)
	for _, tt := range []struct{ typed, want string }{
		{"crisis.pdf p. 900", "The document has 212 pages."},
		{"zebra.pdf p. 3", "No document of the library has this name."},
		{"field-notes.md:9-2", "9 to 2 is not a range that starts at 1 or later."},
		{"", "Type a place, as in report.pdf p. 12"},
	} {
		typePlace(t, w, tt.typed, fyne.KeyReturn)
		dialogShows(t, w, q, tt.want)
		w.win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
		if w.win.Canvas().Overlays().Top() != nil {
			t.Fatal("Esc does not close the field")
		}
	}
	typePlace(t, w, "report.pdf p. 3", fyne.KeyReturn)
	dialogShows(t, w, q, "b/crisis.pdf p. 3")
	for _, k := range []fyne.KeyName{fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn} {
		w.win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: k})
	}
	q.Until(t, "the one that was chosen", func() bool { return w.reader.IsOpen() })
	typePlace(t, w, "kess", fyne.KeyTab)
	for _, r := range "p. 3" {
		w.win.Canvas().Focused().TypedRune(r)
	}
	field := w.win.Canvas().Focused().(*placeField)
	if field.Text != "kessel-1965-cyclical-behavior.pdf p. 3" {
		t.Errorf("completed to %q", field.Text)
	}
}

func TestASavedContextIsOpenedAndItsSourcesJudged(t *testing.T) {
	w, q := open(t, newFake())
	saved := core.SavedContext{Version: core.SavedVersion, Saved: time.Date(2026, 3, 1, 9, 0, 0, 0, time.Local), Tokens: 4000,
		Request: core.ContextRequest{Query: "yield curve", Budget: 5000, Exclude: []core.Place{{Hash: "x", Page: 1}}}}
	for i, name := range []string{"crisis.pdf, p. 3", "moneta.pdf, p. 15", "wright.pdf, p. 7"} {
		saved.Sources = append(saved.Sources, core.SavedSource{Number: i + 1, Heading: name})
	}
	data, err := json.Marshal(saved)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, content := range map[string]string{"asked.json": string(data), "other.json": "[", "notes.md": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	host{w}.Remember(folderKey, dir)
	o := newOpener(w)
	o.dialog.Show(fyne.NewSize(600, 400), o.Path)
	o.Open(dir)
	q.Until(t, "the folder", func() bool { return len(o.Entries) == 2 })
	o.Choose(o.Entries[1])
	q.Until(t, "why not", func() bool { return strings.HasPrefix(o.Note.Text(), "This is no context that Ibid saved") })
	o.typed(filepath.Join(dir, "asked.json"))
	dialogShows(t, w, q, "unchanged")
	f := newFates(w, "asked.json", saved, core.Replay{})
	test.Tap(f.learn)
	q.Until(t, "what was learned", func() bool {
		return strings.HasPrefix(f.verdict.Text, "1 source in files that were changed in git since")
	})
	r := newFateRow()
	r.bind(0, core.SourceFate{Number: 3, Heading: "wright.pdf, p. 7", Fate: core.FateMissing, Why: "the file is not there"})
	if got := r.State.Text() + ": " + r.Detail.Text(); got != "gone: the file is not there" {
		t.Errorf("row %q", got)
	}
	settle(t, w, q)
	if w.search.Question() != "yield curve" {
		t.Errorf("the question is %q", w.search.Question())
	}
	c, ok := w.context.Result()
	if !ok || c.Budget != 5000 || slices.ContainsFunc(c.Sources, func(s core.Source) bool { return s.Place.Hash == "x" }) {
		t.Errorf("the context has a budget of %d", c.Budget)
	}
	if got := (host{w}).Remembered("context"); strings.Contains(got, "5000") {
		t.Error("the options of a saved context are remembered")
	}
}
