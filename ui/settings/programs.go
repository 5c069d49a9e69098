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

// Programs is what the page about other programs asks of the program.
type Programs interface {
	// Door is where other programs are answered over HTTP.
	Door(ctx context.Context) core.Door
	// DoorToken is the library's token; NewDoorToken replaces it, so that no program
	// is let in any more that has it or one made of it.
	DoorToken(ctx context.Context) (string, error)
	NewDoorToken(ctx context.Context) (string, error)
	// Setups tell known programs how to ask.
	Setups(ctx context.Context) []core.Setup
	// TryPrograms asks as another program would; a line for each way says what came
	// back.
	TryPrograms(ctx context.Context) (lines []string, err error)
	// Clients lists the programs that have asked, the last one first.
	Clients(ctx context.Context) ([]core.Client, error)
	// Revoke has a program refused from now on, or answered again.
	Revoke(ctx context.Context, name string, own, revoked bool) error
	// ForgetClients empties that list, but for the names of those revoked.
	ForgetClients(ctx context.Context) error
}

// lookEvery is how often door and programs are looked at while they are shown.
const lookEvery = 2 * time.Second

// programs is the page about other programs.
type programs struct {
	dialog  *Dialog
	content fyne.CanvasObject
	work    *post.Latest // looks at door and programs
	trial   *post.Latest
	later   func() // takes the next look back; may be nil

	state  *widget.Label
	token  *secret
	setups []core.Setup
	chosen *widget.Select
	where  *widget.Label
	script *uiwidget.Listing
	copy   *widget.Button
	try    *widget.Button
	tried  *widget.Label
	list   *clients
}

func newPrograms(d *Dialog) *programs {
	p := &programs{dialog: d, work: post.NewLatest(d.bridge), trial: post.NewLatest(d.bridge)}
	p.state, p.where, p.tried = text(""), muted(""), text("")
	p.tried.Hide()
	p.token = newSecret(p)
	p.list = newClients(p)
	left := above(panel(p.door()), uiwidget.Inset(8, 0, 0, 0, panel(p.setup())))
	p.content = uiwidget.Inset(8, 0, 0, 0, container.NewGridWithColumns(2, left, panel(p.list.content)))
	return p
}

// door is the switch, the address and the token.
func (p *programs) door() fyne.CanvasObject {
	on := newCheck(p.dialog, "door.enabled", "Answer other programs on this computer", p.look)
	listen := newField(p.dialog, "door.listen", "127.0.0.1:7423", p.look)
	return uiwidget.Column(2, on.withBelow(), uiwidget.NewForm(uiwidget.Named{Name: "Address", Object: listen.withBelow()}, uiwidget.Named{Name: "Token", Object: p.token.content}), p.state)
}

// setup is what another program has to be told.
func (p *programs) setup() fyne.CanvasObject {
	p.chosen = widget.NewSelect(nil, func(string) { p.showSetup() })
	p.script = uiwidget.NewListing()
	p.copy = widget.NewButtonWithIcon("Copy", fynetheme.ContentCopyIcon(), p.copySetup)
	p.try = widget.NewButtonWithIcon("Test connection", fynetheme.MediaPlayIcon(), p.test)
	head := uiwidget.Between(heading("Set up"), p.chosen, p.copy)
	box := container.NewStack(uiwidget.NewGround(fynetheme.ColorNameInputBackground, fynetheme.ColorNameSeparator, 4), p.script)
	foot := uiwidget.Column(2, uiwidget.Inset(4, 0, 0, 0, uiwidget.Between(p.try, nil, nil)), p.tried)
	top := uiwidget.Column(0, head, p.where)
	return container.New(layout.NewBorderLayout(top, foot, nil, nil), top, foot, box)
}

// look asks for the door and the programs, again and again while the dialog is
// open.
func (p *programs) look() {
	p.work.Start(func(ctx context.Context) func() {
		e := p.dialog.engine
		door, setups := e.Door(ctx), e.Setups(ctx)
		list, err := e.Clients(ctx)
		return func() { p.looked(door, setups, list, err) }
	})
}

func (p *programs) looked(door core.Door, setups []core.Setup, list []core.Client, err error) {
	if !p.dialog.box.Visible() {
		return
	}
	p.showDoor(door)
	p.setSetups(setups)
	p.list.set(list, err)
	p.later = p.dialog.bridge.After(lookEvery, func() {
		if p.dialog.box.Visible() && !p.work.Busy() {
			p.look()
		}
	})
}

func (p *programs) stop() {
	p.work.Cancel()
	p.trial.Cancel()
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

// setSetups keeps the choice of a person.
func (p *programs) setSetups(setups []core.Setup) {
	p.setups = setups
	if len(p.chosen.Options) != len(setups) {
		p.chosen.Options = nil
		for _, s := range setups {
			p.chosen.Options = append(p.chosen.Options, s.Program)
		}
		p.chosen.SetSelectedIndex(0)
	}
	p.showSetup()
}

// showSetup shows a setup: a token only once it was asked for.
func (p *programs) showSetup() {
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

// present is the setup that was chosen.
func (p *programs) present() (s core.Setup, ok bool) {
	i := p.chosen.SelectedIndex()
	if i < 0 || i >= len(p.setups) {
		return s, false
	}
	return p.setups[i], true
}

func (p *programs) copySetup() {
	if s, ok := p.present(); ok && s.Text != "" {
		p.dialog.host.SetClipboard(s.Text)
		p.dialog.note.Set("Copied the setup of "+s.Program+".", theme.Muted)
	}
}

// test asks as another program would.
func (p *programs) test() {
	p.try.Disable()
	p.tried.Importance = widget.LowImportance
	p.tried.SetText("Asking…")
	p.tried.Show()
	p.trial.Start(func(ctx context.Context) func() {
		lines, err := p.dialog.engine.TryPrograms(ctx)
		return func() {
			p.try.Enable()
			p.tried.Importance = widget.SuccessImportance
			if err != nil {
				p.tried.Importance = widget.DangerImportance
			}
			p.tried.SetText(strings.Join(lines, "\n"))
			p.look()
		}
	})
}

// Tokens are runs of hexadecimal digits, of which so many are in no other text.
const tokenDigits = 64

// hidden puts dots in the place of tokens.
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
