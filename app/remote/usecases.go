package remote

import (
	"context"
	"image"
	"path/filepath"
	"reflect"
	"time"

	"ibid/app"
	"ibid/app/config"
	"ibid/core"
)

// The use cases are those of app.Engine, under the same names: a new one is one
// line here. A test sees to it that none is missing and that all take and return
// plain values, apart from a context first and a function that is told one value
// at a time meanwhile.

// local are the methods that a Library has of its own, though an Engine has them
// too.
var local = map[string]bool{"Changes": true, "Close": true, "Places": true, "Rebuilt": true, "Warm": true}

// once are the use cases that come to something else when they are done twice.
var once = map[string]bool{
	"Remove": true, "Unwatch": true, "Rate": true, "RateAt": true, "Used": true, "Changed": true, "UndoFeedback": true, "ForgetFeedback": true,
}

// useCases are the names of all that can be asked of an owner, in order.
func useCases() (names []string) {
	own, engine := reflect.TypeFor[*Library](), reflect.TypeFor[*app.Engine]()
	for i := range own.NumMethod() {
		name := own.Method(i).Name
		if _, ok := engine.MethodByName(name); ok && !local[name] {
			names = append(names, name)
		}
	}
	return names
}

// none, one and two have a use case done that returns so many values beside its
// error.
func none(ctx context.Context, l *Library, name string, args ...any) error {
	return fault(l.do(ctx, name, args)[0])
}

func one[A any](ctx context.Context, l *Library, name string, args ...any) (A, error) {
	out := l.do(ctx, name, args)
	return out[0].Interface().(A), fault(out[1])
}

func two[A, B any](ctx context.Context, l *Library, name string, args ...any) (A, B, error) {
	out := l.do(ctx, name, args)
	return out[0].Interface().(A), out[1].Interface().(B), fault(out[2])
}

func fault(v reflect.Value) error {
	err, _ := v.Interface().(error)
	return err
}

// Documents, and what is read.

// AddPaths is app.Engine's.
func (l *Library) AddPaths(ctx context.Context, paths []string, password string) (app.Added, error) {
	return one[app.Added](ctx, l, "AddPaths", paths, password)
}

// Add is app.Engine's.
func (l *Library) Add(ctx context.Context, paths []string, password string) (core.Taken, error) {
	return one[core.Taken](ctx, l, "Add", paths, password)
}

// OCR is app.Engine's.
func (l *Library) OCR(ctx context.Context) (app.Added, error) {
	return one[app.Added](ctx, l, "OCR")
}

// Resume is app.Engine's.
func (l *Library) Resume(ctx context.Context) (app.Added, error) {
	return one[app.Added](ctx, l, "Resume")
}

// Remove is app.Engine's.
func (l *Library) Remove(ctx context.Context, ids ...core.DocumentID) error {
	return none(ctx, l, "Remove", ids)
}

// Meant is app.Engine's.
func (l *Library) Meant(ctx context.Context, name string) ([]core.Document, error) {
	return one[[]core.Document](ctx, l, "Meant", name)
}

// Watch is app.Engine's.
func (l *Library) Watch(ctx context.Context, folders ...core.Folder) (app.Added, error) {
	return one[app.Added](ctx, l, "Watch", folders)
}

// Follow is app.Engine's.
func (l *Library) Follow(ctx context.Context, path string) error {
	return none(ctx, l, "Follow", path)
}

// Unwatch is app.Engine's.
func (l *Library) Unwatch(ctx context.Context, paths ...string) error {
	return none(ctx, l, "Unwatch", paths)
}

// Folders is app.Engine's.
func (l *Library) Folders(ctx context.Context) ([]core.Folder, error) {
	return one[[]core.Folder](ctx, l, "Folders")
}

// Documents is app.Engine's.
func (l *Library) Documents(ctx context.Context) ([]core.Document, error) {
	return one[[]core.Document](ctx, l, "Documents")
}

// Status is app.Engine's.
func (l *Library) Status(ctx context.Context) (core.Status, error) {
	return one[core.Status](ctx, l, "Status")
}

// briefly is how long is waited for what cannot say that it did not work.
const briefly = 2 * time.Second

