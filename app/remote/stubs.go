// Code generated from app/usecase/usecase.go by "go run ./cmd/dev generate"; DO NOT EDIT.

package remote

import (
	"context"
	"image"

	"ibid/app/ask"
	"ibid/app/code"
	"ibid/app/config"
	"ibid/app/place"
	"ibid/app/shelf"
	"ibid/app/usecase"
	"ibid/core"
)

// methods are all use cases.
var methods = []handler{
	doAddPaths, doAdd, doResume, doOCR, doCancel, doProgress, doWatch, doFollow, doUnwatch, doFolders, doRoots, doRemove,
	doDocuments, doDocument, doNamed, doMeant, doWithin, doStatus, doOwner, doPages, doPassages, doLayout, doDrawnLayout,
	doPage, doNumbering, doSetNumbering, doLocate, doShow, doWindow, doExcerpt, doLines, doStale, doSearch, doSearchInWaves,
	doPlan, doContext, doAsk, doAbbreviations, doDetails, doContactSheet, doCheck, doSave, doReplay, doReopen, doConfigure,
	doOCRLanguages, doModelServer, doPullModel, doRate, doRateAt, doUsed, doChanged, doFeedback, doFeedbackOn,
	doUndoFeedback, doForgetFeedback, doSubject, doDefinition, doImports, doReferences, doTests, doImplementations,
	doRelatedTo, doEntitiesOf, doNamedIn, doHistory, doMentions, doVisit, doLastVisit,
}

