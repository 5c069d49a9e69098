package office

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"ibid/core"
	"ibid/core/extract/zipguard"
)

// A format is one of the six ways to write an office file.
type format int

const (
	unknown format = iota
	docx
	pptx
	xlsx
	odt
	odp
	ods
)

func (f format) kind() core.Kind {
	switch f {
	case docx, odt:
		return core.KindDocument
	case pptx, odp:
		return core.KindSlides
	case xlsx, ods:
		return core.KindSheet
	}
	return core.KindOther
}

// A container is an opened zip file of an office program.
type container struct {
	files  map[string]*zip.File // by name in lower case: OOXML does not tell cases apart
	format format
	main   string // the part that says what the others are
}

// errMissing is wrapped by errors about parts that are not there.
var errMissing = errors.New("no such part")

// unpack opens the directory of a zip file and tells its format by its names.
// Errors are *core.FileError.
func unpack(data []byte) (*container, error) {
	r, err := zipguard.Open(data, zipguard.DefaultLimits())
	if err != nil {
		return nil, err
	}
	c := &container{files: make(map[string]*zip.File, len(r.File))}
	for _, f := range r.File {
		name := strings.ToLower(strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(f.Name, `\`, "/")), "/"))
		if _, twice := c.files[name]; !twice {
			c.files[name] = f
		}
	}
	c.format, c.main = c.tell()
	return c, nil
}

// mainParts are the folders of the formats, with the name that the main part
// has in all but rare files.
var mainParts = []struct {
	folder, main string
	format       format
}{
	{"word/", "word/document.xml", docx},
	{"ppt/", "ppt/presentation.xml", pptx},
	{"xl/", "xl/workbook.xml", xlsx},
}

// tell says what the names in the directory make of the file. The binary
// workbooks of Excel (xl/workbook.bin) are none of these formats.
func (c *container) tell() (format, string) {
	if f, ok := c.files["mimetype"]; ok {
		mime, err := zipguard.Read(f, 256)
		if err != nil {
			return unknown, ""
		}
		return mimeFormat(strings.TrimSpace(string(mime))), "content.xml"
	}
	for _, m := range mainParts {
		if _, ok := c.files[m.main]; ok {
			return m.format, m.main
		}
	}
	if _, ok := c.files["[content_types].xml"]; !ok {
		return unknown, ""
	}
	for _, m := range mainParts {
		for name := range c.files {
			if strings.HasPrefix(name, m.folder) && !strings.HasSuffix(name, ".bin") && c.files["xl/workbook.bin"] == nil {
				return m.format, m.main
			}
		}
	}
	return unknown, ""
}

func mimeFormat(mime string) format {
	rest, ok := strings.CutPrefix(mime, "application/vnd.oasis.opendocument.")
	if !ok {
		return unknown
	}
	switch strings.TrimSuffix(rest, "-template") {
	case "text", "text-master", "text-web":
		return odt
	case "presentation":
		return odp
	case "spreadsheet":
		return ods
	}
	return unknown
}

// has reports whether the container holds a part.
func (c *container) has(name string) bool { return c.files[strings.ToLower(name)] != nil }

// scan opens a part. The error wraps errMissing if there is none.
func (c *container) scan(ctx context.Context, name string) (*scanner, error) {
	f := c.files[strings.ToLower(name)]
	if f == nil {
		return nil, fmt.Errorf("open %q: %w", name, errMissing)
	}
	r, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("open %q: %w", name, err)
	}
	return newScanner(ctx, r), nil
}

// read hands the root element of a part to onRoot. Parts that are not there are
// no error: most are optional.
func (c *container) read(ctx context.Context, name string, onRoot func(*scanner, xml.StartElement) error) error {
	s, err := c.scan(ctx, name)
	if errors.Is(err, errMissing) {
		return nil
	} else if err != nil {
		return err
	}
	defer s.close()
	if err := s.document(func(e xml.StartElement) error { return onRoot(s, e) }); err != nil {
		return fmt.Errorf("read %q: %w", name, err)
	}
	return nil
}

// A link is what a part says of another one.
type link struct {
	kind   string // last element of the type's address: "slide", "footnotes"
	target string // name in the container; empty if it lies outside
}

// maxLinks bounds the relationships of one part.
const maxLinks = 50_000

// links reads the relationships of a part by their identifiers; nil if it has
// none. The relationships of the container itself are those of part "".
func (c *container) links(ctx context.Context, part string) (map[string]link, error) {
	folder, base := path.Split(part)
	out := make(map[string]link)
	err := c.read(ctx, folder+"_rels/"+base+".rels", func(s *scanner, _ xml.StartElement) error {
		return s.each(func(e xml.StartElement) error {
			if e.Name.Local != "Relationship" || len(out) >= maxLinks {
				return nil
			}
			l := link{kind: path.Base(attr(e, "Type"))}
			if attr(e, "TargetMode") != "External" {
				l.target = resolve(folder, attr(e, "Target"))
			}
			out[attr(e, "Id")] = l
			return nil
		}, nil)
	})
	return out, err
}

func resolve(folder, target string) string {
	target, _, _ = strings.Cut(target, "#")
	if !strings.HasPrefix(target, "/") {
		target = "/" + folder + target
	}
	return strings.TrimPrefix(path.Clean(target), "/")
}

// findMain replaces the usual name of the main part by the one that the
// container's relationships give.
func (c *container) findMain(ctx context.Context) error {
	if c.has(c.main) || c.format == unknown {
		return nil
	}
	links, err := c.links(ctx, "")
	if err != nil {
		return err
	}
	for _, l := range links {
		if l.kind == "officeDocument" && c.has(l.target) {
			c.main = l.target
			return nil
		}
	}
	return fmt.Errorf("find the main part: %w", errMissing)
}

// target is the part of the first relationship of a kind, "" if there is none.
func target(links map[string]link, kind string) string {
	best, name := "", ""
	for id, l := range links {
		if l.kind == kind && l.target != "" && (best == "" || id < best) {
			best, name = id, l.target
		}
	}
	return name
}

// open opens a file for reading. Errors are *core.FileError, or that of ctx.
func open(ctx context.Context, in core.Input) (*container, error) {
	data := in.Data
	if err := Refuse(data, in.Kind); err != nil {
		return nil, err
	}
	if bytes.HasPrefix(data, compoundMark) {
		var err error
		if data, err = decrypt(ctx, data, in.Password); err != nil {
			return nil, err
		}
	}
	c, err := unpack(data)
	if err != nil {
		return nil, err
	}
	if in.Kind == core.KindSheet && c.has("xl/workbook.bin") {
		return nil, old("is a binary workbook")
	}
	if c.format == unknown || c.format.kind() != in.Kind {
		return nil, &core.FileError{State: core.StateDamaged, Reason: "is not the kind of office file it claims to be"}
	}
	if err := c.findMain(ctx); err != nil {
		return nil, damaged(err)
	}
	if c.main == "content.xml" {
		secret, err := c.isEncryptedODF(ctx)
		switch {
		case err != nil:
			return nil, damaged(err)
		case secret:
			return nil, &core.FileError{State: core.StateNeedsPassword,
				Reason: "is encrypted; save it without a password to have it read", Err: core.ErrNeedsPassword}
		}
	}
	return c, nil
}

func (c *container) isEncryptedODF(ctx context.Context) (bool, error) {
	found := false
	err := c.read(ctx, "META-INF/manifest.xml", func(s *scanner, _ xml.StartElement) error {
		for !found {
			t, err := s.next()
			if err != nil {
				return err
			}
			switch e := t.(type) {
			case xml.StartElement:
				found = e.Name.Local == "encryption-data"
			case xml.EndElement:
				if s.depth == 0 {
					return nil
				}
			}
		}
		return errStop
	})
	if errors.Is(err, errStop) {
		err = nil
	}
	return found, err
}

// errStop ends the reading of a part of which enough is known.
var errStop = errors.New("enough was read")

// damaged names an error of reading: that of a cancelled call stays what it is.
func damaged(err error) error {
	var f *core.FileError
	switch {
	case err == nil, errors.As(err, &f), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, errFull):
		return &core.FileError{State: core.StateTooLarge, Reason: "holds more text than is read", Err: err}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &core.FileError{State: core.StateDamaged, Reason: "breaks off before its end", Err: err}
	}
	return &core.FileError{State: core.StateDamaged, Reason: "is not readable as an office file", Err: err}
}
