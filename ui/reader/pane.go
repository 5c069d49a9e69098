// Package reader shows one place of a document: a page with boxes around the
// cited lines, or the text around the place with its lines marked. It covers
// the search pane while it is open.
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

// Engine is the part of the library that the pane uses. Its methods are called
// from background goroutines and end early when ctx does.
type Engine interface {
	// Page returns the picture of a page, 1-based, as large as fits a box of
	// width by height pixels.
	Page(ctx context.Context, doc core.DocumentID, page, width, height int) (*image.RGBA, error)
	// DrawnLayout returns the positions of the lines of a page in the picture
	// that Page makes for a box of the same size. A page whose positions are
	// not known yet has no lines.
	DrawnLayout(ctx context.Context, doc core.DocumentID, page, width, height int) (core.Layout, error)
	// Excerpt returns the text of a place with n lines, characters, rows or
	// messages before and after it, depending on the kind of document; -1 takes
	// the value of the settings. With function it returns the enclosing
	// function of source code.
	Excerpt(ctx context.Context, doc core.DocumentID, at []core.Quote, n int, function bool) (core.Excerpt, error)
	// Passages returns the passages of a document, in order.
	Passages(ctx context.Context, doc core.DocumentID) ([]core.Passage, error)
}

// Host is the window around the pane. Its methods run on the UI goroutine.
type Host interface {
	CloseReader()
	Holds(core.Place) bool // whether the context contains the place
	Toggle(core.Place)     // adds it to the context or removes it
	Focus(fyne.Focusable)  // gives the keyboard to the pane
	Say(text string)       // a short message in the status bar
	SetClipboard(content string)
}

// Zooms are widths of the page relative to that of the pane.
const (
	minZoom  = 0.5
	maxZoom  = 3
	zoomStep = 1.25
	maxWidth = 3000 // pixels of a drawn page: keeps a letter page under 12 million
)

// Pane is the reader. Its methods belong to the UI goroutine.
type Pane struct {
	widget.BaseWidget

	engine  Engine
	host    Host
	draw    *post.Latest // pictures
	read    *post.Latest // texts
	copying *post.Latest

	view   View
	text   text
	zoom   float32
	drawn  drawing     // what is on the sheet
	layout core.Layout // of the page on the sheet
	open   bool
	failed string

	content  fyne.CanvasObject
	name     *uiwidget.Line
	place    *uiwidget.Line
	percent  *uiwidget.Line
	reach    *uiwidget.Line  // how much is shown around the place
	size     *fyne.Container // of the page
	around   *fyne.Container // of the text
	function *widget.Button
	toggle   *widget.Button
	back     *widget.Button
	before   *uiwidget.IconButton
	after    *uiwidget.IconButton
	scroll   *container.Scroll
	sheet    *sheet
	listing  *uiwidget.Listing
	body     *fyne.Container // scroll above listing
	empty    *uiwidget.Empty
}

// drawing identifies a picture of a page at a width in pixels.
type drawing struct {
	document core.DocumentID
	page     int
	width    int
	height   int
}

// New returns a closed reader.
func New(engine Engine, host Host, bridge *post.Bridge) *Pane {
	p := &Pane{engine: engine, host: host, zoom: 1,
		draw: post.NewLatest(bridge), read: post.NewLatest(bridge), copying: post.NewLatest(bridge)}
	p.build()
	p.ExtendBaseWidget(p)
	return p
}

func (p *Pane) build() {
	p.name = uiwidget.NewBold("", fynetheme.ColorNameForeground, theme.Body)
	p.back = widget.NewButtonWithIcon("Back", fynetheme.NavigateBackIcon(), func() { p.host.CloseReader() })
	quote := uiwidget.Quiet("Copy quote", fynetheme.ContentCopyIcon(), p.CopyQuote)
	p.sheet = newSheet()
	p.scroll = container.NewScroll(container.NewCenter(uiwidget.Inset(10, 14, 14, 14, p.sheet)))
	p.listing = uiwidget.NewListing()
	p.body = container.New(&shelves{}, p.scroll, p.listing)
	p.empty = uiwidget.NewEmpty(nil, "", "")
	p.empty.Hide()
	head := container.NewVBox(
		uiwidget.Inset(10, 0, 10, 10, uiwidget.Between(p.back, p.name, quote)),
		uiwidget.Inset(2, 6, 10, 10, p.buildTools()), widget.NewSeparator())
	p.content = container.NewStack(
		uiwidget.NewGround(fynetheme.ColorNameBackground, "", 0),
		container.NewBorder(head, nil, nil, nil, container.NewStack(p.body, p.empty)))
}

