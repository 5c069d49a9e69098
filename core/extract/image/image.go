// Package image reads the metadata of pictures: EXIF, IPTC and XMP, the comments
// of PNG, GIF and JPEG, and the size. The text of a picture is its tags, one a
// line, each once: `[EXIF:Make] Canon`. The pixels and the private notes of camera
// makers are not read.
//
// The libraries that decode values are kept within bounds: goexif is given each
// EXIF value by itself, after its offset and size were found to lie in the data;
// imagemeta reads through a reader that ends after a number of steps.
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

// Read returns the tags of a picture, and the title and the author that they name.
func Read(ctx context.Context, in core.Input) (tags.File, error) {
	l, err := read(ctx, in)
	if err != nil {
		return tags.File{}, err
	}
	return tags.File{Text: l.Text(), Picture: in.Data, Metadata: core.Metadata{
		Title: l.First("XMP:Title", "IPTC:ObjectName", "EXIF:XPTitle", "PNG:Title", "EXIF:DocumentName",
			"EXIF:ImageDescription", "IPTC:Headline"),
		Author: l.First("XMP:Creator", "IPTC:By-line", "EXIF:Artist", "EXIF:XPAuthor", "PNG:Author"),
	}}, nil
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
