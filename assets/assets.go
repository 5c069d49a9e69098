// Package assets holds the files that are built into the programs, so that a binary works wherever it is copied to.
package assets

import _ "embed"

// IconSVG is the mark of Ibid, a page with the citation [1] on it. Drawn with shapes only, since a font may be missing.
//
//go:embed icon.svg
var IconSVG []byte

// IconPNG is the same mark, 512 × 512 pixels, for what does not read SVG: packagers and some window managers.
//
//go:embed icon.png
var IconPNG []byte
