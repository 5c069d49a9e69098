package app

import (
	"context"
	"fmt"
	"image"
	"os"

	"ibid/core"
	"ibid/core/thumb"
)

// Thumbnail is the picture of a page, 1-based, as large as fits a box of width
// by height pixels; of kinds that are not drawn page by page the picture of the
// whole. It is shared: nobody may draw on it.
func (e *Engine) Thumbnail(ctx context.Context, id core.DocumentID, page, width, height int) (*image.RGBA, error) {
	return e.Page(ctx, id, page, width, height)
}

// DrawnLayout is Layout with lines that end where they do on the picture of the
// page that Page makes for a box of the same size: a layout only estimates that.
func (e *Engine) DrawnLayout(ctx context.Context, id core.DocumentID, page, width, height int) (core.Layout, error) {
	layout, err := e.Layout(ctx, id, page)
	if err != nil || len(layout.Lines) == 0 {
		return layout, err
	}
	picture, err := e.Page(ctx, id, page, width, height)
	if err != nil {
		return core.Layout{}, err
	}
	return thumb.LineEnds(layout, picture), nil
}

// Page is Thumbnail for large boxes.
func (e *Engine) Page(ctx context.Context, id core.DocumentID, page, width, height int) (*image.RGBA, error) {
	d, err := e.library.Document(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("draw page %d: %w", page, err)
	}
	if !d.Kind.Drawn() {
		page = 1
	}
	if d.Kind.Drawn() && d.Pages > 0 && (page < 1 || page > d.Pages) {
		return nil, fmt.Errorf("draw page %d of %q: the document has %d: %w", page, d.Name, d.Pages, core.ErrNoSuchPage)
	}
	content, err := e.library.Content(ctx, d.Hash)
	if err != nil {
		return nil, fmt.Errorf("draw %q: %w", d.Name, err)
	}
	return e.pictures.Picture(ctx, core.PageImage{
		Name: d.Name, Open: func(ctx context.Context) (*os.File, error) { return e.opener.Open(ctx, d) }, Hash: d.Hash, Kind: d.Kind, Page: page, Width: width, Height: height, Password: content.Password,
	})
}
