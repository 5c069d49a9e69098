package assemble

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"ibid/core"
	"ibid/core/text"
)

// mostMissing is the number of words that no source holds from which on only the
// rarest are named.
const mostMissing = 6

// Words finds the words of a question in texts, by the forms in which a search
// finds them.
type Words interface {
	Occurrences(q core.Query, kind core.Kind, text string) []core.Occurrence
	// Weights returns the inverse document frequency of each word that Occurrences
	// numbers.
	Weights(ctx context.Context, q core.Query) ([]float64, error)
}

// asked are the words of a question that were searched.
type asked struct {
	words Words
	query core.Query
	list  []askedWord // in the order of the question, each once
}

// askedWord is a word as it stands in the question.
type askedWord struct {
	core.Span         // of the question
	number    int     // by which Words.Occurrences knows it
	weight    float64 // by its rarity in the library
}

// newAsked looks for the words in the question. What a pasted text has after its
// first line is not looked for.
func newAsked(ctx context.Context, words Words, q core.Query) (*asked, error) {
	if words == nil || q.Empty() {
		return &asked{}, nil
	}
	q.Body = nil
	weights, err := words.Weights(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("look for the words of the question: %w", err)
	}
	a := &asked{words: words, query: q}
	seen := make([]bool, len(weights))
	for _, o := range words.Occurrences(q, core.KindText, q.Raw) {
		if o.Word < len(weights) && !seen[o.Word] {
			seen[o.Word] = true
			a.list = append(a.list, askedWord{o.Span, o.Word, weights[o.Word]})
		}
	}
	return a, nil
}

// in reports for each word whether a text holds it.
func (a *asked) in(kind core.Kind, text string) []bool {
	held := make([]bool, len(a.list))
	for _, o := range a.words.Occurrences(a.query, kind, text) {
		if i := slices.IndexFunc(a.list, func(w askedWord) bool { return w.number == o.Word }); i >= 0 {
			held[i] = true
		}
	}
	return held
}

// missing returns the words of the question that no source holds: neither what is
// quoted nor the rest of its page nor its heading. Words that follow each other in
// the question are returned as one. If there are many, only the rarest are
// returned.
func (f *fitting) missing() []string {
	out := f.asked.list
	for _, look := range []func(*candidate) []bool{f.inPassage, f.onPage} {
		for _, c := range f.sources[:f.kept()] {
			if len(out) == 0 {
				return nil
			}
			held := look(c)
			out = slices.DeleteFunc(slices.Clone(out), func(w askedWord) bool { return held[f.asked.index(w)] })
		}
	}
	if len(out) > mostMissing {
		out = slices.Clone(out)
		slices.SortStableFunc(out, func(a, b askedWord) int { return cmp.Compare(b.weight, a.weight) })
		out = out[:mostMissing]
		slices.SortFunc(out, func(a, b askedWord) int { return a.Start - b.Start })
	}
	return f.asked.phrases(out)
}

func (a *asked) index(w askedWord) int {
	return slices.IndexFunc(a.list, func(o askedWord) bool { return o.number == w.number })
}

// phrases writes words as they stand in the question, those between which there are
// only blanks as one.
func (a *asked) phrases(words []askedWord) (out []string) {
	end := 0
	for _, w := range words {
		s := text.Clip(text.OneLine(a.query.Raw[w.Start:w.End]), titleBytes)
		if n := len(out); n > 0 && w.Start >= end && strings.TrimSpace(a.query.Raw[end:w.Start]) == "" {
			out[n-1] += " " + s
		} else {
			out = append(out, s)
		}
		end = w.End
	}
	return out
}

// inPassage reports which words the heading, what the document is called, and the
// passage of a source hold.
func (f *fitting) inPassage(c *candidate) []bool {
	if c.inPassage == nil {
		d := c.hit.Document
		called := strings.Join([]string{c.describe(), spaced(d.Name), d.Title, d.Author, c.hit.Text}, "\n")
		c.inPassage = f.asked.in(d.Kind, called)
	}
	return c.inPassage
}

// onPage reports which words all pages hold that may be quoted of a source; of a
// kind without pages, what may be quoted.
func (f *fitting) onPage(c *candidate) []bool {
	if c.onPage == nil {
		var b strings.Builder
		if c.hit.Document.Kind.Paged() {
			for _, p := range c.pages() {
				b.WriteString(p.text + "\n")
			}
		} else {
			for s := range spansOf(c.quotes[levelFull]) {
				b.WriteString(c.page.text[s.Start:s.End] + "\n")
			}
		}
		c.onPage = f.asked.in(c.hit.Document.Kind, b.String())
	}
	return c.onPage
}

// spaced divides the name of a file into words.
func spaced(name string) string {
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(`/\._- `, r) }), " ")
}
