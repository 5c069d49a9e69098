package office

import (
	"bufio"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
)

// Bounds of one XML part, beside those of the zip file: real parts nest some
// thirty elements and their longest run of text has some kilobytes.
const (
	maxDepth = 256
	maxToken = 8 << 20 // bytes between two marks: what one token may hold in memory
	askAfter = 2048    // tokens between two checks of the context
)

var (
	errDepth = errors.New("elements are nested too deeply")
	errToken = errors.New("a single piece of text is too long")
)

// A scanner streams the elements of one XML part. Elements are told apart by
// their local names: no two that are read here differ only in their prefix.
// Entities that the part declares are not expanded, since encoding/xml knows
// only its own. A scanner is not safe for concurrent use.
type scanner struct {
	dec    *xml.Decoder
	meter  *meter
	closer io.Closer
	ctx    context.Context // of the one call that uses the scanner
	depth  int             // open elements
	tokens int
}

func newScanner(ctx context.Context, r io.ReadCloser) *scanner {
	src := bufio.NewReaderSize(r, 32<<10)
	wide := false
	if mark, err := src.Peek(2); err == nil && (mark[0] == 0xfe && mark[1] == 0xff || mark[0] == 0xff && mark[1] == 0xfe) {
		src, wide = bufio.NewReader(unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder().Reader(src)), true
	}
	m := &meter{src: src}
	dec := xml.NewDecoder(m)
	dec.CharsetReader = func(label string, in io.Reader) (io.Reader, error) {
		if wide {
			return m, nil
		}
		enc, err := htmlindex.Get(label)
		if err != nil {
			return nil, fmt.Errorf("encoding %q is not known", label)
		}
		m.src = bufio.NewReader(enc.NewDecoder().Reader(m.src))
		return m, nil
	}
	return &scanner{dec: dec, meter: m, closer: r, ctx: ctx}
}

func (s *scanner) close() { _ = s.closer.Close() }

// next returns the next start element, end element or character data, which is
// valid until the following call. The error is io.EOF at the end of a part
// whose elements are all closed.
func (s *scanner) next() (xml.Token, error) {
	for {
		if s.tokens++; s.tokens%askAfter == 0 {
			if err := s.ctx.Err(); err != nil {
				return nil, err
			}
		}
		s.meter.since = 0
		t, err := s.dec.RawToken()
		if errors.Is(err, io.EOF) && s.depth > 0 {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return nil, err
		}
		switch t.(type) {
		case xml.StartElement:
			if s.depth++; s.depth > maxDepth {
				return nil, errDepth
			}
			return t, nil
		case xml.EndElement:
			if s.depth--; s.depth < 0 {
				return nil, errors.New("an element ends that did not begin")
			}
			return t, nil
		case xml.CharData:
			return t, nil
		}
	}
}

// each hands the elements directly below the present one to onStart, until the
// present one ends. What onStart leaves unread of an element is skipped.
func (s *scanner) each(onStart func(xml.StartElement) error) error { return s.mixed(onStart, nil) }

// named is each for the elements that have a local name.
func (s *scanner) named(name string, onStart func(xml.StartElement) error) error {
	return s.each(func(e xml.StartElement) error {
		if e.Name.Local != name {
			return nil
		}
		return onStart(e)
	})
}

// attributes is each for elements of which only the attributes are read.
func (s *scanner) attributes(onStart func(xml.StartElement)) error {
	return s.each(func(e xml.StartElement) error { onStart(e); return nil })
}

// mixed is each that also hands the character data between the elements to
// onText, which may be nil.
func (s *scanner) mixed(onStart func(xml.StartElement) error, onText func(xml.CharData)) error {
	level := s.depth
	for {
		t, err := s.next()
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.StartElement:
			if err := onStart(t); err != nil {
				return err
			}
			if err := s.skipTo(level); err != nil {
				return err
			}
		case xml.EndElement:
			if s.depth < level {
				return nil
			}
		case xml.CharData:
			if onText != nil {
				onText(t)
			}
		}
	}
}

// skipTo reads on until no more than level elements are open.
func (s *scanner) skipTo(level int) error {
	for s.depth > level {
		if _, err := s.next(); err != nil {
			return err
		}
	}
	return nil
}

// document hands over the root element of the part and reads it to its end.
func (s *scanner) document(onRoot func(xml.StartElement) error) error {
	for {
		t, err := s.next()
		if errors.Is(err, io.EOF) {
			return errors.New("it holds no element")
		} else if err != nil {
			return err
		}
		if root, ok := t.(xml.StartElement); ok {
			if err := onRoot(root); err != nil {
				return err
			}
			return s.skipTo(0)
		}
	}
}

// text returns the character data directly below the present element.
func (s *scanner) text() (string, error) {
	var b strings.Builder
	err := s.textTo(&b)
	return b.String(), err
}

// textTo writes the character data directly below the present element to b.
func (s *scanner) textTo(b *strings.Builder) error {
	return s.mixed(func(xml.StartElement) error { return nil }, func(t xml.CharData) { b.Write(t) })
}

// attr returns the value of the attribute with a local name, "" if there is
// none. An attribute without a prefix is preferred to one with a prefix.
func attr(e xml.StartElement, local string) string {
	value := ""
	for _, a := range e.Attr {
		if a.Name.Local == local {
			if value = a.Value; a.Name.Space == "" {
				return value
			}
		}
	}
	return value
}

// relation returns the value of an attribute that names a relationship: "r:id"
// with any prefix.
func relation(e xml.StartElement, local string) string {
	for _, a := range e.Attr {
		if a.Name.Local == local && a.Name.Space != "" {
			return a.Value
		}
	}
	return ""
}

// on reports whether the value of a Boolean property switches it on: an empty
// one does (<w:vanish/>), "0" does not (<w:vanish w:val="0"/>).
func on(value string) bool {
	switch value {
	case "0", "false", "off", "none":
		return false
	}
	return true
}

// A meter fails with errToken when more than maxToken bytes are read for one
// token, because the decoder holds a token in memory as a whole.
type meter struct {
	src   *bufio.Reader
	since int // bytes read for the present token
}

func (m *meter) ReadByte() (byte, error) {
	if m.since++; m.since > maxToken {
		return 0, errToken
	}
	return m.src.ReadByte()
}

func (m *meter) Read(p []byte) (int, error) {
	n, err := m.src.Read(p)
	if m.since += n; m.since > maxToken {
		return n, errToken
	}
	return n, err
}
