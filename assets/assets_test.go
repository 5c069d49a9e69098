package assets

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
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