// The use cases, as the owner of the library does them.
var (
	doAddPaths = &method[tuple2[[]string, string], none, shelf.Added]{"AddPaths", false, func(ctx context.Context, u usecase.Library, args tuple2[[]string, string], _ func(none)) (shelf.Added, error) {
		return u.AddPaths(ctx, args.A, args.B)
	}}
	doAdd = &method[tuple2[[]string, string], none, core.Taken]{"Add", false, func(ctx context.Context, u usecase.Library, args tuple2[[]string, string], _ func(none)) (core.Taken, error) {
		return u.Add(ctx, args.A, args.B)
	}}
	doResume = &method[none, none, shelf.Added]{"Resume", false, func(ctx context.Context, u usecase.Library, _ none, _ func(none)) (shelf.Added, error) {
		return u.Resume(ctx)
	}}
	doOCR = &method[none, none, shelf.Added]{"OCR", false, func(ctx context.Context, u usecase.Library, _ none, _ func(none)) (shelf.Added, error) {
		return u.OCR(ctx)
	}}
	doCancel = &method[none, none, none]{"Cancel", false, func(ctx context.Context, u usecase.Library, _ none, _ func(none)) (none, error) {
		u.Cancel()
		return none{}, nil
	}}
	doProgress = &method[none, none, core.Progress]{"Progress", false, func(ctx context.Context, u usecase.Library, _ none, _ func(none)) (core.Progress, error) {
		return u.Progress(), nil
	}}
	doWatch = &method[tuple1[[]core.Folder], none, shelf.Added]{"Watch", false, func(ctx context.Context, u usecase.Library, args tuple1[[]core.Folder], _ func(none)) (shelf.Added, error) {
		return u.Watch(ctx, args.A...)
	}}
	doFollow = &method[tuple1[string], none, none]{"Follow", false, func(ctx context.Context, u usecase.Library, args tuple1[string], _ func(none)) (none, error) {
		return none{}, u.Follow(ctx, args.A)
	}}
	doUnwatch = &method[tuple1[[]string], none, none]{"Unwatch", true, func(ctx context.Context, u usecase.Library, args tuple1[[]string], _ func(none)) (none, error) {
		return none{}, u.Unwatch(ctx, args.A...)
	}}
	doFolders = &method[none, none, []core.Folder]{"Folders", false, func(ctx context.Context, u usecase.Library, _ none, _ func(none)) ([]core.Folder, error) {
		return u.Folders(ctx)
	}}
	doRoots = &method[none, none, []place.Root]{"Roots", false, func(ctx context.Context, u usecase.Library, _ none, _ func(none)) ([]place.Root, error) {
		return u.Roots(ctx)
	}}
	doRemove = &method[tuple1[[]core.DocumentID], none, none]{"Remove", true, func(ctx context.Context, u usecase.Library, args tuple1[[]core.DocumentID], _ func(none)) (none, error) {
		return none{}, u.Remove(ctx, args.A...)
	}}
	doDocuments = &method[none, none, []core.Document]{"Documents", false, func(ctx context.Context, u usecase.Library, _ none, _ func(none)) ([]core.Document, error) {
		return u.Documents(ctx)
	}}
	doDocument = &method[tuple1[core.DocumentID], none, core.Document]{"Document", false, func(ctx context.Context, u usecase.Library, args tuple1[core.DocumentID], _ func(none)) (core.Document, error) {
		return u.Document(ctx, args.A)
	}}
	doNamed = &method[tuple1[string], none, core.Document]{"Named", false, func(ctx context.Context, u usecase.Library, args tuple1[string], _ func(none)) (core.Document, error) {
		return u.Named(ctx, args.A)
	}}
	doMeant = &method[tuple1[string], none, []core.Document]{"Meant", false, func(ctx context.Context, u usecase.Library, args tuple1[string], _ func(none)) ([]core.Document, error) {
		return u.Meant(ctx, args.A)
	}}
	doWithin = &method[tuple1[string], none, []core.Document]{"Within", false, func(ctx context.Context, u usecase.Library, args tuple1[string], _ func(none)) ([]core.Document, error) {
		return u.Within(ctx, args.A)
	}}
	doStatus = &method[none, none, core.Status]{"Status", false, func(ctx context.Context, u usecase.Library, _ none, _ func(none)) (core.Status, error) {
		return u.Status(ctx)
	}}
	doOwner = &method[none, none, core.Owner]{"Owner", false, func(ctx context.Context, u usecase.Library, _ none, _ func(none)) (core.Owner, error) {
		return u.Owner(ctx)
	}}
	doPages = &method[tuple1[core.DocumentID], none, []core.Page]{"Pages", false, func(ctx context.Context, u usecase.Library, args tuple1[core.DocumentID], _ func(none)) ([]core.Page, error) {
		return u.Pages(ctx, args.A)
	}}
	doPassages = &method[tuple1[core.DocumentID], none, []core.Passage]{"Passages", false, func(ctx context.Context, u usecase.Library, args tuple1[core.DocumentID], _ func(none)) ([]core.Passage, error) {
		return u.Passages(ctx, args.A)
	}}
	doLayout = &method[tuple2[core.DocumentID, int], none, core.Layout]{"Layout", false, func(ctx context.Context, u usecase.Library, args tuple2[core.DocumentID, int], _ func(none)) (core.Layout, error) {
		return u.Layout(ctx, args.A, args.B)
	}}
	doDrawnLayout = &method[tuple4[core.DocumentID, int, int, int], none, core.Layout]{"DrawnLayout", false, func(ctx context.Context, u usecase.Library, args tuple4[core.DocumentID, int, int, int], _ func(none)) (core.Layout, error) {
		return u.DrawnLayout(ctx, args.A, args.B, args.C, args.D)
	}}
	doPage = &method[tuple4[core.DocumentID, int, int, int], none, *image.RGBA]{"Page", false, func(ctx context.Context, u usecase.Library, args tuple4[core.DocumentID, int, int, int], _ func(none)) (*image.RGBA, error) {
		return u.Page(ctx, args.A, args.B, args.C, args.D)
	}}
	doNumbering = &method[tuple1[core.DocumentID], none, tuple2[core.Numbering, core.NumberOrigin]]{"Numbering", false, func(ctx context.Context, u usecase.Library, args tuple1[core.DocumentID], _ func(none)) (tuple2[core.Numbering, core.NumberOrigin], error) {
		return both(u.Numbering(ctx, args.A))
	}}
	doSetNumbering = &method[tuple2[core.DocumentID, core.Numbering], none, none]{"SetNumbering", false, func(ctx context.Context, u usecase.Library, args tuple2[core.DocumentID, core.Numbering], _ func(none)) (none, error) {
		return none{}, u.SetNumbering(ctx, args.A, args.B)
	}}
	doLocate = &method[tuple1[string], none, core.Spot]{"Locate", false, func(ctx context.Context, u usecase.Library, args tuple1[string], _ func(none)) (core.Spot, error) {
		return u.Locate(ctx, args.A)
	}}
	doShow = &method[tuple2[string, place.Around], none, place.Shown]{"Show", false, func(ctx context.Context, u usecase.Library, args tuple2[string, place.Around], _ func(none)) (place.Shown, error) {
		return u.Show(ctx, args.A, args.B)
	}}
	doWindow = &method[tuple3[core.DocumentID, []core.Quote, place.Around], none, place.Shown]{"Window", false, func(ctx context.Context, u usecase.Library, args tuple3[core.DocumentID, []core.Quote, place.Around], _ func(none)) (place.Shown, error) {
		return u.Window(ctx, args.A, args.B, args.C)
	}}
	doExcerpt = &method[tuple4[core.DocumentID, []core.Quote, int, bool], none, core.Excerpt]{"Excerpt", false, func(ctx context.Context, u usecase.Library, args tuple4[core.DocumentID, []core.Quote, int, bool], _ func(none)) (core.Excerpt, error) {
		return u.Excerpt(ctx, args.A, args.B, args.C, args.D)
	}}
	doLines = &method[tuple1[place.LinesRequest], none, place.Lines]{"Lines", false, func(ctx context.Context, u usecase.Library, args tuple1[place.LinesRequest], _ func(none)) (place.Lines, error) {
		return u.Lines(ctx, args.A)
	}}
	doStale = &method[tuple1[core.Document], none, bool]{"Stale", false, func(ctx context.Context, u usecase.Library, args tuple1[core.Document], _ func(none)) (bool, error) {
		return u.Stale(ctx, args.A), nil
	}}
	doSearch = &method[tuple1[core.SearchRequest], none, core.Found]{"Search", false, func(ctx context.Context, u usecase.Library, args tuple1[core.SearchRequest], _ func(none)) (core.Found, error) {
		return u.Search(ctx, args.A)
	}}
	doSearchInWaves = &method[tuple1[core.SearchRequest], core.Found, core.Found]{"SearchInWaves", false, func(ctx context.Context, u usecase.Library, args tuple1[core.SearchRequest], each func(core.Found)) (core.Found, error) {
		return u.SearchInWaves(ctx, args.A, each)
	}}
	doPlan = &method[tuple2[string, core.Planner], string, core.Plan]{"Plan", false, func(ctx context.Context, u usecase.Library, args tuple2[string, core.Planner], each func(string)) (core.Plan, error) {
		return u.Plan(ctx, args.A, args.B, each)
	}}
	doContext = &method[tuple1[core.ContextRequest], none, core.Context]{"Context", false, func(ctx context.Context, u usecase.Library, args tuple1[core.ContextRequest], _ func(none)) (core.Context, error) {
		return u.Context(ctx, args.A)
	}}
	doAsk = &method[tuple1[core.ContextRequest], ask.AskEvent, ask.Answer]{"Ask", false, func(ctx context.Context, u usecase.Library, args tuple1[core.ContextRequest], each func(ask.AskEvent)) (ask.Answer, error) {
		return u.Ask(ctx, args.A, each)
	}}
	doAbbreviations = &method[tuple1[string], none, []core.Meaning]{"Abbreviations", false, func(ctx context.Context, u usecase.Library, args tuple1[string], _ func(none)) ([]core.Meaning, error) {
		return u.Abbreviations(ctx, args.A)
	}}
	doDetails = &method[tuple1[core.Source], none, core.SourceDetails]{"Details", false, func(ctx context.Context, u usecase.Library, args tuple1[core.Source], _ func(none)) (core.SourceDetails, error) {
		return u.Details(ctx, args.A)
	}}
	doContactSheet = &method[tuple2[[]core.Source, int], none, []byte]{"ContactSheet", false, func(ctx context.Context, u usecase.Library, args tuple2[[]core.Source, int], _ func(none)) ([]byte, error) {
		return u.ContactSheet(ctx, args.A, args.B)
	}}
	doCheck = &method[tuple2[string, []core.Source], none, core.CheckReport]{"Check", false, func(ctx context.Context, u usecase.Library, args tuple2[string, []core.Source], _ func(none)) (core.CheckReport, error) {
		return u.Check(ctx, args.A, args.B)
	}}
	doSave = &method[tuple2[core.ContextRequest, core.Context], none, []byte]{"Save", false, func(ctx context.Context, u usecase.Library, args tuple2[core.ContextRequest, core.Context], _ func(none)) ([]byte, error) {
		return u.Save(ctx, args.A, args.B)
	}}
	doReplay = &method[tuple1[core.SavedContext], none, core.Replay]{"Replay", false, func(ctx context.Context, u usecase.Library, args tuple1[core.SavedContext], _ func(none)) (core.Replay, error) {
		return u.Replay(ctx, args.A)
	}}
	doReopen = &method[tuple1[string], none, tuple2[core.SavedContext, core.Replay]]{"Reopen", false, func(ctx context.Context, u usecase.Library, args tuple1[string], _ func(none)) (tuple2[core.SavedContext, core.Replay], error) {
		return both(u.Reopen(ctx, args.A))
	}}
	doConfigure = &method[tuple1[config.Config], none, none]{"Configure", false, func(ctx context.Context, u usecase.Library, args tuple1[config.Config], _ func(none)) (none, error) {
		return none{}, u.Configure(ctx, args.A)
	}}
	doOCRLanguages = &method[none, none, []string]{"OCRLanguages", false, func(ctx context.Context, u usecase.Library, _ none, _ func(none)) ([]string, error) {
		return u.OCRLanguages(ctx)
	}}
	doModelServer = &method[none, none, core.ModelServer]{"ModelServer", false, func(ctx context.Context, u usecase.Library, _ none, _ func(none)) (core.ModelServer, error) {
		return u.ModelServer(ctx), nil
	}}
	doPullModel = &method[tuple1[string], core.Pulled, none]{"PullModel", false, func(ctx context.Context, u usecase.Library, args tuple1[string], each func(core.Pulled)) (none, error) {
		return none{}, u.PullModel(ctx, args.A, each)
	}}
	doRate = &method[tuple3[string, core.Source, core.Rating], none, core.Feedback]{"Rate", true, func(ctx context.Context, u usecase.Library, args tuple3[string, core.Source, core.Rating], _ func(none)) (core.Feedback, error) {
		return u.Rate(ctx, args.A, args.B, args.C)
	}}
	doRateAt = &method[tuple3[string, string, core.Rating], none, core.Feedback]{"RateAt", true, func(ctx context.Context, u usecase.Library, args tuple3[string, string, core.Rating], _ func(none)) (core.Feedback, error) {
		return u.RateAt(ctx, args.A, args.B, args.C)
	}}
	doUsed = &method[tuple3[string, core.CheckReport, []core.Source], none, []core.Feedback]{"Used", true, func(ctx context.Context, u usecase.Library, args tuple3[string, core.CheckReport, []core.Source], _ func(none)) ([]core.Feedback, error) {
		return u.Used(ctx, args.A, args.B, args.C)
	}}
	doChanged = &method[tuple1[core.SavedContext], none, []core.Feedback]{"Changed", true, func(ctx context.Context, u usecase.Library, args tuple1[core.SavedContext], _ func(none)) ([]core.Feedback, error) {
		return u.Changed(ctx, args.A)
	}}
	doFeedback = &method[none, none, []core.Feedback]{"Feedback", false, func(ctx context.Context, u usecase.Library, _ none, _ func(none)) ([]core.Feedback, error) {
		return u.Feedback(ctx)
	}}
	doFeedbackOn = &method[tuple1[string], none, []core.Feedback]{"FeedbackOn", false, func(ctx context.Context, u usecase.Library, args tuple1[string], _ func(none)) ([]core.Feedback, error) {
		return u.FeedbackOn(ctx, args.A)
	}}
	doUndoFeedback = &method[tuple1[[]int64], none, none]{"UndoFeedback", true, func(ctx context.Context, u usecase.Library, args tuple1[[]int64], _ func(none)) (none, error) {
		return none{}, u.UndoFeedback(ctx, args.A...)
	}}
	doForgetFeedback = &method[none, none, int]{"ForgetFeedback", true, func(ctx context.Context, u usecase.Library, _ none, _ func(none)) (int, error) {
		return u.ForgetFeedback(ctx)
	}}
	doSubject = &method[tuple1[string], none, code.Subject]{"Subject", false, func(ctx context.Context, u usecase.Library, args tuple1[string], _ func(none)) (code.Subject, error) {
		return u.Subject(ctx, args.A)
	}}
	doDefinition = &method[tuple2[string, string], none, code.Defined]{"Definition", false, func(ctx context.Context, u usecase.Library, args tuple2[string, string], _ func(none)) (code.Defined, error) {
		return u.Definition(ctx, args.A, args.B)
	}}
	doImports = &method[tuple3[code.Subject, int, bool], none, []core.ImportLink]{"Imports", false, func(ctx context.Context, u usecase.Library, args tuple3[code.Subject, int, bool], _ func(none)) ([]core.ImportLink, error) {
		return u.Imports(ctx, args.A, args.B, args.C)
	}}
	doReferences = &method[tuple1[code.Subject], none, code.Used]{"References", false, func(ctx context.Context, u usecase.Library, args tuple1[code.Subject], _ func(none)) (code.Used, error) {
		return u.References(ctx, args.A)
	}}
	doTests = &method[tuple1[code.Subject], none, []core.Related]{"Tests", false, func(ctx context.Context, u usecase.Library, args tuple1[code.Subject], _ func(none)) ([]core.Related, error) {
		return u.Tests(ctx, args.A)
	}}
	doImplementations = &method[tuple1[code.Subject], none, []core.Related]{"Implementations", false, func(ctx context.Context, u usecase.Library, args tuple1[code.Subject], _ func(none)) ([]core.Related, error) {
		return u.Implementations(ctx, args.A)
	}}
	doRelatedTo = &method[tuple1[code.Subject], none, []core.Related]{"RelatedTo", false, func(ctx context.Context, u usecase.Library, args tuple1[code.Subject], _ func(none)) ([]core.Related, error) {
		return u.RelatedTo(ctx, args.A)
	}}
	doEntitiesOf = &method[tuple1[core.Document], none, []core.Symbol]{"EntitiesOf", false, func(ctx context.Context, u usecase.Library, args tuple1[core.Document], _ func(none)) ([]core.Symbol, error) {
		return u.EntitiesOf(ctx, args.A)
	}}
	doNamedIn = &method[tuple1[string], none, map[string][]core.Symbol]{"NamedIn", false, func(ctx context.Context, u usecase.Library, args tuple1[string], _ func(none)) (map[string][]core.Symbol, error) {
		return u.NamedIn(ctx, args.A)
	}}
	doHistory = &method[tuple1[core.Document], none, core.FileHistory]{"History", false, func(ctx context.Context, u usecase.Library, args tuple1[core.Document], _ func(none)) (core.FileHistory, error) {
		return u.History(ctx, args.A)
	}}
	doMentions = &method[tuple1[string], none, []core.Mention]{"Mentions", false, func(ctx context.Context, u usecase.Library, args tuple1[string], _ func(none)) ([]core.Mention, error) {
		return u.Mentions(ctx, args.A)
	}}
	doVisit = &method[tuple1[string], none, none]{"Visit", false, func(ctx context.Context, u usecase.Library, args tuple1[string], _ func(none)) (none, error) {
		return none{}, u.Visit(ctx, args.A)
	}}
	doLastVisit = &method[none, none, core.Visit]{"LastVisit", false, func(ctx context.Context, u usecase.Library, _ none, _ func(none)) (core.Visit, error) {
		return u.LastVisit(ctx)
	}}
)

