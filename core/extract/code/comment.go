package code

import (
	"regexp"
	"strings"
)

var (
	commentOpen  = regexp.MustCompile(`^\s*(?:///?|//!|/\*+!?|\*+/|\*|#+!?|--|;+)\s?`)
	commentClose = regexp.MustCompile(`\s*\*+/\s*$`)
	stringMarks  = regexp.MustCompile(`(?s)^\s*[rRbBuUfF]{0,2}("""|'''|"|')(.*)$`)
)

// cleanComment removes the marks of a comment or doc string, and the indent of its
// lines.
func cleanComment(s string) string {
	if m := stringMarks.FindStringSubmatch(s); m != nil {
		return outdent(strings.TrimSuffix(strings.TrimSpace(m[2]), m[1]))
	}
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		line = commentClose.ReplaceAllString(line, "")
		lines[i] = strings.TrimRight(commentOpen.ReplaceAllString(line, ""), " \t")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// outdent removes the white space that all lines but the first begin with.
func outdent(s string) string {
	lines := strings.Split(s, "\n")
	least := -1
	for _, line := range lines[1:] {
		if body := strings.TrimLeft(line, " \t"); body != "" && (least < 0 || len(line)-len(body) < least) {
			least = len(line) - len(body)
		}
	}
	for i := range lines {
		if i > 0 && least > 0 && len(lines[i]) >= least {
			lines[i] = lines[i][least:]
		}
		lines[i] = strings.TrimRight(lines[i], " \t")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
