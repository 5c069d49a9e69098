package assemble

import (
	"slices"
	"strconv"
	"strings"

	"ibid/core"
	"ibid/core/text"
)

// view is the text of a candidate at one level.
type view struct {
	body     string
	quotes   []core.Quote
	warnings []string
}

// view returns the text of the candidate at its level, with … wherever
// something was left out.
func (c *candidate) view() *view {
	l := c.shown()
	if c.views[l] == nil {
		c.views[l] = c.write(c.quotes[l])
	}
	return c.views[l]
}

// write makes the view of what is quoted.
func (c *candidate) write(parts []part) *view {
	r := viewWriter{view: &view{}}
	lead, tail := c.ends()
	if lead != nil {
		r.stretch(lead, "", lead.cut, false)
	}
	headed := r.header(c.page, parts[0].spans[0].Start)
	for i, p := range parts {
		switch {
		case i == 0 && headed:
		case i > 0:
			r.body.WriteString("\n…\n")
		case lead != nil:
			r.body.WriteByte('\n')
		case p.cutBefore:
			r.body.WriteString("…" + c.page.beside())
		}
		for j, s := range p.spans {
			if j > 0 {
				r.body.WriteByte('\n')
			}
			r.quote(c.page, s)
		}
		if p.cutAfter && i == len(parts)-1 && tail == nil {
			r.body.WriteString(c.page.beside() + "…")
		}
	}
	if tail != nil {
		r.stretch(tail, "\n", false, tail.cut)
	}
	body := r.body.String()
	r.view.body = text.Visible(body)
	if s, found := text.RoleMark(body); found {
		r.view.warnings = append(r.view.warnings, "reads like an instruction to a language model: "+strconv.Quote(clipped(body[s.Start:s.End])))
	}
	return r.view
}

// clipped shortens a piece of a document for a warning.
func clipped(s string) string {
	const enough = 80 // bytes
	if one := text.OneLine(s); len(one) <= enough {
		return one
	}
	return text.Clip(text.OneLine(s), enough) + "…"
}

// viewWriter writes a view.
type viewWriter struct {
	view *view
	body strings.Builder
}

// stretch writes a piece of another page.
func (r *viewWriter) stretch(s *stretch, between string, cutBefore, cutAfter bool) {
	r.body.WriteString(between)
	if cutBefore {
		r.body.WriteString("… ")
	}
	r.quote(s.page, s.Span)
	if cutAfter {
		r.body.WriteString(" …")
	}
}

// header writes the row that names the columns of a table above rows that begin
// further down, and reports whether it did.
func (r *viewWriter) header(p *page, first int) bool {
	if p.header.Len() == 0 || p.header.End >= first {
		return false
	}
	r.quote(p, p.header)
	r.body.WriteByte('\n')
	if strings.TrimSpace(p.text[p.header.End:first]) != "" {
		r.body.WriteString("…\n")
	}
	return true
}

// quote writes a span, with the warnings of the hidden lines that it touches.
func (r *viewWriter) quote(p *page, s core.Span) {
	r.body.WriteString(p.text[s.Start:s.End])
	r.view.quotes = append(r.view.quotes, core.Quote{Page: p.index, Span: s})
	for _, l := range p.hidden {
		warning := "holds text that cannot be seen on the page: " + text.OneLine(l.Hidden)
		if l.Start < s.End && s.Start < l.End && !slices.Contains(r.view.warnings, warning) {
			r.view.warnings = append(r.view.warnings, warning)
		}
	}
}
