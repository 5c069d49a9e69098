package place

import (
	"context"
	"fmt"
	"strconv"

	"ibid/core"
	"ibid/core/window"
)

// Locate resolves a locator to a place that a reader can open. It finds pages
// without text too. Errors are those of Show; an invalid locator gives one that
// wraps core.ErrQuery.
func (r *Reader) Locate(ctx context.Context, locator string) (core.Spot, error) {
	read, at, l, err := r.locate(ctx, locator)
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

// drawnSpot returns the place of a page that has a picture and no text.
func drawnSpot(d core.Document, l core.Locator) (core.Spot, error) {
	page := l.Page
	if page == 0 && l.Label != "" && l.Unit != core.UnitMetadata {
		page, _ = strconv.Atoi(l.Label) // if it is no number, page stays 0, which does not exist
	} else {
		page = max(page, 1)
	}
	if page < 1 || page > d.Pages {
		return core.Spot{}, fmt.Errorf("show %q: the document has %d pages: %w", l.String(), d.Pages, core.ErrNoSuchPage)
	}
	return core.Spot{Document: d, Locator: core.PageLocator(d.Name, page, ""), Quotes: []core.Quote{{Page: page}}, Whole: true}, nil
}

// Excerpt is Window for a reader: n before and after a place, or the settings'
// value if n is BySettings. With function it returns the enclosing function of
// source code. In a paged document n is characters, and 0 the lines of the
// place.
func (r *Reader) Excerpt(ctx context.Context, id core.DocumentID, at []core.Quote, n int, function bool) (core.Excerpt, error) {
	a := Around{N: n}
	switch d, err := r.p.Library.Document(ctx, id); {
	case err != nil:
		return core.Excerpt{}, err
	case function:
		a = Around{N: BySettings, Strategy: window.Function}
	case d.Kind.Unit() == core.UnitPage:
		a.Strategy = window.Characters
	}
	return r.Window(ctx, id, at, a)
}
