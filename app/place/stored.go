package place

import (
	"context"

	"ibid/core"
)

// Pages returns the stored text of a document's pages, or an error that wraps
// core.ErrNotFound if nothing of it could be read.
func (r *Reader) Pages(ctx context.Context, id core.DocumentID) ([]core.Page, error) {
	d, err := r.p.Library.Document(ctx, id)
	if err != nil {
		return nil, err
	}
	return r.p.Texts.Pages(ctx, d.Hash)
}

// Passages returns the passages of a document, in order, each with its place in
// the text that Pages returns.
func (r *Reader) Passages(ctx context.Context, id core.DocumentID) ([]core.Passage, error) {
	d, err := r.p.Library.Document(ctx, id)
	if err != nil {
		return nil, err
	}
	return r.p.Texts.Passages(ctx, d.Hash)
}
