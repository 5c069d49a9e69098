// Package html reads web pages: what a reader sees of them, without what
// stands around it on every page of a site. Books and mails, which hold pages
// of the same kind, use its parts.
package html

import (
	"context"
	"fmt"

	nethtml "golang.org/x/net/html"

	"ibid/core"
	"ibid/core/extract/mail"
)

// Extractor reads files of core.KindHTML. The zero value is ready; it holds no
// state.
type Extractor struct{}

// Words emits the main text as page 1.
func (Extractor) Words(_ context.Context, in core.Input, emit func(core.Page) error) error {
	page, err := read(in)
	if err != nil {
		return err
	}
	if page.Text == "" {
		return fmt.Errorf("read %q: %w", in.Name, &core.FileError{State: core.StateNoText, Reason: "shows no text: its words may be fetched by a script"})
	}
	return emit(core.Page{Index: 1, Text: page.Text})
}

// Structure emits the headings of the main text.
func (Extractor) Structure(_ context.Context, in core.Input, pages []core.Page, emit func(core.Layout) error) error {
	page, err := read(in)
	if err != nil {
		return err
	}
	for _, p := range pages {
		if err := emit(core.Layout{Page: p.Index, Headings: page.Headings, Tables: page.Tables, Pictures: page.Pictures}); err != nil {
			return err
		}
	}
	return nil
}

// Outline returns nil: a page has no table of contents beside its headings.
func (Extractor) Outline(context.Context, core.Input) ([]core.OutlineEntry, error) { return nil, nil }

// Metadata returns the title and author that the page names.
func (Extractor) Metadata(_ context.Context, in core.Input) (core.Metadata, error) {
	root, err := open(in)
	if err != nil {
		return core.Metadata{}, err
	}
	return metadata(root), nil
}

func read(in core.Input) (Text, error) {
	root, err := open(in)
	if err != nil {
		return Text{}, err
	}
	return Main(root), nil
}

// open parses a page, also one that was saved with its pictures in one file.
func open(in core.Input) (*nethtml.Node, error) {
	data, charset := in.Data, ""
	if mail.IsSavedPage(data) {
		if data, charset = mail.SavedPage(data); len(data) == 0 {
			return nil, fmt.Errorf("read %q: %w", in.Name, &core.FileError{State: core.StateDamaged, Reason: "is a saved web page without the page"})
		}
	}
	root, err := Parse(data, charset)
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", in.Name, err)
	}
	return root, nil
}

// metadata reads the elements of the head. What a page says for sharing is
// better than its title, which often carries the site's name as well.
func metadata(root *nethtml.Node) core.Metadata {
	named := make(map[string]string)
	var title string
	for n := range root.Descendants() {
		switch {
		case element(n, "meta"):
			key, _ := Attribute(n, "name")
			if property, ok := Attribute(n, "property"); ok {
				key = property
			}
			content, _ := Attribute(n, "content")
			if _, seen := named[key]; key != "" && !seen {
				named[key] = oneLine(content)
			}
		case element(n, "title") && title == "" && n.Parent != nil && element(n.Parent, "head"):
			title = PlainText(n)
		}
	}
	m := core.Metadata{Title: title}
	for _, key := range []string{"citation_title", "dc.title", "DC.title", "og:title"} {
		if named[key] != "" {
			m.Title = named[key]
			break
		}
	}
	for _, key := range []string{"citation_author", "author", "dc.creator", "DC.creator", "DC.Creator", "article:author"} {
		if named[key] != "" {
			m.Author = named[key]
			break
		}
	}
	return m
}
