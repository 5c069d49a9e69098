package ingest

import (
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

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
		var got []int
		for _, s := range r.scans() {
			got = append(got, s.Page)
		}
		if !reflect.DeepEqual(got, tt.want) {
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
		{"one beside words waits", scanTally{left: 1}, core.KindPDF, false, 1, "", "1 page has no words: OCR is still to read it"},
		{"two beside words wait", scanTally{left: 2}, core.KindPDF, false, 2, "", "2 pages have no words: OCR is still to read them"},
		{"one failed", scanTally{read: 1, failed: 1, sum: 80, note: "too small"}, core.KindPDF, true, 2, "", "1 page was read by OCR, confidence 80 %; OCR could not read 1 of 2 pages: too small"},
		{"a photo", scanTally{read: 1, sum: 80}, core.KindImage, false, 1, "", "its text was read by OCR, mean confidence 80 %"},
		{"a photo without words", scanTally{}, core.KindImage, false, 1, "", ""},
		{"a photo that waits", scanTally{left: 1}, core.KindImage, false, 1, "no OCR", ""},
	}
	for _, tt := range tests {
		tt.tally.of = tt.of
		if got := tt.tally.say(tt.kind, tt.scan, func() string { return tt.why }); got != tt.want {
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

// The words of a figure are looked for where the figure is large enough, but not
// below a page that has all its words.
func TestPicturesBesideWordsAreLookedAt(t *testing.T) { // X11
	words := func(n int) string { return strings.TrimSpace(strings.Repeat("kelp ", n)) }
	for _, tt := range []struct {
		name     string
		text     string
		pictured float32
		beside   bool
	}{
		{"a figure", words(200), .03, true},
		{"a logo", words(200), .029, false},
		{"a figure that fills most of the page", words(200), .89, true},
		{"a scan whose words were recognised before", words(100), .9, false},
		{"a scan with a stamp of words", words(99), .9, true},
	} {
		r := result{content: core.Content{Kind: core.KindPDF}, pages: []core.Page{{Index: 1, Text: tt.text}}, layouts: []core.Layout{{Page: 1, Pictures: 1, Pictured: tt.pictured}}}
		if got := r.scans(); (len(got) == 1) != tt.beside || tt.beside && !got[0].Beside {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
	drawn := result{content: core.Content{Kind: core.KindPDF}, pages: []core.Page{{Index: 1, Text: "tide"}, {Index: 2}, {Index: 3}}, layouts: []core.Layout{{Page: 1}, {Page: 2, Pictured: 1}, {Page: 3}}}
	if got := drawn.scans(); len(got) != 1 || got[0].Page != 2 || got[0].Beside {
		t.Errorf("a page of outlines among words, and a blank one: %+v", got)
	}
}

// What refers to places of a page stays right when the words of its pictures are
// added between its contents and its comments.
func TestWordsOfPicturesFollowThoseOfThePage(t *testing.T) { // X11
	const text, comment = "ebb\nflood", "seen by E. M."
	page := core.Page{Index: 1, Text: text + "\n" + comment, Annotations: len(comment)}
	line := func(start, end int) core.Line { return core.Line{Span: core.Span{Start: start, End: end}} }
	layout := core.Layout{Page: 1, Lines: []core.Line{line(0, 3), line(4, 9), line(10, 10+len(comment))}, Order: []int{1, 0, 2}}
	seen := core.Scan{Page: 1, Beside: true, Read: true, Text: "Tide\nTable", OCR: 88, Layout: core.Layout{Lines: []core.Line{line(0, 4), line(5, 10)}}}
	r := result{content: core.Content{Kind: core.KindPDF}, pages: []core.Page{page}, layouts: []core.Layout{layout}}
	if !merge(&r, core.Scans{Pages: []core.Scan{seen}}) {
		t.Fatal("nothing was added")
	}
	got := r.pages[0]
	if want := text + "\nTide\nTable\n" + comment; got.Text != want || got.Contents() != text+"\nTide\nTable" || got.OCR != 88 || got.TextLayer() != page.Text {
		t.Errorf("page %+v", got)
	}
	if s := got.SeenSpan(); got.Text[s.Start:s.End] != "Tide\nTable" || got.OCROf(core.Span{End: 9}) != 0 || got.OCROf(core.Span{Start: 12, End: 13}) != 88 || got.OCROf(core.Span{Start: s.End, End: len(got.Text)}) != 0 {
		t.Errorf("the words of the pictures lie at %v", s)
	}
	var lines []string
	for _, i := range r.layouts[0].Order {
		l := r.layouts[0].Lines[i]
		lines = append(lines, got.Text[l.Start:l.End])
	}
	if joined := strings.Join(lines, "|"); joined != "flood|ebb|"+comment+"|Tide|Table" {
		t.Errorf("in reading order: %s", joined)
	}
	if merge(&r, core.Scans{Pages: []core.Scan{seen}}) {
		t.Error("they were added twice")
	}
}

func TestOneCoreIsLeftToThePerson(t *testing.T) {
	for _, tt := range []struct {
		cores  int
		waited bool
		want   int
	}{{1, false, 1}, {2, false, 1}, {4, false, 3}, {9, false, 8}, {64, false, 8}, {1, true, 1}, {2, true, 2}, {64, true, 8}} {
		if got := scanners(tt.cores, tt.waited); got != tt.want {
			t.Errorf("%d cores, waited for %v: %d pages at a time, want %d", tt.cores, tt.waited, got, tt.want)
		}
	}
}

func TestOCRWaitsWhileAPersonSearchesButNotForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newIngest(new(stores))
		wait := func() time.Duration {
			began := time.Now()
			if err := g.quiet(t.Context()); err != nil {
				t.Fatal(err)
			}
			return time.Since(began)
		}
		if got := wait(); got != 0 {
			t.Errorf("nobody searches: %v", got)
		}
		g.Hush()
		if got := wait(); got != hushed {
			t.Errorf("after a search: %v", got)
		}
		stop := make(chan struct{})
		go func() {
			for {
				select {
				case <-stop:
					return
				case <-time.After(time.Second):
					g.Hush()
				}
			}
		}()
		g.Hush()
		if got := wait(); got != longestHush {
			t.Errorf("while something asks all the time: %v", got)
		}
		close(stop)
	})
}
