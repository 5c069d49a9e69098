package reader

import "fyne.io/fyne/v2"

// FocusGained implements fyne.Focusable.
func (p *Pane) FocusGained() {}

// FocusLost implements fyne.Focusable.
func (p *Pane) FocusLost() {}

// TypedRune implements fyne.Focusable.
func (p *Pane) TypedRune(r rune) {
	switch r {
	case '+', '=':
		p.Zoom(1)
	case '-':
		p.Zoom(-1)
	case 'a', 'A':
		p.ToggleChosen()
	case 'c', 'C':
		p.CopyQuote()
	case 'f', 'F':
		p.ToggleFunction()
	}
}

// scrolled is how far an arrow key moves the page, scrolledRows how far a text.
const (
	scrolled     = 60
	scrolledRows = 3
)

// TypedKey implements fyne.Focusable.
func (p *Pane) TypedKey(k *fyne.KeyEvent) {
	switch k.Name {
	case fyne.KeyEscape:
		p.host.CloseReader()
	case fyne.KeyLeft, fyne.KeyPageUp:
		p.Turn(-1)
	case fyne.KeyRight, fyne.KeyPageDown:
		p.Turn(1)
	case fyne.KeyUp:
		p.listing.Scroll(-scrolledRows)
		p.scroll.ScrollToOffset(p.scroll.Offset.SubtractXY(0, min(scrolled, p.scroll.Offset.Y)))
	case fyne.KeyDown:
		p.listing.Scroll(scrolledRows)
		p.scroll.ScrollToOffset(p.scroll.Offset.AddXY(0, scrolled))
	}
}
