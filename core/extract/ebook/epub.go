package ebook

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html/charset"

	"ibid/core"
	"ibid/core/extract/html"
	"ibid/core/extract/text"
	"ibid/core/extract/zipguard"
)

// epub is a book in the format EPUB 2 or 3: web pages in a zip file.
type epub struct {
	files map[string]*zip.File
	opf   packageFile
	spine []string // names of the chapters in reading order, each once
	nav   string   // name of the table of contents of EPUB 3, "" if there is none
	ncx   string   // the same of EPUB 2
}

// packageFile holds what is read of the OPF file.
type packageFile struct {
	Titles   []string `xml:"metadata>title"`
	Creators []string `xml:"metadata>creator"`
	Items    []struct {
		ID         string `xml:"id,attr"`
		Href       string `xml:"href,attr"`
		Type       string `xml:"media-type,attr"`
		Properties string `xml:"properties,attr"`
	} `xml:"manifest>item"`
	Spine struct {
		NCX   string `xml:"toc,attr"`
		Items []struct {
			ID string `xml:"idref,attr"`
		} `xml:"itemref"`
	} `xml:"spine"`
}

func openEPUB(r *zip.Reader) (book, error) {
	e := &epub{files: make(map[string]*zip.File, len(r.File))}
	for _, f := range r.File {
		if _, twice := e.files[f.Name]; !twice {
			e.files[f.Name] = f
		}
	}
	root, err := e.root()
	if err != nil {
		return nil, err
	}
	if err := e.decode(root, &e.opf); err != nil {
		return nil, err
	}
	e.resolve(path.Dir(root))
	if err := e.protection(); err != nil {
		return nil, err
	}
	if len(e.spine) == 0 {
		return nil, &core.FileError{State: core.StateDamaged, Reason: "names no chapters"}
	}
	return e, nil
}

// root returns the name of the OPF file that the container names, else of the
// first one there is.
func (e *epub) root() (string, error) {
	var container struct {
		Roots []struct {
			Path string `xml:"full-path,attr"`
		} `xml:"rootfiles>rootfile"`
	}
	if e.files["META-INF/container.xml"] != nil && e.decode("META-INF/container.xml", &container) == nil {
		for _, r := range container.Roots {
			if e.files[r.Path] != nil {
				return r.Path, nil
			}
		}
	}
	var found []string
	for name := range e.files {
		if strings.HasSuffix(strings.ToLower(name), ".opf") {
			found = append(found, name)
		}
	}
	if len(found) == 0 {
		return "", &core.FileError{State: core.StateDamaged, Reason: "is a zip file without a book in it"}
	}
	return slices.Min(found), nil
}

// decode decodes an XML file of the book into v.
func (e *epub) decode(name string, v any) error {
	data, err := zipguard.Read(e.files[name], maxPart)
	if err != nil {
		return err
	}
	if zipguard.HasEntities(data) {
		return &core.FileError{State: core.StateDamaged, Reason: fmt.Sprintf("declares entities in %q", name)}
	}
	if err := decoder(data).Decode(v); err != nil {
		return &core.FileError{State: core.StateDamaged, Reason: fmt.Sprintf("holds %q, which is not readable as XML", name), Err: err}
	}
	return nil
}

// decoder returns a decoder for XML in any encoding. It is lenient, so that it
// reads as much as possible of what is not quite XML.
func decoder(data []byte) *xml.Decoder {
	label := charset.NewReaderLabel
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		if decoded, err := text.Decode(data); err == nil {
			data = []byte(decoded)
			label = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
		}
	}
	d := xml.NewDecoder(bytes.NewReader(data))
	d.Strict = false
	d.Entity = xml.HTMLEntity
	d.CharsetReader = label
	return d
}

