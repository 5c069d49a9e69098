package query

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"ibid/core/text"
)

var (
	shortYear   = regexp.MustCompile(`(?i)^FY'?(\d{4}|\d{2})$`)
	plainYear   = regexp.MustCompile(`(?i)^(1[5-9]|20)\d{2}(s|[qh][1-4])?$`)
	quarter     = regexp.MustCompile(`(?i)^[qh][1-4]'?((?:19|20)\d{2}|\d{2})$`)
	yearRange   = regexp.MustCompile(`^((?:1[5-9]|20)\d{2})[-–—/]((?:1[5-9]|20)\d{2})$`)
	partOfYear  = regexp.MustCompile(`(?i)^(?:(?:19|20)\d{2})?([qh][1-4])(?:'?(?:(?:19|20)\d{2}|\d{2}))?$`)
	quarterWord = setOf("quarter quartal quartals trimestre")
	halfWord    = setOf("half halbjahr semestre semester")
)

// ordinals number the parts of a year.
var ordinals = func() map[string]int {
	out := make(map[string]int)
	for n, words := range []string{
		"first erste ersten erstes premier primer primo", "second zweite zweiten zweites deuxième segundo secondo",
		"third dritte dritten drittes troisième tercer terzo", "fourth vierte vierten viertes quatrième cuarto quarto",
	} {
		for form := range setOf(words) {
			out[form] = n + 1
		}
	}
	return out
}()

// NamedEntities are the words of a question by which it may refer to some
// documents of a library.
type NamedEntities struct {
	Years []int      // 2018, FY2018, 2015-2017
	Part  string     // of a year, "q1" to "q4" or "h1" and "h2"; empty without one
	Words []NameWord // in order
}

// NameWord is a word of a question that a name may hold.
type NameWord struct {
	Form    string   // folded, as names are folded
	Asked   []string // the folded words of the question that it is or is a part of
	Capital bool     // written with a capital that is not due to the beginning of a sentence
	Begins  bool     // with a capital, a sentence
	Marked  bool     // written as only files and source code are: snake_case, in quotes
	Dated   bool     // a year or a part of one
	Stop    bool     // says nothing by itself
	Ends    bool     // a pause or the end of a sentence follows
}

// Bounds of named entities.
const (
	maxYearRange   = 30  // years that a range stands for
	maxEntityWords = 128 // words that may name documents
)

// entities finds the named entities of a question.
func (s sentence) entities() NamedEntities {
	var found NamedEntities
	plain := s.isHeading() || s.language() == "de"
	for i, t := range s {
		for _, y := range yearsIn(t.text) {
			if len(found.Years) < maxNames && !slices.Contains(found.Years, y) {
				found.Years = append(found.Years, y)
			}
		}
		if part := s.part(i); part != "" {
			found.Part = part
		}
		found.Words = append(found.Words, s.nameWordsAt(i, plain)...)
	}
	found.Words = found.Words[:min(len(found.Words), maxEntityWords)]
	return found
}

// nameWordsAt returns what the token at i may name documents by. plain says that
// words which are no names have capitals too.
func (s sentence) nameWordsAt(i int, plain bool) (out []NameWord) {
	t := s[i]
	asked := text.Forms(t.text)
	for n, form := range asked {
		asked[n] = text.Clip(form, MaxWordBytes)
	}
	dated := yearsIn(t.text) != nil || s.part(i) != ""
	forms := nameWords(t.text)
	for n, form := range forms {
		w := NameWord{Form: form, Asked: asked, Capital: !dated && s.isCapital(i, plain), Marked: t.kind != "", Dated: dated, Stop: IsStopWord(form) || s.part(i) != ""}
		w.Begins = n == 0 && !w.Capital && capital(t.text) && (i == 0 || s[i-1].ends)
		if len(forms) == len(asked) {
			w.Asked = asked[n : n+1]
		}
		w.Ends = n == len(forms)-1 && (t.pause || t.ends || strings.HasSuffix(t.text, "'s") || strings.HasSuffix(t.text, "’s"))
		out = append(out, w)
	}
	return out
}

// isHeading reports whether most words have a capital, so that none tells a name.
func (s sentence) isHeading() bool {
	capitals := 0
	for _, t := range s {
		if capital(t.text) && yearsIn(t.text) == nil {
			capitals++
		}
	}
	return len(s) > 3 && 3*capitals > 2*len(s)
}

// isCapital reports whether the word at i has a capital that is due to neither the
// beginning of a sentence nor the habits of a language. There, a second capital or
// a digit tells.
func (s sentence) isCapital(i int, plain bool) bool {
	t := s[i]
	if t.kind != "" && t.kind != Symbol || strings.ContainsAny(t.text, "._:") || !capital(t.text) || IsStopWord(t.form) {
		return false
	}
	if i > 0 && !s[i-1].ends && !plain {
		return true
	}
	return strings.IndexFunc(t.text[1:], unicode.IsUpper) >= 0
}

// partIn returns the part of a year that a word names: q2 of `2021Q2`.
func partIn(word string) string {
	if !hasDigit(word) {
		return ""
	}
	if m := partOfYear.FindStringSubmatch(word); m != nil {
		return strings.ToLower(m[1])
	}
	return ""
}

// part returns the part of a year that the word at i ends or is: q2 of `Q2`,
// `2021Q2` and `second quarter`.
func (s sentence) part(i int) string {
	if part := partIn(s[i].text); part != "" {
		return part
	}
	letter := ""
	switch {
	case quarterWord[s.form(i)]:
		letter = "q"
	case halfWord[s.form(i)]:
		letter = "h"
	default:
		return ""
	}
	if n := ordinals[s.form(i-1)]; n > 0 {
		return letter + strconv.Itoa(n)
	}
	return ""
}

// yearsIn returns the years that a word means, nil if it is no year.
func yearsIn(word string) (years []int) {
	if !hasDigit(word) {
		return nil
	}
	word = strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "’s")
	if m := shortYear.FindStringSubmatch(word); m != nil {
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
