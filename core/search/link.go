package search

import (
	"context"
	"errors"
	"slices"

	"ibid/core"
	"ibid/core/query"
	"ibid/core/text"
)

// Bounds of the links between documents and source code. A name with more than
// maxMeanings definitions is not linked.
const (
	linkedFrom  = 5  // first hits that are looked at
	maxLinks    = 3  // hits that one question brings
	maxSought   = 5  // names of code that are looked for in documents
	minSought   = 3  // bytes of such a name
	mentionHits = 20 // passages that are looked at for one name
)

// linkCurrent puts the definition of what a passage of a document names as code
// behind that passage, and behind a passage of code those of documents that name
// what it defines. A hit that is among the first sources anyway gets the reason
// instead. It returns how many hits it brought.
func (s *Searcher) linkCurrent(ctx context.Context, q core.Query, hits []core.Hit, sources int) ([]core.Hit, int, error) {
	if s.Graph == nil {
		return hits, 0, nil
	}
	brought := func(l *linking) []core.Document { return documentsOf(slices.Concat(l.behind...)) }
	l, err := askFresh(ctx, s, brought, func() (*linking, error) { return s.linkHits(ctx, q, hits, sources) })
	if err != nil {
		return nil, 0, err
	}
	for _, list := range l.behind {
		if err := s.cite(ctx, list); err != nil {
			return nil, 0, err
		}
	}
	return l.all(), l.links, nil
}

func (s *Searcher) linkHits(ctx context.Context, q core.Query, hits []core.Hit, sources int) (*linking, error) {
	l := &linking{s: s, q: q, hits: slices.Clone(hits), sources: min(sources, len(hits)), behind: make([][]core.Hit, len(hits))}
	return l, l.look(ctx)
}

// linking adds links to the hits of one question.
type linking struct {
	s       *Searcher
	q       core.Query
	hits    []core.Hit
	sources int          // hits that are cited anyway
	behind  [][]core.Hit // linked hits, by the hit that they are put behind
	links   int          // in behind
	sought  int          // names that were looked for
}

