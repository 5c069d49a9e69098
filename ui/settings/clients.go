package settings

import (
	"context"
	"image/color"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/core"
	"ibid/ui/say"
	"ibid/ui/theme"
	uiwidget "ibid/ui/widget"
)

// clients is the list of programs that have asked, and what the selected one
// asked.
type clients struct {
	page     *programs
	content  *fyne.Container
	below    *fyne.Container // what the selected one asked
	all      []core.Client
	selected int // index, -1 for none

	list   *widget.List
	empty  *uiwidget.Empty
	asked  *widget.Label
	head   *uiwidget.Line
	forget *widget.Button
}

func newClients(p *programs) *clients {
	c := &clients{page: p, selected: -1}
	c.head = uiwidget.NewLine("", theme.Muted, theme.Caption)
	c.asked = text("")
	c.empty = uiwidget.NewEmpty(fynetheme.ComputerIcon(), "Nobody has asked yet", "Programs that ask this library are listed here, with what they asked.")
	c.list = widget.NewList(
		func() int { return len(c.all) },
		func() fyne.CanvasObject { return newClientRow(c) },
		func(i int, o fyne.CanvasObject) { o.(*clientRow).bind(c.all[i]) },
	)
	c.list.OnSelected = func(i int) { c.selected = i; c.showAsked() }
	c.forget = widget.NewButton("Forget", func() {
		c.change(func(ctx context.Context) error { return p.dialog.engine.ForgetClients(ctx) })
	})
	c.forget.Importance = widget.LowImportance
	c.forget.Hide()
	title := uiwidget.Between(heading("Programs that have asked"), nil, c.forget)
	room := canvas.NewRectangle(color.Transparent)
	room.SetMinSize(fyne.NewSize(0, 170))
	head := uiwidget.Column(0, widget.NewSeparator(), uiwidget.Inset(6, 0, 8, 8, c.head))
	c.below = container.NewStack(room, container.NewBorder(head, nil, nil, nil, container.NewVScroll(c.asked)))
	c.below.Hide()
	c.content = container.NewBorder(title, c.below, nil, nil, container.NewStack(c.list, c.empty))
	return c
}

// set shows the programs; the selection stays with its program.
func (c *clients) set(all []core.Client, err error) {
	if err != nil {
		c.page.dialog.note.Set(say.Error(err), fynetheme.ColorNameError)
		return
	}
	var chosen core.Client
	if c.selected >= 0 {
		chosen = c.all[c.selected]
	}
	c.all, c.selected = all, -1
	for i, k := range all {
		if k.Name == chosen.Name && k.Own == chosen.Own {
			c.selected = i
		}
	}
	if c.selected < 0 && len(all) > 0 {
		c.selected = 0
	}
	c.list.Refresh()
	if c.selected >= 0 {
		c.list.Select(c.selected)
	}
	c.empty.Hidden, c.forget.Hidden = len(all) > 0, len(all) == 0
	c.below.Hidden = len(all) == 0
	c.content.Refresh()
	c.showAsked()
}

// showAsked shows what the selected program asked.
func (c *clients) showAsked() {
	if c.selected < 0 || c.selected >= len(c.all) {
		c.head.SetText("")
		c.asked.SetText("")
		return
	}
	k := c.all[c.selected]
	c.head.SetText("What " + k.Name + " asked, the last first")
	lines := []string{"Nothing that is a question yet."}
	if len(k.Asked) > 0 {
		lines = nil
	}
	for _, a := range k.Asked {
		lines = append(lines, say.When(a.At, time.Now())+"  “"+a.Text+"”")
	}
	if joined := strings.Join(lines, "\n"); joined != c.asked.Text {
		c.asked.SetText(joined)
	}
}

// change does something in the background, and looks again.
func (c *clients) change(do func(context.Context) error) {
	d := c.page.dialog
	d.bridge.Go(func(ctx context.Context) {
		err := do(ctx)
		d.bridge.Post(func() {
			if err != nil {
				d.note.Set(say.Error(err), fynetheme.ColorNameError)
			}
			c.page.look()
		})
	})
}

func (c *clients) revoke(k core.Client) {
	c.change(func(ctx context.Context) error { return c.page.dialog.engine.Revoke(ctx, k.Name, k.Own, !k.Revoked) })
}

// clientRow is one program.
type clientRow struct {
	widget.BaseWidget
	client core.Client

	icon    *widget.Icon
	name    *uiwidget.Line
	when    *uiwidget.Line
	how     *uiwidget.Line
	button  *widget.Button
	content fyne.CanvasObject
}

func newClientRow(c *clients) *clientRow {
	r := &clientRow{icon: widget.NewIcon(nil)}
	r.name = uiwidget.NewBold("", fynetheme.ColorNameForeground, theme.Body)
	r.when = uiwidget.NewWhole("", theme.Muted, theme.Caption)
	r.how = uiwidget.NewLine("", theme.Muted, theme.Caption)
	r.button = widget.NewButton("Revoke", func() { c.revoke(r.client) })
	icon := container.NewGridWrap(fyne.NewSize(18, 18), r.icon)
	lines := uiwidget.Column(1, uiwidget.Between(nil, r.name, r.when), r.how)
	r.content = uiwidget.Inset(5, 5, 6, 4, uiwidget.Between(icon, lines, r.button))
	r.ExtendBaseWidget(r)
	return r
}

// CreateRenderer implements fyne.Widget.
func (r *clientRow) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(r.content)
}

func (r *clientRow) bind(k core.Client) {
	r.client = k
	icon, tint, button := fynetheme.ConfirmIcon(), fynetheme.ColorNameSuccess, "Revoke"
	how := say.Client(k)
	if k.Revoked {
		icon, tint, button = fynetheme.CancelIcon(), fynetheme.ColorNameError, "Allow"
		how = "revoked: it is refused · " + how
	}
	r.icon.SetResource(fynetheme.NewColoredResource(icon, tint))
	r.name.SetText(k.Name)
	r.when.SetText(say.When(k.Last, time.Now()))
	r.how.SetText(how)
	r.button.SetText(button)
}
