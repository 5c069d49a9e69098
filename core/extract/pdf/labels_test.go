package pdf

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ibid/core"
)

func TestLabelsAreThosePrinted(t *testing.T) { // X2
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", "sample", "halvane-2024-plumes-kelp-depth-limit.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := Extractor{MaxPages: 100}.Metadata(context.Background(), core.Input{Name: "halvane.pdf", Data: data, Kind: core.KindPDF})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"i", "ii", "iii", "iv", "1", "2", "3", "4", "5", "6", "7"}
	if diff := cmp.Diff(want, m.Labels); diff != "" {
		t.Error(diff)
	}
}

func TestNumberFollowsTheRanges(t *testing.T) {
	tests := map[string]struct {
		ranges []labelRange
		want   []string
	}{
		"none":                   {nil, nil},
		"what the index says":    {[]labelRange{{style: "D", start: 1}}, nil},
		"an offset":              {[]labelRange{{style: "D", start: 77}}, []string{"77", "78", "79", "80"}},
		"prefixes and letters":   {[]labelRange{{style: "A", start: 26}, {first: 2, style: "D", prefix: "A-", start: 1}}, []string{"Z", "AA", "A-1", "A-2"}},
		"a prefix alone":         {[]labelRange{{prefix: "Cover"}, {first: 1, style: "r", start: 1}}, []string{"Cover", "i", "ii", "iii"}},
		"roman":                  {[]labelRange{{style: "R", start: 1998}}, []string{"MCMXCVIII", "MCMXCIX", "MM", "MMI"}},
		"beginning behind":       {[]labelRange{{first: 2, style: "D", start: 1}}, []string{"", "", "1", "2"}},
		"out of order and range": {[]labelRange{{first: -3, style: "D", start: 9}, {first: 70, style: "D"}}, []string{"12", "13", "14", "15"}},
		"letters without end":    {[]labelRange{{style: "a", start: 1 << 40}}, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, number(tt.ranges, 4)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
