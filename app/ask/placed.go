package ask

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ibid/core"
	"ibid/core/query"
)

// Bounds of what is looked up as a place.
const (
	mostPlaced = 3   // documents that are meant; of more a place in them is ambiguous
	surePlaced = 0.5 // that a document is meant by its name
	mostPlaces = 10  // places of one reading
)

// placed looks up the places that the question asks for, such as "page 17" or
// "figure 3", in the documents that are meant: those that it is restricted to, those
// that it names, or all of a small library. They stand first. Where no document or
// too many are meant, the words are searched as any others.
func (a *Asker) placed(ctx context.Context, r *reading) error {
	asked := query.Places(r.query.Raw)
	if len(asked) == 0 {
		return nil
	}
	documents := meantForPlaces(r)
	for _, place := range asked {
		var found []core.Place
		for _, hash := range documents {
			in, err := a.placesIn(ctx, hash, place)
			if err != nil && !errors.Is(err, core.ErrNotFound) {
				return fmt.Errorf("look up %q: %w", place.Said, err)
			}
			found = append(found, in...)
		}
		if len(found) == 0 {
			continue
		}
		if r.query.Accept(core.Interpretation{
			Key: "place:" + strings.ReplaceAll(place.Said, " ", "-"), Kind: core.ReadPlace, Text: place.Said + " first", Removable: true,
			Why: fmt.Sprintf("%q in the question is a place in a document that is meant; the rest is searched as well", place.Said),
		}) {
			r.query.Places = append(r.query.Places, found[:min(len(found), mostPlaces)]...)
		}
	}
	return nil
}

// meantForPlaces lists the contents in which places are looked up, none if they are
// too many.
func meantForPlaces(r *reading) (out []core.Hash) {
	out = slices.Clone(r.query.Documents)
	if len(out) == 0 {
		for hash, sure := range r.query.Likely {
			if sure >= surePlaced {
				out = append(out, hash)
			}
		}
	}
	if len(out) == 0 {
		for _, d := range r.now.Documents {
			if d.State.Searchable() {
				out = append(out, d.Hash)
			}
		}
	}
	slices.Sort(out)
	if out = slices.Compact(out); len(out) > mostPlaced {
		return nil
	}
	return out
}

// placesIn returns where a content has a place: the pages with the printed number,
// or else with the index, or the passages that begin with its caption or heading.
func (a *Asker) placesIn(ctx context.Context, hash core.Hash, asked query.AskedPlace) (out []core.Place, err error) {
	pages, err := a.p.Texts.Pages(ctx, hash)
	if err != nil || len(pages) == 0 {
		return nil, err
	}
	if asked.Line == nil {
		if len(pages) < 2 {
			return nil, nil // a kind without pages
		}
		return pagesAsked(hash, pages, asked), nil
	}
	passages, err := a.p.Texts.Passages(ctx, hash)
	if err != nil {
		return nil, err
	}
	for _, page := range pages {
		at := asked.Line.FindStringIndex(page.Text)
		if at == nil {
			continue
		}
		start := at[1] - len(strings.TrimLeft(page.Text[at[0]:at[1]], " \t\r\n#*"))
		for _, p := range passages { // a heading may stand before its passage
			if p.Page == page.Index && p.Spans[len(p.Spans)-1].End > start {
				out = append(out, core.Place{Hash: hash, Page: p.Page, Start: p.Spans[0].Start})
				break
			}
		}
	}
	return out, nil
}

// pagesAsked returns the pages of a printed number, or of an index if no page prints
// that number.
func pagesAsked(hash core.Hash, pages []core.Page, asked query.AskedPlace) (out []core.Place) {
	first, last := -1, -1
	switch asked.Page {
	case "first":
		first = 0
	case "last":
		first = len(pages) - 1
	default:
		first = pageOf(pages, asked.Page)
	}
	if last = first; asked.LastPage != "" {
		last = pageOf(pages, asked.LastPage)
	}
	if first < 0 || last < first {
		return nil
	}
	for _, p := range pages[first:min(last+1, first+mostPlaces)] {
		out = append(out, core.Place{Hash: hash, Page: p.Index, Start: -1})
	}
	return out
}

// pageOf returns which page is called so, -1 if none is.
func pageOf(pages []core.Page, label string) int {
	if i := slices.IndexFunc(pages, func(p core.Page) bool { return strings.EqualFold(p.Label, label) }); i >= 0 {
		return i
	}
	n, err := strconv.Atoi(label)
	if err != nil {
		return -1
	}
	return slices.IndexFunc(pages, func(p core.Page) bool { return p.Index == n && p.Label != core.Unnumbered })
}
