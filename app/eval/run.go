package eval

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/url"
	"path/filepath"
	"time"

	"ibid/app"
	"ibid/app/meter"
	"ibid/core"
	"ibid/core/outside"
	"ibid/core/search"
	"ibid/core/token"
)

// Budgets are the sizes of the contexts that are built for every question, in tokens.
var Budgets = []int{2000, 4000, 10_000}

// hitLimit is how many hits are requested: as many as a context of the default size considers, so
// that both have the same order.
const hitLimit = 10 * core.SureSources

// Options control how a set is measured.
type Options struct {
	// Folder is the folder for the files of the run. SET/LIBRARY below it, with both names escaped
	// as in a URL, contains the `library`, which can be opened like any other and is updated if it
	// exists, and the `baseline`, which is made anew.
	Folder     string
	MaxSources int  // most sources of a context; 0 is the default
	Ablate     bool // also measure the search without each of its parts
	// Unseen returns the weights that have not seen a set; nil is search.UnseenWeights.
	Unseen func(set string) []search.Weights
	NoOCR  bool                     // do not read scans; otherwise they are read if OCR is installed
	Say    func(string)             // called with each step in words; may be nil
	Watch  func(*app.Engine) func() // called when reading begins; the function it returns is called when reading ends; may be nil
}

// Outcome is the result for one question.
type Outcome struct {
	Library  string
	Question Question
	Readable bool // at least one of the relevant files has text
	Ibid     Answer
	BM25     Answer
	Missing  []string // words that the context says none of its sources holds
}

// Answer is what one of the two programs found.
type Answer struct {
	Places []Place         // best first, each once
	Within map[int]float64 // budget → share of the relevant places within that many tokens
	Search time.Duration
	// Filling is empty for sets that are not about source code.
	Filling Filling
}

// run is the measurement of one set.
type run struct {
	Options
	set      Set
	memory   *meter.Memory
	outcomes []Outcome
	unseen   []Outcome // the same questions, asked with weights that were fitted without the set
	docs     []core.Document
	contexts []time.Duration // times to build contexts of the largest budget
	tally    tally
	quotes   quoteCheck
	without  map[search.Part][]rated // in the order of the answerable outcomes
	reading  time.Duration
	ocr      time.Duration
	byOCR    int // pages whose text is from OCR
	unread   int // pages that still wait for it
}

// tally counts the contents of contexts.
type tally struct {
	contexts, sources, duplicates, overshoots int
	tokens                                    int // of the contexts of the largest budget
}

// rated is an answer with the gains to judge it by.
type rated struct {
	places []Place
	gold   gains
}

// Run measures a set of questions.
func Run(ctx context.Context, s Set, o Options) (Report, error) {
	if o.Say == nil {
		o.Say = func(string) {}
	}
	if o.Watch == nil {
		o.Watch = func(*app.Engine) func() { return func() {} }
	}
	if o.Unseen == nil {
		o.Unseen = search.UnseenWeights
	}
	var err error
	if o.Folder, err = filepath.Abs(o.Folder); err != nil {
		return Report{}, fmt.Errorf("measure %s: %w", s.Name, err)
	}
	r := &run{Options: o, set: s, memory: meter.WatchMemory(), without: make(map[search.Part][]rated), quotes: newQuoteCheck()}
	defer r.memory.Stop()
	for i := range s.Libraries {
		l := &s.Libraries[i]
		folder := filepath.Join(o.Folder, url.PathEscape(s.Name), url.PathEscape(l.Name))
		if err := s.prepare(ctx, l, folder); err != nil {
			return Report{}, err
		}
		if err := r.library(ctx, l, folder); err != nil {
			return Report{}, fmt.Errorf("measure %s in %s: %w", s.Name, l.Name, err)
		}
	}
	return r.report(), nil
}

