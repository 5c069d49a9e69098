package code

import (
	"regexp"
	"slices"
	"strings"
)

// splitName splits a name such as "ns::Box<T>::open" into its qualifier and itself,
// without the arguments of templates.
func splitName(name string) (qualifier []string, last string) {
	operator := ""
	if i := strings.Index(name, "operator"); i >= 0 && (i == 0 || !wordByte(name[i-1])) && (len(name) == i+8 || !wordByte(name[i+8])) {
		name, operator = name[:i], strings.Join(strings.Fields(name[i:]), " ")
	}
	parts := splitPath(withoutArguments(name))
	if i := strings.IndexByte(operator, '('); i > len("operator") {
		operator = strings.TrimSpace(operator[:i]) // of a conversion: operator bool() const
	}
	if operator != "" {
		return parts, operator
	}
	if len(parts) == 0 {
		return nil, ""
	}
	return parts[:len(parts)-1], parts[len(parts)-1]
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= 0x80
}

// withoutArguments removes what stands between < and >.
func withoutArguments(name string) string {
	if !strings.ContainsRune(name, '<') {
		return name
	}
	var b strings.Builder
	depth := 0
	for _, r := range name {
		switch {
		case r == '<':
			depth++
		case r == '>':
			depth = max(0, depth-1)
		case depth == 0:
			b.WriteRune(r)
		}
	}
	return b.String()
}

var separators = regexp.MustCompile(`::|->|\.|\s+`)

// splitPath splits a path of names at dots, colons and arrows.
func splitPath(path string) []string {
	return slices.DeleteFunc(separators.Split(path, -1), func(s string) bool { return s == "" })
}

// lastName returns the last name of an expression such as `s.file` or `pkg::Type`,
// empty if it does not end with a name.
func lastName(expression string) string {
	if i := strings.LastIndexAny(expression, ".:> \n\t"); i >= 0 {
		expression = expression[i+1:]
	}
	if len(expression) > maxName || strings.ContainsAny(expression, "()[]{}\"'`+,;") {
		return ""
	}
	return strings.TrimLeft(expression, "*&")
}

// typeName returns the plain name of a type that methods belong to: Tree for
// `*Tree[K, V]`, nothing for `exports` and `this`.
func typeName(written string) []string {
	written = withoutArguments(written)
	if i := strings.IndexByte(written, '['); i >= 0 {
		written = written[:i]
	}
	parts := splitPath(strings.TrimLeft(written, "*&( "))
	return slices.DeleteFunc(parts, func(s string) bool {
		return slices.Contains(notTypes, s) || !wordByte(s[0]) && s[0] != '$'
	})
}

// notTypes holds the words that may stand beside the name of a type.
var notTypes = []string{"prototype", "module", "exports", "this", "self", "mut", "dyn"}

// lineBefore returns what stands before an offset on its line.
func lineBefore(source string, at int) string {
	return source[strings.LastIndexByte(source[:at], '\n')+1 : at]
}

// oneLine joins the words of s with single spaces, at most so many bytes.
func oneLine(s string, most int) string {
	if len(s) > 8*most {
		s = strings.ToValidUTF8(s[:8*most], "")
	}
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}
