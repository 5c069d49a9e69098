package html

import (
	"strconv"
	"strings"
	"unicode"

	nethtml "golang.org/x/net/html"

	"ibid/core"
	"ibid/core/extract/text"
)

// Text is the visible text of a page, with its headings and the numbers of its
// tables and pictures. Blank lines separate paragraphs; list items and table
// rows are lines.
type Text struct {
	Text     string
	Headings []core.Heading
	Tables   int
	Pictures int
}

// Render returns the visible text at and below n. Scripts, controls of forms, ruby
// annotations, and elements hidden by an attribute or their style are left out.
func Render(n *nethtml.Node) Text {
	var w writer
	w.node(n)
	w.flush()
	w.out.Text = w.text.String()
	return w.out
}

var (
	// skipped holds elements whose content is not text of the page.
	skipped = set("head script style noscript template iframe frame object embed applet svg canvas audio video map" +
		" input select textarea button datalist progress meter rp rt annotation annotation-xml dialog noembed noframes")
	// inline holds elements that do not end a paragraph.
	inline = set("a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark math mi mn mo mrow ms msub" +
		" msup mtext nobr output q rb ruby s samp small span strike strong sub sup time tt u var wbr img br")
)

func set(words string) map[string]bool {
	out := make(map[string]bool)
	for word := range strings.FieldsSeq(words) {
		out[word] = true
	}
	return out
}

// kind is the kind of a block. Items and rows follow their like without a blank
// line.
type kind int

const (
	paragraph kind = iota
	item           // of a list
	row            // of a table
)

// writer builds the text of a page block by block.
type writer struct {
	out   Text
	text  strings.Builder
	block strings.Builder // the present block
	space bool            // a space is due before the next word of the block
	pre   int             // open elements in which white space counts
	kind  kind            // of the present block
	last  kind            // of the block before
	apart bool            // a list or table ended since the last block
	mark  string          // of the list item that begins: "- " or its number
	lists []int           // open lists: number of the next item, 0 for bullets
}

func (w *writer) node(n *nethtml.Node) {
	switch n.Type {
	case nethtml.TextNode:
		w.words(n.Data)
	case nethtml.DocumentNode:
		w.children(n)
	case nethtml.ElementNode:
		if !skipped[n.Data] && !hidden(n) {
			w.element(n)
		}
	}
}

func (w *writer) children(n *nethtml.Node) {
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		w.node(child)
	}
}

func (w *writer) element(n *nethtml.Node) {
	switch n.Data {
	case "br":
		w.lineBreak()
	case "img", "image":
		w.out.Pictures++
	case "h1", "h2", "h3", "h4", "h5", "h6":
		w.heading(n)
	case "ul", "ol", "menu":
		w.list(n)
	case "li":
		w.listItem(n)
	case "table":
		w.table(n)
	case "pre", "listing", "plaintext", "xmp":
		w.flush()
		w.pre++
		w.children(n)
		w.pre--
		w.flush()
	default:
		if inline[n.Data] {
			w.children(n)
			return
		}
		w.flush()
		w.children(n)
		w.flush()
	}
}

// words adds text to the present block. A run of white space becomes one space,
// and none at the end of a line, unless white space counts.
func (w *writer) words(s string) {
	for _, r := range s {
		switch {
		case w.pre > 0 && (r == '\n' || r == ' '):
			w.space = false
			w.block.WriteRune(r)
		case unicode.IsSpace(r):
			w.space = true
		case r == '\u00ad' || r == '\u200b' || r == '\ufeff' || unicode.IsControl(r):
			// places to break a word at, and what no page shows
		default:
			if w.space && w.block.Len() > 0 && !strings.HasSuffix(w.block.String(), "\n") {
				w.block.WriteByte(' ')
			}
			w.space = false
			w.block.WriteRune(r)
		}
	}
}

// lineBreak ends a line; two of them end the paragraph.
func (w *writer) lineBreak() {
	switch {
	case w.pre == 0 && strings.HasSuffix(w.block.String(), "\n"):
		w.flush()
	case w.block.Len() > 0:
		w.block.WriteByte('\n')
	}
	w.space = false
}

// flush ends the present block and returns its byte offset in the text, -1 if it is
// empty.
func (w *writer) flush() int {
	block := trimBlock(w.block.String())
	w.block.Reset()
	w.space = false
	if block == "" {
		return -1
	}
	k := w.kind
	if w.mark != "" {
		k, block, w.mark = item, w.mark+block, ""
	}
	if w.text.Len() > 0 {
		w.text.WriteByte('\n')
		if k == paragraph || k != w.last || w.apart {
			w.text.WriteByte('\n')
		}
	}
	at := w.text.Len()
	w.text.WriteString(block)
	w.last, w.apart = k, false
	return at
}

// trimBlock removes empty lines at both ends of a block, repeated empty lines
// inside it, and white space at the ends of its lines.
func trimBlock(s string) string {
	if !strings.Contains(s, "\n") {
		return strings.TrimSpace(s)
	}
	var out []string
	for line := range strings.SplitSeq(s, "\n") {
		line = strings.TrimRight(line, " ")
		if line == "" && (len(out) == 0 || out[len(out)-1] == "") {
			continue
		}
		out = append(out, line)
	}
	return strings.TrimRight(strings.Join(out, "\n"), "\n")
}

