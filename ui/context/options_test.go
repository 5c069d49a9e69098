package context

import (
	"reflect"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"ibid/core"
)

func TestFormatsSwitchLive(t *testing.T) {
	e := &engine{}
	p, _, q := setup(t, e)
	ask(t, p, q, "curve")
	want := map[string]core.Format{"XML": core.FormatXML, "Plain text": core.FormatPlain, "JSON": core.FormatJSON, "Markdown": core.FormatMarkdown}
	if len(p.view.format.Options) != len(core.Formats) {
		t.Errorf("choices %q", p.view.format.Options)
	}
	for title, format := range want {
		p.view.format.SetSelected(title)
		settle(t, p, q)
		if got := e.last().Format; got != format {
			t.Errorf("%s asks for %q", title, got)
		}
	}
}

// The preview shows another format without being opened again.
func TestThePreviewFollowsTheFormat(t *testing.T) {
	e := &engine{}
	e.edit = func(c *core.Context) { c.Text = string(e.requests[len(e.requests)-1].Format) }
	p, _, q := setup(t, e)
	ask(t, p, q, "curve")
	p.TogglePreview()
	p.view.format.SetSelected("XML")
	settle(t, p, q)
	if got := p.view.preview.Text(); got != "xml" {
		t.Errorf("preview %q", got)
	}
}

func TestAnEstimateIsCalledOneWhereverItShows(t *testing.T) {
	p, h, q := setup(t, &engine{edit: func(c *core.Context) { c.Estimated, c.Tokens = true, 6214 }})
	ask(t, p, q, "curve")
	if got := p.view.tokens.Text(); got != "about 6,214 of 10,000 tokens (estimate)" {
		t.Errorf("token line %q", got)
	}
	p.Select(0)
	if got := p.view.detail.facts.Text; !strings.HasSuffix(got, "about 100 tokens (estimate)") {
		t.Errorf("details %q", got)
	}
	p.Copy()
	if got := h.lastWord(); got != "Copied 5 sources, about 6,214 tokens (estimate)" {
		t.Errorf("said %q", got)
	}
}

// What is typed into the dialog reaches the request, and later runs.
func TestOptionsReachTheRequestAndAreRemembered(t *testing.T) {
	e := &engine{}
	p, h, q := setup(t, e)
	ask(t, p, q, "curve")
	d := newOptionsDialog(p)
	d.fill(p.options)
	d.budget.SetText("4k")
	d.model.SetText("8,192")
	d.reserve.SetText("2048")
	d.sources.SetText("7")
	d.score.SetText("0,25")
	d.tokenizer.SetSelectedIndex(2)
	d.truncation.SetSelectedIndex(1)
	d.group.SetChecked(true)
	d.list.SetChecked(false)
	d.imports.SetChecked(false)
	d.code.SetChecked(false)
	test.Tap(d.cite)
	if got := d.note.Text; got != "The context takes at most 4,000 tokens." || !d.imports.Disabled() {
		t.Errorf("note %q", got)
	}
	test.Tap(d.set)
	settle(t, p, q)
	want := core.ContextRequest{Query: "curve", Budget: 4000, Model: 8192, Reserve: 2048, MaxSources: 7, MinScore: 0.25,
		Tokenizer: otherModel, Truncation: core.TruncateSignature, Format: core.FormatMarkdown,
		Prompt: core.CitePrompt, Group: true, NoSources: true, NoCode: true, NoImports: true}
	if got := e.last(); !reflect.DeepEqual(got, want) {
		t.Errorf("request %+v, want %+v", got, want)
	}
	if got := p.view.set.Text(); !p.view.set.Visible() || !strings.HasPrefix(got, "model holds 8,192, 2,048 kept free · at most 7 sources") {
		t.Errorf("options in words %q", got)
	}
	later, _, q := setupWith(t, e, h.kept)
	ask(t, later, q, "curve")
	if got := e.last(); !reflect.DeepEqual(got, want) {
		t.Errorf("request of a later run %+v", got)
	}
	d = newOptionsDialog(later)
	d.fill(later.options)
	if got, err := d.options(); err != nil || got.marshal() != later.options.marshal() {
		t.Errorf("the dialog shows %+v, %v", got, err)
	}
}

func TestOptionsThatMakeNoSenseAreSaidAndNotSet(t *testing.T) {
	p, _, _ := setup(t, &engine{})
	for _, tt := range []struct {
		name string
		edit func(d *optionsDialog)
		want string
	}{
		{"budget is no number", func(d *optionsDialog) { d.budget.SetText("much") }, "A number of tokens is written as 10,000 or 10k."},
		{"budget too large", func(d *optionsDialog) { d.budget.SetText("2,000,000") }, "A budget is a whole number from 1 to 1,000,000."},
		{"reserve without a model", func(d *optionsDialog) { d.reserve.SetText("500") }, "Say how many tokens the model holds, or keep none free."},
		{"reserve of all that the model holds", func(d *optionsDialog) { d.model.SetText("8192"); d.reserve.SetText("8192") },
			"Keep less than 8,192 tokens free: the model holds no more."},
		{"too many sources", func(d *optionsDialog) { d.sources.SetText("101") }, "At most 100 sources are possible."},
		{"score over one", func(d *optionsDialog) { d.score.SetText("1.5") }, "A score is a number from 0 to 1, as 0.3."},
		{"score that is no number", func(d *optionsDialog) { d.score.SetText("NaN") }, "A score is a number from 0 to 1, as 0.3."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newOptionsDialog(p)
			d.fill(options{})
			tt.edit(d)
			if d.note.Text != tt.want || !d.set.Disabled() {
				t.Errorf("says %q, can be set: %v", d.note.Text, !d.set.Disabled())
			}
			d.done() // Enter
			if p.options.marshal() != (options{}).marshal() {
				t.Errorf("options %+v", p.options)
			}
		})
	}
}

func TestOptionsOfAnotherVersionAreForgotten(t *testing.T) {
	for _, kept := range []string{"", "{", `{"budget":-1}`, `{"format":"pdf"}`, `{"truncation":"middle"}`, `{"reserve":9,"model_tokens":8}`} {
		if got := remembered(kept); got.marshal() != (options{}).marshal() {
			t.Errorf("%s gives %+v", kept, got)
		}
	}
	if got := remembered(`{"query":"old","budget":900,"exclude":[{"hash":"h"}]}`); got.Query != "" || got.Exclude != nil || got.Budget != 900 {
		t.Errorf("a whole request gives %+v", got)
	}
}

func TestParseTokens(t *testing.T) {
	for in, want := range map[string]int{"10,000 tokens": 10000, "4k": 4000, "32K": 32000, " 1500 ": 1500, "1 500": 1500,
		"0": 0, "-3": 0, "ten": 0, "": 0, "2000000": 0, "9999999999999k": 0} {
		got, err := parseBudget(in)
		if got != want || (err == nil) != (want > 0) {
			t.Errorf("%q: %d, %v; want %d", in, got, err, want)
		}
	}
	if n, err := parseTokens(" "); n != 0 || err != nil {
		t.Errorf("nothing typed: %d, %v", n, err)
	}
}
