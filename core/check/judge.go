package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ibid/core"
)

// judge sets the verdict and its reason. sources is how many the context has.
func (c *claim) judge(contents []content, sources int) {
	switch {
	case c.Kind == core.ClaimCitation:
		c.Verdict, c.Why = core.VerdictNoSource, noSource(c.missing, sources)
		return
	case c.Kind == core.ClaimSentence:
		c.Verdict, c.Why = core.VerdictUnchecked, "neither quote nor number: only a person can judge it"
		return
	}
	slices.SortStableFunc(c.hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(unquoted(a), unquoted(b)))
	})
	if len(c.hits) > 0 {
		c.judgeFound(contents)
		return
	}
	if runs := c.divided(); runs != nil {
		c.judgeStitched(contents, runs)
		return
	}
	c.Verdict, c.Why = core.VerdictNotFound, "stands in none of the sources"
	if names := unknown(contents); names != "" {
		c.Why += "; of " + names + " only what is quoted could be searched"
	} else if len(contents) > 0 {
		c.Why += " and nowhere else in their documents"
	}
}

// unquoted is 1 for a hit of which a part stands in no quote of a source, else 0.
func unquoted(h hit) int {
	if slices.Contains(h.numbers, 0) {
		return 1
	}
	return 0
}

// judgeFound judges a claim that stands somewhere; its hits are in order.
func (c *claim) judgeFound(contents []content) {
	best := c.hits[0]
	for _, h := range c.hits {
		if h.rank == best.rank && len(c.Evidence) < mostShown {
			for i, s := range h.spans {
				c.Evidence = append(c.Evidence, contents[h.content].evidence(h.numbers[i], s))
			}
		}
	}
	where := c.Evidence[0].Locator.String()
	if mark := core.OCRMark(c.Evidence[0].OCR); mark != "" {
		where += " (" + mark + ")"
	}
	if n := best.numbers[0]; n > 0 {
		where = fmt.Sprintf("[%d], %s", n, where)
	}
	if n := len(best.spans); n > 1 {
		if end := c.Evidence[n-1].Locator.String(); end != c.Evidence[0].Locator.String() {
			where += " to " + end
		}
	}
	c.Verdict, c.Why = core.VerdictFound, "stands in "+where
	switch {
	case best.rank == inCited && contents[best.content].unstored:
		c.Why += " as it was saved: its document is not in the library any more"
	case best.rank == inCited:
	case len(c.Citations) == 0:
		c.Why += ", outside of what the sources quote"
	default:
		c.Verdict = core.VerdictElsewhere
		c.Why += ", not in " + list(c.Citations)
	}
	if said := c.Evidence[0].Text; c.isBare(said) {
		c.Why += fmt.Sprintf(", as %s: look what that is counted in", said)
	}
}

// isBare reports whether a number was found without the word behind it that the
// claim has, as in a table that is counted in millions and says so elsewhere.
func (c *claim) isBare(found string) bool {
	if len(c.bare) == 0 {
		return false
	}
	for _, n := range numerals(found, false) {
		if slices.ContainsFunc(n.readings, func(v string) bool { return slices.Contains(c.bare, v) }) {
			return true
		}
	}
	return false
}

// divided returns the runs that make up the quote, nil if there are too few.
func (c *claim) divided() []piece {
	var out []piece
	for _, longest := range c.longest {
		runs := divide(longest)
		if runs == nil {
			return nil
		}
		out = append(out, runs...)
	}
	return out
}

// judgeStitched judges a quote of which only runs stand somewhere.
func (c *claim) judgeStitched(contents []content, runs []piece) {
	c.Verdict = core.VerdictStitched
	var where []string
	for _, r := range runs {
		co := &contents[r.content]
		for _, s := range spans(co.pages, r.at) {
			e := co.evidence(co.quoting(s, c.valid), s)
			c.Evidence = append(c.Evidence, e)
			if place := e.Locator.String(); !slices.Contains(where, place) {
				where = append(where, place)
			}
		}
	}
	c.Why = fmt.Sprintf("%d parts of it stand in %s, not one after the other", len(runs), strings.Join(where, " and "))
}

// noSource writes which numbers of sources do not exist.
func noSource(missing []int, sources int) string {
	has := fmt.Sprintf("the context has 1 to %d", sources)
	switch sources {
	case 0:
		has = "the context has none"
	case 1:
		has = "the context has 1 only"
	}
	none := "there is no source"
	if len(missing) > 1 {
		none = "there are no sources"
	}
	return fmt.Sprintf("%s %s: %s", none, ranges(missing), has)
}

// list writes citations: [1] or [3].
func list(numbers []int) string {
	if len(numbers) > 5 {
		return "any of the sources that are cited"
	}
	var out []string
	for _, n := range numbers {
		out = append(out, fmt.Sprintf("[%d]", n))
	}
	return strings.Join(out, " or ")
}

// ranges writes numbers in order with runs drawn together: 7, 9–12.
func ranges(numbers []int) string {
	var out []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		if j > i {
			out = append(out, fmt.Sprintf("%d–%d", numbers[i], numbers[j]))
		} else {
			out = append(out, fmt.Sprint(numbers[i]))
		}
		i = j + 1
	}
	return strings.Join(out, ", ")
}

// unknown names the documents that are not stored.
func unknown(contents []content) string {
	var out []string
	for _, c := range contents {
		if name := c.document.Name; c.unstored && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return strings.Join(out, ", ")
}
