package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/ui/say"
	"ibid/ui/theme"
)

// ShowProblem shows why the program cannot start, and returns when the window
// was closed. It is called in place of Window.Run.
func ShowProblem(a fyne.App, err error) {
	a.Settings().SetTheme(theme.New(theme.System))
	w := a.NewWindow("Ibid")
	text := widget.NewLabel(say.Opening(err))
	text.Wrapping = fyne.TextWrapWord
	text.Selectable = true
	quit := widget.NewButton("Quit", w.Close)
	quit.Importance = widget.HighImportance
	w.SetContent(container.NewPadded(container.NewBorder(nil, container.NewHBox(layout.NewSpacer(), quit),
		container.NewVBox(widget.NewIcon(fynetheme.WarningIcon())), nil, text)))
	w.Resize(fyne.NewSize(520, 180))
	w.CenterOnScreen()
	w.ShowAndRun()
}
