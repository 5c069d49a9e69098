// Package ui is the window: three panes side by side, a reader over the middle
// one, a menu with a key for every action, and a status bar. It contains only
// looks and gestures; everything else it asks of an Engine.
package ui

import (
	"context"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/core"
	contextpane "ibid/ui/context"
	"ibid/ui/context/check"
	"ibid/ui/library"
	"ibid/ui/post"
	"ibid/ui/reader"
	"ibid/ui/say"
	"ibid/ui/search"
	"ibid/ui/settings"
	"ibid/ui/theme"
	uiwidget "ibid/ui/widget"
)

// Engine is the library as the window uses it. Its methods are called from
// background goroutines, several at a time.
type Engine interface {
	library.Engine
	search.Engine
	contextpane.Engine
	check.Engine
	reader.Engine
	settings.Engine
	// Locate resolves a locator to a place.
	Locate(ctx context.Context, locator string) (core.Spot, error)
	// Reopen reads a saved context from a file and replays it.
	Reopen(ctx context.Context, path string) (core.SavedContext, core.Replay, error)
	// Changed records as feedback which sources of a saved context were in
	// files that were changed later, according to git.
	Changed(ctx context.Context, saved core.SavedContext) ([]core.Feedback, error)
	// Changes registers a callback for changes of the library. It may be
	// called from any goroutine and returns at once.
	Changes(func(core.Change))
	// Cancel ends the current reading of documents.
	Cancel()
}

// Options configure a Window.
type Options struct {
	Title   string
	Library string // the library folder's name, for the status bar
	Model   string // which language model is there, in words; may be empty
	Version string // for Help > About
	OnReady func() // runs on the UI goroutine after the first frame; may be nil
	// OnContext runs on the UI goroutine when the context of a question is
	// shown or could not be made; may be nil.
	OnContext func(core.Context, error)
	// CopyPicture puts a PNG on the clipboard, or returns an error that wraps
	// errors.ErrUnsupported if it cannot. It is called from a background
	// goroutine; nil if the platform has no clipboard for pictures.
	CopyPicture func(ctx context.Context, png []byte) error
	Poster      post.Poster // posts to the UI goroutine; nil is the toolkit's
}

// Window is the main window. Its methods belong to the UI goroutine.
type Window struct {
	app     fyne.App
	win     fyne.Window
	engine  Engine
	options Options
	bridge  *post.Bridge
	changes *post.Signal[core.Change]

	library *library.Pane
	search  *search.Pane
	context *contextpane.Pane
	check   *check.Pane
	reader  *reader.Pane
	status  *status
	panes   fyne.CanvasObject

	progress core.Progress // of the reading, from the last change
	active   bool          // documents are being read
	repeated time.Time     // when the question was last repeated during the reading
}

// New builds the window; Run shows it.
func New(a fyne.App, engine Engine, o Options) *Window {
	if o.Poster == nil {
		o.Poster = post.Fyne{}
	}
	if o.Title == "" {
		o.Title = "Ibid"
	}
	w := &Window{app: a, engine: engine, options: o, bridge: post.NewBridge(o.Poster)}
	w.setMode(theme.Mode(a.Preferences().StringWithFallback(modeKey, string(theme.System))))
	w.win = a.NewWindow(o.Title)
	w.win.SetMaster()
	w.win.SetPadded(false)
	w.build()
	w.win.Resize(fyne.NewSize(1280, 800))
	w.win.CenterOnScreen()
	w.win.SetMainMenu(w.menu())
	w.win.SetOnDropped(func(_ fyne.Position, items []fyne.URI) { w.library.Drop(items) })
	w.win.SetCloseIntercept(w.Close)
	w.changes = post.NewSignal(w.bridge, changesEvery, mergeChanges, w.changed)
	engine.Changes(w.changes.Send)
	return w
}

