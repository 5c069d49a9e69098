package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"

	"ibid/core"
	"ibid/core/window"
)

// Locate finds what a locator means, for a reader to open. A page of a document
// without text can be found too. Errors are those of Show; a locator that is
// none wraps core.ErrQuery.
func (e *Engine) Locate(ctx context.Context, locator string) (core.Spot, error) {
	read, at, l, err := e.locate(ctx, locator)
	d := read.Document
	if d.Kind.Drawn() && d.State.Settled() && !d.State.Searchable() && d.Pages > 0 {
		return drawnSpot(d, l)
	}
	if err != nil {
		return core.Spot{}, err
	}
	bare := l == core.Locator{Name: l.Name}
	return core.Spot{Document: d, Locator: l, Quotes: at, Whole: bare || d.Kind.Paged()}, nil
}

// drawnSpot is a page that has a picture and no text.
func drawnSpot(d core.Document, l core.Locator) (core.Spot, error) {
	page := l.Page
	if page == 0 && l.Label != "" && l.Unit != core.UnitMetadata {
		page, _ = strconv.Atoi(l.Label) // not a number stays 0, which no page has
	} else {
		page = max(page, 1)
	}
	if page < 1 || page > d.Pages {
		return core.Spot{}, fmt.Errorf("show %q: the document has %d pages: %w", l.String(), d.Pages, core.ErrNoSuchPage)
	}
	return core.Spot{Document: d, Locator: core.PageLocator(d.Name, page, ""), Quotes: []core.Quote{{Page: page}}, Whole: true}, nil
}

// Excerpt is Window for a reader: n before and after a place, or what the
// settings say if n is BySettings; of source code the enclosing function on
// request. Of a paged document n is characters, and 0 the lines of the place.
func (e *Engine) Excerpt(ctx context.Context, id core.DocumentID, at []core.Quote, n int, function bool) (core.Excerpt, error) {
	a := Around{N: n}
	switch d, err := e.library.Document(ctx, id); {
	case err != nil:
		return core.Excerpt{}, err
	case function:
		a = Around{N: BySettings, Strategy: window.Function}
	case d.Kind.Unit() == core.UnitPage:
		a.Strategy = window.Characters
	}
	return e.Window(ctx, id, at, a)
}

// Reopen reads a saved context from a file, builds it again and says what
// became of its sources.
func (e *Engine) Reopen(ctx context.Context, path string) (core.SavedContext, core.Replay, error) {
	f, err := os.Open(path)
	if err != nil {
		return core.SavedContext{}, core.Replay{}, fmt.Errorf("read saved context: %w", err)
	}
	defer f.Close()
	saved, err := LoadContext(f)
	if err != nil {
		return saved, core.Replay{}, fmt.Errorf("read saved context %q: %w", path, err)
	}
	replay, err := e.Replay(ctx, saved)
	return saved, replay, err
}

// Follow is Watch for a screen that shows the states as they change: only what
// is no document's state is an error.
func (e *Engine) Follow(ctx context.Context, path string) error {
	added, err := e.Watch(ctx, core.Folder{Path: path})
	return errors.Join(append(added.Errors, err)...)
}
