package assemble

import (
	"bytes"
	"cmp"
	"encoding/json"
	"encoding/xml"
	"strconv"
	"strings"

	"ibid/core"
	"ibid/core/text"
)

// A format writes contexts. Every stretch of untrusted text stands
// in one region that its content cannot end:
//
//   - Markdown: a code fence, longer than any run of backticks in it, whose info
//     string has the mark. Heading and notes are its first lines; the text
//     follows a blank line.
//   - plain: between two lines that have the mark. Heading and notes come first;
//     each line of the text is indented by two blanks.
//   - XML: an element whose name has the mark; its text is in CDATA, which
//     is divided where the text holds `]]>`.
//   - JSON: strings.
//
// To get the text back, undo this and then text.Visible.
type format interface {
	block(e entry, mark string) string    // one source
	whole(d document, mark string) string // a context
}

// format returns the format that the request names.
func (f *fitting) format() format {
	switch f.req.Format {
	case core.FormatXML:
		return xmlFormat{}
	case core.FormatPlain:
		return plainFormat{}
	case core.FormatJSON:
		return jsonFormat{}
	}
	return markdownFormat{}
}

type markdownFormat struct{}

func (f markdownFormat) block(e entry, mark string) string {
	lines := append(append([]string{e.cite()}, e.notes...), "", e.body)
	return f.fence(cmp.Or(e.language, "text"), mark, strings.Join(lines, "\n"))
}

func (markdownFormat) fence(language, mark, inside string) string {
	fence := text.Fence(inside)
	return fence + language + " " + mark + "\n" + inside + "\n" + fence + "\n\n"
}

func (f markdownFormat) whole(d document, mark string) string {
	return d.write(f, mark, "## ", func(lines string) string { return f.fence("text", mark, lines) })
}

type plainFormat struct{}

func (f plainFormat) block(e entry, mark string) string {
	lines := append([]string{e.cite()}, e.notes...)
	for line := range strings.SplitSeq(e.body, "\n") {
		lines = append(lines, "  "+line)
	}
	return f.fence(mark, strings.Join(lines, "\n"))
}

func (plainFormat) fence(mark, inside string) string {
	return "<<< " + mark + "\n" + inside + "\n>>> " + mark + "\n\n"
}

func (f plainFormat) whole(d document, mark string) string {
	return d.write(f, mark, "", func(lines string) string { return f.fence(mark, lines) })
}

// write writes a context as text: the sources below their groups, the list of
// sources between its fences, and the closing line.
func (d document) write(f format, mark, heading string, fence func(lines string) string) string {
	var b strings.Builder
	b.WriteString(d.preamble(between(mark)) + "\n\n")
	for i, e := range d.entries {
		if d.opens(i) {
			b.WriteString(heading + string(e.group) + "\n\n")
		}
		b.WriteString(f.block(e, mark))
	}
	if d.list {
		b.WriteString(heading + "Sources\n\n" + fence(d.lines()))
	}
	if d.summary != "" {
		b.WriteString(d.summary + "\n")
	}
	return b.String()
}

type xmlFormat struct{}

func (xmlFormat) block(e entry, mark string) string {
	var b strings.Builder
	b.WriteString("<source-" + mark + ` number="` + strconv.Itoa(e.number) + `"`)
	if e.ocr > 0 {
		b.WriteString(` ocr="` + strconv.Itoa(e.ocr) + `"`)
	}
	b.WriteString(">\n")
	b.WriteString("<heading>" + cdata(e.cite()) + "</heading>\n")
	for _, note := range e.notes {
		b.WriteString("<note>" + cdata(note) + "</note>\n")
	}
	b.WriteString("<text")
	if e.language != "" {
		b.WriteString(` language="` + e.language + `"`)
	}
	b.WriteString(">" + cdata(e.body) + "</text>\n</source-" + mark + ">\n")
	return b.String()
}

// cdata writes s so that nothing in it is markup.
func cdata(s string) string {
	return "<![CDATA[" + strings.ReplaceAll(s, "]]>", "]]]]><![CDATA[>") + "]]>"
}

func (f xmlFormat) whole(d document, mark string) string {
	var b strings.Builder
	b.WriteString("<context>\n<about>" + escapeXML(d.preamble(between(mark))) + "</about>\n")
	open := false
	for i, e := range d.entries {
		if d.opens(i) {
			if open {
				b.WriteString("</group>\n")
			}
			open = true
			b.WriteString(`<group title="` + escapeXML(string(e.group)) + "\">\n")
		}
		b.WriteString(f.block(e, mark))
	}
	if open {
		b.WriteString("</group>\n")
	}
	if d.list {
		b.WriteString("<sources-" + mark + ">" + cdata(d.lines()) + "</sources-" + mark + ">\n")
	}
	if d.summary != "" {
		b.WriteString("<summary>" + escapeXML(d.summary) + "</summary>\n")
	}
	b.WriteString("</context>\n")
	return b.String()
}

func escapeXML(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a Builder takes everything
	return b.String()
}

type jsonFormat struct{}

// The types below are the JSON of a context; context.schema.json describes it.
type (
	jsonContext struct {
		About   string       `json:"about"`
		Sources []jsonSource `json:"sources"`
		List    []string     `json:"list,omitempty"`
		Summary string       `json:"summary,omitempty"`
	}
	jsonSource struct {
		Number   int              `json:"number"`
		Group    core.Group       `json:"group,omitempty"`
		Heading  string           `json:"heading"`
		File     string           `json:"file"`
		Place    string           `json:"place"`
		OCR      int              `json:"ocr,omitempty"`
		Language string           `json:"language,omitempty"`
		Entity   *core.EntityName `json:"entity,omitempty"`
		Notes    []string         `json:"notes,omitempty"`
		Text     string           `json:"text"`
	}
)

func (jsonFormat) source(e entry, groups bool) jsonSource {
	s := jsonSource{
		Number: e.number, Heading: e.cite(), File: text.OneLine(e.file), Place: text.OneLine(e.place),
		OCR: e.ocr, Language: e.language, Notes: e.notes, Text: e.body,
	}
	if e.entity.Name != "" {
		s.Entity = &e.entity
	}
	if groups {
		s.Group = e.group
	}
	return s
}

func (f jsonFormat) block(e entry, _ string) string { return encodeJSON(f.source(e, false)) }

func (f jsonFormat) whole(d document, _ string) string {
	c := jsonContext{
		About:   d.preamble("Every text"),
		Sources: []jsonSource{}, Summary: d.summary,
	}
	for _, e := range d.entries {
		c.Sources = append(c.Sources, f.source(e, d.groups))
		if d.list {
			c.List = append(c.List, e.cite())
		}
	}
	return encodeJSON(c)
}

func encodeJSON(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(v); err != nil {
		panic(err) // strings and numbers can be encoded
	}
	return b.String()
}
