package text

import (
	"iter"
	"strings"
	"unicode"

	"ibid/core"
)

// Identifier is a name of a program, divided into its words: `findByEmail`,
// `find_by_email` and `FindByEMAIL` have find, by and email.
type Identifier struct {
	core.Span
	Parts []Word // at least one, in order
	// Form is the parts as one word, "findbyemail"; empty if there is one part.
	Form string
}

// maxParts is the most words of one identifier; what is longer is no name.
const maxParts = 16

// Identifiers yields the words of s in order, with the words of one identifier
// together. A word that is no identifier comes alone, as Words yields it.
func Identifiers(s string) iter.Seq[Identifier] {
	return func(yield func(Identifier) bool) {
		var open Identifier
		for w := range Words(s) {
			if n := len(open.Parts); n > 0 && n < maxParts && !w.Ideographic && w.Start == open.End+1 && s[open.End] == '_' {
				open.Parts = append(open.Parts, splitCamelCase(s, w)...)
				open.End = w.End
				continue
			}
			if len(open.Parts) > 0 && !yield(open.joined()) {
				return
			}
			open = Identifier{Span: w.Span, Parts: splitCamelCase(s, w)}
		}
		if len(open.Parts) > 0 {
			yield(open.joined())
		}
	}
}

// joined returns the identifier with its Form.
func (i Identifier) joined() Identifier {
	if len(i.Parts) < 2 {
		return i
	}
	var b strings.Builder
	for _, p := range i.Parts {
		b.WriteString(p.Form)
	}
	i.Form = b.String()
	return i
}

// splitCamelCase divides a word before capitals that follow small letters, and
// before the last of several capitals where small letters follow: `HTTPServer`
// is HTTP and Server.
func splitCamelCase(s string, w Word) []Word {
	written := s[w.Start:w.End]
	if w.Ideographic || w.Joined != "" || strings.ContainsAny(written, "\n\u00ad'’") {
		return []Word{w}
	}
	var cuts []int
	runes := []rune(written)
	at := 0
	for i, r := range runes {
		small := i > 0 && (unicode.IsLower(runes[i-1]) || unicode.IsDigit(runes[i-1]))
		last := i > 1 && unicode.IsUpper(runes[i-1]) && i+1 < len(runes) && unicode.IsLower(runes[i+1])
		if unicode.IsUpper(r) && (small || last) && i > 0 {
			cuts = append(cuts, at)
		}
		at += len(string(r))
	}
	if len(cuts) == 0 || len(cuts) >= maxParts {
		return []Word{w}
	}
	var out []Word
	start := 0
	for _, cut := range append(cuts, len(written)) {
		for p := range Words(written[start:cut]) {
			p.Start, p.End = w.Start+start+p.Start, w.Start+start+p.End
			out = append(out, p)
		}
		start = cut
	}
	return out
}
