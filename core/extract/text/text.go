// Package text reads plain text and Markdown. A file is one page. Places in it are
// line numbers, so lines stay as they are; only the encoding and the line ends are
// made uniform.
package text

import (
	"context"
	"fmt"

	"ibid/core"
)

// Extractor reads files of core.KindText, core.KindMarkdown and core.KindCode. The
// zero value is ready; it holds no state.
type Extractor struct{}

// Words emits the whole text as page 1.
func (Extractor) Words(_ context.Context, in core.Input, emit func(core.Page) error) error {
	text, err := Decode(in.Data)
	if err != nil {
		return fmt.Errorf("decode %q: %w", in.Name, err)
	}
	return emit(core.Page{Index: 1, Text: text})
}

// Structure emits the headings of a Markdown text, and an empty layout for other
// text.
func (Extractor) Structure(_ context.Context, in core.Input, pages []core.Page, emit func(core.Layout) error) error {
	for _, p := range pages {
		l := core.Layout{Page: p.Index}
		if in.Kind == core.KindMarkdown {
			l.Headings = Headings(p.Text)
		}
		if err := emit(l); err != nil {
			return err
		}
	}
	return nil
}

// Outline returns nil: these kinds have no outline other than their headings.
func (Extractor) Outline(context.Context, core.Input) ([]core.OutlineEntry, error) { return nil, nil }

// Metadata returns the title and author of a Markdown text: those of its front
// matter, else its first heading of level 1.
func (Extractor) Metadata(_ context.Context, in core.Input) (core.Metadata, error) {
	if in.Kind != core.KindMarkdown {
		return core.Metadata{}, nil
	}
	text, err := Decode(in.Data)
	if err != nil {
		return core.Metadata{}, fmt.Errorf("decode %q: %w", in.Name, err)
	}
	m := frontMatter(text)
	if m.Title != "" {
		return m, nil
	}
	for _, h := range Headings(text) {
		if h.Level == 1 {
			m.Title = h.Title
			break
		}
	}
	return m, nil
}