// Progress is app.Engine's; zero while the owner cannot be asked.
func (l *Library) Progress() core.Progress {
	ctx, cancel := context.WithTimeout(context.Background(), briefly)
	defer cancel()
	return l.do(ctx, "Progress", nil)[0].Interface().(core.Progress)
}

// Cancel is app.Engine's: it ends all reading that goes on in the library,
// whoever began it.
func (l *Library) Cancel() {
	ctx, cancel := context.WithTimeout(context.Background(), briefly)
	defer cancel()
	l.do(ctx, "Cancel", nil)
}

// Text and pictures.

// Document is app.Engine's.
func (l *Library) Document(ctx context.Context, id core.DocumentID) (core.Document, error) {
	return one[core.Document](ctx, l, "Document", id)
}

// Pages is app.Engine's.
func (l *Library) Pages(ctx context.Context, id core.DocumentID) ([]core.Page, error) {
	return one[[]core.Page](ctx, l, "Pages", id)
}

// Passages is app.Engine's.
func (l *Library) Passages(ctx context.Context, id core.DocumentID) ([]core.Passage, error) {
	return one[[]core.Passage](ctx, l, "Passages", id)
}

// Layout is app.Engine's.
func (l *Library) Layout(ctx context.Context, id core.DocumentID, page int) (core.Layout, error) {
	return one[core.Layout](ctx, l, "Layout", id, page)
}

// DrawnLayout is app.Engine's.
func (l *Library) DrawnLayout(ctx context.Context, id core.DocumentID, page, width, height int) (core.Layout, error) {
	return one[core.Layout](ctx, l, "DrawnLayout", id, page, width, height)
}

// Thumbnail is app.Engine's.
func (l *Library) Thumbnail(ctx context.Context, id core.DocumentID, page, width, height int) (*image.RGBA, error) {
	return one[*image.RGBA](ctx, l, "Thumbnail", id, page, width, height)
}

// Page is app.Engine's.
func (l *Library) Page(ctx context.Context, id core.DocumentID, page, width, height int) (*image.RGBA, error) {
	return one[*image.RGBA](ctx, l, "Page", id, page, width, height)
}

// Named is app.Engine's.
func (l *Library) Named(ctx context.Context, name string) (core.Document, error) {
	return one[core.Document](ctx, l, "Named", name)
}

// Numbering is app.Engine's.
func (l *Library) Numbering(ctx context.Context, id core.DocumentID) (core.Numbering, core.NumberOrigin, error) {
	return two[core.Numbering, core.NumberOrigin](ctx, l, "Numbering", id)
}

// SetNumbering is app.Engine's.
func (l *Library) SetNumbering(ctx context.Context, id core.DocumentID, ranges core.Numbering) error {
	return none(ctx, l, "SetNumbering", id, ranges)
}

// Locate is app.Engine's.
func (l *Library) Locate(ctx context.Context, locator string) (core.Spot, error) {
	return one[core.Spot](ctx, l, "Locate", locator)
}

// Excerpt is app.Engine's.
func (l *Library) Excerpt(ctx context.Context, id core.DocumentID, at []core.Quote, n int, function bool) (core.Excerpt, error) {
	return one[core.Excerpt](ctx, l, "Excerpt", id, at, n, function)
}

// Show is app.Engine's.
func (l *Library) Show(ctx context.Context, locator string, around app.Around) (app.Shown, error) {
	return one[app.Shown](ctx, l, "Show", locator, around)
}

// Window is app.Engine's.
func (l *Library) Window(ctx context.Context, id core.DocumentID, at []core.Quote, around app.Around) (app.Shown, error) {
	return one[app.Shown](ctx, l, "Window", id, at, around)
}

// Lines is app.Engine's.
func (l *Library) Lines(ctx context.Context, r app.LinesRequest) (app.Lines, error) {
	return one[app.Lines](ctx, l, "Lines", r)
}

// Roots is app.Engine's.
func (l *Library) Roots(ctx context.Context) ([]app.Root, error) {
	return one[[]app.Root](ctx, l, "Roots")
}

// Questions and contexts.

// Search is app.Engine's.
func (l *Library) Search(ctx context.Context, question string, limit int) ([]core.Hit, error) {
	return one[[]core.Hit](ctx, l, "Search", question, limit)
}

// SearchKinds is app.Engine's.
func (l *Library) SearchKinds(ctx context.Context, question string, kinds []core.Kind, limit int) ([]core.Hit, error) {
	return one[[]core.Hit](ctx, l, "SearchKinds", question, kinds, limit)
}

