package query

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ibid/core/text"
)

var (
	fiscalYear  = regexp.MustCompile(`(?i)^FY'?(\d{4}|\d{2})$`)
	plainYear   = regexp.MustCompile(`(?i)^(1[5-9]|20)\d{2}(s|q[1-4]|h[12])?$`)
	quarter     = regexp.MustCompile(`(?i)^[qh][1-4]'?((?:19|20)\d{2}|\d{2})$`)
	yearRange   = regexp.MustCompile(`^((?:1[5-9]|20)\d{2})[-–—/]((?:1[5-9]|20)\d{2})$`)
	fiscalWords = setOf("fiscal fy geschäftsjahr geschäftsjahres exercice ejercicio esercizio")
)

// NamedEntities are the years and proper names of a question, by which it may
// refer to some documents of a library.
type NamedEntities struct {
	Years []int      // 2018, FY2018, 2015-2017
	Names [][]string // runs of capitalised words, folded: companies, authors, places
}

// Bounds of named entities.
const (
	maxYearRange       = 30 // years that a range stands for
	maxNamesAndNumbers = 16 // words of NamesAndNumbers
)

// entities finds the named entities of a question.
func (s sentence) entities() NamedEntities {
	var found NamedEntities
	var run []string
	end := func() {
		if len(run) > 0 && len(found.Names) < maxNames {
			found.Names = append(found.Names, run)
		}
		run = nil
	}
	for i, t := range s {
		if years := yearsIn(t.text); years != nil {
			end()
			for _, y := range years {
				if len(found.Years) < maxNames && !slices.Contains(found.Years, y) {
					found.Years = append(found.Years, y)
				}
			}
			continue
		}
		if !s.isCapital(i) {
			if t.text != "&" || run == nil {
				end()
			}
			continue
		}
		for _, form := range text.Forms(t.text) {
			run = append(run, strings.TrimSuffix(form, "'s"))
		}
		if t.pause || t.ends || strings.HasSuffix(t.text, "'s") || strings.HasSuffix(t.text, "’s") {
			end()
		}
	}
	end()
	return found
}

// isCapital reports whether the word at i has a capital that is not due to the
// beginning of a sentence.
func (s sentence) isCapital(i int) bool {
	t := s[i]
	if t.kind != "" && t.kind != Symbol || strings.ContainsAny(t.text, "._:") || !capital(t.text) || IsStopWord(t.form) || fiscalWords[t.form] {
		return false
	}
	begins := i == 0 || s[i-1].ends
	return !begins || verbs[t.form] == "" && !asks(t.form) && !courtesy[t.form]
}

// yearsIn returns the years that a word means, nil if it is no year.
func yearsIn(word string) (years []int) {
	word = strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "’s")
	if m := fiscalYear.FindStringSubmatch(word); m != nil {
		return []int{fullYear(m[1])}
	}
	if m := quarter.FindStringSubmatch(word); m != nil {
		return []int{fullYear(m[1])}
	}
	if m := yearRange.FindStringSubmatch(word); m != nil {
		from, to := fullYear(m[1]), fullYear(m[2])
		for y := from; y <= to && y-from < maxYearRange; y++ {
			years = append(years, y)
		}
		return years
	}
	if plainYear.MatchString(word) {
		return []int{fullYear(word[:4])}
	}
	return nil
}

// fullYear reads a year of four digits, or of two digits in this century.
func fullYear(s string) int {
	y, _ := strconv.Atoi(s)
	if len(s) == 2 {
		y += 2000
	}
	return y
}

// NamesAndNumbers lists the words of a question that identify its subject among
// others of its kind, folded, each once: names, which are written with a capital
// within a sentence, and numbers. If most words have a capital, as in a heading,
// capitals do not count.
func NamesAndNumbers(question string) (out []string) {
	s := scan(question)
	capitals := 0
	for _, t := range s {
		if capital(t.text) {
			capitals++
		}
	}
	for i, t := range s {
		name := i > 0 && !s[i-1].ends && capital(t.text) && 2*capitals <= len(s)
		if !name && !hasDigit(t.text) {
			continue
		}
		for _, form := range text.Forms(t.text) {
			if !IsStopWord(form) {
				out = appendNew(out, form, maxNamesAndNumbers)
			}
		}
	}
	return out
}
