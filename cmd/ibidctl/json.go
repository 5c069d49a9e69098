package main

import (
	"time"

	"ibid/app/place"
	"ibid/app/shelf"
	"ibid/core"
)

// The types below are the JSON of the contract: every field is always there.

type documentJSON struct {
	ID     core.DocumentID `json:"id"`
	Path   string          `json:"path"`
	Kind   core.Kind       `json:"kind"`
	State  core.State      `json:"state"`
	Reason string          `json:"reason"`
	Pages  int             `json:"pages"`
	Tokens int             `json:"tokens"`
	Added  time.Time       `json:"added"`
}

type addedJSON struct {
	Documents []documentJSON `json:"documents"`
	New       int            `json:"new"`
	Changed   int            `json:"changed"`
	Unchanged int            `json:"unchanged"`
	Moved     int            `json:"moved"`
	Gone      int            `json:"gone"`
	Hidden    int            `json:"hidden"`
	Ignored   int            `json:"ignored"`
	Large     int            `json:"large"`
	Errors    []string       `json:"errors"`
}

type hitJSON struct {
	Document core.DocumentID `json:"document"`
	Locator  string          `json:"locator"`
	Page     int             `json:"page"` // 1-based index; 0 for kinds without pages
	Label    string          `json:"label"`
	OCR      int             `json:"ocr"` // confidence in percent if the page was read by OCR, else 0
	Score    float64         `json:"score"`
	Text     string          `json:"text"`
	Part     string          `json:"part"` // what it is if it only mentions: "an index"
	Reasons  []core.Reason   `json:"reasons"`
	More     []moreJSON      `json:"more"` // further passages on its page
}

type moreJSON struct {
	Locator string  `json:"locator"`
	Score   float64 `json:"score"`
	Text    string  `json:"text"`
}

type sourceJSON struct {
	Number   int              `json:"number"`
	Document core.DocumentID  `json:"document"`
	File     string           `json:"file"` // path
	Locator  string           `json:"locator"`
	Page     int              `json:"page"`
	Label    string           `json:"label"`
	OCR      int              `json:"ocr"` // least confidence in percent of its pages that were read by OCR, else 0
	Section  string           `json:"section"`
	Entity   *core.EntityName `json:"entity,omitempty"`  // of source code
	Imports  []string         `json:"imports,omitempty"` // of the file, of source code
	Related  []string         `json:"related,omitempty"` // what the file defines elsewhere and the text names
	Heading  string           `json:"heading"`
	Group    core.Group       `json:"group"`
	Score    float64          `json:"score"`
	Tokens   int              `json:"tokens"`
	Whole    int              `json:"whole"` // tokens it would cost if nothing were cut
	Text     string           `json:"text"`
	Shown    core.Shown       `json:"shown"`
	Cut      bool             `json:"cut"`
	Stale    bool             `json:"stale"`
	Warnings []string         `json:"warnings"`
	Reasons  []core.Reason    `json:"reasons"`
	Details  *detailsJSON     `json:"details,omitempty"` // if they are asked for
}

type detailsJSON struct {
	core.SourceDetails
	Thumbnail []byte `json:"thumbnail,omitempty"` // PNG
	Image     []byte `json:"image,omitempty"`     // PNG of the whole page
}

type leftOutJSON struct {
	Locator string     `json:"locator"`
	Cause   core.Cause `json:"cause"`
	Reason  string     `json:"reason"`
	Of      int        `json:"of"`     // number of the source that makes it superfluous; 0 for other causes
	Tokens  int        `json:"tokens"` // what it would cost in full; 0 if unknown
	More    int        `json:"more"`   // tokens by which the budget must grow for it to enter; of the first below the line only
}

type contextJSON struct {
	Text      string        `json:"text"`
	Sources   []sourceJSON  `json:"sources"`
	Tokens    int           `json:"tokens"`
	Budget    int           `json:"budget"`
	Tokenizer string        `json:"tokenizer"`
	Estimated bool          `json:"estimated"`
	Truncated bool          `json:"truncated"`
	Missing   []string      `json:"missing"` // words of the question that none of the sources holds
	Summary   core.Summary  `json:"summary"`
	Shortened []int         `json:"shortened"`
	LeftOut   []leftOutJSON `json:"left_out"`

	Read []core.Interpretation `json:"read"` // what was read into the question beyond its words
}

type evidenceJSON struct {
	Number   int             `json:"number"` // of the source; 0 outside of what is quoted
	Document core.DocumentID `json:"document"`
	Locator  string          `json:"locator"`
	OCR      int             `json:"ocr"` // confidence in percent if the page was read by OCR, else 0
	Text     string          `json:"text"`
}

