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
)

// Caption is the size of secondary text, Title that of a pane's title.
const (
	Caption = fynetheme.SizeNameCaptionText
	Body    = fynetheme.SizeNameText
	Title   = fynetheme.SizeNameSubHeadingText
)

// Theme implements fyne.Theme.
type Theme struct{ mode Mode }

// New returns the theme in a mode. An unknown mode is System.
func New(mode Mode) *Theme { return &Theme{mode: mode} }

// Mode is the mode that the theme was made with.
func (t *Theme) Mode() Mode { return t.mode }

// Color implements fyne.Theme.
func (t *Theme) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	palette := light
	if t.dark(variant) {
		palette, variant = dark, fynetheme.VariantDark
	} else {
		variant = fynetheme.VariantLight
	}
	if c, ok := palette[name]; ok {
		return c
	}
	return fynetheme.DefaultTheme().Color(name, variant)
}

func (t *Theme) dark(variant fyne.ThemeVariant) bool {
	switch t.mode {
	case Light:
		return false
	case Dark:
		return true
	}
	return variant == fynetheme.VariantDark
}

// Font implements fyne.Theme.
func (t *Theme) Font(style fyne.TextStyle) fyne.Resource {
	return fynetheme.DefaultTheme().Font(style)
}

// Icon implements fyne.Theme.
func (t *Theme) Icon(name fyne.ThemeIconName) fyne.Resource {
	return fynetheme.DefaultTheme().Icon(name)
}

// Size implements fyne.Theme.
func (t *Theme) Size(name fyne.ThemeSizeName) float32 {
	if s, ok := sizes[name]; ok {
		return s
	}
	return fynetheme.DefaultTheme().Size(name)
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
	fynetheme.SizeNameModalBlurRadius: 0, // a blur of the whole window holds it up where there is no GPU
}
