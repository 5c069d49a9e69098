package ingest

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// globExpr returns the regular expression of a gitignore pattern: * and ? stop at
// slashes, ** between slashes or at an end is any number of folders. ok is false
// for a pattern that matches nothing, such as one that ends within a bracket.
func globExpr(glob string) (expr string, ok bool) {
	var b strings.Builder
	b.WriteString(`(?s)\A`)
	for i := 0; i < len(glob); {
		switch glob[i] {
		case '*':
			n := len(glob[i:]) - len(strings.TrimLeft(glob[i:], "*"))
			first, last := i == 0 || glob[i-1] == '/', i+n == len(glob)
			i += n
			switch {
			case n > 1 && first && last:
				b.WriteString(`.*`)
			case n > 1 && first && glob[i] == '/':
				b.WriteString(`(?:.*/)?`)
				i++
			default:
				b.WriteString(`[^/]*`)
			}
		case '?':
			b.WriteString(`[^/]`)
			i++
		case '[':
			class, n, ok := classExpr(glob[i:])
			if !ok {
				return "", false
			}
			b.WriteString(class)
			i += n
		case '\\':
			if i++; i == len(glob) {
				return "", false
			}
			fallthrough
		default:
			_, n := utf8.DecodeRuneInString(glob[i:])
			b.WriteString(regexp.QuoteMeta(glob[i : i+n]))
			i += n
		}
	}
	b.WriteString(`\z`)
	return b.String(), true
}

// posix maps the names of character classes to their characters; none of them
// contains the slash.
var posix = map[string]string{
	"alnum": `0-9A-Za-z`, "alpha": `A-Za-z`, "blank": `\t `, "cntrl": `\x00-\x1f\x7f`, "digit": `0-9`, "graph": `!-.0-~`,
	"lower": `a-z`, "print": ` -.0-~`, "punct": "!-.:-@\\[-`{-~", "space": `\t-\r `, "upper": `A-Z`, "xdigit": `0-9A-Fa-f`,
}

// classExpr returns the regular expression of the bracket with which glob begins,
// and the bracket's length in bytes. A bracket never matches a slash.
func classExpr(glob string) (expr string, n int, ok bool) {
	var b strings.Builder
	i := 1
	negate := i < len(glob) && (glob[i] == '!' || glob[i] == '^')
	if negate {
		i++
	}
	for first := true; ; first = false {
		switch rest := glob[min(i, len(glob)):]; {
		case rest == "":
			return "", 0, false
		case rest[0] == ']' && !first:
			return bracket(b.String(), negate), i + 1, true
		case strings.HasPrefix(rest, "[:") && strings.Contains(rest, ":]"):
			name, _, _ := strings.Cut(rest[2:], ":]")
			class, known := posix[name]
			if !known {
				return "", 0, false
			}
			b.WriteString(class)
			i += len(name) + 4
		default:
			low, n := classRune(rest)
			high, m := low, 0
			if r := rest[n:]; len(r) > 1 && r[0] == '-' && r[1] != ']' {
				high, m = classRune(r[1:])
				m++
			}
			b.WriteString(span(low, high))
			i += n + m
		}
	}
}

func bracket(class string, negate bool) string {
	switch {
	case negate:
		return "[^/" + class + "]"
	case class == "":
		return `[^\x00-\x{10FFFF}]` // matches nothing
	}
	return "[" + class + "]"
}

// classRune reads a character within brackets.
func classRune(s string) (r rune, n int) {
	if s[0] == '\\' && len(s) > 1 {
		r, n = utf8.DecodeRuneInString(s[1:])
		return r, n + 1
	}
	return utf8.DecodeRuneInString(s)
}

// span writes a range of characters, without the slash.
func span(low, high rune) string {
	switch {
	case low > high:
		return ""
	case low <= '/' && '/' <= high:
		return span(low, '/'-1) + span('/'+1, high)
	}
	return fmt.Sprintf(`\x{%x}-\x{%x}`, low, high)
}
