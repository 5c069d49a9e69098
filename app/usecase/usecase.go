// Package usecase is the table of everything that can be asked of a library. The
// window, ibidctl, REST, MCP and the private socket all ask these interfaces.
//
// A use case takes a context first, plain values, and at most one function that
// receives one value at a time while the work goes on. It returns up to two plain
// values and an error. Plain means that it can be written to another process: no
// interface but error, no unexported field.
//
// To add a use case, give the room that does it a method, write one line here with
// its comment, and run `go generate ./app/usecase`. That writes the stubs and
// handlers of app/remote, so that the use case also works through another process.
// A use case whose comment ends with //usecase:once is not asked a second time of
// the next owner when the first one ended without an answer.
package usecase

//go:generate go run ibid/cmd/dev generate

import (
	"context"
	"image"

	"ibid/app/ask"
	"ibid/app/code"
	"ibid/app/config"
	"ibid/app/place"
	"ibid/app/shelf"
	"ibid/core"
)

// Library is the whole table.
type Library interface {
	Reading
	Pages
	Questions
	Models
	Feedback
	Code
	Visits
}

// Reading brings documents into the library and takes them out.
type Reading interface {
	// AddPaths brings files and folders into the library and returns when their
	// words and structure are read. A file that cannot be read is no error: it is
	// in the list with its state. The password, if any, is tried on documents that
	// need one.
	AddPaths(ctx context.Context, paths []string, password string) (shelf.Added, error)
	// Add is AddPaths for a screen that shows the states as they change: only what
	// is no document's state is an error.
	Add(ctx context.Context, paths []string, password string) (core.Taken, error)
	// Resume reads what an earlier run left in the queue, and then what changed on
	// disk since.
	Resume(ctx context.Context) (shelf.Added, error)
	// OCR reads all pages that wait for OCR and returns when that is done.
	// Added.Documents lists the documents of these pages.
	OCR(ctx context.Context) (shelf.Added, error)
	// Cancel ends the reading that goes on, whoever began it, after the current
	// file. The rest stays in the queue.
	Cancel()
	// Progress is where reading stands; zero while the owner cannot be asked.
	Progress() core.Progress

	// Watch has the library follow folders from now on, reads what is new or
	// changed in them, and returns when that is done.
	Watch(ctx context.Context, folders ...core.Folder) (shelf.Added, error)
	// Follow is Watch for a screen that shows the states as they change: only what
	// is no document's state is an error.
	Follow(ctx context.Context, path string) error
	// Unwatch ends the watch of folders. Their documents stay. A folder that is not
	// watched gives an error that wraps core.ErrNotFound; the others are done.
	//usecase:once
	Unwatch(ctx context.Context, paths ...string) error
	// Folders lists the watched folders by path, and how they are followed now.
	Folders(ctx context.Context) ([]core.Folder, error)
	// Roots lists the named folders: those of the settings, then those that are
	// watched, each path once.
	Roots(ctx context.Context) ([]place.Root, error)

	// Remove takes documents out of the library. The files are not touched. An id
	// that is not there any more is passed over; without any the error wraps
	// core.ErrNotFound.
	//usecase:once
	Remove(ctx context.Context, ids ...core.DocumentID) error
	// Documents lists all documents by name.
	Documents(ctx context.Context) ([]core.Document, error)
	// Document is one document, or an error that wraps core.ErrNotFound.
	Document(ctx context.Context, id core.DocumentID) (core.Document, error)
	// Named returns the one document that a name means: a file name or as much of
	// its path as tells it apart.
	Named(ctx context.Context, name string) (core.Document, error)
	// Meant returns every document in the folder that a name is a path of, else the
	// one document that it names.
	Meant(ctx context.Context, name string) ([]core.Document, error)
	// Status counts what the library holds.
	Status(ctx context.Context) (core.Status, error)
	// Owner is the program that has the library open.
	Owner(ctx context.Context) (core.Owner, error)
}

