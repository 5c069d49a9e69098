package context

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"ibid/core"
	"ibid/ui/post/posttest"
)

func drawn(t *testing.T, p *Pane, q posttest.Queue) {
	t.Helper()
	q.Until(t, "the work", func() bool { return !p.work.Busy() })
}

func TestPictureIsCopied(t *testing.T) { // X5
	e := &engine{}
	p, h, q := setup(t, e)
	ask(t, p, q, "curve")
	test.Tap(p.view.picture)
	if !p.view.picture.Disabled() || p.view.picture.Text != "Drawing…" {
		t.Error("nothing shows that a picture is being made")
	}
	drawn(t, p, q)
	if len(h.pictures) != 1 || h.pictures[0] != "sheet of 5" || len(h.saved) != 0 || e.longest != core.SmallSheet {
		t.Errorf("copied %q, saved %q, longer side %d", h.pictures, h.saved, e.longest)
	}
	if p.view.picture.Disabled() || h.lastWord() != "Copied a picture of 5 sources. Paste it into the chat." {
		t.Errorf("said %q", h.lastWord())
	}
}

func TestPictureIsSavedWhereItCannotBeCopied(t *testing.T) { // X5
	p, h, q := setup(t, &engine{})
	h.pictureOf = fmt.Errorf("copy picture: %w", errors.ErrUnsupported)
	ask(t, p, q, "How did it change?")
	p.Picture()
	drawn(t, p, q)
	if got := h.saved["how-did-it-change.png"]; got != "sheet of 5" {
		t.Errorf("saved %q", h.saved)
	}
	if got := h.lastWord(); got != "The picture could not be copied here. Choose where to save it." {
		t.Errorf("said %q", got)
	}
}

func TestAPictureThatCannotBeDrawnIsSaid(t *testing.T) {
	e := &engine{}
	p, h, q := setup(t, e)
	ask(t, p, q, "curve")
	e.mu.Lock()
	e.err = core.ErrNotFound
	e.mu.Unlock()
	p.Picture()
	drawn(t, p, q)
	if len(h.saved)+len(h.pictures) != 0 || !strings.Contains(h.lastWord(), "not in the library any more") {
		t.Errorf("saved %q, said %q", h.saved, h.lastWord())
	}
}

func TestSaveKeepsTheContextWithItsRequest(t *testing.T) {
	e := &engine{}
	p, h, q := setup(t, e)
	p.SaveAs()
	if h.lastWord() != "There is nothing to save yet. Ask a question first." {
		t.Errorf("said %q", h.lastWord())
	}
	ask(t, p, q, "Tiefe, Licht & Tang?")
	p.Take(page(2))
	p.SaveAs() // while the context is being made
	q.Until(t, "the file", func() bool { return len(h.saved) > 0 })
	if got := h.saved["tiefe-licht-tang.json"]; got != "saved Tiefe, Licht & Tang?: 1 3 4 5" {
		t.Errorf("saved %q", h.saved)
	}
	if len(e.saved.Exclude) != 1 || e.saved.Query != "Tiefe, Licht & Tang?" {
		t.Errorf("with the request %+v", e.saved)
	}
}

func TestFileNamesAreMadeOfWholeWords(t *testing.T) {
	for question, want := range map[string]string{
		"How did dredging change the depth limit of the kelp forest?": "how-did-dredging-change-the-depth-limit-of-the",
		"../../etc/passwd":       "etc-passwd",
		"“?!”":                   "context",
		strings.Repeat("x", 100): "context",
	} {
		if got := fileName(question); got != want {
			t.Errorf("%q: %q, want %q", question, got, want)
		}
	}
}
