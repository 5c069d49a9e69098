package passage

import (
	"slices"
	"strings"

	"ibid/core"
	"ibid/core/text"
)

// sections follows the headings of a document from page to page.
type sections struct {
	outline map[int][]core.OutlineEntry // by page; nil if headings were found on the pages
	open    []core.Heading              // from the outermost to the innermost
}

// newSections takes the headings that were found on the pages, or the
// document's own outline if there are none.
func newSections(layouts []core.Layout, outline []core.OutlineEntry) sections {
	for _, l := range layouts {
		if len(l.Headings) > 0 {
			return sections{}
		}
	}
	byPage := make(map[int][]core.OutlineEntry)
	for _, e := range outline {
		byPage[e.Page] = append(byPage[e.Page], e)
	}
	return sections{outline: byPage}
}

// headings returns those of one page in the order of its text.
func (s *sections) headings(page core.Page, layout core.Layout) []core.Heading {
	if s.outline == nil {
		return slices.Clone(layout.Headings)
	}
	entries := s.outline[page.Index]
	if len(entries) == 0 {
		return nil
	}
	lines := foldedLines(page.Text)
	var out []core.Heading
	for _, e := range entries {
		out = append(out, core.Heading{Level: e.Level, Title: e.Title, Line: -1, Start: findTitle(lines, e.Title)})
	}
	slices.SortStableFunc(out, func(a, b core.Heading) int { return a.Start - b.Start })
	return out
}

// foldedLine is a line of a page that has words, folded, and its offset.
type foldedLine struct {
	forms  string
	offset int
}

// foldedLines folds the lines of a page that have words.
func foldedLines(page string) []foldedLine {
	var out []foldedLine
	offset := 0
	for line := range strings.Lines(page) {
		if forms := strings.Join(text.Forms(line), " "); forms != "" {
			out = append(out, foldedLine{forms, offset})
		}
		offset += len(line)
	}
	return out
}

// findTitle returns the offset of the line that is or ends with a title, 0 if none
// does.
func findTitle(lines []foldedLine, title string) int {
	want := strings.Join(text.Forms(title), " ")
	i := slices.IndexFunc(lines, func(l foldedLine) bool { return l.forms == want || strings.HasSuffix(l.forms, " "+want) })
	if i < 0 {
		return 0
	}
	return lines[i].offset
}

// enter opens a section and closes the sections that end before it.
func (s *sections) enter(h core.Heading) {
	for len(s.open) > 0 && s.open[len(s.open)-1].Level >= h.Level {
		s.open = s.open[:len(s.open)-1]
	}
	s.open = append(s.open, h)
}

// path names the section being read, "Introduction > Methods".
func (s *sections) path() string {
	titles := make([]string, len(s.open))
	for i, h := range s.open {
		titles[i] = h.Title
	}
	return strings.Join(titles, core.SectionSeparator)
}

// commonPath returns the path of the innermost section that holds two sections.
func commonPath(a, b string) string {
	x, y := strings.Split(a, core.SectionSeparator), strings.Split(b, core.SectionSeparator)
	n := 0
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	return strings.Join(x[:n], core.SectionSeparator)
}
