package ingest

import (
	"reflect"
	"strings"
	"testing"

	"ibid/core"
)

func TestStateFollowsFromThePages(t *testing.T) {
	page := func(text, note string) core.Page { return core.Page{Text: text, Note: note} }
	tests := []struct {
		name   string
		kind   core.Kind
		pages  []core.Page
		state  core.State
		reason string
	}{
		{"words", core.KindPDF, []core.Page{page("tide", "")}, core.StateReady, ""},
		{"a number", core.KindPDF, []core.Page{page("7", "")}, core.StateReady, ""},
		{"words on one of two", core.KindPDF, []core.Page{page("", ""), page("tide", "")}, core.StateReady, ""},
		{"one page without", core.KindPDF, []core.Page{page("—", "")}, core.StateNoText, "no words on its page"},
		{"two pages without", core.KindPDF, []core.Page{page("", ""), page(".", "")}, core.StateNoText, "no words on any of its 2 pages"},
		{"no page", core.KindPDF, nil, core.StateNoText, "it holds no words"},
		{"a text without", core.KindText, []core.Page{page(" ", "")}, core.StateNoText, "it holds no words"},
		{"a note in place of words", core.KindPDF, []core.Page{page("", "no fonts")}, core.StateNoText, "no fonts"},
		{"a note beside words", core.KindPDF, []core.Page{page("tide", "no fonts")}, core.StateReady, "no fonts"},
		{"a page that could not be read", core.KindPDF, []core.Page{page("tide", ""), page("", "too deep")}, core.StatePartial, "too deep"},
		{"two notes", core.KindPDF, []core.Page{page("tide", "first"), page("ebb", "second"), page("flood", "")}, core.StateReady, "2 of 3 pages are not whole: first"},
	}
	for _, tt := range tests {
		c := core.Content{Kind: tt.kind}
		summarise(&c, tt.pages)
		if c.State != tt.state || c.Reason != tt.reason {
			t.Errorf("%s: %s, %q; want %s, %q", tt.name, c.State, c.Reason, tt.state, tt.reason)
		}
		if want := len(tt.pages); tt.kind == core.KindPDF && c.Pages != want || tt.kind != core.KindPDF && c.Pages != 0 {
			t.Errorf("%s: %d pages", tt.name, c.Pages)
		}
	}
}