// buildTools makes the row of buttons: next and previous place, zoom, and
// adding to the context.
func (p *Pane) buildTools() fyne.CanvasObject {
	p.place = uiwidget.NewWhole("", theme.Muted, theme.Body)
	p.percent = uiwidget.NewWhole("100 %", theme.Muted, theme.Caption)
	p.reach = uiwidget.NewWhole("", theme.Muted, theme.Caption)
	p.before = uiwidget.NewIconButton(fynetheme.NavigateBackIcon(), "Before (Alt+Left)", func() { p.Turn(-1) })
	p.after = uiwidget.NewIconButton(fynetheme.NavigateNextIcon(), "Next (Alt+Right)", func() { p.Turn(1) })
	out := uiwidget.NewIconButton(fynetheme.ZoomOutIcon(), "Smaller (Ctrl+−)", func() { p.Zoom(-1) })
	in := uiwidget.NewIconButton(fynetheme.ZoomInIcon(), "Larger (Ctrl+=)", func() { p.Zoom(1) })
	less := uiwidget.NewIconButton(fynetheme.ContentRemoveIcon(), "Show less around it (Ctrl+−)", func() { p.Around(-1) })
	more := uiwidget.NewIconButton(fynetheme.ContentAddIcon(), "Show more around it (Ctrl+=)", func() { p.Around(1) })
	p.function = widget.NewButton("Function", p.ToggleFunction)
	p.toggle = widget.NewButtonWithIcon("Add this page", fynetheme.ContentAddIcon(), p.ToggleChosen)
	turn := container.New(&centred{gap: 4}, p.before, p.place, p.after)
	p.size = container.New(&centred{gap: 2}, out, p.percent, in)
	p.around = container.New(&centred{gap: 2}, less, p.reach, more)
	left := container.New(&centred{gap: 10}, turn, p.size, p.around)
	right := container.New(&centred{gap: 6}, p.function, p.toggle)
	return uiwidget.Between(left, nil, right)
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
	same := p.open && v.Document.ID == p.view.Document.ID
	p.view, p.open = v, true
	p.startText(same)
	p.arrange()
	p.Show()
	p.show()
	p.fetch()
	p.fetchText()
	if p.sheet.image != nil { // the same page: only the boxes change
		p.box(p.sheet.image)
		p.scrollTo(p.sheet.top())
	}
	p.host.Focus(p)
}

// arrange shows what the kind of document has: picture, text or both.
func (p *Pane) arrange() {
	d := p.view.Document
	words, picture := hasText(d), hasPicture(d)
	uiwidget.Show(p.scroll, picture)
	uiwidget.Show(p.listing, words)
	p.size.Hidden, p.around.Hidden = !d.Kind.Drawn(), !words || picture
	p.function.Hidden = d.Kind != core.KindCode
	if !picture {
		p.draw.Cancel()
		p.drawn = drawing{}
		p.sheet.clear()
	}
	p.listing.Set("", 0, uiwidget.Prose, nil)
	p.failed = ""
	p.body.Refresh()
}

// Close closes the reader.
func (p *Pane) Close() {
	p.open, p.drawn = false, drawing{}
	p.draw.Cancel()
	p.read.Cancel()
	p.sheet.clear()
	p.Hide()
}

// IsOpen reports whether a page is shown.
func (p *Pane) IsOpen() bool { return p.open }

// Document returns the document that is shown; ok is false if none is.
func (p *Pane) Document() (d core.Document, ok bool) { return p.view.Document, p.open }

// Turn goes to another page, or another place of a text: -1 back, +1 on.
func (p *Pane) Turn(by int) {
	if p.open && hasText(p.view.Document) {
		p.turnText(by)
		return
	}
	to := p.view.Page + by
	if !p.open || to < 1 || to > p.view.Document.Pages {
		return
	}
	p.view.Page = to
	p.show()
	p.fetch()
}

// Zoom makes the page smaller (-1) or larger (+1), or shows less or more text
// around the place.
func (p *Pane) Zoom(by int) {
	if !p.view.Document.Kind.Drawn() {
		p.Around(by)
		return
	}
	factor := float32(zoomStep)
	if by < 0 {
		factor = 1 / factor
	}
	p.zoom = min(maxZoom, max(minZoom, p.zoom*factor))
	p.show()
	p.fetch()
}

// ToggleChosen adds the page or passage to the context, or removes it.
func (p *Pane) ToggleChosen() {
	if place, ok := p.here(); p.open && ok {
		p.host.Toggle(place)
	}
}

