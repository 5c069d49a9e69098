// Package check is a pane over the context pane: it takes the answer of a chat
// application and shows for every quote, number and citation whether the
// sources support it. It is beside the reader, so that a claim and its page can
// be seen together.
package check

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/core"
	"ibid/ui/post"
	"ibid/ui/say"
	"ibid/ui/theme"
	uiwidget "ibid/ui/widget"
)

// Engine is the part of the library that the pane uses. Its method is called
// from background goroutines and ends early when ctx does.
type Engine interface {
	Check(ctx context.Context, answer string, sources []core.Source) (core.CheckReport, error)
	Asker
}

// Host is the window around the pane. Its methods run on the UI goroutine.
type Host interface {
	Say(text string) // a short message in the status bar
	Focus(fyne.Focusable)
	Clipboard() string      // the text that the system's clipboard holds
	Sources() []core.Source // of the context that is shown
	// Request returns the request of that context, for a model that has a
	// window of its own; ok is false without a question.
	Request() (r core.ContextRequest, ok bool)
	OpenSource(core.Source) // shows it in the reader
	// Cited receives the report on an answer that a person has just put in.
	Cited(core.CheckReport, []core.Source)
	OpenEvidence(core.Evidence) // shows it in the reader
	CloseCheck()
}

// Debounce is how long typing must pause before an answer is checked.
const Debounce = 300 * time.Millisecond

// MaxAnswer is the longest answer that the pane takes, in bytes: a field with
// more text blocks the window.
const MaxAnswer = 100_000

// Pane is the check of an answer. Its methods belong to the UI goroutine.
type Pane struct {
	Content *fyne.Container

	engine Engine
	host   Host
	bridge *post.Bridge
	run    *post.Latest
	pause  *post.Delay // in typing, before a check
	reply  reply

	sources  []core.Source
	report   core.CheckReport
	err      error
	laid     []int      // lines of the reason of each row, as the list knows them
	heights  [3]float32 // of a row, by lines of its reason
	checked  bool       // report is about the current answer and sources
	fresh    bool       // the answer was not checked since it was put in
	selected int        // index of a claim, -1 for none

	ask     *widget.Button
	answer  *answer
	against *uiwidget.Line
	summary *widget.Label
	list    *widget.List
	empty   *uiwidget.Empty
}

// New returns the pane, hidden.
func New(engine Engine, host Host, bridge *post.Bridge) *Pane {
	p := &Pane{engine: engine, host: host, bridge: bridge, run: post.NewLatest(bridge), pause: post.NewDelay(bridge), reply: reply{run: post.NewLatest(bridge)}, selected: -1}
	p.build()
	p.show()
	p.Content.Hide()
	return p
}

func (p *Pane) build() {
	p.answer = newAnswer(p)
	p.against = uiwidget.NewLine("", theme.Muted, theme.Caption)
	p.summary = widget.NewLabel("")
	p.summary.TextStyle.Bold, p.summary.Wrapping = true, fyne.TextWrapWord
	p.empty = uiwidget.NewEmpty(nil, "", "")
	p.list = uiwidget.NewList(&p.report.Claims, func() *row { return newRow(p) }, (*row).bind)
	p.list.OnSelected = func(i int) {
		p.selected = i
		p.open(p.report.Claims[i])
	}
	for n := 1; n < len(p.heights); n++ {
		r := newRow(p)
		r.why.SetLines(n)
		p.heights[n] = r.MinSize().Height
	}
	back := widget.NewButtonWithIcon("Context", fynetheme.NavigateBackIcon(), p.host.CloseCheck)
	paste := widget.NewButtonWithIcon("Paste", fynetheme.ContentPasteIcon(), p.Paste)
	clear := uiwidget.NewIconButton(fynetheme.ContentClearIcon(), "Empty the field", p.clear)
	p.ask = widget.NewButtonWithIcon(askTitle, fynetheme.MailSendIcon(), p.Ask)
	title := uiwidget.NewBold("Answer", fynetheme.ColorNameForeground, theme.Title)
	head := uiwidget.Inset(8, 4, 12, 8, uiwidget.Column(2, uiwidget.Between(nil, title, back), p.against))
	tools := uiwidget.Inset(4, 4, 8, 8, uiwidget.Between(p.ask, nil, container.NewHBox(clear, paste)))
	text := container.NewBorder(nil, tools, nil, nil, uiwidget.Inset(0, 0, 8, 8, p.answer))
	sum := uiwidget.Inset(0, 0, 5, 5, p.summary)
	found := container.NewStack(
		uiwidget.NewGround(theme.Surface, "", 0),
		container.NewBorder(sum, nil, nil, nil, uiwidget.Inset(0, 0, 4, 4, p.list)), p.empty)
	split := container.NewVSplit(text, found)
	split.SetOffset(0.38)
	p.Content = container.NewStack(
		uiwidget.NewGround(fynetheme.ColorNameHeaderBackground, "", 0),
		container.NewBorder(head, nil, nil, nil, split))
}