// The use cases, as a client has them done.

func (stub stubs) AddPaths(ctx context.Context, paths []string, password string) (shelf.Added, error) {
	return call(ctx, stub.route, doAddPaths, tuple2[[]string, string]{paths, password}, nil)
}

func (stub stubs) Add(ctx context.Context, paths []string, password string) (core.Taken, error) {
	return call(ctx, stub.route, doAdd, tuple2[[]string, string]{paths, password}, nil)
}

func (stub stubs) Resume(ctx context.Context) (shelf.Added, error) {
	return call(ctx, stub.route, doResume, none{}, nil)
}

func (stub stubs) OCR(ctx context.Context) (shelf.Added, error) {
	return call(ctx, stub.route, doOCR, none{}, nil)
}

func (stub stubs) Cancel() {
	ctx, cancel := briefly()
	defer cancel()
	_, _ = call(ctx, stub.route, doCancel, none{}, nil)
}

func (stub stubs) Progress() core.Progress {
	ctx, cancel := briefly()
	defer cancel()
	out, _ := call(ctx, stub.route, doProgress, none{}, nil)
	return out
}

func (stub stubs) Watch(ctx context.Context, folders ...core.Folder) (shelf.Added, error) {
	return call(ctx, stub.route, doWatch, tuple1[[]core.Folder]{folders}, nil)
}

