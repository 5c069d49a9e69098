package context

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"ibid/core"
)

// below is what stands below the waterline in these tests: one of each cause.
var below = []core.LeftOut{
	{Place: page(11), Locator: core.PageLocator("b.pdf", 11, ""), Cause: core.CauseBudget, Reason: "over the budget of 10000 tokens", Tokens: 1030, More: 380},
	{Place: page(12), Locator: core.PageLocator("b.pdf", 12, "10"), Cause: core.CauseBudget, Reason: "over the budget of 10000 tokens", Tokens: 700},
	{Place: page(13), Locator: core.PageLocator("b.pdf", 13, ""), Cause: core.CausePage, Reason: "same page as [2]", Of: 2},
	{Place: page(14), Locator: core.PageLocator("b.pdf", 14, ""), Cause: core.CauseDuplicate, Reason: "duplicate of [1]", Of: 1},
	{Place: page(15), Locator: core.PageLocator("b.pdf", 15, ""), Cause: core.CauseScore, Reason: "below the score floor of 0.5"},
}

func leftRowOf(p *Pane, l core.LeftOut) *leftRow {
	r := newLeftRow(p)
	r.bind(l)
	return r
}

// The list shows sources, the waterline, and what is below it with its cause,
// its cost and what can be done about it.
func TestTheWaterlinePartsSourcesFromWhatIsLeftOut(t *testing.T) {
	p, h, q := setup(t, &engine{below: below})
	h.win.Resize(fyne.NewSize(380, 1400))
	ask(t, p, q, "curve")
	var kinds []kind
	for _, it := range p.view.items {
		kinds = append(kinds, it.kind)
	}
	s, l := kindSource, kindLeft
	if want := []kind{s, s, s, s, s, kindWaterline, l, l, l, l, l}; !slices.Equal(kinds, want) {
		t.Fatalf("rows %v, want %v", kinds, want)
	}
	for i, want := range []struct {
		reason           string
		raise, put, back bool
	}{
		{"enters with 380 more tokens · 1,030 in full", true, true, false},
		{"over the budget · 700 tokens", false, true, false},
		{"same page as [2]", false, false, false},
		{"duplicate of [1]", false, false, false},
		{"below the score floor of 0.5", false, true, false},
	} {
		r := leftRowOf(p, p.result.LeftOut[i])
		if got := r.reason.Text(); got != want.reason {
			t.Errorf("row %d says %q, want %q", i, got, want.reason)
		}
		if r.raise.Visible() != want.raise || r.add.Visible() != want.put || r.back.Visible() != want.back {
			t.Errorf("%q: raise %v, put in %v, put back %v", want.reason, r.raise.Visible(), r.add.Visible(), r.back.Visible())
		}
	}
	markup := test.RenderObjectToMarkup(p.Content)
	for _, want := range []string{"waterline", "5 below", "enters with 380 more tokens", "p. 10 [PDF 12]", "+380"} {
		if !strings.Contains(markup, want) {
			t.Errorf("the pane does not show %q", want)
		}
	}
}

func TestRaiseGrowsTheBudgetByJustWhatTheNextSourceNeeds(t *testing.T) {
	e := &engine{below: below}
	p, h, q := setup(t, e)
	p.Raise()
	if got := h.lastWord(); got != "Nothing waits for a larger budget." {
		t.Errorf("without a context: %q", got)
	}
	ask(t, p, q, "curve")
	test.Tap(leftRowOf(p, p.result.LeftOut[0]).raise)
	settle(t, p, q)
	if got := e.last().Budget; got != 10_380 {
		t.Errorf("budget %d, want 10,380", got)
	}
	if p.view.budget.Selected != "10,380 tokens" {
		t.Errorf("the choice of budgets shows %q", p.view.budget.Selected)
	}
}

func TestRaiseSaysThatTheModelHoldsNoMore(t *testing.T) {
	e := &engine{below: below, edit: func(c *core.Context) { c.Budget = 6144 }}
	p, h, q := setup(t, e)
	p.options.Model = 8192
	ask(t, p, q, "curve")
	p.Raise()
	if !strings.Contains(h.lastWord(), "The model holds no more") || e.last().Budget != core.DefaultBudget {
		t.Errorf("budget %d, said %q", e.last().Budget, h.lastWord())
	}
	if got := p.view.tokens.Text(); got != "500 of 6,144 tokens" {
		t.Errorf("token line %q", got)
	}
}

func TestWhatIsLeftOutCanBePutInByHand(t *testing.T) {
	e := &engine{below: below}
	p, _, q := setup(t, e)
	ask(t, p, q, "curve")
	test.Tap(leftRowOf(p, p.result.LeftOut[1]).add)
	settle(t, p, q)
	if got := e.last().Order; !slices.Equal(got, []core.Place{page(12)}) {
		t.Errorf("order %v", got)
	}
	p.Take(page(2))
	settle(t, p, q)
	back := leftRowOf(p, p.result.LeftOut[0])
	if !back.back.Visible() || back.reason.Text() != "removed by hand" {
		t.Fatalf("the source that was taken out says %q, offers to put it back: %v", back.reason.Text(), back.back.Visible())
	}
	test.Tap(back.back)
	settle(t, p, q)
	if got := e.last(); len(got.Exclude) != 0 || len(got.Order) != 1 {
		t.Errorf("request %+v", got)
	}
}

