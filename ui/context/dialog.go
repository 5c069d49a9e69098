package context

import (
	"cmp"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"ibid/core"
	"ibid/ui/say"
	uiwidget "ibid/ui/widget"
)

// optionsDialog lets a person set the options. Input is checked while it is
// typed and applied only by Set.
type optionsDialog struct {
	pane   *Pane
	dialog *uiwidget.Dialog

	budget, model, reserve, sources, score, prompt *uiwidget.Field
	tokenizer, truncation                          *widget.Select
	group, list, code, imports                     *widget.Check
	note                                           *widget.Label // the resulting budget, or what is wrong
	cite, set                                      *widget.Button
}

// AskOptions opens the options.
func (p *Pane) AskOptions() {
	d := newOptionsDialog(p)
	d.fill(p.options)
	d.dialog.Show(fyne.NewSize(520, 0), d.budget)
}

func newOptionsDialog(p *Pane) *optionsDialog {
	d := &optionsDialog{pane: p}
	hide := func() { d.dialog.Hide() }
	field := func(hint string) *uiwidget.Field {
		f := uiwidget.NewField(hint, hide)
		f.OnChanged = func(string) { d.look() }
		f.OnSubmitted = func(string) { d.done() }
		return f
	}
	d.budget, d.model, d.reserve = field(say.Count(core.DefaultBudget)), field("not known"), field("a quarter of it")
	d.prompt = field("none")
	d.cite = uiwidget.Quiet("To cite", nil, func() { d.prompt.SetText(core.CitePrompt) })
	d.sources, d.score = field("auto: those that are worth it"), field("0")
	for _, t := range tokenizers {
		d.tokenizer = chosen(d.tokenizer, t.title)
	}
	for _, t := range truncations {
		d.truncation = chosen(d.truncation, t.title)
	}
	d.group = widget.NewCheck("By type: code, documentation, other", nil)
	d.list = widget.NewCheck("List of sources at the end", nil)
	d.code = widget.NewCheck("Source code", nil)
	d.imports = widget.NewCheck("Imports and related names of source code", nil)
	d.code.OnChanged = func(on bool) { uiwidget.Enable(d.imports, on) }
	d.note = uiwidget.NewNote("", widget.LowImportance)
	d.set = uiwidget.Primary("Set", nil, d.done)
	standard := uiwidget.Quiet("Defaults", nil, func() { d.fill(options{Format: p.options.Format}) })
	d.dialog = uiwidget.NewDialog(p.host.Window().Canvas(), "Options of the context", d.form(), standard,
		widget.NewButton("Cancel", hide), d.set)
	return d
}

// chosen adds a title to the options of a select. It creates s if it is nil.
func chosen(s *widget.Select, title string) *widget.Select {
	if s == nil {
		s = widget.NewSelect(nil, nil)
	}
	s.Options = append(s.Options, title)
	return s
}

func (d *optionsDialog) form() fyne.CanvasObject {
	return uiwidget.Column(4, uiwidget.NewForm(
		uiwidget.Named{Name: "Budget, in tokens", Object: d.budget},
		uiwidget.Named{Name: "The model holds", Object: d.model},
		uiwidget.Named{Name: "Keep free for question and answer", Object: d.reserve},
		uiwidget.Named{Name: "Count tokens as", Object: d.tokenizer},
		uiwidget.Named{Name: "Sources, at most", Object: d.sources},
		uiwidget.Named{Name: "Least score, 0 to 1", Object: d.score},
		uiwidget.Named{Name: "Shorten passages", Object: d.truncation},
		uiwidget.Named{Name: "Prompt in front", Object: container.NewBorder(nil, nil, nil, d.cite, d.prompt)},
		uiwidget.Named{Name: "Put in", Object: uiwidget.Column(-4, d.list, d.code, d.imports)},
		uiwidget.Named{Name: "Order", Object: d.group}), d.note)
}

// fill shows options.
func (d *optionsDialog) fill(o options) {
	d.budget.SetText(number(o.Budget))
	d.model.SetText(number(o.Model))
	d.reserve.SetText(number(o.Reserve))
	d.sources.SetText(number(o.MaxSources))
	d.prompt.SetText(o.Prompt)
	d.score.SetText("")
	if o.MinScore > 0 {
		d.score.SetText(strconv.FormatFloat(o.MinScore, 'f', -1, 64))
	}
	for i, t := range tokenizers {
		if t.name == o.Tokenizer {
			d.tokenizer.SetSelectedIndex(i)
		}
	}
	for i, t := range truncations {
		if t.name == o.Truncation {
			d.truncation.SetSelectedIndex(i)
		}
	}
	d.group.SetChecked(o.Group)
	d.list.SetChecked(!o.NoSources)
	d.imports.SetChecked(!o.NoImports)
	d.code.SetChecked(!o.NoCode)
	d.look()
}

// number returns the text of a field, which is empty for the default.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return say.Count(n)
}

// options reads the fields.
func (d *optionsDialog) options() (options, error) {
	var errs []error
	count := func(f *uiwidget.Field) int {
		n, err := parseTokens(f.Text)
		errs = append(errs, err)
		return n
	}
	o := options{
		Budget: count(d.budget), Model: count(d.model), Reserve: count(d.reserve), MaxSources: count(d.sources),
		Format:     d.pane.options.Format,
		Tokenizer:  tokenizers[max(0, d.tokenizer.SelectedIndex())].name,
		Truncation: truncations[max(0, d.truncation.SelectedIndex())].name,
		Prompt:     strings.TrimSpace(d.prompt.Text),
		Group:      d.group.Checked, NoSources: !d.list.Checked, NoCode: !d.code.Checked, NoImports: !d.imports.Checked,
	}
	if s := strings.TrimSpace(d.score.Text); s != "" {
		score, err := strconv.ParseFloat(strings.Replace(s, ",", ".", 1), 64)
		if err != nil {
			errs = append(errs, errScore)
		}
		o.MinScore = score
	}
	return o, cmp.Or(append(errs, o.check())...)
}

// look shows the budget that the fields result in, or what is wrong with them.
func (d *optionsDialog) look() {
	o, err := d.options()
	if err != nil {
		uiwidget.SetNote(d.note, say.Input(err), widget.DangerImportance)
		d.set.Disable()
		return
	}
	uiwidget.SetNote(d.note, o.room(), widget.LowImportance)
	d.set.Enable()
}

// room returns the sentence for what a context may cost.
func (o options) room() string {
	switch {
	case o.Model > 0 && o.Reserve > 0:
		return "The context takes at most " + say.Plural(min(o.budget(), o.Model-o.Reserve), "token") + "."
	case o.Model > 0:
		return "The context takes at most " + say.Plural(o.budget(), "token") + ", and leaves a quarter of the model free."
	}
	return "The context takes at most " + say.Plural(o.budget(), "token") + ", headings and list of sources included."
}

func (d *optionsDialog) done() {
	o, err := d.options()
	if err != nil {
		return // it is said below the fields
	}
	d.dialog.Hide()
	d.pane.set(o)
}