func (stub stubs) Follow(ctx context.Context, path string) error {
	_, err := call(ctx, stub.route, doFollow, tuple1[string]{path}, nil)
	return err
}

func (stub stubs) Unwatch(ctx context.Context, paths ...string) error {
	_, err := call(ctx, stub.route, doUnwatch, tuple1[[]string]{paths}, nil)
	return err
}

func (stub stubs) Folders(ctx context.Context) ([]core.Folder, error) {
	return call(ctx, stub.route, doFolders, none{}, nil)
}

func (stub stubs) Roots(ctx context.Context) ([]place.Root, error) {
	return call(ctx, stub.route, doRoots, none{}, nil)
}

func (stub stubs) Remove(ctx context.Context, ids ...core.DocumentID) error {
	_, err := call(ctx, stub.route, doRemove, tuple1[[]core.DocumentID]{ids}, nil)
	return err
}

func (stub stubs) Documents(ctx context.Context) ([]core.Document, error) {
	return call(ctx, stub.route, doDocuments, none{}, nil)
}

func (stub stubs) Document(ctx context.Context, id core.DocumentID) (core.Document, error) {
	return call(ctx, stub.route, doDocument, tuple1[core.DocumentID]{id}, nil)
}

func (stub stubs) Named(ctx context.Context, name string) (core.Document, error) {
	return call(ctx, stub.route, doNamed, tuple1[string]{name}, nil)
}

