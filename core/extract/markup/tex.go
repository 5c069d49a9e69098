package markup

import (
	"iter"
	"regexp"
	"strings"

	"golang.org/x/text/unicode/norm"

	"ibid/core"
	"ibid/core/extract/text"
)

// texLevels holds the levels of the sectioning commands of LaTeX.
var texLevels = map[string]int{"part": 1, "chapter": 2, "section": 3, "subsection": 4, "subsubsection": 5}

// sectioning matches a command that begins a section, or names title or author.
var sectioning = regexp.MustCompile(`\\(part|chapter|section|subsection|subsubsection|title|author)\*?\s*[\[{]`)

// verbatim matches the beginning of an environment whose text is no LaTeX.
var verbatim = regexp.MustCompile(`\\begin\{(verbatim\*?|lstlisting|minted|comment|filecontents\*?)\}`)

// A texCommand is a command with its braced argument.
type texCommand struct {
	name, argument string
	start          int
}

// texCommands yields the sectioning commands of s in order, without those in
// comments and verbatim text.
func texCommands(s string) iter.Seq[texCommand] {
	return func(yield func(texCommand) bool) {
		until, next := "", 0 // the end of verbatim text; the offset up to which s was read
		for at, line := range text.Lines(s) {
			if until != "" {
				if strings.Contains(line, until) {
					until = ""
				}
				continue
			}
			code := line[:commentStart(line)]
			for _, m := range sectioning.FindAllStringSubmatchIndex(code, 50) {
				start := at + m[0]
				if start < next {
					continue
				}
				argument, end := texArgument(s, at+m[1]-1)
				if next = end; argument != "" && !yield(texCommand{code[m[2]:m[3]], argument, start}) {
					return
				}
			}
			if m := verbatim.FindStringSubmatch(code); m != nil && !strings.Contains(line, `\end{`+m[1]+`}`) {
				until = `\end{` + m[1] + `}`
			}
		}
	}
}

// commentStart returns the offset of the comment in a line, which begins with the
// first % that is not escaped, or the length of the line.
func commentStart(line string) int {
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '%':
			return i
		}
	}
	return len(line)
}

// texArgument returns the braced argument of a command, of at most 2,000 bytes,
// and the offset of its end. A short form in brackets may precede it. The
// argument is "" if its brace is not closed.
func texArgument(s string, at int) (argument string, end int) {
	if s[at] == '[' {
		n := strings.IndexByte(s[at:min(len(s), at+2000)], ']')
		if n < 0 || at+n+1 >= len(s) || s[at+n+1] != '{' {
			return "", at
		}
		at += n + 1
	}
	argument = braced(s[at:min(len(s), at+2000)])
	return argument, at + len(argument)
}

// braced returns the text between the brace that s begins with and the one that
// closes it, "" if none does.
func braced(s string) string {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return s[1:i]
			}
		}
	}
	return ""
}

// texHeadings finds the sections of a LaTeX text. The outermost command in use is
// level 1, since articles have no parts.
func texHeadings(s string) []core.Heading {
	var c collector
	top := len(texLevels)
	for command := range texCommands(s) {
		if level := texLevels[command.name]; level > 0 {
			if !c.add(level, detex(command.argument), command.start) {
				break
			}
			top = min(top, level)
		}
	}
	for i := range c.list {
		c.list[i].Level -= top - 1
	}
	return c.list
}

func texMetadata(s string) core.Metadata {
	var m core.Metadata
	for command := range texCommands(s) {
		switch {
		case command.name == "title" && m.Title == "":
			m.Title = oneLine(detex(command.argument))
		case command.name == "author" && m.Author == "":
			m.Author = oneLine(detex(strings.ReplaceAll(command.argument, `\and`, ", ")))
			m.Author = strings.ReplaceAll(m.Author, " ,", ",")
		}
	}
	return m
}

var (
	texComment = regexp.MustCompile(`(?m)(^|[^\\])%.*$`)
	texNote    = regexp.MustCompile(`\\(?:thanks|label|footnote|index|inst|cite\w*)\*?\s*\{[^{}]*\}`)
	texAccent  = regexp.MustCompile("\\\\([`'^\"~=.]|[uvHcdbkr](?:\\s+|\\b))\\s*(?:\\{\\\\?(\\pL)\\}|\\\\?(\\pL))")
	texMacro   = regexp.MustCompile(`\\[A-Za-z]+\*?\s*`)
	texSigns   = strings.NewReplacer(`\&`, "&", `\%`, "%", `\$`, "$", `\#`, "#", `\_`, "_", `\ss`, "ß", `\ae`, "æ", `\AE`, "Æ",
		`\o `, "ø", `\O `, "Ø", `\o{}`, "ø", `\O{}`, "Ø", `\l{}`, "ł", "---", "—", "--", "–", "``", "“", "''", "”", `\ `, " ", `\,`, " ", "~", " ")
	texBraces = strings.NewReplacer("{", "", "}", "")
)

// texMarks holds the combining characters for LaTeX's accents.
var texMarks = map[string]string{
	"`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", `"`: "\u0308", "=": "\u0304", ".": "\u0307", "u": "\u0306",
	"v": "\u030c", "H": "\u030b", "c": "\u0327", "d": "\u0323", "b": "\u0331", "k": "\u0328", "r": "\u030a",
}

// detex returns a title in LaTeX as plain text.
func detex(s string) string {
	s = texComment.ReplaceAllString(s, "$1")
	s = texNote.ReplaceAllString(s, "")
	s = texAccent.ReplaceAllStringFunc(s, func(accent string) string {
		m := texAccent.FindStringSubmatch(accent)
		return m[2] + m[3] + texMarks[strings.TrimSpace(m[1])]
	})
	s = texSigns.Replace(s)
	s = strings.ReplaceAll(s, `\\`, " ")
	return norm.NFC.String(texBraces.Replace(texMacro.ReplaceAllString(s, "")))
}
