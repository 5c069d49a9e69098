package place

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ibid/core"
)

// Details returns what is known of a source: its document, the text of its page,
// and how many headings, tables and pictures the page has.
func (r *Reader) Details(ctx context.Context, s core.Source) (core.SourceDetails, error) {
	d := core.SourceDetails{
		Document: s.Document.ID, File: s.Document.Name, Extension: strings.ToLower(filepath.Ext(s.Document.Name)),
		Added: s.Document.Added, Page: s.Place.Page, Label: s.Label, OCR: s.OCR, Section: s.Section, Relevance: s.Score,
	}
	if i := strings.LastIndex(s.Section, core.SectionSeparator); i >= 0 {
		d.Parent = s.Section[i+len(core.SectionSeparator):]
	} else {
		d.Parent = s.Section
	}
	index := max(s.Place.Page, 1)
	page, err := r.p.Texts.Page(ctx, s.Document.Hash, index)
	if err != nil {
		return d, fmt.Errorf("details of %q: %w", s.Heading, err)
	}
	layout, err := r.Layout(ctx, s.Document.ID, index)
	if err != nil {
		return d, fmt.Errorf("details of %q: %w", s.Heading, err)
	}
	d.Headings, d.Tables, d.Pictures = len(layout.Headings), layout.Tables, layout.Pictures
	d.Text = markdown(s.Document.Kind, page.Text, layout.Headings)
	var passages []string
	for _, q := range s.Quotes {
		quoted, err := r.p.Texts.Page(ctx, s.Document.Hash, q.Page)
		said := ""
		if err == nil {
			said, err = q.Cut(quoted)
		}
		if err != nil {
			return d, fmt.Errorf("details of %q: %w", s.Heading, err)
		}
		headings := layout.Headings
		if q.Page != index { // a quote may begin or end on a neighbouring page
			headings = nil
		}
		passages = append(passages, markdown(s.Document.Kind, said, within(headings, q.Span)))
	}
	d.Passage = strings.Join(passages, "\n\n…\n\n")
	return d, nil
}

// within returns the headings in a stretch of a page, with offsets from its
// start.
func within(headings []core.Heading, s core.Span) []core.Heading {
	var out []core.Heading
	for _, h := range headings {
		if s.Start <= h.Start && h.Start < s.End {
			h.Start -= s.Start
			out = append(out, h)
		}
	}
	return out
}

// markdown returns a text as Markdown, with marks for its headings. Text that
// is Markdown already is returned unchanged.
func markdown(kind core.Kind, body string, headings []core.Heading) string {
	if kind == core.KindMarkdown {
		return body
	}
	headings = slices.Clone(headings)
	slices.SortStableFunc(headings, func(a, b core.Heading) int { return a.Start - b.Start })
	var b strings.Builder
	at := 0
	for _, h := range headings {
		if h.Start < at || h.Start > len(body) {
			continue
		}
		b.WriteString(body[at:h.Start])
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		b.WriteString(strings.Repeat("#", min(max(h.Level, 1), 6)) + " ")
		at = h.Start
	}
	b.WriteString(body[at:])
	return b.String()
}
