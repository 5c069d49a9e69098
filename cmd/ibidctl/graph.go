package main

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"ibid/app"
	"ibid/app/code"
	"ibid/app/place"
	"ibid/app/remote"
	"ibid/core"
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
	Within  string `json:"within"` // locator of the named thing around it; may be empty
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

// inquiry is one question to the graph.
type inquiry struct {
	*call
	e       *remote.Library
	places  *place.Places
	name    string
	depth   int
	reverse bool
	file    string
}

// inquiries are the questions by name.
var inquiries = map[string]func(*inquiry, context.Context) error{
	"imports": (*inquiry).imports, "references": (*inquiry).references, "definition": (*inquiry).definition, "mentions": (*inquiry).mentions, "history": (*inquiry).history,
	"tests":           func(q *inquiry, ctx context.Context) error { return q.related(ctx, q.e.Tests) },
	"implementations": func(q *inquiry, ctx context.Context) error { return q.related(ctx, q.e.Implementations) },
	"related":         func(q *inquiry, ctx context.Context) error { return q.related(ctx, q.e.RelatedTo) },
}

func defineGraph(fs *flag.FlagSet) action {
	q := &inquiry{}
	fs.IntVar(&q.depth, "depth", 1, "follow imports of imports, so many `N` levels")
	fs.BoolVar(&q.reverse, "reverse", false, "for imports: the files that import it")
	fs.StringVar(&q.file, "in", "", "for definition: as it is meant in this `FILE`")
	return func(ctx context.Context, c *call) error {
		q.call, q.name = c, strings.Join(c.words[1:], " ")
		do, ok := inquiries[c.words[0]]
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

// write writes the results as JSON, or a line each.
func write[A, B any](q *inquiry, list []A, result func(A) B, line func(B) string) error {
	if len(list) == 0 {
		q.say("nothing found")
	}
	results := each(list, result)
	if q.json {
		return q.writeJSON(results)
	}
	table := tabwriter.NewWriter(q.stdout, 0, 0, 2, ' ', 0)
	for _, r := range results {
		fmt.Fprintln(table, strings.TrimRight(line(r), "\t "))
	}
	return table.Flush()
}

func (q *inquiry) imports(ctx context.Context) error {
	of, err := q.e.Subject(ctx, q.name)
	if err != nil {
		return err
	}
	links, err := q.e.Imports(ctx, of, q.depth, q.reverse)
	if err != nil {
		return err
	}
	return write(q, links, func(l core.ImportLink) importJSON {
		return importJSON{q.places.Lines(l.From, l.Import.Line, l.Import.Line), l.Import.Path, each(l.Import.Names, same), each(l.To, q.places.Document), l.Depth, len(l.To) == 0, q.places.Stale(l.From)}
	}, func(r importJSON) string {
		to := strings.Join(r.To, " ")
		if r.Outside {
			to = "(not in the library)"
		}
		return fmt.Sprintf("%s%s\t%s\t%s\t%s", strings.Repeat("  ", r.Depth-1), app.OneLine(r.From), app.OneLine(r.Import), app.OneLine(to), remarks(false, r.Stale))
	})
}

func (q *inquiry) references(ctx context.Context) error {
	of, err := q.e.Subject(ctx, q.name)
	if err != nil {
		return err
	}
	used, err := q.e.References(ctx, of)
	if err != nil {
		return err
	}
	q.tell(used.By)
	return write(q, used.Uses, func(u core.Use) useJSON {
		r := useJSON{Locator: q.places.Lines(u.Document, u.Line, u.Line), Call: u.Call, Guess: u.Guess, Stale: q.places.Stale(u.Document), By: source(used.By)}
		if u.Within != nil {
			r.Within = q.places.Symbol(*u.Within)
		}
		return r
	}, func(r useJSON) string {
		return fmt.Sprintf("%s\t%s\t%s", app.OneLine(r.Locator), app.OneLine(r.Within), remarks(r.Guess, r.Stale))
	})
}

// source names who gave an answer.
func source(by code.By) string {
	if by.Server == "" {
		return "scope rules"
	}
	return by.Server
}

// tell says who gave an answer, if it was not the rules of scope or should not
// have been.
func (q *inquiry) tell(by code.By) {
	switch {
	case by.Note != "":
		q.say("answered by scope rules: %s", by.Note)
	case by.Server != "":
		q.say("answered by %s", by.Server)
	}
}

// remarks are the reservations about a result, in brackets.
func remarks(guess, stale bool) string {
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

func (q *inquiry) definition(ctx context.Context) error {
	found, err := q.e.Definition(ctx, q.name, q.file)
	if err != nil {
		return err
	}
	q.tell(found.By)
	return q.symbols(each(found.Symbols, func(s core.Symbol) core.Related { return core.Related{Symbol: s} }), found.By)
}

// related answers a question whose answers are named things.
func (q *inquiry) related(ctx context.Context, ask func(context.Context, code.Subject) ([]core.Related, error)) error {
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

func (q *inquiry) symbols(found []core.Related, by code.By) error {
	return write(q, found, func(r core.Related) symbolJSON {
		lines := q.places.Document(r.Document)
		if r.Ordinal >= 0 {
			lines = q.places.Lines(r.Document, r.FirstLine, r.LastLine)
		}
		return symbolJSON{q.places.Symbol(r.Symbol), lines, r.Kind, r.Signature, each(r.Relations, same), r.Guess, q.places.Stale(r.Document), source(by)}
	}, func(r symbolJSON) string {
		why := each(r.Relations, func(r core.Relation) string { return string(r) })
		return fmt.Sprintf("%s\t%s\t%s\t%s", app.OneLine(r.Locator), app.OneLine(r.Lines), strings.TrimSpace(strings.Join(why, ", ")+" "+remarks(r.Guess, r.Stale)), app.OneLine(r.Signature))
	})
}

func (q *inquiry) mentions(ctx context.Context) error {
	found, err := q.e.Mentions(ctx, q.name)
	if err != nil {
		return err
	}
	return write(q, found, func(m core.Mention) mentionJSON {
		return mentionJSON{m.Document.ID, q.places.Mention(m), m.Name}
	}, func(r mentionJSON) string { return app.OneLine(r.Locator) + "\t" + app.OneLine(r.Name) })
}

func (q *inquiry) history(ctx context.Context) error {
	of, err := q.e.Subject(ctx, q.name)
	if err != nil {
		return err
	}
	h, err := q.e.History(ctx, of.Document)
	if err != nil {
		return err
	}
	r := historyJSON{Changes: h.Changes, Note: h.Note, Together: each(h.Together, func(c core.Companion) companionJSON { return companionJSON{c.Path, c.Times} })}
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
		fmt.Fprintf(q.stdout, "%5d together with %s\n", c.Times, app.OneLine(c.File))
	}
	return nil
}
