package query

import (
	"regexp"
	"strings"

	"ibid/core"
	"ibid/core/text"
)

// What the form of a bug tracker brings along, in Markdown.
var (
	heading  = regexp.MustCompile(`^(?:#{1,6}(?:\s|$)|\*\*[^*]+\*\*:?$|\*\*[^*]+:\*\*$)`)
	checkbox = regexp.MustCompile(`^[-*+] ?\[[ xX]?\]`)
	folding  = regexp.MustCompile(`^</?(?:details|summary)\b`)

	// environment says with which versions and on which system a fault was seen.
	environment = regexp.MustCompile(`(?i)\b(?:(?:version|os|arch|os/arch|platform|kernel|operating system)\b[^:\n]{0,24}:|go ?version|go1\.\d+|(?:linux|darwin|windows|freebsd)[/-](?:amd64|arm64|386|arm)\b|ubuntu|debian)`)
)

// longestEnvironment is how many bytes a line has at most that says nothing but
// the environment; a longer one is a message that names it too.
const longestEnvironment = 120

// Told is a text without what the form of a bug tracker brings along: headings,
// check boxes, comments, and lines that tell the environment. They stand in every
// report of a project, whatever it is about, and name its command for the version.
// The first line with words stays, and so does a text of one line.
func Told(s string) string {
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
		case len(t) <= longestEnvironment && environment.MatchString(t):
			continue
		}
		out.WriteString(line)
	}
	return out.String()
}

// reported is the first line of a text that was pasted from a bug tracker, and
// whether it was: it has something of a form, or quotes code or output.
func reported(s string) (title string, report bool) {
	s = strings.TrimSpace(clip(s))
	title, rest, _ := strings.Cut(s, "\n")
	return title, strings.Contains(rest, "```") || Told(s) != s
}

func hasWords(s string) bool {
	for range text.Words(s) {
		return true
	}
	return false
}

// ToldBy is a query for source code by what a pasted text tells: without what a
// form brought along.
func ToldBy(q core.Query) core.Query {
	if len(q.Body) > 0 {
		q.Raw = Told(clip(q.Raw))
		_, rest, _ := strings.Cut(strings.TrimSpace(q.Raw), "\n")
		q.Body = bodyOf(rest, q.Words)
	}
	return q
}

// Joined are the names in the first line of a text as source code has each as one
// word, folded: `log_level`, `logLevel` and `--log-level` are loglevel.
func Joined(s string) (out []string) {
	line, _, _ := strings.Cut(strings.TrimSpace(clip(s)), "\n")
	for id := range text.Identifiers(line) {
		out = appendNew(out, text.Clip(id.Form, MaxWordBytes), MaxWords)
		for _, p := range id.Parts {
			out = appendNew(out, text.Clip(p.Joined, MaxWordBytes), MaxWords)
		}
	}
	return out
}