type claimJSON struct {
	Kind      core.ClaimKind `json:"kind"`
	Text      string         `json:"text"`
	Start     int            `json:"start"` // of text in the answer, in bytes
	End       int            `json:"end"`
	Citations []int          `json:"citations"`
	Verdict   core.Verdict   `json:"verdict"`
	Why       string         `json:"why"`
	Evidence  []evidenceJSON `json:"evidence"`
}

type checkJSON struct {
	Held   bool                 `json:"held"`
	Counts map[core.Verdict]int `json:"counts"`
	Claims []claimJSON          `json:"claims"`
}

type shownJSON struct {
	Document  core.DocumentID `json:"document"`
	Locator   string          `json:"locator"`
	Page      int             `json:"page"`
	Label     string          `json:"label"`
	OCR       int             `json:"ocr"`        // least confidence in percent of its pages that were read by OCR, else 0
	FirstLine int             `json:"first_line"` // of text; 0 for kinds with pages
	Text      string          `json:"text"`
}

// mapSlice is what f returns for each element of from; never nil, so that it is [] in JSON.
func mapSlice[A, B any](from []A, f func(A) B) []B {
	to := make([]B, len(from))
	for i, a := range from {
		to[i] = f(a)
	}
	return to
}

// stringsOf is mapSlice for words of a type of their own.
func stringsOf[T ~string](words []T) []string {
	return mapSlice(words, func(w T) string { return string(w) })
}

// orEmpty returns list, or an empty list in place of nil, so that it is [] in JSON.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func documentResult(d core.Document) documentJSON {
	return documentJSON{d.ID, d.Path, d.Kind, d.State, d.Reason, d.Pages, d.Tokens, d.Added}
}

func addedResult(a shelf.Added) addedJSON {
	return addedJSON{mapSlice(a.Documents, documentResult), a.New, a.Changed, a.Unchanged, a.Moved, a.Gone, a.Hidden, a.Ignored, a.Large, mapSlice(a.Errors, error.Error)}
}

func hitResult(h core.Hit) hitJSON {
	more := func(m core.Hit) moreJSON { return moreJSON{m.Locator.String(), m.Score, m.Text} }
	return hitJSON{
		h.Document.ID, h.Locator.String(), h.Place().Page, h.Label, h.OCR, h.Score, h.Text, h.Part,
		orEmpty(h.Reasons), mapSlice(h.More, more),
	}
}

func sourceResult(s core.Source) sourceJSON {
	var entity *core.EntityName
	if s.Entity.Name != "" {
		entity = &s.Entity
	}
	return sourceJSON{
		s.Number, s.Document.ID, s.Document.Path, s.Locator.String(), s.Place.Page, s.Label, s.OCR, s.Section, entity, s.Imports, s.Related, s.Heading,
		s.Group, s.Score, s.Tokens, s.Whole, s.Text, s.Shown, s.Cut, s.Stale, orEmpty(s.Warnings), orEmpty(s.Reasons), nil,
	}
}

func contextResult(c core.Context) contextJSON {
	left := func(l core.LeftOut) leftOutJSON {
		return leftOutJSON{l.Locator.String(), l.Cause, l.Reason, l.Of, l.Tokens, l.More}
	}
	return contextJSON{
		c.Text, mapSlice(c.Sources, sourceResult), c.Tokens, c.Budget, c.Tokenizer, c.Estimated, c.Truncated, append([]string{}, c.Missing...), c.Summary(),
		orEmpty(c.Shortened), mapSlice(c.LeftOut, left), orEmpty(c.Read),
	}
}

func shownResult(s place.Shown) shownJSON {
	return shownJSON{s.Document.ID, s.Locator.String(), s.Locator.Page, s.Locator.Label, s.OCR, s.First, s.Text}
}

func checkResult(r core.CheckReport) checkJSON {
	out := checkJSON{Held: r.Held(), Counts: make(map[core.Verdict]int), Claims: mapSlice(r.Claims, claimResult)}
	for _, v := range core.Verdicts {
		out.Counts[v] = r.Count(v)
	}
	return out
}

func claimResult(c core.Claim) claimJSON {
	evidence := func(e core.Evidence) evidenceJSON {
		return evidenceJSON{e.Number, e.Document, e.Locator.String(), e.OCR, e.Text}
	}
	return claimJSON{c.Kind, c.Text, c.Start, c.End, orEmpty(c.Citations), c.Verdict, c.Why, mapSlice(c.Evidence, evidence)}
}
