package thumb

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/core"
)

var update = flag.Bool("update", false, "write the golden files anew")

// striped is a page with dark lines of print on white.
func striped(size image.Point) *image.RGBA {
	img := image.NewRGBA(image.Rectangle{Max: size})
	fill(img, img.Bounds(), paper)
	for y := size.Y / 10; y < size.Y*9/10; y += 8 {
		for x := size.X / 8; x < size.X*7/8; x++ {
			if x/5%4 > 0 {
				fill(img, image.Rect(x, y, x+1, y+3), color.Black)
			}
		}
	}
	return img
}

// shapes are aspects of pages, dealt out one after the other.
var shapes = map[string][]float64{
	"upright":  {aspectA4},
	"slides":   {16.0 / 9},
	"mixed":    {aspectA4, 4.0 / 3, 8.5 / 11, 1},
	"extreme":  {0.01, 50, aspectA4},
	"nonsense": {0, -1, math.NaN(), math.Inf(1)},
}

func TestSheetKeepsToItsSize(t *testing.T) { // X5
	for name, aspects := range shapes {
		for n := 1; n <= MaxTiles; n++ {
			for _, longest := range []int{core.MinSheet, core.SmallSheet, core.LargeSheet, core.MaxSheet} {
				tiles := make([]Tile, n)
				for i := range tiles {
					tiles[i] = Tile{Number: i + 1, Aspect: aspects[i%len(aspects)]}
				}
				g, err := bestGrid(tiles, longest)
				if err != nil {
					t.Fatal(err)
				}
				long := max(g.size.X, g.size.Y)
				if long > longest || long*10 <= longest*6 {
					t.Errorf("%s, %d tiles, %d pixels: sheet of %v", name, n, longest, g.size)
				}
				checkApart(t, fmt.Sprintf("%s, %d tiles, %d pixels", name, n, longest), g)
			}
		}
	}
}

// checkApart looks that everything lies on the sheet and nothing on another.
func checkApart(t *testing.T, what string, g grid) {
	t.Helper()
	all := append(append([]image.Rectangle(nil), g.pages...), g.captions...)
	for i, r := range all {
		if r.Empty() || !r.In(image.Rectangle{Max: g.size}) {
			t.Errorf("%s: %v lies not on the sheet of %v", what, r, g.size)
		}
		for _, o := range all[:i] {
			if r.Overlaps(o) {
				t.Errorf("%s: %v and %v overlap", what, r, o)
			}
		}
	}
}

func TestSheetRefusesWhatItCannotShow(t *testing.T) {
	for _, tt := range []struct {
		tiles, longest int
		want           error
	}{
		{0, core.SmallSheet, core.ErrNotFound},
		{MaxTiles + 1, core.SmallSheet, core.ErrQuery},
		{1, core.MinSheet - 1, core.ErrQuery},
		{1, core.MaxSheet + 1, core.ErrQuery},
		{1, -5, core.ErrQuery},
	} {
		if _, err := Sheet(make([]Tile, tt.tiles), tt.longest); !errors.Is(err, tt.want) {
			t.Errorf("%d tiles, %d pixels: %v, want %v", tt.tiles, tt.longest, err, tt.want)
		}
		if _, err := PageSizes(make([]Tile, tt.tiles), tt.longest); !errors.Is(err, tt.want) {
			t.Errorf("sizes of %d tiles, %d pixels: %v, want %v", tt.tiles, tt.longest, err, tt.want)
		}
	}
}

// sheetOf makes a sheet whose pictures have the sizes it asks for, and says
// where the pages are.
func sheetOf(t testing.TB, tiles []Tile, longest int) (*image.RGBA, []image.Rectangle) {
	t.Helper()
	sizes, err := PageSizes(tiles, longest)
	if err != nil {
		t.Fatal(err)
	}
	for i := range tiles {
		if tiles[i].Text == "" && tiles[i].Note == "" {
			tiles[i].Picture = striped(sizes[i])
		}
	}
	img, err := Sheet(tiles, longest)
	if err != nil {
		t.Fatal(err)
	}
	g, err := bestGrid(tiles, longest)
	if err != nil {
		t.Fatal(err)
	}
	return img, g.pages
}

func TestPicturesOfTheSizeAskedForAreNotScaled(t *testing.T) {
	tiles := make([]Tile, 7)
	img, pages := sheetOf(t, tiles, core.SmallSheet)
	for i, page := range pages {
		for y := 1; y < page.Dy()-1; y++ { // without the border
			for x := 1; x < page.Dx()-1; x++ {
				if got, want := img.RGBAAt(page.Min.X+x, page.Min.Y+y), tiles[i].Picture.RGBAAt(x, y); got != want {
					t.Fatalf("tile %d: pixel %d,%d is %v, want %v", i, x, y, got, want)
				}
			}
		}
	}
}

