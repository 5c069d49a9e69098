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
	// AddPaths adds files and folders to the library and returns when their
	// words and structure are read. A file that cannot be read gives no error:
	// it is listed with its state. The password, if any, is tried on documents
	// that need one.
	AddPaths(ctx context.Context, paths []string, password string) (shelf.Added, error)
	// Add is AddPaths for a window that shows the documents' states as they
	// change: it returns an error only for what no document's state shows.
	Add(ctx context.Context, paths []string, password string) (core.Taken, error)
	// Resume reads what an earlier run left in the queue, then the files that
	// changed since.
	Resume(ctx context.Context) (shelf.Added, error)
	// OCR reads all pages that wait for OCR and returns when that is done.
	// Added.Documents lists the documents of these pages.
	OCR(ctx context.Context) (shelf.Added, error)
	// Cancel ends the current reading, whoever began it, after the file that is
	// being read. The rest stays in the queue.
	Cancel()
	// Progress returns how far the reading has come; zero if the owner cannot
	// be asked.
	Progress() core.Progress

	// Watch makes the library watch folders, reads the files in them that are
	// new or changed, and returns when that is done.
	Watch(ctx context.Context, folders ...core.Folder) (shelf.Added, error)
	// Follow is Watch of one folder for a window that shows the documents'
	// states as they change: it returns an error only for what no document's
	// state shows.
	Follow(ctx context.Context, path string) error
	// Unwatch stops watching folders. Their documents stay. A folder that is
	// not watched gives an error that wraps core.ErrNotFound; the other folders
	// are still handled.
	//usecase:once
	Unwatch(ctx context.Context, paths ...string) error
	// Folders lists the watched folders by path, with the state of each watch.
	Folders(ctx context.Context) ([]core.Folder, error)
	// Roots lists the named folders: those of the settings, then those that are
	// watched, each path once.
	Roots(ctx context.Context) ([]place.Root, error)

	// Remove removes documents from the library. The files stay. Unknown ids
	// are skipped; if no id is known the error wraps core.ErrNotFound.
	//usecase:once
	Remove(ctx context.Context, ids ...core.DocumentID) error
	// Documents lists all documents by name.
	Documents(ctx context.Context) ([]core.Document, error)
	// Document returns one document, or an error that wraps core.ErrNotFound.
	Document(ctx context.Context, id core.DocumentID) (core.Document, error)
	// Named returns the one document that a name means: a file name or enough
	// of its path to be unique.
	Named(ctx context.Context, name string) (core.Document, error)
	// Meant returns every document in the folder with a path, else the one
	// document with that name.
	Meant(ctx context.Context, name string) ([]core.Document, error)
	// Within returns the documents that a question is restricted to by a name: a
	// document or archive, or a folder by its path, its end or its name.
	Within(ctx context.Context, name string) ([]core.Document, error)
	// Status counts what the library holds.
	Status(ctx context.Context) (core.Status, error)
	// Owner returns the program that has the library open.
	Owner(ctx context.Context) (core.Owner, error)
}

