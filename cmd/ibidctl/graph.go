package main

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"ibid/app/code"
	"ibid/app/place"
	"ibid/app/remote"
	"ibid/core"
	"ibid/core/text"
)

// The types below are the JSON of graph's questions.

type importJSON struct {
	From    string   `json:"from"` // locator of the line
	Import  string   `json:"import"`
	Names   []string `json:"names"`
	To      []string `json:"to"` // files of the library; none if it leads out of it
	Depth   int      `json:"depth"`
	Outside bool     `json:"outside"`
	Stale   bool     `json:"stale"` // the file it stands in changed or is gone since it was read
}

type useJSON struct {
	Locator string `json:"locator"`
	Within  string `json:"within"` // locator of the entity around it; may be empty
	Call    bool   `json:"call"`
	Guess   bool   `json:"guess"` // only the name agrees
	Stale   bool   `json:"stale"`
	By      string `json:"by"` // "scope rules" or the name of a language server
}

type symbolJSON struct {
	Locator   string          `json:"locator"` // path::Name
	Lines     string          `json:"lines"`   // path:first-last
	Kind      core.EntityKind `json:"kind"`
	Signature string          `json:"signature"`
	Relations []core.Relation `json:"relations"`
	Guess     bool            `json:"guess"`
	Stale     bool            `json:"stale"`
	By        string          `json:"by"`
}

type mentionJSON struct {
	Document core.DocumentID `json:"document"`
	Locator  string          `json:"locator"`
	Name     string          `json:"name"`
}

type historyJSON struct {
	Changes  int             `json:"changes"`
	Last     string          `json:"last"` // RFC 3339; empty if it never changed
	Together []companionJSON `json:"together"`
	Note     string          `json:"note"`
}

type companionJSON struct {
	File  string `json:"file"`
	Times int    `json:"times"`
}

// graphQuery is one call of `graph`: its options, and what answers it.
type graphQuery struct {
	*call
	e       *remote.Library
	places  *place.Places
	name    string
	depth   int
	reverse bool
	file    string
}

// graphQueries are the functions that answer, by the name of the question.
var graphQueries = map[string]func(*graphQuery, context.Context) error{
	"imports": (*graphQuery).imports, "references": (*graphQuery).references, "definition": (*graphQuery).definition, "mentions": (*graphQuery).mentions, "history": (*graphQuery).history,
	"tests":           func(q *graphQuery, ctx context.Context) error { return q.related(ctx, q.e.Tests) },
	"implementations": func(q *graphQuery, ctx context.Context) error { return q.related(ctx, q.e.Implementations) },
	"related":         func(q *graphQuery, ctx context.Context) error { return q.related(ctx, q.e.RelatedTo) },
}

func defineGraph(fs *flag.FlagSet) action {
	q := &graphQuery{}
	fs.IntVar(&q.depth, "depth", 1, "follow imports of imports, so many `N` levels")
	fs.BoolVar(&q.reverse, "reverse", false, "for imports: the files that import it")
	fs.StringVar(&q.file, "in", "", "for definition: as it is meant in this `FILE`")
	return func(ctx context.Context, c *call) error {
		q.call, q.name = c, strings.Join(c.words[1:], " ")
		do, ok := graphQueries[c.words[0]]
		switch {
		case !ok:
			return usageError("graph: %q is no question; it answers imports, references, definition, tests, implementations, related, mentions and history", c.words[0])
		case strings.TrimSpace(q.name) == "":
			return usageError("graph %s needs a NAME: a file, path::Name or the name of something defined", c.words[0])
		case q.depth < 1:
			return usageError("graph: --depth takes a number from 1 up")
		}
		return c.with(ctx, func(e *remote.Library) (err error) {
			q.e = e
			if q.places, err = e.Places(ctx); err != nil {
				return err
			}
			return do(q, ctx)
		})
	}
}

// write writes the results as JSON, or as a table with a line for each.
func write[A, B any](q *graphQuery, list []A, result func(A) B, line func(B) string) error {
	if len(list) == 0 {
		q.say("nothing found")
	}
	results := mapSlice(list, result)
	if q.json {
		return q.writeJSON(results)
	}
	table := tabwriter.NewWriter(q.stdout, 0, 0, 2, ' ', 0)
	for _, r := range results {
		fmt.Fprintln(table, strings.TrimRight(line(r), "\t "))
	}
	return table.Flush()
}

func (q *graphQuery) imports(ctx context.Context) error {
	of, err := q.e.Subject(ctx, q.name)
	if err != nil {
		return err
	}
	links, err := q.e.Imports(ctx, of, q.depth, q.reverse)
	if err != nil {
		return err
	}
	return write(q, links, func(l core.ImportLink) importJSON {
		return importJSON{q.places.Lines(l.From, l.Import.Line, l.Import.Line), l.Import.Path, orEmpty(l.Import.Names), mapSlice(l.To, q.places.Document), l.Depth, len(l.To) == 0, q.places.Stale(l.From)}
	}, func(r importJSON) string {
		to := strings.Join(r.To, " ")
		if r.Outside {
			to = "(not in the library)"
		}
		return fmt.Sprintf("%s%s\t%s\t%s\t%s", strings.Repeat("  ", r.Depth-1), text.OneLine(r.From), text.OneLine(r.Import), text.OneLine(to), caveats(false, r.Stale))
	})
}

