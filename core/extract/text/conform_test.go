package text

import (
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"ibid/core"
	"ibid/core/extract/extracttest"
)

func TestTextsKeepToTheContract(t *testing.T) { // R0.1
	inputs := []core.Input{
		{Name: "latin.txt", Kind: core.KindText, Data: []byte("Gezeitenh\xf6he\r\n\r\n6,11 m\r")},
		{Name: "wide.md", Kind: core.KindMarkdown, Data: []byte("\xff\xfe#\x00 \x00T\x00i\x00d\x00e\x00\n\x00")},
		{Name: "zeros.txt", Kind: core.KindText, Data: []byte("low\x00water, mean of the year\n\xc3")},
	}
	for _, pattern := range []string{"sample/*.md", "sample/*.txt", "code/*"} {
		paths, err := filepath.Glob(filepath.Join("..", "..", "..", "testdata", pattern))
		if err != nil || len(paths) == 0 {
			t.Fatal(pattern, paths, err)
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			kind := core.KindText
			if filepath.Ext(path) == ".md" {
				kind = core.KindMarkdown
			}
			inputs = append(inputs, core.Input{Name: filepath.Base(path), Kind: kind, Data: data})
		}
	}
	for _, in := range inputs {
		if r := extracttest.Conform(t, Extractor{}, in); len(r.Pages) != 1 || utf8.RuneCountInString(r.Pages[0].Text) < 6 {
			t.Errorf("%s: %d pages", in.Name, len(r.Pages))
		}
	}
}