func TestPagesForOCRAreThoseThatOnlyAPictureShows(t *testing.T) {
	tests := []struct {
		name     string
		kind     core.Kind
		pages    []core.Page
		pictures map[int]int
		want     []int
	}{
		{"words", core.KindPDF, []core.Page{{Index: 1, Text: "tide"}}, map[int]int{1: 1}, nil},
		{"a scan", core.KindPDF, []core.Page{{Index: 1}, {Index: 2}}, nil, []int{1, 2}},
		{"an empty page among words", core.KindPDF, []core.Page{{Index: 1, Text: "tide"}, {Index: 2}}, nil, nil},
		{"a page with a picture among words", core.KindPDF, []core.Page{{Index: 1, Text: "tide"}, {Index: 2}}, map[int]int{2: 1}, []int{2}},
		{"letters that nobody can read", core.KindPDF, []core.Page{{Index: 1, Text: "tide"}, {Index: 2, Text: "\ufffd"}}, nil, []int{2}},
		{"a page that could not be read", core.KindPDF, []core.Page{{Index: 1, Note: "too deep"}}, nil, nil},
		{"a scan with a stamp", core.KindPDF, []core.Page{{Index: 1, Text: "approved", Annotations: 8}}, nil, []int{1}},
		{"a photo", core.KindImage, []core.Page{{Index: 1, Text: "[EXIF:Make] Canon"}}, nil, []int{1}},
		{"a picture of two pages", core.KindImage, []core.Page{{Index: 1}, {Index: 2}}, nil, nil},
		{"a text", core.KindText, []core.Page{{Index: 1}}, nil, nil},
	}
	for _, tt := range tests {
		r := result{content: core.Content{Kind: tt.kind}, pages: tt.pages}
		for page, n := range tt.pictures {
			r.layouts = append(r.layouts, core.Layout{Page: page, Pictures: n})
		}
		if got := r.scans(); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestWhatOCRMadeOfADocumentIsSaid(t *testing.T) {
	tests := []struct {
		name  string
		tally scanTally
		kind  core.Kind
		scan  bool
		of    int
		why   string
		want  string
	}{
		{"all of one", scanTally{read: 1, sum: 91}, core.KindPDF, true, 1, "", "1 page was read by OCR, confidence 91 %"},
		{"all of two", scanTally{read: 2, sum: 181}, core.KindPDF, true, 2, "", "2 pages were read by OCR, mean confidence 91 %"},
		{"some", scanTally{read: 1, left: 2, sum: 91}, core.KindPDF, true, 3, "", "1 of 3 pages read by OCR"},
		{"some, and no more now", scanTally{read: 1, left: 2, sum: 91}, core.KindPDF, true, 3, "no OCR", "1 of 3 pages read by OCR; no OCR"},
		{"none in a scan", scanTally{}, core.KindPDF, true, 2, "", "OCR found none either"},
		{"none beside words", scanTally{}, core.KindPDF, false, 2, "", ""},
		{"none in some", scanTally{left: 1}, core.KindPDF, true, 3, "", "2 of 3 pages looked at by OCR; OCR is still to read them"},
		{"one waits", scanTally{left: 1}, core.KindPDF, true, 1, "", "OCR is still to read it"},
		{"one beside words waits", scanTally{left: 1}, core.KindPDF, false, 1, "", "1 page is a picture: OCR is still to read it"},
		{"two beside words wait", scanTally{left: 2}, core.KindPDF, false, 2, "", "2 pages are pictures: OCR is still to read them"},
		{"one failed", scanTally{read: 1, failed: 1, sum: 80, note: "too small"}, core.KindPDF, true, 2, "", "1 page was read by OCR, confidence 80 %; OCR could not read 1 of 2 pages: too small"},
		{"a photo", scanTally{read: 1, sum: 80}, core.KindImage, false, 1, "", "its text was read by OCR, mean confidence 80 %"},
		{"a photo without words", scanTally{}, core.KindImage, false, 1, "", ""},
		{"a photo that waits", scanTally{left: 1}, core.KindImage, false, 1, "no OCR", ""},
	}
	for _, tt := range tests {
		if got := tt.tally.say(tt.kind, tt.scan, tt.of, func() string { return tt.why }); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestNobodyIsTroubledWithPagesThatOCRReadWell(t *testing.T) {
	for _, tt := range []struct {
		confidence, left int
		scan             core.State
		state            core.State
		remark           bool
	}{
		{75, 0, core.StateNoText, core.StateReady, true},
		{74, 0, core.StateNoText, core.StateReady, false},
		{75, 1, core.StateNoText, core.StatePartial, false},
		{75, 1, core.StateReady, core.StateReady, true},
	} {
		g := newIngest(new(stores))
		g.o.Recogniser = &recogniser{}
		c := core.Content{Kind: core.KindPDF}
		scans := core.Scans{State: tt.scan, Pages: []core.Scan{{Page: 1, Read: true, Text: "tide"}}}
		for range tt.left {
			scans.Pages = append(scans.Pages, core.Scan{Page: 2})
		}
		left := g.conclude(t.Context(), &c, []core.Page{{Index: 1, Text: "tide", OCR: tt.confidence}, {Index: 2}}, scans)
		if left != tt.left || c.State != tt.state || c.Remark != tt.remark {
			t.Errorf("%+v: %d left, %s, remark %v (%s)", tt, left, c.State, c.Remark, c.Reason)
		}
	}
}

func TestOnlySomeFailuresAreTriedInSafeMode(t *testing.T) {
	all := []core.Step{core.StepWords, core.StepLayout, core.StepMetadata, core.StepOutline, core.StepSyntax}
	want := map[core.State]string{
		core.StateDamaged: "words layout metadata", core.StateTimedOut: "layout", core.StateTooLarge: "layout", core.StateNeedsPassword: "", "": "",
	}
	for state, steps := range want {
		var got []string
		for _, step := range all {
			if safeTry(step, state) {
				got = append(got, string(step))
			}
		}
		if strings.Join(got, " ") != steps {
			t.Errorf("%q: %v, want %s", state, got, steps)
		}
	}
}

func TestOnlyWhatMayEndBetterIsTriedAgain(t *testing.T) {
	for state, want := range map[core.State][2]bool{ // without and with a password
		core.StateUnreadable: {true, true}, core.StateUnsupported: {true, true}, core.StateTooLarge: {true, true}, core.StateTimedOut: {true, true},
		core.StateNeedsPassword: {false, true}, core.StateDamaged: {false, false}, core.StateReady: {false, false}, core.StateQuarantined: {false, false},
	} {
		if got := [2]bool{worthRetry(state, ""), worthRetry(state, "sesame")}; got != want {
			t.Errorf("%s: %v, want %v", state, got, want)
		}
	}
}

func TestPagesWithoutLinesMakeADocumentPartial(t *testing.T) {
	line := []core.Line{{}}
	tests := []struct {
		name    string
		kind    core.Kind
		layouts []core.Layout
		want    string
	}{
		{"all", core.KindPDF, []core.Layout{{Lines: line}, {Lines: line}, {}}, ""}, // the last page is empty
		{"one lacks", core.KindPDF, []core.Layout{{Lines: line}, {}, {}}, "the structure of 1 of 3 pages could not be read"},
		{"there are fewer", core.KindPDF, []core.Layout{{Lines: line}}, "the structure of 1 of 3 pages could not be read"},
		{"none was read", core.KindPDF, nil, ""},
		{"a text has none", core.KindText, []core.Layout{{}}, ""},
	}
	for _, tt := range tests {
		r := result{content: core.Content{Kind: tt.kind, State: core.StateReady}, layouts: tt.layouts, pages: []core.Page{{Text: "tide"}, {Text: "ebb"}, {Text: " "}}}
		r.lackLines()
		if r.content.Reason != tt.want || (r.content.State == core.StatePartial) != (tt.want != "") {
			t.Errorf("%s: %s, %q; want %q", tt.name, r.content.State, r.content.Reason, tt.want)
		}
	}
}