// library measures one library of the set in folder.
func (r *run) library(ctx context.Context, l *Library, folder string) error {
	dir := filepath.Join(folder, "library")
	if err := r.whole(ctx, l, folder, dir); err != nil {
		return err
	}
	if err := r.heldOut(ctx, l, dir); err != nil || !r.Ablate {
		return err
	}
	return r.ablate(ctx, l, dir)
}

// whole reads the documents of a library and asks its questions.
func (r *run) whole(ctx context.Context, l *Library, folder, dir string) (err error) {
	r.Say(fmt.Sprintf("%s: reading %s", r.set.Name, l.Name))
	e, err := app.Open(ctx, app.Options{Library: dir, Program: "ibidctl eval"})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	began, done := time.Now(), r.Watch(e)
	added, err := e.AddPaths(ctx, []string{l.Root}, "")
	done()
	r.reading += time.Since(began)
	if err = errors.Join(append(added.Errors, err)...); err != nil {
		return err
	}
	docs, err := r.scans(ctx, e)
	if err != nil {
		return err
	}
	r.docs = append(r.docs, docs...)
	bare, err := newBaseline(ctx, e, filepath.Join(folder, "baseline"), docs)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bare.Close()) }()
	r.byOCR += bare.byOCR
	a := asker{run: r, library: l, engine: e, bare: bare, docs: docs, readable: readable(l.Root, docs)}
	if err := a.all(ctx); err != nil {
		return err
	}
	r.Say(fmt.Sprintf("%s: looking up quotes", r.set.Name))
	return r.quotes.all(ctx, e)
}

// scans reads the waiting pages by OCR, as a window does in the background, and returns all
// documents.
func (r *run) scans(ctx context.Context, e *app.Engine) ([]core.Document, error) {
	status, err := e.Status(ctx)
	if err == nil && status.Scans > 0 && !r.NoOCR {
		r.Say(fmt.Sprintf("%s: reading scans by OCR: %d pages", r.set.Name, status.Scans))
		began, done := time.Now(), r.Watch(e)
		_, err = e.OCR(ctx)
		done()
		r.ocr += time.Since(began)
		if errors.Is(err, outside.ErrMissing) {
			r.Say(fmt.Sprintf("%s: scans stay unread: %v", r.set.Name, err))
			err = nil
		}
	}
	if err == nil {
		status, err = e.Status(ctx)
	}
	if err != nil {
		return nil, err
	}
	r.unread += status.Scans
	return e.Documents(ctx)
}

// readable returns the files that have text.
func readable(root string, docs []core.Document) map[string]bool {
	names := make(map[string]bool)
	for _, d := range docs {
		if d.State.Searchable() {
			names[within(root, d.Path)] = true
		}
	}
	return names
}

// within returns the path of a file relative to the folder that was added.
func within(root, path string) string {
	if rel, err := filepath.Rel(root, path); err == nil {
		return filepath.ToSlash(rel)
	}
	return path
}

// asker asks the questions of one library.
type asker struct {
	*run
	library  *Library
	engine   *app.Engine
	bare     *baseline       // nil if only Ibid is asked
	docs     []core.Document // of the library
	readable map[string]bool
}

func (a *asker) all(ctx context.Context) error {
	for i, q := range a.library.Questions {
		if i%100 == 0 {
			a.Say(fmt.Sprintf("%s: asking question %d of %d in %s", a.set.Name, i+1, len(a.library.Questions), a.library.Name))
		}
		out, err := a.ask(ctx, q)
		if err != nil {
			return fmt.Errorf("question %s: %w", q.ID, err)
		}
		a.outcomes = append(a.outcomes, out)
	}
	return nil
}

