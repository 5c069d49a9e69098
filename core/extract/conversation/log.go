package conversation

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"ibid/core"
	"ibid/core/extract/text"
)

const (
	asking    = `user|human|you|me`
	answering = `assistant|chatgpt|gpt-?\d[\w.-]*|claude|gemini|copilot|ai|bot|model`
	speaking  = `(` + asking + `|` + answering + `|system|developer|tool)(?:\s+said)?`
)

// styles holds the ways in which Markdown logs name the speaker; a log uses one of
// them. The groups are the speaker and the words after it, which headings lack.
var styles = []*regexp.Regexp{
	regexp.MustCompile(`(?i)^#{1,6}\s+(?:\*\*)?` + speaking + `\s*:?(?:\*\*)?\s*:?\s*(?:[(\[·—–-].{0,60})?()$`),
	regexp.MustCompile(`(?i)^(?:\*\*|__)` + speaking + `\s*(?::\s*(?:\*\*|__)|(?:\*\*|__)\s*:|(?:\*\*|__)\s*$)\s*(.*)$`),
	regexp.MustCompile(`(?i)^` + speaking + `:(?:\s+(.*))?$`),
}

var asks = regexp.MustCompile(`(?i)^(?:` + asking + `)$`)

// turn is a message of a log.
type turn struct {
	who   string // empty for what stands before the first speaker
	lines []string
}

// turns cuts a log at the lines that name a speaker, in the style of the first such
// line, but not inside a block of code.
func turns(log string) []turn {
	out := []turn{{}}
	style := -1
	fence := ""
	for line := range strings.SplitSeq(log, "\n") {
		if body := strings.TrimSpace(line); fence == "" && strings.HasPrefix(body, "```") {
			fence = body[:len(body)-len(strings.TrimLeft(body, "`"))]
		} else if fence != "" && strings.Trim(body, "`") == "" && len(body) >= len(fence) {
			fence = ""
		} else if who, rest, ok := speaker(line, &style); ok && fence == "" {
			out = append(out, turn{who: who})
			line = rest
		}
		last := &out[len(out)-1]
		last.lines = append(last.lines, line)
	}
	return out
}

// speaker reads a line that names a speaker. *style is the index of the style of the
// log, -1 if it is not known yet.
func speaker(line string, style *int) (who, rest string, ok bool) {
	for i, re := range styles {
		if *style >= 0 && *style != i {
			continue
		}
		if m := re.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			*style = i
			return m[1], m[2], true
		}
	}
	return "", "", false
}

// isLog reports whether the speakers of the beginning of a text change at least
// twice between asking and answering.
func isLog(head string) bool {
	changes := 0
	before := ""
	for _, t := range turns(head)[1:] {
		side := "answer"
		if asks.MatchString(t.who) {
			side = "question"
		} else if strings.EqualFold(t.who, "system") || strings.EqualFold(t.who, "tool") || strings.EqualFold(t.who, "developer") {
			continue
		}
		if side != before {
			changes++
		}
		before = side
	}
	return changes >= 2
}

// readLog reads a log in Markdown. A heading before the first message is the title of
// the chat; other text there becomes a message without a speaker.
func readLog(ctx context.Context, data []byte, s *sink) error {
	if len(data) > maxLog {
		return &core.FileError{State: core.StateTooLarge, Reason: fmt.Sprintf("is a log of %d MB, %d MB are read at most", len(data)>>20, maxLog>>20)}
	}
	log, err := text.Decode(data)
	if err != nil {
		return err
	}
	all := turns(log)
	title, before := preamble(all[0].lines)
	s.chat(title)
	if err := s.add(message{text: before}); err != nil {
		return err
	}
	for _, t := range all[1:] {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.add(message{role: strings.ToLower(t.who), text: strings.Join(t.lines, "\n")}); err != nil {
			return err
		}
	}
	return nil
}

// preamble splits what stands before the first message into the title and the rest.
func preamble(lines []string) (title, rest string) {
	rest = strings.Join(lines, "\n")
	headings := text.Headings(rest)
	if len(headings) == 0 || strings.TrimSpace(rest[:headings[0].Start]) != "" {
		return "", rest
	}
	_, rest, _ = strings.Cut(rest[headings[0].Start:], "\n")
	return headings[0].Title, rest
}