// heading writes a heading as one line, whatever blocks it holds.
func (w *writer) heading(n *nethtml.Node) {
	w.flush()
	var inner writer
	inner.children(n)
	inner.flush()
	w.out.Pictures += inner.out.Pictures
	title := text.OneLine(inner.text.String())
	w.block.WriteString(title)
	if at := w.flush(); at >= 0 {
		w.out.Headings = append(w.out.Headings, core.Heading{Level: int(n.Data[1] - '0'), Title: title, Line: -1, Start: at})
	}
}

func (w *writer) list(n *nethtml.Node) {
	w.flush()
	next := 0
	if n.Data == "ol" {
		next = 1
		if start, ok := Attribute(n, "start"); ok {
			next = number(start, next)
		}
	}
	outer := w.mark
	w.mark = ""
	w.lists = append(w.lists, next)
	w.children(n)
	w.flush()
	w.lists = w.lists[:len(w.lists)-1]
	w.mark = outer
	if len(w.lists) == 0 {
		w.apart, w.mark = true, ""
	}
}

// number parses the number of a list item, from 1 to 999,999. It returns otherwise
// for anything else.
func number(s string, otherwise int) int {
	if n, err := strconv.Atoi(strings.TrimSpace(s)); err == nil && n > 0 && n < 1_000_000 {
		return n
	}
	return otherwise
}

func (w *writer) listItem(n *nethtml.Node) {
	w.flush()
	w.mark = "- "
	if top := len(w.lists) - 1; top >= 0 && w.lists[top] > 0 {
		if value, ok := Attribute(n, "value"); ok {
			w.lists[top] = number(value, w.lists[top])
		}
		w.mark = strconv.Itoa(w.lists[top]) + ". "
		w.lists[top]++
	}
	w.children(n)
	w.flush()
	w.mark = ""
}

// table writes the rows of a table of data. A table used for layout is read cell
// by cell.
func (w *writer) table(n *nethtml.Node) {
	w.flush()
	if isLayout(n) {
		w.children(n)
		w.flush()
		return
	}
	w.out.Tables++
	w.apart = true
	w.rows(n)
	w.apart = true
}

func (w *writer) rows(n *nethtml.Node) {
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		switch {
		case child.Type == nethtml.ElementNode && hidden(child):
		case element(child, "tr"):
			w.row(child)
		case element(child, "thead", "tbody", "tfoot"):
			w.rows(child)
		case element(child, "caption"):
			w.children(child)
			w.flush()
		}
	}
}

func (w *writer) row(n *nethtml.Node) {
	var cells []string
	filled := false
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		if !element(child, "td", "th") || hidden(child) {
			continue
		}
		part := Render(child)
		w.out.Pictures += part.Pictures
		cell := text.OneLine(part.Text)
		filled = filled || cell != ""
		cells = append(cells, cell)
	}
	if !filled {
		return
	}
	w.block.WriteString(strings.TrimSpace(strings.Join(cells, " | ")))
	w.kind = row
	w.flush()
	w.kind = paragraph
}

// isLayout reports whether a table is used for layout: it says so, holds a table or
// a heading, or has no row of several cells.
func isLayout(table *nethtml.Node) bool {
	if role, _ := Attribute(table, "role"); role == "presentation" || role == "none" {
		return true
	}
	wide := false
	for n := range table.Descendants() {
		switch {
		case element(n, "table", "h1", "h2", "h3", "h4", "h5", "h6"):
			return true
		case element(n, "td", "th"):
			wide = wide || cellFollows(n)
		}
	}
	return !wide
}

// cellFollows reports whether n has a cell after it in its row.
func cellFollows(n *nethtml.Node) bool {
	for next := n.NextSibling; next != nil; next = next.NextSibling {
		if element(next, "td", "th") {
			return true
		}
	}
	return false
}

// hidden reports whether an attribute or the style of n hides it.
func hidden(n *nethtml.Node) bool {
	for _, a := range n.Attr {
		switch a.Key {
		case "hidden":
			return !strings.EqualFold(a.Val, "until-found")
		case "aria-hidden":
			if strings.EqualFold(a.Val, "true") && !element(n, "body", "html", "main", "article") {
				return true
			}
		case "style":
			if hidingStyle(a.Val) {
				return true
			}
		}
	}
	return false
}

// hidingStyle reports whether the declarations of a style attribute hide text.
func hidingStyle(style string) bool {
	for declaration := range strings.SplitSeq(strings.ToLower(style), ";") {
		property, value, _ := strings.Cut(declaration, ":")
		value = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "!important"))
		switch strings.TrimSpace(property) {
		case "display":
			if value == "none" {
				return true
			}
		case "visibility":
			if value == "hidden" || value == "collapse" {
				return true
			}
		case "opacity", "font-size":
			if strings.Trim(value, "0.%pxemrt") == "" && strings.HasPrefix(value, "0") {
				return true
			}
		}
	}
	return false
}
