package label

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ibid/core"
)

const (
	edge      = 0.13  // share of the page's height, at either edge, in which its number stands
	mostSigns = 16    // numbers of one page that are examined, the outermost first
	longLine  = 200   // bytes of a running head at most
	shortLine = 24    // bytes of a line without a digit at most
	mostCells = 256   // numbers at the edges of a page; with more of them it is one table
	cells     = 3     // numbers side by side that make a row of a table
	sameRow   = 0.004 // share of the page's height by which numbers of one row may differ
)

// place is a part of the page.
type place int

const (
	head   place = iota // at the upper edge
	foot                // at the lower edge
	lowest              // in the last row of text, at whatever height, as in printed web pages
)

// sign is a number that may be the printed number of its page.
type sign struct {
	spot  // the middle of its line
	style core.NumberStyle
	value int
}

// depth returns its distance from the nearer edge of the paper, as a share of the
// page's height.
func (s sign) depth() float32 { return min(s.y, 1-s.y) }

const number = `(\d{1,6}|[ivxlcdm]{1,9}|[IVXLCDM]{1,9})`

var (
	// alone matches a number by itself, at most in dashes or brackets.
	alone = regexp.MustCompile(`^[-–—|•·~[(\s]*` + number + `[-–—|•·~\])\s.]*$`)
	// named matches `page 7` and `page 7 of 120` in several languages.
	named = regexp.MustCompile(`(?i)(?:^|[^\p{L}\d])(?:page|pages|pg\.?|p\.|seite|página|pagina|sida|side|strana|strona)[\s:]*` + number +
		`(?:\s*(?:of|/|von|de|sur|di|av|z)\s*(\d{1,6}))?[-–—|•·~\])\s.]*$`)
	// counted matches `7 of 120`.
	counted = regexp.MustCompile(`^` + number + `\s*(?:of|/)\s*(\d{1,6})$`)
	// first and last match a number that is set off from the rest of a head or foot.
	first = regexp.MustCompile(`^` + number + `(?:\s*[|•·]\s*|\s*\t\s*|\s{3,}|\s+[–—]\s+)\D`)
	last  = regexp.MustCompile(`[^\d\s](?:\s*[|•·]\s*|\s*\t\s*|\s{3,}|\s+[–—]\s+)` + number + `$`)
)

// signs returns the numbers in the lines at the upper and lower edge of a page and
// in its last row that may be its printed number. of is the number of pages of the
// document.
func signs(page core.Page, layout core.Layout, of int) []sign {
	if !(layout.Height > 0) {
		return nil
	}
	var low float32
	for _, l := range layout.Lines {
		if l.Hidden == "" {
			low = max(low, (l.Top+l.Height/2)/layout.Height)
		}
	}
	var edges, row []sign
	for _, l := range layout.Lines {
		y := (l.Top + l.Height/2) / layout.Height
		inRow := low-y <= sameRow
		if y < -edge || y > 1+edge || y > edge && y < 1-edge && !inRow || l.Hidden != "" ||
			l.Len() > longLine || l.Len() <= 0 || l.Start < 0 || l.End > len(page.Text) {
			continue
		}
		style, value, ok := read(strings.TrimSpace(page.Text[l.Start:l.End]), page.Index, of)
		switch {
		case !ok:
		case y <= edge:
			edges = append(edges, sign{spot{head, y}, style, value})
		case y >= 1-edge:
			edges = append(edges, sign{spot{foot, y}, style, value})
		}
		if ok && inRow {
			row = append(row, sign{spot{lowest, y}, style, value})
		}
	}
	if len(edges) > mostCells {
		return nil
	}
	edges = withoutTables(edges)
	slices.SortStableFunc(edges, func(a, b sign) int { return cmp.Compare(a.depth(), b.depth()) })
	edges = edges[:min(len(edges), mostSigns)]
	if len(row) == 1 {
		edges = append(edges, row[0])
	}
	return edges
}

// read returns the number in one line of a head or foot. `index of pages`, such as
// a court stamps on a filing, only repeats the index and is left out.
func read(line string, index, of int) (core.NumberStyle, int, bool) {
	if len(line) > shortLine && !strings.ContainsAny(line, "0123456789") {
		return "", 0, false
	}
	for _, form := range []*regexp.Regexp{alone, counted, named, first, last} {
		m := form.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		r, ok := core.ParseLabel(m[1])
		if !ok || r.Start < 1 || r.Prefix != "" {
			return "", 0, false
		}
		if len(m) > 2 && m[2] == strconv.Itoa(of) && r.Start == index {
			return "", 0, false
		}
		return r.Style, r.Start, true
	}
	return "", 0, false
}

// withoutTables leaves out numbers that stand side by side, as in a row of a table.
func withoutTables(all []sign) []sign {
	var out []sign
	for _, s := range all {
		beside := 0
		for _, o := range all {
			if max(s.y-o.y, o.y-s.y) <= sameRow {
				beside++
			}
		}
		if beside < cells {
			out = append(out, s)
		}
	}
	return out
}
