// Package ask holds the use cases of a question: its plan, its hits, the context
// that cites them, a model's answer, the check of an answer, saved contexts and
// feedback.
//
// A context is made in stages, each a function from values to values: a question
// becomes a core.Query (Asker.query), rules or a model make its core.Plan
// (Asker.start), core/search retrieves, expands and ranks its evidence, and
// core/assemble fits that into the budget.
package ask

import (
	"context"
	"image"

	"ibid/app/fresh"
	"ibid/core"
	"ibid/core/abbreviation"
	"ibid/core/ollama"
	"ibid/core/search"
	"ibid/core/snapshot"
)

// Searcher finds hits and evidence.
type Searcher interface {
	// Features returns the ranking features of the passages for a question.
	Features(ctx context.Context, q core.Query, limit int) ([]search.Featured, error)
	Holding(ctx context.Context, q core.Query) (pages int, err error)
	Waves(ctx context.Context, q core.Query, limit int, each func(search.Wave)) (search.Wave, error)
	Evidence(ctx context.Context, r search.Request, limit int) (search.Evidence, error)
}

// Assembler makes a context of what was found.
type Assembler interface {
	Context(ctx context.Context, req core.ContextRequest, found core.Retrieval) (core.Context, error)
}

// Planner makes plans. If each is not nil, it receives the output of the model
// as it comes.
type Planner interface {
	Plan(ctx context.Context, question string, who core.Planner, each func(piece string)) (core.Plan, error)
}

// Library is the precious store, with the methods that questions need.
type Library interface {
	Documents(ctx context.Context) ([]core.Document, error)
	DocumentByPath(ctx context.Context, path string) (core.Document, error)
	DocumentsByHash(ctx context.Context, hash core.Hash) ([]core.Document, error)
	Feedback(ctx context.Context) ([]core.Feedback, error)
	AddFeedback(ctx context.Context, f core.Feedback) (core.Feedback, error)
	RemoveFeedback(ctx context.Context, id int64) error
	ForgetFeedback(ctx context.Context) (int64, error)
}

// Texts reads the stored text of contents.
type Texts interface {
	Page(ctx context.Context, hash core.Hash, index int) (core.Page, error)
	Pages(ctx context.Context, hash core.Hash) ([]core.Page, error)
	Passages(ctx context.Context, hash core.Hash) ([]core.Passage, error)
}

// Abbreviations looks up what short forms mean in the library, and which words are
// ordinary ones.
type Abbreviations interface {
	abbreviation.Meanings
	AllSenses(ctx context.Context) ([]core.Sense, error)
}

// History returns when files were changed in their git repository.
type History interface {
	Of(ctx context.Context, path string) (core.FileHistory, error)
}

// Places opens locators and draws pages.
type Places interface {
	Locate(ctx context.Context, locator string) (core.Spot, error)
	Within(ctx context.Context, name string) ([]core.Document, error)
	Layout(ctx context.Context, id core.DocumentID, page int) (core.Layout, error)
	Page(ctx context.Context, id core.DocumentID, page, width, height int) (*image.RGBA, error)
}

// Opener opens the file of a document.
type Opener = core.Opener

// Ports are what the use cases need. All are safe for concurrent use.
type Ports struct {
	Searcher  Searcher
	Assembler Assembler
	Planner   func() Planner        // chosen by the current settings
	Model     func() *ollama.Server // chosen by the current settings
	Snapshot  *snapshot.Keeper
	Library   Library
	Texts     Texts
	// Abbreviations are those of the library, Synonyms those of the person who asks.
	Abbreviations Abbreviations
	Synonyms      func(ctx context.Context) (*abbreviation.Synonyms, error)
	Speller       abbreviation.Speller
	Words         Words
	History       History
	Places        Places
	Scans         Scans
	Opener        Opener
	Files         *fresh.Files
	Without       []search.Part // parts that are left out; only measurements set it
}

// Asker answers questions. Safe for concurrent use.
type Asker struct{ p Ports }

// New returns an Asker with its ports.
func New(p Ports) *Asker { return &Asker{p} }