func TestPicturesOfAnotherSizeAreShownWhole(t *testing.T) {
	wide := striped(image.Pt(900, 300))
	fill(wide, image.Rect(0, 0, 30, 30), boxColor)
	fill(wide, image.Rect(870, 270, 900, 300), badgeColor)
	img, err := Sheet([]Tile{{Picture: wide}}, core.SmallSheet)
	if err != nil {
		t.Fatal(err)
	}
	g, err := bestGrid(make([]Tile, 1), core.SmallSheet)
	if err != nil {
		t.Fatal(err)
	}
	room := g.pages[0]
	page := image.Rectangle{Max: fit(room.Size(), 3)}.Add(room.Min)
	page = page.Add(image.Pt(0, (room.Dy()-page.Dy())/2))
	if got := img.RGBAAt(page.Min.X+10, page.Min.Y+10); got != boxColor {
		t.Errorf("upper left is %v", got)
	}
	if got := img.RGBAAt(page.Max.X-10, page.Max.Y-10); got != badgeColor {
		t.Errorf("lower right is %v", got)
	}
}

func TestPassagesAreBoxedAndStayReadable(t *testing.T) { // X5
	box := Box{0.1, 0.3, 0.9, 0.5}
	plain, pages := sheetOf(t, []Tile{{Number: 1}}, 1000)
	img, _ := sheetOf(t, []Tile{{Number: 1, Boxes: []Box{box, {0.5, 0.5, 0.5, 0.6}, {math.NaN(), 0, 1, 1}}}}, 1000)
	g, err := bestGrid(make([]Tile, 1), 1000)
	if err != nil {
		t.Fatal(err)
	}
	outer := box.on(pages[0], g.line)
	inner := outer.Inset(g.line)
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			at := image.Pt(x, y)
			got, before := img.RGBAAt(x, y), plain.RGBAAt(x, y)
			want := before
			switch {
			case at.In(inner) && before == paper:
				want = marker
			case at.In(outer) && !at.In(inner):
				want = boxColor
			}
			if got != want {
				t.Fatalf("pixel %v is %v, was %v, want %v", at, got, before, want)
			}
		}
	}
}

func TestNumberKeepsOffPassages(t *testing.T) { // X5
	corners := []Box{{0, 0, 0.3, 0.1}, {0.7, 0, 1, 0.1}, {0, 0.9, 0.3, 1}, {0.7, 0.9, 1, 1}}
	for free := range corners {
		boxes := append(append([]Box(nil), corners[:free]...), corners[free+1:]...)
		img, pages := sheetOf(t, []Tile{{Number: 10, Boxes: boxes}}, 1000)
		found := badgeIn(img, pages[0])
		if !found.In(corners[free].on(pages[0], 0)) {
			t.Errorf("with corner %d free the number is at %v on %v", free, found, pages[0])
		}
	}
}

