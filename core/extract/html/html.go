// Package html reads the main text of web pages, without the navigation, banners
// and footers that every page of a site has. Package ebook uses its parts for
// the chapters of books.
package html

import (
	"cmp"
	"context"
	"fmt"

	nethtml "golang.org/x/net/html"

	"ibid/core"
	"ibid/core/extract/mail"
	"ibid/core/extract/text"
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

// Outline returns nil: the headings are all the outline a page has.
func (Extractor) Outline(context.Context, core.Input) ([]core.OutlineEntry, error) { return nil, nil }

// Metadata returns the title and the author of the page.
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

// open parses a page, which may be saved with its pictures in one file.
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

// metadata reads the elements of the head. The title for sharing is preferred to
// that of the window, which often ends with the name of the site.
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
				named[key] = text.OneLine(content)
			}
		case element(n, "title") && title == "" && n.Parent != nil && element(n.Parent, "head"):
			title = PlainText(n)
		}
	}
	return core.Metadata{
		Title:  cmp.Or(named["citation_title"], named["dc.title"], named["DC.title"], named["og:title"], title),
		Author: cmp.Or(named["citation_author"], named["author"], named["dc.creator"], named["DC.creator"], named["DC.Creator"], named["article:author"]),
	}
}
