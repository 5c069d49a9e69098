package index

import (
	"iter"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"

	"ibid/core/query"
	"ibid/core/text"
)

const (
	exactMark = "=" // stands before a word as it was written; never part of a word
	endMark   = "-" // stands before a joined word at the position of its second part
	maxTerm   = 256 // bytes, with the mark: bleve's analysis does not survive much longer ones
)

// word is one position of the scored field.
type word struct {
	exact string // marked
	stem  string // empty for stop words and ideographs, which are only found as written
	// The word and the next one as one where only a hyphen parts them: both
	// empty if none does. Of source code, the identifier that begins with the
	// word. Queries do not use them, so they ask for no more.
	joined     string // marked
	joinedStem string
	ends       string // with endMark: the joined word that ends with this one; not of source code
}

// terms yields the terms under which the word is indexed.
func (w word) terms() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, t := range [...]string{w.exact, w.stem, w.joined, w.joinedStem, w.ends} {
			if t != "" && !yield(t) {
				return
			}
		}
	}
}

// analyse returns the words of s, ideographs in pairs. What is not valid UTF-8
// separates words.
func analyse(s string) []word {
	words := make([]word, 0, len(s)/6)
	for w := range text.Words(s) {
		if w.Ideographic {
			words = appendPairs(words, w.Form)
			continue
		}
		next := word{}
		next.exact, next.stem = termsOf(w.Form)
		if n := len(words); n > 0 && words[n-1].joined != "" {
			next.ends = endMark + words[n-1].joined[len(exactMark):]
		}
		if w.Joined != "" {
			next.joined, next.joinedStem = termsOf(w.Joined)
		}
		words = append(words, next)
	}
	return words
}

// analyseCode returns the words of source code: those that an identifier is made
// of, each at its position, and with the first the identifier as one word. So
// `findByEmail` is found by find, by email and by findbyemail, and what finds
// it finds `find_by_email`.
func analyseCode(s string) []word {
	words := make([]word, 0, len(s)/5)
	for id := range text.Identifiers(s) {
		for i, w := range id.Parts {
			if w.Ideographic {
				words = appendPairs(words, w.Form)
				continue
			}
			next := word{}
			next.exact, next.stem = termsOf(w.Form)
			if joined := id.Form; i == 0 && joined != "" {
				next.joined, next.joinedStem = termsOf(joined)
			} else if w.Joined != "" {
				next.joined, next.joinedStem = termsOf(w.Joined)
			}
			words = append(words, next)
		}
	}
	return words
}

// termsOf returns the two terms of a folded word: as written, marked, and its stem.
func termsOf(form string) (exact, stemmed string) {
	form = text.Clip(form, maxTerm-len(exactMark))
	return exactMark + form, stem(form)
}

// appendPairs appends each pair of neighbours of an ideographic run as a word. A
// run of one character is a word itself.
func appendPairs(words []word, form string) []word {
	_, first := utf8.DecodeRuneInString(form)
	if first == len(form) {
		return append(words, word{exact: exactMark + form})
	}
	for first < len(form) {
		_, second := utf8.DecodeRuneInString(form[first:])
		words = append(words, word{exact: exactMark + form[:first+second]})
		form, first = form[first:], second
	}
	return words
}

// stem returns the English stem of the normal form of a folded word, without a
// possessive ending. It is empty for a stop word. It begins with the same letter as
// the word, unless that one begins with a Greek letter, or with a or o and the stem
// with e (oedema).
func stem(form string) string {
	if s, known := stems.find(form); known {
		return s
	}
	s := stemOf(form)
	stems.keep(form, s)
	return s
}

// stemCache keeps the stems of words that were met before. A search stems the
// words of a hundred passages, most of them known, and stemming a word takes twenty
// times as long as looking it up. Safe for concurrent use.
type stemCache struct {
	mu   sync.RWMutex
	kept map[string]string
}

var stems stemCache

const (
	maxStems     = 1 << 15 // then all are forgotten; about 4 MB
	maxStemBytes = 32      // of a word that is kept
)

func (m *stemCache) find(form string) (stem string, known bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	stem, known = m.kept[form]
	return stem, known
}

func (m *stemCache) keep(form, stem string) {
	if len(form) > maxStemBytes {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept == nil || len(m.kept) >= maxStems {
		m.kept = make(map[string]string)
	}
	// A form may be a part of a whole page, which must not be kept with it.
	m.kept[strings.Clone(form)] = strings.Clone(stem)
}

func stemOf(form string) string {
	if query.IsStopWord(form) {
		return ""
	}
	form = text.Normal(strings.TrimSuffix(form, "'s"))
	if query.IsStopWord(form) {
		return ""
	}
	env := snowballstem.NewEnv(form)
	english.Stem(env)
	if s := env.Current(); s != "" {
		return s
	}
	return form
}

// tokens is an analysed text. It is an analysis.Analyzer that returns itself:
// the text is analysed in the caller's goroutine, because bleve's own have no
// recover and a panic there would end the program.
type tokens analysis.TokenStream

// Analyze implements analysis.Analyzer.
func (t tokens) Analyze([]byte) analysis.TokenStream { return analysis.TokenStream(t) }

// tokenize gives tokens a position but no byte offsets: phrases need the one,
// nothing asks for the other, and the index is a ninth smaller without.
func tokenize(words []word) tokens {
	list := make([]analysis.Token, 0, 2*len(words))
	for i, w := range words {
		for t := range w.terms() {
			list = append(list, analysis.Token{Term: []byte(t), Position: i + 1})
		}
	}
	stream := make(tokens, len(list))
	for i := range list {
		stream[i] = &list[i]
	}
	return stream
}
