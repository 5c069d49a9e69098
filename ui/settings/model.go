package settings

import (
	"context"
	"errors"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/core"
	"ibid/ui/post"
	"ibid/ui/say"
	"ibid/ui/theme"
	uiwidget "ibid/ui/widget"
)

// Models is the part of the program that the page about the language model
// uses.
type Models interface {
	// ModelServer lists the available models, or describes why none can be
	// used.
	ModelServer(ctx context.Context) core.ModelServer
	// PullModel downloads a model; each receives the progress. The download
	// ends with ctx, and a later call resumes it.
	PullModel(ctx context.Context, model string, each func(core.Pulled)) error
}

// model is the page about the language model.
type model struct {
	dialog  *Dialog
	content fyne.CanvasObject
	work    *post.Latest
	pulling *post.Latest

	host   *field
	name   *field
	state  *widget.Label
	server core.ModelServer
	models *widget.List
	empty  *uiwidget.Empty

	wanted *uiwidget.Field
	fetch  *widget.Button
	cancel *widget.Button
	bar    *uiwidget.Bar
	step   *widget.Label
}

func newModel(d *Dialog) *model {
	m := &model{dialog: d, work: post.NewLatest(d.bridge), pulling: post.NewLatest(d.bridge), state: text("")}
	m.host = newField(d, "model.host", "127.0.0.1:11434", m.look)
	m.name = newField(d, "model.model", "qwen2.5-coder:7b", m.look)
	seconds := newField(d, "model.time", "8", nil)
	server := uiwidget.Column(2, heading("Ollama on this computer"), uiwidget.NewForm(uiwidget.Named{Name: "Address", Object: m.host.withBelow()},
		uiwidget.Named{Name: "Model", Object: m.name.withBelow()}, uiwidget.Named{Name: "Seconds for a plan", Object: seconds.withBelow()}), m.state)
	m.content = uiwidget.Inset(8, 0, 0, 0, container.NewGridWithColumns(2,
		above(panel(server), uiwidget.Inset(8, 0, 0, 0, panel(m.pull()))), panel(m.list())))
	return m
}

// list returns the list of the server's models; a click chooses one.
func (m *model) list() fyne.CanvasObject {
	m.models = uiwidget.NewList(&m.server.Models, newModelRow, func(r *modelRow, i int, l core.LocalModel) { r.bind(m.server, l) })
	m.models.OnSelected = func(i int) {
		m.models.UnselectAll()
		m.choose(m.server.Models[i].Name)
	}
	m.empty = uiwidget.NewEmpty(fynetheme.StorageIcon(), "No models", "What the server holds is listed here.")
	again := uiwidget.Quiet("", fynetheme.ViewRefreshIcon(), m.look)
	return container.NewBorder(uiwidget.Between(heading("Models that it holds"), nil, again), nil, nil, nil, container.NewStack(m.models, m.empty))
}

// pull returns the row that downloads a model.
func (m *model) pull() fyne.CanvasObject {
	m.wanted = uiwidget.NewField("name of a model", func() { m.dialog.box.Hide() })
	m.wanted.OnSubmitted = func(string) { m.start() }
	m.fetch = widget.NewButtonWithIcon("Fetch", fynetheme.DownloadIcon(), m.start)
	m.cancel = widget.NewButtonWithIcon("Cancel", fynetheme.CancelIcon(), m.end)
	m.cancel.Hide()
	m.bar = uiwidget.NewBar()
	m.bar.Hide()
	m.step = muted("")
	buttons := container.NewHBox(m.fetch, m.cancel)
	return container.NewVBox(heading("Fetch a model"), uiwidget.Between(nil, m.wanted, buttons), m.bar, m.step,
		muted("Ollama downloads it from the registry of its makers. That is the one thing here that uses the network, and it happens only when you press Fetch."))
}

// choose sets the model that is used.
func (m *model) choose(name string) {
	m.name.SetText(name)
	m.name.commit()
}

// look reads the state of the server.
func (m *model) look() {
	m.work.Start(func(ctx context.Context) func() {
		s := m.dialog.engine.ModelServer(ctx)
		return func() { m.looked(s) }
	})
}

