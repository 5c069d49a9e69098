package subtitles

import (
	"cmp"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A cue is a stretch of speech.
type cue struct {
	start time.Duration // from the start of the recording
	lines []string      // as they stand in the file, none empty
}

// timing matches the line that begins a cue. SubRip writes hours and a comma,
// WebVTT a point, and hours only if there are any. Settings may follow.
var timing = regexp.MustCompile(`^\s*((?:\d{1,4}:)?\d{1,2}:\d{1,2}(?:[.,]\d{1,3})?)\s*-->\s*(?:\d{1,4}:)?\d{1,2}:\d{1,2}(?:[.,]\d{1,3})?(?:\s|$)`)

// IsTiming reports whether line begins a cue of SubRip or WebVTT.
func IsTiming(line string) bool { return timing.MatchString(line) }

// IsWebVTT reports whether decoded text begins as WebVTT does.
func IsWebVTT(text string) bool {
	rest, ok := strings.CutPrefix(text, "WEBVTT")
	return ok && (rest == "" || strings.ContainsRune(" \t\n", rune(rest[0])))
}

// cues returns the cues of decoded text in the order of their start. In WebVTT a
// blank line ends a cue. In SubRip, where cues may hold blank lines, a cue ends
// at the next line of times, or at the number above it.
func cues(text string) []cue {
	var out []cue
	vtt, open := IsWebVTT(text), false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if m := timing.FindStringSubmatch(line); m != nil {
			if n := len(out); n > 0 && !vtt {
				out[n-1].lines = withoutNumber(out[n-1].lines, n+1)
			}
			out, open = append(out, cue{start: clock(m[1])}), true
			continue
		}
		if line == "" && vtt {
			open = false
		}
		if open && (line != "" || !vtt) {
			last := &out[len(out)-1]
			last.lines = append(last.lines, line)
		}
	}
	for i := range out {
		out[i].lines = slices.DeleteFunc(out[i].lines, func(s string) bool { return s == "" })
	}
	slices.SortStableFunc(out, func(a, b cue) int { return cmp.Compare(a.start, b.start) })
	return out
}

// withoutNumber removes the number of the next cue from the end of lines. It
// follows a blank line. Where the blank line is missing, only the number that is
// due is removed, since the words of a cue may be a number.
func withoutNumber(lines []string, due int) []string {
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	n := len(lines)
	if n == 0 {
		return nil
	}
	number, err := strconv.Atoi(lines[n-1])
	if err == nil && (n > 1 && lines[n-2] == "" || number == due) {
		return lines[:n-1]
	}
	return lines
}

// clock parses a time such as `1:02:03,456` or `02:03.456`.
func clock(s string) time.Duration {
	whole, fraction, _ := strings.Cut(strings.Replace(s, ",", ".", 1), ".")
	var seconds int
	for part := range strings.SplitSeq(whole, ":") {
		n, _ := strconv.Atoi(part) // one to four digits, as timing matches
		seconds = seconds*60 + n
	}
	ms, _ := strconv.Atoi((fraction + "000")[:3])
	return time.Duration(seconds)*time.Second + time.Duration(ms)*time.Millisecond
}

var (
	voice   = regexp.MustCompile(`<v(?:\.[^\s<>]*)?\s+([^<>]+)>`)
	markup  = regexp.MustCompile(`</?[A-Za-z][^<>]*>|<[\d:.]+>|\{\\[^{}]*\}`)
	spelled = regexp.MustCompile(`<\d[\d:.]*>`) // the time of a single word
)

// words returns a line of a cue without tags. A voice span becomes the name of its
// speaker.
func words(line string) string {
	line = voice.ReplaceAllString(line, " $1: ")
	line = html.UnescapeString(markup.ReplaceAllString(line, ""))
	line = strings.Map(visible, line)
	return strings.TrimPrefix(strings.Join(strings.Fields(line), " "), ">> ")
}

// visible is a mapping for strings.Map that drops NUL, which an entity may produce,
// byte order marks and marks of direction.
func visible(r rune) rune {
	if r == 0 || r == '\u200e' || r == '\u200f' || r == '\ufeff' {
		return -1
	}
	return r
}

// spoken returns a line for each cue: its time and its words. Captions made by a
// machine roll: each cue repeats the line above its own. They have a time for
// each word, and only in them repeated lines are left out.
func spoken(all []cue) []string {
	rolling := slices.ContainsFunc(all, func(c cue) bool {
		return slices.ContainsFunc(c.lines, spelled.MatchString)
	})
	var out []string
	last := ""
	for _, c := range all {
		var said []string
		for _, line := range c.lines {
			w := words(line)
			if w == "" || rolling && w == last {
				continue
			}
			said, last = append(said, w), w
		}
		if len(said) > 0 {
			out = append(out, stamp(c.start)+" "+strings.Join(said, " "))
		}
	}
	return out
}

// stamp formats a time as `00:12:31`.
func stamp(d time.Duration) string {
	s := int(d / time.Second)
	return fmt.Sprintf("%02d:%02d:%02d", s/3600, s/60%60, s%60)
}
