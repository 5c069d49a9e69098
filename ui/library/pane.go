// Package library is the left pane: the documents of the library, the state of
// each, and the actions that add and remove them.
package library

import (
	"context"
	"slices"
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

// Engine is the part of the library that the pane uses. Its methods are called
// from background goroutines, several at a time.
type Engine interface {
	Documents(ctx context.Context) ([]core.Document, error)
	// Add reads files and folders and returns when reading is done. The
	// password, if any, is tried on all of them.
	Add(ctx context.Context, paths []string, password string) (core.Taken, error)
	Remove(ctx context.Context, ids ...core.DocumentID) error
	// Folders lists the watched folders, with the state of each watch.
	Folders(ctx context.Context) ([]core.Folder, error)
	// Follow watches a folder from now on, and returns when the files in it are
	// read.
	Follow(ctx context.Context, path string) error
	// Unwatch stops watching folders. Their documents stay.
	Unwatch(ctx context.Context, paths ...string) error
	// Numbering returns the printed numbers of the pages, and their origin.
	Numbering(ctx context.Context, id core.DocumentID) (core.Numbering, core.NumberOrigin, error)
	// SetNumbering sets the printed numbers by hand; without ranges it removes
	// a correction.
	SetNumbering(ctx context.Context, id core.DocumentID, ranges core.Numbering) error
}

// Host is the window around the pane. Its methods run on the UI goroutine.
type Host interface {
	Window() fyne.Window
	Say(text string)                // a short message in the status bar
	Open(d core.Document, page int) // shows a page, 1-based, in the reader
	Loaded()                        // the list of documents was read again
	Renumbered()                    // the page numbers of a document changed
	AskIn(path string, too bool)    // asks within a document or folder; too keeps what is asked within already
	Asking() bool                   // questions are asked within a part of the library
}

// Pane is the library pane. Its methods belong to the UI goroutine.
type Pane struct {
	Content fyne.CanvasObject

	engine Engine
	host   Host
	bridge *post.Bridge
	load   *post.Latest

	documents []core.Document
	shown     []core.Document // of documents, those that pass the filters
	attention bool            // only those that need attention

	list   *widget.List
	filter *widget.Entry
	count  *uiwidget.Line
	needs  *widget.Button
	empty  *uiwidget.Empty
	known  bool // documents were read at least once
	again  bool // they changed while they were being read
}

// New returns the pane; Refresh fills it.
func New(engine Engine, host Host, bridge *post.Bridge) *Pane {
	p := &Pane{engine: engine, host: host, bridge: bridge, load: post.NewLatest(bridge)}
	p.build()
	p.show()
	return p
}

func (p *Pane) build() {
	p.count = uiwidget.NewLine("", theme.Muted, theme.Caption)
	p.filter = widget.NewEntry()
	p.filter.SetPlaceHolder("Filter by name")
	p.filter.OnChanged = func(string) { p.show() }
	p.needs = widget.NewButtonWithIcon("", fynetheme.WarningIcon(), func() { p.SetAttention(!p.attention) })
	p.needs.Alignment = widget.ButtonAlignLeading
	p.empty = uiwidget.NewEmpty(nil, "", "")
	p.list = uiwidget.NewList(&p.shown, func() *row { return newRow(p) }, (*row).bind)
	p.list.HideSeparators = true
	p.list.OnSelected = func(i int) { // by the keyboard; the row handles a click
		p.host.Open(p.shown[i], 1)
		p.list.UnselectAll()
	}

	add := uiwidget.Primary("Add", fynetheme.ContentAddIcon(), nil)
	add.OnTapped = func() { p.addMenu(add) }
	title := uiwidget.Column(0, uiwidget.NewBold("Library", fynetheme.ColorNameForeground, theme.Title), p.count)
	head := uiwidget.Inset(8, 6, 12, 8, uiwidget.Between(nil, title, add))
	tools := uiwidget.Inset(0, 4, 8, 8, p.filter)
	foot := uiwidget.Inset(4, 6, 8, 8, p.needs)
	p.Content = container.NewStack(
		uiwidget.NewGround(fynetheme.ColorNameHeaderBackground, "", 0),
		container.NewBorder(container.NewVBox(head, tools), foot, nil, nil,
			uiwidget.Inset(0, 0, 4, 2, container.NewStack(p.list, p.empty))))
}

// Refresh reads the documents again. If it is reading already it reads them
// once more afterwards: changes may come faster than answers.
func (p *Pane) Refresh() {
	if p.load.Busy() {
		p.again = true
		return
	}
	p.load.Start(func(ctx context.Context) func() {
		documents, err := p.engine.Documents(ctx)
		return func() { p.loaded(documents, err) }
	})
}

func (p *Pane) loaded(documents []core.Document, err error) {
	if err != nil {
		p.host.Say(say.Error(err))
	} else {
		p.documents, p.known = documents, true
		p.show()
	}
	p.host.Loaded()
	if p.again {
		p.again = false
		p.Refresh()
	}
}

// Some reports whether there are documents; known is false until the engine has
// answered once.
func (p *Pane) Some() (some, known bool) { return len(p.documents) > 0, p.known }

// Document returns a document of the list.
func (p *Pane) Document(id core.DocumentID) (core.Document, bool) {
	i := slices.IndexFunc(p.documents, func(d core.Document) bool { return d.ID == id })
	if i < 0 {
		return core.Document{}, false
	}
	return p.documents[i], true
}

// Listed returns the documents in the list; filtered is false while it shows all.
func (p *Pane) Listed() (docs []core.Document, filtered bool) {
	return p.shown, len(p.shown) < len(p.documents)
}

// FocusFilter puts the cursor into the filter.
func (p *Pane) FocusFilter(c fyne.Canvas) { c.Focus(p.filter) }

// ToggleAttention shows only the documents that need attention, or all again.
func (p *Pane) ToggleAttention() { p.SetAttention(!p.attention) }

// SetAttention shows only the documents that need attention, or all.
func (p *Pane) SetAttention(only bool) {
	p.attention = only
	p.show()
}

// show applies the filters.
func (p *Pane) show() {
	attention := 0
	for _, d := range p.documents {
		if d.NeedsAttention() {
			attention++
		}
	}
	if attention == 0 {
		p.attention = false
	}
	p.shown = filtered(p.documents, p.filter.Text, p.attention)
	p.count.SetText(p.countText())
	p.showAttention(attention)
	p.showEmpty()
	p.list.Refresh()
}

func (p *Pane) countText() string {
	switch {
	case !p.known:
		return "opening…"
	case len(p.shown) < len(p.documents):
		return say.Count(len(p.shown)) + " of " + say.Plural(len(p.documents), "document")
	}
	return say.Plural(len(p.documents), "document")
}

func (p *Pane) showAttention(n int) {
	p.needs.Hidden = n == 0
	verb := " need attention"
	if n == 1 {
		verb = " needs attention"
	}
	text, importance := say.Count(n)+verb, widget.LowImportance
	if p.attention {
		text, importance = "Show all documents", widget.MediumImportance
	}
	if p.needs.Text != text {
		p.needs.Importance = importance
		p.needs.SetText(text)
	}
}

func (p *Pane) showEmpty() {
	p.empty.Hidden = len(p.shown) > 0 || !p.known
	switch {
	case len(p.documents) == 0:
		p.empty.Set(fynetheme.UploadIcon(), "No documents yet", "Drop papers, notes or text here,\nor press Add.")
	case len(p.shown) == 0:
		p.empty.Set(fynetheme.SearchIcon(), "No such document", "Change or clear the filter.")
	}
}

// filtered returns the documents that pass the filters, in the same order.
func filtered(documents []core.Document, name string, attention bool) []core.Document {
	name = strings.ToLower(strings.TrimSpace(name))
	return slices.DeleteFunc(slices.Clone(documents), func(d core.Document) bool {
		return attention && !d.NeedsAttention() || !strings.Contains(strings.ToLower(d.Name), name)
	})
}

// Names returns at most so many names of documents that contain what was typed,
// those that begin with it first. If a locator was typed, only its document
// name is used.
func (p *Pane) Names(typed string, most int) []string {
	l, err := core.ParseLocator(typed)
	if err != nil {
		return nil
	}
	name := strings.ToLower(l.Name)
	var first, then []string
	for _, d := range p.documents {
		lower := strings.ToLower(d.Name)
		switch {
		case slices.Contains(first, d.Name) || slices.Contains(then, d.Name):
		case strings.HasPrefix(lower, name):
			first = append(first, d.Name)
		case len(then) < most && strings.Contains(lower, name):
			then = append(then, d.Name)
		}
		if len(first) == most {
			break
		}
	}
	names := append(first, then...)
	return names[:min(len(names), most)]
}
