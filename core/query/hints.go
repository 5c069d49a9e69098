package query

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ibid/core/text"
)

var (
	fiscalYear = regexp.MustCompile(`(?i)^FY'?(\d{4}|\d{2})$`)
	plainYear  = regexp.MustCompile(`(?i)^(1[5-9]|20)\d{2}(s|q[1-4]|h[12])?$`)
	quarter    = regexp.MustCompile(`(?i)^[qh][1-4]'?((?:19|20)\d{2}|\d{2})$`)
	yearRange  = regexp.MustCompile(`^((?:1[5-9]|20)\d{2})[-–—/]((?:1[5-9]|20)\d{2})$`)
	fiscal     = setOf("fiscal fy geschäftsjahr geschäftsjahres exercice ejercicio esercizio")
	yearWords  = setOf("year years ended ending fiscal financial")
)

// maxSpan bounds the years that a range stands for.
const maxSpan = 30

// hints collects what may name documents.
func (s sentence) hints() Hints {
	var h Hints
	var run []string
	end := func() {
		if len(run) > 0 && len(h.Capitals) < maxNames {
			h.Capitals = append(h.Capitals, run)
		}
		run = nil
	}
	for i, t := range s {
		if years, fy := s.years(i); years != nil {
			end()
			for _, y := range years {
				h.Years = appendYear(h.Years, y)
				if fy {
					h.Fiscal = appendYear(h.Fiscal, y)
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
	return h
}

// isCapital reports a capitalised word that is not so because a sentence begins
// with it.
func (s sentence) isCapital(i int) bool {
	t := s[i]
	if t.kind != "" && t.kind != Symbol || strings.ContainsAny(t.text, "._:") || !capital(t.text) || IsStopWord(t.form) || fiscal[t.form] {
		return false
	}
	begins := i == 0 || s[i-1].ends
	return !begins || verbs[t.form] == "" && !asks(t.form) && !courtesy[t.form]
}

// years reads the years at i; fy is set if they are fiscal ones.
func (s sentence) years(i int) (years []int, fy bool) {
	word := strings.TrimSuffix(strings.TrimSuffix(s[i].text, "'s"), "’s")
	if m := fiscalYear.FindStringSubmatch(word); m != nil {
		return []int{century(m[1])}, true
	}
	if m := quarter.FindStringSubmatch(word); m != nil {
		return []int{century(m[1])}, false
	}
	fy = fiscal[s.form(i-1)] || yearWords[s.form(i-1)] && fiscal[s.form(i-2)] || s.follows(i-2, "financial", "year")
	if m := yearRange.FindStringSubmatch(word); m != nil {
		from, _ := strconv.Atoi(m[1])
		to, _ := strconv.Atoi(m[2])
		for y := from; y <= to && y-from < maxSpan; y++ {
			years = append(years, y)
		}
		return years, fy
	}
	if plainYear.MatchString(word) {
		y, _ := strconv.Atoi(word[:4])
		return []int{y}, fy
	}
	return nil, false
}

// century reads a year of four figures, or of this century's last two.
func century(s string) int {
	y, _ := strconv.Atoi(s)
	if len(s) == 2 {
		y += 2000
	}
	return y
}

func appendYear(list []int, y int) []int {
	if len(list) >= maxNames || slices.Contains(list, y) {
		return list
	}
	return append(list, y)
}