// SearchPlanned is app.Engine's.
func (l *Library) SearchPlanned(ctx context.Context, question string, kinds []core.Kind, p *core.Plan, limit int) ([]core.Hit, error) {
	return one[[]core.Hit](ctx, l, "SearchPlanned", question, kinds, p, limit)
}

// Ask is app.Engine's.
func (l *Library) Ask(ctx context.Context, req core.ContextRequest, each func(app.AskEvent)) (app.Answer, error) {
	return one[app.Answer](ctx, l, "Ask", req, each)
}

// Plan is app.Engine's.
func (l *Library) Plan(ctx context.Context, question string, who core.Planner, each func(piece string)) (core.Plan, error) {
	return one[core.Plan](ctx, l, "Plan", question, who, each)
}

// Context is app.Engine's.
func (l *Library) Context(ctx context.Context, req core.ContextRequest) (core.Context, error) {
	return one[core.Context](ctx, l, "Context", req)
}

// ModelServer is app.Engine's: of the owner's settings. It is zero if the owner
// cannot be asked.
func (l *Library) ModelServer(ctx context.Context) core.ModelServer {
	return l.do(ctx, "ModelServer", nil)[0].Interface().(core.ModelServer)
}

// PullModel is app.Engine's.
func (l *Library) PullModel(ctx context.Context, model string, each func(core.Pulled)) error {
	return none(ctx, l, "PullModel", model, each)
}

// Configure is app.Engine's: of the owner, whose model and OCR are everybody's.
// The rest counts for what is asked through this library.
func (l *Library) Configure(ctx context.Context, c config.Config) error {
	l.mu.Lock()
	l.options.Config = &c
	l.mu.Unlock()
	return none(ctx, l, "Configure", c)
}

// OCRLanguages is app.Engine's.
func (l *Library) OCRLanguages(ctx context.Context) ([]string, error) {
	return one[[]string](ctx, l, "OCRLanguages")
}

// Details is app.Engine's.
func (l *Library) Details(ctx context.Context, s core.Source) (core.SourceDetails, error) {
	return one[core.SourceDetails](ctx, l, "Details", s)
}

// ContactSheet is app.Engine's.
func (l *Library) ContactSheet(ctx context.Context, sources []core.Source, longest int) ([]byte, error) {
	return one[[]byte](ctx, l, "ContactSheet", sources, longest)
}

// Check is app.Engine's.
func (l *Library) Check(ctx context.Context, answer string, sources []core.Source) (core.CheckReport, error) {
	return one[core.CheckReport](ctx, l, "Check", answer, sources)
}

// Save is app.Engine's.
func (l *Library) Save(ctx context.Context, req core.ContextRequest, c core.Context) ([]byte, error) {
	return one[[]byte](ctx, l, "Save", req, c)
}

// Replay is app.Engine's.
func (l *Library) Replay(ctx context.Context, saved core.SavedContext) (core.Replay, error) {
	return one[core.Replay](ctx, l, "Replay", saved)
}

// Reopen is app.Engine's.
func (l *Library) Reopen(ctx context.Context, path string) (core.SavedContext, core.Replay, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return core.SavedContext{}, core.Replay{}, err
	}
	return two[core.SavedContext, core.Replay](ctx, l, "Reopen", path)
}

// Feedback.

// Rate is app.Engine's.
func (l *Library) Rate(ctx context.Context, question string, s core.Source, r core.Rating) (core.Feedback, error) {
	return one[core.Feedback](ctx, l, "Rate", question, s, r)
}

// RateAt is app.Engine's.
func (l *Library) RateAt(ctx context.Context, question, locator string, r core.Rating) (core.Feedback, error) {
	return one[core.Feedback](ctx, l, "RateAt", question, locator, r)
}

// Changed is app.Engine's.
func (l *Library) Changed(ctx context.Context, saved core.SavedContext) ([]core.Feedback, error) {
	return one[[]core.Feedback](ctx, l, "Changed", saved)
}

// Used is app.Engine's.
func (l *Library) Used(ctx context.Context, question string, report core.CheckReport, sources []core.Source) ([]core.Feedback, error) {
	return one[[]core.Feedback](ctx, l, "Used", question, report, sources)
}

