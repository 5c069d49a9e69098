package context

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/core"
	"ibid/ui/say"
	"ibid/ui/theme"
	uiwidget "ibid/ui/widget"
)

// item is one row of the list: sources, under the titles of their groups if
// there are any, then the waterline and the hits below it.
type item struct {
	kind  kind
	index int        // of the source or of what was left out
	title core.Group // of a group
}

type kind int

const (
	kindLeft kind = iota // most rows are of this kind, so the default height is theirs
	kindSource
	kindWarned // a source with a line of warnings
	kindGroup
	kindWaterline
)

func (i item) isSource() bool { return i.kind == kindSource || i.kind == kindWarned }

// items returns the rows of a context.
func items(c core.Context, grouped bool) []item {
	var out []item
	for i, s := range c.Sources {
		if grouped && (i == 0 || c.Sources[i-1].Group != s.Group) {
			out = append(out, item{kind: kindGroup, title: s.Group})
		}
		k := kindSource
		if len(warnings(s)) > 0 {
			k = kindWarned
		}
		out = append(out, item{kind: k, index: i})
	}
	if len(c.Sources) > 0 && len(c.LeftOut) > 0 {
		out = append(out, item{kind: kindWaterline})
	}
	for i := range c.LeftOut {
		out = append(out, item{kind: kindLeft, index: i})
	}
	return out
}

// slot is a row of the list that can show any item.
type slot struct {
	widget.BaseWidget
	pane  *Pane
	box   *fyne.Container
	faces [kindWaterline + 1]face // made when they are first needed
}

// face is what a slot shows for one kind of item.
type face struct {
	content fyne.CanvasObject
	bind    func(c *core.Context, i item)
}

func newSlot(p *Pane) *slot {
	s := &slot{pane: p, box: container.NewStack()}
	s.bind(0, item{kind: kindLeft, index: -1})
	s.ExtendBaseWidget(s)
	return s
}

// CreateRenderer implements fyne.Widget.
func (s *slot) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(s.box) }

// bind shows an item; an index of -1 only makes room for its kind.
func (s *slot) bind(_ int, i item) {
	f := &s.faces[i.kind]
	if f.content == nil {
		*f = newFace(s.pane, i.kind)
	}
	if len(s.box.Objects) != 1 || s.box.Objects[0] != f.content {
		s.box.Objects = []fyne.CanvasObject{f.content}
		s.box.Refresh()
	}
	if i.index >= 0 {
		f.bind(&s.pane.result, i)
	}
}

func newFace(p *Pane, k kind) face {
	switch k {
	case kindSource, kindWarned:
		r := newRow(p, k == kindWarned)
		return face{r, func(c *core.Context, i item) {
			r.bind(i.index, c.Sources[i.index], p.movable(i.index, -1), p.movable(i.index, 1))
		}}
	case kindGroup:
		title := uiwidget.NewBold("", theme.Muted, theme.Caption)
		return face{uiwidget.Inset(6, 1, 8, 8, title), func(_ *core.Context, i item) { title.SetText(string(i.title)) }}
	case kindWaterline: // parts what is in from what is not
		name := uiwidget.NewWhole("waterline", fynetheme.ColorNamePrimary, theme.Caption)
		name.Style.Bold = true
		rule := uiwidget.Tall(1.5, uiwidget.NewGround(fynetheme.ColorNamePrimary, "", 0))
		count := uiwidget.NewWhole("", theme.Muted, theme.Caption)
		return face{uiwidget.Inset(5, 3, 8, 8, uiwidget.Between(name, rule, count)), func(c *core.Context, _ item) {
			count.SetText(say.Count(len(c.LeftOut)) + " below")
		}}
	}
	r := newLeftRow(p)
	return face{r, func(c *core.Context, i item) { r.bind(c.LeftOut[i.index]) }}
}

// movable reports whether the source at index i can change places with a
// neighbour: groups keep their order.
func (p *Pane) movable(i, by int) bool {
	to := i + by
	if to < 0 || to >= len(p.result.Sources) {
		return false
	}
	return !p.grouped || p.result.Sources[i].Group == p.result.Sources[to].Group
}

// layItems updates the list.
func (p *Pane) layItems() {
	v := &p.view
	v.items = items(p.result, p.grouped)
	for i, it := range v.items {
		if i == len(v.laid) {
			v.laid = append(v.laid, v.heights[kindLeft])
		}
		if h := v.heights[it.kind]; v.laid[i] != h {
			v.laid[i] = h
			v.list.SetItemHeight(i, h)
		}
	}
	v.list.Refresh()
}

// itemOf returns the row of the source at index i, -1 if there is none.
func (v *view) itemOf(i int) int {
	return slices.IndexFunc(v.items, func(it item) bool { return it.index == i && it.isSource() })
}
