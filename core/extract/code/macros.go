package code

import (
	"regexp"
	"strings"

	"ibid/core"
)

// macroWord matches names of macros that stand before a type or a name in C and
// C++, which the grammar takes for the type: `API_EXPORT int f()`.
var macroWord = regexp.MustCompile(`\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b`)

// withoutMacros replaces macros that hide a declaration from the grammar by spaces.
// They are known by their form: capitals with an underscore, between other words of
// a line. Every other byte stays where it is.
func withoutMacros(source string) string {
	source = withoutMacroArguments(source)
	var spans []core.Span
	for _, m := range macroWord.FindAllStringIndex(source, -1) {
		line := lineBefore(source, m[0])
		if !strings.HasPrefix(strings.TrimSpace(line), "#") && hides(line, source[m[1]:]) {
			spans = append(spans, core.Span{Start: m[0], End: m[1]})
		}
	}
	return blanked(source, spans)
}

// blanked returns source with spaces in place of some spans, their line ends kept.
func blanked(source string, spans []core.Span) string {
	if len(spans) == 0 {
		return source
	}
	out := []byte(source)
	for _, s := range spans {
		for i := s.Start; i < s.End; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	return string(out)
}

// macroCall matches the beginning of a macro with arguments.
var macroCall = regexp.MustCompile(`\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\(`)

// maxMacroCall bounds the arguments of a macro, in bytes.
const maxMacroCall = 500

// typeAhead matches what follows a macro that is used as a type:
// `LIB_REF(T) value`, or with the name of a function on the next line.
var typeAhead = regexp.MustCompile(`^(?:[ \t]+[A-Za-z_]|[ \t]*\n[ \t]*[A-Za-z_]\w*\()`)

// withoutMacroArguments replaces the arguments of macros that are used as a type
// by spaces.
func withoutMacroArguments(source string) string {
	var spans []core.Span
	for _, m := range macroCall.FindAllStringIndex(source, -1) {
		end := closing(source, m[1])
		if end < 0 || strings.HasPrefix(strings.TrimSpace(lineBefore(source, m[0])), "#") {
			continue
		}
		if typeAhead.MatchString(source[end:min(len(source), end+200)]) {
			spans = append(spans, core.Span{Start: m[1] - 1, End: end})
		}
	}
	return blanked(source, spans)
}

// closing returns the offset after the parenthesis that closes the one before an
// offset, -1 if that is more than maxMacroCall away.
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

// behindBefore and behindAfter match what stands before and after a macro that
// follows the parameters of a function: `int f() const LIB_NOEXCEPT {`.
var (
	behindBefore = regexp.MustCompile(`(?:\)|\bconst|\boverride|\b[A-Z][A-Z0-9]*_[A-Z0-9_]+)\s*$`)
	behindAfter  = regexp.MustCompile(`^\s*(?:[{;]|:[^:]|->|=\s*0|const\b|[A-Z][A-Z0-9]*_[A-Z0-9_]+\s*[{;])`)
)

// declarationAhead matches a declaration that follows a macro.
var declarationAhead = regexp.MustCompile(`^[ \t]+(?:[A-Za-z_][\w:]*(?:<[^;{}()]*>)?[\s*&]+[~A-Za-z_]|~?[A-Za-z_]\w*\s*\(|operator\b)`)

// hides reports whether a macro, by what stands before and after it on its line,
// hides a declaration from the grammar.
func hides(before, after string) bool {
	after = after[:min(len(after), 200)]
	if behindBefore.MatchString(before) && behindAfter.MatchString(after) {
		return true
	}
	return declarationAhead.MatchString(after) && !strings.ContainsAny(before, "=\"'/")
}
