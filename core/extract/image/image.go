// Package image reads what pictures say of themselves: EXIF, IPTC and XMP, the
// notes of PNG, GIF and JPEG, and the size. The text of a picture is its tags,
// one a line, each once: `[EXIF:Make] Canon`. What the picture shows is not
// looked at, and the makers' private notes stay closed.
//
// The parsers of others see only what was measured before: each EXIF value is
// decoded by goexif by itself, after its place and size were found to lie in
// the data; imagemeta reads through a reader that ends after so many steps.
package image

import (
	"bytes"
	"context"
	"fmt"
	stdimage "image"
	_ "image/gif"  // registers its format
	_ "image/jpeg" // registers its format
	_ "image/png"  // registers its format

	_ "golang.org/x/image/bmp"  // registers its format
	_ "golang.org/x/image/webp" // registers its format

	"ibid/core"
	"ibid/core/extract/tags"
)

// Extractor reads files of core.KindImage. The zero value is ready; it holds no
// state.
type Extractor struct{}

// Words emits the tags as page 1.
func (Extractor) Words(ctx context.Context, in core.Input, emit func(core.Page) error) error {
	text, err := Text(ctx, in)
	if err != nil {
		return err
	}
	return emit(core.Page{Index: 1, Text: text})
}

// Structure emits an empty layout: tags have no headings.
func (Extractor) Structure(ctx context.Context, _ core.Input, pages []core.Page, emit func(core.Layout) error) error {
	for _, p := range pages {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := emit(core.Layout{Page: p.Index, Pictures: 1}); err != nil {
			return err
		}
	}
	return nil
}

// Outline returns nil: a picture has none.
func (Extractor) Outline(ctx context.Context, _ core.Input) ([]core.OutlineEntry, error) {
	return nil, ctx.Err()
}

// Metadata returns the title and the author that the picture names.
func (Extractor) Metadata(ctx context.Context, in core.Input) (core.Metadata, error) {
	l, err := read(ctx, in)
	if err != nil {
		return core.Metadata{}, err
	}
	return core.Metadata{
		Title: l.First("XMP:Title", "IPTC:ObjectName", "EXIF:XPTitle", "PNG:Title", "EXIF:DocumentName",
			"EXIF:ImageDescription", "IPTC:Headline"),
		Author: l.First("XMP:Creator", "IPTC:By-line", "EXIF:Artist", "EXIF:XPAuthor", "PNG:Author"),
	}, nil
}

// Text is the tags of a picture as its page shows them.
func Text(ctx context.Context, in core.Input) (string, error) {
	l, err := read(ctx, in)
	if err != nil {
		return "", err
	}
	return l.Text(), nil
}

// read gathers the tags of a picture. One that has neither a size nor a tag is
// damaged.
func read(ctx context.Context, in core.Input) (*tags.List, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f := formatOf(in.Data)
	if f == unknown {
		return nil, &core.FileError{State: core.StateDamaged, Reason: "is not readable as a picture"}
	}
	found := scan(f, in.Data)
	l := &tags.List{}
	l.Add("File", "Type", string(f))
	addSize(ctx, l, f, in.Data, found)
	for _, n := range found.notes {
		l.Add(n.group, n.name, n.text)
	}
	addEXIF(l, found.exif)
	for _, s := range found.sources {
		if err := s.add(ctx, l); err != nil {
			return nil, fmt.Errorf("read %q: %w", in.Name, err)
		}
	}
	if l.Len() < 2 {
		return nil, &core.FileError{State: core.StateDamaged, Reason: fmt.Sprintf("is not readable as a picture in %s", f)}
	}
	return l, nil
}

// addSize adds the size in pixels, if it can be known without decoding.
func addSize(ctx context.Context, l *tags.List, f format, data []byte, found findings) {
	w, h := found.width, found.height
	switch f {
	case heic, avif:
		w, h = containedSize(ctx, f, data)
	case tiff:
	default:
		if c, _, err := stdimage.DecodeConfig(bytes.NewReader(data)); err == nil {
			w, h = c.Width, c.Height
		}
	}
	if w > 0 && h > 0 {
		l.Add("File", "Size", fmt.Sprintf("%d × %d", w, h))
	}
}
