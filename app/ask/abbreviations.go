package ask

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ibid/core"
	"ibid/core/abbreviation"
	"ibid/core/query"
	"ibid/core/search"
	"ibid/core/text"
)

// abbreviationWeight is the weight of a long form where the short one is asked for,
// and the other way round: half of the word itself, as both may have further
// meanings.
const abbreviationWeight = 0.5

// abbreviations adds what the library, or the person's own file, says that short
// forms of the question mean, and the short forms of its long ones. Names in source
// code are spelt as they are, so questions about it get none.
func (a *Asker) abbreviations(ctx context.Context, r *reading) error {
	if r.query.Code || slices.Contains(a.p.Without, search.PartAbbreviations) {
		return nil
	}
	own, err := a.p.Synonyms(ctx)
	if err != nil {
		return fmt.Errorf("read synonyms: %w", err)
	}
	found, err := abbreviation.Read(ctx, query.Plain(r.query.Raw), a.p.Abbreviations, own, a.p.Speller)
	if err != nil {
		return fmt.Errorf("look for abbreviations in the question: %w", err)
	}
	for _, f := range found {
		if err := a.abbreviate(ctx, r, f); err != nil {
			return err
		}
	}
	return nil
}

// abbreviate adds one abbreviation to a question.
func (a *Asker) abbreviate(ctx context.Context, r *reading, f abbreviation.Reading) error {
	q := &r.query
	var of []string // stop words among them are not asked for
	for _, w := range text.Forms(f.Of) {
		if slices.Contains(q.Words, w) {
			of = append(of, w)
		}
	}
	stopped := len(of) == 0 && query.IsStopWord(strings.Join(text.Forms(f.Of), " ")) // "IT"
	if len(of) == 0 && !stopped {
		return nil // a plan asks for other words
	}
	i, err := a.interpret(ctx, r, f)
	if err != nil || i.Key == "" || !q.Accept(i) {
		return err
	}
	for _, other := range f.Other {
		words := text.Forms(other)
		if !stopped {
			q.Expansions = append(q.Expansions, core.Expansion{Of: strings.Join(of, " "), Words: words, Weight: abbreviationWeight})
			continue
		}
		for _, w := range words {
			if !query.IsStopWord(w) && !slices.Contains(q.Words, w) {
				q.Words = append(slices.Clip(q.Words), w)
			}
		}
	}
	return nil
}

// interpret describes an abbreviation; its key is empty if the document that
// defines it was removed meanwhile.
func (a *Asker) interpret(ctx context.Context, r *reading, f abbreviation.Reading) (core.Interpretation, error) {
	i := core.Interpretation{
		Kind: core.ReadAbbreviation, Key: "abbr:" + f.Key, Removable: true,
		Why: "searched as well, at a lower weight: " + strings.Join(f.Other, ", "),
	}
	if f.Own != nil {
		i.Text = fmt.Sprintf("%s: %s, from your synonyms file", f.Own.Short, strings.Join(f.Own.Long, ", "))
		i.Why += "; line " + strconv.Itoa(f.Own.Number) + " of the file"
		return i, nil
	}
	place, err := a.definedAt(ctx, r, f.Sense)
	if errors.Is(err, core.ErrNotFound) || errors.Is(err, core.ErrNoSuchPage) {
		return core.Interpretation{}, nil
	}
	i.Text = fmt.Sprintf("%s: %s, from %s", text.OneLine(f.Sense.Short), text.OneLine(f.Sense.Long), place)
	if f.Sense.Contents > 1 {
		i.Why += fmt.Sprintf("; %d documents say so", f.Sense.Contents)
	}
	return i, err
}

// definedAt returns the locator of a definition of a short form. The error
// wraps core.ErrNotFound or core.ErrNoSuchPage if it is not there any more.
func (a *Asker) definedAt(ctx context.Context, r *reading, m core.Sense) (string, error) {
	docs, err := a.p.Snapshot.DocumentsByHash(ctx, m.Hash)
	if err != nil {
		return "", err
	}
	if len(docs) == 0 {
		return "", core.ErrNotFound
	}
	page, err := a.p.Texts.Page(ctx, m.Hash, m.Page)
	if err != nil {
		return "", err
	}
	if !m.Span.Fits(page.Text) {
		return "", core.ErrNotFound // it is being read again
	}
	at, err := a.place(ctx, docs[0], page, core.Quote{Page: m.Page, Span: m.Span})
	at.Name = r.now.Names.Cited(docs[0])
	return at.String(), err
}

// Abbreviations lists what the short forms mean in the library, by short form, the
// most frequent meaning first; with a name only those that have it as one of their
// two forms. The lines of the synonyms file come first.
func (a *Asker) Abbreviations(ctx context.Context, name string) ([]core.Meaning, error) {
	own, err := a.p.Synonyms(ctx)
	if err != nil {
		return nil, fmt.Errorf("read synonyms: %w", err)
	}
	r := reading{}
	if r.now, err = a.p.Snapshot.Now(ctx); err != nil {
		return nil, err
	}
	key := abbreviation.Key(abbreviation.Singular(name))
	var out []core.Meaning
	for _, l := range own.Lines() {
		forms := append([]string{l.Short}, l.Long...)
		if name == "" || slices.ContainsFunc(forms, func(f string) bool { return abbreviation.Key(f) == key }) {
			out = append(out, core.Meaning{Short: l.Short, Long: strings.Join(l.Long, ", "), Own: l.Number})
		}
	}
	senses, err := a.senses(ctx, name, key)
	if err != nil {
		return nil, err
	}
	for _, m := range senses {
		place, err := a.definedAt(ctx, &r, m)
		if errors.Is(err, core.ErrNotFound) || errors.Is(err, core.ErrNoSuchPage) {
			continue // removed or read again since
		}
		if err != nil {
			return nil, err
		}
		out = append(out, core.Meaning{Short: m.Short, Long: m.Long, Documents: m.Contents, Place: place})
	}
	return out, nil
}

func (a *Asker) senses(ctx context.Context, name, key string) ([]core.Sense, error) {
	if name == "" {
		return a.p.Abbreviations.AllSenses(ctx)
	}
	of, err := a.p.Abbreviations.Senses(ctx, key)
	if err != nil {
		return nil, err
	}
	long, err := a.p.Abbreviations.SensesOfLong(ctx, key)
	return append(of, long...), err
}
