package ui

import (
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

// shownFor is how long a message stays in the status bar.
const shownFor = 8 * time.Second

// status is the bar at the bottom: it shows current work, or the last message.
type status struct {
	content fyne.CanvasObject
	idle    string
	message string
	forget  *post.Delay // removes the message
	last    core.Progress

	text   *uiwidget.Line
	bar    *uiwidget.Bar
	work   *fyne.Container
	cancel *uiwidget.IconButton
	model  *uiwidget.Line
}

func newStatus(b *post.Bridge, o Options, cancel func()) *status {
	s := &status{forget: post.NewDelay(b)}
	if o.Library != "" {
		s.idle = "Library: " + o.Library
	}
	s.text = uiwidget.NewLine(s.idle, theme.Muted, theme.Caption)
	s.bar = uiwidget.NewBar()
	s.cancel = uiwidget.NewIconButton(fynetheme.CancelIcon(), "Stop reading (Ctrl+.)", cancel)
	bar := container.NewGridWrap(fyne.NewSize(140, 22), s.bar)
	s.work = uiwidget.Between(bar, nil, s.cancel)
	s.work.Hide()
	s.model = uiwidget.NewWhole(o.Model, theme.Muted, theme.Caption)
	line := uiwidget.Inset(1, 1, 12, 12, uiwidget.Between(s.work, s.text, s.model))
	s.content = container.NewVBox(widget.NewSeparator(), uiwidget.Tall(24, line))
	return s
}

// say shows a message for a while.
func (s *status) say(text string) {
	if text == "" {
		return
	}
	s.message = text
	s.forget.Start(shownFor, func() {
		s.message = ""
		s.show()
	})
	s.show()
}

// progress shows the progress of reading documents.
func (s *status) progress(p core.Progress) {
	s.last = p
	s.show()
}

func (s *status) show() {
	working := s.last.Active()
	if working {
		s.bar.Set(float64(s.last.Words+s.last.Done)/float64(2*s.last.Total), false)
	}
	if s.work.Visible() != working {
		s.work.Hidden = !working
		s.content.Refresh()
	}
	switch {
	case s.message != "":
		s.text.Set(s.message, fynetheme.ColorNameForeground)
	case working || s.last.Scans > 0:
		s.text.Set(say.Progress(s.last), theme.Muted)
	default:
		s.text.Set(s.idle, theme.Muted)
	}
}
