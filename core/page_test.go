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

func TestPassageIsCutOutOfItsPage(t *testing.T) {
	for name, tt := range map[string]struct {
		spans []core.Span
		want  string
	}{
		"one span":                     {[]core.Span{{Start: 4, End: 7}}, "two"},
		"columns, in reading order":    {[]core.Span{{Start: 8, End: 13}, {Start: 0, End: 3}}, "three\none"},
		"an empty span keeps its line": {[]core.Span{{Start: 0, End: 3}, {Start: 3, End: 3}, {Start: 4, End: 7}}, "one\n\ntwo"},
		"no span":                      {nil, ""},
	} {
		if got := (core.Passage{Spans: tt.spans}).Text("one two three"); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
	if n := (core.Span{Start: 4, End: 7}).Len(); n != 3 {
		t.Errorf("a span from 4 to 7 has %d bytes", n)
	}
}

func TestContentsOfAPageAreWithoutItsComments(t *testing.T) {
	for name, tt := range map[string]struct {
		annotations int
		want        string
	}{
		"none":                 {0, "text\nnote"},
		"a comment":            {4, "text"},
		"nothing but comments": {9, ""},
		"more than there is":   {10, "text\nnote"},
		"fewer than none":      {-1, "text\nnote"},
	} {
		if got := (core.Page{Text: "text\nnote", Annotations: tt.annotations}).Contents(); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

func TestScansCountWhatIsLeftToRead(t *testing.T) {
	s := core.Scans{Pages: []core.Scan{{Page: 1, Read: true}, {Page: 2}, {Page: 5, Read: true, Note: "blank"}, {Page: 6}}}
	if n := s.Left(); n != 2 {
		t.Errorf("%d are left, want 2", n)
	}
	if n := (core.Scans{}).Left(); n != 0 {
		t.Errorf("%d of no pages are left", n)
	}
}

func TestOnlyPagesReadByOCRAreMarkedSo(t *testing.T) {
	for confidence, want := range map[int]string{-1: "", 0: "", 1: "OCR 1 %", 75: "OCR 75 %", 100: "OCR 100 %"} {
		if got := core.OCRMark(confidence); got != want {
			t.Errorf("%d: %q, want %q", confidence, got, want)
		}
	}
}

func TestQueryIsEmptyWithoutAnythingToFind(t *testing.T) {
	for name, tt := range map[string]struct {
		q    core.Query
		want bool
	}{
		"nothing":                  {core.Query{}, true},
		"a word":                   {core.Query{Words: []string{"kelp"}}, false},
		"a phrase":                 {core.Query{Phrases: []string{"yield curve"}}, false},
		"only what must not occur": {core.Query{Not: []string{"japan"}}, true},
		"only a scope":             {core.Query{Kinds: []core.Kind{core.KindPDF}, Names: []string{"report"}}, true},
	} {
		if got := tt.q.Empty(); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
