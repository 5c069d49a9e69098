package pdf

import (
	"cmp"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/core"
)

const (
	largerBy    = 1.12 // times the body size that a font size must be to make a heading
	headingMost = 160  // characters of a heading
	boldMost    = 90   // characters of a heading in the body size
	smallCaps   = 0.75 // times the body size that `I. INTRODUCTION` in small capitals must exceed
	mostlyUpper = 0.8  // share of capitals among letters that `INTRODUCTION` must exceed
	repeats     = 3    // pages that a line at the edge must stand on to be a running head
	topEdge     = 0.12 // share of the page's height where running heads stand
	bottomEdge  = 0.9  // share of the page's height below which running feet end
	deepest     = 6    // level of headings
	rowCells    = 3    // other lines on the row of a line that make it a cell of a table
	leastGap    = 0.5  // line heights of room above a line that stands alone
	lineAdvance = 1.75 // line heights from one line of a heading to the next
)

var (
	numbered   = regexp.MustCompile(`^(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+\p{L}`)
	lone       = regexp.MustCompile(`^(\d{1,2}(?:\.\d{1,2}){0,4})\.?$`)
	leaders    = regexp.MustCompile(`(?:\.\s?){4,}\s*\w{0,5}$`)
	pageNumber = regexp.MustCompile(`^[.\s]*(?:\d{1,4}|[ivxlc]{1,6})\s*$`)
	caption    = regexp.MustCompile(`^(?i:figure|fig\.|table|algorithm|listing)\s+[A-Z]?\d`)
	roman      = regexp.MustCompile(`^[IVX]{1,5}\.\s+\p{Lu}`)
)

// style is how a heading looks; headings of one style have one level.
type style struct {
	size float32 // rounded to half points
	bold bool
}

// candidate is a heading whose level is not known yet.
type candidate struct {
	page  int // index of its page
	line  int // first line
	last  int // last line
	at    int // place of the last line in reading order
	title string
	style style
	depth int // parts of its number, 0 if it has none
}

// findHeadings finds the headings of a whole document: lines that are larger than
// its body, and bold or numbered ones that stand alone.
func findHeadings(drafts []draft) {
	body := bodySize(drafts)
	if body == 0 {
		return
	}
	running := runningLines(drafts, body)
	for id := range running {
		drafts[id.page].Lines[id.line].Running = true
	}
	var found []candidate
	for n := range drafts {
		found = append(found, pageCandidates(drafts, n, body, running)...)
	}
	levels := styleLevels(found)
	for _, c := range found {
		level := c.depth
		if level == 0 {
			level = levels[c.style]
		}
		s := &drafts[c.page]
		s.Headings = append(s.Headings, core.Heading{
			Level: min(level, deepest), Title: c.title, Line: c.line, Start: s.Lines[c.line].Start,
		})
	}
}

func halfPoints(size float32) float32 { return float32(math.Round(float64(size)*2) / 2) }

// bodySize returns the font size that most characters of the document have.
func bodySize(drafts []draft) float32 {
	chars := map[float32]int{}
	for i := range drafts {
		for _, l := range drafts[i].Lines {
			chars[halfPoints(l.Size)] += l.Len()
		}
	}
	var best float32
	for size, n := range chars {
		if n > chars[best] || n == chars[best] && size < best {
			best = size
		}
	}
	return best
}

// pageCandidates returns the headings of one page in reading order.
func pageCandidates(drafts []draft, n int, body float32, running map[lineID]bool) []candidate {
	s := &drafts[n]
	var out []candidate
	for at := range s.Lines {
		i := at
		if s.Order != nil {
			i = s.Order[at]
		}
		if running[lineID{n, i}] {
			continue
		}
		l, text := s.Lines[i], oneLine(s.line(i))
		c := candidate{
			page: n, line: i, last: i, at: at, title: text, style: style{halfPoints(l.Size), l.Bold},
			depth: depth(text),
		}
		if k := len(out) - 1; k >= 0 && continues(s, out[k], c) && canContinue(s, i, body) {
			out[k] = join(out[k], c)
			continue
		}
		if isHeading(s, i, text, body) {
			out = append(out, c)
		}
	}
	return slices.DeleteFunc(out, func(c candidate) bool { return !isTitle(c.title) })
}

