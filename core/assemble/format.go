package assemble

import (
	"fmt"
	"strings"

	"ibid/core"
	"ibid/core/text"
)

// render writes the whole context.
func render(req core.ContextRequest, kept []*candidate, leftOut []core.LeftOut) string {
	var b strings.Builder
	for i, c := range kept {
		b.WriteString(block(req, c, i+1))
	}
	if closing := summary(leftOut); closing != "" {
		b.WriteString(closing + "\n")
	}
	return b.String()
}

// block writes one source with the blank line that ends it.
//
// Markdown fences the quoted text, plain text indents it by two blanks, so that
// nothing in a document can pass for a heading or end its block. Both are
// undone by taking the fence, or two blanks of each line, away.
func block(req core.ContextRequest, c *candidate, number int) string {
	var b strings.Builder
	body := c.body()
	if req.Format == core.FormatPlain {
		fmt.Fprintf(&b, "[%d] %s\n", number, c.describe())
		if req.Explain {
			fmt.Fprintf(&b, "(%s)\n", c.why())
		}
		for line := range strings.Lines(body) {
			b.WriteString("  " + line)
		}
		b.WriteString("\n\n")
		return b.String()
	}
	fmt.Fprintf(&b, "### [%d] %s\n\n", number, escapeMarkdown(c.describe()))
	if req.Explain {
		fmt.Fprintf(&b, "%s\n\n", escapeMarkdown(c.why()))
	}
	fence := text.Fence(body)
	fmt.Fprintf(&b, "%stext\n%s\n%s\n\n", fence, body, fence)
	return b.String()
}

// summary counts what was left out, by reason, in the order of first
// appearance.
func summary(leftOut []core.LeftOut) string {
	if len(leftOut) == 0 {
		return ""
	}
	var reasons []string
	count := make(map[string]int)
	for _, lo := range leftOut {
		if count[lo.Reason] == 0 {
			reasons = append(reasons, lo.Reason)
		}
		count[lo.Reason]++
	}
	for i, r := range reasons {
		reasons[i] = fmt.Sprintf("%d %s", count[r], r)
	}
	return fmt.Sprintf("Left out: %s.", strings.Join(reasons, ", "))
}

// escapeMarkdown keeps a line from being read as anything but its words. Signs
// that mean nothing where they stand are left alone: brackets make a link only
// with what follows them, since all that could define one is fenced.
func escapeMarkdown(s string) string {
	var b strings.Builder
	runes := []rune(s)
	letter := func(i int) bool {
		return i >= 0 && i < len(runes) && (runes[i] == '_' || '0' <= runes[i] && runes[i] <= '9' || 'A' <= runes[i] && runes[i] <= 'Z' || 'a' <= runes[i] && runes[i] <= 'z')
	}
	for i, r := range runes {
		switch {
		case r == '_' && letter(i-1) && letter(i+1):
		case r == '&' && i+1 < len(runes) && runes[i+1] == ' ':
		case r == '>' && i > 0 && runes[i-1] == ' ':
		case strings.ContainsRune("\\`*_<>&#~|$", r), r == ']' && i+1 < len(runes) && strings.ContainsRune("([:", runes[i+1]):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