// here returns the place that is shown; ok is false while it is not known.
func (p *Pane) here() (place core.Place, ok bool) {
	d := p.view.Document
	if d.Kind.Paged() {
		return core.Place{Hash: d.Hash, Page: p.view.Page}, d.Kind.Unit() == core.UnitPage || d.State.Searchable()
	}
	at := p.passage()
	if at < 0 {
		return core.Place{}, false
	}
	return core.Hit{Document: d, Passage: p.text.passages[at]}.Place(), true
}

// ShowChosen updates the button after a change of the context.
func (p *Pane) ShowChosen() {
	if !p.open {
		return
	}
	icon, text := fynetheme.ContentAddIcon(), "Add this "+placeWord(p.view.Document.Kind)
	place, ok := p.here()
	if ok && p.host.Holds(place) {
		icon, text = fynetheme.ConfirmIcon(), "In the context"
	}
	uiwidget.Enable(p.toggle, ok)
	if p.toggle.Text != text {
		p.toggle.Icon = icon
		p.toggle.SetText(text)
	}
}

// placeWord returns the word for a place that can be a source.
func placeWord(k core.Kind) string {
	switch u := k.Unit(); {
	case u == core.UnitMetadata:
		return "file"
	case k.Paged():
		return string(u)
	}
	return "passage"
}

// show draws everything but the page and the text.
func (p *Pane) show() {
	d := p.view.Document
	p.name.SetText(d.Name)
	p.showPlace()
	p.percent.SetText(fmt.Sprintf("%.0f %%", p.zoom*100))
	p.reach.SetText(say.Reach(p.text.shown.Reach))
	p.function.Importance = widget.MediumImportance
	if p.text.function {
		p.function.Importance = widget.HighImportance
	}
	p.function.Refresh()
	p.ShowChosen()
	failed, title := p.failed, "This page cannot be shown"
	if hasText(d) {
		failed, title = p.text.failed, "This text cannot be shown"
	}
	p.empty.Hidden = failed == ""
	p.empty.Set(fynetheme.BrokenImageIcon(), title, failed)
	p.content.Refresh()
}

// showPlace shows the place, and whether there is a next and a previous one.
func (p *Pane) showPlace() {
	d := p.view.Document
	before, after := p.view.Page > 1, p.view.Page < d.Pages
	switch {
	case hasText(d):
		before, after = p.turns()
		place := say.Place(p.text.place.Locator, d)
		if len(p.view.Quotes) == 0 && !d.Kind.Paged() {
			place = "from the beginning"
		}
		p.place.SetText(place)
	default:
		p.place.SetText(fmt.Sprintf("page %s of %s", say.Count(p.view.Page), say.Count(d.Pages)))
	}
	p.before.Enable(before)
	p.after.Enable(after)
}

// fetch draws the page in the background, unless it is there already.
func (p *Pane) fetch() {
	room := fyne.NewSize(max(0, p.scroll.Size().Width-32)*p.zoom, max(0, p.scroll.Size().Height-28)*p.zoom)
	width, height := uiwidget.Pixels(p, room)
	want := drawing{p.view.Document.ID, p.view.Page, min(width, maxWidth), 2 * min(width, maxWidth)}
	if hasText(p.view.Document) {
		want.height = min(height, maxWidth) // beside its tags
	}
	if !p.open || !hasPicture(p.view.Document) || want.width < 50 || want.height < 50 || want == p.drawn {
		return
	}
	if want.document != p.drawn.document || want.page != p.drawn.page {
		p.sheet.clear()
	}
	p.drawn = want
	p.draw.Start(func(ctx context.Context) func() {
		img, err := p.engine.Page(ctx, want.document, want.page, want.width, want.height)
		if err != nil {
			return func() { p.arrived(nil, core.Layout{}, err) }
		}
		layout, err := p.engine.DrawnLayout(ctx, want.document, want.page, want.width, want.height)
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
	if err != nil && hasText(p.view.Document) && !p.view.Document.Kind.Drawn() { // it has no cover
		p.scroll.Hide()
		p.body.Refresh()
	}
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

// box shows a page with boxes around its quotes.
func (p *Pane) box(img *image.RGBA) {
	quotes := p.view.Quotes
	if p.view.Whole {
		quotes = nil
	}
	p.sheet.set(img, boxes(p.layout, quotes))
	p.scroll.Refresh()
}

// scrollTo scrolls to a height of the sheet, with a little above it.
func (p *Pane) scrollTo(top float32) { p.scroll.ScrollToOffset(fyne.NewPos(0, max(0, top-90))) }
