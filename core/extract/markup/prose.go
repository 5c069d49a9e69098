package markup

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"ibid/core"
	"ibid/core/extract/text"
)

// adornment returns the character that a line of at least two repeats, 0 if the
// line is anything else.
func adornment(line string) byte {
	if len(line) < 2 || !strings.ContainsRune("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", rune(line[0])) || strings.Trim(line, line[:1]) != "" {
		return 0
	}
	return line[0]
}

// rstHeadings finds the sections of a reStructuredText: titles underlined, or
// underlined and overlined, by a line of one repeated character. Each style of
// lines is a level, in the order of first use.
func rstHeadings(s string) []core.Heading {
	var (
		c      collector
		styles []string        // by level: the character, twice if overlined
		above  = [2]string{}   // the two lines before the present one
		starts = [2]int{0, -1} // their offsets
	)
	for at, line := range text.Lines(s) {
		line = strings.TrimRight(line, " \t")
		title, sign := above[1], adornment(line)
		if sign != 0 && isRSTTitle(title, line) {
			style, start := string(sign), starts[1]
			if adornment(above[0]) == sign && len(above[0]) == len(line) {
				style, start = style+style, starts[0]
			} else if strings.TrimSpace(above[0]) != "" || strings.HasPrefix(title, " ") {
				style = "" // the end of a table, or of a paragraph
			}
			if style != "" {
				if !c.add(levelOf(&styles, style), strings.TrimSpace(title), start) {
					break
				}
				line = ""
			}
		}
		above, starts = [2]string{above[1], line}, [2]int{starts[1], at}
	}
	return c.list
}

// isRSTTitle reports whether title can be the title above an underline.
func isRSTTitle(title, line string) bool {
	if strings.TrimSpace(title) == "" || adornment(title) != 0 || strings.HasPrefix(title, "..") {
		return false
	}
	return len(line) >= utf8.RuneCountInString(strings.TrimSpace(title)) || len(line) >= 4 && len(line)*4 >= len(title)*3
}

// levelOf returns the level of a style, from 1 on, and adds a new one to styles.
func levelOf(styles *[]string, style string) int {
	if i := slices.Index(*styles, style); i >= 0 {
		return i + 1
	}
	*styles = append(*styles, style)
	return len(*styles)
}

var rstField = regexp.MustCompile(`(?i)^:(authors?|title):\s*(.+)$`)

// rstMetadata returns the title of the first section, and title and author from
// the field list of the first 100 lines.
func rstMetadata(s string) core.Metadata {
	var m core.Metadata
	if h := rstHeadings(s[:min(len(s), 64<<10)]); len(h) > 0 {
		m.Title = h[0].Title
	}
	n := 0
	for _, line := range text.Lines(s) {
		if f := rstField.FindStringSubmatch(line); f != nil {
			if strings.EqualFold(f[1], "title") {
				m.Title = oneLine(f[2])
			} else if m.Author == "" {
				m.Author = oneLine(f[2])
			}
		}
		if n++; n > 100 {
			break
		}
	}
	return m
}

var (
	orgHeading = regexp.MustCompile(`^(\*+)[ \t]+(?:(?:TODO|DONE|NEXT|WAITING|CANCELLED)[ \t]+)?(?:\[#[A-Z0-9]\][ \t]+)?(.*?)(?:[ \t]+:[\pL\d_@#%:]+:)?[ \t]*$`)
	orgLink    = regexp.MustCompile(`\[\[(?:[^\[\]]*\]\[)?([^\[\]]*)\]\]`)
	orgKeyword = regexp.MustCompile(`(?i)^#\+(title|author):[ \t]*(.*)$`)
)

// orgHeadings finds the headlines of an Org text, without state, priority and
// tags.
func orgHeadings(s string) []core.Heading {
	var c collector
	for at, line := range text.Lines(s) {
		if !strings.HasPrefix(line, "*") {
			continue
		}
		m := orgHeading.FindStringSubmatch(line)
		if m != nil && !c.add(len(m[1]), orgLink.ReplaceAllString(m[2], "$1"), at) {
			break
		}
	}
	return c.list
}

func orgMetadata(s string) core.Metadata {
	var m core.Metadata
	for _, line := range text.Lines(s) {
		f := orgKeyword.FindStringSubmatch(line)
		switch {
		case f == nil:
		case strings.EqualFold(f[1], "title"):
			m.Title = oneLine(m.Title + " " + f[2]) // it may be on several lines
		case m.Author == "":
			m.Author = oneLine(f[2])
		}
	}
	return m
}

var (
	bibEntry = regexp.MustCompile(`^[ \t]*@([A-Za-z]+)[ \t]*[{(][ \t]*([^\s,{}()="]+)[ \t]*,?`)
	bibTitle = regexp.MustCompile(`(?i)[\s,{]title\s*=\s*([{"])`)
)

// bibHeadings finds the entries of a bibliography: `@article{key}: title`.
func bibHeadings(s string) []core.Heading {
	type entry struct {
		name  string
		start int
	}
	var entries []entry
	for at, line := range text.Lines(s) {
		m := bibEntry.FindStringSubmatch(line)
		if m == nil || len(entries) == maxHeadings {
			continue
		}
		switch kind := strings.ToLower(m[1]); kind {
		case "string", "preamble", "comment":
		default:
			entries = append(entries, entry{"@" + kind + "{" + m[2] + "}", at})
		}
	}
	var c collector
	for i, e := range entries {
		end := len(s)
		if i+1 < len(entries) {
			end = entries[i+1].start
		}
		title := e.name
		if t := bibFieldTitle(s[e.start:min(end, e.start+16<<10)]); t != "" {
			title += ": " + t
		}
		c.add(1, title, e.start)
	}
	return c.list
}

// bibFieldTitle returns the title field of an entry, "" if it has none.
func bibFieldTitle(entry string) string {
	m := bibTitle.FindStringSubmatchIndex(entry)
	if m == nil {
		return ""
	}
	value := entry[m[2]:]
	if value[0] == '{' {
		return oneLine(detex(braced(value)))
	}
	depth := 0
	for i := 1; i < len(value); i++ {
		switch value[i] {
		case '{':
			depth++
		case '}':
			depth--
		case '"':
			if depth == 0 {
				return oneLine(detex(value[1:i]))
			}
		}
	}
	return ""
}
