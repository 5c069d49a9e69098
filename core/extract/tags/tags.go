// Package tags writes the metadata of pictures and recordings as text: one tag a
// line, each once, in the order in which they were added.
package tags

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// Bounds of one list.
const (
	most      = 5000     // tags, and values of one tag
	mostValue = 64 << 10 // bytes of one tag's values
	mostBytes = 1 << 20  // of all values
	mostName  = 80       // characters
	separator = "; "     // between the values of one tag
	cut       = " …"     // after a value that was too long
	lineBreak = " / "    // between the lines of a value
)

// List holds the tags of one file. The zero value is empty. It is not safe for
// concurrent use.
type List struct {
	lines []line
	index map[string]int // of lines, by group and name
	bytes int
}

type line struct {
	group, name string
	values      []string
}

// Add appends a value to the tag group:name unless the value is empty or the tag
// has it already. Line breaks become ` / `. What exceeds the bounds of a list is
// left out.
func (l *List) Add(group, name, value string) {
	name, value = cleanName(name), clean(value)
	if name == "" || value == "" || l.bytes+len(value) > mostBytes {
		return
	}
	key := group + ":" + strings.ToLower(name)
	at, known := l.index[key]
	if !known {
		if len(l.lines) >= most {
			return
		}
		if l.index == nil {
			l.index = make(map[string]int)
		}
		at = len(l.lines)
		l.index[key] = at
		l.lines = append(l.lines, line{group: group, name: name})
	}
	values := &l.lines[at].values
	if slices.Contains(*values, value) || len(*values) >= most {
		return
	}
	*values = append(*values, value)
	l.bytes += len(value)
}

// Get returns the values of a tag, joined as in Text; "" if there is no such tag.
func (l *List) Get(group, name string) string {
	at, ok := l.index[group+":"+strings.ToLower(name)]
	if !ok {
		return ""
	}
	return strings.Join(l.lines[at].values, separator)
}

// First returns the values of the first of some tags, each named `Group:Name`, that
// the list has; "" if it has none.
func (l *List) First(names ...string) string {
	for _, n := range names {
		group, name, _ := strings.Cut(n, ":")
		if v := l.Get(group, name); v != "" {
			return v
		}
	}
	return ""
}

// Len returns the number of tags.
func (l *List) Len() int { return len(l.lines) }

// Text returns one line a tag, `[EXIF:Make] Canon`, joined by \n, as valid UTF-8
// without control characters.
func (l *List) Text() string {
	var b strings.Builder
	for i, t := range l.lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "[%s:%s] %s", t.group, t.name, strings.Join(t.values, separator))
	}
	return b.String()
}

// Size returns the value for a tag that does not hold text: `(12,040 bytes)`.
func Size(n int) string {
	if n == 1 {
		return "(1 byte)"
	}
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return "(" + s + " bytes)"
}

// Decode returns s if it is UTF-8, else s read as Windows-1252, which has all
// letters of Latin-1.
func Decode(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	latin, _ := charmap.Windows1252.NewDecoder().String(s) // which has a character for every byte
	return latin
}

func clean(s string) string {
	s = Decode(s[:min(len(s), 4*mostValue)])
	var b strings.Builder
	for s := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029' }) {
		s = strings.TrimSpace(strings.Map(visible, s))
		switch {
		case s == "":
			continue
		case b.Len() > mostValue:
			return b.String() + cut
		case b.Len() > 0:
			b.WriteString(lineBreak)
		}
		b.WriteString(s)
	}
	out := b.String()
	if len(out) <= mostValue {
		return out
	}
	return strings.ToValidUTF8(out[:mostValue], "") + cut
}

// visible turns tabs into blanks and drops control characters and byte order marks.
func visible(r rune) rune {
	switch {
	case r == '\t':
		return ' '
	case unicode.IsControl(r) || r == '\ufeff':
		return -1
	}
	return r
}

// cleanName replaces what would end a name in Text: brackets, colons, white space.
func cleanName(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == '[' || r == ']' || r == ':' || unicode.IsSpace(r) {
			return '_'
		}
		return visible(r)
	}, Decode(s[:min(len(s), 4*mostName)]))
	if r := []rune(s); len(r) > mostName {
		s = string(r[:mostName])
	}
	return s
}
