package tags

import (
	"context"

	"ibid/core"
)

// File is what is read of one picture or recording.
type File struct {
	Text     string // its tags, one a line
	Metadata core.Metadata
	Picture  []byte // the file itself, or the cover of a recording; nil if there is none
}

// Reader makes a core.Extractor of a function that reads one file: the tags are
// its only page, which has no headings.
type Reader func(ctx context.Context, in core.Input) (File, error)

// Words emits the tags as page 1.
func (read Reader) Words(ctx context.Context, in core.Input, emit func(core.Page) error) error {
	f, err := read(ctx, in)
	if err != nil {
		return err
	}
	return emit(core.Page{Index: 1, Text: f.Text})
}

// Structure emits a layout that only shows whether there is a picture.
func (read Reader) Structure(ctx context.Context, in core.Input, pages []core.Page, emit func(core.Layout) error) error {
	f, err := read(ctx, in)
	if err != nil {
		return err
	}
	for _, p := range pages {
		if err := emit(core.Layout{Page: p.Index, Pictures: min(len(f.Picture), 1)}); err != nil {
			return err
		}
	}
	return nil
}

// Outline returns nil: these files have one page.
func (Reader) Outline(ctx context.Context, _ core.Input) ([]core.OutlineEntry, error) {
	return nil, ctx.Err()
}

// Metadata returns the title and author that the tags name.
func (read Reader) Metadata(ctx context.Context, in core.Input) (core.Metadata, error) {
	f, err := read(ctx, in)
	return f.Metadata, err
}
