package query

import (
	"regexp"
	"strings"

	"ibid/core"
	"ibid/core/text"
)

// Lines that the issue template of a bug tracker consists of, in Markdown.
var (
	heading  = regexp.MustCompile(`^(?:#{1,6}(?:\s|$)|\*\*[^*]+\*\*:?$|\*\*[^*]+:\*\*$)`)
	checkbox = regexp.MustCompile(`^[-*+] ?\[[ xX]?\]`)
	folding  = regexp.MustCompile(`^</?(?:details|summary)\b`)

	// environment matches versions and the system on which a fault was seen.
	environment = regexp.MustCompile(`(?i)\b(?:(?:version|os|arch|os/arch|platform|kernel|operating system)\b[^:\n]{0,24}:|go ?version|go1\.\d+|(?:linux|darwin|windows|freebsd)[/-](?:amd64|arm64|386|arm)\b|ubuntu|debian)`)
)

// maxEnvironment is the length in bytes of the longest line that counts as
// nothing but the environment. A longer line is a message that mentions the
// environment too.
const maxEnvironment = 120

// StripTemplate removes the lines of a bug report that come from the issue
// template: headings, check boxes, comments, and lines that name the
// environment. They stand in every report of a project, whatever it is about.
// The first line with words stays, and so does a text of one line.
func StripTemplate(s string) string {
	var out strings.Builder
	begun, fenced, comment := false, false, false
	for line := range strings.Lines(s) {
		t := strings.TrimSpace(line)
		switch {
		case !begun:
			begun = hasWords(t)
		case comment:
			comment = !strings.Contains(t, "-->")
			continue
		case strings.HasPrefix(t, "```"):
			fenced = !fenced
		case strings.HasPrefix(t, "<!--"):
			comment = !strings.Contains(t, "-->")
			continue
		case !fenced && heading.MatchString(t), checkbox.MatchString(t), folding.MatchString(t):
			continue
		case len(t) <= maxEnvironment && environment.MatchString(t):
			continue
		}
		out.WriteString(line)
	}
	return out.String()
}

// StripQuery returns the query without what an issue template added to the text
// that it was made from.
func StripQuery(q core.Query) core.Query {
	if len(q.Body) > 0 {
		q.Raw = StripTemplate(clip(q.Raw))
		_, rest, _ := strings.Cut(strings.TrimSpace(q.Raw), "\n")
		q.Body = bodyOf(rest, q.Words)
	}
	return q
}

// bugReport returns the first line of a text and whether the text was pasted
// from a bug tracker: lines of an issue template or a fenced block follow.
func bugReport(s string) (title string, report bool) {
	s = strings.TrimSpace(clip(s))
	title, rest, _ := strings.Cut(s, "\n")
	return title, strings.Contains(rest, "```") || StripTemplate(s) != s
}

func hasWords(s string) bool {
	for range text.Words(s) {
		return true
	}
	return false
}
