// Package pageform recognises by their form the parts of a document that name
// things without saying anything of them: tables of contents, indexes, lists of
// names, of exhibits and of references, and covers.
//
// Such a part holds the words of many questions and answers few of them. It is
// recognised by what stands where (numbers at the ends of entries, alphabetical
// order, initials, capitals, sentences), not by words, so that the language and
// the subject do not matter. Everything here is a pure function of a text and
// safe for concurrent use.
package pageform

import "ibid/core"

// Kind is the kind of part that a passage belongs to.
type Kind string

// The kinds. The value of a Kind is how a reason calls the part.
const (
	None       Kind = ""
	Contents   Kind = "a table of contents"
	Index      Kind = "an index"
	List       Kind = "a list of names"
	References Kind = "a list of references"
	Cover      Kind = "a cover"
)

// Form is what the form of a passage says.
type Form struct {
	Kind  Kind
	Value float64 // how surely the passage only mentions, 0 to 1; 0 for None
}

// Sure is the value from which a passage is treated as a part that only mentions,
// where a decision is wanted instead of a number.
const Sure = 0.5

// Bounds of what is looked at.
const (
	shortWords = 60      // a passage of fewer words is judged with its page
	pageBytes  = 6 << 10 // a longer page is the whole of a document, or says enough in its passages
	tableShare = .5      // numbers for each word: a table, whatever stands beside it
	coverWords = 120     // words of a cover
)

// Of returns the form of a passage with its text on a page. Whether it counts
// depends on the document: see In.
func Of(text string, page core.Page) Form {
	m := measure(text)
	best := m.form()
	first := page.Index == 1
	if (m.words < shortWords || first) && len(page.Text) <= pageBytes && len(page.Text) > len(text) {
		table := share(m.numbers, m.words) > tableShare
		m = measure(page.Text)
		if f := m.form(); f.Value > best.Value && !(table && (f.Kind == References || f.Kind == List)) {
			best = f
		}
	}
	if v := m.cover(); first && v > best.Value {
		best = Form{Cover, v}
	}
	return best
}

// In returns the form as it counts in a document. Source code, mail and the like
// have no such parts, and the only page of a document is no cover.
func (f Form) In(d core.Document) Form {
	if !hasParts(d.Kind) || f.Kind == Cover && (d.Pages < 2 || !d.Kind.Paged()) {
		return Form{}
	}
	return f
}

// hasParts reports whether documents of a kind are written like a book or a report.
func hasParts(k core.Kind) bool {
	switch k {
	case core.KindPDF, core.KindEbook, core.KindDocument, core.KindHTML, core.KindMarkdown, core.KindText, core.KindSlides:
		return true
	}
	return false
}

// form returns the kind with the highest value, the first of equal ones.
func (m *measures) form() (best Form) {
	for _, f := range []Form{{Contents, m.contents()}, {Index, m.index()}, {References, m.references()}, {List, m.list()}} {
		if f.Value > best.Value {
			best = f
		}
	}
	return best
}

// ramp rises from 0 at from to 1 at to. It falls where from is greater than to.
func ramp(v, from, to float64) float64 { return max(0, min(1, (v-from)/(to-from))) }

// share returns n of all, 0 if there are none.
func share(n, all int) float64 {
	if all <= 0 {
		return 0
	}
	return float64(n) / float64(all)
}

// The values of the kinds are products: each feature can veto. A ramp begins where
// the look-alikes named beside it end; the tests have a case on either side.

// contents: entries that end in page numbers in rising order.
func (m *measures) contents() float64 {
	least, step := 4., ramp(m.step(), .4, 1) // entries; results in order have many equal numbers
	if m.leaders > 2 {
		least = 2 // dot leaders say it already
	}
	if 2*m.leaders >= m.entries {
		step = 1 // several sections stand on a page of a short document
	}
	return ramp(float64(m.entries), least, least+3) *
		ramp(share(m.rising, m.entries-1), .65, .85) * // price lists and counts are in no order
		ramp(share(m.entryWords, m.words), .45, .7) * // prose in which numbers happen to rise
		ramp(share(m.entries, m.numbers), .25, .5) * // tables: several numbers in a row
		step *
		ramp(share(m.single, m.entries-1), .9, .7) * // numbered items: 1, 2, 3
		ramp(m.clauseShare(), .6, .35)
}

// index: short entries in alphabetical order, each with a run of page numbers.
func (m *measures) index() float64 {
	return ramp(float64(m.runs), 4, 8) *
		ramp(share(m.ordered, m.runs-1), .7, .85) * // in no order it is .67
		ramp(share(m.runWords, m.words), .5, .75) *
		ramp(share(m.longRuns, m.runs), .05, .2) * // one number each: prices, ages
		ramp(share(m.risingRuns, m.longRuns), .6, .8) * // measurements do not rise in each row
		ramp(m.clauseShare(), .4, .2)
}

// references: years, initials, ranges of pages and addresses among capitals.
func (m *measures) references() float64 {
	return ramp(float64(min(m.years, m.marks)), 1, 3) * // a footnote, a form with numbers
		ramp(m.per100(m.years), .8, 2) *
		ramp(m.per100(m.marks), 1.5, 4) * // prose with years and here and there a source
		ramp(share(m.capitals, m.words), .25, .4) * // prose that cites much
		ramp(share(m.numbers, m.words), .6, .4) * // tables by year
		ramp(m.clauseShare(), .7, .5)
}

// list: names and titles in a row, or numbered entries of names, without clauses.
func (m *measures) list() float64 {
	names := ramp(share(m.capitals, m.words), .68, .82) * ramp(share(m.numbers, m.words), .12, .06) * ramp(float64(m.words), 40, 70)
	numbered := ramp(share(m.capitals, m.words), .45, .6) * ramp(float64(m.numbered), 3, 6) * ramp(share(m.numbers, m.words), .7, .5)
	return max(names, numbered) *
		ramp(float64(m.words), 25, 50) * // a heading, the labels of a figure
		ramp(m.clauseShare(), .2, .1)
}

// cover: a page with few words and hardly a clause.
func (m *measures) cover() float64 {
	return ramp(float64(m.words), coverWords, coverWords/2) * ramp(m.clauseShare(), .45, .2) *
		ramp(share(m.capitals+m.shouted, m.words), .3, .5) * ramp(share(m.numbers, m.words), .5, .3)
}
