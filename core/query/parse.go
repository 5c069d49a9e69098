package query

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/core"
	"ibid/core/text"
)

// Limits of a query. What goes beyond them is left out silently: a whole page
// that was pasted into the search field is still a search.
const (
	MaxBytes       = 4096 // of what was typed; the rest is not looked at
	MaxWords       = 128  // different scored words, stop words not counted
	MaxPhrases     = 16   // phrases, and again words or phrases that must not occur
	MaxPhraseWords = 64   // words of one phrase
	MaxNames       = 16   // in: terms
	MaxWordBytes   = 255  // of one word; a longer one is cut at a character
)

// ParseKind reads the name of a kind in any case. The error wraps
// core.ErrQuery and lists the kinds there are.
func ParseKind(s string) (core.Kind, error) {
	k := core.Kind(strings.ToLower(s))
	if slices.Contains(core.Kinds, k) {
		return k, nil
	}
	names := make([]string, len(core.Kinds))
	for i, known := range core.Kinds {
		names[i] = string(known)
	}
	return "", fmt.Errorf("kind %q is not one of %s: %w", text.Clip(s, 40), strings.Join(names, ", "), core.ErrQuery)
}

// Parse reads a query. Words and phrases come back folded (text.Word.Form) and
// without repetition; stop words are scored only where the query has no other
// word, so that `to be or not to be` can be asked for, and so are those of the
// language of the question. The only errors are an
// unknown kind and a dash before kind: or in:; they wrap core.ErrQuery.
//
// A text of several lines was pasted, a bug report say, and is not written in
// the grammar: its quotes and dashes ask for nothing. Its first line with words
// is the question and the rest the body.
func Parse(s string) (core.Query, error) {
	p := parser{query: core.Query{Raw: s}, rest: clip(s)}
	if strings.Contains(strings.TrimSpace(p.rest), "\n") {
		p.addPasted()
	}
	for {
		t, ok := p.next()
		if !ok {
			break
		}
		if err := p.add(t); err != nil {
			return core.Query{}, fmt.Errorf("parse query: %w", err)
		}
	}
	if len(p.query.Words) == 0 && len(p.query.Phrases) == 0 {
		p.query.Words = p.stopped
	}
	return WithoutStopWords(p.query), nil
}

// clip keeps the first MaxBytes of s, as valid UTF-8.
func clip(s string) string {
	s = text.Clip(s, MaxBytes)
	// What replaces a bad byte must not be longer than it.
	return strings.ToValidUTF8(s, " ")
}

// term is one piece of a query: what stood before it and what it says.
type term struct {
	prefix string // "", "-", "kind:" or "in:"
	value  string // without quotes
	quoted bool
}

type parser struct {
	query   core.Query
	rest    string   // not yet read
	stopped []string // stop words, in case there are no others
}

// next removes one term from the rest and returns it.
func (p *parser) next() (term, bool) {
	p.rest = strings.TrimLeftFunc(p.rest, unicode.IsSpace)
	if p.rest == "" {
		return term{}, false
	}
	prefix := prefixOf(p.rest)
	after := p.rest[len(prefix):]
	if value, rest, ok := quoted(after); ok {
		p.rest = rest
		return term{strings.ToLower(prefix), value, true}, true
	}
	end := strings.IndexFunc(after, unicode.IsSpace)
	if end < 0 {
		end = len(after)
	}
	if end == 0 { // a prefix with nothing behind it is a word
		after, prefix, end = p.rest, "", len(prefix)
	}
	p.rest = after[end:]
	return term{strings.ToLower(prefix), after[:end], false}, true
}

// prefixOf returns the operator that s starts with, "" if none. A dash is one
// only in front of a word or quote: `--flag` and `- item` are not.
func prefixOf(s string) string {
	for _, prefix := range []string{"kind:", "in:"} {
		if len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix) {
			return s[:len(prefix)]
		}
	}
	if after, ok := strings.CutPrefix(s, "-"); ok {
		r, _ := utf8.DecodeRuneInString(after)
		if isQuote(r) || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return "-"
		}
	}
	return ""
}

