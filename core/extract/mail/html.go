package mail

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// metaCharset matches the element in which an HTML text names its encoding.
var metaCharset = regexp.MustCompile(`(?i)<meta[^<>]{0,200}charset\s*=\s*["']?([A-Za-z0-9_:.-]{1,40})`)

// htmlCharset returns the encoding that an HTML text names, "" if it names none.
func htmlCharset(data []byte) string {
	if m := metaCharset.FindSubmatch(data[:min(len(data), 4096)]); m != nil {
		return string(m[1])
	}
	return ""
}

// plain returns the visible text of HTML: paragraphs separated by blank lines,
// list items after "- ", table cells separated by " | ". Unlike package html it
// keeps what mail is made of: a line for each div and the texts that replace
// pictures (TestWordsOfHTML). It builds no tree, so deep nesting costs nothing.
func plain(s string) string {
	w := writer{}
	z := html.NewTokenizer(strings.NewReader(s))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return w.String()
		case html.TextToken:
			if w.hidden == 0 {
				w.text(z.Token().Data)
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			w.open(z.Token())
		case html.EndTagToken:
			w.close(z.Token())
		}
	}
}

// writer builds the text of HTML.
type writer struct {
	strings.Builder
	breaks int       // line breaks that are due before the next word
	blank  bool      // a blank is due before the next word
	prefix string    // of the next word: the mark of a list item, the separator of a cell
	pre    int       // open elements in which white space counts
	inside atom.Atom // the element that is hidden
	hidden int       // open elements of that name, 0 if nothing is hidden
}

// open handles a start tag.
func (w *writer) open(t html.Token) {
	if w.hidden > 0 {
		if t.DataAtom == w.inside && t.Type == html.StartTagToken {
			w.hidden++
		}
		return
	}
	if t.Type == html.StartTagToken && t.DataAtom != 0 && unseen(t) {
		w.inside, w.hidden = t.DataAtom, 1
		return
	}
	w.due(blocks[t.DataAtom])
	switch t.DataAtom {
	case atom.Br:
		w.due(min(w.breaks+1, 2))
	case atom.Hr:
		w.due(2)
	case atom.Pre:
		w.pre++
	case atom.Li:
		w.prefix = "- "
	case atom.Tr, atom.Dt, atom.Dd:
		w.prefix = ""
	case atom.Td, atom.Th:
		if w.Len() > 0 && w.breaks == 0 {
			w.prefix = " | "
		}
	case atom.Img:
		for _, a := range t.Attr {
			if a.Key == "alt" && strings.TrimSpace(a.Val) != "" {
				w.text(a.Val)
			}
		}
	}
}

// close handles an end tag.
func (w *writer) close(t html.Token) {
	if w.hidden > 0 {
		if t.DataAtom == w.inside {
			w.hidden--
		}
		return
	}
	w.due(blocks[t.DataAtom])
	if t.DataAtom == atom.Pre {
		w.pre = max(0, w.pre-1)
	}
}

// blocks holds the line breaks that separate a block from its neighbours. Mail
// programs write a div for every line.
var blocks = map[atom.Atom]int{
	atom.Div: 1, atom.P: 2, atom.Blockquote: 2, atom.Ul: 2, atom.Ol: 2, atom.Table: 2, atom.Section: 2, atom.Article: 2,
	atom.H1: 2, atom.H2: 2, atom.H3: 2, atom.H4: 2, atom.H5: 2, atom.H6: 2, atom.Dl: 2, atom.Figure: 2,
	atom.Pre: 2, atom.Li: 1, atom.Tr: 1, atom.Dt: 1, atom.Dd: 1,
}

// due asks for line breaks before the next word.
func (w *writer) due(breaks int) { w.breaks = max(w.breaks, breaks) }

// text writes words with the line breaks and blanks that are due.
func (w *writer) text(s string) {
	if w.pre > 0 && strings.TrimSpace(s) != "" {
		w.word(strings.Trim(strings.ReplaceAll(s, "\r\n", "\n"), "\n"))
		return
	}
	if s != "" && strings.TrimLeft(s[:1], " \t\r\n") == "" {
		w.blank = true
	}
	for i, f := range strings.Fields(s) {
		if i > 0 {
			w.blank = true
		}
		w.word(f)
	}
	if s != "" && strings.TrimRight(s[len(s)-1:], " \t\r\n") == "" {
		w.blank = true
	}
}

func (w *writer) word(s string) {
	switch {
	case w.Len() == 0:
	case w.breaks > 0:
		w.WriteString("\n\n"[:min(w.breaks, 2)])
	case w.blank && w.prefix != " | ":
		w.WriteByte(' ')
	}
	w.WriteString(w.prefix + strings.Map(visible, s))
	w.breaks, w.blank, w.prefix = 0, false, ""
}

// visible is a mapping for strings.Map that drops characters that only say where a
// line may break, and those that text never holds.
func visible(r rune) rune {
	switch r {
	case 0, '\r', '\u200b', '\u034f', '\ufeff':
		return -1
	}
	return r
}

// unseen reports whether a browser shows nothing of an element. Styles are only
// read of elements that need an end tag, which says how far they go.
func unseen(t html.Token) bool {
	switch t.DataAtom {
	case atom.Script, atom.Style, atom.Title, atom.Noscript, atom.Template, atom.Iframe, atom.Object, atom.Svg:
		return true
	case atom.Div, atom.Span, atom.Table, atom.Section, atom.A, atom.Font, atom.Center, atom.B, atom.I, atom.Small:
	default:
		return false
	}
	for _, a := range t.Attr {
		switch a.Key {
		case "hidden":
			return true
		case "style":
			style := strings.ToLower(strings.Join(strings.Fields(a.Val), ""))
			if strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden") {
				return true
			}
		}
	}
	return false
}
