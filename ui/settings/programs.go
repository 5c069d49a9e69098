package settings

import (
	"context"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/core"
	"ibid/ui/post"
	"ibid/ui/say"
	"ibid/ui/theme"
	uiwidget "ibid/ui/widget"
)

// Programs is the part of the program that the page about other programs uses.
type Programs interface {
	// Door returns the address of the door for other programs, or why it is
	// closed.
	Door(ctx context.Context) core.Door
	// DoorToken returns the library's token; NewDoorToken replaces it, so that
	// programs with the old one are refused.
	DoorToken(ctx context.Context) (string, error)
	NewDoorToken(ctx context.Context) (string, error)
	// Snippets returns settings to paste into other programs, so that they can
	// use the library.
	Snippets(ctx context.Context) []core.Snippet
	// LastVisit returns the last request of another program.
	LastVisit(ctx context.Context) (core.Visit, error)
}

// lookEvery is how often the page is updated while it is shown.
const lookEvery = 2 * time.Second

// programs is the page about other programs.
type programs struct {
	dialog  *Dialog
	content fyne.CanvasObject
	work    *post.Latest // reads the state of the door
	later   func()       // cancels the next update; may be nil

	state    *widget.Label
	last     *widget.Label // the last request of another program
	token    *secret
	snippets []core.Snippet
	chosen   *widget.Select
	where    *widget.Label
	script   *uiwidget.Listing
	copy     *widget.Button
}

func newPrograms(d *Dialog) *programs {
	p := &programs{dialog: d, work: post.NewLatest(d.bridge)}
	p.state, p.last, p.where = text(""), muted(""), muted("")
	p.token = newSecret(p)
	p.content = uiwidget.Inset(8, 0, 0, 0, container.NewGridWithColumns(2, panel(p.door()), panel(p.setup())))
	return p
}

// door returns the part with the switch, the address and the token.
func (p *programs) door() fyne.CanvasObject {
	on := newCheck(p.dialog, "door.enabled", "Answer other programs on this computer", p.look)
	listen := newField(p.dialog, "door.listen", "127.0.0.1:7423", p.look)
	return uiwidget.Column(2, on.withBelow(), uiwidget.NewForm(uiwidget.Named{Name: "Address", Object: listen.withBelow()}, uiwidget.Named{Name: "Token", Object: p.token.content}), p.state, p.last)
}

// setup returns the part with the snippet for another program.
func (p *programs) setup() fyne.CanvasObject {
	p.chosen = widget.NewSelect(nil, func(string) { p.showSnippet() })
	p.script = uiwidget.NewListing()
	p.copy = widget.NewButtonWithIcon("Copy", fynetheme.ContentCopyIcon(), p.copySnippet)
	head := uiwidget.Between(heading("Set up"), p.chosen, p.copy)
	box := container.NewStack(uiwidget.NewGround(fynetheme.ColorNameInputBackground, fynetheme.ColorNameSeparator, 4), p.script)
	top := uiwidget.Column(0, head, p.where)
	return container.New(layout.NewBorderLayout(top, nil, nil, nil), top, box)
}

// look reads the door, the snippets and the last request, repeatedly while the
// dialog is open.
func (p *programs) look() {
	p.work.Start(func(ctx context.Context) func() {
		e := p.dialog.engine
		door, snippets := e.Door(ctx), e.Snippets(ctx)
		last, err := e.LastVisit(ctx)
		return func() { p.looked(door, snippets, last, err) }
	})
}

func (p *programs) looked(door core.Door, snippets []core.Snippet, last core.Visit, err error) {
	if !p.dialog.box.Visible() {
		return
	}
	p.showDoor(door)
	p.setSnippets(snippets)
	if err != nil {
		p.dialog.note.Set(say.Error(err), fynetheme.ColorNameError)
	} else if words := say.LastAsked(last, time.Now()); words != p.last.Text {
		p.last.SetText(words)
	}
	p.later = p.dialog.bridge.After(lookEvery, func() {
		if p.dialog.box.Visible() && !p.work.Busy() {
			p.look()
		}
	})
}

func (p *programs) stop() {
	p.work.Cancel()
	if p.later != nil {
		p.later()
	}
}

func (p *programs) showDoor(door core.Door) {
	words, ok := say.Door(door)
	importance := widget.LowImportance
	switch {
	case !ok:
		importance = widget.DangerImportance
	case door.Address != "":
		importance = widget.SuccessImportance
	}
	if p.state.Text != words || p.state.Importance != importance {
		p.state.Importance = importance
		p.state.SetText(words)
	}
}

// setSnippets updates the list of snippets and keeps the chosen one.
func (p *programs) setSnippets(snippets []core.Snippet) {
	p.snippets = snippets
	if len(p.chosen.Options) != len(snippets) {
		p.chosen.Options = nil
		for _, s := range snippets {
			p.chosen.Options = append(p.chosen.Options, s.Program)
		}
		p.chosen.SetSelectedIndex(0)
	}
	p.showSnippet()
}

// showSnippet shows the chosen snippet; its token is hidden until it is asked
// for.
func (p *programs) showSnippet() {
	s, ok := p.present()
	if !ok {
		return
	}
	shown := s.Text
	if s.Secret && !p.token.open {
		shown = hidden(shown)
	}
	where := "Goes into " + s.Where + "."
	p.where.Importance = widget.LowImportance
	if s.Missing != "" {
		where, p.where.Importance = say.Sentence(s.Missing), widget.WarningImportance
	}
	p.where.SetText(where)
	p.script.SetText(shown)
	if s.Text == "" {
		p.copy.Disable()
	} else {
		p.copy.Enable()
	}
}

// present returns the chosen snippet.
func (p *programs) present() (s core.Snippet, ok bool) {
	i := p.chosen.SelectedIndex()
	if i < 0 || i >= len(p.snippets) {
		return s, false
	}
	return p.snippets[i], true
}

func (p *programs) copySnippet() {
	if s, ok := p.present(); ok && s.Text != "" {
		p.dialog.host.SetClipboard(s.Text)
		p.dialog.note.Set("Copied the setup of "+s.Program+".", theme.Muted)
	}
}

// Tokens are runs of this many hexadecimal digits; no other text has them.
const tokenDigits = 64

// hidden replaces tokens by dots.
func hidden(s string) string {
	isHex := func(r byte) bool { return r >= '0' && r <= '9' || r >= 'a' && r <= 'f' }
	var b strings.Builder
	for i := 0; i < len(s); {
		n := i
		for n < len(s) && isHex(s[n]) {
			n++
		}
		switch {
		case n-i >= tokenDigits:
			b.WriteString("••••••••")
			i = n
		case n > i:
			b.WriteString(s[i:n])
			i = n
		default:
			b.WriteByte(s[i])
			i++
		}
	}
	return b.String()
}
