package notebook

import (
	"strings"
	"testing"

	"ibid/core/extract/extracttest"
)

func TestMostCellsAreRead(t *testing.T) {
	got, err := pages(t, []byte(`{"cells":[`+strings.Repeat("{},", maxCells-1)+`{}]}`))
	if err != nil || len(got) != maxCells {
		t.Errorf("%d pages, %v", len(got), err)
	}
}

func TestOutputsAreCutAtALineThatIsNear(t *testing.T) {
	line := func(n int) string { return strings.Repeat("a", n) }
	for _, tt := range []struct {
		name, in string
		want     int // bytes that are kept before the sign of a cut, -1 if nothing is cut
	}{
		{"the most", line(maxOutputs), -1},
		{"one byte more", line(maxOutputs + 1), maxOutputs},
		{"a line that ends in the second half", line(maxOutputs/2+1) + "\n" + line(maxOutputs), maxOutputs/2 + 1},
		{"a line that ends in the middle", line(maxOutputs/2) + "\n" + line(maxOutputs), maxOutputs},
		{"half a character", line(maxOutputs-1) + "ü", maxOutputs - 1},
	} {
		got := cut(tt.in)
		kept, isCut := strings.CutSuffix(got, "\n…")
		if want := tt.want; want < 0 && got != tt.in || want >= 0 && (!isCut || len(kept) != want) {
			t.Errorf("%s: %d bytes of %d are kept, want %d", tt.name, len(kept), len(tt.in), want)
		}
	}
}

func TestLevelsOfHeadingCellsAreBounded(t *testing.T) {
	for level, want := range map[int]int{-1: 1, 0: 1, 1: 1, 6: 6, 7: 6} {
		if h := headings(cell{Type: "heading", Level: level}, "Tides"); len(h) != 1 || h[0].Level != want {
			t.Errorf("level %d: %+v", level, h)
		}
	}
	if h := headings(cell{Type: "heading"}, " \n"); h != nil {
		t.Errorf("an empty heading: %+v", h)
	}
}

func TestDamagedNotebooksEndInTextOrAFate(t *testing.T) {
	extracttest.Damage(t, Extractor{}, sample(t))
}
