package search

import (
	"strings"
	"testing"
)

func TestOpeningIsTheFirstLinesOfAPage(t *testing.T) { // R3.9
	long := strings.Repeat("x", 400)
	for name, tt := range map[string]struct{ page, want string }{
		"nothing":                {"", ""},
		"one line":               {"Balance sheet", "Balance sheet"},
		"four lines":             {"a\nb\nc\nd", "a\nb\nc\nd"},
		"the fifth is left out":  {"a\nb\nc\nd\ne", "a\nb\nc\nd\n"},
		"empty lines are free":   {"\n\na\n \nb\nc\nd\ne", "\n\na\n \nb\nc\nd\n"},
		"a long line is cut":     {long, long[:320]},
		"no half of a character": {long[:319] + "é", long[:319]},
	} {
		if got := opening(tt.page); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}