// quoted splits s behind the quoted text that it starts with. Quotes that a
// word processor made curly are quotes too.
func quoted(s string) (value, rest string, ok bool) {
	r, size := utf8.DecodeRuneInString(s)
	if !isQuote(r) {
		return "", s, false
	}
	end := strings.IndexFunc(s[size:], isQuote)
	if end < 0 {
		return "", s, false
	}
	value, rest = s[size:size+end], s[size+end:]
	_, size = utf8.DecodeRuneInString(rest)
	return value, rest[size:], true
}

func isQuote(r rune) bool { return r == '"' || r == '“' || r == '”' || r == '„' }

func (p *parser) add(t term) error {
	q := &p.query
	switch {
	case t.prefix == "kind:":
		k, err := ParseKind(t.value)
		if err != nil {
			return err
		}
		if !slices.Contains(q.Kinds, k) {
			q.Kinds = append(q.Kinds, k)
		}
	case t.prefix == "in:":
		q.Names = appendNew(q.Names, strings.ToLower(strings.TrimSpace(t.value)), MaxNames)
	case t.prefix == "-" && !t.quoted && len(prefixOf(t.value)) > 1:
		return fmt.Errorf("%q: only words and phrases can be left out; name the kinds or files that are wanted: %w", text.Clip("-"+t.value, 40), core.ErrQuery)
	case t.prefix == "-":
		q.Not = appendNew(q.Not, phrase(t.value), MaxPhrases)
	case t.quoted && len(q.Phrases) < MaxPhrases:
		q.Phrases = appendNew(q.Phrases, phrase(t.value), MaxPhrases)
	default:
		p.addWords(t.value)
	}
	return nil
}

// addPasted adds a text of several lines.
func (p *parser) addPasted() {
	for line := range strings.Lines(p.rest) {
		p.rest = p.rest[len(line):]
		if p.addWords(line); len(p.query.Words) > 0 {
			break
		}
	}
	p.query.Body = bodyOf(p.rest, p.query.Words)
	p.rest = ""
}

// bodyOf lists the words of a pasted text below its first line that are not in
// words: folded, each once, without stop words.
func bodyOf(rest string, words []string) (body []string) {
	for line := range strings.Lines(rest) {
		for form, stop := range wordsOf(line) {
			if !stop && !slices.Contains(words, form) {
				body = appendNew(body, form, MaxWords)
			}
		}
	}
	return body
}

// addWord adds a folded word, or counts it once more.
func (p *parser) addWord(form string) {
	q := &p.query
	if !slices.Contains(q.Words, form) {
		q.Words = appendNew(q.Words, form, MaxWords)
		return
	}
	if q.Counts == nil {
		q.Counts = make(map[string]int)
	}
	q.Counts[form] = max(q.Counts[form], 1) + 1
}

// addWords adds the words of plain text: one typed word can be several
// (`state-of-the-art`), or none (`***`).
func (p *parser) addWords(s string) {
	for form, stop := range wordsOf(s) {
		if stop {
			p.stopped = appendNew(p.stopped, form, MaxWords)
		} else {
			p.addWord(form)
		}
	}
}

// wordsOf yields the folded words of s, and for each whether it is a stop word. A
// part of a compound of two is none: knock-out is not knock-in.
func wordsOf(s string) iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		words := slices.Collect(text.Words(s))
		hyphen := func(i int) bool { // between the words i-1 and i
			return i > 0 && i < len(words) && isHyphen(s[words[i-1].End:words[i].Start])
		}
		for i, w := range words {
			form := text.Clip(w.Form, MaxWordBytes)
			compound := hyphen(i) && !hyphen(i-1) && !hyphen(i+1) || hyphen(i+1) && !hyphen(i) && !hyphen(i+2)
			if !yield(form, !compound && IsStopWord(form)) {
				return
			}
		}
	}
}

func isHyphen(s string) bool { return s == "-" || s == "\u2010" || s == "\u2011" }

// phrase brings quoted text into the form that is compared: folded words with
// single spaces; empty if it holds no word.
func phrase(s string) string {
	var forms []string
	for w := range text.Words(s) {
		if forms = append(forms, text.Clip(w.Form, MaxWordBytes)); len(forms) == MaxPhraseWords {
			break
		}
	}
	return strings.Join(forms, " ")
}

// appendNew appends v unless it is empty, there already, or one too many.
func appendNew(list []string, v string, limit int) []string {
	if v == "" || len(list) >= limit || slices.Contains(list, v) {
		return list
	}
	return append(list, v)
}
