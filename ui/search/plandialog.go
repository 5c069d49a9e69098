package search

import (
	"context"
	"fmt"
	"strconv"
	"strings"

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

// planDialog shows the plan made by rules and that of a model side by side, and
// lets a person edit the plan to use.
type planDialog struct {
	pane   *Pane
	work   *post.Latest // requests to the model
	rules  *post.Latest
	dialog *uiwidget.Dialog
	plan   core.Plan // plan that filled the fields

	strategy, depth             *widget.Select
	keywords, symbols, patterns *uiwidget.Field
	documents                   *widget.Entry
	tests                       *widget.Check
	byRules, byModel            *widget.Label
	takeRules, takeModel, askIt *widget.Button
	note                        *widget.Label
	ofRules, ofModel            core.Plan
}

// AskPlan shows the plan and lets a person change it.
func (p *Pane) AskPlan() {
	if p.question == "" {
		p.Commit()
	}
	if p.question == "" {
		return // without a question there is nothing to plan
	}
	d := newPlanDialog(p)
	d.fill(p.rules)
	if p.plan != nil {
		d.fill(*p.plan)
	}
	d.dialog.Show(fyne.NewSize(760, 0), d.keywords)
	d.compare()
}

func newPlanDialog(p *Pane) *planDialog {
	d := &planDialog{pane: p, work: post.NewLatest(p.bridge), rules: post.NewLatest(p.bridge)}
	field := func(hint string) *uiwidget.Field {
		f := uiwidget.NewField(hint, d.close)
		f.OnSubmitted = func(string) { d.follow() }
		return f
	}
	d.strategy = widget.NewSelect(nil, nil)
	for _, s := range core.Strategies {
		d.strategy.Options = append(d.strategy.Options, string(s))
	}
	d.depth = widget.NewSelect(nil, nil)
	for n := range core.MaxPlanDepth + 1 {
		d.depth.Options = append(d.depth.Options, strconv.Itoa(n))
	}
	d.keywords, d.symbols, d.patterns = field("words, the most telling first"), field("UserStore.find_by_email"), field("auth/*.go, **/models/**")
	d.documents = widget.NewMultiLineEntry()
	d.documents.SetPlaceHolder("all documents; or the path of one on each line")
	d.documents.SetMinRowsVisible(2)
	d.documents.Wrapping = fyne.TextWrapOff
	d.tests = widget.NewCheck("with tests", nil)
	d.byRules, d.byModel, d.note = planText(), planText(), planText()
	d.takeRules = widget.NewButton("Take", func() { d.fill(d.ofRules) })
	d.takeModel = widget.NewButton("Take", func() { d.fill(d.ofModel) })
	d.askIt = widget.NewButton("Ask the model", d.ask)
	d.takeRules.Disable()
	d.takeModel.Disable()
	d.askIt.Disable()
	asked := uiwidget.Quiet("As the question says", nil, func() { d.close(); p.Follow(nil) })
	look := uiwidget.Primary("Look there", nil, d.follow)
	d.dialog = uiwidget.NewDialog(p.host.Window().Canvas(), "Where to look", d.form(), asked, widget.NewButton("Cancel", d.close), look)
	return d
}

func planText() *widget.Label { return uiwidget.NewNote("", widget.MediumImportance) }

func (d *planDialog) form() fyne.CanvasObject {
	depth := container.NewBorder(nil, nil, widget.NewLabel("Imports, depth"), nil, d.depth)
	fields := uiwidget.NewForm(
		uiwidget.Named{Name: "Strategy", Object: container.NewGridWithColumns(3, d.strategy, depth, d.tests)},
		uiwidget.Named{Name: "Words", Object: d.keywords},
		uiwidget.Named{Name: "Names in code", Object: d.symbols},
		uiwidget.Named{Name: "File patterns", Object: d.patterns},
		uiwidget.Named{Name: "Documents", Object: d.documents})
	column := func(title string, text fyne.CanvasObject, buttons ...fyne.CanvasObject) fyne.CanvasObject {
		head := uiwidget.Between(nil, uiwidget.NewBold(title, fynetheme.ColorNameForeground, theme.Body), container.NewHBox(buttons...))
		body := container.NewGridWrap(fyne.NewSize(346, 118), container.NewVScroll(text))
		return container.NewStack(uiwidget.NewGround(theme.Surface, "", 6), uiwidget.Inset(6, 6, 8, 8, uiwidget.Column(2, head, body)))
	}
	sides := container.NewGridWithColumns(2,
		column("By rules", d.byRules, d.takeRules), column("By model", d.byModel, d.askIt, d.takeModel))
	return uiwidget.Column(8, sides, fields, d.note)
}

func (d *planDialog) close() {
	d.work.Cancel()
	d.rules.Cancel()
	d.dialog.Hide()
}

// fill fills the fields with a plan.
func (d *planDialog) fill(p core.Plan) {
	d.plan = p
	d.strategy.SetSelected(string(p.Strategy))
	d.depth.SetSelected(strconv.Itoa(p.Depth))
	d.keywords.SetText(strings.Join(p.Keywords, ", "))
	d.symbols.SetText(strings.Join(p.Symbols, ", "))
	d.patterns.SetText(strings.Join(p.Patterns, ", "))
	d.documents.SetText(strings.Join(p.Documents, "\n"))
	d.tests.SetChecked(p.IncludeTests)
	d.note.SetText(p.Why)
}

// read returns the plan in the fields. Its planner is a person unless the
// fields were not edited.
func (d *planDialog) read() (core.Plan, error) {
	p := core.Plan{Strategy: core.Strategy(d.strategy.Selected), IncludeTests: d.tests.Checked, Planner: d.plan.Planner, Why: d.plan.Why}
	p.Depth, _ = strconv.Atoi(d.depth.Selected)
	p.Keywords, p.Symbols, p.Patterns = items(d.keywords.Text, ","), items(d.symbols.Text, ","), items(d.patterns.Text, ",")
	p.Documents = items(d.documents.Text, "\n")
	if max(len(p.Keywords), len(p.Symbols), len(p.Patterns)) > core.MaxPlanItems {
		return p, fmt.Errorf("a list holds more than %d", core.MaxPlanItems)
	}
	if summary(p) != summary(d.plan) {
		p.Planner, p.Why = core.PlannerHand, "edited by hand"
	}
	return p, nil
}

// longestItem bounds one typed item, in bytes; a path may be long.
const longestItem = 4096

// items splits a list; the result is never nil.
func items(text, between string) []string {
	out := []string{}
	for _, part := range strings.Split(text, between) {
		if part = strings.TrimSpace(part); part != "" && len(part) <= longestItem {
			out = append(out, part)
		}
	}
	return out
}

// summary describes a plan in words, without its planner.
func summary(p core.Plan) string {
	lines := []string{fmt.Sprintf("%s, depth %d", p.Strategy, p.Depth)}
	if p.IncludeTests {
		lines[0] += ", with tests"
	}
	for _, l := range []struct {
		name string
		list []string
	}{{"words", p.Keywords}, {"names", p.Symbols}, {"patterns", p.Patterns}, {"documents", p.Documents}} {
		if len(l.list) > 0 {
			lines = append(lines, l.name+": "+strings.Join(l.list, ", "))
		}
	}
	return strings.Join(lines, "\n")
}

// compare fills both sides: with the plan made by rules, and with whether the
// model can be used.
func (d *planDialog) compare() {
	question := d.pane.question
	d.byModel.SetText("Looking for a model on this computer…")
	d.rules.Start(func(ctx context.Context) func() {
		p, err := d.pane.engine.Plan(ctx, question, core.PlannerHeuristic, nil)
		return func() { d.arrived(d.byRules, d.takeRules, &d.ofRules, p, err) }
	})
	d.work.Start(func(ctx context.Context) func() {
		s := d.pane.engine.ModelServer(ctx)
		return func() {
			if s.Reason != "" {
				d.byModel.SetText(fmt.Sprintf("No model can be asked: %s (%s).", s.Reason, s.Advice))
				return
			}
			d.byModel.SetText(s.Model + " can be asked. It is told the question, folders and titles, never what documents say.")
			d.askIt.Enable()
		}
	})
}

func (d *planDialog) arrived(text *widget.Label, take *widget.Button, to *core.Plan, p core.Plan, err error) {
	if err != nil {
		text.SetText(say.Error(err))
		return
	}
	*to = p
	text.SetText(summary(p) + "\n" + p.Why)
	take.Enable()
}

// ask has the model make a plan. If it makes no usable one, the result is the
// plan made by rules, with the reason.
func (d *planDialog) ask() {
	question, said := d.pane.question, 0
	d.askIt.Disable()
	d.byModel.SetText("The model is asked…")
	d.work.Start(func(ctx context.Context) func() {
		p, err := d.pane.engine.Plan(ctx, question, core.PlannerModel, func(piece string) {
			if said++; said == 1 {
				d.pane.bridge.Post(func() { d.byModel.SetText("The model answers…") })
			}
		})
		return func() {
			d.askIt.Enable()
			if err == nil && p.Planner != core.PlannerModel {
				d.byModel.SetText(p.Why)
				return
			}
			d.arrived(d.byModel, d.takeModel, &d.ofModel, p, err)
		}
	})
}

// follow searches with the plan in the fields.
func (d *planDialog) follow() {
	p, err := d.read()
	if err != nil {
		uiwidget.SetNote(d.note, say.Input(err), widget.DangerImportance)
		return
	}
	d.close()
	d.pane.Follow(&p)
}