// Pages reads and draws what documents hold. Pages are 1-based.
type Pages interface {
	// Pages returns the stored text of a document's pages, or an error that wraps
	// core.ErrNotFound if nothing of it could be read.
	Pages(ctx context.Context, id core.DocumentID) ([]core.Page, error)
	// Passages returns the passages of a document, in order.
	Passages(ctx context.Context, id core.DocumentID) ([]core.Passage, error)
	// Layout is where the lines of a page stand; without lines if that is unknown.
	Layout(ctx context.Context, id core.DocumentID, page int) (core.Layout, error)
	// DrawnLayout is Layout with lines that end where they do on the picture that
	// Page makes for a box of the same size in pixels.
	DrawnLayout(ctx context.Context, id core.DocumentID, page, width, height int) (core.Layout, error)
	// Page is the picture of a page, as large as fits a box in pixels. It is shared:
	// nobody may draw on it.
	Page(ctx context.Context, id core.DocumentID, page, width, height int) (*image.RGBA, error)
	// Numbering returns the printed page numbers of a document as ranges, and where
	// they come from.
	Numbering(ctx context.Context, id core.DocumentID) (core.Numbering, core.NumberOrigin, error)
	// SetNumbering corrects the printed page numbers of a document by hand, or takes
	// the correction back if there are no ranges.
	SetNumbering(ctx context.Context, id core.DocumentID, ranges core.Numbering) error

	// Locate finds what a locator means, for a reader to open.
	Locate(ctx context.Context, locator string) (core.Spot, error)
	// Show opens a locator and returns the text there, and around it.
	Show(ctx context.Context, locator string, around place.Around) (place.Shown, error)
	// Window returns the text around a place of a document, which is one quote or
	// several in order.
	Window(ctx context.Context, id core.DocumentID, at []core.Quote, around place.Around) (place.Shown, error)
	// Excerpt is Window for a reader: n lines or characters before and after a
	// place; of source code the enclosing function on request.
	Excerpt(ctx context.Context, id core.DocumentID, at []core.Quote, n int, function bool) (core.Excerpt, error)
	// Lines returns the lines around one, of a file below a named folder.
	Lines(ctx context.Context, r place.LinesRequest) (place.Lines, error)
	// Stale reports whether a document's file has changed or is gone since it was
	// read; false if the owner cannot be asked.
	Stale(ctx context.Context, d core.Document) bool
}

// Questions find sources, build contexts of them, and check answers.
type Questions interface {
	// Search finds at most limit passages for a question, best first.
	Search(ctx context.Context, question string, limit int) ([]core.Hit, error)
	// SearchPlanned is Search among documents of some kinds, none meaning all, for
	// the keywords and among the documents of a plan; nil is no plan.
	SearchPlanned(ctx context.Context, question string, kinds []core.Kind, plan *core.Plan, limit int) ([]core.Hit, error)
	// Plan makes a plan of where to look for the sources of an answer. The planner is
	// one of core.Planners; auto if empty. each, if not nil, receives what a model
	// says as it comes.
	Plan(ctx context.Context, question string, planner core.Planner, each func(piece string)) (core.Plan, error)
	// Context builds the cited context for a request.
	Context(ctx context.Context, req core.ContextRequest) (core.Context, error)
	// Ask builds the context for a request and has the local model answer from it.
	// each receives the context, and then the answer piece by piece.
	Ask(ctx context.Context, req core.ContextRequest, each func(ask.AskEvent)) (ask.Answer, error)
	// Details is what is known of a source: its page's text and what stands on it.
	Details(ctx context.Context, s core.Source) (core.SourceDetails, error)
	// ContactSheet is a PNG of the cited pages, the longer side at most longest
	// pixels.
	ContactSheet(ctx context.Context, sources []core.Source, longest int) ([]byte, error)
	// Check compares the citations, quotes and numbers of an answer with the sources
	// of the context that it was given.
	Check(ctx context.Context, answer string, sources []core.Source) (core.CheckReport, error)
	// Save is a context as it is kept in a file, as JSON.
	Save(ctx context.Context, req core.ContextRequest, c core.Context) ([]byte, error)
	// Replay builds a saved context again and says what became of its sources.
	Replay(ctx context.Context, saved core.SavedContext) (core.Replay, error)
	// Reopen reads a saved context from a file and replays it.
	Reopen(ctx context.Context, path string) (core.SavedContext, core.Replay, error)
}

