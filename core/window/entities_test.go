package window

import (
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/extract/code"
)

// R0.7: what is stored of the syntax decides, where the look of the text would
// mislead.
func TestWindowIsTheEntityAroundAPlace(t *testing.T) {
	source := "package tide\n\nvar limits = map[string]func(float64) float64{\n\t\"kelp\": func(t float64) float64 {\n\t\treturn 9 - t\n\t},\n}\n\n" +
		"// Depth is the limit.\nfunc Depth(t float64) float64 {\n\tif t > 1 {\n\t\treturn 0\n\t}\n\treturn 1\n}\n"
	c, err := code.Extract(t.Context(), "tide.go", source)
	if err != nil {
		t.Fatal(err)
	}
	d := Document{
		Document: core.Document{Name: "tide.go", Kind: core.KindCode}, Pages: []core.Page{{Index: 1, Text: source}},
		Code: func() (core.Code, error) { return c, nil },
	}
	for at, want := range map[string]string{"return 0": "9-15", "return 9 - t": "5"} {
		start := strings.Index(source, at)
		w, err := Cut(d, []core.Quote{{Page: 1, Span: core.Span{Start: start, End: start + len(at)}}}, Reach{Strategy: Lines, Function: true})
		if err != nil || w.Locator.Place() != want {
			t.Errorf("%s: got %s, %v; want %s", at, w.Locator.Place(), err, want)
		}
	}
}
