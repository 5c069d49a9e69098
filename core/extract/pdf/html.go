package pdf

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// rawLine is one line of MuPDF's HTML, before its range in the page's text is
// known. Measures are in points from the upper left corner of the page.
type rawLine struct {
	text   string
	left   float32
	top    float32
	height float32
	size   float32 // font size of most characters
	bold   bool    // more than half of its characters are bold
	solid  bool    // at least 95 % of its characters are bold
	ink    ink     // of all its text
	faint  stretch // the longest part that may be invisible, empty if there is none
}

// rawPage is the content of one page's HTML.
type rawPage struct {
	width, height float32 // points
	lines         []rawLine
	pictures      int
	pictured      float32 // area of the pictures that are large enough to show words, in square points
}

// scanner reads the HTML that MuPDF prints: one <p> a line with its position in
// the style, spans with font sizes, pictures inlined. It is not an HTML parser:
// it knows this one printer, skips everything else, and never goes back, so
// that a picture of a megabyte costs one search for its end.
type scanner struct {
	page   rawPage
	line   rawLine
	text   strings.Builder
	inLine bool
	bold   int             // nesting of <b>
	size   float32         // font size in points
	ink    ink             // colour of the text
	last   stretch         // the faint part that was met last in the current line
	sizes  map[float32]int // characters of the current line by font size
	dark   int             // bold characters of the current line
	count  int             // characters of the current line
}

func scanHTML(html string) rawPage {
	s := scanner{sizes: map[float32]int{}, ink: noInk}
	for html != "" {
		open := strings.IndexByte(html, '<')
		if open < 0 {
			open = len(html)
		}
		if s.inLine && open > 0 {
			s.characters(html[:open])
		}
		if html = html[open:]; html == "" {
			break
		}
		end := strings.IndexByte(html, '>')
		if end < 0 {
			break
		}
		s.tag(html[1:end])
		html = html[end+1:]
	}
	s.endLine()
	return s.page
}

func (s *scanner) tag(tag string) {
	switch name, _, _ := strings.Cut(tag, " "); name {
	case "div":
		s.page.width, s.page.height = points(tag, "width:"), points(tag, "height:")
	case "p", "h1", "h2", "h3", "h4", "h5", "h6":
		s.endLine()
		s.inLine = true
		s.line = rawLine{left: points(tag, "left:"), top: points(tag, "top:"), height: points(tag, "line-height:")}
	case "/p", "/h1", "/h2", "/h3", "/h4", "/h5", "/h6":
		s.endLine()
	case "b":
		s.bold++
	case "/b":
		s.bold = max(0, s.bold-1)
	case "span":
		s.size, s.ink = points(tag, "font-size:"), readInk(tag)
	case "img":
		s.page.pictures++
		s.page.pictured += pictureArea(tag)
	}
}

func (s *scanner) characters(html string) {
	before := s.text.Len()
	unescape(&s.text, html)
	n := utf8.RuneCountInString(s.text.String()[before:])
	s.sizes[s.size] += n
	s.count += n
	if s.bold > 0 {
		s.dark += n
	}
	s.noteInk(before)
}

func (s *scanner) endLine() {
	if s.inLine && s.count > 0 {
		s.line.text = s.text.String()
		most := 0
		for size, n := range s.sizes {
			if n > most || n == most && size > s.line.size {
				s.line.size, most = size, n
			}
		}
		s.line.bold = 2*s.dark > s.count
		s.line.solid = 20*s.dark >= 19*s.count
		s.page.lines = append(s.page.lines, s.line)
	}
	s.text.Reset()
	clear(s.sizes)
	s.last = stretch{}
	s.inLine, s.bold, s.dark, s.count = false, 0, 0, 0
}

// points returns the number that follows key in a style, 0 if there is none. key
// must begin a property: "height:" does not match "line-height:".
func points(tag, key string) float32 {
	for from := 0; ; {
		i := strings.Index(tag[from:], key)
		if i < 0 {
			return 0
		}
		i += from
		from = i + len(key)
		if i > 0 && tag[i-1] != ';' && tag[i-1] != '"' {
			continue
		}
		n := strings.IndexFunc(tag[from:], func(r rune) bool { return (r < '0' || r > '9') && r != '.' && r != '-' })
		if n < 0 {
			n = len(tag) - from
		}
		f, err := strconv.ParseFloat(tag[from:from+n], 32)
		if err != nil {
			return 0
		}
		return float32(f)
	}
}

var entities = map[string]rune{"lt": '<', "gt": '>', "amp": '&', "quot": '"', "apos": '\'', "nbsp": '\u00a0'}

// unescape appends html with its character references resolved. The standard
// library's html.UnescapeString would read control characters as Windows-1252.
func unescape(out *strings.Builder, html string) {
	for {
		before, rest, found := strings.Cut(html, "&")
		out.WriteString(before)
		if !found {
			return
		}
		html = rest
		end := strings.IndexByte(html[:min(len(html), longestReference)], ';')
		if r, ok := reference(html[:max(end, 0)]); ok {
			out.WriteRune(r)
			html = html[end+1:]
		} else {
			out.WriteByte('&')
		}
	}
}

// longestReference is how many bytes follow the & of a character reference at
// most, its semicolon included.
const longestReference = 11

func reference(name string) (rune, bool) {
	if r, ok := entities[name]; ok {
		return r, true
	}
	digits, base := "", 10
	if rest, ok := strings.CutPrefix(name, "#x"); ok {
		digits, base = rest, 16
	} else if digits, ok = strings.CutPrefix(name, "#"); !ok {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if err != nil || n > utf8.MaxRune {
		return 0, false
	}
	return rune(n), true
}
