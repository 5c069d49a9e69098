package theme

import (
	"image/color"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// Text must be readable: WCAG asks for a contrast of 4.5 for body text.
func TestTextContrastsWithWhatItStandsOn(t *testing.T) {
	pairs := []struct {
		text, ground fyne.ThemeColorName
		least        float64
	}{
		{fynetheme.ColorNameForeground, fynetheme.ColorNameBackground, 7},
		{fynetheme.ColorNameForeground, Surface, 7},
		{fynetheme.ColorNameForeground, fynetheme.ColorNameSelection, 7},
		{Muted, Surface, 4.5},
		{Muted, fynetheme.ColorNameBackground, 4.5},
		{Muted, fynetheme.ColorNameSelection, 4.5},
		{Marked, Mark, 4.5},
		{fynetheme.ColorNameError, Surface, 4.5},
		{fynetheme.ColorNameWarning, Surface, 4.5},
		{fynetheme.ColorNameSuccess, Surface, 4.5},
		{fynetheme.ColorNamePrimary, Tint, 4.5},
		{fynetheme.ColorNameForegroundOnPrimary, fynetheme.ColorNamePrimary, 4.5},
	}
	for _, mode := range []Mode{Light, Dark} {
		th := New(mode)
		for _, p := range pairs {
			got := contrast(th.Color(p.text, 0), th.Color(p.ground, 0))
			if got < p.least {
				t.Errorf("%s: %s on %s has contrast %.2f, want at least %.1f", mode, p.text, p.ground, got, p.least)
			}
		}
	}
}

func TestModeOverridesDesktop(t *testing.T) {
	background := fynetheme.ColorNameBackground
	if New(Light).Color(background, fynetheme.VariantDark) != light[background] {
		t.Error("light mode follows a dark desktop")
	}
	if New(Dark).Color(background, fynetheme.VariantLight) != dark[background] {
		t.Error("dark mode follows a light desktop")
	}
	if New(System).Color(background, fynetheme.VariantDark) != dark[background] {
		t.Error("system mode does not follow a dark desktop")
	}
}

func TestPalettesNameTheSameColours(t *testing.T) {
	for name := range light {
		if _, ok := dark[name]; !ok {
			t.Errorf("dark has no %s", name)
		}
	}
	if len(light) != len(dark) {
		t.Errorf("light has %d colours, dark %d", len(light), len(dark))
	}
}

func contrast(a, b color.Color) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c color.Color) float64 {
	linear := func(v uint32) float64 {
		s := float64(v) / 0xffff
		if s <= 0.03928 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	r, g, b, _ := c.RGBA()
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}
