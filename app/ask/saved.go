package ask

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"ibid/core"
	"ibid/core/text"
)

// maxSaved is the maximum size of a saved context, in bytes.
const maxSaved = 16 << 20

// Save encodes a context as JSON for a file, together with its request and what
// is needed to replay it. LoadContext decodes it.
func (a *Asker) Save(ctx context.Context, req core.ContextRequest, c core.Context) ([]byte, error) {
	saved := core.SavedContext{
		Version: core.SavedVersion, Saved: time.Now().UTC().Truncate(time.Second), Request: req,
		Text: c.Text, Tokens: c.Tokens, Budget: c.Budget, Tokenizer: c.Tokenizer, Sources: []core.SavedSource{},
	}
	for _, s := range c.Sources {
		kept := core.SavedSource{
			Number: s.Number, Document: s.Document.ID, Path: s.Document.Path, Name: s.Document.Name, Kind: s.Document.Kind,
			Hash: s.Document.Hash, Place: s.Place, Locator: s.Locator, Section: s.Section, Heading: s.Heading,
			Score: s.Score, Tokens: s.Tokens, Text: s.Text,
		}
		for _, q := range s.Quotes {
			page, err := a.p.Texts.Page(ctx, s.Document.Hash, q.Page)
			said := ""
			if err == nil {
				said, err = q.Cut(page)
			}
			if err != nil {
				return nil, fmt.Errorf("save context: read %q: %w", s.Heading, err)
			}
			kept.Quotes = append(kept.Quotes, core.SavedQuote{Quote: q, Text: said})
		}
		saved.Sources = append(saved.Sources, kept)
	}
	data, err := json.MarshalIndent(saved, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("save context: %w", err)
	}
	return append(data, '\n'), nil
}

// LoadContext decodes what Save returned. Anything else, or a context saved by
// a newer version of the program, gives an error that wraps core.ErrQuery.
func LoadContext(r io.Reader) (core.SavedContext, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxSaved+1))
	if err != nil {
		return core.SavedContext{}, err
	}
	var saved core.SavedContext
	switch err := json.Unmarshal(data, &saved); {
	case len(data) > maxSaved:
		return core.SavedContext{}, fmt.Errorf("it is larger than any saved context: %w", core.ErrQuery)
	case err != nil:
		return core.SavedContext{}, fmt.Errorf("it is no saved context (%w): %w", err, core.ErrQuery)
	case saved.Version < 1 || saved.Version > core.SavedVersion:
		return core.SavedContext{}, fmt.Errorf("it is a saved context of form %d, this program knows 1 to %d: %w", saved.Version, core.SavedVersion, core.ErrQuery)
	}
	for i, s := range saved.Sources {
		if s.Number != i+1 {
			return core.SavedContext{}, fmt.Errorf("its source %d bears the number %d: %w", i+1, s.Number, core.ErrQuery)
		}
		for _, q := range s.Quotes {
			if q.Start < 0 || q.End < q.Start || q.Page < 1 {
				return core.SavedContext{}, fmt.Errorf("its source %d quotes bytes %d to %d of page %d: %w", i+1, q.Start, q.End, q.Page, core.ErrQuery)
			}
		}
	}
	return saved, nil
}

// Replay builds a saved context again and reports for each of its sources
// whether it is still there and unchanged.
func (a *Asker) Replay(ctx context.Context, saved core.SavedContext) (core.Replay, error) {
	var r core.Replay
	for _, s := range saved.Sources {
		fate, err := a.fate(ctx, s)
		if err != nil {
			return core.Replay{}, fmt.Errorf("replay [%d] %s: %w", s.Number, s.Heading, err)
		}
		r.Sources = append(r.Sources, fate)
	}
	built, err := a.Context(ctx, saved.Request)
	if err != nil {
		return core.Replay{}, fmt.Errorf("replay: %w", err)
	}
	r.Context, r.Same = built, built.Text == saved.Text
	return r, nil
}

// fate compares a saved source with the current state of the library.
func (a *Asker) fate(ctx context.Context, s core.SavedSource) (core.SourceFate, error) {
	f := core.SourceFate{Number: s.Number, Heading: s.Heading, Fate: core.FateMissing}
	same, err := a.p.Library.DocumentsByHash(ctx, s.Hash)
	if err != nil {
		return f, err
	}
	for _, d := range same {
		if !a.p.Files.Stale(ctx, d) {
			f.Fate, f.Why = core.FateSame, "unchanged"
			return f, nil
		}
	}
	d, err := a.p.Library.DocumentByPath(ctx, s.Path)
	switch {
	case errors.Is(err, core.ErrNotFound) && len(same) > 0:
		d = same[0]
	case errors.Is(err, core.ErrNotFound):
		f.Why = "the file is not in the library any more"
		return f, nil
	case err != nil:
		return f, err
	}
	if d.Hash == s.Hash {
		f.Why = "the file has changed or is gone since it was read: add it again to compare"
		return f, nil
	}
	return a.compare(ctx, s, d, f)
}

// compare searches the current text of a document for the quotes of a saved
// source.
func (a *Asker) compare(ctx context.Context, s core.SavedSource, d core.Document, f core.SourceFate) (core.SourceFate, error) {
	if !d.State.Searchable() {
		f.Why = fmt.Sprintf("the file has changed and is %s now: %s", d.State, d.Reason)
		return f, nil
	}
	pages, err := a.p.Texts.Pages(ctx, d.Hash)
	if err != nil {
		return f, err
	}
	f.Fate, f.Why = core.FateKept, "the file has changed, what was quoted still stands in its place"
	for _, q := range s.Quotes {
		now, found := standsIn(pages, q)
		if !found {
			f.Fate, f.Why = core.FateLost, "the file has changed, and what was quoted does not stand in it any more"
			return f, nil
		}
		if d.Kind.Paged() && now.Page != q.Page || !d.Kind.Paged() && now.Start != q.Start {
			place, err := a.place(ctx, d, pages[now.Page-1], now)
			f.Fate, f.Why = core.FateMoved, "the file has changed, what was quoted stands at "+place.String()+" now"
			return f, err
		}
	}
	return f, nil
}

// standsIn finds a quote in pages, preferably at its old position.
func standsIn(pages []core.Page, q core.SavedQuote) (now core.Quote, found bool) {
	for _, p := range pages {
		at := strings.Index(p.Text, q.Text)
		if p.Index == q.Page && q.End <= len(p.Text) && p.Text[q.Start:q.End] == q.Text {
			return q.Quote, true
		}
		if at >= 0 && (!found || p.Index == q.Page) {
			now, found = core.Quote{Page: p.Index, Span: core.Span{Start: at, End: at + len(q.Text)}}, true
		}
	}
	return now, found
}

// place returns the locator of a quote on a page.
func (a *Asker) place(ctx context.Context, d core.Document, p core.Page, q core.Quote) (core.Locator, error) {
	layout, err := a.p.Places.Layout(ctx, d.ID, p.Index)
	return text.NewPlaces(d.Kind, p, layout.Headings).Locator(d, q.Span), err
}

// Reopen reads a saved context from a file and replays it.
func (a *Asker) Reopen(ctx context.Context, path string) (core.SavedContext, core.Replay, error) {
	f, err := os.Open(path)
	if err != nil {
		return core.SavedContext{}, core.Replay{}, fmt.Errorf("read saved context: %w", err)
	}
	defer f.Close()
	saved, err := LoadContext(f)
	if err != nil {
		return saved, core.Replay{}, fmt.Errorf("read saved context %q: %w", path, err)
	}
	replay, err := a.Replay(ctx, saved)
	return saved, replay, err
}
