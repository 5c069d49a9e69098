package office

import (
	"cmp"
	"context"
	"encoding/xml"
	"fmt"
	"strings"

	"ibid/core"
)

// Metadata returns title and author from the properties of the file. Titles that
// programs fill in by themselves are left out.
func (Extractor) Metadata(ctx context.Context, in core.Input) (core.Metadata, error) {
	c, err := open(ctx, in)
	if err != nil {
		return core.Metadata{}, fmt.Errorf("open %q: %w", in.Name, err)
	}
	name := "meta.xml"
	if c.main != "content.xml" {
		links, err := c.links(ctx, "")
		if err != nil {
			return core.Metadata{}, fmt.Errorf("read %q: %w", in.Name, damaged(err))
		}
		if name = target(links, "core-properties"); name == "" {
			name = "docProps/core.xml"
		}
	}
	var m properties
	if err := c.read(ctx, name, m.read); err != nil {
		return core.Metadata{}, fmt.Errorf("read %q: %w", in.Name, damaged(err))
	}
	return m.metadata(), ctx.Err()
}

// properties holds elements of core.xml or meta.xml, most of which are of Dublin
// Core.
type properties struct{ title, author, initial string }

func (p *properties) read(s *scanner, e xml.StartElement) error {
	return s.each(func(e xml.StartElement) error {
		to := (*string)(nil)
		switch e.Name.Local {
		case "title":
			to = &p.title
		case "creator":
			to = &p.author
		case "initial-creator": // of an OpenDocument, whose creator is who saved it last
			to = &p.initial
		case "meta":
			return p.read(s, e)
		default:
			return nil
		}
		text, err := s.text()
		*to = oneLine(text)
		return err
	})
}

// fillers holds titles that programs fill in, in lower case.
var fillers = map[string]bool{"powerpoint presentation": true, "untitled": true, "slide 1": true, "no slide title": true,
	"presentation": true, "document": true, "word document": true, "titel": true, "title": true}

func (p *properties) metadata() core.Metadata {
	m := core.Metadata{Title: p.title, Author: cmp.Or(p.initial, p.author)}
	lower := strings.ToLower(m.Title)
	if fillers[lower] || strings.HasPrefix(lower, "microsoft word - ") {
		m.Title = ""
	}
	return m
}
