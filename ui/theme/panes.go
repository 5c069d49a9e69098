package theme

import (
	"image/color"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// Edge is the colour of the strips between panes.
const Edge fyne.ThemeColorName = "ibid.edge"

// Panes is the application's theme with fainter shadows. The toolkit draws the
// strips between panes and the keys of menu items in one colour: what suits the
// one cannot be read as the other.
type Panes struct{}

func current() fyne.Theme { return fyne.CurrentApp().Settings().Theme() }

// Color implements fyne.Theme.
func (Panes) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	if name == fynetheme.ColorNameShadow {
		name = Edge
	}
	return current().Color(name, variant)
}

// Font implements fyne.Theme.
func (Panes) Font(style fyne.TextStyle) fyne.Resource { return current().Font(style) }

// Icon implements fyne.Theme.
func (Panes) Icon(name fyne.ThemeIconName) fyne.Resource { return current().Icon(name) }

// Size implements fyne.Theme.
func (Panes) Size(name fyne.ThemeSizeName) float32 { return current().Size(name) }
