package pdf

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// rawLine is one line as MuPDF's HTML gives it, not yet tied to the page's text.
type rawLine struct {
	text   string
	left   float32
	top    float32
	height float32
	size   float32 // of most characters
	bold   bool    // most characters are
	solid  bool    // all but a few are
	ink    ink     // of all its text
	odd    stretch // the longest that is small or in an odd ink, if any is
}

// rawPage is what one page's HTML says.
type rawPage struct {
	width, height float32
	lines         []rawLine
	pictures      int
}

// scanner reads the HTML that MuPDF prints: one <p> a line with its place in
// the style, spans with font sizes, pictures inlined. It is no HTML parser: it
// knows this one printer, skips what it does not know, and never goes back, so
// a picture of a megabyte costs one search for its end.
type scanner struct {
	page  rawPage
	line  rawLine
	text  strings.Builder
	in    bool // inside a line
	bold  int  // nesting of <b>
	size  float32
	ink   ink
	last  stretch         // the odd one that was met last in the present line
	sizes map[float32]int // characters of the present line by size
	dark  int             // bold characters of the present line
	count int             // characters of the present line
}

func scanHTML(html string) rawPage {
	s := scanner{sizes: map[float32]int{}, ink: noInk}
	for html != "" {
		open := strings.IndexByte(html, '<')
		if open < 0 {
			open = len(html)
		}
		if s.in && open > 0 {
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
	name := tag
	if i := strings.IndexByte(tag, ' '); i >= 0 {
		name = tag[:i]
	}
	switch name {
	case "div":
		s.page.width, s.page.height = points(tag, "width:"), points(tag, "height:")
	case "p", "h1", "h2", "h3", "h4", "h5", "h6":
		s.endLine()
		s.in = true
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
	s.mark(before)
}

func (s *scanner) endLine() {
	if s.in && s.count > 0 {
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
	s.in, s.bold, s.dark, s.count = false, 0, 0, 0
}

// points reads the number that follows key in a style, 0 if there is none. The
// key is looked for at the start of a property: line-height: is no height:.
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
		n := 0
		for n < len(tag)-from && (tag[from+n] >= '0' && tag[from+n] <= '9' || tag[from+n] == '.' || tag[from+n] == '-') {
			n++
		}
		f, err := strconv.ParseFloat(tag[from:from+n], 32)
		if err != nil {
			return 0
		}
		return float32(f)
	}
}

var entities = map[string]rune{"lt": '<', "gt": '>', "amp": '&', "quot": '"', "apos": '\'', "nbsp": '\u00a0'}

// unescape appends html with its character references resolved.
func unescape(out *strings.Builder, html string) {
	for {
		amp := strings.IndexByte(html, '&')
		if amp < 0 {
			out.WriteString(html)
			return
		}
		out.WriteString(html[:amp])
		html = html[amp+1:]
		end := strings.IndexByte(html, ';')
		if end < 0 || end > 10 {
			out.WriteByte('&')
			continue
		}
		if r, ok := reference(html[:end]); ok {
			out.WriteRune(r)
			html = html[end+1:]
		} else {
			out.WriteByte('&')
		}
	}
}

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
