package theme

import (
	"go/ast"
	"go/parser"
	"go/token"
	"image/color"
	"math"
	"slices"
	"strconv"
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
	want := palette[fynetheme.ColorNameBackground]
	for _, tt := range []struct {
		mode    Mode
		desktop fyne.ThemeVariant
		want    color.Color
	}{
		{Light, fynetheme.VariantLight, want.light}, {Light, fynetheme.VariantDark, want.light},
		{Dark, fynetheme.VariantLight, want.dark}, {Dark, fynetheme.VariantDark, want.dark},
		{System, fynetheme.VariantLight, want.light}, {System, fynetheme.VariantDark, want.dark},
	} {
		if got := New(tt.mode).Color(fynetheme.ColorNameBackground, tt.desktop); got != tt.want {
			t.Errorf("%s mode on desktop variant %d: %v, want %v", tt.mode, tt.desktop, got, tt.want)
		}
	}
}

// alike are the colours that light and dark mode share: a highlighter's yellow over a page, which is drawn on white
// in both.
var alike = []fyne.ThemeColorName{Box}

// The names come from the source, so that a colour which is declared and never mixed is found: the toolkit would
// draw it transparent.
func TestEveryColourHasALightAndADarkShade(t *testing.T) {
	for _, name := range declared(t) {
		if _, ok := palette[name]; !ok {
			t.Errorf("the palette has no %s", name)
		}
	}
	for name, s := range palette {
		if s.light.A == 0 || s.dark.A == 0 {
			t.Errorf("%s cannot be seen: light %v, dark %v", name, s.light, s.dark)
		}
		if same := s.light == s.dark; same != slices.Contains(alike, name) {
			t.Errorf("%s: light %v, dark %v", name, s.light, s.dark)
		}
	}
}

// declared returns the colour names that theme.go declares.
func declared(t *testing.T) (names []fyne.ThemeColorName) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "theme.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		v, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if of, ok := v.Type.(*ast.SelectorExpr); ok && of.Sel.Name == "ThemeColorName" {
			name, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, fyne.ThemeColorName(name))
		}
		return true
	})
	if len(names) < 9 {
		t.Fatalf("theme.go declares %q, want nine colours or more", names)
	}
	return names
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
