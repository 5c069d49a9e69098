package worker_test

import (
	"bytes"
	"path/filepath"
	"testing"
	"time"

	"ibid/core"
)

// Mail, notebooks, subtitles, markup and data are known by their beginning and
// name, and read by the worker as their own tests say. Their picture is the
// text as it was read: that of a text file with the same pages.
func TestLinesAreReadAndDrawn(t *testing.T) {
	tests := map[string]struct {
		kind     core.Kind
		pages    int
		headings int
		title    string
	}{
		"letter.eml":     {core.KindMail, 1, 1, "Pegelstände während der Baggerung 1973/74"},
		"list.mbox":      {core.KindMail, 3, 3, ""},
		"analysis.ipynb": {core.KindNotebook, 7, 2, "Turbidity and the depth limit of kelp"},
		"interview.srt":  {core.KindSubtitles, 1, 0, ""},
		"interview.vtt":  {core.KindSubtitles, 1, 0, "The tide gauge on Ferry Pier"},
		"paper.tex":      {core.KindText, 1, 5, "Recovery of Laminaria hyperborea after dredging in Carrow Sound"},
		"refs.bib":       {core.KindText, 1, 3, ""},
		"guide.rst":      {core.KindText, 1, 4, "Reading the tide gauge"},
		"notes.org":      {core.KindText, 1, 4, "Dives of spring 2024"},
		"station.csv":    {core.KindText, 1, 0, ""},
		"config.json":    {core.KindText, 1, 4, ""},
		"config.toml":    {core.KindText, 1, 6, ""},
		"config.yaml":    {core.KindText, 1, 4, ""},
	}
	s := supervisor(t, nil)
	ctx := within(t, time.Minute)
	for name, tt := range tests {
		req := sample(t, "kinds", name)
		pages, err := s.Words(ctx, req)
		if err != nil || req.Kind != tt.kind || len(pages) != tt.pages {
			t.Errorf("%s is %q of %d pages, %v; want %q of %d", name, req.Kind, len(pages), err, tt.kind, tt.pages)
			continue
		}
		layouts, err := s.Structure(ctx, req, pages)
		headings := 0
		for _, l := range layouts {
			headings += len(l.Headings)
		}
		if err != nil || headings != tt.headings {
			t.Errorf("%s has %d headings, %v; want %d", name, headings, err, tt.headings)
		}
		if m, err := s.Metadata(ctx, req); err != nil || m.Title != tt.title {
			t.Errorf("%s has the title %q, %v; want %q", name, m.Title, err, tt.title)
		}
		var text []byte
		for _, p := range pages {
			text = append(text, p.Text+"\n\n"...)
		}
		picture := func(path string, kind core.Kind) []byte {
			img, err := s.Draw(ctx, core.PageImage{Name: filepath.Base(path), Open: opening(path), Hash: core.Hash(path), Kind: kind, Page: 1, Width: 300, Height: 400})
			if err != nil {
				t.Fatalf("draw %s: %v", name, err)
			}
			return img.Pix
		}
		if !bytes.Equal(picture(req.File.Name(), tt.kind), picture(write(t, "read.txt", text).Name(), core.KindText)) {
			t.Errorf("%s: the picture is not that of its text", name)
		}
	}
}
