package ui

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/core"
	"ibid/ui/browse"
	"ibid/ui/post"
	"ibid/ui/reader"
	"ibid/ui/say"
	"ibid/ui/theme"
	uiwidget "ibid/ui/widget"
)

// placesKey is the preference that stores the places visited, mostPlaces their
// maximum number.
const (
	placesKey  = "places"
	mostPlaces = 20
)

// mostNames bounds the number of completions.
const mostNames = 50

// goTo asks for a place and opens it in the reader. Below the field it lists
// the places visited before, the documents whose names match the input, or the
// places that the input could mean.
type goTo struct {
	window *Window
	work   *post.Latest
	dialog *uiwidget.Dialog

	field    *placeField
	note     *widget.Label
	list     *widget.List
	body     *fyne.Container
	offers   []offer
	selected int // index into offers; -1 is the input itself
}

// offer is a line of the list.
type offer struct {
	text  string // what the field gets
	icon  fyne.Resource
	color fyne.ThemeColorName
}

// placeField is a field whose keys move through a list below it.
type placeField struct {
	uiwidget.Field
	onKey func(fyne.KeyName) bool // reports whether the key was used
}

// AcceptsTab implements fyne.Tabbable: Tab completes.
func (*placeField) AcceptsTab() bool { return true }

// TypedKey implements fyne.Focusable.
func (f *placeField) TypedKey(k *fyne.KeyEvent) {
	if !f.onKey(k.Name) {
		f.Field.TypedKey(k)
	}
}

// askPlace opens the go-to field.
func (w *Window) askPlace() {
	g := newGoTo(w)
	g.dialog.Show(fyne.NewSize(560, 340), nil)
	w.win.Canvas().Focus(g.field)
	g.offer()
}

func newGoTo(w *Window) *goTo {
	g := &goTo{window: w, work: post.NewLatest(w.bridge), selected: -1}
	g.field = &placeField{onKey: g.typedKey}
	g.field.OnEscape = g.close
	g.field.ExtendBaseWidget(g.field)
	g.field.SetPlaceHolder("report.pdf p. 12   notes.md:40-52   data.xlsx Sales!B3:D9   chat.json msg 17")
	g.field.OnChanged = func(string) { g.offer() }
	g.field.OnSubmitted = func(string) { g.submit() }
	g.note = uiwidget.NewNote("", widget.MediumImportance)
	g.list = uiwidget.NewList(&g.offers, browse.NewRow, func(r *browse.Row, _ int, o offer) { r.Set(o.icon, o.color, o.text) })
	g.list.HideSeparators = true
	g.list.OnSelected = func(i int) { // by a click; the keys only move the selection
		if i != g.selected {
			g.selected = i
			g.submit()
		}
	}
	open := uiwidget.Primary("Open", nil, g.submit)
	g.body = container.NewBorder(uiwidget.Column(0, g.field, g.note), nil, nil, nil, g.list)
	keys := uiwidget.NewWhole("Up and Down choose · Tab completes · Enter opens", theme.Muted, theme.Caption)
	g.dialog = uiwidget.NewDialog(w.win.Canvas(), "Go to", g.body, keys, widget.NewButton("Cancel", g.close), open)
	return g
}

func (g *goTo) close() {
	g.work.Cancel()
	g.dialog.Hide()
}

// typedKey moves through the list and completes.
func (g *goTo) typedKey(key fyne.KeyName) bool {
	switch key {
	case fyne.KeyDown:
		g.choose(g.selected + 1)
	case fyne.KeyUp:
		g.choose(g.selected - 1)
	case fyne.KeyTab:
		if at := max(0, g.selected); at < len(g.offers) {
			text := g.offers[at].text
			g.field.SetText(text + " ")
			g.field.CursorColumn = len([]rune(text)) + 1
			g.field.Refresh()
		}
	default:
		return false
	}
	return true
}

