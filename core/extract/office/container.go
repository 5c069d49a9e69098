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

// A format is one of the six formats of office files that are read.
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
	main   string // name of the main part
}

// errMissing is wrapped by errors about parts that are not there.
var errMissing = errors.New("no such part")

// unpack opens the directory of a zip file and detects its format by the names in
// it. Errors are *core.FileError.
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
	c.format, c.main = c.detect()
	return c, nil
}

// mainParts lists the folders of the formats, with the name that the main part
// has in all but rare files.
var mainParts = []struct {
	folder, main string
	format       format
}{
	{"word/", "word/document.xml", docx},
	{"ppt/", "ppt/presentation.xml", pptx},
	{"xl/", "xl/workbook.xml", xlsx},
}

// detect returns the format of the file and the usual name of its main part. The
// binary workbooks of Excel (xl/workbook.bin) are none of these formats.
func (c *container) detect() (format, string) {
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

// has reports whether the container holds a part with that name, in any case.
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

// read hands the root element of a part to onRoot. It does nothing if there is no
// such part: most are optional.
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

// A link is a relationship of one part to another.
type link struct {
	kind   string // last element of the URI of its type: "slide", "footnotes"
	target string // name of the part, "" if it lies outside the container
}

// maxLinks is how many relationships are read of one part.
const maxLinks = 50_000

// links reads the relationships of a part by their identifiers. Those of part ""
// are of the container itself.
func (c *container) links(ctx context.Context, part string) (map[string]link, error) {
	folder, base := path.Split(part)
	out := make(map[string]link)
	err := c.read(ctx, folder+"_rels/"+base+".rels", func(s *scanner, _ xml.StartElement) error {
		return s.named("Relationship", func(e xml.StartElement) error {
			if len(out) >= maxLinks {
				return nil
			}
			l := link{kind: path.Base(attr(e, "Type"))}
			if attr(e, "TargetMode") != "External" {
				l.target = resolve(folder, attr(e, "Target"))
			}
			out[attr(e, "Id")] = l
			return nil
		})
	})
	return out, err
}

// resolve returns the name of the part that a relationship from a folder leads
// to.
func resolve(folder, target string) string {
	target, _, _ = strings.Cut(target, "#")
	if !strings.HasPrefix(target, "/") {
		target = "/" + folder + target
	}
	return strings.TrimPrefix(path.Clean(target), "/")
}

// findMain replaces the usual name of the main part, if there is no such part, by
// the name in the relationships of the container.
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

// target returns the part that the first relationship of a kind leads to, "" if
// there is none.
func target(links map[string]link, kind string) string {
	best, name := "", ""
	for id, l := range links {
		if l.kind == kind && l.target != "" && (best == "" || id < best) {
			best, name = id, l.target
		}
	}
	return name
}

// open opens a file, decrypts it if need be, and finds its main part. Errors are
// *core.FileError, or that of ctx.
func open(ctx context.Context, in core.Input) (*container, error) {
	data := in.Data
	if err := Refuse(data, in.Kind); err != nil {
		return nil, err
	}
	if bytes.HasPrefix(data, oleMark) {
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
		return nil, needsConversion("is a binary workbook")
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
			return nil, encrypted(core.ErrNeedsPassword)
		}
	}
	return c, nil
}

// isEncryptedODF reports whether the manifest says that parts are encrypted.
func (c *container) isEncryptedODF(ctx context.Context) (bool, error) {
	found := false
	err := c.read(ctx, "META-INF/manifest.xml", func(s *scanner, _ xml.StartElement) error {
		var within func(e xml.StartElement) error
		within = func(e xml.StartElement) error {
			found = found || e.Name.Local == "encryption-data"
			return s.each(within)
		}
		return s.each(within)
	})
	if found {
		return true, nil
	}
	return false, err
}

// damaged returns err as a *core.FileError, unless it is one already or comes
// from a cancelled call.
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