// Models are about the settings and the programs that the library asks.
type Models interface {
	// Configure makes other settings count from now on.
	Configure(ctx context.Context, c config.Config) error
	// OCRLanguages lists the languages that Tesseract has on this machine.
	OCRLanguages(ctx context.Context) ([]string, error)
	// ModelServer asks which models are there and whether the one that the settings
	// name can be used. It never fails: what goes wrong is the Reason.
	ModelServer(ctx context.Context) core.ModelServer
	// PullModel has the server on this machine fetch a model; each receives the
	// progress.
	PullModel(ctx context.Context, model string, each func(core.Pulled)) error
}

// Feedback is what people said of sources, and what was seen to be of use. It
// changes later ranking.
type Feedback interface {
	// Rate keeps what a person said of a source of a question: up or down.
	//usecase:once
	Rate(ctx context.Context, question string, s core.Source, r core.Rating) (core.Feedback, error)
	// RateAt is Rate for the place that a locator means.
	//usecase:once
	RateAt(ctx context.Context, question, locator string, r core.Rating) (core.Feedback, error)
	// Used keeps that an answer to a question cites sources.
	//usecase:once
	Used(ctx context.Context, question string, report core.CheckReport, sources []core.Source) ([]core.Feedback, error)
	// Changed keeps that sources of a saved context were in files that were changed
	// in a git repository after it was saved.
	//usecase:once
	Changed(ctx context.Context, saved core.SavedContext) ([]core.Feedback, error)
	// Feedback lists what was said of sources, the newest first.
	Feedback(ctx context.Context) ([]core.Feedback, error)
	// FeedbackOn is Feedback on sources of one question.
	FeedbackOn(ctx context.Context, question string) ([]core.Feedback, error)
	// UndoFeedback takes entries back; one that is not there gives an error that
	// wraps core.ErrNotFound.
	//usecase:once
	UndoFeedback(ctx context.Context, ids ...int64) error
	// ForgetFeedback takes all of it back and returns how much that was.
	//usecase:once
	ForgetFeedback(ctx context.Context) (int, error)
}

// Code answers questions about source code.
type Code interface {
	// Subject finds what a name means: a file, "src/a.py::Class.method", or the name
	// of something defined anywhere.
	Subject(ctx context.Context, name string) (code.Subject, error)
	// Definition finds where a name is defined, the likeliest first: anywhere, or,
	// with file, as it is meant there.
	Definition(ctx context.Context, name, file string) (code.Defined, error)
	// Imports lists what a file imports, breadth first to a depth; with reverse, who
	// imports it.
	Imports(ctx context.Context, of code.Subject, depth int, reverse bool) ([]core.ImportLink, error)
	// References lists where a named thing is used.
	References(ctx context.Context, of code.Subject) (code.Used, error)
	// Tests lists the tests of a named thing or a file, or what a test is about.
	Tests(ctx context.Context, of code.Subject) ([]core.Related, error)
	// Implementations lists the types that implement or extend one.
	Implementations(ctx context.Context, of code.Subject) ([]core.Related, error)
	// RelatedTo lists what a named thing uses and what uses it; of a whole file, what
	// it imports, what imports it, and what changes together with it.
	RelatedTo(ctx context.Context, of code.Subject) ([]core.Related, error)
	// EntitiesOf lists what a document of source code defines, in order.
	EntitiesOf(ctx context.Context, d core.Document) ([]core.Symbol, error)
	// NamedIn finds the names of a text that are defined in the library's code.
	NamedIn(ctx context.Context, text string) (map[string][]core.Symbol, error)
	// History counts how often a document's file was changed in its repository, and
	// with which others.
	History(ctx context.Context, d core.Document) (core.FileHistory, error)
	// Mentions finds where documents that are no code name a thing as code does.
	Mentions(ctx context.Context, name string) ([]core.Mention, error)
}

// Visits are the requests of other programs.
type Visits interface {
	// Visit notes that another program asks, by what it calls itself.
	Visit(ctx context.Context, name string) error
	// LastVisit is the last request of another program since the library was
	// opened; zero if there was none.
	LastVisit(ctx context.Context) (core.Visit, error)
}
