package window

import (
	"regexp"
	"strings"
)

// heads finds the lines that begin a function, class or module.
var heads = regexp.MustCompile(`^\s*(?:(?:async|local|private|public|protected|mutable|static)\s+)*(?:def|class|module|function|struct|defmodule|defp|defmacro|macro)\b`)

// closing finds the line that ends a block in languages that close one with a
// word.
var closing = regexp.MustCompile(`^\s*end\b`)

// byIndent finds the definition around lines in a language whose blocks are told
// by their indentation.
func (p program) byIndent(target [2]int) (lines [2]int, ok bool) {
	depths := p.depths()
	if annotated.MatchString(p.line(p.source, target[0])) {
		if lines, ok = p.below(target, depths); ok {
			return lines, ok
		}
	}
	limit := len(p.source) + 1 // the indentation that a head must be left of
	for n := target[0]; n >= 1; n-- {
		body := p.line(p.code, n)
		if depths[n-1] < 0 || strings.TrimSpace(body) == "" {
			continue
		}
		if (n == target[0] || depths[n-1] < limit) && heads.MatchString(body) {
			if end := p.end(n, depths); end >= target[1] {
				return [2]int{p.above(n), end}, true
			}
		}
		limit = min(limit, depths[n-1])
	}
	return lines, false
}

// below finds the definition that a comment or decorator above it belongs to.
func (p program) below(target [2]int, depths []int) (lines [2]int, ok bool) {
	for n := target[1]; n <= p.table.Len(); n++ {
		if heads.MatchString(p.line(p.code, n)) {
			if first := p.above(n); first <= target[0] {
				return [2]int{first, p.end(n, depths)}, true
			}
			return lines, false
		}
		if !annotated.MatchString(p.line(p.source, n)) {
			return lines, false
		}
	}
	return lines, false
}

// depths is the indentation of every line, in characters; -1 for one that
// begins within brackets.
func (p program) depths() []int {
	out := make([]int, p.table.Len())
	open := 0
	for n := range out {
		body := p.line(p.code, n+1)
		out[n] = len(body) - len(strings.TrimLeft(body, " \t"))
		if open > 0 {
			out[n] = -1
		}
		for i := range len(body) {
			switch body[i] {
			case '(', '[', '{':
				open++
			case ')', ']', '}':
				open = max(0, open-1)
			}
		}
	}
	return out
}

// end is the last line of the block whose head is a line.
func (p program) end(head int, depths []int) int {
	last := head
	for n := head + 1; n <= p.table.Len(); n++ {
		code := p.line(p.code, n)
		if depths[n-1] >= 0 && strings.TrimSpace(code) != "" && depths[n-1] <= depths[head-1] {
			if closing.MatchString(code) {
				last = n
			}
			break
		}
		if comment := strings.TrimLeft(p.line(p.source, n), " \t"); comment != "" && !p.outside(n, comment, depths[head-1]) {
			last = n
		}
	}
	return last
}

// outside reports whether a comment stands left of a block, and so belongs to
// what follows.
func (p program) outside(n int, comment string, depth int) bool {
	indented := len(p.line(p.source, n)) - len(comment)
	return p.syntax.isComment(comment) && indented <= depth
}