func (stub stubs) Meant(ctx context.Context, name string) ([]core.Document, error) {
	return call(ctx, stub.route, doMeant, tuple1[string]{name}, nil)
}

func (stub stubs) Within(ctx context.Context, name string) ([]core.Document, error) {
	return call(ctx, stub.route, doWithin, tuple1[string]{name}, nil)
}

func (stub stubs) Status(ctx context.Context) (core.Status, error) {
	return call(ctx, stub.route, doStatus, none{}, nil)
}

func (stub stubs) Owner(ctx context.Context) (core.Owner, error) {
	return call(ctx, stub.route, doOwner, none{}, nil)
}

func (stub stubs) Pages(ctx context.Context, id core.DocumentID) ([]core.Page, error) {
	return call(ctx, stub.route, doPages, tuple1[core.DocumentID]{id}, nil)
}

func (stub stubs) Passages(ctx context.Context, id core.DocumentID) ([]core.Passage, error) {
	return call(ctx, stub.route, doPassages, tuple1[core.DocumentID]{id}, nil)
}

func (stub stubs) Layout(ctx context.Context, id core.DocumentID, page int) (core.Layout, error) {
	return call(ctx, stub.route, doLayout, tuple2[core.DocumentID, int]{id, page}, nil)
}

func (stub stubs) DrawnLayout(ctx context.Context, id core.DocumentID, page int, width int, height int) (core.Layout, error) {
	return call(ctx, stub.route, doDrawnLayout, tuple4[core.DocumentID, int, int, int]{id, page, width, height}, nil)
}

