package subtitles

import (
	"cmp"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A cue is one stretch of speech.
type cue struct {
	start time.Duration // from the start of the recording
	lines []string      // as they stand in the file, none empty
}

// timing is the line that opens a cue. SubRip writes hours and a comma, WebVTT
// a point and hours only where there are any; settings may follow.
var timing = regexp.MustCompile(`^\s*((?:\d{1,4}:)?\d{1,2}:\d{1,2}(?:[.,]\d{1,3})?)\s*-->\s*(?:\d{1,4}:)?\d{1,2}:\d{1,2}(?:[.,]\d{1,3})?(?:\s|$)`)

// IsTiming reports whether line opens a cue of SubRip or WebVTT.
func IsTiming(line string) bool { return timing.MatchString(line) }

// IsWebVTT reports whether decoded text begins as WebVTT does.
func IsWebVTT(text string) bool {
	rest, ok := strings.CutPrefix(text, "WEBVTT")
	return ok && (rest == "" || strings.ContainsRune(" \t\n", rune(rest[0])))
}

// cues reads the cues of decoded text in order of their start. In WebVTT a
// blank line ends a cue; SubRip files hold blank lines within cues, so there a
// cue goes on to the next line of times, with the number above it taken off.
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

// withoutNumber takes off the number of the next cue. It stands below a blank
// line, or at once below the words if a writer forgot that line; there it has
// to be the number that is due, since a cue may say one.
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

// clock reads `1:02:03,456` or `02:03.456`.
func clock(s string) time.Duration {
	whole, fraction, _ := strings.Cut(strings.Replace(s, ",", ".", 1), ".")
	var seconds int
	for part := range strings.SplitSeq(whole, ":") {
		n, _ := strconv.Atoi(part) // digits, few enough, by the pattern
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

// words is the text of one line of a cue without tags, on one line. A voice
// span becomes the name of its speaker.
func words(line string) string {
	line = voice.ReplaceAllString(line, " $1: ")
	line = html.UnescapeString(markup.ReplaceAllString(line, ""))
	line = strings.Map(visible, line)
	return strings.TrimPrefix(strings.Join(strings.Fields(line), " "), ">> ")
}

// visible drops NUL, which an entity may spell, and the marks of direction
// that say how a line of a cue is set.
func visible(r rune) rune {
	if r == 0 || r == '\u200e' || r == '\u200f' || r == '\ufeff' {
		return -1
	}
	return r
}

// spoken is what each cue says, one line each, in order. Captions that were
// made by a machine roll: every cue repeats the line above its own. They carry
// a time for each word, and only of them a repeated line is left out.
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

// stamp prints a time as the line of a cue begins: `00:12:31`.
func stamp(d time.Duration) string {
	s := int(d / time.Second)
	return pad(s/3600) + ":" + pad(s/60%60) + ":" + pad(s%60)
}

func pad(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}