func (q *graphQuery) references(ctx context.Context) error {
	of, err := q.e.Subject(ctx, q.name)
	if err != nil {
		return err
	}
	used, err := q.e.References(ctx, of)
	if err != nil {
		return err
	}
	q.sayAnsweredBy(used.By)
	return write(q, used.Uses, func(u core.Use) useJSON {
		r := useJSON{Locator: q.places.Lines(u.Document, u.Line, u.Line), Call: u.Call, Guess: u.Guess, Stale: q.places.Stale(u.Document), By: answeredBy(used.By)}
		if u.Within != nil {
			r.Within = q.places.Symbol(*u.Within)
		}
		return r
	}, func(r useJSON) string {
		return fmt.Sprintf("%s\t%s\t%s", text.OneLine(r.Locator), text.OneLine(r.Within), caveats(r.Guess, r.Stale))
	})
}

// answeredBy is the name of the language server that gave an answer, or "scope rules".
func answeredBy(by code.By) string {
	if by.Server == "" {
		return "scope rules"
	}
	return by.Server
}

// sayAnsweredBy names the language server that answered, or says why the scope rules
// answered in its place.
func (q *graphQuery) sayAnsweredBy(by code.By) {
	switch {
	case by.Note != "":
		q.say("answered by scope rules: %s", by.Note)
	case by.Server != "":
		q.say("answered by %s", by.Server)
	}
}

// caveats says in brackets why a result may be wrong; empty if nothing is doubtful.
func caveats(guess, stale bool) string {
	var all []string
	if guess {
		all = append(all, "by name only")
	}
	if stale {
		all = append(all, "changed or gone since it was read")
	}
	if len(all) == 0 {
		return ""
	}
	return "(" + strings.Join(all, ", ") + ")"
}

func (q *graphQuery) definition(ctx context.Context) error {
	found, err := q.e.Definition(ctx, q.name, q.file)
	if err != nil {
		return err
	}
	q.sayAnsweredBy(found.By)
	return q.symbols(mapSlice(found.Symbols, func(s core.Symbol) core.Related { return core.Related{Symbol: s} }), found.By)
}

// related writes the entities that ask finds for the subject.
func (q *graphQuery) related(ctx context.Context, ask func(context.Context, code.Subject) ([]core.Related, error)) error {
	of, err := q.e.Subject(ctx, q.name)
	if err != nil {
		return err
	}
	found, err := ask(ctx, of)
	if err != nil {
		return err
	}
	return q.symbols(found, code.By{})
}

func (q *graphQuery) symbols(found []core.Related, by code.By) error {
	return write(q, found, func(r core.Related) symbolJSON {
		lines := q.places.Document(r.Document)
		if r.Ordinal >= 0 {
			lines = q.places.Lines(r.Document, r.FirstLine, r.LastLine)
		}
		return symbolJSON{q.places.Symbol(r.Symbol), lines, r.Kind, r.Signature, orEmpty(r.Relations), r.Guess, q.places.Stale(r.Document), answeredBy(by)}
	}, func(r symbolJSON) string {
		why := stringsOf(r.Relations)
		return fmt.Sprintf("%s\t%s\t%s\t%s", text.OneLine(r.Locator), text.OneLine(r.Lines), strings.TrimSpace(strings.Join(why, ", ")+" "+caveats(r.Guess, r.Stale)), text.OneLine(r.Signature))
	})
}

func (q *graphQuery) mentions(ctx context.Context) error {
	found, err := q.e.Mentions(ctx, q.name)
	if err != nil {
		return err
	}
	return write(q, found, func(m core.Mention) mentionJSON {
		return mentionJSON{m.Document.ID, q.places.Mention(m), m.Name}
	}, func(r mentionJSON) string { return text.OneLine(r.Locator) + "\t" + text.OneLine(r.Name) })
}

func (q *graphQuery) history(ctx context.Context) error {
	of, err := q.e.Subject(ctx, q.name)
	if err != nil {
		return err
	}
	h, err := q.e.History(ctx, of.Document)
	if err != nil {
		return err
	}
	r := historyJSON{Changes: h.Changes, Note: h.Note, Together: mapSlice(h.Together, func(c core.Companion) companionJSON { return companionJSON{c.Path, c.Times} })}
	if !h.Last.IsZero() {
		r.Last = h.Last.Format(time.RFC3339)
	}
	if q.json {
		return q.writeJSON(r)
	}
	switch {
	case h.Note != "":
		q.say("%s", h.Note)
	case h.Root == "":
		q.say("it is in no git repository")
	default:
		fmt.Fprintf(q.stdout, "%d changes, the last on %s\n", h.Changes, h.Last.Format(time.DateOnly))
	}
	for _, c := range r.Together {
		fmt.Fprintf(q.stdout, "%5d together with %s\n", c.Times, text.OneLine(c.File))
	}
	return nil
}
