package context

import (
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
// there are any, then the waterline and what stands below it.
type item struct {
	kind  kind
	index int        // of the source or of what was left out
	title core.Group // of a group
}

type kind int

const (
	kindLeft kind = iota // most rows are of it, so its height is the default
	kindSource
	kindWarned // a source with a line of warnings
	kindGroup
	kindWaterline
)

// items lays the rows out.
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
	shown [kindWaterline + 1]fyne.CanvasObject // made when they are needed first
}

func newSlot(p *Pane) *slot {
	s := &slot{pane: p, box: container.NewStack()}
	s.show(kindLeft)
	s.ExtendBaseWidget(s)
	return s
}

// CreateRenderer implements fyne.Widget.
func (s *slot) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(s.box) }

func (s *slot) show(k kind) fyne.CanvasObject {
	if s.shown[k] == nil {
		s.shown[k] = newItem(s.pane, k)
	}
	if len(s.box.Objects) != 1 || s.box.Objects[0] != s.shown[k] {
		s.box.Objects = []fyne.CanvasObject{s.shown[k]}
		s.box.Refresh()
	}
	return s.shown[k]
}

func newItem(p *Pane, k kind) fyne.CanvasObject {
	switch k {
	case kindSource:
		return newRow(p, false)
	case kindWarned:
		return newRow(p, true)
	case kindGroup:
		return newGroupRow()
	case kindWaterline:
		return newWaterline()
	}
	return newLeftRow(p)
}

func (s *slot) bind(i item) {
	c := &s.pane.result
	switch o := s.show(i.kind).(type) {
	case *row:
		o.bind(i.index, c.Sources[i.index], s.pane.movable(i.index, -1), s.pane.movable(i.index, 1))
	case *leftRow:
		o.bind(c.LeftOut[i.index])
	case *groupRow:
		o.title.SetText(string(i.title))
	case *waterline:
		o.count.SetText(say.Count(len(c.LeftOut)) + " below")
	}
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

// layItems fills the list anew.
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

// itemOf is the row of the source at index i.
func (v *view) itemOf(i int) int {
	for n, it := range v.items {
		if it.index == i && (it.kind == kindSource || it.kind == kindWarned) {
			return n
		}
	}
	return -1
}

// groupRow is the title of a group.
type groupRow struct {
	widget.BaseWidget
	title *uiwidget.Line
}

func newGroupRow() *groupRow {
	r := &groupRow{title: uiwidget.NewBold("", theme.Muted, theme.Caption)}
	r.ExtendBaseWidget(r)
	return r
}

// CreateRenderer implements fyne.Widget.
func (r *groupRow) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(uiwidget.Inset(6, 1, 8, 8, r.title))
}

// waterline parts what is in from what is not.
type waterline struct {
	widget.BaseWidget
	count *uiwidget.Line
}

func newWaterline() *waterline {
	r := &waterline{count: uiwidget.NewWhole("", theme.Muted, theme.Caption)}
	r.ExtendBaseWidget(r)
	return r
}

// CreateRenderer implements fyne.Widget.
func (r *waterline) CreateRenderer() fyne.WidgetRenderer {
	name := uiwidget.NewWhole("waterline", fynetheme.ColorNamePrimary, theme.Caption)
	name.Style.Bold = true
	return widget.NewSimpleRenderer(uiwidget.Inset(5, 3, 8, 8, uiwidget.Between(name, newRule(), r.count)))
}

// newRule is a line across the pane.
func newRule() fyne.CanvasObject {
	return container.New(&fixedHeight{1.5}, uiwidget.NewGround(fynetheme.ColorNamePrimary, "", 0))
}

// fixedHeight gives its content the full width and a height of its own.
type fixedHeight struct{ height float32 }

func (f *fixedHeight) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, f.height) }

func (f *fixedHeight) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		o.Move(fyne.NewPos(0, 0))
		o.Resize(size)
	}
}
