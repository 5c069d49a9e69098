// Package reader shows one page of a document with the cited lines boxed. It
// lies over the search pane while it is open.
package reader

import (
	"context"
	"errors"
	"fmt"
	"image"

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

// Engine is what the pane asks of the program. Its methods are called from
// background goroutines and end early when ctx does.
type Engine interface {
	// Page is the picture of a page, 1-based, as large as fits a box of width
	// by height pixels.
	Page(ctx context.Context, doc core.DocumentID, page, width, height int) (*image.RGBA, error)
	// Layout is where the lines of a page stand. A page whose places are not
	// known yet has no lines.
	Layout(ctx context.Context, doc core.DocumentID, page int) (core.Layout, error)
}

// Host is the window around the pane. Its methods run on the UI goroutine.
type Host interface {
	CloseReader()
	Holds(core.Place) bool // whether the context holds the place
	Toggle(core.Place)     // put it into the context or take it out
	Focus(fyne.Focusable)  // gives the keyboard to the pane
}

// Zooms are parts of the width of the pane.
const (
	minZoom  = 0.5
	maxZoom  = 3
	zoomStep = 1.25
	maxWidth = 3000 // pixels of a drawn page: a letter page stays under 12 million
)

// Pane is the reader. Its methods belong to the UI goroutine.
type Pane struct {
	widget.BaseWidget

	engine Engine
	host   Host
	draw   *post.Latest

	view   View
	zoom   float32
	drawn  drawing     // what is on the sheet
	layout core.Layout // of the page on the sheet
	open   bool
	failed string

	content fyne.CanvasObject
	name    *uiwidget.Line
	place   *uiwidget.Line
	percent *uiwidget.Line
	toggle  *widget.Button
	back    *widget.Button
	before  *uiwidget.IconButton
	after   *uiwidget.IconButton
	scroll  *container.Scroll
	sheet   *sheet
	empty   *uiwidget.Empty
}

// drawing names a picture of a page at a width in pixels.
type drawing struct {
	document core.DocumentID
	page     int
	width    int
}

// New returns a closed reader.
func New(engine Engine, host Host, bridge *post.Bridge) *Pane {
	p := &Pane{engine: engine, host: host, draw: post.NewLatest(bridge), zoom: 1}
	p.build()
	p.ExtendBaseWidget(p)
	return p
}

func (p *Pane) build() {
	p.name = uiwidget.NewBold("", fynetheme.ColorNameForeground, theme.Body)
	p.place = uiwidget.NewWhole("", theme.Muted, theme.Body)
	p.percent = uiwidget.NewWhole("100 %", theme.Muted, theme.Caption)
	p.back = widget.NewButtonWithIcon("Back", fynetheme.NavigateBackIcon(), func() { p.host.CloseReader() })
	p.before = uiwidget.NewIconButton(fynetheme.NavigateBackIcon(), func() { p.Turn(-1) })
	p.after = uiwidget.NewIconButton(fynetheme.NavigateNextIcon(), func() { p.Turn(1) })
	out := uiwidget.NewIconButton(fynetheme.ZoomOutIcon(), func() { p.Zoom(-1) })
	in := uiwidget.NewIconButton(fynetheme.ZoomInIcon(), func() { p.Zoom(1) })
	p.toggle = widget.NewButtonWithIcon("Add this page", fynetheme.ContentAddIcon(), p.ToggleChosen)
	p.sheet = newSheet()
	p.scroll = container.NewScroll(container.NewCenter(uiwidget.Inset(10, 14, 14, 14, p.sheet)))
	p.empty = uiwidget.NewEmpty(nil, "", "")
	p.empty.Hide()
	turn := container.New(&centred{gap: 4}, p.before, p.place, p.after)
	size := container.New(&centred{gap: 2}, out, p.percent, in)
	tools := uiwidget.Between(uiwidget.Between(turn, nil, size), nil, p.toggle)
	head := container.NewVBox(
		uiwidget.Inset(10, 0, 10, 10, uiwidget.Between(p.back, p.name, nil)),
		uiwidget.Inset(2, 6, 10, 10, tools), widget.NewSeparator())
	p.content = container.NewStack(
		uiwidget.NewGround(fynetheme.ColorNameBackground, "", 0),
		container.NewBorder(head, nil, nil, nil, container.NewStack(p.scroll, p.empty)))
}

// CreateRenderer implements fyne.Widget.
func (p *Pane) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.content) }

// Resize implements fyne.CanvasObject: the page follows the width of the pane.
func (p *Pane) Resize(size fyne.Size) {
	p.BaseWidget.Resize(size)
	p.fetch()
}

