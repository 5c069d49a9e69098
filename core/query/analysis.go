package query

import (
	"slices"

	"ibid/core"
	"ibid/core/text"
)

// Action is what a question wants done.
type Action string

// The actions.
const (
	Create   Action = "create"   // something new
	Modify   Action = "modify"   // what is there is to be different
	Debug    Action = "debug"    // a fault is to be found
	Explain  Action = "explain"  // how, why, what it means, how things compare
	Refactor Action = "refactor" // another form, the same behaviour
	Search   Action = "search"   // a place or a fact is looked up
)

// Scope is how much of the library a question is about.
type Scope string

// The scopes.
const (
	Focused Scope = "focused" // one named thing, one fact, one spot
	Module  Scope = "module"  // one part, feature, document or subject
	Whole   Scope = "library" // across all there is
)

// Complexity is how many things have to come together in an answer.
type Complexity string

// The complexities.
const (
	Simple  Complexity = "simple"
	Medium  Complexity = "medium"
	Complex Complexity = "complex"
)

// NameKind is how a named thing is written.
type NameKind string

// The kinds of names.
const (
	Symbol NameKind = "symbol" // CamelCase, snake_case, a::b, a.b(), or in backticks
	Path   NameKind = "path"   // of a file or folder
	Phrase NameKind = "phrase" // "in quotes"
)

// Name is a named thing of a question.
type Name struct {
	Text string // as written, without quotes and call parentheses
	Kind NameKind
}

// maxNames bounds the named things, the years and the proper names of an analysis.
const maxNames = 32

// Analysis is what a question shows without a library and without a model. Terms
// of the grammar (kind:, in:, -word) are not part of it.
type Analysis struct {
	Language   string   // "en", "de", "fr", "es" or "it"; empty if it cannot be told
	Keywords   []string // folded, each once, in order: without stop words but for those within names
	Names      []Name   // in order, each once
	Action     Action
	Scope      Scope
	Complexity Complexity
	Visual     bool // a figure, chart, photo or diagram is asked for
	Tests      bool // tests of source code are asked for
	Entities   NamedEntities
}

// Of lists the names of one kind, as written.
func (a Analysis) Of(kind NameKind) []string {
	var out []string
	for _, n := range a.Names {
		if n.Kind == kind {
			out = append(out, n.Text)
		}
	}
	return out
}

// AboutCode reports whether a question asks about source code: it names a symbol
// or a file, or wants something made, changed or mended.
func (a Analysis) AboutCode() bool {
	switch a.Action {
	case Create, Modify, Debug, Refactor:
		return true
	}
	return slices.ContainsFunc(a.Names, func(n Name) bool { return n.Kind != Phrase })
}

// Analyse finds out what a question is about and what it wants done. Like Parse
// it reads only the first MaxBytes, and every question has an analysis. Its rules
// are for English, and for the words with which questions and orders begin in
// German, French, Spanish and Italian.
func Analyse(question string) Analysis {
	s := scan(question)
	a := Analysis{Language: s.language(), Names: s.names(), Visual: s.any(visualWords), Tests: s.any(testWords), Entities: s.entities()}
	a.Action = s.action()
	if title, report := bugReport(question); report {
		a.Tests = scan(title).any(testWords)
		if a.Action == Search {
			a.Action = Debug
		}
	}
	a.Scope = s.scope(a)
	a.Complexity = s.complexity(a)
	a.Keywords = s.keywords(a)
	return a
}

// keywords lists the words of a question that are not stop words, fillers or the
// verb of an order. Stop words of English go in every language, since identifiers
// and titles are often English.
func (s sentence) keywords(a Analysis) []string {
	var words, all []string
	head := s.head()
	for i, t := range s {
		named := t.kind != ""
		for form, stop := range wordsOf(t.text) {
			all = appendNew(all, form, MaxWords)
			switch {
			case named:
			case stop, stopWordsOf[a.Language][form], fillers[form]:
				continue
			case i == head && verbs[form] != "":
				continue
			case a.Action == Debug && (form == "bug" || form == "fix"):
				continue
			}
			words = appendNew(words, form, MaxWords)
		}
	}
	if len(words) == 0 {
		return all
	}
	return words
}

// fillers are words of courtesy and of talk about the question itself.
var fillers = map[string]bool{
	"please": true, "bitte": true, "merci": true, "favor": true, "favore": true, "us": true, "let": true, "want": true, "need": true, "like": true,
}

// Planned returns the query with the keywords of a plan in place of its own words.
// A plan without keywords leaves the words as they are.
func Planned(q core.Query, keywords []string) core.Query {
	var words []string
	for _, k := range keywords {
		for _, form := range text.Forms(k) {
			words = appendNew(words, text.Clip(form, MaxWordBytes), MaxWords)
		}
	}
	if len(words) > 0 {
		q.Words = words
	}
	return q
}