func (stub stubs) Page(ctx context.Context, id core.DocumentID, page int, width int, height int) (*image.RGBA, error) {
	return call(ctx, stub.route, doPage, tuple4[core.DocumentID, int, int, int]{id, page, width, height}, nil)
}

func (stub stubs) Numbering(ctx context.Context, id core.DocumentID) (core.Numbering, core.NumberOrigin, error) {
	out, err := call(ctx, stub.route, doNumbering, tuple1[core.DocumentID]{id}, nil)
	return out.A, out.B, err
}

func (stub stubs) SetNumbering(ctx context.Context, id core.DocumentID, ranges core.Numbering) error {
	_, err := call(ctx, stub.route, doSetNumbering, tuple2[core.DocumentID, core.Numbering]{id, ranges}, nil)
	return err
}

func (stub stubs) Locate(ctx context.Context, locator string) (core.Spot, error) {
	return call(ctx, stub.route, doLocate, tuple1[string]{locator}, nil)
}

func (stub stubs) Show(ctx context.Context, locator string, around place.Around) (place.Shown, error) {
	return call(ctx, stub.route, doShow, tuple2[string, place.Around]{locator, around}, nil)
}

func (stub stubs) Window(ctx context.Context, id core.DocumentID, at []core.Quote, around place.Around) (place.Shown, error) {
	return call(ctx, stub.route, doWindow, tuple3[core.DocumentID, []core.Quote, place.Around]{id, at, around}, nil)
}