// Pages reads and draws what documents hold. Pages are 1-based.
type Pages interface {
	// Pages returns the stored text of a document's pages, or an error that wraps
	// core.ErrNotFound if nothing of it could be read.
	Pages(ctx context.Context, id core.DocumentID) ([]core.Page, error)
	// Passages returns the passages of a document, in order.
	Passages(ctx context.Context, id core.DocumentID) ([]core.Passage, error)
	// Layout returns the positions of the lines of a page; none if they are
	// unknown.
	Layout(ctx context.Context, id core.DocumentID, page int) (core.Layout, error)
	// DrawnLayout is Layout with line ends measured in the picture that Page
	// makes for a box of the same size in pixels.
	DrawnLayout(ctx context.Context, id core.DocumentID, page, width, height int) (core.Layout, error)
	// Page returns the picture of a page, as large as fits a box in pixels. The
	// picture is shared and must not be changed.
	Page(ctx context.Context, id core.DocumentID, page, width, height int) (*image.RGBA, error)
	// Numbering returns the printed page numbers of a document as ranges, and
	// their origin.
	Numbering(ctx context.Context, id core.DocumentID) (core.Numbering, core.NumberOrigin, error)
	// SetNumbering sets the printed page numbers of a document by hand, or
	// removes them if there are no ranges.
	SetNumbering(ctx context.Context, id core.DocumentID, ranges core.Numbering) error

	// Locate resolves a locator to a place that a reader can open.
	Locate(ctx context.Context, locator string) (core.Spot, error)
	// Show resolves a locator and returns the text there, and around it.
	Show(ctx context.Context, locator string, around place.Around) (place.Shown, error)
	// Window returns the text around a place of a document, which is one quote or
	// several in order.
	Window(ctx context.Context, id core.DocumentID, at []core.Quote, around place.Around) (place.Shown, error)
	// Excerpt is Window for a reader: n lines or characters before and after a
	// place, or the enclosing function of source code.
	Excerpt(ctx context.Context, id core.DocumentID, at []core.Quote, n int, function bool) (core.Excerpt, error)
	// Lines returns a line of a file below a named folder, and lines around it.
	Lines(ctx context.Context, r place.LinesRequest) (place.Lines, error)
	// Stale reports whether a document's file has changed or is gone since it was
	// read; false if the owner cannot be asked.
	Stale(ctx context.Context, d core.Document) bool
}

// Questions find sources, build contexts of them, and check answers.
type Questions interface {
	// Search finds passages for a question, best first.
	Search(ctx context.Context, req core.SearchRequest) (core.Found, error)
	// SearchInWaves is Search for a window: if the answer takes longer than a
	// moment, each receives first what the words of the question alone find. A hit
	// that stands lower in the answer than there has a reason that says why.
	SearchInWaves(ctx context.Context, req core.SearchRequest, each func(core.Found)) (core.Found, error)
	// Plan makes a plan of where to look for the sources of an answer. The
	// planner is one of core.Planners; auto if empty. each, if not nil,
	// receives the output of a model as it comes.
	Plan(ctx context.Context, question string, planner core.Planner, each func(piece string)) (core.Plan, error)
	// Context builds the cited context for a request.
	Context(ctx context.Context, req core.ContextRequest) (core.Context, error)
	// Ask builds the context for a request and has the local model answer from it.
	// each receives the context, and then the answer piece by piece.
	Ask(ctx context.Context, req core.ContextRequest, each func(ask.AskEvent)) (ask.Answer, error)
	// Abbreviations lists what short forms mean in the library and in the
	// synonyms file, or only those with a name as their short or long form.
	Abbreviations(ctx context.Context, name string) ([]core.Meaning, error)
	// Details returns what is known of a source: the text of its page and what
	// is on it.
	Details(ctx context.Context, s core.Source) (core.SourceDetails, error)
	// ContactSheet returns a PNG of the cited pages, the longer side at most
	// longest pixels.
	ContactSheet(ctx context.Context, sources []core.Source, longest int) ([]byte, error)
	// Check compares the citations, quotes and numbers of an answer with the sources
	// of the context that it was given.
	Check(ctx context.Context, answer string, sources []core.Source) (core.CheckReport, error)
	// Save encodes a context as JSON for a file.
	Save(ctx context.Context, req core.ContextRequest, c core.Context) ([]byte, error)
	// Replay builds a saved context again and reports for each of its sources
	// whether it is still there and unchanged.
	Replay(ctx context.Context, saved core.SavedContext) (core.Replay, error)
	// Reopen reads a saved context from a file and replays it.
	Reopen(ctx context.Context, path string) (core.SavedContext, core.Replay, error)
}

// Models changes the settings and describes the programs that the library uses.
type Models interface {
	// Configure applies other settings from now on.
	Configure(ctx context.Context, c config.Config) error
	// OCRLanguages lists the languages that Tesseract has on this machine.
	OCRLanguages(ctx context.Context) ([]string, error)
	// ModelServer lists the models of the server and reports whether the model
	// in the settings can be used. It never fails: the Reason of the result
	// describes what went wrong.
	ModelServer(ctx context.Context) core.ModelServer
	// PullModel has the server on this machine download a model; each receives
	// the progress.
	PullModel(ctx context.Context, model string, each func(core.Pulled)) error
}

