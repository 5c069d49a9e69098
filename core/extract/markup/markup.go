// Package markup finds the headings and the title of markup and data that are
// read as lines: LaTeX, reStructuredText, Org, BibTeX, JSON, YAML and TOML. The
// text itself is kept as it is. Every reader scans past what it does not
// understand, so that a damaged file is still text.
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
	maxHeadings = 20_000 // of one file; later ones are text of the last section
	maxTitle    = 200    // bytes
)

// format reads one kind of markup or data. Its functions take decoded text.
type format struct {
	headings func(s string) []core.Heading
	metadata func(s string) core.Metadata // nil if files have neither title nor author
}

// formats holds the formats by the extension of a file.
var formats = map[string]format{
	".tex": tex, ".ltx": tex, ".latex": tex, ".rst": rst, ".rest": rst,
	".org": {orgHeadings, orgMetadata}, ".bib": {bibHeadings, nil}, ".toml": {tomlHeadings, nil},
	".json": {jsonHeadings, nil}, ".geojson": {jsonHeadings, nil}, ".yaml": {yamlHeadings, nil}, ".yml": {yamlHeadings, nil},
	".csv": plain, ".tsv": plain, ".tab": plain, ".jsonl": plain, ".ndjson": plain,
}

var (
	tex   = format{texHeadings, texMetadata}
	rst   = format{rstHeadings, rstMetadata}
	plain = format{func(string) []core.Heading { return nil }, nil}
)

// Known reports whether files with an extension, such as ".tex", are markup or
// data that is read as lines. It must be in lower case.
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

// Metadata returns the title and the author that the text names.
func (Extractor) Metadata(ctx context.Context, in core.Input) (core.Metadata, error) {
	f := formatOf(in.Name)
	if f.metadata == nil {
		return core.Metadata{}, ctx.Err()
	}
	decoded, err := text.Decode(in.Data)
	if err != nil {
		return core.Metadata{}, fmt.Errorf("decode %q: %w", in.Name, err)
	}
	return f.metadata(decoded), ctx.Err()
}

// collector collects headings in the order of the text.
type collector struct{ list []core.Heading }

// add appends a heading, unless its title is empty, and reports whether there is
// room for more.
func (c *collector) add(level int, title string, start int) bool {
	if title = oneLine(title); title != "" {
		c.list = append(c.list, core.Heading{Level: level, Title: title, Line: -1, Start: start})
	}
	return len(c.list) < maxHeadings
}

// oneLine makes a title one line of about maxTitle bytes at most.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s[:min(len(s), 4*maxTitle)]), " ")
	if len(s) > maxTitle {
		s = strings.TrimSpace(s[:maxTitle]) + "…"
	}
	return strings.ToValidUTF8(s, "")
}
