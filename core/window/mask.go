package window

import "strings"

// syntax is how a language writes comments and strings.
type syntax struct {
	comment string // begins one that ends with its line; several are parted by a blank
	block   bool   // has /* */
	quotes  string // characters around strings that end with their line
	raw     string // characters around strings that may hold line breaks
	triple  bool   // has """ and, where ' is a quote, '''
	regex   bool   // has /patterns/
	indent  bool   // blocks are told by their indentation
}

var (
	inC    = syntax{comment: "//", block: true, quotes: `"`}
	inJava = syntax{comment: "//", block: true, quotes: `"`, triple: true}
	inJS   = syntax{comment: "//", block: true, quotes: `"'`, raw: "`", regex: true}
)

// syntaxes are the languages in which functions are found.
var syntaxes = map[string]syntax{
	"go": {comment: "//", block: true, quotes: `"`, raw: "`"}, "rust": {comment: "//", block: true, raw: `"`},
	"c": inC, "cpp": inC, "zig": inC, "protobuf": inC,
	"java": inJava, "csharp": inJava, "kotlin": inJava, "scala": inJava, "swift": inJava,
	"javascript": inJS, "jsx": inJS, "typescript": inJS, "tsx": inJS,
	"php":    {comment: "// #", block: true, raw: `"'`},
	"python": {comment: "#", quotes: `"'`, triple: true, indent: true},
	"ruby":   {comment: "#", quotes: `"'`, indent: true},
	"lua":    {comment: "--", quotes: `"'`, indent: true},
	"julia":  {comment: "#", quotes: `"`, triple: true, indent: true},
	"elixir": {comment: "#", quotes: `"`, triple: true, indent: true},
}

// mask puts blanks for comments and strings, byte for byte, so that what is
// left is brackets, words and line breaks of the program itself.
func mask(x syntax, s string) string {
	out := []byte(s)
	last := byte('\n') // what stood before, blanks not counted
	for i := 0; i < len(s); {
		n := x.skip(s[i:], last)
		if n == 0 {
			if s[i] != ' ' && s[i] != '\t' {
				last = s[i]
			}
			i++
			continue
		}
		for j := i; j < i+n; j++ {
			if out[j] != '\n' {
				out[j] = ' '
			}
		}
		if !x.isComment(s[i:]) {
			last = '"'
		}
		i += n
	}
	return string(out)
}

func (x syntax) isComment(s string) bool {
	for marker := range strings.FieldsSeq(x.comment) {
		if strings.HasPrefix(s, marker) {
			return true
		}
	}
	return x.block && strings.HasPrefix(s, "/*")
}

// skip is the length of the comment, string or character that s begins with, 0
// if it begins with none.
func (x syntax) skip(s string, last byte) int {
	c := s[0]
	switch {
	case x.block && strings.HasPrefix(s, "/*"):
		return upTo(s, 2, "*/")
	case x.isComment(s):
		return lineLength(s)
	case x.triple && strings.HasPrefix(s, `"""`):
		return upTo(s, 3, `"""`)
	case x.triple && strings.HasPrefix(s, "'''") && strings.Contains(x.quotes, "'"):
		return upTo(s, 3, "'''")
	case strings.IndexByte(x.raw, c) >= 0:
		return quoted(s, false, c == '`' && !x.regex)
	case strings.IndexByte(x.quotes, c) >= 0:
		return quoted(s, true, false)
	case c == '\'':
		return character(s)
	case c == '/' && x.regex && strings.IndexByte("(,=:[!&|?{};\n", last) >= 0:
		return pattern(s)
	}
	return 0
}

func lineLength(s string) int {
	if n := strings.IndexByte(s, '\n'); n >= 0 {
		return n
	}
	return len(s)
}

// upTo is the length of s up to the end of a marker that follows from the
// offset, all of s if none does.
func upTo(s string, from int, marker string) int {
	if n := strings.Index(s[from:], marker); n >= 0 {
		return from + n + len(marker)
	}
	return len(s)
}

// quoted is the length of the string that s begins with. It may end with its
// line; in a verbatim one a backslash is nothing special.
func quoted(s string, oneLine, verbatim bool) int {
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\n' && oneLine:
			return i
		case s[i] == '\\' && !verbatim:
			i++
		case s[i] == s[0]:
			return i + 1
		}
	}
	return len(s)
}

// character is the length of a character in quotes; 0 for the apostrophe of a
// lifetime or a digit group.
func character(s string) int {
	if len(s) > 2 && s[1] == '\\' {
		if n := strings.IndexByte(s[3:min(len(s), 12)], '\''); n >= 0 {
			return n + 4
		}
		return 0
	}
	for i, r := range s[1:min(len(s), 6)] {
		if i > 0 {
			if r == '\'' {
				return i + 2
			}
			return 0
		}
	}
	return 0
}

// maxPattern is the length of a regular expression in bytes; a longer one is
// taken for divisions.
const maxPattern = 1000

// pattern is the length of the regular expression that s begins with, 0 if it
// does not end on its line.
func pattern(s string) int {
	class := false
	for i := 1; i < min(len(s), maxPattern) && s[i] != '\n'; i++ {
		switch s[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				return i + 1
			}
		}
	}
	return 0
}
