package app

import (
	"context"
	"errors"
	"slices"

	"ibid/core"
	"ibid/core/query"
	"ibid/core/search"
	"ibid/core/text"
)

// Bounds of what documents and source code bring of each other.
const (
	linkedFrom  = 5  // hits, the first, that are looked at
	mostLinks   = 3  // that one question brings
	mostMeant   = 3  // things that one name may mean
	mostSought  = 5  // names of code that are looked for in documents
	leastSought = 3  // bytes of one
	mentionHits = 20 // passages that are looked at for one
)

// link brings the definition of what a passage of a document names as code
// behind that passage, and behind a passage of code those of documents that name
// what it defines; it counts what it brings. To what is cited anyway it adds the
// reason. Questions that say themselves where to look stay as they are.
func (e *Engine) link(ctx context.Context, req core.ContextRequest, q core.Query, hits []core.Hit) ([]core.Hit, int, error) {
	if len(req.Entities) > 0 || len(q.Names) > 0 || len(q.Kinds) > 0 || req.NoCode {
		return hits, 0, nil
	}
	l, err := current(ctx, e, (*linking).brought, func() (*linking, error) {
		l := &linking{e: e, q: q, hits: slices.Clone(hits), sources: min(req.MaxSources, len(hits)), behind: make([][]core.Hit, len(hits))}
		return l, l.look(ctx)
	})
	if err != nil {
		return nil, 0, err
	}
	for _, list := range l.behind {
		if err := e.markStale(ctx, list); err != nil {
			return nil, 0, err
		}
	}
	return l.all(), l.links, nil
}

// linking are the hits of one question with what they bring.
type linking struct {
	e       *Engine
	q       core.Query
	hits    []core.Hit
	sources int          // so many hits are cited anyway
	behind  [][]core.Hit // what is brought by each
	links   int
	sought  int // names
}

// look has the first hits bring what they name.
func (l *linking) look(ctx context.Context) error {
	looked := 0
	for n, h := range l.hits[:l.sources] {
		if h.Shape == core.ShapeNone || looked == linkedFrom {
			continue
		}
		looked++
		bring := l.definitions
		if h.Document.Kind == core.KindCode {
			bring = l.passages
		}
		if err := bring(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// definitions brings those of what a passage of a document names as code.
func (l *linking) definitions(ctx context.Context, n int) error {
	from := l.hits[n]
	named, err := l.e.graph.Named(ctx, from.Text)
	if err != nil || len(named) == 0 {
		return err
	}
	for _, name := range text.CodeNames(from.Text) {
		meant := named[name.Name]
		delete(named, name.Name)
		if len(meant) > mostMeant {
			continue
		}
		for _, s := range meant {
			found, err := l.e.searcher.Definition(ctx, l.q, s, from.Score, "defines "+s.Qualified+", which "+from.Locator.String()+" names")
			if err != nil {
				return err
			}
			l.bring(n, found)
		}
	}
	return nil
}

// passages brings those of documents that name what a passage of code defines.
func (l *linking) passages(ctx context.Context, n int) error {
	from := l.hits[n]
	all, err := l.e.graph.Entities(ctx, from.Document.ID)
	if err != nil {
		return err
	}
	for _, s := range all {
		if l.sought == mostSought || l.links == mostLinks {
			break
		}
		if s.Kind == core.EntityImpl || s.Kind == core.EntityVariable || len(s.Name) < leastSought || !overlap(s.Span, from.Passage.Spans[0]) {
			continue
		}
		l.sought++
		found, err := l.naming(ctx, s)
		if err != nil {
			return err
		}
		for i, h := range found {
			found[i] = search.Link(h, from.Score, "names "+s.Qualified+", which "+from.Locator.String()+" defines")
		}
		l.bring(n, found)
	}
	return nil
}

// naming are the passages of documents that name a thing as code, and mean it.
func (l *linking) naming(ctx context.Context, s core.Symbol) ([]core.Hit, error) {
	q, err := inDocuments(s.Name)
	if err != nil {
		return nil, err
	}
	matches, err := l.e.index.Search(ctx, q, nil, mentionHits)
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
		for _, o := range l.e.index.Occurrences(q, h.Document.Kind, h.Text) {
			h.Matches = append(h.Matches, o.Span)
		}
		if out = append(out, h); len(out) == mostLinks {
			break
		}
	}
	return out, nil
}

// mention is the hit of a passage that names a thing as code, and means it; the
// zero value if it does not, or was removed meanwhile.
func (l *linking) mention(ctx context.Context, m core.Match, s core.Symbol) (core.Hit, error) {
	docs, err := l.e.library.DocumentsByHash(ctx, m.Hash)
	if err != nil || len(docs) == 0 {
		return core.Hit{}, err
	}
	passage, err := l.e.store.Passage(ctx, m.Hash, m.Ordinal)
	var h core.Hit
	if err == nil {
		h, err = l.e.hitOf(ctx, docs[0], passage)
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

// markBytes is what may stand on each side of a name to mark it as code:
// backticks and call brackets.
const markBytes = len("()`")

// means reports whether a name in a text means a thing, and few others.
func (l *linking) means(ctx context.Context, body string, at core.Span, s core.Symbol) (bool, error) {
	named, err := l.e.graph.Named(ctx, body[max(0, at.Start-markBytes):min(len(body), at.End+markBytes)])
	for _, meant := range named {
		if len(meant) <= mostMeant && slices.ContainsFunc(meant, func(o core.Symbol) bool { return o.Document.ID == s.Document.ID && o.Ordinal == s.Ordinal }) {
			return true, nil
		}
	}
	return false, err
}

// inDocuments asks for the documents, but for source code, with a name in
// them.
func inDocuments(name string) (core.Query, error) {
	q, err := query.Parse(`"` + name + `"`)
	for _, k := range core.Kinds {
		if k != core.KindCode {
			q.Kinds = append(q.Kinds, k)
		}
	}
	return q, err
}

// bring puts hits behind one, as long as there is room for them. To those that
// are cited anyway it adds why they would come.
func (l *linking) bring(n int, found []core.Hit) {
	for _, f := range found {
		cited := slices.IndexFunc(l.hits[:l.sources], func(h core.Hit) bool { return h.Shape != core.ShapeNone && sameStretch(h, f) })
		switch {
		case cited >= 0:
			h := &l.hits[cited]
			h.Reasons = append(slices.Clone(h.Reasons), f.Reasons...)
		case l.links < mostLinks && !l.has(f):
			l.links++
			l.behind[n] = append(l.behind[n], f)
		}
	}
}

// brought are the documents of what was brought.
func (l *linking) brought() []core.Document { return documentsOfHits(slices.Concat(l.behind...)) }

// has reports whether a hit holds what was brought already.
func (l *linking) has(h core.Hit) bool {
	return slices.ContainsFunc(l.behind, func(list []core.Hit) bool {
		return slices.ContainsFunc(list, func(b core.Hit) bool { return sameStretch(h, b) })
	})
}

// all are the hits with what they brought, and each stretch once.
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

// sameStretch reports whether hits would be cited for the same text: of the same
// page, or lines in common.
func sameStretch(a, b core.Hit) bool {
	if a.Document.Hash != b.Document.Hash || a.Passage.Page != b.Passage.Page {
		return false
	}
	return a.Document.Kind.Paged() || overlap(a.Passage.Spans[0], b.Passage.Spans[0])
}

func overlap(a, b core.Span) bool { return a.Start < b.End && b.Start < a.End }
