package worker_test

import (
	"image"
	"path/filepath"
	"testing"
	"time"

	"ibid/core"
)

// C2: go-fitz draws what MuPDF lays out; of other files the beginning is drawn
// as text.
func TestFilesHaveAPictureOfTheirFirstPage(t *testing.T) {
	s := supervisor(t, nil)
	ctx := within(t, time.Minute)
	for name, kind := range map[string]core.Kind{
		"tidal-harbours.epub": core.KindEbook, "tide-tables.fb2": core.KindEbook, "kelp-depth-methods.docx": core.KindDocument,
		"kelp-depth-methods.odt": core.KindDocument, "dredging-talk.pptx": core.KindSlides, "tide-gauge.xlsx": core.KindSheet,
		"kelp-canopy-survey.html": core.KindHTML, "claude-conversations.json": core.KindConversation,
	} {
		path := filepath.Join("..", "..", "testdata", "kinds", name)
		img, err := s.Draw(ctx, core.PageImage{Name: filepath.Base(path), Open: opening(path), Hash: core.Hash(name), Kind: kind, Page: 1, Width: 300, Height: 400})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if n := inked(img); n < 200 {
			t.Errorf("%s: %d pixels of %v are dark", name, n, img.Bounds())
		}
	}
}

// inked counts the pixels that are far from white.
func inked(img *image.RGBA) int {
	n := 0
	for i := 0; i+3 < len(img.Pix); i += 4 {
		if img.Pix[i] < 160 && img.Pix[i+1] < 160 && img.Pix[i+2] < 160 {
			n++
		}
	}
	return n
}