// look finds the links of the first hits.
func (l *linking) look(ctx context.Context) error {
	looked := 0
	for n, h := range l.hits[:l.sources] {
		if h.Shape == core.ShapeNone || looked == linkedFrom {
			continue
		}
		looked++
		find := l.definitions
		if h.Document.Kind == core.KindCode {
			find = l.passages
		}
		if err := find(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// definitions links the definitions of what a passage of a document names as code.
func (l *linking) definitions(ctx context.Context, n int) error {
	from := l.hits[n]
	named, err := l.s.Graph.Named(ctx, from.Text)
	if err != nil || len(named) == 0 {
		return err
	}
	for _, name := range text.CodeNames(from.Text) {
		meant := named[name.Name]
		delete(named, name.Name)
		if len(meant) > maxMeanings {
			continue
		}
		for _, s := range meant {
			found, err := l.s.definition(ctx, l.q, s, from.Score, "defines "+s.Qualified+", which "+from.Locator.String()+" names")
			if err != nil {
				return err
			}
			l.link(n, found)
		}
	}
	return nil
}

// passages links the passages of documents that name what a passage of code defines.
func (l *linking) passages(ctx context.Context, n int) error {
	from := l.hits[n]
	all, err := l.s.Graph.Entities(ctx, from.Document.ID)
	if err != nil {
		return err
	}
	for _, s := range all {
		if l.sought == maxSought || l.links == maxLinks {
			break
		}
		if s.Kind == core.EntityImpl || s.Kind == core.EntityVariable || len(s.Name) < minSought || !overlap(s.Span, from.Passage.Spans[0]) {
			continue
		}
		l.sought++
		found, err := l.naming(ctx, s)
		if err != nil {
			return err
		}
		for i, h := range found {
			found[i] = asLink(h, from.Score, "names "+s.Qualified+", which "+from.Locator.String()+" defines")
		}
		l.link(n, found)
	}
	return nil
}

// naming finds the passages of documents that name a thing as code, and mean it.
func (l *linking) naming(ctx context.Context, s core.Symbol) ([]core.Hit, error) {
	q, err := inDocuments(s.Name)
	if err != nil {
		return nil, err
	}
	matches, err := l.s.Index.Search(ctx, q, nil, mentionHits)
	if err != nil {
		return nil, err
	}
	var out []core.Hit
	for _, m := range matches {
		h, err := l.mention(ctx, m, s)
		if err != nil {
			return nil, err
		}
		if h.Text == "" {
			continue
		}
		h.Matches = spans(l.s.Index.Occurrences(q, h.Document.Kind, h.Text))
		if out = append(out, h); len(out) == maxLinks {
			break
		}
	}
	return out, nil
}

// mention returns the hit of a passage that names a thing as code, and means it; the
// zero value if it does not, or was removed meanwhile.
func (l *linking) mention(ctx context.Context, m core.Match, s core.Symbol) (core.Hit, error) {
	docs, err := l.s.Documents.DocumentsByHash(ctx, m.Hash)
	if err != nil || len(docs) == 0 {
		return core.Hit{}, err
	}
	passage, err := l.s.Texts.Passage(ctx, m.Hash, m.Ordinal)
	var h core.Hit
	if err == nil {
		h, err = l.s.passageHit(ctx, docs[0], passage)
	}
	if errors.Is(err, core.ErrNotFound) || errors.Is(err, core.ErrNoSuchPage) {
		return core.Hit{}, nil
	}
	if err != nil {
		return core.Hit{}, err
	}
	for _, at := range text.CodeMentions(h.Text, s.Name) {
		means, err := l.means(ctx, h.Text, at, s)
		if err != nil || means {
			return h, err
		}
	}
	return core.Hit{}, nil
}

// markBytes is the length of what may stand on each side of a name to mark it as
// code: backticks and call brackets.
const markBytes = len("()`")

// means reports whether a name in a text means a thing, and at most maxMeanings
// things.
func (l *linking) means(ctx context.Context, body string, at core.Span, s core.Symbol) (bool, error) {
	named, err := l.s.Graph.Named(ctx, body[max(0, at.Start-markBytes):min(len(body), at.End+markBytes)])
	for _, meant := range named {
		if len(meant) <= maxMeanings && slices.ContainsFunc(meant, func(o core.Symbol) bool { return o.Document.ID == s.Document.ID && o.Ordinal == s.Ordinal }) {
			return true, nil
		}
	}
	return false, err
}

// inDocuments returns the query for a name in documents that are not source code.
func inDocuments(name string) (core.Query, error) {
	q, err := query.Parse(`"` + name + `"`)
	for _, k := range core.Kinds {
		if k != core.KindCode {
			q.Kinds = append(q.Kinds, k)
		}
	}
	return q, err
}

// link puts hits behind hit n, up to maxLinks in all. A hit that is cited anyway gets
// the reason instead.
func (l *linking) link(n int, found []core.Hit) {
	for _, f := range found {
		cited := slices.IndexFunc(l.hits[:l.sources], func(h core.Hit) bool { return h.Shape != core.ShapeNone && sameText(h, f) })
		switch {
		case cited >= 0:
			h := &l.hits[cited]
			h.Reasons = append(slices.Clone(h.Reasons), f.Reasons...)
		case l.links < maxLinks && !l.has(f):
			l.links++
			l.behind[n] = append(l.behind[n], f)
		}
	}
}

// has reports whether a hit is linked already.
func (l *linking) has(h core.Hit) bool {
	return slices.ContainsFunc(l.behind, func(list []core.Hit) bool {
		return slices.ContainsFunc(list, func(b core.Hit) bool { return sameText(h, b) })
	})
}

// all returns the hits with their links, each text once.
func (l *linking) all() []core.Hit {
	var out []core.Hit
	for n, h := range l.hits {
		if !l.has(h) {
			out = append(out, h)
		}
		out = append(out, l.behind[n]...)
	}
	return out
}

// sameText reports whether two hits would be cited for the same text: the same page,
// or lines in common.
func sameText(a, b core.Hit) bool {
	if a.Document.Hash != b.Document.Hash || a.Passage.Page != b.Passage.Page {
		return false
	}
	return a.Document.Kind.Paged() || overlap(a.Passage.Spans[0], b.Passage.Spans[0])
}

func overlap(a, b core.Span) bool { return a.Start < b.End && b.Start < a.End }

// definition makes a hit of a named thing of source code: functions in full,
// types as their definition. There is none if it was removed meanwhile.
func (s *Searcher) definition(ctx context.Context, q core.Query, of core.Symbol, score float64, why string) ([]core.Hit, error) {
	x := &expansion{ctx: ctx, s: s, q: q, files: make(map[core.DocumentID]bool)}
	err := x.symbol(of, score, why)
	return x.added, err
}

// asLink returns a hit with the score and the reason of a link.
func asLink(h core.Hit, score float64, why string) core.Hit {
	h.Score, h.Shape = score, ""
	h.Reasons = []core.Reason{{Retriever: byGraph, Score: score, Detail: why}}
	return h
}
