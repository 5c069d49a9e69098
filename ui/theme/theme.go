// Package theme is the look of the window: calm colours with enough contrast to
// read all day, in light and dark, and a density that shows ten hits at once.
package theme

import (
	"image/color"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// Mode chooses between light and dark.
type Mode string

// The modes. System follows the desktop.
const (
	System Mode = "system"
	Light  Mode = "light"
	Dark   Mode = "dark"
)

// Colours that the toolkit has no name for.
const (
	Surface fyne.ThemeColorName = "ibid.surface" // behind lists, above the background
	Muted   fyne.ThemeColorName = "ibid.muted"   // secondary text
	Mark    fyne.ThemeColorName = "ibid.mark"    // behind words that matched
	Marked  fyne.ThemeColorName = "ibid.marked"  // words that matched
	Paper   fyne.ThemeColorName = "ibid.paper"   // a page that is not drawn yet
	Box     fyne.ThemeColorName = "ibid.box"     // over the cited lines of a page
	Track   fyne.ThemeColorName = "ibid.track"   // the empty part of a bar
	Tint    fyne.ThemeColorName = "ibid.tint"    // behind a citation number
	Edge    fyne.ThemeColorName = "ibid.edge"    // the strips between panes
)

// Caption is the size of secondary text, Body that of ordinary text, Title that
// of a pane's title.
const (
	Caption = fynetheme.SizeNameCaptionText
	Body    = fynetheme.SizeNameText
	Title   = fynetheme.SizeNameSubHeadingText
)

// Theme is the toolkit's own theme with other colours and sizes.
type Theme struct {
	fyne.Theme
	mode Mode
}

// New returns the theme in a mode. An unknown mode is System.
func New(mode Mode) *Theme { return &Theme{Theme: fynetheme.DefaultTheme(), mode: mode} }

// Mode returns the mode that the theme was made with.
func (t *Theme) Mode() Mode { return t.mode }

// Color implements fyne.Theme.
func (t *Theme) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	switch t.mode {
	case Light:
		variant = fynetheme.VariantLight
	case Dark:
		variant = fynetheme.VariantDark
	}
	s, ok := palette[name]
	switch {
	case !ok:
		return t.Theme.Color(name, variant)
	case variant == fynetheme.VariantDark:
		return s.dark
	}
	return s.light
}

// Size implements fyne.Theme.
func (t *Theme) Size(name fyne.ThemeSizeName) float32 {
	if s, ok := sizes[name]; ok {
		return s
	}
	return t.Theme.Size(name)
}

var sizes = map[fyne.ThemeSizeName]float32{
	fynetheme.SizeNameText:            13,
	fynetheme.SizeNameCaptionText:     11.5,
	fynetheme.SizeNameSubHeadingText:  15,
	fynetheme.SizeNameHeadingText:     21,
	fynetheme.SizeNamePadding:         4,
	fynetheme.SizeNameInnerPadding:    7,
	fynetheme.SizeNameInlineIcon:      17,
	fynetheme.SizeNameInputRadius:     6,
	fynetheme.SizeNameSelectionRadius: 6,
	fynetheme.SizeNameScrollBar:       10,
	fynetheme.SizeNameScrollBarSmall:  4,
	fynetheme.SizeNameScrollBarRadius: 4,
	fynetheme.SizeNameSplitThickness:  5,
	fynetheme.SizeNameLineSpacing:     4,
	fynetheme.SizeNameModalBlurRadius: 0, // blurring the whole window is slow without a GPU
}

// Panes is the application's theme with fainter shadows. The toolkit draws the
// strips between panes and the keys of menu items in one colour, and no colour
// is readable as both.
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