func (stub stubs) Excerpt(ctx context.Context, id core.DocumentID, at []core.Quote, n int, function bool) (core.Excerpt, error) {
	return call(ctx, stub.route, doExcerpt, tuple4[core.DocumentID, []core.Quote, int, bool]{id, at, n, function}, nil)
}

func (stub stubs) Lines(ctx context.Context, r place.LinesRequest) (place.Lines, error) {
	return call(ctx, stub.route, doLines, tuple1[place.LinesRequest]{r}, nil)
}

func (stub stubs) Stale(ctx context.Context, d core.Document) bool {
	out, _ := call(ctx, stub.route, doStale, tuple1[core.Document]{d}, nil)
	return out
}

func (stub stubs) Search(ctx context.Context, req core.SearchRequest) (core.Found, error) {
	return call(ctx, stub.route, doSearch, tuple1[core.SearchRequest]{req}, nil)
}

func (stub stubs) SearchInWaves(ctx context.Context, req core.SearchRequest, each func(core.Found)) (core.Found, error) {
	return call(ctx, stub.route, doSearchInWaves, tuple1[core.SearchRequest]{req}, each)
}

func (stub stubs) Plan(ctx context.Context, question string, planner core.Planner, each func(piece string)) (core.Plan, error) {
	return call(ctx, stub.route, doPlan, tuple2[string, core.Planner]{question, planner}, each)
}

func (stub stubs) Context(ctx context.Context, req core.ContextRequest) (core.Context, error) {
	return call(ctx, stub.route, doContext, tuple1[core.ContextRequest]{req}, nil)
}

func (stub stubs) Ask(ctx context.Context, req core.ContextRequest, each func(ask.AskEvent)) (ask.Answer, error) {
	return call(ctx, stub.route, doAsk, tuple1[core.ContextRequest]{req}, each)
}

func (stub stubs) Abbreviations(ctx context.Context, name string) ([]core.Meaning, error) {
	return call(ctx, stub.route, doAbbreviations, tuple1[string]{name}, nil)
}

func (stub stubs) Details(ctx context.Context, s core.Source) (core.SourceDetails, error) {
	return call(ctx, stub.route, doDetails, tuple1[core.Source]{s}, nil)
}

func (stub stubs) ContactSheet(ctx context.Context, sources []core.Source, longest int) ([]byte, error) {
	return call(ctx, stub.route, doContactSheet, tuple2[[]core.Source, int]{sources, longest}, nil)
}

func (stub stubs) Check(ctx context.Context, answer string, sources []core.Source) (core.CheckReport, error) {
	return call(ctx, stub.route, doCheck, tuple2[string, []core.Source]{answer, sources}, nil)
}

func (stub stubs) Save(ctx context.Context, req core.ContextRequest, c core.Context) ([]byte, error) {
	return call(ctx, stub.route, doSave, tuple2[core.ContextRequest, core.Context]{req, c}, nil)
}

func (stub stubs) Replay(ctx context.Context, saved core.SavedContext) (core.Replay, error) {
	return call(ctx, stub.route, doReplay, tuple1[core.SavedContext]{saved}, nil)
}

func (stub stubs) Reopen(ctx context.Context, path string) (core.SavedContext, core.Replay, error) {
	out, err := call(ctx, stub.route, doReopen, tuple1[string]{path}, nil)
	return out.A, out.B, err
}

func (stub stubs) Configure(ctx context.Context, c config.Config) error {
	_, err := call(ctx, stub.route, doConfigure, tuple1[config.Config]{c}, nil)
	return err
}

func (stub stubs) OCRLanguages(ctx context.Context) ([]string, error) {
	return call(ctx, stub.route, doOCRLanguages, none{}, nil)
}

func (stub stubs) ModelServer(ctx context.Context) core.ModelServer {
	out, _ := call(ctx, stub.route, doModelServer, none{}, nil)
	return out
}

func (stub stubs) PullModel(ctx context.Context, model string, each func(core.Pulled)) error {
	_, err := call(ctx, stub.route, doPullModel, tuple1[string]{model}, each)
	return err
}

