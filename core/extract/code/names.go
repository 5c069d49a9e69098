package code

import (
	"regexp"
	"slices"
	"strings"
)

// splitName divides a name as it is written, "ns::Box<T>::open", into what
// stands before it and itself, without the arguments of templates.
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

// withoutArguments takes out what stands between < and >.
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

// splitPath divides a path of names at dots, colons and arrows.
func splitPath(path string) []string {
	return slices.DeleteFunc(separators.Split(path, -1), func(s string) bool { return s == "" })
}

// lastName is the last name of an expression such as `s.file` or `pkg::Type`;
// empty if it ends with something that is no name.
func lastName(expression string) string {
	if i := strings.LastIndexAny(expression, ".:> \n\t"); i >= 0 {
		expression = expression[i+1:]
	}
	if len(expression) > maxName || strings.ContainsAny(expression, "()[]{}\"'`+,;") {
		return ""
	}
	return strings.TrimLeft(expression, "*&")
}

// typeName is the plain name of a type that methods belong to: `*Tree[K, V]`
// gives Tree, `exports` and `this` nothing.
func typeName(written string) []string {
	written = withoutArguments(written)
	if i := strings.IndexByte(written, '['); i >= 0 {
		written = written[:i]
	}
	parts := splitPath(strings.TrimLeft(written, "*&( "))
	return slices.DeleteFunc(parts, func(s string) bool {
		return s == "prototype" || s == "module" || s == "exports" || s == "this" || s == "self" || s == "mut" || s == "dyn" || !wordByte(s[0]) && s[0] != '$'
	})
}

func contains(list []string, s string) bool { return slices.Contains(list, s) }

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
