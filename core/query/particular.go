package query

import (
	"slices"

	"ibid/core/text"
)

// maxParticulars bounds the words of Particulars.
const maxParticulars = 16

// Particulars are the words of a question that tell the thing that is asked
// about from others of its kind, folded, each once: names, which are written
// with a capital within a sentence, and numbers. Where most words have a capital,
// as in a heading, capitals say nothing.
func Particulars(question string) (out []string) {
	s := scan(question)
	capitals := 0
	for _, t := range s {
		capitals += boolean(capital(t.text))
	}
	for i, t := range s {
		name := i > 0 && !s[i-1].ends && capital(t.text) && 2*capitals <= len(s)
		if !name && !hasDigit(t.text) {
			continue
		}
		for _, form := range text.Forms(t.text) {
			if !IsStopWord(form) && !slices.Contains(out, form) && len(out) < maxParticulars {
				out = append(out, form)
			}
		}
	}
	return out
}