// Open shows the pane and gives it the keyboard.
func (p *Pane) Open() {
	p.Content.Show()
	p.Follow()
	p.host.Focus(p.answer)
}

// Close hides the pane. The answer stays.
func (p *Pane) Close() {
	p.pause.Cancel()
	p.Content.Hide()
}

// IsOpen reports whether the pane is shown.
func (p *Pane) IsOpen() bool { return p.Content.Visible() }

// Waiting reports whether the report of the answer is still to come.
func (p *Pane) Waiting() bool { return p.pause.Waiting() || p.run.Busy() || p.reply.on }

// Paste puts the text of the clipboard into the field.
func (p *Pane) Paste() {
	text := p.host.Clipboard()
	switch {
	case strings.TrimSpace(text) == "":
		p.host.Say("The clipboard holds no text. Copy the answer in the chat application first.")
	case tooLong(p, text):
	default:
		p.forget()
		p.answer.SetText(text)
		p.Check()
	}
}

// clear empties the field.
func (p *Pane) clear() {
	p.forget()
	p.answer.SetText("")
}

// forget drops the sources of the model's answer, because the next text is not
// its answer.
func (p *Pane) forget() {
	if p.reply.on {
		p.stopAsking()
	}
	p.reply.sources = nil
	p.sources = p.host.Sources()
}

// tooLong reports whether a text is longer than the pane takes, and tells the
// person.
func tooLong(p *Pane, text string) bool {
	if len(text) <= MaxAnswer {
		return false
	}
	p.host.Say("That is more than " + say.Count(MaxAnswer) + " characters. Check it in parts, or with “ibidctl check”.")
	return true
}

// Follow checks the answer again if the context has other sources than before.
func (p *Pane) Follow() {
	if !p.IsOpen() || p.reply.on || p.reply.sources != nil {
		return // a model answers from sources of its own
	}
	sources := p.host.Sources()
	if p.checked && same(sources, p.sources) {
		return
	}
	p.sources = sources
	p.Check()
}

// same reports whether two contexts quote the same under the same numbers.
func same(a, b []core.Source) bool {
	return slices.EqualFunc(a, b, func(x, y core.Source) bool { return x.Place == y.Place && x.Text == y.Text })
}

// typed starts a check after a pause in typing and cancels the one that runs.
func (p *Pane) typed() {
	if p.reply.on {
		return // the model changed the text
	}
	p.pause.Cancel()
	p.run.Cancel()
	p.checked, p.fresh = false, true
	p.pause.Start(Debounce, p.Check)
}

// Check checks the answer at once.
func (p *Pane) Check() {
	p.pause.Cancel()
	answer, sources := p.answer.Text, p.sources
	if strings.TrimSpace(answer) == "" || len(sources) == 0 {
		p.run.Cancel()
		p.arrived(core.CheckReport{}, nil)
		return
	}
	p.run.Start(func(ctx context.Context) func() {
		report, err := p.engine.Check(ctx, answer, sources)
		return func() {
			p.arrived(report, err)
			if p.fresh && p.checked {
				p.fresh = false
				p.host.Cited(report, sources)
			}
		}
	})
	uiwidget.SetNote(p.summary, "Checking…", widget.LowImportance)
}

func (p *Pane) arrived(report core.CheckReport, err error) {
	if errors.Is(err, context.Canceled) {
		return
	}
	p.report, p.err, p.checked, p.selected = report, err, err == nil, -1
	p.list.UnselectAll()
	p.list.ScrollToTop()
	p.show()
}