// Feedback is people's ratings of sources, and records of which sources were
// useful. It affects later ranking.
type Feedback interface {
	// Rate stores a person's rating of a source for a question: up or down.
	//usecase:once
	Rate(ctx context.Context, question string, s core.Source, r core.Rating) (core.Feedback, error)
	// RateAt is Rate for the place that a locator names.
	//usecase:once
	RateAt(ctx context.Context, question, locator string, r core.Rating) (core.Feedback, error)
	// Used records which sources an answer to a question cites.
	//usecase:once
	Used(ctx context.Context, question string, report core.CheckReport, sources []core.Source) ([]core.Feedback, error)
	// Changed records which sources of a saved context were in files that were
	// changed in a git repository after it was saved.
	//usecase:once
	Changed(ctx context.Context, saved core.SavedContext) ([]core.Feedback, error)
	// Feedback lists all feedback on sources, the newest first.
	Feedback(ctx context.Context) ([]core.Feedback, error)
	// FeedbackOn lists the feedback on sources of one question.
	FeedbackOn(ctx context.Context, question string) ([]core.Feedback, error)
	// UndoFeedback deletes entries. An id that does not exist gives an error
	// that wraps core.ErrNotFound.
	//usecase:once
	UndoFeedback(ctx context.Context, ids ...int64) error
	// ForgetFeedback deletes all feedback and returns how many entries there
	// were.
	//usecase:once
	ForgetFeedback(ctx context.Context) (int, error)
}

// Code answers questions about source code.
type Code interface {
	// Subject resolves a name to a file or a symbol: a path,
	// "src/a.py::Class.method", or the name of a symbol defined in any file.
	Subject(ctx context.Context, name string) (code.Subject, error)
	// Definition finds where a name is defined, the likeliest place first: in
	// all files or, if file is not empty, as code in that file resolves it.
	Definition(ctx context.Context, name, file string) (code.Defined, error)
	// Imports lists the imports of a file, breadth first, down to depth levels;
	// with reverse it lists the files that import it.
	Imports(ctx context.Context, of code.Subject, depth int, reverse bool) ([]core.ImportLink, error)
	// References lists where a symbol is used.
	References(ctx context.Context, of code.Subject) (code.Used, error)
	// Tests lists the tests of a symbol or file or, if the subject is a test,
	// what it tests.
	Tests(ctx context.Context, of code.Subject) ([]core.Related, error)
	// Implementations lists the types that implement or extend a type.
	Implementations(ctx context.Context, of code.Subject) ([]core.Related, error)
	// RelatedTo lists what a symbol uses and what uses it. For a whole file it
	// lists what it imports, what imports it, and the files that change
	// together with it.
	RelatedTo(ctx context.Context, of code.Subject) ([]core.Related, error)
	// EntitiesOf lists the symbols that a source file defines, in order.
	EntitiesOf(ctx context.Context, d core.Document) ([]core.Symbol, error)
	// NamedIn finds the names in a text that the library's code defines, with
	// their definitions.
	NamedIn(ctx context.Context, text string) (map[string][]core.Symbol, error)
	// History returns how often a document's file was changed in its
	// repository, and with which other files.
	History(ctx context.Context, d core.Document) (core.FileHistory, error)
	// Mentions finds where documents other than source code mention a name in a
	// spelling of code.
	Mentions(ctx context.Context, name string) ([]core.Mention, error)
}

// Visits are the requests of other programs.
type Visits interface {
	// Visit records a request of another program under the name that the
	// program gives itself.
	Visit(ctx context.Context, name string) error
	// LastVisit returns the last request of another program since the library
	// was opened; zero if there was none.
	LastVisit(ctx context.Context) (core.Visit, error)
}
