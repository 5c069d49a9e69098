package assets

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"strings"
	"testing"
)

func TestIconIsASquareWithRoundCorners(t *testing.T) {
	img, err := png.Decode(bytes.NewReader(IconPNG))
	if err != nil {
		t.Fatal(err)
	}
	if size := img.Bounds().Size(); size.X != 512 || size.Y != 512 {
		t.Errorf("icon.png is %v, want 512x512", size)
	}
	if _, _, _, alpha := img.At(0, 0).RGBA(); alpha != 0 {
		t.Errorf("the corner of icon.png has alpha %d, want it clear", alpha)
	}
	if _, _, _, alpha := img.At(256, 256).RGBA(); alpha != 0xffff {
		t.Errorf("the middle of icon.png has alpha %d, want it solid", alpha)
	}
}

func TestIconIsDrawnWithShapesOnly(t *testing.T) {
	decoder := xml.NewDecoder(bytes.NewReader(IconSVG))
	shapes := 0
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch element.Name.Local {
		case "rect", "path":
			shapes++
		case "svg", "title":
		default:
			t.Errorf("icon.svg has a <%s>, which not every reader draws", element.Name.Local)
		}
	}
	if shapes == 0 {
		t.Error("icon.svg is empty")
	}
}

// A page that is not in the list is never shown, and one without a title has no name in it.
func TestManualHasEveryPageOnceWithATitle(t *testing.T) {
	files, err := manual.ReadDir("manual")
	if err != nil {
		t.Fatal(err)
	}
	pages := Manual()
	if len(files) != len(pages) {
		t.Errorf("%d files in manual, %d subjects", len(files), len(pages))
	}
	for _, p := range pages {
		if !strings.HasPrefix(p.Text, "# "+p.Title+"\n") || p.Title == "" || strings.Count(p.Text, "\n# ") > 0 {
			t.Errorf("%s: the title is %q, want the first line, and no other heading of its level", p.Name, p.Title)
		}
	}
}
