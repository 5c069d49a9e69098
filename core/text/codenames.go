package text

import (
	"regexp"
	"strings"

	"ibid/core"
)

// maxCodeNames bounds the names that CodeNames returns for one text.
const maxCodeNames = 400

// codeName matches a name with the marks of code around it: backticks, or call
// brackets behind.
var codeName = regexp.MustCompile("(`?)([\\pL_$][\\pL\\pN_$]*(?:(?:\\.|::|->)[\\pL_$][\\pL\\pN_$]*)*)(\\(\\))?(`?)")

// CodeName is a name in a text that looks like code.
type CodeName struct {
	core.Span // of the name, without backticks and brackets
	Name      string
	Marked    bool // stands in backticks or before call brackets
}

// CodeNames finds the first 400 names in a text that look like code: findByEmail,
// find_by_email, find(), a.find, or any name in backticks. Only the library can
// say whether they are.
func CodeNames(text string) []CodeName {
	var out []CodeName
	for _, m := range codeName.FindAllStringSubmatchIndex(text, -1) {
		name := text[m[4]:m[5]]
		marked := m[6] >= 0 || m[3] > m[2] && m[9] > m[8]
		if !marked && !LooksLikeCode(name) || len(name) > 200 || len(name) < 2 {
			continue
		}
		if out = append(out, CodeName{core.Span{Start: m[4], End: m[5]}, name, marked}); len(out) == maxCodeNames {
			break
		}
	}
	return out
}

var (
	camelCase = regexp.MustCompile(`\p{Ll}\p{Lu}|\p{Lu}{2,}\p{Ll}{2}`)
	snakeCase = regexp.MustCompile(`[\pL\pN]_[\pL\pN]`)
	dotted    = regexp.MustCompile(`^[\pL_][\pL\pN_]+(?:(?:\.|::|->)[\pL_][\pL\pN_]+)+$`)
)

// LooksLikeCode reports whether a name is written as no word of a natural
// language is: with a capital within, an underscore, or parts joined by dots,
// colons or arrows.
func LooksLikeCode(name string) bool {
	return camelCase.MatchString(name) || snakeCase.MatchString(name) || dotted.MatchString(name)
}

// SplitQualified splits a qualified name before its last part: "a::b.c" into
// "a.b" and "c". A simple name has no qualifier.
func SplitQualified(name string) (qualifier, last string) {
	name = strings.ReplaceAll(name, "::", ".")
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return name[:i], name[i+1:]
	}
	return "", name
}

// CodeMentions finds where a text names a thing as code: by a name that looks
// like code, in backticks, or with call brackets.
func CodeMentions(text, name string) []core.Span {
	var out []core.Span
	for _, n := range CodeNames(text) {
		_, last := SplitQualified(strings.ReplaceAll(n.Name, "->", "."))
		if n.Name == name || last == name && (n.Marked || LooksLikeCode(n.Name)) {
			out = append(out, n.Span)
		}
	}
	return out
}