// resolve finds the files that the OPF file, which lies in dir, names.
func (e *epub) resolve(dir string) {
	names := make(map[string]string) // by identifier
	for _, item := range e.opf.Items {
		name := e.name(dir, item.Href)
		if name == "" {
			continue
		}
		switch {
		case slices.Contains(strings.Fields(item.Properties), "nav"):
			e.nav = name
		case item.ID == e.opf.Spine.NCX && item.ID != "" || item.Type == "application/x-dtbncx+xml":
			e.ncx = name
		}
		if strings.Contains(item.Type, "html") || item.Type == "text/x-oeb1-document" || strings.HasSuffix(name, "html") {
			names[item.ID] = name
		}
	}
	seen := make(map[string]bool)
	for _, item := range e.opf.Spine.Items {
		// The table of contents is read as the outline, not as a chapter.
		if name := names[item.ID]; name != "" && name != e.nav && !seen[name] {
			seen[name] = true
			e.spine = append(e.spine, name)
		}
	}
}

// name returns the name of the file that a reference from the folder dir leads
// to, "" if there is none.
func (e *epub) name(dir, href string) string {
	href, _, _ = strings.Cut(href, "#")
	unescaped, _ := url.PathUnescape(href) // "" where it cannot be unescaped
	for _, h := range []string{unescaped, href} {
		if name := path.Join(dir, h); h != "" && e.files[name] != nil {
			return name
		}
	}
	return ""
}

// fontMethods lists the kinds of encryption that only protect fonts.
var fontMethods = []string{"http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"}

// protection returns an error if chapters are encrypted, or if the book holds the
// rights that its reader has.
func (e *epub) protection() error {
	var encryption struct {
		Data []struct {
			Method struct {
				Algorithm string `xml:"Algorithm,attr"`
			} `xml:"EncryptionMethod"`
			Reference struct {
				URI string `xml:"URI,attr"`
			} `xml:"CipherData>CipherReference"`
		} `xml:"EncryptedData"`
	}
	const list = "META-INF/encryption.xml"
	if e.files[list] != nil {
		if err := e.decode(list, &encryption); err != nil {
			return err
		}
	}
	for _, d := range encryption.Data {
		if !slices.Contains(fontMethods, d.Method.Algorithm) && slices.Contains(e.spine, e.name("", d.Reference.URI)) {
			return protected(e.scheme())
		}
	}
	if e.files["META-INF/rights.xml"] != nil {
		return protected(e.scheme())
	}
	return nil
}

// scheme returns the name of the DRM that protects the book, by its file in it.
func (e *epub) scheme() string {
	switch {
	case e.files["META-INF/license.lcpl"] != nil:
		return "Readium LCP"
	case e.files["META-INF/sinf.xml"] != nil:
		return "Apple FairPlay"
	case e.files["META-INF/rights.xml"] != nil:
		return "Adobe ADEPT or alike"
	}
	return "encrypted chapters"
}

func (e *epub) chapters(ctx context.Context, each func(chapter) error) error {
	for _, name := range e.spine {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := each(e.chapter(name)); err != nil {
			return err
		}
	}
	return nil
}

func (e *epub) chapter(name string) chapter {
	data, err := zipguard.Read(e.files[name], maxPart)
	if err != nil {
		return unreadable(err)
	}
	return newChapter(data, "")
}

// newChapter reads a chapter of HTML in an encoding, which may be "".
func newChapter(markup []byte, encoding string) chapter {
	root, err := html.Parse(markup, encoding)
	if err != nil {
		return unreadable(err)
	}
	return chapter{Text: html.Render(root)}
}

// unreadable returns the chapter for a part that could not be read.
func unreadable(err error) chapter {
	var f *core.FileError
	if errors.As(err, &f) {
		return chapter{note: "could not be read: the book " + f.Reason}
	}
	return chapter{note: "could not be read: " + err.Error()}
}

func (e *epub) metadata() core.Metadata {
	var m core.Metadata
	if len(e.opf.Titles) > 0 {
		m.Title = text.OneLine(e.opf.Titles[0])
	}
	m.Author = text.OneLine(strings.Join(e.opf.Creators, ", "))
	return m
}
