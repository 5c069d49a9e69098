package ask

import (
	"context"
	"fmt"
	"slices"

	"ibid/core"
	"ibid/core/query"
)

// enoughPages is how many pages that hold a phrase are enough to search nothing
// else, for a question that has words outside of quotes too: as many as a context
// cites by default. With fewer there is room, and it goes to the question's words.
const enoughPages = core.SureSources

// quotes decides for each phrase in quotes whether it is required. It is while that
// leaves enough pages: one, if nothing else is asked for, since there are no other
// words to look for; else as many as the request asks for, at most enoughPages. A
// phrase that is not required is searched as words, and what holds it word for word
// comes first. In a text that mentions a quoted term all quotes are words.
func (a *Asker) quotes(ctx context.Context, r *reading) error {
	q := &r.query
	phrases := q.Phrases
	if len(phrases) == 0 {
		return nil
	}
	if r.mentions && q.Accept(core.Interpretation{
		Key: "quotes", Kind: core.ReadQuotes, Text: "quotes read as words", Why: "most of the text stands outside of them", Removable: true,
	}) {
		for _, p := range phrases {
			*q = query.Unquoted(*q, p)
		}
		return nil
	}
	enough := 1
	if r.outside {
		enough = max(1, min(r.req.Limit, enoughPages))
	}
	q.Phrases = nil
	for _, p := range phrases {
		if err := a.quote(ctx, q, p, enough); err != nil {
			return err
		}
	}
	return nil
}

// quote requires a phrase beside those that are required already, or searches it as
// words.
func (a *Asker) quote(ctx context.Context, q *core.Query, phrase string, enough int) error {
	with := *q
	with.Phrases = append(slices.Clone(q.Phrases), phrase)
	key, said := "quote:"+phrase, "“"+phrase+"”"
	if slices.Contains(q.Without, key) {
		*q = query.Unquoted(*q, phrase)
		return nil
	}
	pages, err := a.p.Searcher.Holding(ctx, with)
	if err != nil {
		return err
	}
	loose := core.Interpretation{Key: "words:" + phrase, Kind: core.ReadQuotes, Text: said + " first", Removable: true}
	switch {
	case pages >= enough:
	case pages == 0:
		loose.Text, loose.Why = said+" read as words", "no page holds it word for word"
		if len(q.Phrases) > 0 {
			loose.Why += " beside the other phrase"
		}
	case pages == 1:
		loose.Why = "1 page holds it word for word; then its words are searched"
	default:
		loose.Why = fmt.Sprintf("%d pages hold it word for word; then its words are searched", pages)
	}
	if pages < enough && q.Accept(loose) {
		*q = query.Unquoted(*q, phrase)
		q.Exact = append(slices.Clone(q.Exact), phrase)
		return nil
	}
	q.Accept(core.Interpretation{
		Key: key, Kind: core.ReadQuotes, Text: "only with " + said, Why: "the quotes ask for it word for word", Removable: true,
	})
	q.Phrases = with.Phrases
	return nil
}
