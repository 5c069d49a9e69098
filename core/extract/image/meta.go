package image

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/bep/imagemeta"

	"ibid/core/extract/tags"
)

// What imagemeta is asked for. It gives up at the first fault, so each source
// is read by itself.
const (
	sourceEXIF = imagemeta.EXIF
	sourceIPTC = imagemeta.IPTC
	sourceXMP  = imagemeta.XMP
)

// Bounds of one call of imagemeta.
const (
	mostTags  = 2000
	mostSteps = 200_000 // reads and seeks
	tagBytes  = 10_000  // longer values are left out
)

// source is a picture, or a block of metadata dressed as one, for imagemeta.
type source struct {
	format format
	data   []byte
	of     imagemeta.Source
}

var formats = map[format]imagemeta.ImageFormat{
	jpeg: imagemeta.JPEG, png: imagemeta.PNG, webp: imagemeta.WebP, heic: imagemeta.HEIF, avif: imagemeta.AVIF,
}

// add reads the tags of the source in the order of their names: some come from
// a map. A fault leaves out what is behind it; the only error is that of ctx.
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
	if s.of == sourceEXIF {
		addDecoded(l, found)
		return nil
	}
	addXMPPosition(l, found)
	for _, t := range found {
		v := valueOf(t.Value)
		switch {
		case s.of == sourceIPTC:
			l.Add("IPTC", t.Tag, dashed(v.plain()))
		case strings.HasPrefix(t.Namespace, "http://ns.adobe.com/exif/"), strings.HasPrefix(t.Namespace, "http://ns.adobe.com/tiff/"):
			l.Add("XMP", t.Tag, human(t.Tag, v))
		default:
			l.Add("XMP", t.Tag, v.plain())
		}
	}
	return nil
}

// addXMPPosition adds the place that XMP tells where EXIF told none. imagemeta
// has made decimal degrees of it.
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

// containedSize is the size of a HEIC or AVIF picture, 0 if it is not told.
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

// stepReader ends after so many calls, so that a file whose offsets form a
// circle does.
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

// soundBoxes reports whether the boxes of a HEIC or AVIF file follow each other
// and its table of places has entries that take room: imagemeta counts through
// a table whose entries are empty for hours.
func soundBoxes(data []byte) bool {
	metas := boxes(data, "meta")
	if len(metas) == 0 {
		return false
	}
	for _, meta := range metas {
		if len(meta) < 4 {
			return false
		}
		for _, iloc := range boxes(meta[4:], "iloc") {
			if len(iloc) < 8 || iloc[4]>>4+iloc[4]&15 < 4 {
				return false
			}
		}
	}
	return true
}

// boxes returns the bodies of the boxes of a type up to the first that does not
// fit.
func boxes(data []byte, kind string) [][]byte {
	var out [][]byte
	for n := 0; len(data) >= 8 && n < 4096; n++ {
		head, size := 8, uint64(binary.BigEndian.Uint32(data))
		switch {
		case size == 1 && len(data) >= 16:
			head, size = 16, binary.BigEndian.Uint64(data[8:])
		case size == 0:
			size = uint64(len(data))
		}
		if size < uint64(head) || size > uint64(len(data)) {
			break
		}
		if string(data[4:8]) == kind {
			out = append(out, data[head:size])
		}
		data = data[size:]
	}
	return out
}
