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
	source = withoutMacroArguments(source)
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

// macroCall finds macros with arguments.
var macroCall = regexp.MustCompile(`\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\(`)

// maxMacroCall bounds the arguments of a macro, in bytes.
const maxMacroCall = 500

// typeAhead finds what stands behind a macro that is used as a type:
// `LIB_REF(T) value`, or with the name of a function on the next line.
var typeAhead = regexp.MustCompile(`^(?:[ \t]+[A-Za-z_]|[ \t]*\n[ \t]*[A-Za-z_]\w*\()`)

// withoutMacroArguments puts blanks in place of the arguments of macros that
// stand for a type.
func withoutMacroArguments(source string) string {
	var out []byte
	for _, m := range macroCall.FindAllStringIndex(source, -1) {
		line := source[strings.LastIndexByte(source[:m[0]], '\n')+1 : m[0]]
		end := closing(source, m[1])
		if end < 0 || strings.HasPrefix(strings.TrimSpace(line), "#") || !typeAhead.MatchString(source[end:min(len(source), end+200)]) {
			continue
		}
		if out == nil {
			out = []byte(source)
		}
		for i := m[1] - 1; i < end; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	if out == nil {
		return source
	}
	return string(out)
}

// closing is the offset behind the parenthesis that closes what was opened
// before an offset; -1 if it is too far away.
func closing(source string, at int) int {
	depth := 1
	for i := at; i < min(len(source), at+maxMacroCall); i++ {
		switch source[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// behind finds what may stand before and after a macro behind the parameters of
// a function: `int f() const LIB_NOEXCEPT {`.
var (
	behindBefore = regexp.MustCompile(`(?:\)|\bconst|\boverride|\b[A-Z][A-Z0-9]*_[A-Z0-9_]+)\s*$`)
	behindAfter  = regexp.MustCompile(`^\s*(?:[{;]|:[^:]|->|=\s*0|const\b|[A-Z][A-Z0-9]*_[A-Z0-9_]+\s*[{;])`)
)

var declarationAhead = regexp.MustCompile(`^[ \t]+(?:[A-Za-z_][\w:]*(?:<[^;{}()]*>)?[\s*&]+[~A-Za-z_]|~?[A-Za-z_]\w*\s*\(|operator\b)`)

// hides reports whether a macro between what stands before and after it on its
// line is one that the grammar stumbles over.
func hides(before, after string) bool {
	after = after[:min(len(after), 200)]
	if behindBefore.MatchString(before) && behindAfter.MatchString(after) {
		return true
	}
	return declarationAhead.MatchString(after) && !strings.ContainsAny(before, "=\"'/")
}