// badgeIn is where the number is stamped on a page, without its white edge.
func badgeIn(img *image.RGBA, page image.Rectangle) (found image.Rectangle) {
	for y := page.Min.Y; y < page.Max.Y; y++ {
		for x := page.Min.X; x < page.Max.X; x++ {
			if img.RGBAAt(x, y) == badgeColor {
				found = found.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return found
}

func TestEveryPageIsNumberedOnThePage(t *testing.T) { // X5
	for _, tt := range []struct {
		tiles, longest int
		shape          string
	}{
		{1, core.MinSheet, "upright"}, {MaxTiles, core.MinSheet, "upright"},
		{1, core.SmallSheet, "extreme"}, {6, core.SmallSheet, "mixed"}, {MaxTiles, core.SmallSheet, "extreme"},
	} {
		tiles := make([]Tile, tt.tiles)
		for i := range tiles {
			tiles[i] = Tile{Number: i + 1, Aspect: shapes[tt.shape][i%len(shapes[tt.shape])], Text: "quoted"}
		}
		img, pages := sheetOf(t, tiles, tt.longest)
		for i, page := range pages {
			if found := badgeIn(img, page); found.Dx() < 8 || found.Dy() < 5 {
				t.Errorf("%v: number %d is stamped at %v on %v", tt, i+1, found, page)
			}
			fill(img, page, paper)
		}
		if beside := badgeIn(img, img.Bounds()); !beside.Empty() {
			t.Errorf("%v: stamped beside the pages at %v", tt, beside)
		}
	}
}

// sheetTiles are tiles of every sort.
func sheetTiles() []Tile {
	return []Tile{
		{Number: 1, Name: "crisis.pdf", Place: " p. 3", Boxes: []Box{{0.1, 0.2, 0.9, 0.4}}},
		{Number: 2, Name: strings.Repeat("very-long-name-", 20) + "2019.pdf", Place: " p. 217 [PDF 219]", Aspect: 16.0 / 9, Boxes: []Box{{0, 0, 0.5, 0.5}}},
		{Number: 3, Name: "notes.md", Place: ":40-52", Text: "# Heading\n\nA first paragraph that was broken after so many characters\nfor want of room.\n- a list"},
		{Number: 3, Name: "a.go", Place: ":1-3", Code: true, Text: "func main() {\n    println(1)\n}"},
		{Number: 4, Name: "訪客筆記.txt", Place: ":1-9", Text: "二〇一八年の冬、河口の浚渫で"},
		{Number: 5, Name: "gone‹.pdf", Place: " p. 1", Note: "The file is not there any more.", Text: strings.Repeat("What was quoted of it. ", 200)},
		{Note: "7 more pages are cited, from [6] to [9], than have room here."},
	}
}

func TestSheetLooksAsItDid(t *testing.T) { // X5
	img, _ := sheetOf(t, sheetTiles(), 700)
	again, _ := sheetOf(t, sheetTiles(), 700)
	if !bytes.Equal(img.Pix, again.Pix) {
		t.Fatal("the same tiles give another picture")
	}
	golden := filepath.Join("testdata", "sheet.png")
	if *update {
		var out bytes.Buffer
		if err := png.Encode(&out, img); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(golden, out.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	want, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if want.Bounds() != img.Bounds() {
		t.Fatalf("sheet of %v, want %v", img.Bounds(), want.Bounds())
	}
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			// Processors round the edges of letters differently.
			if a, b := img.RGBAAt(x, y), color.RGBAModel.Convert(want.At(x, y)).(color.RGBA); apart(a.R, b.R) > 3 || apart(a.G, b.G) > 3 || apart(a.B, b.B) > 3 {
				t.Fatalf("pixel %d,%d is %v, want %v; look at the sheet and run with -update if it is right", x, y, a, b)
			}
		}
	}
}

func apart(a, b uint8) int { return max(int(a), int(b)) - min(int(a), int(b)) }

func TestCaptionsAreClippedInTheMiddle(t *testing.T) {
	face, err := newTypeface(regular, 15)
	if err != nil {
		t.Fatal(err)
	}
	defer face.close()
	for _, tt := range []struct {
		name, place string
		room        int
		want        string
	}{
		{"crisis.pdf", " p. 3", 200, "crisis.pdf p. 3"},
		{"a-very-long-name-of-a-report-2019.pdf", " p. 217 [PDF 219]", 220, "a-very…9.pdf p. 217 [PDF 219]"},
		{"notes.md", ":40-52", 200, "notes.md:40-52"},
		{"crisis.pdf", " p. 217 [PDF 219]", 60, "p. 217…"},
		{"crisis.pdf", "", 60, "cris…pdf"},
		{"crisis.pdf", " p. 3", 1, ""},
		{"訪客.txt", " p. 3", 200, "\ufffd\ufffd.txt p. 3"},
		{"cafe\u0301.pdf", " p. 3", 200, "café.pdf p. 3"},
		{"a⟨U+202E⟩fdp.exe", " p. 3", 200, "a‹U+202E›fdp.exe p. 3"},
		{"a\u202efdp\n.exe", " p. 3", 200, "afdp .exe p. 3"},
		{strings.Repeat("w", 1<<20), " p. 3", 100, "www…ww p. 3"},
	} {
		got := face.caption(tt.name, tt.place, tt.room)
		if got != tt.want || face.width(got) > tt.room {
			t.Errorf("%.40q%s in %d pixels: %q of %d, want %q", tt.name, tt.place, tt.room, got, face.width(got), tt.want)
		}
	}
}

func TestLinesOfCardsHaveRoom(t *testing.T) {
	face, err := newTypeface(regular, 12)
	if err != nil {
		t.Fatal(err)
	}
	defer face.close()
	for _, words := range []string{
		"", "\n\n", "one", strings.Repeat("several words ", 40), strings.Repeat("x", 700), "    deep\n\tdeeper",
		strings.Repeat(" ", 500) + "far", "a b\n\nc " + strings.Repeat("é", 400),
	} {
		words, _ := face.drawable(words)
		for _, room := range []int{1, 20, 150} {
			for _, most := range []int{0, 1, 7, 10_000} {
				lines, whole := face.wrap(words, room, most)
				if len(lines) > most {
					t.Errorf("%.20q: %d lines, want %d at most", words, len(lines), most)
				}
				for _, line := range lines {
					if face.width(line) > room && len([]rune(line)) > 1 {
						t.Errorf("%.20q: line %q has %d pixels of %d", words, line, face.width(line), room)
					}
				}
				if joined := strings.Join(lines, ""); whole && squeezed(joined) != squeezed(words) {
					t.Errorf("%.20q became %q", words, joined)
				}
			}
		}
	}
}

func squeezed(s string) string { return strings.Join(strings.Fields(s), "") }

func BenchmarkSheetOfTen(b *testing.B) {
	tiles := make([]Tile, 10)
	for i := range tiles {
		tiles[i] = Tile{Number: i + 1, Name: "crisis.pdf", Place: " p. 3", Boxes: []Box{{0.1, 0.2, 0.9, 0.4}}}
	}
	sheetOf(b, tiles, core.SmallSheet)
	for b.Loop() {
		if _, err := Sheet(tiles, core.SmallSheet); err != nil {
			b.Fatal(err)
		}
	}
}
