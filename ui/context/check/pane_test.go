package check

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"ibid/core"
	"ibid/ui/post"
	"ibid/ui/post/posttest"
	"ibid/ui/theme"
)

// engine makes a claim of every line of an answer: the first word is its
// verdict. Claims with a page have evidence there.
type engine struct {
	mu      sync.Mutex
	answers []string
	of      int // sources that the last check was given
	err     error

	reply func(ctx context.Context, each func(*core.Context, string)) (core.Reply, error) // of the model
}

func (e *engine) Answer(ctx context.Context, _ core.ContextRequest, each func(*core.Context, string)) (core.Reply, error) {
	return e.reply(ctx, each)
}

func (e *engine) Check(_ context.Context, answer string, sources []core.Source) (core.CheckReport, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.answers, e.of = append(e.answers, answer), len(sources)
	r := core.CheckReport{Answer: answer}
	for i, line := range strings.Split(answer, "\n") {
		for _, v := range []core.Verdict{core.VerdictFound, core.VerdictElsewhere, core.VerdictStitched, core.VerdictNotFound,
			core.VerdictNoSource, core.VerdictUnchecked} {
			if line != string(v) {
				continue
			}
			c := core.Claim{Kind: core.ClaimQuote, Text: fmt.Sprint("claim ", i), Citations: []int{2, 3}, Verdict: v, Why: "why " + line}
			if v == core.VerdictFound || v == core.VerdictElsewhere {
				c.Evidence = []core.Evidence{{Number: 1, Document: 7, Quote: core.Quote{Page: i + 1}}, {Number: 2, Document: 8}}
			}
			r.Claims = append(r.Claims, c)
		}
	}
	return r, e.err
}

func (e *engine) asked() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.answers)
}

type host struct {
	said      []string
	cited     []string // answers whose citations the window was told of
	clipboard string
	sources   []core.Source
	opened    []core.Evidence
	closed    bool
	question  string
	shown     []int // sources that were opened
}

func (h *host) Say(text string)                           { h.said = append(h.said, text) }
func (h *host) Focus(fyne.Focusable)                      {}
func (h *host) Clipboard() string                         { return h.clipboard }
func (h *host) Cited(r core.CheckReport, _ []core.Source) { h.cited = append(h.cited, r.Answer) }
func (h *host) Sources() []core.Source                    { return h.sources }
func (h *host) OpenEvidence(e core.Evidence)              { h.opened = append(h.opened, e) }
func (h *host) OpenSource(s core.Source)                  { h.shown = append(h.shown, s.Number) }
func (h *host) Request() (core.ContextRequest, bool) {
	return core.ContextRequest{Query: h.question}, h.question != ""
}
func (h *host) CloseCheck()      { h.closed = true }
func (h *host) lastWord() string { return h.said[len(h.said)-1] }

func setup(t *testing.T, e *engine) (*Pane, *host, posttest.Queue) {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light))
	q := posttest.New()
	bridge := post.NewBridge(q)
	t.Cleanup(func() { bridge.Wait(time.Second) })
	h := &host{sources: []core.Source{{Number: 1}, {Number: 2}}}
	p := New(e, h, bridge)
	w := test.NewTempWindow(t, p.Content)
	w.Resize(fyne.NewSize(380, 900))
	p.Open()
	return p, h, q
}

func settle(t *testing.T, p *Pane, q posttest.Queue) {
	t.Helper()
	q.Until(t, "the report", func() bool { return !p.Waiting() })
}

func paste(t *testing.T, p *Pane, h *host, q posttest.Queue, text string) {
	t.Helper()
	h.clipboard = text
	p.Paste()
	settle(t, p, q)
}

const all = "found\nfound\nfound elsewhere\nstitched\nnot found\nno such source\nunchecked"

func TestAPastedAnswerIsCheckedAndSummedUp(t *testing.T) {
	e := &engine{}
	p, h, q := setup(t, e)
	paste(t, p, h, q, all)
	if got := p.summary.Text; got != "2 held, 1 found elsewhere, 1 stitched, 1 not found, 1 no such source, 1 unchecked" {
		t.Errorf("summary %q", got)
	}
	if got := p.against.Text(); got != "against the 2 sources of the context" || e.of != 2 {
		t.Errorf("%q, the engine was given %d", got, e.of)
	}
	markup := test.RenderObjectToMarkup(p.Content)
	for _, want := range []string{"held", "found elsewhere", "quote · [2, 3]", "claim 2", "why found elsewhere"} {
		if !strings.Contains(markup, want) {
			t.Errorf("the pane does not show %q", want)
		}
	}
}

// No verdict is told apart by its colour alone.
func TestVerdictsDifferInIconAndWord(t *testing.T) {
	seen := map[fyne.ThemeIconName]bool{}
	for _, v := range []core.Verdict{core.VerdictFound, core.VerdictElsewhere, core.VerdictStitched, core.VerdictNotFound,
		core.VerdictNoSource, core.VerdictUnchecked} {
		icon := looks[v].icon
		if icon == "" || seen[icon] {
			t.Errorf("%s has no icon, or that of another verdict", v)
		}
		seen[icon] = true
	}
}

func TestAClaimOpensItsFirstEvidence(t *testing.T) {
	p, h, q := setup(t, &engine{})
	paste(t, p, h, q, all)
	r := newRow(p)
	r.bind(2, p.report.Claims[2])
	test.Tap(r)
	test.Tap(r) // again, after the reader was closed
	if len(h.opened) != 2 || h.opened[0].Document != 7 || h.opened[1].Quote.Page != 3 {
		t.Errorf("opened %+v", h.opened)
	}
	r.bind(4, p.report.Claims[4])
	test.Tap(r)
	if len(h.opened) != 2 || h.lastWord() != "“claim 4”: why not found. Look it up in the search." {
		t.Errorf("a claim without evidence: opened %d, said %q", len(h.opened), h.lastWord())
	}
}

