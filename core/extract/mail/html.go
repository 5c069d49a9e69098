package mail

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// metaCharset finds the encoding that an HTML text names itself.
var metaCharset = regexp.MustCompile(`(?i)<meta[^<>]{0,200}charset\s*=\s*["']?([A-Za-z0-9_:.-]{1,40})`)

func htmlCharset(data []byte) string {
	if m := metaCharset.FindSubmatch(data[:min(len(data), 4096)]); m != nil {
		return string(m[1])
	}
	return ""
}

// plain is what an HTML text says: a line for every paragraph, with a blank one
// between them, list items behind "- ", table cells parted by " | ". What a
// reader does not see is left out. It goes from tag to tag and builds no tree,
// so nesting costs nothing.
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

// writer sets the text of HTML.
type writer struct {
	strings.Builder
	breaks int       // line breaks that are due before the next word
	blank  bool      // a blank is due before the next word
	prefix string    // of the next word: the mark of a list item, the rule of a cell
	pre    int       // open elements in which blanks count
	inside atom.Atom // the element that is not seen
	hidden int       // how deep in elements of that name
}

// open obeys a start tag.
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
	switch t.DataAtom {
	case atom.Br:
		w.due(min(w.breaks+1, 2))
	case atom.Hr, atom.P, atom.Div, atom.Blockquote, atom.Ul, atom.Ol, atom.Table, atom.Section, atom.Article,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Dl, atom.Figure:
		w.due(gapOf(t.DataAtom))
	case atom.Pre:
		w.due(2)
		w.pre++
	case atom.Li:
		w.due(1)
		w.prefix = "- "
	case atom.Tr, atom.Dt, atom.Dd:
		w.due(1)
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

// close obeys an end tag.
func (w *writer) close(t html.Token) {
	if w.hidden > 0 {
		if t.DataAtom == w.inside {
			w.hidden--
		}
		return
	}
	switch t.DataAtom {
	case atom.P, atom.Div, atom.Blockquote, atom.Ul, atom.Ol, atom.Table, atom.Section, atom.Article,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Dl, atom.Figure:
		w.due(gapOf(t.DataAtom))
	case atom.Pre:
		w.due(2)
		w.pre = max(0, w.pre-1)
	case atom.Li, atom.Tr, atom.Dt, atom.Dd:
		w.due(1)
	}
}

// gapOf is how many line breaks part a block from its neighbours. Mail programs
// write a div for every line.
func gapOf(a atom.Atom) int {
	if a == atom.Div {
		return 1
	}
	return 2
}

func (w *writer) due(breaks int) { w.breaks = max(w.breaks, breaks) }

// text writes words, with the breaks and blanks that are due.
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

// visible drops what only says where a line may break, and what no text holds.
func visible(r rune) rune {
	switch r {
	case 0, '\r', '\u200b', '\u034f', '\ufeff':
		return -1
	}
	return r
}

// unseen reports whether a browser shows nothing of an element. A style counts
// only where an end tag has to follow, which says how far it goes.
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
