package query

import "strings"

// Plain returns the part of a question that its words come from, as it was typed:
// the question without its quotes and terms of the grammar, of a pasted text the
// first line with words.
func Plain(s string) string {
	s = clip(s)
	if trimmed := strings.TrimSpace(s); strings.Contains(trimmed, "\n") {
		for line := range strings.Lines(trimmed) {
			if phrase(line) != "" {
				return strings.TrimSpace(line)
			}
		}
		return trimmed
	}
	p := parser{rest: s}
	var plain []string
	for {
		t, ok := p.next()
		if !ok {
			return strings.Join(plain, " ")
		}
		if t.prefix == "" && !t.quoted {
			plain = append(plain, t.value)
		}
	}
}
