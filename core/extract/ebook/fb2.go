package ebook

import (
	"bytes"
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	nethtml "golang.org/x/net/html"

	"ibid/core"
	"ibid/core/extract/html"
	"ibid/core/extract/text"
)

// fictionBook is a FictionBook 2 file: one XML document of nested sections. It is
// read as a stream, a chapter at a time.
type fictionBook struct{ data []byte }

// isFictionBook reports whether the root element of a FictionBook stands near the
// beginning of a file.
func isFictionBook(data []byte) bool {
	head := data[:min(len(data), 4096)]
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		if decoded, err := text.Decode(head); err == nil {
			head = []byte(decoded)
		}
	}
	return bytes.Contains(head, []byte("<FictionBook"))
}

// chapters hands over the outermost sections of each body, and the text before
// them. A body of notes is one chapter. A damaged file is read up to the damage.
func (b fictionBook) chapters(ctx context.Context, each func(chapter) error) error {
	r := sections{d: decoder(b.data), each: each}
	err := r.read(ctx)
	if !errors.Is(err, errBroken) {
		return err
	}
	if err := r.end(); err != nil {
		return err
	}
	if r.words == 0 {
		return &core.FileError{State: core.StateDamaged, Reason: "is not readable as a FictionBook", Err: err}
	}
	line, _ := r.d.InputPos()
	return each(chapter{note: fmt.Sprintf("could not be read: the file is damaged at line %d", line)})
}

// errBroken is wrapped by errors of the XML itself.
var errBroken = errors.New("broken XML")

// sections converts each chapter to a page of HTML.
type sections struct {
	d     *xml.Decoder
	each  func(chapter) error
	words int // bytes of text handed over

	open     []string      // names of the open elements
	body     *nethtml.Node // of the present chapter; nil outside of bodies
	at       *nethtml.Node // innermost open element of body
	elements int           // in body
	notes    bool          // inside a body of notes
	depth    int           // open sections
	titles   int           // open titles
}

func (s *sections) read(ctx context.Context) error {
	for n := 0; ; n++ {
		if n%1000 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		token, err := s.d.RawToken()
		if err == io.EOF && len(s.open) == 0 {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%w: %w", errBroken, err)
		}
		switch t := token.(type) {
		case xml.Directive:
			if bytes.Contains(t, []byte("<!ENTITY")) {
				return &core.FileError{State: core.StateDamaged, Reason: "declares entities of its own"}
			}
		case xml.StartElement:
			err = s.start(t)
		case xml.EndElement:
			err = s.close(t.Name.Local)
		case xml.CharData:
			if s.at != nil {
				s.at.AppendChild(&nethtml.Node{Type: nethtml.TextNode, Data: string(t)})
			}
		}
		if err != nil {
			return err
		}
	}
}

func (s *sections) start(t xml.StartElement) error {
	name := t.Name.Local
	if s.open = append(s.open, name); len(s.open) > maxDepth {
		return &core.FileError{State: core.StateDamaged, Reason: fmt.Sprintf("has elements nested more than %d deep", maxDepth)}
	}
	switch {
	case name == "body" && s.body == nil:
		s.notes = attr(t, "name") != ""
		s.begin()
	case s.body == nil:
	case name == "section":
		if s.depth++; s.depth == 1 && !s.notes {
			if err := s.end(); err != nil {
				return err
			}
			s.begin()
		}
		s.push("section")
	case name == "title" && s.notes && s.depth > 0:
		s.push("div") // the number of a note
	case name == "title":
		s.titles++
		s.push(fmt.Sprintf("h%d", min(max(s.depth, 1), 6)))
	default:
		s.push(html5(name))
	}
	if s.elements > maxElements {
		return &core.FileError{State: core.StateTooLarge, Reason: fmt.Sprintf("has a chapter of more than %d elements", maxElements)}
	}
	return nil
}

// html5 returns the element of HTML that reads as an element of FictionBook does.
func html5(name string) string {
	switch name {
	case "p", "table", "tr", "td", "th", "strong", "sub", "sup", "code", "a":
		return name
	case "subtitle", "text-author", "date", "stanza":
		return "p"
	case "emphasis", "style", "strikethrough", "v":
		return "span"
	case "image":
		return "img"
	}
	return "div"
}

// close closes the elements up to the innermost one of that name.
func (s *sections) close(name string) error {
	if !slices.Contains(s.open, name) {
		return nil // an end without a beginning
	}
	for closed := false; !closed; {
		closed = s.open[len(s.open)-1] == name
		if err := s.pop(); err != nil {
			return err
		}
	}
	return nil
}

// pop closes the innermost open element.
func (s *sections) pop() error {
	name := s.open[len(s.open)-1]
	s.open = s.open[:len(s.open)-1]
	if s.body == nil {
		return nil
	}
	if s.at != s.body {
		s.at = s.at.Parent
	}
	switch name {
	case "v":
		s.at.AppendChild(&nethtml.Node{Type: nethtml.ElementNode, Data: "br"})
	case "p":
		if s.titles > 0 {
			s.at.AppendChild(&nethtml.Node{Type: nethtml.TextNode, Data: " "})
		}
	case "title":
		s.titles = max(s.titles-1, 0)
	case "section":
		if s.depth--; s.depth == 0 && !s.notes {
			err := s.end()
			s.begin()
			return err
		}
	case "body":
		if !slices.Contains(s.open, "body") {
			return s.end()
		}
	}
	return nil
}

func (s *sections) push(name string) {
	n := &nethtml.Node{Type: nethtml.ElementNode, Data: name}
	s.at.AppendChild(n)
	s.at = n
	s.elements++
}

// begin opens a chapter.
func (s *sections) begin() {
	s.body = &nethtml.Node{Type: nethtml.ElementNode, Data: "body"}
	s.at = s.body
	s.elements = 0
}

// end hands over the present chapter, unless it is empty.
func (s *sections) end() error {
	if s.body == nil {
		return nil
	}
	c := chapter{Text: html.Render(s.body)}
	s.body, s.at = nil, nil
	s.words += len(c.Text.Text)
	if c.empty() {
		return nil
	}
	return s.each(c)
}

// outline returns the titles of the sections.
func (b fictionBook) outline(ctx context.Context) ([]core.OutlineEntry, error) {
	var out []core.OutlineEntry
	n := 0
	err := b.chapters(ctx, func(c chapter) error {
		n++
		for _, h := range c.Headings {
			if len(out) < maxOutline {
				out = append(out, core.OutlineEntry{Level: h.Level, Title: h.Title, Page: n})
			}
		}
		return nil
	})
	return out, err
}

// metadata reads the description of the book, as far as it is well formed.
func (b fictionBook) metadata() core.Metadata {
	var info struct {
		Title   string `xml:"book-title"`
		Authors []struct {
			First    string `xml:"first-name"`
			Middle   string `xml:"middle-name"`
			Last     string `xml:"last-name"`
			Nickname string `xml:"nickname"`
		} `xml:"author"`
	}
	for d := decoder(b.data); ; {
		token, err := d.Token()
		if err != nil {
			return core.Metadata{}
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if start.Name.Local == "body" {
			return core.Metadata{}
		}
		if start.Name.Local == "title-info" {
			_ = d.DecodeElement(&info, &start) // what precedes an error is used
			break
		}
	}
	var authors []string
	for _, a := range info.Authors {
		if name := cmp.Or(text.OneLine(a.First+" "+a.Middle+" "+a.Last), text.OneLine(a.Nickname)); name != "" {
			authors = append(authors, name)
		}
	}
	return core.Metadata{Title: text.OneLine(info.Title), Author: strings.Join(authors, ", ")}
}
