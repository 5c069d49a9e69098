package draw

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	imagedraw "image/draw"
	_ "image/gif"  // registers its format
	_ "image/jpeg" // registers its format
	_ "image/png"  // registers its format

	_ "golang.org/x/image/bmp" // registers its format
	xdraw "golang.org/x/image/draw"
	_ "golang.org/x/image/tiff" // registers its format
	_ "golang.org/x/image/webp" // registers its format

	"ibid/core"
)

// mostDecoded is the largest picture that is decoded, in pixels. At up to eight bytes
// a pixel it takes half of a worker's memory.
const mostDecoded = 64_000_000

// errFormat is the error for a picture in a format that cannot be decoded.
var errFormat = errors.New("nothing here reads the pixels of its format")

// OpenPicture opens a picture, which is drawn upright as the only page. orientation
// is 1 to 8 as in EXIF. A picture that cannot be decoded is drawn as a sheet of its
// tags below the reason, a missing one as a sheet of its tags. data must stay
// readable until Close.
func OpenPicture(data []byte, orientation int, tags string) Document {
	if len(data) == 0 {
		return sheet{[]byte(tags)}
	}
	return picture{data: data, orientation: orientation, tags: tags}
}

// OpenPixels opens a picture as OpenPicture does, but drawing one that cannot be
// decoded is an error.
func OpenPixels(data []byte, orientation int) Document {
	return picture{data: data, orientation: orientation, bare: true}
}

type picture struct {
	data        []byte
	orientation int
	tags        string
	bare        bool // no sheet in its place
}

func (picture) Close() error { return nil }

func (p picture) Draw(page, width, height, maxPixels int) (*image.RGBA, error) {
	if page != 1 {
		return nil, fmt.Errorf("draw page %d of 1: %w", page, core.ErrNoSuchPage)
	}
	img, err := decode(p.data)
	if err != nil && p.bare {
		return nil, damaged(page, err)
	}
	if err != nil {
		text := fmt.Sprintf("The picture is not shown: %v.\n\n%s", err, p.tags)
		return sheet{[]byte(text)}.Draw(page, width, height, maxPixels)
	}
	turned := p.orientation >= 5
	if turned { // the box lies on its side as the picture does
		width, height = height, width
	}
	b := img.Bounds()
	scale, err := fit(b.Dx(), b.Dy(), width, height, maxPixels)
	if err != nil {
		return nil, damaged(page, err)
	}
	out := image.NewRGBA(image.Rect(0, 0, max(1, int(float64(b.Dx())*scale+1e-6)), max(1, int(float64(b.Dy())*scale+1e-6))))
	imagedraw.Draw(out, out.Bounds(), image.White, image.Point{}, imagedraw.Src)
	xdraw.BiLinear.Scale(out, out.Bounds(), img, b, xdraw.Over, nil)
	return upright(out, p.orientation), nil
}

// decode decodes a picture of at most mostDecoded pixels.
func decode(data []byte) (img image.Image, err error) {
	config, format, err := image.DecodeConfig(bytes.NewReader(data))
	switch {
	case errors.Is(err, image.ErrFormat):
		return nil, errFormat
	case err != nil:
		return nil, err
	}
	w, h := config.Width, config.Height
	if format == "webp" { // the frame need not be as large as the canvas says
		fw, fh := webpFrame(data)
		w, h = max(w, fw), max(h, fh)
	}
	if w <= 0 || h <= 0 {
		return nil, errors.New("it has no pixels")
	}
	if int64(w)*int64(h) > mostDecoded {
		return nil, fmt.Errorf("it has %d × %d pixels, %d million are decoded at most", w, h, mostDecoded/1_000_000)
	}
	defer func() {
		if r := recover(); r != nil {
			img, err = nil, errors.New("its decoder gave up")
		}
	}()
	img, _, err = image.Decode(bytes.NewReader(data))
	return img, err
}

// webpFrame returns the size of the largest frame of a WebP file, 14 bits a side.
func webpFrame(data []byte) (width, height int) {
	for at := 12; at+8 <= len(data); {
		size := int(binary.LittleEndian.Uint32(data[at+4:]))
		body := data[at+8 : min(at+8+size, len(data))]
		switch kind := string(data[at : at+4]); {
		case kind == "VP8 " && len(body) >= 10:
			width = max(width, int(binary.LittleEndian.Uint16(body[6:])&0x3fff))
			height = max(height, int(binary.LittleEndian.Uint16(body[8:])&0x3fff))
		case kind == "VP8L" && len(body) >= 5:
			bits := binary.LittleEndian.Uint32(body[1:])
			width, height = max(width, int(bits&0x3fff)+1), max(height, int(bits>>14&0x3fff)+1)
		}
		at += 8 + size + size&1
	}
	return width, height
}

// upright turns and mirrors a picture by its EXIF orientation.
func upright(in *image.RGBA, orientation int) *image.RGBA {
	if orientation < 2 || orientation > 8 {
		return in
	}
	w, h := in.Bounds().Dx(), in.Bounds().Dy()
	// Orientation 1 is the picture as it is. The others mirror it from left to right,
	// from top to bottom, and swap rows with columns, in this order.
	mirrored := orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8
	flipped := orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7
	size := image.Pt(w, h)
	if orientation >= 5 {
		size = image.Pt(h, w)
	}
	out := image.NewRGBA(image.Rectangle{Max: size})
	for y := range h {
		for x := range w {
			to := image.Pt(x, y)
			if mirrored {
				to.X = w - 1 - x
			}
			if flipped {
				to.Y = h - 1 - y
			}
			if orientation >= 5 {
				to = image.Pt(to.Y, to.X)
			}
			copy(out.Pix[out.PixOffset(to.X, to.Y):][:4], in.Pix[in.PixOffset(x, y):][:4])
		}
	}
	return out
}