// choose selects a line of the list; -1 selects none.
func (g *goTo) choose(i int) {
	g.selected = max(-1, min(i, len(g.offers)-1))
	if g.selected < 0 {
		g.list.UnselectAll()
		return
	}
	g.list.Select(g.selected)
}

// offer lists what matches the input: documents, or the places visited before
// if the input is empty.
func (g *goTo) offer() {
	g.work.Cancel()
	typed := strings.TrimSpace(g.field.Text)
	var offers []offer
	note := ""
	if typed == "" {
		for _, place := range (host{g.window}).places() {
			offers = append(offers, offer{place, fynetheme.HistoryIcon(), theme.Muted})
		}
		if len(offers) > 0 {
			note = "Places you went to"
		}
	} else {
		for _, name := range g.window.library.Names(typed, mostNames) {
			offers = append(offers, offer{core.Locator{Name: name}.String(), fynetheme.DocumentIcon(), theme.Muted})
		}
	}
	g.show(offers, note, widget.LowImportance)
}

func (g *goTo) show(offers []offer, note string, importance widget.Importance) {
	g.offers = offers
	g.say(note, importance)
	g.choose(-1)
	g.list.ScrollToTop()
	g.list.Refresh()
}

// say shows a sentence below the field; an empty one takes no space.
func (g *goTo) say(text string, importance widget.Importance) {
	g.note.Hidden = text == ""
	uiwidget.SetNote(g.note, text, importance)
	g.body.Refresh()
}

// submit opens the place of the selected line, or else the input.
func (g *goTo) submit() {
	typed := strings.TrimSpace(g.field.Text)
	if g.selected >= 0 {
		typed = g.offers[g.selected].text
	}
	if typed == "" {
		g.say("Type a place, as in report.pdf p. 12, or a part of a document's name.", widget.DangerImportance)
		return
	}
	g.work.Start(func(ctx context.Context) func() {
		spot, err := g.window.engine.Locate(ctx, typed)
		return func() { g.found(typed, spot, err) }
	})
}

func (g *goTo) found(typed string, spot core.Spot, err error) {
	if err == nil {
		g.dialog.Hide()
		host{g.window}.rememberPlace(typed) // a name alone may mean several documents
		host{g.window}.open(reader.SpotView(spot))
		return
	}
	offers := g.offers
	var ambiguous *core.AmbiguousError
	if errors.As(err, &ambiguous) {
		offers = nil
		for _, place := range meant(typed, ambiguous) {
			offers = append(offers, offer{place, fynetheme.NavigateNextIcon(), fynetheme.ColorNamePrimary})
		}
	}
	g.show(offers, say.Unplaced(err), widget.DangerImportance)
}

// meant returns the places that a locator could mean: with each possible name
// if several documents have the name, else the candidates of the error.
func meant(typed string, err *core.AmbiguousError) []string {
	l, bad := core.ParseLocator(typed)
	if bad != nil || err.Name != l.Name {
		return err.Candidates
	}
	rest := strings.TrimPrefix(typed, core.Locator{Name: l.Name}.String())
	if rest == typed { // typed without the quotes around the name
		rest = strings.TrimPrefix(typed, l.Name)
	}
	out := make([]string, len(err.Candidates))
	for i, name := range err.Candidates {
		out[i] = core.Locator{Name: name}.String() + rest
	}
	return out
}

// places returns the places visited, the last one first.
func (h host) places() []string {
	var places []string
	if json.Unmarshal([]byte(h.Remembered(placesKey)), &places) != nil {
		return nil
	}
	return places[:min(len(places), mostPlaces)]
}

func (h host) rememberPlace(place string) {
	places := slices.DeleteFunc(h.places(), func(p string) bool { return p == place })
	places = append([]string{place}, places...)
	data, err := json.Marshal(places[:min(len(places), mostPlaces)])
	if err == nil {
		h.Remember(placesKey, string(data))
	}
}
