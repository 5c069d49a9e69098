// Package markup finds the headings and the title of markup and data that are
// read as lines: LaTeX, reStructuredText, Org, BibTeX, JSON, YAML and TOML. The
// text itself stays as it was written. Every reader is a scan that goes on
// behind what it does not understand, so that a damaged file is still text.
package markup

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"ibid/core"
	"ibid/core/extract/text"
)

const (
	maxHeadings = 20_000 // of one file; what is behind them is in the last one's section
	maxTitle    = 200    // bytes
)

// format is one way of writing text. Its functions take decoded text.
type format struct {
	headings func(s string) []core.Heading
	about    func(s string) core.Metadata // nil if files name neither title nor author
}

// formats are the ways of writing by the extension of a file.
var formats = map[string]format{
	".tex": tex, ".ltx": tex, ".latex": tex, ".rst": rst, ".rest": rst,
	".org": {orgHeadings, orgAbout}, ".bib": {bibHeadings, nil}, ".toml": {tomlHeadings, nil},
	".json": {jsonHeadings, nil}, ".geojson": {jsonHeadings, nil}, ".yaml": {yamlHeadings, nil}, ".yml": {yamlHeadings, nil},
	".csv": plain, ".tsv": plain, ".tab": plain, ".jsonl": plain, ".ndjson": plain,
}

var (
	tex   = format{texHeadings, texAbout}
	rst   = format{rstHeadings, rstAbout}
	plain = format{func(string) []core.Heading { return nil }, nil}
)

// Known reports whether files with that extension, in lower case with its dot,
// are markup or data that is read as lines.
func Known(extension string) bool {
	_, ok := formats[extension]
	return ok
}

func formatOf(name string) format {
	if f, ok := formats[strings.ToLower(filepath.Ext(name))]; ok {
		return f
	}
	return plain
}

// Extractor reads files of core.KindText; those of a known extension have
// headings. The zero value is ready; it holds no state.
type Extractor struct{ text.Extractor }

// Structure emits the headings of the text.
func (Extractor) Structure(ctx context.Context, in core.Input, pages []core.Page, emit func(core.Layout) error) error {
	f := formatOf(in.Name)
	for _, p := range pages {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := emit(core.Layout{Page: p.Index, Headings: f.headings(p.Text)}); err != nil {
			return err
		}
	}
	return nil
}

// Metadata returns the title and author that the text names.
func (Extractor) Metadata(ctx context.Context, in core.Input) (core.Metadata, error) {
	f := formatOf(in.Name)
	if f.about == nil {
		return core.Metadata{}, ctx.Err()
	}
	decoded, err := text.Decode(in.Data)
	if err != nil {
		return core.Metadata{}, fmt.Errorf("decode %q: %w", in.Name, err)
	}
	return f.about(decoded), ctx.Err()
}

// collector gathers headings in the order of the text.
type collector struct{ list []core.Heading }

// add appends a heading that has a title, and reports whether there is room for
// more.
func (c *collector) add(level int, title string, start int) bool {
	if title = oneLine(title); title != "" {
		c.list = append(c.list, core.Heading{Level: level, Title: title, Line: -1, Start: start})
	}
	return len(c.list) < maxHeadings
}

// oneLine brings a title on one line of bounded length.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s[:min(len(s), 4*maxTitle)]), " ")
	if len(s) > maxTitle {
		s = strings.TrimSpace(s[:maxTitle]) + "…"
	}
	return strings.ToValidUTF8(s, "")
}
