package core_test

import (
	"testing"

	"ibid/core"
)

func TestPassageFitsThePageItWasCutFrom(t *testing.T) {
	for name, tt := range map[string]struct {
		page  string
		spans []core.Span
		fits  bool
	}{
		"whole page":                     {"grün", []core.Span{{Start: 0, End: 5}}, true},
		"to the end of a rune":           {"grün", []core.Span{{Start: 2, End: 4}}, true},
		"none":                           {"", nil, true},
		"two, both there":                {"one two", []core.Span{{Start: 0, End: 3}, {Start: 4, End: 7}}, true},
		"the page is shorter":            {"one", []core.Span{{Start: 0, End: 3}, {Start: 4, End: 7}}, false},
		"begins in the middle of a rune": {"grün", []core.Span{{Start: 3, End: 5}}, false},
		"ends in the middle of a rune":   {"grün", []core.Span{{Start: 0, End: 3}}, false},
		"ends before it begins":          {"grün", []core.Span{{Start: 2, End: 1}}, false},
		"begins before the page":         {"grün", []core.Span{{Start: -1, End: 1}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := (core.Passage{Spans: tt.spans}).Fits(tt.page); got != tt.fits {
				t.Errorf("fits: %v, want %v", got, tt.fits)
			}
		})
	}
}
