package say

import (
	"cmp"
	"fmt"
	"strings"

	"ibid/core"
)

// Tokens returns how much of a budget is used: "6,214 of 10,000 tokens". A
// number that is not exact is called an estimate.
func Tokens(used, budget int, estimated bool) string {
	text := Count(used) + " of " + Count(budget) + " tokens"
	if estimated {
		return "about " + text + " (estimate)"
	}
	return text
}

// Cost returns a number of tokens, "412 tokens" or "about 412 tokens (estimate)".
func Cost(tokens int, estimated bool) string {
	if estimated {
		return "about " + Plural(tokens, "token") + " (estimate)"
	}
	return Plural(tokens, "token")
}

// Cut returns how much of a source is quoted; empty if all of it is.
func Cut(s core.Source) string {
	if !s.Cut {
		return ""
	}
	return Count(s.Tokens) + " of " + Plural(s.Whole, "token") + " · " + string(s.Shown)
}

// LeftOut returns why a hit was left out and what it would cost.
func LeftOut(l core.LeftOut) string {
	cost := ""
	if l.Tokens > 0 && l.Of == 0 {
		cost = " · " + Plural(l.Tokens, "token")
	}
	switch {
	case l.More > l.Tokens && l.Tokens > 0: // sources above it that were cut get their tokens first
		return "enters with " + Count(l.More) + " more, after the cut ones"
	case l.More > 0 && l.Tokens > 0:
		return "enters with " + Count(l.More) + " more tokens · " + Count(l.Tokens) + " in full"
	case l.More > 0:
		return "enters with " + Count(l.More) + " more tokens"
	case l.Cause == core.CauseBudget:
		return "over the budget" + cost
	}
	return l.Reason + cost
}

// Numbered returns the sentence for the origin of printed page numbers.
func Numbered(o core.NumberOrigin) string {
	return cmp.Or(map[core.NumberOrigin]string{
		core.OriginHand:     "corrected by hand",
		core.OriginDocument: "as the file itself names its pages",
		core.OriginPages:    "as seen in the heads and feet of the pages",
	}[o], "no printed numbers are known: pages are cited by their place in the file")
}

// Pages returns the sentence for the length of a document.
func Pages(n int) string {
	if n == 0 {
		return "Its pages are not counted yet."
	}
	return "The document has " + Plural(n, "page") + "."
}

// Numbers returns the printed numbers of the pages of each range, one line a
// range. With 0 pages the length of the document is not known.
func Numbers(n core.Numbering, pages int) string {
	var lines []string
	if len(n) > 0 && n[0].Page > 1 {
		lines = append(lines, pdfPages(1, n[0].Page-1)+" "+bear(1, n[0].Page-1)+" no printed number")
	}
	for i, r := range n {
		last := max(r.Page, pages)
		if i+1 < len(n) {
			last = n[i+1].Page - 1
		}
		line := pdfPages(r.Page, last) + " "
		switch {
		case pages > 0 && r.Page > pages:
			line += "is not there: the document has " + Plural(pages, "page")
		case r.Style == core.StyleNone:
			line += bear(r.Page, last) + " no printed number"
		case r.Page == last:
			line += "is p. " + r.Label(r.Page)
		default:
			line += "are pp. " + r.Label(r.Page) + "–" + r.Label(last)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func pdfPages(first, last int) string {
	if first == last {
		return fmt.Sprintf("PDF %d", first)
	}
	return fmt.Sprintf("PDF %d–%d", first, last)
}

func bear(first, last int) string {
	if first == last {
		return "bears"
	}
	return "bear"
}

// Report returns the outcome of a check: "7 held, 1 not found, 2 unchecked".
// Claims that are found where they are cited have held.
func Report(r core.CheckReport) string {
	if len(r.Claims) == 0 {
		return "The answer cites nothing."
	}
	var parts []string
	for _, v := range core.Verdicts {
		if n := r.Count(v); n > 0 {
			parts = append(parts, Count(n)+" "+Verdict(v))
		}
	}
	return strings.Join(parts, ", ")
}

// Verdict returns a verdict in a word or two.
func Verdict(v core.Verdict) string {
	if v == core.VerdictFound {
		return "held"
	}
	return string(v)
}
