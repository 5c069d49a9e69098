package thumb

import (
	"image"
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/core"
)

// A row of these tables stands on one side of a threshold, its neighbour on the other.

func TestRunsAreMergedWithinTheirDistance(t *testing.T) { // X5
	wide := func(top float32) [4]float32 { return [4]float32{10, top, 90, top + 10} }
	for _, tt := range []struct {
		name  string
		lines [][4]float32
		want  int // boxes, if all lines are cited
	}{
		{"0.8 lines below", [][4]float32{wide(10), wide(28)}, 1},
		{"farther below", [][4]float32{wide(10), wide(28.1)}, 2},
		{"a small one 1.6 lines below", [][4]float32{wide(10), {10, 36, 20, 46}}, 1},
		{"a small one farther below", [][4]float32{wide(10), {10, 36.1, 20, 46}}, 2},
		{"a small one 1.2 lines beside", [][4]float32{{10, 10, 20, 20}, {32, 10, 42, 20}}, 1},
		{"a small one farther beside", [][4]float32{{10, 10, 20, 20}, {32.1, 10, 42, 20}}, 2},
		{"less than a quarter of the width", [][4]float32{{10, 10, 34.9, 20}, {40, 10, 90, 20}}, 1},
		{"a quarter of it", [][4]float32{{10, 10, 35, 20}, {40, 10, 90, 20}}, 2},
	} {
		l := pageOf(tt.lines...)
		all := make([]int, len(tt.lines))
		for i := range all {
			all[i] = i
		}
		if got := Passages(l, quoting(all...), nil); len(got) != tt.want {
			t.Errorf("%s: %d boxes, want %d: %v", tt.name, len(got), tt.want, got)
		}
	}
	a := run{rect: rect{0, 0, 10, 10}}
	for _, tt := range []struct {
		b    rect
		want bool
	}{{rect{8.9, 8.9, 20, 20}, true}, {rect{9, 8.9, 20, 20}, false}, {rect{8.9, 9, 20, 20}, false}} {
		if got := overlapping(a, run{rect: tt.b}); got != tt.want {
			t.Errorf("%v over %v: %v, want %v", tt.b, a.rect, got, tt.want)
		}
	}
}

func TestInkIsDarkerThanItsPaper(t *testing.T) {
	for dark, want := range map[uint8]bool{149: true, 150: false, 200: false} {
		img := image.NewRGBA(image.Rect(0, 0, 1, 2))
		img.Set(0, 0, color.RGBA{200, 200, 200, 255})
		img.Set(0, 1, color.RGBA{200, dark, 200, 255})
		if got := hasInk(img, 0, 0, 2); got != want {
			t.Errorf("%d on 200: ink %v, want %v", dark, got, want)
		}
	}
}

func TestOnlyLongLinesAreJoined(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"38 characters", strings.Repeat("a", 38) + "\nnext", strings.Repeat("a", 38) + " next"},
		{"37 characters", strings.Repeat("a", 37) + "\nnext", strings.Repeat("a", 37) + "\nnext"},
		{"before a list", strings.Repeat("a", 38) + "\n- next", strings.Repeat("a", 38) + "\n- next"},
	} {
		if got := reflow(tt.in); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestTextsOfCardsAreBounded(t *testing.T) {
	for n, want := range map[int]int{mostCardText: mostCardText, mostCardText + 1: mostCardText} {
		if got := len([]rune(clipText(strings.Repeat("é", n)))); got != want {
			t.Errorf("%d characters of %d, want %d", got, n, want)
		}
	}
}

func TestPagesGetTheRoomOfTheNearestShape(t *testing.T) {
	for aspect, want := range map[float64]float64{0.34: 0.34, 0.33: narrowest, 2.9: 2.9, 3.1: widest, 0: aspectA4, -1: aspectA4} {
		if got := (Tile{Aspect: aspect}).shape(); got != want {
			t.Errorf("aspect %v: room of %v, want %v", aspect, got, want)
		}
	}
}

func TestPicturesWithinTwoPixelsOfTheirRoomAreNotScaled(t *testing.T) {
	room := image.Rect(0, 0, 100, 50)
	for _, tt := range []struct {
		name       string
		size, want image.Point
	}{
		{"as large", image.Pt(100, 50), image.Pt(100, 50)},
		{"2 smaller on one side", image.Pt(98, 40), image.Pt(98, 40)},
		{"3 smaller on both", image.Pt(97, 47), image.Pt(100, 48)},
		{"larger", image.Pt(101, 50), image.Pt(100, 49)},
	} {
		s := &sheet{img: image.NewRGBA(room)}
		if got := s.page(image.NewRGBA(image.Rectangle{Max: tt.size}), room).Size(); got != tt.want {
			t.Errorf("%s: %v becomes %v, want %v", tt.name, tt.size, got, tt.want)
		}
	}
}

func TestOnlySmallPicturesAreWritten(t *testing.T) {
	for size, want := range map[int]int{largestOnDisk: 1, largestOnDisk + 1: 0} {
		dir := t.TempDir()
		c := newCache(t, dir, &painter{})
		if _, err := c.Picture(t.Context(), core.PageImage{Hash: "a", Page: 1, Width: 4, Height: size}); err != nil {
			t.Fatal(err)
		}
		c.settle()
		if files, err := filepath.Glob(filepath.Join(dir, "*", "*.png")); err != nil || len(files) != want {
			t.Errorf("%d pixels: %d files, %v; want %d", size, len(files), err, want)
		}
	}
}

func TestTheLatestPicturesStayInMemory(t *testing.T) {
	dir, p := t.TempDir(), &painter{}
	c := newCache(t, dir, p)
	draw := func(page int) {
		t.Helper()
		if _, err := c.Picture(t.Context(), core.PageImage{Hash: "a", Page: page, Width: 4, Height: largestOnDisk + 1}); err != nil {
			t.Fatal(err)
		}
	}
	for page := range memoryPictures + 1 {
		draw(page)
	}
	draw(1) // the second is the oldest that is left
	if n := p.drawn.Load(); n != memoryPictures+1 {
		t.Errorf("drawn %d times, want %d", n, memoryPictures+1)
	}
	draw(0)
	if n := p.drawn.Load(); n != memoryPictures+2 {
		t.Errorf("drawn %d times, want %d: the first was kept too long", n, memoryPictures+2)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
		t.Errorf("%d files, %v", len(files), err)
	}
}
