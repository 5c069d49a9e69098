package query

import "strings"

// letters are the letters that are more frequent in one of the languages than in
// the others.
var letters = map[string]string{"de": "äöüß", "fr": "çêœèàùîûë", "es": "ñ¿¡", "it": "òì"}

// language returns the language that most stop words and verbs of a question
// belong to. A question without any is English, unless its letters are of another
// language or script; of another script it has none ("").
func (s sentence) language() string {
	votes := map[string]int{}
	latin := len(s) == 0
	for _, t := range s {
		if t.kind != "" {
			continue
		}
		for _, r := range t.text {
			latin = latin || r < 0x250 && (r|0x20 >= 'a' && r|0x20 <= 'z' || r >= 0xc0)
		}
		for _, form := range strings.FieldsFunc(t.form, func(r rune) bool { return r == '\'' }) {
			if IsStopWord(form) || verbs[form] != "" && english[form] {
				votes["en"] += 2
			}
			for language, words := range stopWordsOf {
				if words[form] {
					votes[language] += 2
				}
			}
		}
		for language, own := range letters {
			if strings.ContainsAny(strings.ToLower(t.text), own) {
				votes[language]++
			}
		}
	}
	best := "en"
	for _, language := range []string{"de", "fr", "es", "it"} {
		if votes[language] > votes[best] {
			best = language
		}
	}
	if votes[best] == 0 && !latin {
		return ""
	}
	return best
}
