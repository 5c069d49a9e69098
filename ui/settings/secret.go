package settings

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/ui/say"
	"ibid/ui/theme"
	uiwidget "ibid/ui/widget"
)

// secret shows the library's token, but only on request.
type secret struct {
	page    *programs
	content fyne.CanvasObject
	open    bool // the token is shown
	sure    bool // New was pressed once

	line  *uiwidget.Line
	show  *widget.Button
	renew *widget.Button
}

// dots replaces a hidden token.
const dots = "••••••••••••"

func newSecret(p *programs) *secret {
	s := &secret{page: p}
	s.line = uiwidget.NewLine(dots, fynetheme.ColorNameForeground, theme.Caption)
	s.line.Style.Monospace = true
	s.show = widget.NewButtonWithIcon("", fynetheme.VisibilityIcon(), s.toggle)
	clip := widget.NewButtonWithIcon("", fynetheme.ContentCopyIcon(), s.copy)
	s.renew = widget.NewButton("New…", s.new)
	for _, b := range []*widget.Button{s.show, clip, s.renew} {
		b.Importance = widget.LowImportance
	}
	s.content = uiwidget.Between(nil, uiwidget.Inset(0, 0, 7, 0, s.line), container.NewHBox(s.show, clip, s.renew))
	return s
}

// with reads a token with ask and passes it to use.
func (s *secret) with(ask func(context.Context) (string, error), use func(token string)) {
	d := s.page.dialog
	d.bridge.Go(func(ctx context.Context) {
		token, err := ask(ctx)
		d.bridge.Post(func() {
			if err != nil {
				d.note.Set(say.Error(err), fynetheme.ColorNameError)
				return
			}
			use(token)
		})
	})
}

func (s *secret) toggle() {
	if s.open {
		s.open = false
		s.draw(dots)
		return
	}
	s.with(s.page.dialog.engine.DoorToken, func(token string) {
		s.open = true
		s.draw(token)
	})
}

func (s *secret) draw(shown string) {
	s.line.SetText(shown)
	icon := fynetheme.VisibilityIcon()
	if s.open {
		icon = fynetheme.VisibilityOffIcon()
	}
	s.show.SetIcon(icon)
	s.page.showSnippet()
}

func (s *secret) copy() {
	d := s.page.dialog
	s.with(d.engine.DoorToken, func(token string) {
		d.host.SetClipboard(token)
		d.note.Set("Copied the token. Whoever has it can ask this library.", theme.Muted)
	})
}

// new replaces the token when it is pressed a second time.
func (s *secret) new() {
	if !s.sure {
		s.sure = true
		s.renew.SetText("Replace for all")
		return
	}
	s.sure = false
	s.renew.SetText("New…")
	d := s.page.dialog
	s.with(d.engine.NewDoorToken, func(token string) {
		if s.open {
			s.draw(token)
		}
		d.note.Set("There is a new token. Programs that come over HTTP have to be given theirs again.", theme.Muted)
		s.page.look()
	})
}