func TestAClaimIsMarkedInItsSentence(t *testing.T) {
	long := "Of all that was measured in the sound and in the open water beyond, 33 per cent had come back [4]."
	for _, tt := range []struct {
		answer, claim, text string
		kind                core.ClaimKind
		marked              string
	}{
		{"It rose to 33 per cent [4].", "33", "It rose to 33 per cent [4].", core.ClaimNumber, "33"},
		{long, "33", "… in the sound and in the open water beyond, 33 per cent had come back [4].", core.ClaimNumber, "33"},
		{"Größe: 33 [4].", "33", "Größe: 33 [4].", core.ClaimNumber, "33"},
		{"It rose [4].", "It rose [4].", "It rose [4].", core.ClaimSentence, ""},
	} {
		at := strings.Index(tt.answer, tt.claim)
		c := core.Claim{Kind: tt.kind, Text: tt.claim, Span: core.Span{Start: at, End: at + len(tt.claim)}, Sentence: core.Span{End: len(tt.answer)}}
		text, marks := sentence(tt.answer, c)
		marked := ""
		for _, m := range marks {
			marked += text[m.Start:m.End]
		}
		if text != tt.text || marked != tt.marked {
			t.Errorf("%q with %q marked, want %q with %q", text, marked, tt.text, tt.marked)
		}
	}
	if text, _ := sentence("another answer", core.Claim{Text: "33", Span: core.Span{Start: 90, End: 92}, Sentence: core.Span{Start: 80, End: 99}}); text != "33" {
		t.Errorf("a claim outside of the answer: %q", text)
	}
}

func TestTypingIsCheckedAfterAPause(t *testing.T) {
	e := &engine{}
	p, _, q := setup(t, e)
	for _, text := range []string{"f", "fou", "found"} {
		p.answer.SetText(text)
	}
	q.Until(t, "the report", func() bool { return len(p.report.Claims) == 1 })
	if e.asked() != 1 || e.answers[0] != "found" {
		t.Errorf("checked %q", e.answers)
	}
}

func TestTheAnswerIsCheckedAgainWhenTheSourcesAreOthers(t *testing.T) {
	e := &engine{}
	p, h, q := setup(t, e)
	paste(t, p, h, q, all)
	p.Follow()
	settle(t, p, q)
	if e.asked() != 1 {
		t.Fatalf("checked %d times against the same sources", e.asked())
	}
	h.sources = h.sources[:1]
	p.Follow()
	settle(t, p, q)
	if e.asked() != 2 || e.of != 1 {
		t.Errorf("checked %d times, the last against %d sources", e.asked(), e.of)
	}
	p.Close()
	h.sources = nil
	p.Follow()
	if p.Waiting() || e.asked() != 2 {
		t.Error("a closed pane checks")
	}
	p.Open()
	if title, _ := p.empty.Text(); title != "No sources yet" || p.empty.Hidden {
		t.Errorf("without sources: %q", title)
	}
}

func TestWhatCannotBeCheckedSaysWhatToDo(t *testing.T) {
	e := &engine{}
	p, h, q := setup(t, e)
	p.Paste()
	if !strings.HasPrefix(h.lastWord(), "The clipboard holds no text.") {
		t.Errorf("said %q", h.lastWord())
	}
	h.clipboard = strings.Repeat("a", MaxAnswer+1)
	p.Paste()
	if p.answer.Text != "" || !strings.Contains(h.lastWord(), "Check it in parts") {
		t.Errorf("took %d bytes, said %q", len(p.answer.Text), h.lastWord())
	}
	paste(t, p, h, q, "no citation")
	if title, body := p.empty.Text(); title != "Nothing to check" || !strings.Contains(body, "to cite") {
		t.Errorf("%q, %q", title, body)
	}
	e.mu.Lock()
	e.err = errors.New("read page: gone")
	e.mu.Unlock()
	paste(t, p, h, q, all)
	if title, _ := p.empty.Text(); title != "Not checked" {
		t.Errorf("after an error: %q", title)
	}
	p.answer.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if !h.closed {
		t.Error("Esc does not close the check")
	}
}

func TestAPasteByKeyThatIsTooLongIsRefused(t *testing.T) {
	p, h, _ := setup(t, &engine{})
	board := test.NewClipboard()
	board.SetContent(strings.Repeat("a", MaxAnswer+1))
	p.answer.TypedShortcut(&fyne.ShortcutPaste{Clipboard: board})
	if p.answer.Text != "" || !strings.Contains(h.lastWord(), "Check it in parts") {
		t.Errorf("took %d bytes, said %q", len(p.answer.Text), h.said)
	}
	board.SetContent("short")
	p.answer.TypedShortcut(&fyne.ShortcutPaste{Clipboard: board})
	if p.answer.Text != "short" {
		t.Errorf("took %q", p.answer.Text)
	}
}

// The window is told once of an answer that a person put in, not again when the
// context below it changes.
func TestCitationsAreToldOnceForAnAnswer(t *testing.T) { // R2.9
	p, h, q := setup(t, &engine{})
	paste(t, p, h, q, "found")
	h.sources = []core.Source{{Number: 1, Text: "another"}}
	p.Follow()
	settle(t, p, q)
	p.answer.SetText("not found")
	q.Until(t, "the second", func() bool { return len(h.cited) == 2 })
	if h.cited[0] != "found" || h.cited[1] != "not found" {
		t.Errorf("told of %q", h.cited)
	}
}
