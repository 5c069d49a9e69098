package place

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os"

	"ibid/core"
	"ibid/core/thumb"
)

// DrawnLayout is Layout with line ends measured in the picture that Page makes
// for a box of the same size; Layout only estimates them.
func (r *Reader) DrawnLayout(ctx context.Context, id core.DocumentID, page, width, height int) (core.Layout, error) {
	layout, err := r.Layout(ctx, id, page)
	if err != nil || len(layout.Lines) == 0 {
		return layout, err
	}
	picture, err := r.Page(ctx, id, page, width, height)
	if err != nil {
		return core.Layout{}, err
	}
	return thumb.LineEnds(layout, picture), nil
}

// Page returns the picture of a page, 1-based, as large as fits a box of width by
// height pixels; for kinds that are not drawn page by page it is the picture of
// the whole document. The picture is shared and must not be changed.
func (r *Reader) Page(ctx context.Context, id core.DocumentID, page, width, height int) (*image.RGBA, error) {
	d, err := r.p.Library.Document(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("draw page %d: %w", page, err)
	}
	if !d.Kind.Drawn() {
		page = 1
	}
	if d.Kind.Drawn() && d.Pages > 0 && (page < 1 || page > d.Pages) {
		return nil, fmt.Errorf("draw page %d of %q: the document has %d: %w", page, d.Name, d.Pages, core.ErrNoSuchPage)
	}
	content, err := r.p.Library.Content(ctx, d.Hash)
	if err != nil {
		return nil, fmt.Errorf("draw %q: %w", d.Name, err)
	}
	r.p.Opened(core.Place{Hash: d.Hash, Page: page})
	return r.p.Pictures.Picture(ctx, core.PageImage{
		Name: d.Name, Open: func(ctx context.Context) (*os.File, error) { return r.p.Opener.Open(ctx, d) }, Hash: d.Hash, Kind: d.Kind, Page: page, Width: width, Height: height, Password: content.Password,
	})
}

// Layout returns the positions of the lines of a page. A page whose positions
// are not known yet has no lines.
func (r *Reader) Layout(ctx context.Context, id core.DocumentID, page int) (core.Layout, error) {
	d, err := r.p.Library.Document(ctx, id)
	if err != nil {
		return core.Layout{}, err
	}
	layout, err := r.p.Texts.Layout(ctx, d.Hash, page)
	if errors.Is(err, core.ErrNotFound) || errors.Is(err, core.ErrNoSuchPage) {
		return core.Layout{Page: page}, nil
	}
	return layout, err
}
