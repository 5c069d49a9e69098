package check

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/core"
)

// A citation is a pair of brackets with numbers of sources.
type citation struct {
	core.Span
	numbers []int // in order, each once
}

const (
	citedOne  = `(?:[Ss]ources?\s{1,2}|Quellen?\s{1,2}|#|\^)?\d{1,3}`
	citedMore = `(?:\s{0,2}(?:[,;&–—‑-]|and|und|et|to)\s{0,2}` + citedOne + `)*`
	citedRest = `(?:†[^\]】\n]{0,80})?(?:[,:]?\s{0,2}(?:pp?|S|PDF|lines?)\b[^\]】\n]{0,40})?`
)

var (
	citationForm = regexp.MustCompile(`[\[【]\s{0,2}(` + citedOne + citedMore + `)` + citedRest + `\s{0,2}[\]】]`)
	citedNumber  = regexp.MustCompile(`\d+`)
)

// citations finds the citations of a text whose code and links are blanked, at
// most one more than mostClaims.
func citations(s string) []citation {
	var out []citation
	for _, m := range citationForm.FindAllStringSubmatchIndex(s, mostClaims+1) {
		c := citation{Span: core.Span{Start: m[0], End: m[1]}, numbers: citedNumbers(s[m[2]:m[3]])}
		if len(c.numbers) > 0 && !isIndex(s, c.Span) && !strings.HasPrefix(s[m[1]:], "(") {
			out = append(out, c)
		}
	}
	return out
}

// citedNumbers reads `1, 3–5`. A range is at most 999 numbers long, since none
// is larger.
func citedNumbers(s string) []int {
	var out []int
	var has [1_000]bool
	add := func(n int) {
		if n > 0 && !has[n] {
			has[n] = true
			out = append(out, n)
		}
	}
	end := 0
	for _, m := range citedNumber.FindAllStringIndex(s, -1) {
		n, _ := strconv.Atoi(s[m[0]:m[1]]) // three figures at most
		between := strings.Trim(s[end:m[0]], " \t\n^#")
		if end > 0 && len(out) > 0 && strings.Contains("–—‑-to", between) && between != "" {
			for k := out[len(out)-1] + 1; k < n; k++ {
				add(k)
			}
		}
		add(n)
		end = m[1]
	}
	return out
}

// isIndex reports whether brackets stand behind a name from source code: one of
// one or two letters, or with figures, underlines or capitals within.
func isIndex(s string, c core.Span) bool {
	word := s[:c.Start]
	if i := strings.LastIndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }); i >= 0 {
		_, size := utf8.DecodeRuneInString(word[i:])
		word = word[i+size:]
	}
	if word == "" || s[c.Start] != '[' {
		return false
	}
	first, size := utf8.DecodeRuneInString(word)
	if first > unicode.MaxLatin1 || unicode.IsDigit(first) {
		return false
	}
	return utf8.RuneCountInString(word) < 3 ||
		strings.ContainsFunc(word[size:], func(r rune) bool { return r == '_' || unicode.IsDigit(r) || unicode.IsUpper(r) && !allUpper(word) })
}

func allUpper(s string) bool { return strings.ToUpper(s) == s }

var (
	fenceLine  = regexp.MustCompile("^\\s{0,12}(?:>\\s?)*(```+|~~~+)")
	inlineCode = regexp.MustCompile("``[^\n]+?``|`[^`\n]+`")
	linkForm   = regexp.MustCompile(`!?\[[^\[\]\n]{0,300}\]\([^()\s]{0,1000}(?:\([^()\s]{0,200}\))?(?:\s+"[^"\n]{0,200}")?\)`)
	bareURL    = regexp.MustCompile(`\bhttps?://[^\s<>")\]】]+`)
)

// proseOf writes blanks over code, web addresses and links, except their text.
// What is no UTF-8 becomes a question mark. Offsets stay the same.
func proseOf(answer string) string {
	b := []byte(answer)
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size == 1 {
			b[i] = '?'
		}
		i += size
	}
	blankFences(b)
	s := blank(blank(string(b), inlineCode), shownCode)
	b = []byte(s)
	for _, m := range linkForm.FindAllStringIndex(s, -1) {
		link := s[m[0]:m[1]]
		at := m[0] + strings.Index(link, "](")
		name := strings.TrimLeft(s[m[0]:at], "![")
		fill(b, core.Span{Start: at, End: m[1]}, ' ')
		fill(b, core.Span{Start: m[0], End: at - len(name)}, ' ')
		if strings.Trim(name, "0123456789^ ") == "" {
			fill(b, core.Span{Start: m[0], End: at}, ' ')
		}
	}
	return blank(string(b), bareURL)
}

// blankFences blanks fenced code. A fence that is never closed goes to the end.
func blankFences(b []byte) {
	fence := ""
	at := 0
	for line := range bytes.Lines(b) {
		l := core.Span{Start: at, End: at + len(line)}
		at = l.End
		m := fenceLine.FindSubmatch(line)
		switch {
		case fence == "" && m == nil:
			continue
		case fence == "":
			fence = string(m[1])
		case m != nil && m[1][0] == fence[0] && len(m[1]) >= len(fence):
			fence = ""
		}
		fill(b, l, ' ')
	}
}