// Open shows a view.
func (p *Pane) Open(v View) {
	v.Page = max(1, v.Page)
	p.view, p.open = v, true
	p.Show()
	p.show()
	p.fetch()
	if p.sheet.image != nil { // the same page: only what is boxed is another
		p.box(p.sheet.image)
		p.scrollTo(p.sheet.top())
	}
	p.host.Focus(p)
}

// Close forgets what is shown.
func (p *Pane) Close() {
	p.open, p.drawn = false, drawing{}
	p.draw.Cancel()
	p.sheet.clear()
	p.Hide()
}

// IsOpen reports whether a page is shown.
func (p *Pane) IsOpen() bool { return p.open }

// Document is the one that is shown; ok is false if none is.
func (p *Pane) Document() (d core.Document, ok bool) { return p.view.Document, p.open }

// Turn goes to another page: -1 back, +1 on.
func (p *Pane) Turn(by int) {
	to := p.view.Page + by
	if !p.open || to < 1 || to > p.view.Document.Pages {
		return
	}
	p.view.Page = to
	p.show()
	p.fetch()
}

// Zoom makes the page smaller (-1) or larger (+1).
func (p *Pane) Zoom(by int) {
	factor := float32(zoomStep)
	if by < 0 {
		factor = 1 / factor
	}
	p.zoom = min(maxZoom, max(minZoom, p.zoom*factor))
	p.show()
	p.fetch()
}

// ToggleChosen puts the page into the context or takes it out.
func (p *Pane) ToggleChosen() {
	if p.open {
		p.host.Toggle(p.here())
	}
}

func (p *Pane) here() core.Place {
	return core.Place{Hash: p.view.Document.Hash, Page: p.view.Page}
}

// ShowChosen draws the button anew, because the context changed.
func (p *Pane) ShowChosen() {
	if !p.open {
		return
	}
	icon, text := fynetheme.ContentAddIcon(), "Add this page"
	if p.host.Holds(p.here()) {
		icon, text = fynetheme.ConfirmIcon(), "In the context"
	}
	if p.toggle.Text != text {
		p.toggle.Icon = icon
		p.toggle.SetText(text)
	}
}

// show draws everything but the page.
func (p *Pane) show() {
	p.name.SetText(p.view.Document.Name)
	p.place.SetText(fmt.Sprintf("page %s of %s", say.Count(p.view.Page), say.Count(p.view.Document.Pages)))
	p.percent.SetText(fmt.Sprintf("%.0f %%", p.zoom*100))
	p.before.Enable(p.view.Page > 1)
	p.after.Enable(p.view.Page < p.view.Document.Pages)
	p.ShowChosen()
	p.empty.Hidden = p.failed == ""
	p.empty.Set(fynetheme.BrokenImageIcon(), "This page cannot be shown", p.failed)
	p.content.Refresh()
}

// fetch draws the page in the background, unless it is there already.
func (p *Pane) fetch() {
	width, _ := uiwidget.Pixels(p, fyne.NewSize(max(0, p.scroll.Size().Width-32)*p.zoom, 0))
	want := drawing{p.view.Document.ID, p.view.Page, min(width, maxWidth)}
	if !p.open || want.width < 50 || want == p.drawn {
		return
	}
	if want.document != p.drawn.document || want.page != p.drawn.page {
		p.sheet.clear()
	}
	p.drawn = want
	p.draw.Start(func(ctx context.Context) func() {
		img, err := p.engine.Page(ctx, want.document, want.page, want.width, 2*want.width)
		if err != nil {
			return func() { p.arrived(nil, core.Layout{}, err) }
		}
		layout, err := p.engine.Layout(ctx, want.document, want.page)
		if err != nil {
			layout = core.Layout{} // the page without boxes is better than none
		}
		return func() { p.arrived(img, layout, nil) }
	})
}

func (p *Pane) arrived(img *image.RGBA, layout core.Layout, err error) {
	if errors.Is(err, context.Canceled) {
		return
	}
	p.failed = say.Error(err)
	p.show()
	if err != nil {
		p.drawn = drawing{}
		return
	}
	fresh := p.sheet.image == nil
	p.layout = layout
	p.box(img)
	if fresh {
		p.scrollTo(p.sheet.top())
	}
}

// box puts a page on the sheet and boxes what is quoted of it.
func (p *Pane) box(img *image.RGBA) {
	p.sheet.set(img, boxes(p.layout, p.view.Quotes))
	p.scroll.Refresh()
}

// scrollTo shows what stands at a height of the sheet with a bit of what is
// above it.
func (p *Pane) scrollTo(top float32) { p.scroll.ScrollToOffset(fyne.NewPos(0, max(0, top-90))) }
