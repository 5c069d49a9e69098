package code

import (
	"regexp"
	"strings"
)

// macroWord finds names of macros that stand before a type or a name in C and
// C++, which the grammar takes for the type: `API_EXPORT int f()`.
var macroWord = regexp.MustCompile(`\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b`)

// withoutMacros puts blanks in place of macros that hide a declaration from the
// grammar. It goes by their form: capitals with an underscore, between other
// words of one line. Every other byte stays where it is.
func withoutMacros(source string) string {
	var out []byte
	for _, m := range macroWord.FindAllStringIndex(source, -1) {
		line := source[strings.LastIndexByte(source[:m[0]], '\n')+1 : m[0]]
		if strings.HasPrefix(strings.TrimSpace(line), "#") || !hides(line, source[m[1]:]) {
			continue
		}
		if out == nil {
			out = []byte(source)
		}
		for i := m[0]; i < m[1]; i++ {
			out[i] = ' '
		}
	}
	if out == nil {
		return source
	}
	return string(out)
}

var declarationAhead = regexp.MustCompile(`^[ \t]+(?:[A-Za-z_][\w:]*(?:<[^;{}()]*>)?[\s*&]+[~A-Za-z_]|~?[A-Za-z_]\w*\s*\(|operator\b)`)

// hides reports whether a macro between what stands before and after it on its
// line is one that the grammar stumbles over.
func hides(before, after string) bool {
	return declarationAhead.MatchString(after[:min(len(after), 200)]) && !strings.ContainsAny(before, "=\"'/")
}
