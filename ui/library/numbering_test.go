package library

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"ibid/core"
	"ibid/ui/post/posttest"
)

func numbers(t *testing.T, s string) core.Numbering {
	t.Helper()
	n, err := core.ParseNumbering(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// openNumbers opens the page numbers of a document of 240 pages.
func openNumbers(t *testing.T, p *Pane, q posttest.Queue) *numbering {
	t.Helper()
	n := newNumbering(p, core.Document{ID: 1, Name: "Crisis.pdf", Kind: core.KindPDF, Pages: 240})
	n.load()
	q.Until(t, "the dialog", func() bool { return n.dialog.Visible() })
	return n
}

func TestPageNumbersShowWhatTheyMeanWhileTheyAreTyped(t *testing.T) { // R1.4
	e := &engine{documents: some, numbers: numbers(t, "1=i 13=1"), origin: core.OriginPages}
	p, _, q := setup(t, e)
	n := openNumbers(t, p, q)
	if n.field.Text != "1=i 13=1" || n.origin.Text() != "as seen in the heads and feet of the pages" || !n.clear.Disabled() {
		t.Errorf("shows %q, %q", n.field.Text, n.origin.Text())
	}
	for _, tt := range []struct {
		typed, want string
		set         bool
	}{
		{"1=i 13=1", "PDF 1–12 are pp. i–xii\nPDF 13–240 are pp. 1–228", true},
		{"13=1", "PDF 1–12 bear no printed number\nPDF 13–240 are pp. 1–228", true},
		{"2=7,240=A-1", "PDF 1 bears no printed number\nPDF 2–239 are pp. 7–244\nPDF 240 is p. A-1", true},
		{"5=", "PDF 1–4 bear no printed number\nPDF 5–240 bear no printed number", true},
		{"1=i 300=1", "PDF 1–299 are pp. i–ccxcix\nPDF 300 is not there: the document has 240 pages", false},
		{"13:1", `Page numbers "13:1": they are written PDFPAGE=NUMBER, as in 13=1.`, false},
		{"", "The document has 240 pages.", false},
	} {
		n.field.SetText(tt.typed)
		if n.preview.Text != tt.want || n.set.Disabled() == tt.set {
			t.Errorf("%q: %q, can be set: %v; want %q", tt.typed, n.preview.Text, !n.set.Disabled(), tt.want)
		}
	}
}

func TestPageNumbersAreCorrectedAndTheCorrectionForgotten(t *testing.T) { // R1.4
	e := &engine{documents: some, numbers: numbers(t, "1=1"), origin: core.OriginHand}
	p, h, q := setup(t, e)
	n := openNumbers(t, p, q)
	n.field.SetText("3=1")
	test.Tap(n.set)
	q.Until(t, "the correction", func() bool { return h.renumbered == 1 })
	if got := e.set[0].String(); got != "3=1" || n.dialog.Visible() || h.lastWord() != "The page numbers of Crisis.pdf are corrected." {
		t.Errorf("set %q, said %q", got, h.lastWord())
	}
	n = openNumbers(t, p, q)
	test.Tap(n.clear)
	q.Until(t, "the end of the correction", func() bool { return h.renumbered == 2 })
	if len(e.set[1]) != 0 || !strings.HasSuffix(h.lastWord(), "are read from the document again.") {
		t.Errorf("set %v, said %q", e.set[1], h.lastWord())
	}
}

func TestACorrectionThatDoesNotHoldStaysOpenAndSaysWhy(t *testing.T) {
	e := &engine{documents: some, numbers: numbers(t, "1=1"), origin: core.OriginHand}
	p, h, q := setup(t, e)
	n := openNumbers(t, p, q)
	e.mu.Lock()
	e.err = core.ErrNotFound
	e.mu.Unlock()
	test.Tap(n.set)
	q.Until(t, "the reason", func() bool { return strings.Contains(n.preview.Text, "not in the library any more") })
	if !n.dialog.Visible() || h.renumbered != 0 {
		t.Error("the dialog was closed")
	}
}

func TestOnlyPagesHaveNumbers(t *testing.T) {
	p, h, _ := setup(t, &engine{documents: some})
	p.AskNumbers(core.Document{Name: "notes.md", Kind: core.KindMarkdown})
	if !strings.HasPrefix(h.lastWord(), "notes.md has no pages.") {
		t.Errorf("said %q", h.lastWord())
	}
}
