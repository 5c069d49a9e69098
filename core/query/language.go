package query

import (
	"strings"

	"ibid/core"
)

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

// languageNames are the languages of which there are stop words.
var languageNames = map[string]string{"en": "English", "de": "German", "fr": "French", "es": "Spanish", "it": "Italian"}

// Markers lists, for each language, frequent words that the others do not have.
func Markers() map[string][]string {
	return map[string][]string{
		"en": {"the", "of", "and", "with", "that"},
		"de": {"und", "nicht", "ist", "eine", "werden"},
		"fr": {"les", "dans", "une", "avec", "sont"},
		"es": {"los", "para", "por", "como", "las"},
		"it": {"della", "che", "nel", "sono", "delle"},
	}
}

// particles are stop words that are also parts of names and of references: de la
// Cruz et al, van der Waals.
var particles = setOf("de la le les du des der den van von da di del della el et y d l")

// Thresholds of a question in another language than English.
const (
	leastForeign = 2    // stop words of the language, which English does not have
	foreignShare = 0.25 // of the words of the question
)

// Foreign returns the language of a question that is not in English, and whether it
// is a sentence of it: of a few words, all of them particles of names, it cannot be
// told. Words in quotes do not count, and code names neither.
func Foreign(question string) (language string, sentence bool) {
	s := scan(question)
	language = s.language()
	own := stopWordsOf[language]
	found, words, telling := 0, 0, false
	for _, t := range s {
		if t.kind != "" {
			continue
		}
		words++
		for _, form := range strings.FieldsFunc(t.form, func(r rune) bool { return r == '\'' }) {
			if own[form] && !IsStopWord(form) && (len(form) > 1 || form != t.form) { // c and d alone are not those of c'est
				found++
				telling = telling || !particles[form]
			}
		}
	}
	if found < leastForeign || float64(found) < foreignShare*float64(words) {
		return "", false
	}
	return language, telling
}

// WithoutStopWords returns the query without the stop words of the language of the
// question among its words, unless it has no others.
func WithoutStopWords(q core.Query) core.Query {
	language, _ := Foreign(q.Raw)
	if language == "" {
		return q
	}
	var kept []string
	for _, w := range q.Words {
		if !stopWordsOf[language][w] || len(w) == 1 && !strings.Contains("aeioy", w) {
			kept = append(kept, w)
		}
	}
	if len(kept) > 0 {
		q.Words = kept
	}
	return q
}

// Thresholds of a library that cannot answer in the language of a question, as shares
// of its passages.
const (
	otherLanguage = 0.5  // in the language of the library, at least
	askedLanguage = 0.02 // in that of the question, less than this
)

// Unanswerable returns the names of the language of a question and of that of the
// library if they differ, so that hardly a word of the question can occur. shares are
// the shares of its passages in each language.
func Unanswerable(question string, shares map[string]float64) (asked, library string) {
	language, sentence := Foreign(question)
	if !sentence || shares[language] >= askedLanguage {
		return "", ""
	}
	for other, share := range shares {
		if share >= otherLanguage {
			return languageNames[language], languageNames[other]
		}
	}
	return "", ""
}