// isHeading reports whether line i looks like a heading. body is the font size of
// the document's body.
func isHeading(s *draft, i int, text string, body float32) bool {
	l := s.Lines[i]
	n := utf8.RuneCountInString(text)
	if n > headingMost || n == 0 || cellOfRow(s, i) || inContents(s, i, text) {
		return false
	}
	if halfPoints(l.Size) >= body*largerBy && halfPoints(l.Size) > body+0.5 {
		return letters(text) > 0 || lone.MatchString(text)
	}
	marked := numbered.MatchString(text) || roman.MatchString(text)
	if marked && upperShare(text) > mostlyUpper && l.Size > smallCaps*body && n <= boldMost {
		return standsAlone(s, i)
	}
	if n > boldMost || halfPoints(l.Size) < body-0.5 || strings.HasSuffix(text, ",") || strings.HasSuffix(text, ";") {
		return false
	}
	if !s.solid[i] || caption.MatchString(text) || strings.HasSuffix(text, "-") {
		return false
	}
	if marked || lone.MatchString(text) {
		return true
	}
	return standsAlone(s, i) && !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, ":") && startsUpper(text)
}

// canContinue reports whether line i may be the rest of a heading before it.
func canContinue(s *draft, i int, body float32) bool {
	l := s.Lines[i]
	return l.Bold || halfPoints(l.Size) >= body*largerBy
}

// continues reports whether c is the rest of heading h: its title on the same
// row as its number, or its next line.
func continues(s *draft, h, c candidate) bool {
	if c.at != h.at+1 || c.style != h.style || len(h.title)+len(c.title) > headingMost {
		return false
	}
	a, b := s.Lines[h.last], s.Lines[c.line]
	if sameRow(a, b) && b.Left > a.Left {
		return lone.MatchString(h.title) || b.Left-a.Right < 2*b.Size
	}
	return c.depth == 0 && !lone.MatchString(c.title) && b.Top > a.Top && b.Top-a.Top < lineAdvance*b.Height
}

func join(h, c candidate) candidate {
	h.title += " " + c.title
	h.last, h.at = c.line, c.at
	h.depth = depth(h.title)
	return h
}

// depth returns the number of parts of a heading's number, 0 if it has none.
func depth(text string) int {
	if roman.MatchString(text) && upperShare(text) > mostlyUpper {
		return 1
	}
	m := numbered.FindStringSubmatch(text)
	if m == nil {
		return 0
	}
	return strings.Count(m[1], ".") + 1
}

// sentenceWords is how many words a line that begins in lower case may have
// without being a piece of a sentence.
const sentenceWords = 5

// isTitle reports whether a heading consists mostly of letters and is not a piece
// of a sentence that begins with a number or on the line before.
func isTitle(title string) bool {
	n := utf8.RuneCountInString(title)
	first := strings.IndexFunc(title, unicode.IsLetter)
	if first >= 0 && len(strings.Fields(title)) > sentenceWords {
		if r, _ := utf8.DecodeRuneInString(title[first:]); unicode.IsLower(r) {
			return false
		}
	}
	return letters(title) >= 2 && letters(title)*2 >= n-strings.Count(title, " ")
}

func letters(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

func startsUpper(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r) || unicode.IsDigit(r) || unicode.Is(unicode.Lo, r)
}

func upperShare(s string) float64 {
	upper := 0
	for _, r := range s {
		if unicode.IsUpper(r) {
			upper++
		}
	}
	return float64(upper) / float64(max(1, letters(s)))
}

// cellOfRow reports whether a line shares its row with three or more others.
func cellOfRow(s *draft, i int) bool {
	n := 0
	for j := max(0, i-12); j < min(len(s.Lines), i+13); j++ {
		if sameRow(s.Lines[i], s.Lines[j]) {
			n++
		}
	}
	return n > rowCells
}

// inContents reports whether a line belongs to a table of contents: a page number
// follows it, after leaders or at the other end of its row.
func inContents(s *draft, i int, text string) bool {
	if leaders.MatchString(text) {
		return true
	}
	for j := max(0, i-3); j < min(len(s.Lines), i+4); j++ {
		o := s.Lines[j]
		if o.Left > s.Lines[i].Left+s.Width/3 && sameRow(s.Lines[i], o) && pageNumber.MatchString(s.line(j)) {
			return true
		}
	}
	return false
}

// standsAlone reports whether there is more room above a line than between the
// lines of a paragraph, and nothing beside it.
func standsAlone(s *draft, i int) bool {
	l := s.Lines[i]
	above := float32(math.Inf(1))
	for j := max(0, i-12); j < min(len(s.Lines), i+13); j++ {
		o := s.Lines[j]
		switch {
		case j == i || o.Left > l.Right || o.Right < l.Left:
			if j != i && sameRow(l, o) && abs(o.Left-l.Left) < s.Width*minColumn {
				return false
			}
		case o.Top < l.Top:
			above = min(above, l.Top-o.Top-o.Height)
		}
	}
	return above > leastGap*l.Height
}

