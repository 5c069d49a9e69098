package text

import (
	"iter"
	"strings"

	"ibid/core"
)

// Headings returns the ATX (`## Title`) and setext (underlined) headings of a
// Markdown text in order, without those in code and front matter. Start is the
// offset of the heading's line.
func Headings(text string) []core.Heading {
	var (
		out      []core.Heading
		fence    string // the run of ` or ~ that opened the current code block
		previous string // the line above, if it can be a setext title
		prevAt   int
	)
	start := frontMatterEnd(text)
	for at, line := range Lines(text[start:]) {
		at += start
		indent := len(line) - len(strings.TrimLeft(line, " "))
		body := strings.TrimSpace(line)
		mark := fenceMark(body)
		switch {
		case fence != "":
			if strings.HasPrefix(mark, fence) && body == mark && indent < 4 {
				fence = ""
			}
			previous = ""
		case mark != "" && indent < 4:
			fence, previous = mark, ""
		case indent >= 4 || strings.HasPrefix(line, "\t"):
			previous = ""
		case atxLevel(body) > 0:
			level := atxLevel(body)
			if title := OneLine(closeATX(body[level:])); title != "" {
				out = append(out, core.Heading{Level: level, Title: title, Line: -1, Start: at})
			}
			previous = ""
		case previous != "" && setextLevel(body) > 0:
			out = append(out, core.Heading{Level: setextLevel(body), Title: OneLine(previous), Line: -1, Start: prevAt})
			previous = ""
		default:
			previous, prevAt = body, at
			if strings.HasPrefix(body, ">") || strings.HasPrefix(body, "- ") || strings.HasPrefix(body, "|") {
				previous = ""
			}
		}
	}
	return out
}

// Lines yields the offset of each line and the line without its end.
func Lines(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		at := 0
		for line := range strings.Lines(text) {
			if !yield(at, strings.TrimSuffix(line, "\n")) {
				return
			}
			at += len(line)
		}
	}
}

// fenceMark returns the run of three or more ` or ~ that a line begins with.
func fenceMark(line string) string {
	if line == "" || line[0] != '`' && line[0] != '~' {
		return ""
	}
	n := len(line) - len(strings.TrimLeft(line, line[:1]))
	if n < 3 || line[0] == '`' && strings.Contains(line[n:], "`") {
		return ""
	}
	return line[:n]
}

func atxLevel(line string) int {
	n := len(line) - len(strings.TrimLeft(line, "#"))
	if n < 1 || n > 6 || len(line) > n && line[n] != ' ' && line[n] != '\t' {
		return 0
	}
	return n
}

// closeATX removes a closing run of #.
func closeATX(title string) string {
	title = strings.TrimSpace(title)
	if cut := strings.TrimRight(title, "#"); cut == "" || strings.HasSuffix(cut, " ") {
		return cut
	}
	return title
}

func setextLevel(line string) int {
	switch {
	case line == "":
		return 0
	case strings.Trim(line, "=") == "":
		return 1
	case len(line) > 1 && strings.Trim(line, "-") == "":
		return 2
	}
	return 0
}

// OneLine returns s as valid UTF-8 with each run of white space made one blank.
func OneLine(s string) string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(s, "\uFFFD")), " ")
}

// frontMatterEnd returns the offset after a YAML front matter, 0 if there is none.
func frontMatterEnd(text string) int {
	if !strings.HasPrefix(text, "---\n") {
		return 0
	}
	for at, line := range Lines(text[4:]) {
		if line == "---" || line == "..." {
			return min(4+at+len(line)+1, len(text))
		}
	}
	return 0
}

// frontMatter reads title and author from a front matter if each is on one line.
func frontMatter(text string) core.Metadata {
	var m core.Metadata
	for _, line := range Lines(text[:frontMatterEnd(text)]) {
		key, value, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		value = OneLine(strings.Trim(strings.TrimSpace(value), `"'`))
		switch strings.ToLower(key) {
		case "title":
			m.Title = value
		case "author", "authors":
			m.Author = strings.Trim(value, "[]")
		}
	}
	return m
}