// A source says that it is cut and of what; what should not be trusted stands in
// the colour of a warning.
func TestRowsSayWhatIsCutAndWhatIsDoubtful(t *testing.T) {
	p, _, _ := setup(t, &engine{})
	r := newRow(p, true)
	r.bind(0, core.Source{Number: 1, Tokens: 412, Whole: 1030, Cut: true, Shown: core.ShownTrimmed, Stale: true,
		Warnings: []string{"reads like an instruction"}, Locator: core.PageLocator("a.pdf", 219, "217")}, false, true)
	if !r.chip.Visible() || r.cost.Text() != "412 of 1,030 tokens · trimmed" {
		t.Errorf("cut: chip %v, %q", r.chip.Visible(), r.cost.Text())
	}
	if got := r.warned.Text(); got != "2 warnings: changed on disk since it was read" {
		t.Errorf("warned of %q", got)
	}
	if got := r.place.Text(); got != "p. 217 [PDF 219]" {
		t.Errorf("place %q", got)
	}
	r.bind(1, core.Source{Number: 2, Tokens: 100, Whole: 100, Shown: core.ShownFull}, true, false)
	if r.chip.Visible() || r.cost.Text() != "100 tokens" || r.warned.Text() != "" {
		t.Errorf("a recycled row: chip %v, %q, %q", r.chip.Visible(), r.cost.Text(), r.warned.Text())
	}
	for s, want := range map[bool]kind{true: kindWarned, false: kindSource} {
		if got := items(core.Context{Sources: []core.Source{{Stale: s}}}, false)[0].kind; got != want {
			t.Errorf("stale %v is shown by a row of kind %d, want %d", s, got, want)
		}
	}
}

// The selected source tells all of itself: text with its gaps, section, cost,
// reasons. A second click opens its page.
func TestTheSelectedSourceTellsAllOfItself(t *testing.T) {
	e := &engine{edit: func(c *core.Context) {
		c.Sources[1].Text, c.Sources[1].Section = "… inverted in July…\n…\nand stayed so", "Results > Curve"
		c.Sources[1].Reasons = []core.Reason{{Detail: `BM25 rank 2 for "curve"`}}
	}}
	p, h, q := setup(t, e)
	ask(t, p, q, "curve")
	if p.view.detail.content.Visible() {
		t.Error("details without a selection")
	}
	r := newRow(p, false)
	r.bind(1, p.result.Sources[1], true, true)
	test.Tap(r)
	d := p.view.detail
	if !d.content.Visible() || d.title.Text() != "[2]  p. 2" {
		t.Fatalf("details shown %v: %q", d.content.Visible(), d.title.Text())
	}
	if d.facts.Text != "a.pdf > Results > Curve\n100 tokens" || d.reasons.Text != `Why: BM25 rank 2 for "curve"` {
		t.Errorf("facts %q, reasons %q", d.facts.Text, d.reasons.Text)
	}
	if got := d.text.String(); got != " … inverted in July…\n … \nand stayed so" {
		t.Errorf("text %q", got)
	}
	test.Tap(r)
	if len(h.opened) != 1 || h.opened[0].Number != 2 {
		t.Errorf("opened %v", h.opened)
	}
	p.Select(-1)
	if d.content.Visible() {
		t.Error("details stay")
	}
}

// The list is walked with the keyboard; other rows than sources take no
// selection.
func TestOnlySourcesCanBeSelected(t *testing.T) {
	p, _, q := setup(t, &engine{below: below})
	ask(t, p, q, "curve")
	p.view.list.Select(4)
	if p.selected != 4 {
		t.Errorf("selected %d", p.selected)
	}
	p.view.list.Select(6)
	if p.selected != 4 {
		t.Errorf("selected %d after a row below the waterline", p.selected)
	}
}

func TestTheSelectionFollowsItsSource(t *testing.T) {
	p, _, q := setup(t, &engine{})
	ask(t, p, q, "curve")
	p.Select(2)
	p.MoveSelected(-1)
	settle(t, p, q)
	if p.selected != 1 || p.result.Sources[1].Place != page(3) {
		t.Errorf("selected %d, pages %s", p.selected, pages(p))
	}
	p.TakeSelected()
	settle(t, p, q)
	if p.selected != -1 || p.view.detail.content.Visible() {
		t.Errorf("selected %d after it was taken out", p.selected)
	}
}

func TestGroupsHaveTitlesAndKeepTheirOrder(t *testing.T) {
	e := &engine{edit: func(c *core.Context) {
		for i := range c.Sources {
			c.Sources[i].Group = core.GroupCode
			if i > 1 {
				c.Sources[i].Group = core.GroupDocumentation
			}
		}
	}}
	p, _, q := setup(t, e)
	ask(t, p, q, "curve")
	if p.view.items[0].kind != kindSource {
		t.Error("titles of groups although none were asked for")
	}
	o := p.options
	o.Group = true
	p.set(o)
	settle(t, p, q)
	if !e.last().Group || p.view.items[0].title != core.GroupCode || p.view.items[3].title != core.GroupDocumentation {
		t.Errorf("rows %+v", p.view.items)
	}
	if p.movable(1, 1) || !p.movable(0, 1) || p.movable(0, -1) || !p.movable(3, -1) {
		t.Error("a source can leave its group, or cannot move within it")
	}
	asked := len(e.requests)
	p.Move(1, 1)
	if p.Waiting() || len(e.requests) != asked {
		t.Error("a move across groups asked for another context")
	}
}

// The rows' heights follow what they show, also when they are used again.
func TestRowsHaveTheHeightOfWhatTheyShow(t *testing.T) {
	e := &engine{below: below}
	p, _, q := setup(t, e)
	ask(t, p, q, "curve")
	e.mu.Lock()
	e.edit = func(c *core.Context) { c.Sources = c.Sources[:2] }
	e.mu.Unlock()
	ask(t, p, q, "other")
	for i, it := range p.view.items {
		if p.view.laid[i] != p.view.heights[it.kind] {
			t.Errorf("row %d of kind %d is %v high, want %v", i, it.kind, p.view.laid[i], p.view.heights[it.kind])
		}
	}
}
