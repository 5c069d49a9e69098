package office

import (
	"context"
	"encoding/xml"
	"fmt"
	"strings"

	"ibid/core"
)

// Metadata returns title and author as the file's properties have them, without
// what programs put there instead of a title.
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

// properties are the elements of core.xml or meta.xml: Dublin Core and the names
// around it.
type properties struct{ title, author, initial string }

func (p *properties) read(s *scanner, e xml.StartElement) error {
	return s.each(func(e xml.StartElement) error {
		to := (*string)(nil)
		switch e.Name.Local {
		case "title":
			to = &p.title
		case "creator":
			to = &p.author
		case "initial-creator": // of an OpenDocument, where creator is who saved it last
			to = &p.initial
		case "meta":
			return p.read(s, e)
		default:
			return nil
		}
		text, err := s.text()
		*to = oneLine(text)
		return err
	}, nil)
}

// fillers are titles that programs write themselves.
var fillers = map[string]bool{"powerpoint presentation": true, "untitled": true, "slide 1": true, "no slide title": true,
	"presentation": true, "document": true, "word document": true, "titel": true, "title": true}

func (p *properties) metadata() core.Metadata {
	m := core.Metadata{Title: p.title, Author: p.initial}
	if m.Author == "" {
		m.Author = p.author
	}
	lower := strings.ToLower(m.Title)
	if fillers[lower] || strings.HasPrefix(lower, "microsoft word - ") {
		m.Title = ""
	}
	return m
}
