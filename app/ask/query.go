package ask

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ibid/core"
	"ibid/core/query"
	"ibid/core/snapshot"
)

// reading is a question while it is read: the query so far, and what it is read
// with.
type reading struct {
	query core.Query
	req   core.SearchRequest
	now   *snapshot.Snapshot

	outside  bool // the question has words outside of quotes
	mentions bool // its quotes are a small part of it
}

// steps read one thing each into a question beyond its words, in this order. What
// a step does it passes to core.Query.Accept first, which shows it to a person and
// knows whether it was taken off. A later step sees what the earlier ones did: the
// documents that are searched are known before words are looked up in them, and the
// words of phrases that are not required before words are expanded.
var steps = []func(*Asker, context.Context, *reading) error{
	(*Asker).within,
	(*Asker).planned,
	(*Asker).named,
	(*Asker).placed,
	(*Asker).quotes,
	(*Asker).abbreviations,
	(*Asker).nowhere,
}

// query returns a question in the form that is searched: its words, and what each
// step reads into it.
func (a *Asker) query(ctx context.Context, req core.SearchRequest) (core.Query, error) {
	q, err := query.Parse(req.Query)
	if err != nil {
		return q, err
	}
	q.Kinds, q.Without = append(q.Kinds, req.Kinds...), req.Without
	now, err := a.p.Snapshot.Now(ctx)
	if err != nil {
		return q, fmt.Errorf("look for documents that the question names: %w", err)
	}
	r := reading{query: q, req: req, now: now, outside: len(q.Words) > 0, mentions: query.Mentions(q)}
	for _, step := range steps {
		if err := step(a, ctx, &r); err != nil {
			return r.query, err
		}
	}
	return r.query, nil
}

// mostWithin is how many names of documents and folders are shown one by one.
const mostWithin = 3

// within restricts a question to the documents and folders of the request. A name
// that means nothing gives an error that wraps core.ErrNotFound and lists similar
// names, one that means several documents a *core.AmbiguousError.
func (a *Asker) within(ctx context.Context, r *reading) error {
	names, q := r.req.In, &r.query
	if len(names) > mostWithin && !q.Accept(core.Interpretation{
		Key: withinKey, Kind: core.ReadWithin, Text: fmt.Sprintf("only in %d documents or folders", len(names)),
		Why: "chosen: " + strings.Join(bases(names[:mostWithin]), ", ") + " and others", Removable: true,
	}) {
		return nil
	}
	for _, name := range names {
		meant, err := a.p.Places.Within(ctx, name)
		if err != nil {
			return fmt.Errorf("search in %w", err)
		}
		if len(names) <= mostWithin && !q.Accept(core.Interpretation{
			Key: withinKey + ":" + name, Kind: core.ReadWithin, Text: "only in " + a.called(r.now, name, meant),
			Why: "chosen: nothing else is searched", Removable: true,
		}) {
			continue
		}
		for _, d := range meant { // one that is not read yet has an empty hash, which finds nothing
			q.Documents, q.In = append(q.Documents, d.Hash), append(q.In, d.ID)
		}
	}
	slices.Sort(q.Documents)
	q.Documents = slices.Compact(q.Documents)
	return nil
}

// withinKey is the key of a restriction to documents and folders; with a colon and
// a name it is that of one of them.
const withinKey = "in"

func bases(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = filepath.Base(n)
	}
	return out
}

// called is how the documents that a name means are called: a document by what
// tells it from others, a folder by its name and how many documents it holds.
func (a *Asker) called(now *snapshot.Snapshot, name string, meant []core.Document) string {
	if len(meant) == 1 && filepath.Base(meant[0].Path) == filepath.Base(name) {
		return now.Names.Unique(meant[0])
	}
	if len(meant) == 1 {
		return filepath.Base(name) + " (1 document)"
	}
	return fmt.Sprintf("%s (%d documents)", filepath.Base(name), len(meant))
}

// planned replaces the words of the question by the keywords of the plan, and
// restricts it to the plan's documents.
func (a *Asker) planned(_ context.Context, r *reading) error {
	p, q := r.req.Plan, &r.query
	if p == nil {
		return nil
	}
	*q = query.Planned(*q, p.Keywords)
	if len(p.Documents) == 0 {
		return nil
	}
	var planned []core.Hash
	for _, d := range r.now.Documents {
		if d.Hash != "" && slices.Contains(p.Documents, d.Path) && (len(q.Documents) == 0 || slices.Contains(q.Documents, d.Hash)) {
			planned = append(planned, d.Hash)
		}
	}
	if len(planned) == 0 {
		return fmt.Errorf("search %q: no document of the plan is there, such as %q: %w", r.req.Query, p.Documents[0], core.ErrNotFound)
	}
	slices.Sort(planned)
	q.Documents = slices.Compact(planned)
	return nil
}

// named finds the documents that the question seems to name, and whether it is
// about source code.
func (a *Asker) named(ctx context.Context, r *reading) (err error) {
	if r.query, err = r.now.Scope(ctx, r.query); err != nil {
		return fmt.Errorf("look for documents that the question names: %w", err)
	}
	if r.req.Plan != nil {
		r.query.Tests = r.req.Plan.IncludeTests
	}
	return nil
}
