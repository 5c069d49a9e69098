package search

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"ibid/core"
	"ibid/ui/post/posttest"
)

// chipTexts are the chips that are shown.
func chipTexts(p *Pane) string {
	var out []string
	for _, c := range p.chips.all {
		if c.Visible() && p.chips.bar.Visible() {
			out = append(out, c.text.Text())
		}
	}
	return strings.Join(out, " | ")
}

func settled(t *testing.T, p *Pane, q posttest.Queue) {
	t.Helper()
	q.Until(t, "hits and plan", func() bool { return !p.Waiting() && !p.planning.Busy() })
}

func TestThePlanIsShownAsChips(t *testing.T) { // R2.2, R2.3
	p, h, q, _ := setup(t, &engine{n: 2})
	if got := chipTexts(p); got != "" {
		t.Errorf("without a question: %q", got)
	}
	p.Ask("kelp forest tide depth")
	settled(t, p, q)
	if got := chipTexts(p); got != "semantic | kelp, forest, tide +1 | by rules" || h.plan != nil {
		t.Errorf("chips %q, the plan followed is %+v", got, h.plan)
	}
	plan := core.Plan{Strategy: core.StrategyFocused, Planner: core.PlannerModel, Keywords: []string{"kelp"}, Symbols: []string{"Gauge.read"},
		Patterns: []string{"a/*.go"}, Documents: []string{"/x/a.pdf"}, IncludeTests: true, Depth: 2}
	p.Follow(&plan)
	settled(t, p, q)
	if got := chipTexts(p); got != "focused | kelp | Gauge.read | a/*.go | in a.pdf | with tests | imports 2 deep | by model" || h.plan != &plan {
		t.Errorf("chips %q, the plan followed is %+v", got, h.plan)
	}
	p.Ask("another question")
	settled(t, p, q)
	if got := chipTexts(p); got != "semantic | another, question | by rules" || h.plan != nil {
		t.Errorf("another question: %q, %+v", got, h.plan)
	}
}

func TestAPlanIsEditedAndFollowed(t *testing.T) { // R2.2
	e := &engine{n: 2}
	p, h, q, _ := setup(t, e)
	p.Ask("kelp forest")
	settled(t, p, q)
	d := newPlanDialog(p)
	d.fill(p.rules)
	d.compare()
	q.Until(t, "both sides", func() bool { return !d.work.Busy() && !d.rules.Busy() })
	if d.byModel.Text != "No model can be asked: it does not run (start it with: ollama serve)." || !d.askIt.Disabled() || !d.takeModel.Disabled() || d.takeRules.Disabled() {
		t.Errorf("without a model it says %q", d.byModel.Text)
	}
	d.keywords.SetText(" kelp ,, canopy")
	d.documents.SetText("/a/b, c.pdf\n\n")
	d.follow()
	settled(t, p, q)
	if e.plan == nil || e.plan.Planner != core.PlannerHand || strings.Join(e.plan.Keywords, "|") != "kelp|canopy" || e.plan.Documents[0] != "/a/b, c.pdf" || h.plan != e.plan {
		t.Fatalf("followed: %+v", e.plan)
	}
	d = newPlanDialog(p)
	d.fill(*p.plan)
	d.keywords.SetText(strings.Repeat("kelp,", core.MaxPlanItems+1))
	d.follow()
	if d.note.Text != "A list holds more than 32." {
		t.Errorf("a list that is too long: %q", d.note.Text)
	}
	p.Follow(nil)
	settled(t, p, q)
	if e.plan != nil || chipTexts(p) != "semantic | kelp, forest | by rules" {
		t.Errorf("as the question says: %+v, %q", e.plan, chipTexts(p))
	}
}

func TestAModelsPlanStandsBesideTheRules(t *testing.T) { // R2.3
	e := &engine{n: 1, model: &core.Plan{Strategy: core.StrategyBroad, Planner: core.PlannerModel, Keywords: []string{"canopy"}, Why: "tiny, merged with the rules"}}
	p, _, q, _ := setup(t, e)
	p.Ask("kelp forest")
	settled(t, p, q)
	d := newPlanDialog(p)
	d.fill(p.rules)
	d.compare()
	q.Until(t, "the model can be asked", func() bool { return !d.askIt.Disabled() })
	test.Tap(d.askIt)
	q.Until(t, "both plans", func() bool { return !d.takeModel.Disabled() && !d.takeRules.Disabled() })
	if !strings.Contains(d.byModel.Text, "words: canopy\ntiny, merged with the rules") || !strings.Contains(d.byRules.Text, "words: kelp, forest") {
		t.Errorf("rules:\n%s\nmodel:\n%s", d.byRules.Text, d.byModel.Text)
	}
	test.Tap(d.takeModel)
	d.follow()
	settled(t, p, q)
	if e.plan.Planner != core.PlannerModel || e.plan.Keywords[0] != "canopy" {
		t.Errorf("followed: %+v", e.plan)
	}
	// One that gives no good plan says why, and its plan is not to be taken.
	e.mu.Lock()
	*e.model = core.Plan{Strategy: core.StrategyBroad, Planner: core.PlannerHeuristic, Why: "no plan of a model: it does not answer"}
	e.mu.Unlock()
	d = newPlanDialog(p)
	d.compare()
	q.Until(t, "the model can be asked", func() bool { return !d.askIt.Disabled() })
	test.Tap(d.askIt)
	q.Until(t, "why not", func() bool { return strings.HasPrefix(d.byModel.Text, "no plan of a model") })
	if !d.takeModel.Disabled() {
		t.Error("a plan of rules can be taken for a model's")
	}
}