// ask asks a question of both programs.
func (a *asker) ask(ctx context.Context, q Question) (Outcome, error) {
	out := Outcome{Library: a.library.Name, Question: q}
	for p := range q.gold {
		out.Readable = out.Readable || a.readable[p.Document]
	}
	began := time.Now()
	found, err := a.engine.Search(ctx, core.SearchRequest{Query: q.Text, Limit: hitLimit})
	if err != nil {
		return out, err
	}
	hits := found.Hits
	out.Ibid = Answer{Search: time.Since(began), Places: a.places(hits), Within: make(map[int]float64)}
	var connected map[string]bool
	if a.library.module != "" {
		if connected, err = a.connected(ctx, q.gold); err != nil {
			return out, err
		}
	}
	for _, budget := range a.set.budgets() {
		if err := a.context(ctx, &out, budget, connected); err != nil {
			return out, err
		}
	}
	if a.bare == nil {
		return out, nil
	}
	out.BM25, err = a.bare.answer(ctx, q, a.place, connected)
	return out, err
}

// places returns the places of hits, each once.
func (a *asker) places(hits []core.Hit) []Place {
	list := make([]Place, len(hits))
	for i, h := range hits {
		list[i] = a.place(h.Document, h.Passage.Page)
	}
	return distinct(list)
}

func (a *asker) place(d core.Document, page int) Place {
	if !a.set.Paged || !d.Kind.Paged() {
		page = 0
	}
	return Place{within(a.library.Root, d.Path), page}
}

// context builds the context of one budget and counts its contents. connected is nil if the set is
// not about source code.
func (a *asker) context(ctx context.Context, out *Outcome, budget int, connected map[string]bool) error {
	began := time.Now()
	c, err := a.engine.Context(ctx, core.ContextRequest{Query: out.Question.Text, Budget: budget, MaxSources: a.MaxSources})
	if err != nil {
		return err
	}
	if budget == Budgets[len(Budgets)-1] {
		a.contexts = append(a.contexts, time.Since(began))
		a.tally.tokens += c.Tokens
		out.Missing = c.Missing
		if connected != nil {
			out.Ibid.Filling = a.fill(c, out.Question.gold, connected)
		}
	}
	if len(c.Sources) > 0 && token.For(c.Tokenizer).Count(c.Text) > budget {
		a.tally.overshoots++
	}
	a.tally.contexts++
	var cited []Place
	seen := make(map[any]bool) // pages and texts
	for _, s := range c.Sources {
		pages, again := []any{s.Text}, false
		for page := s.Locator.Page; page <= s.Locator.LastPage; page++ {
			cited = append(cited, a.place(s.Document, page))
			if s.Document.Kind.Paged() {
				pages = append(pages, core.Place{Hash: s.Place.Hash, Page: page})
			}
		}
		for _, p := range pages {
			again = again || seen[p]
			seen[p] = true
		}
		if again {
			a.tally.duplicates++
		}
		a.quotes.source(s)
	}
	a.tally.sources += len(c.Sources)
	out.Ibid.Within[budget] = recall(distinct(cited), out.Question.gold, math.MaxInt)
	return nil
}

// ablate asks the questions of a library again without each part of the search. The engine must be
// closed.
func (r *run) ablate(ctx context.Context, l *Library, dir string) error {
	for _, part := range search.Parts {
		r.Say(fmt.Sprintf("%s: asking %s without %s", r.set.Name, l.Name, part))
		if err := r.askWithout(ctx, part, l, dir); err != nil {
			return fmt.Errorf("without %s: %w", part, err)
		}
	}
	return nil
}

func (r *run) askWithout(ctx context.Context, part search.Part, l *Library, dir string) (err error) {
	e, err := app.Open(ctx, app.Options{Library: dir, Program: "ibidctl eval", Without: []search.Part{part}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	a := asker{run: r, library: l, engine: e}
	for _, q := range l.Questions {
		if q.Unanswerable {
			continue
		}
		found, err := e.Search(ctx, core.SearchRequest{Query: q.Text, Limit: hitLimit})
		if err != nil {
			return fmt.Errorf("question %s: %w", q.ID, err)
		}
		r.without[part] = append(r.without[part], rated{a.places(found.Hits), q.gold})
	}
	return nil
}
