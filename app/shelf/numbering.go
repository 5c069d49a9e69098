package shelf

import (
	"context"
	"fmt"
	"slices"

	"ibid/core"
	"ibid/core/label"
)

// Numbering returns the printed page numbers of a document as ranges, and their
// origin: set by hand, else from the file, else from the pages. Numbers in the
// file that agree with those on the pages have the origin pages. A printed
// number that no range can express is left out.
func (s *Shelf) Numbering(ctx context.Context, id core.DocumentID) (core.Numbering, core.NumberOrigin, error) {
	d, err := s.p.Library.Document(ctx, id)
	if err != nil {
		return nil, "", err
	}
	if err := mustBePaged(d); err != nil {
		return nil, "", err
	}
	hand, err := s.p.Library.Numbering(ctx, d.Hash)
	if err != nil || len(hand) > 0 {
		return hand, core.OriginHand, err
	}
	if !d.State.Searchable() {
		return nil, core.OriginIndex, nil
	}
	pages, err := s.p.Texts.Pages(ctx, d.Hash)
	if err != nil {
		return nil, "", fmt.Errorf("page numbers of %q: %w", d.Name, err)
	}
	layouts, err := s.p.Texts.Layouts(ctx, d.Hash)
	if err != nil {
		return nil, "", fmt.Errorf("page numbers of %q: %w", d.Name, err)
	}
	labels := label.Printed(pages)
	origin := core.OriginDocument
	switch {
	case !slices.ContainsFunc(labels, func(l string) bool { return l != "" }):
		origin = core.OriginIndex
	case slices.Equal(labels, label.Infer(pages, layouts)):
		origin = core.OriginPages
	}
	return label.Ranges(labels), origin, nil
}

// SetNumbering sets the printed page numbers of a document by hand, or removes
// them if there are no ranges. They apply at once, and stay when the file
// changes or is read again. Documents with the same bytes share their pages, so
// the last call for one of them wins. Removing needs the file, and returns an
// error that wraps core.ErrNotFound if it is gone.
//
// A document without pages, or invalid ranges, give an error that wraps
// core.ErrQuery; a range beyond the last page gives one that wraps
// core.ErrNoSuchPage.
func (s *Shelf) SetNumbering(ctx context.Context, id core.DocumentID, ranges core.Numbering) error {
	d, err := s.p.Library.Document(ctx, id)
	if err != nil {
		return err
	}
	if err := mustBePaged(d); err != nil {
		return err
	}
	if err := ranges.Check(); err != nil {
		return err
	}
	if n := len(ranges); n > 0 && d.State.Searchable() && ranges[n-1].Page > d.Pages {
		return fmt.Errorf("page numbers of %q: %q begins behind its last page, it has %d: %w", d.Name, ranges[n-1], d.Pages, core.ErrNoSuchPage)
	}
	return s.p.Ingest.SetNumbering(ctx, id, ranges)
}

func mustBePaged(d core.Document) error {
	if d.Kind.Unit() == core.UnitPage {
		return nil
	}
	return fmt.Errorf("page numbers of %q: it has no pages, its places are lines: %w", d.Name, core.ErrQuery)
}
