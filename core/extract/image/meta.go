package image

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/bep/imagemeta"

	"ibid/core/extract/container"
	"ibid/core/extract/tags"
)

// Bounds of one call of imagemeta.
const (
	mostTags  = 2000
	mostSteps = 200_000 // reads and seeks
	tagBytes  = 10_000  // longer values are left out
)

// source is a picture, or a block of metadata wrapped as one, with the kind of
// metadata that imagemeta is to read of it. imagemeta gives up at the first fault,
// so each kind is read by itself.
type source struct {
	format format
	data   []byte
	of     imagemeta.Source
}

var formats = map[format]imagemeta.ImageFormat{
	jpeg: imagemeta.JPEG, png: imagemeta.PNG, webp: imagemeta.WebP, heic: imagemeta.HEIF, avif: imagemeta.AVIF,
}

// add adds the tags of the source in the order of their names, since imagemeta
// gives some in random order. What follows a fault is left out; the only error is
// that of ctx.
func (s source) add(ctx context.Context, l *tags.List) error {
	var found []imagemeta.TagInfo
	_, err := s.decode(ctx, func(t imagemeta.TagInfo) error {
		if t.Namespace == "IFD1" {
			return nil
		}
		found = append(found, t)
		return ctx.Err()
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	_ = err // what was found before a fault stands
	slices.SortStableFunc(found, func(a, b imagemeta.TagInfo) int {
		return cmp.Or(strings.Compare(a.Tag, b.Tag), strings.Compare(a.Namespace, b.Namespace))
	})
	if s.of == imagemeta.EXIF {
		addDecoded(l, found)
		return nil
	}
	addXMPPosition(l, found)
	for _, t := range found {
		v := valueOf(t.Value)
		switch {
		case s.of == imagemeta.IPTC:
			l.Add("IPTC", t.Tag, dashed(v.plain()))
		case strings.HasPrefix(t.Namespace, "http://ns.adobe.com/exif/"), strings.HasPrefix(t.Namespace, "http://ns.adobe.com/tiff/"):
			l.Add("XMP", t.Tag, human(t.Tag, v))
		default:
			l.Add("XMP", t.Tag, v.plain())
		}
	}
	return nil
}

// addXMPPosition adds the position of XMP if EXIF has none. imagemeta has
// converted it to decimal degrees.
func addXMPPosition(l *tags.List, found []imagemeta.TagInfo) {
	if l.Get("GPS", "Position") != "" {
		return
	}
	gps := map[string]value{}
	for _, t := range found {
		gps[t.Tag] = valueOf(t.Value)
	}
	addPosition(l, map[string]value{"GPSLatitude": gps["GPSLatitude"], "GPSLongitude": gps["GPSLongitude"]})
}

// containedSize returns the size of a HEIC or AVIF picture, 0 if it is unknown.
func containedSize(ctx context.Context, f format, data []byte) (width, height int) {
	result, err := source{f, data, imagemeta.CONFIG}.decode(ctx, nil)
	if err != nil {
		return 0, 0
	}
	return result.ImageConfig.Width, result.ImageConfig.Height
}

// decode calls imagemeta within bounds.
func (s source) decode(ctx context.Context, handle imagemeta.HandleTagFunc) (result imagemeta.DecodeResult, err error) {
	if (s.format == heic || s.format == avif) && !soundBoxes(s.data) {
		return result, errors.New("boxes do not fit into each other")
	}
	defer func() {
		if r := recover(); r != nil {
			err = errors.New("the parser gave up")
		}
	}()
	return imagemeta.Decode(imagemeta.Options{
		R:               &stepReader{r: bytes.NewReader(s.data), left: mostSteps, ctx: ctx},
		ImageFormat:     formats[s.format],
		Sources:         s.of,
		ShouldHandleTag: func(imagemeta.TagInfo) bool { return true },
		HandleTag:       handle,
		LimitNumTags:    mostTags,
		LimitTagSize:    tagBytes,
	})
}

// stepReader fails after a number of calls, so that reading a file whose offsets
// form a circle ends.
type stepReader struct {
	r    *bytes.Reader
	left int
	ctx  context.Context
}

var errSteps = errors.New("too many steps")

func (s *stepReader) step() error {
	if s.left--; s.left < 0 {
		return errSteps
	}
	return s.ctx.Err()
}

func (s *stepReader) Read(p []byte) (int, error) {
	if err := s.step(); err != nil {
		return 0, err
	}
	return s.r.Read(p)
}

// Seek panics when the steps are used up: imagemeta looks at the error of some
// seeks only. It recovers, and so does decode.
func (s *stepReader) Seek(offset int64, whence int) (int64, error) {
	if err := s.step(); err != nil {
		panic(err)
	}
	return s.r.Seek(offset, whence)
}

var _ io.ReadSeeker = (*stepReader)(nil)

// soundBoxes reports whether a HEIC or AVIF file has a meta box whose item
// locations (iloc) are not empty: imagemeta counts through a table of empty ones
// for hours.
func soundBoxes(data []byte) bool {
	found := false
	for kind, meta := range container.Boxes(data) {
		if kind != "meta" {
			continue
		}
		if found = true; len(meta) < 4 {
			return false
		}
		for kind, iloc := range container.Boxes(meta[4:]) {
			if kind == "iloc" && (len(iloc) < 8 || iloc[4]>>4+iloc[4]&15 < 4) {
				return false
			}
		}
	}
	return found
}
