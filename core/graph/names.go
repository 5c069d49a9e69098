package graph

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"ibid/core"
)

// Limits of what is looked for in one text.
const (
	maxNamesInText = 400
	maxMeant       = 5 // definitions of one name
)

// codeName finds names with what says that they are code: backticks around, or
// call brackets behind.
var codeName = regexp.MustCompile("(`?)([\\pL_$][\\pL\\pN_$]*(?:(?:\\.|::|->)[\\pL_$][\\pL\\pN_$]*)*)(\\(\\))?(`?)")

// InText is a name in a text and what it may mean in the library.
type InText struct {
	core.Span // of the name, without backticks and brackets
	Name      string
	Marked    bool // in backticks or with call brackets behind it
}

// CodeNames finds names in a text that look like code: findByEmail, find_by_email,
// find(), a.find, or in backticks. Whether they are is for the library to say.
func CodeNames(text string) []InText {
	var out []InText
	for _, m := range codeName.FindAllStringSubmatchIndex(text, -1) {
		name := text[m[4]:m[5]]
		marked := m[6] >= 0 || m[3] > m[2] && m[9] > m[8]
		if !marked && !LooksLikeCode(name) || len(name) > 200 || len(name) < 2 {
			continue
		}
		if out = append(out, InText{core.Span{Start: m[4], End: m[5]}, name, marked}); len(out) == maxNamesInText {
			break
		}
	}
	return out
}

var (
	camel  = regexp.MustCompile(`\p{Ll}\p{Lu}|\p{Lu}{2,}\p{Ll}{2}`)
	snake  = regexp.MustCompile(`[\pL\pN]_[\pL\pN]`)
	dotted = regexp.MustCompile(`^[\pL_][\pL\pN_]+(?:(?:\.|::|->)[\pL_][\pL\pN_]+)+$`)
)

// LooksLikeCode reports whether a name is written as no word of a language is:
// with a capital within, an underscore, or parts joined by dots or colons.
func LooksLikeCode(name string) bool {
	return camel.MatchString(name) || snake.MatchString(name) || dotted.MatchString(name)
}

// Named finds the names of a text that are defined in the library, by name. A
// plain word counts only where the text marks it as code and the library
// defines it once.
func (g *Graph) Named(ctx context.Context, text string) (map[string][]core.Symbol, error) {
	a, err := g.ask(ctx)
	if err != nil {
		return nil, err
	}
	out := make(map[string][]core.Symbol)
	seen := make(map[string]bool)
	for _, n := range CodeNames(text) {
		if seen[n.Name] {
			continue
		}
		seen[n.Name] = true
		found, err := a.anywhere(n.Name)
		if err != nil {
			return nil, fmt.Errorf("find names of a text: %w", err)
		}
		_, last := splitQualified(strings.ReplaceAll(n.Name, "->", "."))
		found = a.keep(found, func(p place) bool { return a.at(p).Name == last && !isTestFile(&a.v.files[p.file]) })
		if len(found) == 0 || !LooksLikeCode(n.Name) && len(found) > 1 {
			continue
		}
		for _, p := range found[:min(len(found), maxMeant)] {
			out[n.Name] = append(out[n.Name], a.symbol(p))
		}
	}
	return out, nil
}

// MentionsOf finds where a text names a thing as code: by a name that looks
// like code, or in backticks or with call brackets.
func MentionsOf(text, name string) []core.Span {
	var out []core.Span
	for _, n := range CodeNames(text) {
		_, last := splitQualified(strings.ReplaceAll(n.Name, "->", "."))
		if n.Name == name || last == name && (n.Marked || LooksLikeCode(n.Name)) {
			out = append(out, n.Span)
		}
	}
	return out
}
