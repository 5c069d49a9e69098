package ui

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"fyne.io/fyne/v2"

	"ibid/core"
	"ibid/ui/context/check"
	"ibid/ui/reader"
	"ibid/ui/say"
	"ibid/ui/search"
	"ibid/ui/settings"
)

// host is the window as its panes see it: it implements their Host interfaces.
type host struct{ w *Window }

func (h host) Window() fyne.Window         { return h.w.win }
func (h host) Say(text string)             { h.w.status.say(text) }
func (h host) Focus(f fyne.Focusable)      { h.w.win.Canvas().Focus(f) }
func (h host) SetClipboard(content string) { h.w.app.Clipboard().SetContent(content) }

// ModelIs shows which language model is available.
func (h host) ModelIs(text string) { h.w.status.model.SetText(text) }

// Loaded updates the window after a new list of documents.
func (h host) Loaded() {
	h.w.status.progress(h.w.progress)
	h.w.search.ShowState()
}

// Renumbered searches and builds the context again, because hits and sources
// contain printed page numbers.
func (h host) Renumbered() {
	h.w.library.Refresh()
	h.w.search.Repeat()
}

// Open shows a page of a document, or says why it cannot be shown.
func (h host) Open(d core.Document, page int) {
	h.open(reader.View{Document: d, Page: page})
	if shown, ok := h.w.reader.Document(); ok && shown.ID == d.ID && d.Reason != "" { // the list has room for its beginning
		h.Say(d.Name + ": " + say.Sentence(d.Reason))
	}
}

// OpenHit shows the passage of a hit.
func (h host) OpenHit(hit core.Hit) { h.open(reader.HitView(hit)) }

// OpenSource shows what a source quotes.
func (h host) OpenSource(s core.Source) { h.open(reader.SourceView(s)) }

// OpenEvidence shows the evidence of a claim of an answer.
func (h host) OpenEvidence(e core.Evidence) {
	d, ok := h.w.library.Document(e.Document)
	if !ok {
		h.Say(e.Locator.Name + " is not in the library any more. Add it again to look it up.")
		return
	}
	h.open(reader.EvidenceView(d, e))
}

// open shows a place in the reader, or says why it cannot be shown.
func (h host) open(v reader.View) {
	switch d := v.Document; {
	case !d.State.Searchable() && (d.Pages == 0 || !d.Kind.Drawn()):
		h.Say(d.Name + ": " + say.State(d.State, d.Reason))
	case d.Kind == core.KindPDF && d.Pages == 0:
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

// Commit searches at once for a question that is still being typed.
func (h host) Commit() { h.w.search.Commit() }

// ContextChanged updates the window after a change of sources.
func (h host) ContextChanged() {
	if h.w.search == nil {
		return // while the window is being built
	}
	h.w.search.Refresh()
	h.w.reader.ShowChosen()
	h.w.check.Follow()
	if c, err, settled := h.w.context.Answer(); settled && h.w.options.OnContext != nil {
		h.w.options.OnContext(c, err)
	}
}

// Holds reports whether the context contains a place.
func (h host) Holds(p core.Place) bool { _, ok := h.w.context.Find(p); return ok }

// Toggle adds a place to the context or removes it.
func (h host) Toggle(p core.Place) {
	if h.Holds(p) {
		h.w.context.Take(p)
	} else {
		h.w.context.Put(p)
	}
}

// HasDocuments reports whether there are documents to search in.
func (h host) HasDocuments() (some, known bool) { return h.w.library.Some() }

// Asked builds the context of the question.
func (h host) Asked(req core.SearchRequest) { h.w.context.Ask(req) }

// Scopes lists the parts of the library that a question can be asked within: the
// document that was read last, its folder, and the documents that the library pane
// lists while it is filtered.
func (h host) Scopes() (out []search.Scope) {
	if d, ok := h.w.current(); ok {
		folder := filepath.Dir(d.Path)
		out = append(out,
			search.Scope{Name: "This document: " + filepath.Base(d.Path), In: []string{d.Path}},
			search.Scope{Name: "This folder: " + filepath.Base(folder), In: []string{folder}})
	}
	if listed, filtered := h.w.library.Listed(); filtered && len(listed) > 0 {
		s := search.Scope{Name: "What the list shows: " + say.Plural(len(listed), "document")}
		for _, d := range listed {
			s.In = append(s.In, d.Path)
		}
		out = append(out, s)
	}
	if in := h.w.search.Scope(); len(in) > 0 && !slices.ContainsFunc(out, func(s search.Scope) bool { return slices.Equal(s.In, in) }) {
		out = append(out, search.Scope{Name: "As now: " + say.Plural(len(in), "document or folder"), In: in})
	}
	return out
}

// AskIn asks within a document or folder; too keeps what is asked within already.
func (h host) AskIn(path string, too bool) {
	if too {
		h.w.search.AlsoWithin(path)
	} else {
		h.w.search.Within(search.Scope{In: []string{path}})
	}
	h.w.focusSearch()
}

// Asking reports whether questions are asked within a part of the library.
func (h host) Asking() bool { return len(h.w.search.Scope()) > 0 }

// Check opens the check of an answer over the context.
func (h host) Check() {
	h.w.context.Content.Hide()
	h.w.check.Open()
	h.w.panes.Refresh()
}

// CloseCheck shows the context again.
func (h host) CloseCheck() {
	h.w.check.Close()
	h.w.context.Content.Show()
	h.w.panes.Refresh()
}

// Request returns the request of the context that is shown.
func (h host) Request() (core.ContextRequest, bool) {
	h.w.search.Commit()
	return h.w.context.Request()
}

// Sources returns the sources of the context that is shown.
func (h host) Sources() []core.Source {
	c, _ := h.w.context.Result()
	return c.Sources
}

// Cited records which sources an answer cites.
func (h host) Cited(r core.CheckReport, sources []core.Source) { h.w.context.Cited(r, sources) }

// Clipboard returns the text on the system's clipboard.
func (h host) Clipboard() string { return h.w.app.Clipboard().Content() }

// CopyPicture puts a PNG on the system's clipboard.
func (h host) CopyPicture(ctx context.Context, png []byte) error {
	if h.w.options.CopyPicture == nil {
		return fmt.Errorf("copy picture: %w", errors.ErrUnsupported)
	}
	return h.w.options.CopyPicture(ctx, png)
}

// Remembered returns the value that Remember stored in this run or an earlier
// one.
func (h host) Remembered(key string) string { return h.w.app.Preferences().String(key) }

// Remember stores a value for later runs.
func (h host) Remember(key, value string) { h.w.app.Preferences().SetString(key, value) }

var (
	_ search.Host = host{}
	_ reader.Host = host{}
	_ check.Host  = host{}

	_ settings.Host = host{}
)