func (p *Pane) show() {
	p.showAgainst()
	importance := widget.SuccessImportance
	if !p.report.Held() {
		importance = widget.DangerImportance
	}
	uiwidget.SetNote(p.summary, say.Report(p.report), importance)
	p.summary.Hidden = len(p.report.Claims) == 0
	p.empty.Hidden = len(p.report.Claims) > 0
	p.list.Hidden = len(p.report.Claims) == 0
	p.empty.Set(p.emptyText())
	p.layRows()
	p.Content.Refresh()
}

// showAgainst shows which sources the answer is checked against.
func (p *Pane) showAgainst() {
	words := "against the " + say.Plural(len(p.sources), "source") + " of the context"
	if p.reply.sources != nil {
		words = "against the " + say.Plural(len(p.sources), "source") + " that the model was given"
	}
	p.against.SetText(words)
	p.against.Hidden = len(p.sources) == 0
}

// layRows gives every row the height that its reason takes.
func (p *Pane) layRows() {
	for i, c := range p.report.Claims {
		if lines := whyLines(c); i >= len(p.laid) || p.laid[i] != lines {
			p.laid = append(p.laid[:i], lines)
			p.list.SetItemHeight(i, p.heights[lines])
		}
	}
	p.list.Refresh()
}

func (p *Pane) emptyText() (icon fyne.Resource, title, body string) {
	switch {
	case p.err != nil && strings.TrimSpace(p.answer.Text) == "":
		return fynetheme.WarningIcon(), "No answer", say.Answer(p.err)
	case p.err != nil:
		return fynetheme.WarningIcon(), "Not checked", say.Answer(p.err)
	case p.reply.on:
		return nil, "", ""
	case len(p.sources) == 0:
		return fynetheme.ContentPasteIcon(), "No sources yet", "Ask a question first. An answer is checked against the sources of its context."
	case p.checked && strings.TrimSpace(p.answer.Text) != "":
		return fynetheme.QuestionIcon(), "Nothing to check", "The answer cites no source: it holds no [1] or [2, 3]. Ask the chat application to cite."
	}
	return fynetheme.ContentPasteIcon(), "Does it hold?", "Paste the answer of a chat application above, or ask the model on this computer. Every quote and number beside a [1] is looked up in the source, word for word."
}

// open shows the evidence of a claim.
func (p *Pane) open(c core.Claim) {
	if len(c.Evidence) > 0 {
		p.host.OpenEvidence(c.Evidence[0])
		return
	}
	if s, ok := p.cited(c); ok && c.Verdict == core.VerdictUnchecked {
		p.host.OpenSource(s)
		return
	}
	p.host.Say("“" + c.Text + "”: " + cmp.Or(c.Why, say.Verdict(c.Verdict)) + ". " + advice(c.Verdict))
}

// cited returns the first source that a claim cites.
func (p *Pane) cited(c core.Claim) (core.Source, bool) {
	for _, n := range c.Citations {
		if i := slices.IndexFunc(p.sources, func(s core.Source) bool { return s.Number == n }); i >= 0 {
			return p.sources[i], true
		}
	}
	return core.Source{}, false
}

// advice returns what a person can do about a claim that leads to no page.
func advice(v core.Verdict) string {
	switch v {
	case core.VerdictNoSource:
		return "Ask the chat application which source it means."
	case core.VerdictUnchecked:
		return "Read the source that it cites."
	}
	return "Look it up in the search."
}

// answer is the field that an answer is pasted into.
type answer struct {
	widget.Entry
	pane *Pane
}

func newAnswer(p *Pane) *answer {
	a := &answer{pane: p}
	a.MultiLine, a.Wrapping = true, fyne.TextWrapWord
	a.ExtendBaseWidget(a)
	a.SetPlaceHolder("Paste here what the chat application answered")
	a.OnChanged = func(string) { p.typed() }
	return a
}

// TypedKey implements fyne.Focusable.
func (a *answer) TypedKey(k *fyne.KeyEvent) {
	if k.Name == fyne.KeyEscape {
		a.pane.host.CloseCheck()
		return
	}
	a.Entry.TypedKey(k)
}

// TypedShortcut implements fyne.Shortcutable. It refuses a paste that is too
// long before the field has to lay it out.
func (a *answer) TypedShortcut(s fyne.Shortcut) {
	if paste, ok := s.(*fyne.ShortcutPaste); ok && tooLong(a.pane, a.Text+paste.Clipboard.Content()) {
		return
	}
	a.Entry.TypedShortcut(s)
}
