package say

import (
	"errors"
	"regexp"
	"strings"

	"ibid/core"
)

// Place is where the reader is in a document: "lines 40-52", "msg 17",
// "Sales!B3:D9". Long headings are shortened.
func Place(l core.Locator, d core.Document) string {
	if heading := []rune(l.Label); d.Kind.Unit() == core.UnitParagraph && len(heading) > longHeading {
		l.Label = strings.TrimSpace(string(heading[:longHeading])) + "…"
	}
	place := l.Place()
	switch {
	case place == "":
		return ""
	case d.Kind.Unit() != core.UnitLine:
		return place
	case strings.Contains(place, "-"):
		return "lines " + place
	}
	return "line " + place
}

// longHeading is how many characters of a heading are shown.
const longHeading = 20

// Reach is how much is shown before and after a place; empty where there is
// nothing to choose.
func Reach(r core.Reach) string {
	switch r.Measure {
	case core.MeasureLines, core.MeasureCharacters, core.MeasureRows, core.MeasureMessages:
		return "± " + Plural(r.N, string(r.Measure))
	case core.MeasureFunction:
		return "whole function"
	}
	return "the whole"
}

// shown finds what errors of a place begin with.
var shown = regexp.MustCompile(`^(?:show|locator) "(?:[^"\\]|\\.)*": `)

// Unplaced is the sentence for a place that was typed in and cannot be opened.
func Unplaced(err error) string {
	var ambiguous *core.AmbiguousError
	if errors.As(err, &ambiguous) {
		return "Several places are called that. Choose one of them."
	}
	for _, sentinel := range []error{core.ErrQuery, core.ErrNoSuchPage, core.ErrNotFound} {
		if !errors.Is(err, sentinel) {
			continue
		}
		text := detail(err, sentinel)
		if strings.HasPrefix(text, "document ") {
			return "No document of the library has this name. Type a part of it to choose from those that fit."
		}
		return sentence(shown.ReplaceAllString(text, "")) + "."
	}
	return Error(err)
}
