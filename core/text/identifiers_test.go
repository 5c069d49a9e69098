package text

import (
	"slices"
	"strings"
	"testing"
)

func TestIdentifiersAreMadeOfWords(t *testing.T) {
	for s, want := range map[string][]string{
		"findByEmail":            {"find", "by", "email", "=findbyemail"},
		"find_by_email(x)":       {"find", "by", "email", "=findbyemail", "x"},
		"HTTPServer2Go":          {"http", "server2", "go", "=httpserver2go"},
		"MAX_SIZE = kelpDepth":   {"max", "size", "=maxsize", "kelp", "depth", "=kelpdepth"},
		"plain words, as before": {"plain", "words", "as", "before"},
		"__init__ _x":            {"init", "x"},
		"UserService.find":       {"user", "service", "=userservice", "find"},
	} {
		var got []string
		for i := range Identifiers(s) {
			for _, p := range i.Parts {
				got = append(got, p.Form)
				if p.Start < i.Start || p.End > i.End || p.Len() <= 0 {
					t.Errorf("%s: %+v is not within %+v", s, p, i.Span)
				}
			}
			if i.Form != "" {
				got = append(got, "="+i.Form)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", s, got, want)
		}
	}
}

func TestIdentifiersHaveSixteenWordsAtMost(t *testing.T) {
	for n, want := range map[int][]int{16: {16}, 17: {16, 1}} {
		var got []int
		for i := range Identifiers(strings.Repeat("a_", n-1) + "a") {
			got = append(got, len(i.Parts))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d with underscores: %v", n, got)
		}
	}
	for n, want := range map[int]int{16: 16, 17: 1} {
		for i := range Identifiers("a" + strings.Repeat("Bc", n-1)) {
			if len(i.Parts) != want {
				t.Errorf("%d with capitals: %d parts", n, len(i.Parts))
			}
		}
	}
}
