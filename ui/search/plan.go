package search

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"

	"ibid/core"
	"ibid/ui/say"
	"ibid/ui/theme"
	uiwidget "ibid/ui/widget"
)

// Planner makes plans of where to look.
type Planner interface {
	// Plan makes a plan. If each is not nil, it receives the output of a model
	// as it comes.
	Plan(ctx context.Context, question string, who core.Planner, each func(piece string)) (core.Plan, error)
	// ModelServer describes which model can be used, or why none can.
	ModelServer(ctx context.Context) core.ModelServer
}

// chip is one part of the plan; a click opens the whole plan.
type chip struct {
	uiwidget.Tap
	text *uiwidget.Line
}

func newChip(tapped func()) *chip {
	c := &chip{text: uiwidget.NewWhole("", fynetheme.ColorNameForeground, theme.Caption)}
	c.Content = uiwidget.NewChip(c.text)
	c.OnTapped = tapped
	c.ExtendBaseWidget(c)
	return c
}

// chips shows the plan in one row: what is searched, where, and who made the
// plan.
type chips struct {
	row   *fyne.Container
	all   []*chip
	bar   *container.Scroll
	shown []string
}

// mostChips bounds the number of parts in the row.
const mostChips = 8

func newChips(tapped func()) *chips {
	c := &chips{row: container.NewHBox()}
	for range mostChips {
		part := newChip(tapped)
		part.Hide()
		c.all = append(c.all, part)
		c.row.Add(part)
	}
	c.bar = container.NewHScroll(container.NewVBox(layout.NewSpacer(), c.row, layout.NewSpacer()))
	c.bar.Hide()
	return c
}

// set shows the parts of a plan; none hides the row.
func (c *chips) set(parts []string, edited bool) {
	if slices.Equal(parts, c.shown) {
		return
	}
	c.shown = parts
	for i, part := range c.all {
		part.Hidden = i >= len(parts)
		if i < len(parts) {
			color := fynetheme.ColorNameForeground
			if i == len(parts)-1 && edited {
				color = fynetheme.ColorNamePrimary
			}
			part.text.Set(parts[i], color)
		}
	}
	c.row.Refresh()
	c.bar.ScrollToOffset(fyne.Position{})
	if len(parts) == 0 {
		c.bar.Hide()
	} else {
		c.bar.Show()
	}
}

// parts returns the texts of the chips of a plan.
func parts(p core.Plan) []string {
	out := []string{string(p.Strategy)}
	for _, list := range [][]string{p.Keywords, p.Symbols, p.Patterns} {
		if len(list) > 0 {
			out = append(out, some(list))
		}
	}
	switch len(p.Documents) {
	case 0:
	case 1:
		out = append(out, "in "+filepath.Base(p.Documents[0]))
	default:
		out = append(out, "in "+say.Plural(len(p.Documents), "document"))
	}
	if p.IncludeTests {
		out = append(out, "with tests")
	}
	if p.Depth > 0 {
		out = append(out, fmt.Sprintf("imports %d deep", p.Depth))
	}
	return append(out, plannerWords[p.Planner])
}

var plannerWords = map[core.Planner]string{core.PlannerHeuristic: "by rules", core.PlannerModel: "by model", core.PlannerHand: "by hand"}

// someItems and someBytes bound what fits a chip.
const (
	someItems = 3
	someBytes = 36
)

// some returns the first items of a list, and how many more there are.
func some(list []string) string {
	n := min(len(list), someItems)
	text := strings.Join(list[:n], ", ")
	for n > 1 && len(text) > someBytes {
		n--
		text = strings.Join(list[:n], ", ")
	}
	if more := len(list) - n; more > 0 {
		text += fmt.Sprint(" +", more)
	}
	return text
}

// Follow searches again with a plan; nil is no plan.
func (p *Pane) Follow(plan *core.Plan) {
	p.plan = plan
	if p.question != "" {
		p.search(p.question)
	}
}

// Restore asks the question of a saved request, with its plan, its restriction to
// documents and what was taken off it.
func (p *Pane) Restore(r core.ContextRequest) {
	p.pause.Cancel()
	p.scope = Scope{In: r.In}
	p.showScope()
	p.entry.SetText(r.Query)
	p.pause.Cancel()
	p.question, p.plan, p.rules, p.reading.off = r.Query, r.Plan, core.Plan{}, nil
	for _, key := range r.Without {
		p.reading.takeOff(core.Interpretation{Key: key, Text: key})
	}
	p.search(r.Query)
}

// showPlan draws the chips.
func (p *Pane) showPlan() {
	switch {
	case p.question == "":
		p.chips.set(nil, false)
	case p.plan != nil:
		p.chips.set(parts(*p.plan), true)
	case p.rules.Strategy != "":
		p.chips.set(parts(p.rules), false)
	}
}
