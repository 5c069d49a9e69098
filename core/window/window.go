// Package window cuts the text around a place of a document, in the way that
// suits its kind: lines of a text or of source code, characters of a page in
// whole lines, a row of a sheet below its header, a message below the question
// that it answers.
package window

import (
	"strings"

	"ibid/core"
	"ibid/core/text"
)

// Strategy is the measure by which a window is cut.
type Strategy string

// The strategies.
const (
	Lines      Strategy = "lines"      // whole lines before and after
	Characters Strategy = "characters" // whole lines of so many characters before and after
	Function   Strategy = "function"   // the function or class around the place, else lines
	Whole      Strategy = "whole"      // the whole text, or the whole page of it
)

// LineCharacters is the number of characters that count as one line if a window of
// lines is requested in a text that has pages or paragraphs instead.
const LineCharacters = 80

// Reach is how far a window goes before and after its place.
type Reach struct {
	Strategy Strategy // Lines, Characters or Whole
	N        int      // lines, characters (code points), rows or messages; 0 is the place alone
	Function bool     // the enclosing function or class instead, if there is one
}

// lines returns N within bounds that keep sums of it from overflowing.
func (r Reach) lines() int { return max(0, min(r.N, 1<<30)) }

// characters returns N in characters.
func (r Reach) characters() int {
	if r.Strategy == Lines {
		return r.lines() * LineCharacters
	}
	return r.lines()
}

// Document is a document as windows are cut from it.
type Document struct {
	core.Document
	Pages []core.Page // all of them, in order
	// Layout returns the layout of a page, 1-based.
	Layout func(page int) (core.Layout, error)
	// Code returns the syntax of source code; nothing for other kinds. May be nil.
	Code func() (core.Code, error)
}

// Window is the text around a place. Text has `…` wherever something was left
// out of a sentence, of a sheet or between messages.
type Window struct {
	Locator core.Locator
	Text    string
	First   int          // number of the first line of Text, 1-based, for kinds that are read as lines; 0 below a header
	Quotes  []core.Quote // where the text lies, in reading order
	Note    string       // why it is not the function that was asked for, in words; empty if it is
}

// Cut cuts the window around a place, which is one quote or more, in order and
// within the pages of d.
func Cut(d Document, at []core.Quote, r Reach) (Window, error) {
	unit := d.Kind.Unit()
	first, last := at[0].Page, at[len(at)-1].Page
	switch {
	case unit == core.UnitPage && r.Strategy != Whole:
		return d.characters(at, r.characters())
	case unit == core.UnitPage, first != last:
		return d.whole(at), nil
	case unit == core.UnitLine, unit == core.UnitSheet, unit == core.UnitTime:
		return d.lines(at, r)
	case (unit == core.UnitParagraph || unit == core.UnitChapter) && r.Strategy != Whole:
		return d.characters(at, r.characters())
	case d.Kind == core.KindConversation:
		return d.messages(first, r.lines())
	}
	return d.whole(at), nil
}

// whole returns all text of the pages of a place.
func (d Document) whole(at []core.Quote) Window {
	first, last := at[0].Page, at[len(at)-1].Page
	w := Window{Locator: d.pages(first, last)}
	texts := make([]string, 0, last-first+1)
	for _, p := range d.Pages[first-1 : last] {
		texts = append(texts, p.Text)
		w.Quotes = append(w.Quotes, core.Quote{Page: p.Index, Span: core.Span{End: len(p.Text)}})
	}
	w.Text = strings.Join(texts, "\n\n")
	return w
}

// pages returns the locator of whole pages. Several parts of a document that has
// no pages are the document.
func (d Document) pages(first, last int) core.Locator {
	if d.Kind.Unit() != core.UnitPage {
		if first != last {
			return core.Locator{Name: d.Name}
		}
		return d.place(first, core.Span{End: len(d.Pages[first-1].Text)}, nil)
	}
	l := core.PageLocator(d.Name, first, d.Pages[first-1].Label)
	if last > first {
		l.LastPage, l.LastLabel = last, d.Pages[last-1].Label
	}
	return l
}

// place returns the locator of a stretch of one page, as the kind names it.
func (d Document) place(page int, s core.Span, headings []core.Heading) core.Locator {
	return text.NewPlaces(d.Kind, d.Pages[page-1], headings).Locator(d.Document, s)
}

// mark writes … at the ends of a text that were cut, before a line break that
// ends it.
func mark(s string, before, after bool) string {
	if before {
		s = "… " + s
	}
	if after {
		body := strings.TrimRight(s, "\n")
		s = body + " …" + s[len(body):]
	}
	return s
}

// extent returns the span from the beginning to the end of a place on one page.
func extent(at []core.Quote) core.Span {
	s := at[0].Span
	for _, q := range at[1:] {
		s.Start, s.End = min(s.Start, q.Start), max(s.End, q.End)
	}
	return s
}
