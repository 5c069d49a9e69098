package ui

import (
	"fyne.io/fyne/v2"

	"ibid/core"
	"ibid/ui/reader"
	"ibid/ui/say"
	"ibid/ui/search"
)

// host is the window as its panes see it.
type host struct{ w *Window }

func (h host) Window() fyne.Window         { return h.w.win }
func (h host) Say(text string)             { h.w.status.say(text) }
func (h host) Focus(f fyne.Focusable)      { h.w.win.Canvas().Focus(f) }
func (h host) SetClipboard(content string) { h.w.app.Clipboard().SetContent(content) }

// Loaded follows a new list of documents.
func (h host) Loaded() {
	h.w.status.progress(h.w.progress)
	h.w.search.ShowState()
}

// Open shows a page of a document, or says why it cannot be shown.
func (h host) Open(d core.Document, page int) { h.open(reader.View{Document: d, Page: page}) }

// OpenHit shows the passage of a hit.
func (h host) OpenHit(hit core.Hit) { h.open(reader.HitView(hit)) }

// OpenSource shows what a source quotes.
func (h host) OpenSource(s core.Source) { h.open(reader.SourceView(s)) }

func (h host) open(v reader.View) {
	switch d := v.Document; {
	case d.State != core.StateReady && (d.Pages == 0 || !d.Kind.Paged()):
		h.Say(d.Name + ": " + say.State(d.State, d.Reason))
	case !d.Kind.Paged():
		h.Say(d.Name + " has no pages to show. Its passages are quoted in full in the preview of the context.")
	case d.Pages == 0:
		h.Say(d.Name + ": no page could be counted. Take it out and add it again.")
	default:
		h.w.search.Content.Hide()
		h.w.reader.Open(v)
	}
}

// CloseReader shows the search pane again.
func (h host) CloseReader() {
	h.w.reader.Close()
	h.w.search.Content.Show()
	h.w.search.Refresh()
	h.w.search.Focus(h.w.win.Canvas())
}

// Commit sends off a question that is still being typed.
func (h host) Commit() { h.w.search.Commit() }

// ContextChanged follows other sources.
func (h host) ContextChanged() {
	if h.w.search == nil {
		return // while the window is being built
	}
	h.w.search.Refresh()
	h.w.reader.ShowChosen()
	if c, err, settled := h.w.context.Answer(); settled && h.w.options.OnContext != nil {
		h.w.options.OnContext(c, err)
	}
}

// Holds reports whether the context holds a place.
func (h host) Holds(p core.Place) bool { _, ok := h.w.context.Find(p); return ok }

// Toggle puts a place into the context or takes it out.
func (h host) Toggle(p core.Place) {
	if h.Holds(p) {
		h.w.context.Take(p)
	} else {
		h.w.context.Put(p)
	}
}

// HasDocuments reports whether there is something to search in.
func (h host) HasDocuments() (some, known bool) { return h.w.library.Some() }

// Asked makes the context follow the question.
func (h host) Asked(question string) { h.w.context.Ask(question) }

var (
	_ search.Host = host{}
	_ reader.Host = host{}
)