func (w *Window) build() {
	h := host{w}
	w.status = newStatus(w.bridge, w.options, w.cancelReading)
	w.context = contextpane.New(w.engine, h, w.bridge)
	w.library = library.New(w.engine, h, w.bridge)
	w.search = search.New(w.engine, h, w.bridge)
	w.reader = reader.New(w.engine, h, w.bridge)
	w.check = check.New(w.engine, h, w.bridge)
	w.reader.Hide()
	middle := container.NewStack(w.search.Content, w.reader)
	right := container.NewHSplit(middle, container.NewStack(w.context.Content, w.check.Content))
	right.SetOffset(0.6)
	panes := container.NewHSplit(w.library.Content, right)
	panes.SetOffset(0.22)
	w.panes = panes
	w.win.SetContent(container.NewStack(
		uiwidget.NewGround(fynetheme.ColorNameBackground, "", 0),
		container.NewBorder(nil, w.status.content, nil, nil, container.NewThemeOverride(panes, theme.Panes{})),
		uiwidget.NewTips(w.bridge.After)))
}

// Show shows the window and loads the documents.
func (w *Window) Show() {
	w.win.Show()
	w.library.Refresh()
	w.search.Focus(w.win.Canvas())
}

// patience is how long background work may take to end when the window closes.
const patience = 3 * time.Second

// firstFrame is how long the toolkit takes to draw the first frame once its
// loop runs: a few ticks of 1/60 s.
const firstFrame = 100 * time.Millisecond

// Run shows the window and returns when it was closed and the background work
// has ended. It is called once, on the main goroutine.
func (w *Window) Run() {
	w.app.Lifecycle().SetOnStarted(func() {
		if w.options.OnReady != nil {
			w.bridge.After(firstFrame, w.options.OnReady)
		}
	})
	w.Show()
	w.app.Run()
	w.bridge.Wait(patience) // a signal ends the loop without closing the window
}

// Close cancels the background work, waits for it beside the UI goroutine and
// then ends the application.
func (w *Window) Close() {
	w.bridge.Stop(patience, w.app.Quit)
}

// Say shows a short message in the status bar. It may be called from any
// goroutine.
func (w *Window) Say(text string) { w.bridge.Post(func() { w.status.say(text) }) }

// Ask searches for a question as if a person had typed and submitted it. It may
// be called from any goroutine.
func (w *Window) Ask(question string) { w.bridge.Post(func() { w.search.Ask(question) }) }

// Heartbeat starts to measure the delay of the UI goroutine.
func (w *Window) Heartbeat() *post.Heartbeat { return post.StartHeartbeat(w.bridge) }

// cancelReading ends the current reading; what was read stays.
func (w *Window) cancelReading() {
	w.status.say("Stopping after the present file…")
	w.bridge.Go(func(context.Context) { w.engine.Cancel() })
}

// changesEvery is the least time between two changes that are drawn. Each one
// repaints the window, which slows down the reading itself.
const changesEvery = 250 * time.Millisecond

// mergeChanges keeps the newer progress, and any change of the list.
func mergeChanges(old, new core.Change) core.Change {
	new.Documents = new.Documents || old.Documents
	return new
}

// repeatEvery is how often a question without hits is repeated while documents
// are read.
const repeatEvery = 2 * time.Second

// changed updates the window after a change of the library.
func (w *Window) changed(c core.Change) {
	w.progress = c.Progress
	if c.Documents {
		w.library.Refresh() // shows the progress too: two repaints cost more than one
	} else {
		w.status.progress(c.Progress)
	}
	ended := w.active && !c.Progress.Active()
	w.active = c.Progress.Active()
	hopeful := c.Documents && len(w.search.Hits()) == 0 && time.Since(w.repeated) > repeatEvery
	if ended || hopeful {
		w.repeated = time.Now()
		w.search.Repeat()
	}
}

// ShowProblem shows why the program cannot start, and returns when its window
// is closed. It is called in place of Window.Run.
func ShowProblem(a fyne.App, err error) {
	a.Settings().SetTheme(theme.New(theme.System))
	w := a.NewWindow("Ibid")
	text := widget.NewLabel(say.Opening(err))
	text.Wrapping = fyne.TextWrapWord
	text.Selectable = true
	quit := uiwidget.Primary("Quit", nil, w.Close)
	w.SetContent(container.NewPadded(container.NewBorder(nil, container.NewHBox(layout.NewSpacer(), quit),
		container.NewVBox(widget.NewIcon(fynetheme.WarningIcon())), nil, text)))
	w.Resize(fyne.NewSize(520, 180))
	w.CenterOnScreen()
	w.ShowAndRun()
}
