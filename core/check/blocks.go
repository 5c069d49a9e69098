package check

import (
	"regexp"
	"slices"
	"strings"

	"ibid/core"
)

// A block is a stretch of an answer that no sentence crosses.
type block struct {
	core.Span
	kind blockKind
	row  int // of a cell: number of its row, which is the offset where it begins
}

type blockKind int

const (
	prose         blockKind = iota // a paragraph, heading or item of a list
	cell                           // of a table
	blockQuote                     // lines that begin with >
	citationsOnly                  // nothing but citations
)

var (
	itemMark    = regexp.MustCompile(`^[ \t]*(?:[-*+•–]|\(?\d{1,3}[.)]|#{1,6})(?:[ \t]+|$)(?:\[[ xX]\][ \t]+)?`)
	numberMark  = regexp.MustCompile(`^[ \t]*(?:\*\*|__)\d{1,3}[.)][ \t]`)
	ruleLine    = regexp.MustCompile(`^[ \t]*\|?[ \t:|+=_*-]+\|?[ \t]*$`)
	quoteMark   = regexp.MustCompile(`^[ \t]*>[ \t>]*`)
	listingHead = regexp.MustCompile(`(?i)^[ \t#*_]*(?:list of )?(?:sources?|references?|citations?|footnotes?|bibliography|works cited|quellen(?:verzeichnis|angaben)?|literatur|références|fuentes)(?: used| cited)?[ \t]*[:*_]*[ \t]*$`)
	listingLine = regexp.MustCompile(`^[ \t]*(?:[-*+•][ \t]+)?(?:\*\*|__)?(?:[\[【]\^?(?:[Ss]ource )?(\d{1,3})(?:†[^】\]]{0,80})?[\]】]|(\d{1,3})[.)])(:?)`)
	headingLine = regexp.MustCompile(`^[ \t]*#{1,6}[ \t]`)
)

// blocksOf divides an answer, as proseOf returns it, into blocks.
func blocksOf(s string, sources []core.Source) []block {
	var out []block
	open := false    // the next line goes on with the last block
	listing := false // below the heading of a list of sources
	at := 0
	for line := range strings.SplitSeq(s, "\n") {
		l := core.Span{Start: at, End: at + len(line)}
		at = l.End + 1
		mark := itemMark.FindString(line)
		switch {
		case strings.TrimSpace(line) == "" || ruleLine.MatchString(line):
			open = false
		case listingHead.MatchString(line):
			open, listing = false, true
		case isListing(line, listing, sources):
			open = false
		case quoteMark.MatchString(line):
			l.Start += len(quoteMark.FindString(line))
			if open && out[len(out)-1].kind == blockQuote {
				out[len(out)-1].End = l.End
			} else {
				out = append(out, block{Span: l, kind: blockQuote})
			}
			open = true
		case strings.HasPrefix(strings.TrimSpace(line), "|"):
			out, open = append(out, cells(s, l)...), false
		case open && mark == "" && !numberMark.MatchString(line) && out[len(out)-1].kind == prose:
			out[len(out)-1].End = l.End
		default:
			listing = false
			l.Start += max(len(mark), len(numberMark.FindString(line)))
			out = append(out, block{Span: l})
			open = !headingLine.MatchString(line)
		}
	}
	return out
}

// isListing reports whether a line is an entry of a list of sources: it stands
// below the heading of one, is a footnote, or names the file of a source.
func isListing(line string, below bool, sources []core.Source) bool {
	m := listingLine.FindStringSubmatch(line)
	if m == nil {
		return below && itemMark.MatchString(line) && !headingLine.MatchString(line)
	}
	if below || m[3] == ":" && m[1] != "" {
		return true
	}
	rest := strings.ToLower(line[len(m[0]):])
	return !citationForm.MatchString(rest) && slices.ContainsFunc(sources, func(s core.Source) bool {
		name := strings.ToLower(s.Document.Name)
		at := strings.Index(rest, name)
		return name != "" && at >= 0 && strings.Trim(rest[:at], " \t*_\"“”`-–—:|") == ""
	})
}

// cells divides a row of a table into its cells.
func cells(s string, l core.Span) []block {
	var out []block
	start := l.Start
	for i := l.Start; i <= l.End; i++ {
		if i < l.End && (s[i] != '|' || i > 0 && s[i-1] == '\\') {
			continue
		}
		if strings.TrimSpace(s[start:i]) != "" {
			out = append(out, block{Span: core.Span{Start: start, End: i}, kind: cell, row: l.Start})
		}
		start = i + 1
	}
	return out
}
