package thumb

import (
	"fmt"
	"image"
	"math"

	"ibid/core"
)

// A contact sheet shows numbered pages side by side in one picture, for chat
// applications that accept pictures (X5). PageSizes returns how large the pages are
// to be drawn, Sheet puts them together.

// MaxTiles is the most tiles that a sheet holds.
const MaxTiles = 20

// Tile is one page on a sheet, or a card with text if there is no picture.
type Tile struct {
	Number  int         // stamped as [n] if above 0
	Name    string      // of the file; too long a name is clipped in the middle
	Place   string      // ` p. 3`, `:40-52`; follows the name, and is clipped only if it is too long by itself
	Aspect  float64     // width of the page divided by its height; that of A4 unless it is above 0
	Picture *image.RGBA // of the page, ideally as large as PageSizes says; nil for a card
	Boxes   []Box       // around the cited passages of the page
	Note    string      // on a card: what it is, or why there is no picture; may be empty
	Text    string      // on a card: the quoted text, boxed as a whole
	Code    bool        // Text is source code: it is set in a monospaced font and not reflowed
}

// Box is a rectangle in fractions of a page's width and height, 0 to 1, from its
// upper left corner. Left must be below Right and Top below Bottom.
type Box struct{ Left, Top, Right, Bottom float64 }

// The range of aspects for which a page gets room. A longer or wider page is
// shown whole within the room of the nearest aspect.
const (
	aspectA4  = 595.0 / 842
	narrowest = 1.0 / 3
	widest    = 3.0
)

// PageSizes returns the size in pixels at which Sheet shows the page of each tile.
// A picture of this size is not scaled. Only the Aspect of the tiles matters.
func PageSizes(tiles []Tile, longest int) ([]image.Point, error) {
	g, err := bestGrid(tiles, longest)
	if err != nil {
		return nil, err
	}
	sizes := make([]image.Point, len(g.pages))
	for i, room := range g.pages {
		sizes[i] = room.Size()
	}
	return sizes, nil
}

// Sheet puts the tiles on one picture whose longer side is at most longest
// pixels, in rows from the upper left. The same tiles give the same bytes.
//
// An error wraps core.ErrNotFound if there is no tile, and core.ErrQuery if there
// are more than MaxTiles or longest is not from core.MinSheet to core.MaxSheet.
//
// Texts are set in the Go fonts, which have the letters of Latin, Greek and
// Cyrillic. A character that they lack is shown as U+FFFD, a diamond with a
// question mark, and a card most of whose text they lack says so instead.
func Sheet(tiles []Tile, longest int) (*image.RGBA, error) {
	g, err := bestGrid(tiles, longest)
	if err != nil {
		return nil, err
	}
	s, err := newSheet(g)
	if err != nil {
		return nil, fmt.Errorf("contact sheet: %w", err)
	}
	defer s.close()
	for i, t := range tiles {
		if err := s.tile(t, g.pages[i], g.captions[i]); err != nil {
			return nil, fmt.Errorf("contact sheet: tile %d: %w", i+1, err)
		}
	}
	return s.img, nil
}

// grid is the layout of a sheet, in pixels.
type grid struct {
	size     image.Point
	pages    []image.Rectangle // of each tile
	captions []image.Rectangle // one line below each page
	text     float64           // font size of the captions
	number   float64           // font size of the numbers on pages
	line     int               // width of the lines around passages
}

// bestGrid returns the grid whose smallest page is largest; of equal ones the
// smallest sheet, because chat applications charge for its area.
func bestGrid(tiles []Tile, longest int) (grid, error) {
	switch {
	case len(tiles) == 0:
		return grid{}, fmt.Errorf("contact sheet: no pages to show: %w", core.ErrNotFound)
	case len(tiles) > MaxTiles:
		return grid{}, fmt.Errorf("contact sheet: %d pages, at most %d have room: %w", len(tiles), MaxTiles, core.ErrQuery)
	case longest < core.MinSheet || longest > core.MaxSheet:
		return grid{}, fmt.Errorf("contact sheet: the longer side has %d to %d pixels, not %d: %w", core.MinSheet, core.MaxSheet, longest, core.ErrQuery)
	}
	var best grid
	most, least := 0, math.MaxInt
	for columns := 1; columns <= len(tiles); columns++ {
		g := gridOf(tiles, columns, longest)
		smallest := math.MaxInt
		for _, p := range g.pages {
			smallest = min(smallest, p.Dx()*p.Dy())
		}
		if area := g.size.X * g.size.Y; smallest > most || smallest == most && area < least {
			best, most, least = g, smallest, area
		}
	}
	return best, nil
}

// gridOf lays tiles out in columns: pages as large as have room, columns of one
// width, each row as high as its highest page.
func gridOf(tiles []Tile, columns, longest int) grid {
	rows := (len(tiles) + columns - 1) / columns
	g := grid{text: captionSize(columns, rows, longest), pages: make([]image.Rectangle, len(tiles)), captions: make([]image.Rectangle, len(tiles))}
	margin, strip := max(4, longest/64), int(math.Ceil(1.9*g.text))
	room := image.Pt((longest-margin*(columns+1))/columns, (longest-margin*(rows+1))/rows-strip)
	column, heights := 0, make([]int, rows)
	for i, t := range tiles {
		size := fit(room, t.shape())
		g.pages[i] = image.Rectangle{Max: size}
		column, heights[i/columns] = max(column, size.X), max(heights[i/columns], size.Y)
	}
	y := margin
	for i := range tiles {
		at := image.Pt(margin+i%columns*(column+margin), y)
		page := &g.pages[i]
		*page = page.Add(at).Add(image.Pt((column-page.Dx())/2, heights[i/columns]-page.Dy()))
		g.captions[i] = image.Rect(at.X, y+heights[i/columns], at.X+column, y+heights[i/columns]+strip)
		if i%columns == columns-1 || i == len(tiles)-1 {
			y += heights[i/columns] + strip + margin
		}
	}
	narrow := longest
	for _, p := range g.pages {
		narrow = min(narrow, p.Dx())
	}
	g.number = min(1.4*g.text, float64(narrow)/4)
	g.line = max(1, int(math.Round(min(g.text/7, float64(narrow)/140))))
	g.size = image.Pt(margin+columns*(column+margin), y-margin/2) // the last caption has air below it
	return g
}

// captionSize returns the font size of captions in pixels: smaller where there are
// more of them, but at least 9.
func captionSize(columns, rows, longest int) float64 {
	return max(9, float64(longest)/float64(70+8*max(columns, rows)))
}

// shape returns the aspect of the room that the page gets.
func (t Tile) shape() float64 {
	if !(t.Aspect > 0) { // NaN too
		return aspectA4
	}
	return min(max(t.Aspect, narrowest), widest)
}

// fit returns the largest size of an aspect that has room, in whole pixels.
func fit(room image.Point, aspect float64) image.Point {
	w := min(float64(room.X), float64(room.Y)*aspect)
	return image.Pt(max(1, int(w)), max(1, int(min(float64(room.Y), w/aspect))))
}
