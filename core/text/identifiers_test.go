package text

import (
	"slices"
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
