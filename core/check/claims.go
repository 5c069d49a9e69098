package check

import (
	"regexp"
	"slices"

	"ibid/core"
)

// claims lists the quotes and numbers of a sentence.
func (r *parsedAnswer) claims(s sentence, exists map[int]bool) []claim {
	base := claim{Claim: core.Claim{Sentence: s.Span, Citations: s.cites}}
	for _, n := range s.cites {
		if exists[n] {
			base.valid = append(base.valid, n)
		} else {
			base.missing = append(base.missing, n)
		}
	}
	kind := r.blocks[s.block].kind
	if kind == blockQuote && len(s.cites) == 0 {
		return nil
	}
	var out []claim
	body := []byte(r.prose[s.Start:s.End])
	for _, q := range s.quotes {
		fill(body, core.Span{Start: q.Start - s.Start, End: min(q.End, s.End) - s.Start}, ' ')
		if !isQuote(r.prose[q.Start:q.End], len(s.cites) > 0) {
			continue
		}
		c := base
		c.Kind, c.Span, c.Text = core.ClaimQuote, q, r.answer[q.Start:q.End]
		if c.parts = partsOf(r.prose[q.Start:q.End]); c.parts != nil {
			out = append(out, c)
		}
	}
	if len(s.cites) == 0 || kind == blockQuote || attribution.Match(body) {
		return out
	}
	return append(out, r.numbers(s, base, string(body))...)
}

// numbers lists the numbers of a sentence, each once. body is the sentence with
// its quotes blanked.
func (r *parsedAnswer) numbers(s sentence, base claim, body string) []claim {
	var out []claim
	seen := make(map[string]bool)
	for _, n := range numerals(withoutPlaces(body), false) {
		if slices.ContainsFunc(n.readings, func(v string) bool { return seen[v] }) {
			continue
		}
		for _, v := range n.readings {
			seen[v] = true
		}
		c := base
		c.bare = slices.DeleteFunc(n.bare, func(v string) bool { return slices.Contains(n.readings, v) })
		c.Kind, c.readings = core.ClaimNumber, slices.Concat(n.readings, c.bare)
		c.Span = core.Span{Start: s.Start + n.Start, End: s.Start + n.End}
		if negative(body, n.Start) {
			c.Start -= signSize(body, n.Start)
		}
		c.Text = r.answer[c.Start:c.End]
		out = append(out, c)
	}
	return out
}

// unchecked lists the sentences that cite a source and hold neither quote nor
// number: of a row of a table at most one, and none if another cell holds a
// claim.
func (r *parsedAnswer) unchecked(exists map[int]bool, claims []claim, rows map[int]bool) []claim {
	busy := make(map[core.Span]bool)
	for _, c := range claims {
		busy[c.Sentence] = busy[c.Sentence] || c.Kind != core.ClaimCitation
	}
	var out []claim
	for _, s := range r.sentences {
		b := r.blocks[s.block]
		cites := slices.ContainsFunc(s.cites, func(n int) bool { return exists[n] })
		if !cites || busy[s.Span] || b.kind == blockQuote || b.kind == cell && rows[b.row] || attribution.MatchString(r.prose[s.Start:s.End]) {
			continue
		}
		if b.kind == cell {
			rows[b.row] = true
		}
		out = append(out, claim{Claim: core.Claim{
			Kind: core.ClaimSentence, Text: r.answer[s.Start:s.End], Span: s.Span, Sentence: s.Span, Citations: s.cites,
		}})
	}
	return out
}

const placeNumber = `\s{0,2}\d+(?:\.\d+)*[a-z]?`

// places match the names of files, pages and other places, whose numbers are no
// claims.
var places = []*regexp.Regexp{
	// Names of files, with a line or not.
	regexp.MustCompile(`[^\s"“”„«»()\[\],;]+\.(?:pdf|md|txt|docx?|html?|csv|xlsx?|pptx?|go|py|js|ts|rs|java|c|h|json|xml|epub)\b(?::\d+(?:[-–]\d+)?)?`),
	// Several places: pages 3, 5 and 7.
	regexp.MustCompile(`(?:\b(?i:pp|pages|figs|figures|tables|sections|sects|chapters|lines|equations|eqs|sources|notes|Seiten|Abbildungen|Tabellen|Quellen|Zeilen|tableaux|lignes)\b|§§)\.?` +
		placeNumber + `(?:\s{0,2}(?:,|[-–—]|to|and|und|bis|et|à)` + placeNumber + `)*`),
	// One place, or a range: p. 3, PDF 219, Figure 4.
	regexp.MustCompile(`(?:\b(?:(?i:p|pg|page|pdf|fig|figure|tab|table|section|sect|sec|chapter|ch|line|eq|equation|appendix|footnote|source|item|step|Seite|Abb|Abbildung|Tabelle|Abschnitt|Kapitel|Quelle|Zeile|Gleichung|tableau|ligne|chapitre)|S|No|Nr|nos)\b\.?|§)` +
		placeNumber + `(?:\s{0,2}[-–—]` + placeNumber + `)?`),
}

// withoutPlaces blanks the numbers that say where something stands.
func withoutPlaces(s string) string {
	for _, re := range places {
		s = blank(s, re)
	}
	return s
}