// styleLevels gives each style a level. A style of numbered headings has the depth
// of most of their numbers; the others are ranked between those by size.
func styleLevels(found []candidate) map[style]int {
	depths := map[style]map[int]int{}
	for _, c := range found {
		if depths[c.style] == nil {
			depths[c.style] = map[int]int{}
		}
		depths[c.style][c.depth]++
	}
	styles := slices.SortedFunc(maps.Keys(depths), func(a, b style) int {
		switch {
		case a.size != b.size || a.bold == b.bold:
			return cmp.Compare(b.size, a.size)
		case a.bold:
			return -1
		}
		return 1
	})
	levels := map[style]int{}
	level, numbers := 0, false
	for _, s := range styles {
		switch d := commonDepth(depths[s]); {
		case d > 0:
			level, numbers = d, true
		case numbers || level == 0 || !anyNumbers(depths, styles):
			level++
		}
		levels[s] = max(1, min(level, deepest))
	}
	return levels
}

func anyNumbers(depths map[style]map[int]int, styles []style) bool {
	return slices.ContainsFunc(styles, func(s style) bool { return commonDepth(depths[s]) > 0 })
}

// commonDepth returns the most frequent depth of numbers, the smaller of two
// equally frequent ones; 0 if nothing is numbered.
func commonDepth(counts map[int]int) int {
	best := 0
	for d, n := range counts {
		if d > 0 && (best == 0 || n > counts[best] || n == counts[best] && d < best) {
			best = d
		}
	}
	return best
}

// lineID is a line of a document: index of its page, index on it.
type lineID struct{ page, line int }

// runningLines returns running heads and feet: lines at the upper or lower edge
// that stand at one height on several pages and differ in digits at most. Bold
// lines that stand at one height on many pages count whatever they say, since
// names of chapters change.
func runningLines(drafts []draft, body float32) map[lineID]bool {
	type place struct {
		text string
		top  int // in steps of 4 points
	}
	seen := map[place][]lineID{}
	exact := map[place]int{}
	for n := range drafts {
		s := &drafts[n]
		for i, l := range s.Lines {
			if l.Top > topEdge*s.Height && l.Top+l.Height < bottomEdge*s.Height {
				continue
			}
			text, top := oneLine(s.line(i)), int(l.Top)/4
			exact[place{text, top}]++
			key := place{strings.Map(hideDigit, text), top}
			seen[key] = append(seen[key], lineID{n, i})
			if l.Bold {
				seen[place{top: top}] = append(seen[place{top: top}], lineID{n, i})
			}
		}
	}
	out := map[lineID]bool{}
	for key, ids := range seen {
		if len(ids) < repeats || key.text == "" && len(ids) < max(2*repeats, len(drafts)/4) {
			continue
		}
		for _, id := range ids {
			s := &drafts[id.page]
			l := s.Lines[id.line]
			large := halfPoints(l.Size) >= body*largerBy
			if !large || exact[place{oneLine(s.line(id.line)), int(l.Top) / 4}] >= repeats {
				out[id] = true
			}
		}
	}
	addNeighbours(drafts, out)
	if !othersThan(out, drafts) {
		return nil // the document has no other text
	}
	return out
}

// othersThan reports whether a line with text is not among the running ones.
func othersThan(running map[lineID]bool, drafts []draft) bool {
	for n := range drafts {
		for i := range drafts[n].Lines {
			if !running[lineID{n, i}] && strings.TrimSpace(drafts[n].line(i)) != "" {
				return true
			}
		}
	}
	return false
}

// addNeighbours adds the lines beside a running head or foot: the name of the
// section changes, the name of the paper beside it does not.
func addNeighbours(drafts []draft, running map[lineID]bool) {
	for n := range drafts {
		lines := drafts[n].Lines
		var tops []float32
		for i := range lines {
			if running[lineID{n, i}] {
				tops = append(tops, lines[i].Top)
			}
		}
		for i := range lines {
			if slices.ContainsFunc(tops, func(top float32) bool { return abs(top-lines[i].Top) < lines[i].Height/2 }) {
				running[lineID{n, i}] = true
			}
		}
	}
}

func hideDigit(r rune) rune {
	if unicode.IsDigit(r) {
		return '#'
	}
	return r
}