func (m *model) looked(s core.ModelServer) {
	m.server = s
	words, ok := say.Server(s)
	importance := widget.SuccessImportance
	if !ok {
		importance = widget.WarningImportance
	}
	if m.host.kept != "" && s.Host != m.host.kept {
		words += " OLLAMA_HOST counts before the address above."
	}
	if m.name.kept != "" && s.Model != m.name.kept {
		words += " OLLAMA_MODEL counts before the model above."
	}
	uiwidget.SetNote(m.state, words, importance)
	m.empty.Hidden = len(s.Models) > 0
	m.empty.Refresh()
	m.models.Refresh()
	if m.wanted.Text == "" {
		m.wanted.SetText(s.Model)
	}
	m.dialog.host.ModelIs(say.Model(s))
}

func (m *model) stop() { m.work.Cancel() }

// progressEvery is how often progress is shown.
const progressEvery = 100 * time.Millisecond

// start downloads the named model. It goes on when the dialog is closed.
func (m *model) start() {
	name := strings.TrimSpace(m.wanted.Text)
	if name == "" || m.pulling.Busy() {
		return
	}
	m.fetch.Hide()
	m.cancel.Show()
	m.bar.Set(0, false)
	m.bar.Show()
	m.tell("Asking for "+name+"…", widget.LowImportance)
	var told time.Time
	m.pulling.Start(func(ctx context.Context) func() {
		err := m.dialog.engine.PullModel(ctx, name, func(p core.Pulled) {
			if now := time.Now(); now.Sub(told) >= progressEvery {
				told = now
				m.dialog.bridge.Post(func() { m.progress(p) })
			}
		})
		return func() { m.ended(name, err) }
	})
}

func (m *model) tell(words string, importance widget.Importance) {
	uiwidget.SetNote(m.step, words, importance)
}

func (m *model) progress(p core.Pulled) {
	if !m.pulling.Busy() {
		return
	}
	words := p.Step
	if p.Total > 0 {
		words += " · " + say.Size(p.Done) + " of " + say.Size(p.Total)
		m.bar.Set(float64(p.Done)/float64(p.Total), false)
	}
	m.tell(words, widget.LowImportance)
}

// end stops the download. The server keeps what it has.
func (m *model) end() {
	m.pulling.Cancel()
	m.idle()
	m.tell("Stopped. Fetch goes on from there.", widget.LowImportance)
}

func (m *model) idle() {
	m.bar.Hide()
	m.cancel.Hide()
	m.fetch.Show()
}

func (m *model) ended(name string, err error) {
	m.idle()
	switch {
	case errors.Is(err, context.Canceled):
	case err != nil:
		m.tell(say.Sentence(err.Error()), widget.DangerImportance)
	default:
		m.tell(name+" is there.", widget.SuccessImportance)
		m.dialog.host.Say(name + " is there. Choose it in the settings to have it asked.")
	}
	m.look()
}

// modelRow shows one model of the server.
type modelRow struct {
	uiwidget.Entry
	icon *uiwidget.Icon
}

func newModelRow() *modelRow {
	r := &modelRow{icon: uiwidget.NewIcon()}
	r.Make(r.icon, nil)
	r.Title.Style.Bold = true
	r.ExtendBaseWidget(r)
	return r
}

func (r *modelRow) bind(s core.ModelServer, m core.LocalModel) {
	r.Title.SetText(m.Name)
	r.State.SetText(say.Size(m.Size))
	can := strings.Join(m.Capabilities, ", ")
	if m.Capabilities == nil {
		can = "the server does not say what it can do"
	}
	icon, color := fynetheme.RadioButtonIcon(), theme.Muted
	if m.Name == s.Model || m.Name == s.Model+":latest" {
		icon, color = fynetheme.RadioButtonCheckedIcon(), fynetheme.ColorNamePrimary
	}
	if m.Remote {
		can = "runs on another machine, so it is not asked · " + can
	}
	r.icon.Set(icon, color)
	r.Detail.SetText(can)
}