// Feedback is app.Engine's.
func (l *Library) Feedback(ctx context.Context) ([]core.Feedback, error) {
	return one[[]core.Feedback](ctx, l, "Feedback")
}

// FeedbackOn is app.Engine's.
func (l *Library) FeedbackOn(ctx context.Context, question string) ([]core.Feedback, error) {
	return one[[]core.Feedback](ctx, l, "FeedbackOn", question)
}

// UndoFeedback is app.Engine's.
func (l *Library) UndoFeedback(ctx context.Context, ids ...int64) error {
	return none(ctx, l, "UndoFeedback", ids)
}

// ForgetFeedback is app.Engine's.
func (l *Library) ForgetFeedback(ctx context.Context) (int, error) {
	return one[int](ctx, l, "ForgetFeedback")
}

// Other programs.

// Visit is app.Engine's.
func (l *Library) Visit(ctx context.Context, v core.Visit) error {
	return none(ctx, l, "Visit", v)
}

// Clients is app.Engine's.
func (l *Library) Clients(ctx context.Context) ([]core.Client, error) {
	return one[[]core.Client](ctx, l, "Clients")
}

// Revoke is app.Engine's.
func (l *Library) Revoke(ctx context.Context, name string, own, revoked bool) error {
	return none(ctx, l, "Revoke", name, own, revoked)
}

// ForgetClients is app.Engine's.
func (l *Library) ForgetClients(ctx context.Context) error {
	return none(ctx, l, "ForgetClients")
}

// Source code.

// Subject is app.Engine's.
func (l *Library) Subject(ctx context.Context, name string) (app.Subject, error) {
	return one[app.Subject](ctx, l, "Subject", name)
}

// Definition is app.Engine's.
func (l *Library) Definition(ctx context.Context, name, file string) (app.Defined, error) {
	return one[app.Defined](ctx, l, "Definition", name, file)
}

// Imports is app.Engine's.
func (l *Library) Imports(ctx context.Context, of app.Subject, depth int, reverse bool) ([]core.ImportLink, error) {
	return one[[]core.ImportLink](ctx, l, "Imports", of, depth, reverse)
}

// References is app.Engine's.
func (l *Library) References(ctx context.Context, of app.Subject) (app.Used, error) {
	return one[app.Used](ctx, l, "References", of)
}

// Tests is app.Engine's.
func (l *Library) Tests(ctx context.Context, of app.Subject) ([]core.Related, error) {
	return one[[]core.Related](ctx, l, "Tests", of)
}

// Implementations is app.Engine's.
func (l *Library) Implementations(ctx context.Context, of app.Subject) ([]core.Related, error) {
	return one[[]core.Related](ctx, l, "Implementations", of)
}

// RelatedTo is app.Engine's.
func (l *Library) RelatedTo(ctx context.Context, of app.Subject) ([]core.Related, error) {
	return one[[]core.Related](ctx, l, "RelatedTo", of)
}

// EntitiesOf is app.Engine's.
func (l *Library) EntitiesOf(ctx context.Context, d core.Document) ([]core.Symbol, error) {
	return one[[]core.Symbol](ctx, l, "EntitiesOf", d)
}

// NamedIn is app.Engine's.
func (l *Library) NamedIn(ctx context.Context, text string) (map[string][]core.Symbol, error) {
	return one[map[string][]core.Symbol](ctx, l, "NamedIn", text)
}

// History is app.Engine's.
func (l *Library) History(ctx context.Context, d core.Document) (core.FileHistory, error) {
	return one[core.FileHistory](ctx, l, "History", d)
}

// Mentions is app.Engine's.
func (l *Library) Mentions(ctx context.Context, name string) ([]core.Mention, error) {
	return one[[]core.Mention](ctx, l, "Mentions", name)
}

// Places is app.Engine's.
func (l *Library) Places(ctx context.Context) (*app.Places, error) {
	docs, err := l.Documents(ctx)
	if err != nil {
		return nil, err
	}
	return app.NewPlaces(docs, func(d core.Document) bool { return l.Stale(ctx, d) }), nil
}

// Stale is app.Engine's; false if the owner cannot be asked.
func (l *Library) Stale(ctx context.Context, d core.Document) bool {
	return l.do(ctx, "Stale", []any{d})[0].Bool()
}
