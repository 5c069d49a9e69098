package ask

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/core"
	"ibid/core/query"
	"ibid/core/text"
)

// Words finds out which words the library has.
type Words interface {
	// Missing lists the words of a query that stand nowhere.
	Missing(ctx context.Context, q core.Query) ([]string, error)
	// Spellings lists at most limit ways to spell a word that stand somewhere, best
	// first.
	Spellings(ctx context.Context, word string, limit int) ([]core.Spelling, error)
	// Languages returns the share of the library in each language, 0 to 1.
	Languages(ctx context.Context) (map[string]float64, error)
}

const (
	// spellingWeight is the weight of a word that is spelt like one that stands
	// nowhere. Two words without the blank between them have that of the word itself.
	spellingWeight = 0.5

	maxSpellings = 3 // of one word
	maxRespelt   = 4 // words of a question
	maxNowhere   = 5 // words that are named
)

// nowhere looks for the words of the question that stand nowhere. Each gets the
// words of the library that are spelt nearly alike; those that have none are named.
// Of a question in another language than the library that is said instead.
func (a *Asker) nowhere(ctx context.Context, r *reading) error {
	q := &r.query
	shares, err := a.p.Words.Languages(ctx)
	if err != nil {
		return err
	}
	if asked, library := query.Unanswerable(q.Raw, shares); asked != "" {
		q.Accept(core.Interpretation{
			Key: "language", Kind: core.ReadLanguage,
			Text: fmt.Sprintf("the question is %s, the library is %s: only names and numbers can match", asked, library),
			Why:  "a model translates a question, or ask in " + library,
		})
		return nil
	}
	missing, err := a.p.Words.Missing(ctx, *q)
	if err != nil {
		return err
	}
	var named []string
	respelt, fixed := 0, fixedNames(q.Raw)
	for _, w := range missing {
		if r.isCalled(w) {
			continue
		}
		typed, done := asTyped(q.Raw, w), false
		if respelt < maxRespelt && !fixed[w] {
			if done, err = a.respell(ctx, q, w, typed); err != nil {
				return err
			}
			respelt++
		}
		if !done {
			named = append(named, "“"+typed+"”")
		}
	}
	if len(named) == 0 {
		return nil
	}
	text := "no page holds " + strings.Join(named[:min(len(named), maxNowhere)], ", ")
	if more := len(named) - maxNowhere; more > 0 {
		text += fmt.Sprintf(" and %d more words of the question", more)
	}
	q.Accept(core.Interpretation{Key: "nowhere", Kind: core.ReadNowhere, Text: text, Why: "nor any other form of it; the other words are searched"})
	return nil
}

// isCalled reports whether a word is a part of what a document is called, or of what
// the question seems to name one by: it asks for the document and not for a word in it.
func (r *reading) isCalled(word string) bool {
	if strings.Contains(r.query.LikelyWhy, word) {
		return true
	}
	return slices.ContainsFunc(r.now.Documents, func(d core.Document) bool {
		return strings.Contains(strings.ToLower(d.Name), word) || strings.Contains(strings.ToLower(d.Title+" "+d.Author), word)
	})
}

// respell adds the nearest spellings of a word to the query and reports whether
// there are any that act.
func (a *Asker) respell(ctx context.Context, q *core.Query, word, typed string) (bool, error) {
	found, err := a.p.Words.Spellings(ctx, word, maxSpellings)
	if err != nil || len(found) == 0 {
		return false, err
	}
	shown := make([]string, len(found))
	for i, s := range found {
		shown[i] = likeTyped(typed, strings.Join(s.Words, " "))
	}
	if !q.Accept(core.Interpretation{
		Key: "spell:" + word, Kind: core.ReadSpelling, Text: fmt.Sprintf("also: %s (for %s)", strings.Join(shown, ", "), typed),
		Why: "no page holds “" + typed + "”; these words of the library are spelt nearly alike", Removable: true,
	}) {
		return false, nil
	}
	for _, s := range found {
		weight := spellingWeight
		if s.Edits == 0 {
			weight = 1
		}
		q.Expansions = append(q.Expansions, core.Expansion{Of: word, Words: s.Words, Weight: weight})
	}
	return true, nil
}

// fixedNames lists the words of what a question names as code or as a path, which is
// spelt as it is.
func fixedNames(raw string) map[string]bool {
	fixed := make(map[string]bool)
	for _, n := range query.Analyse(raw).Names {
		if n.Kind == query.Phrase {
			continue
		}
		for _, form := range text.Forms(n.Text) {
			fixed[form] = true
		}
	}
	return fixed
}

// asTyped returns a folded word as it stands in a question; as it is if it does not.
func asTyped(raw, word string) string {
	for w := range text.Words(raw) {
		if w.Form == word {
			return raw[w.Start:w.End]
		}
	}
	return word
}

// likeTyped begins a word with a capital if another one does.
func likeTyped(typed, word string) string {
	if first, _ := utf8.DecodeRuneInString(typed); !unicode.IsUpper(first) {
		return word
	}
	first, size := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(first)) + word[size:]
}