func (stub stubs) Rate(ctx context.Context, question string, s core.Source, r core.Rating) (core.Feedback, error) {
	return call(ctx, stub.route, doRate, tuple3[string, core.Source, core.Rating]{question, s, r}, nil)
}

func (stub stubs) RateAt(ctx context.Context, question string, locator string, r core.Rating) (core.Feedback, error) {
	return call(ctx, stub.route, doRateAt, tuple3[string, string, core.Rating]{question, locator, r}, nil)
}

func (stub stubs) Used(ctx context.Context, question string, report core.CheckReport, sources []core.Source) ([]core.Feedback, error) {
	return call(ctx, stub.route, doUsed, tuple3[string, core.CheckReport, []core.Source]{question, report, sources}, nil)
}

func (stub stubs) Changed(ctx context.Context, saved core.SavedContext) ([]core.Feedback, error) {
	return call(ctx, stub.route, doChanged, tuple1[core.SavedContext]{saved}, nil)
}

func (stub stubs) Feedback(ctx context.Context) ([]core.Feedback, error) {
	return call(ctx, stub.route, doFeedback, none{}, nil)
}

func (stub stubs) FeedbackOn(ctx context.Context, question string) ([]core.Feedback, error) {
	return call(ctx, stub.route, doFeedbackOn, tuple1[string]{question}, nil)
}

func (stub stubs) UndoFeedback(ctx context.Context, ids ...int64) error {
	_, err := call(ctx, stub.route, doUndoFeedback, tuple1[[]int64]{ids}, nil)
	return err
}

func (stub stubs) ForgetFeedback(ctx context.Context) (int, error) {
	return call(ctx, stub.route, doForgetFeedback, none{}, nil)
}

func (stub stubs) Subject(ctx context.Context, name string) (code.Subject, error) {
	return call(ctx, stub.route, doSubject, tuple1[string]{name}, nil)
}

func (stub stubs) Definition(ctx context.Context, name string, file string) (code.Defined, error) {
	return call(ctx, stub.route, doDefinition, tuple2[string, string]{name, file}, nil)
}

func (stub stubs) Imports(ctx context.Context, of code.Subject, depth int, reverse bool) ([]core.ImportLink, error) {
	return call(ctx, stub.route, doImports, tuple3[code.Subject, int, bool]{of, depth, reverse}, nil)
}

func (stub stubs) References(ctx context.Context, of code.Subject) (code.Used, error) {
	return call(ctx, stub.route, doReferences, tuple1[code.Subject]{of}, nil)
}

func (stub stubs) Tests(ctx context.Context, of code.Subject) ([]core.Related, error) {
	return call(ctx, stub.route, doTests, tuple1[code.Subject]{of}, nil)
}

func (stub stubs) Implementations(ctx context.Context, of code.Subject) ([]core.Related, error) {
	return call(ctx, stub.route, doImplementations, tuple1[code.Subject]{of}, nil)
}

func (stub stubs) RelatedTo(ctx context.Context, of code.Subject) ([]core.Related, error) {
	return call(ctx, stub.route, doRelatedTo, tuple1[code.Subject]{of}, nil)
}

func (stub stubs) EntitiesOf(ctx context.Context, d core.Document) ([]core.Symbol, error) {
	return call(ctx, stub.route, doEntitiesOf, tuple1[core.Document]{d}, nil)
}

func (stub stubs) NamedIn(ctx context.Context, text string) (map[string][]core.Symbol, error) {
	return call(ctx, stub.route, doNamedIn, tuple1[string]{text}, nil)
}

func (stub stubs) History(ctx context.Context, d core.Document) (core.FileHistory, error) {
	return call(ctx, stub.route, doHistory, tuple1[core.Document]{d}, nil)
}

func (stub stubs) Mentions(ctx context.Context, name string) ([]core.Mention, error) {
	return call(ctx, stub.route, doMentions, tuple1[string]{name}, nil)
}

func (stub stubs) Visit(ctx context.Context, name string) error {
	_, err := call(ctx, stub.route, doVisit, tuple1[string]{name}, nil)
	return err
}

func (stub stubs) LastVisit(ctx context.Context) (core.Visit, error) {
	return call(ctx, stub.route, doLastVisit, none{}, nil)
}
