package theme

import (
	"image/color"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// rgb returns the opaque colour 0xRRGGBB.
func rgb(v uint32) color.NRGBA { return rgba(v, 0xff) }

// rgba returns the colour 0xRRGGBB with an opacity of 0 to 255.
func rgba(v uint32, a uint8) color.NRGBA {
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: a}
}

// A shade is one colour of the theme in both modes.
type shade struct{ light, dark color.NRGBA }

var palette = map[fyne.ThemeColorName]shade{
	fynetheme.ColorNameBackground:          {rgb(0xf5f7f9), rgb(0x15191e)},
	fynetheme.ColorNameForeground:          {rgb(0x1c2733), rgb(0xe3e8ed)},
	fynetheme.ColorNameButton:              {rgb(0xd8e0e8), rgb(0x2a313a)},
	fynetheme.ColorNameDisabled:            {rgb(0x6b7885), rgb(0x8592a0)},
	fynetheme.ColorNameDisabledButton:      {rgb(0xeceff2), rgb(0x222830)},
	fynetheme.ColorNameError:               {rgb(0xb3261e), rgb(0xf2867c)},
	fynetheme.ColorNameWarning:             {rgb(0x8f5b00), rgb(0xe0b061)},
	fynetheme.ColorNameSuccess:             {rgb(0x1c7a4d), rgb(0x6fc796)},
	fynetheme.ColorNamePrimary:             {rgb(0x1f5f8b), rgb(0x6cb0de)},
	fynetheme.ColorNameHyperlink:           {rgb(0x1f5f8b), rgb(0x6cb0de)},
	fynetheme.ColorNameForegroundOnPrimary: {rgb(0xffffff), rgb(0x0b1a26)},
	fynetheme.ColorNameForegroundOnError:   {rgb(0xffffff), rgb(0x2a0a07)},
	fynetheme.ColorNameForegroundOnWarning: {rgb(0xffffff), rgb(0x2a1d00)},
	fynetheme.ColorNameForegroundOnSuccess: {rgb(0xffffff), rgb(0x04210f)},
	fynetheme.ColorNameFocus:               {rgba(0x1f5f8b, 0x38), rgba(0x6cb0de, 0x40)},
	fynetheme.ColorNameSelection:           {rgb(0xdce9f3), rgb(0x22384a)},
	fynetheme.ColorNameHover:               {rgba(0x1c2733, 0x0c), rgba(0xffffff, 0x0d)},
	fynetheme.ColorNamePressed:             {rgba(0x1c2733, 0x1c), rgba(0xffffff, 0x20)},
	fynetheme.ColorNameInputBackground:     {rgb(0xffffff), rgb(0x12161a)},
	fynetheme.ColorNameInputBorder:         {rgb(0xc9d1d9), rgb(0x3a444f)},
	fynetheme.ColorNameMenuBackground:      {rgb(0xffffff), rgb(0x252c34)},
	fynetheme.ColorNameOverlayBackground:   {rgb(0xffffff), rgb(0x1f252c)},
	fynetheme.ColorNameHeaderBackground:    {rgb(0xeef1f4), rgb(0x1a1f25)},
	fynetheme.ColorNamePlaceHolder:         {rgb(0x7a8794), rgb(0x8793a0)},
	fynetheme.ColorNameScrollBar:           {rgba(0x1c2733, 0x55), rgba(0xffffff, 0x55)},
	fynetheme.ColorNameScrollBarBackground: {rgba(0x1c2733, 0x08), rgba(0xffffff, 0x08)},
	fynetheme.ColorNameSeparator:           {rgb(0xdfe4e9), rgb(0x2c343d)},
	fynetheme.ColorNameShadow:              {rgba(0x101820, 0x90), rgba(0x7b8794, 0x90)},

	Surface: {rgb(0xffffff), rgb(0x1c2127)},
	Muted:   {rgb(0x5b6875), rgb(0x9aa7b4)},
	Mark:    {rgb(0xfff0b3), rgb(0x574611)},
	Marked:  {rgb(0x3d2f00), rgb(0xffe9a8)},
	Paper:   {rgb(0xf1f3f5), rgb(0x2a3139)},
	Box:     {rgba(0xffc400, 0x48), rgba(0xffc400, 0x48)},
	Track:   {rgb(0xdfe5ea), rgb(0x2c343d)},
	Tint:    {rgb(0xd5e5f2), rgb(0x203444)},
	Edge:    {rgba(0x101820, 0x1e), rgba(0x000000, 0x77)},
}

// Icons that the toolkit has none for.
var (
	ThumbUp = fyne.NewStaticResource("thumb-up.svg", []byte(
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2 10h4v11H2zM8 21V10l5-8c1.7 0 2.4 1.4 2 3l-1 4h6c1.5 0 2.4 1.2 2 2.6l-2 7.9c-.3.9-1 1.5-2 1.5z"/></svg>`))
	ThumbDown = fyne.NewStaticResource("thumb-down.svg", []byte(
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2 14h4V3H2zM8 3v11l5 8c1.7 0 2.4-1.4 2-3l-1-4h6c1.5 0 2.4-1.2 2-2.6l-2-7.9c-.3-.9-1-1.5-2-1.5z"/></svg>`))
)
