package reader

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"ibid/core"
	uiwidget "ibid/ui/widget"
)

func TestAQuoteIsCopiedWithItsPlace(t *testing.T) {
	at := core.LineLocator("reef.go", 3, 9)
	for _, tt := range []struct {
		name, text string
		marks      []core.Span
		want       string
	}{
		{"nothing is marked", "one\ntwo\n", nil, "one\ntwo"},
		{"one stretch", "one\ntwo\n", []core.Span{{Start: 4, End: 8}}, "two"},
		{"stretches beside each other", "one\n\ntwo\n", []core.Span{{Start: 0, End: 4}, {Start: 5, End: 9}}, "one\ntwo"},
		{"stretches with something between", "one\nx\ntwo\n", []core.Span{{Start: 0, End: 4}, {Start: 6, End: 10}}, "one\n…\ntwo"},
	} {
		x := core.Excerpt{Text: tt.text, Marks: tt.marks, Locator: at}
		if got, want := cited(x), tt.want+"\n\n— reef.go:3-9\n"; got != want {
			t.Errorf("%s: %q, want %q", tt.name, got, want)
		}
	}
}

func TestAWholePageIsAllOfItsPassages(t *testing.T) {
	span := func(a, b int) core.Span { return core.Span{Start: a, End: b} }
	passages := []core.Passage{{Page: 1, Spans: []core.Span{span(0, 5), span(7, 9)}}, {Page: 2, Spans: []core.Span{span(0, 3)}}, {Page: 1, Spans: []core.Span{span(9, 12)}}}
	want := []core.Quote{{Page: 1, Span: span(0, 5)}, {Page: 1, Span: span(7, 9)}, {Page: 1, Span: span(9, 12)}}
	if got := wholeOf(passages, 1); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := wholeOf(passages, 3); got != nil {
		t.Errorf("a page without any: %v", got)
	}
}

func TestTextsAreSetAsTheirKindNeeds(t *testing.T) {
	for kind, want := range map[core.Kind]uiwidget.Setting{
		core.KindSheet: uiwidget.Table, core.KindCode: uiwidget.Mono, core.KindNotebook: uiwidget.Mono, core.KindText: uiwidget.Mono,
		core.KindMarkdown: uiwidget.Prose, core.KindMail: uiwidget.Prose,
	} {
		if got := setting(kind); got != want {
			t.Errorf("%s: %v, want %v", kind, got, want)
		}
	}
	for _, tt := range []struct {
		kind          core.Kind
		state         core.State
		text, picture bool
	}{
		{core.KindPDF, core.StateReady, false, true}, {core.KindMarkdown, core.StateReady, true, false}, {core.KindMarkdown, core.StateDamaged, false, false},
		{core.KindImage, core.StateReady, true, true}, {core.KindAudio, core.StateReady, true, true},
	} {
		d := core.Document{Kind: tt.kind, State: tt.state}
		if hasText(d) != tt.text || hasPicture(d) != tt.picture {
			t.Errorf("%s, %s: text %t, picture %t", tt.kind, tt.state, hasText(d), hasPicture(d))
		}
	}
}

func TestAPlaceThatWasTypedInIsShown(t *testing.T) {
	quotes := []core.Quote{{Page: 4, Span: core.Span{Start: 1, End: 9}}}
	for _, tt := range []struct {
		name string
		s    core.Spot
		want View
	}{
		{"a document alone", core.Spot{Document: notes, Locator: core.Locator{Name: "reef.go"}, Quotes: quotes}, View{Document: notes, Page: 1}},
		{"lines of a text", core.Spot{Document: notes, Locator: core.LineLocator("reef.go", 1, 2), Quotes: quotes, Whole: true},
			View{Document: notes, Page: 4, Quotes: quotes, Whole: true}},
		{"a place without text", core.Spot{Document: notes, Locator: core.LineLocator("reef.go", 1, 2)}, View{Document: notes, Page: 1}},
		{"a page", core.Spot{Document: paper, Locator: core.PageLocator("a.pdf", 4, ""), Quotes: quotes, Whole: true}, View{Document: paper, Page: 4, Whole: true}},
	} {
		got := SpotView(tt.s)
		if got.Document.ID != tt.want.Document.ID || got.Page != tt.want.Page || !slices.Equal(got.Quotes, tt.want.Quotes) || got.Whole != tt.want.Whole {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
	v := SourceView(core.Source{Document: paper, Place: core.Place{Page: 4}, Quotes: quotes})
	if v.Document.ID != paper.ID || v.Page != 4 || !slices.Equal(v.Quotes, quotes) || v.Whole {
		t.Errorf("a source: %+v", v)
	}
}

func TestOnlyLinesThatAreQuotedAreBoxed(t *testing.T) {
	l := core.Layout{Page: 2, Width: 100, Height: 200, Lines: []core.Line{{Span: core.Span{Start: 10, End: 20}, Left: 10, Top: 20, Right: 60, Height: 10}}}
	for _, tt := range []struct {
		q    core.Quote
		want int
	}{
		{core.Quote{Page: 2, Span: core.Span{Start: 0, End: 10}}, 0}, {core.Quote{Page: 2, Span: core.Span{Start: 0, End: 11}}, 1},
		{core.Quote{Page: 2, Span: core.Span{Start: 19, End: 30}}, 1}, {core.Quote{Page: 2, Span: core.Span{Start: 20, End: 30}}, 0},
		{core.Quote{Page: 1, Span: core.Span{Start: 10, End: 20}}, 0},
	} {
		if got := boxes(l, []core.Quote{tt.q, tt.q}); len(got) != tt.want {
			t.Errorf("%+v: %v", tt.q, got)
		}
	}
	l.Height = 0
	if got := boxes(l, []core.Quote{{Page: 2, Span: core.Span{Start: 10, End: 20}}}); got != nil {
		t.Errorf("a page without a height: %v", got)
	}
}

func TestNothingIsCopiedWithoutAPlace(t *testing.T) {
	p, h, q := setup(t, &engine{})
	if p.CopyQuote(); !strings.HasPrefix(h.said, "Open a place first") {
		t.Errorf("said %q", h.said)
	}
	p.Open(View{Document: notes, Page: 1}) // without a mark it is all of the page
	if d, ok := p.Document(); !ok || d.ID != notes.ID || !p.IsOpen() {
		t.Errorf("%v, open %t", d, p.IsOpen())
	}
	p.CopyQuote()
	q.Until(t, "the text", func() bool { return h.copied != "" })
	if !strings.HasPrefix(h.said, "Copied the text of reef.go") {
		t.Errorf("said %q", h.said)
	}
	p.Close()
	if _, ok := p.Document(); ok || p.IsOpen() || p.Visible() {
		t.Errorf("open %t, visible %t", p.IsOpen(), p.Visible())
	}
}

func TestATextThatCannotBeCopiedSaysSo(t *testing.T) {
	e := &engine{}
	p, h, q := setup(t, e)
	p.Open(View{Document: notes, Page: 1, Quotes: []core.Quote{quoteOf(15, 15)}})
	q.Until(t, "the text", func() bool { return p.text.shown.First == 10 })
	e.mu.Lock()
	e.err = core.ErrNotFound
	e.mu.Unlock()
	p.TypedRune('C')
	q.Until(t, "the message", func() bool { return h.said != "" })
	if h.copied != "" || !strings.HasPrefix(h.said, "It is not in the library any more.") {
		t.Errorf("copied %q, said %q", h.copied, h.said)
	}
}

func TestMessagesAreTurnedOneByOne(t *testing.T) {
	p, _, q := setup(t, &engine{})
	chat := core.Document{ID: 3, Name: "chat.json", Kind: core.KindConversation, State: core.StateReady, Pages: 2}
	p.Open(View{Document: chat, Page: 1, Quotes: []core.Quote{quoteOf(3, 3)}})
	q.Until(t, "the text", func() bool { return !p.read.Busy() })
	for _, tt := range []struct {
		key           fyne.KeyName
		page          int
		before, after bool
	}{
		{fyne.KeyLeft, 1, false, true}, {fyne.KeyRight, 2, true, false}, {fyne.KeyRight, 2, true, false}, {fyne.KeyPageUp, 1, false, true},
	} {
		press(p, tt.key)
		q.Until(t, "the text", func() bool { return !p.read.Busy() })
		if before, after := p.turns(); p.view.Page != tt.page || before != tt.before || after != tt.after {
			t.Errorf("%s: message %d, before %t, after %t", tt.key, p.view.Page, before, after)
		}
	}
	if len(p.view.Quotes) > 0 || !p.view.Whole {
		t.Errorf("another message is shown with the quote of the first: %+v", p.view)
	}
}

func TestOnlySourceCodeHasFunctions(t *testing.T) {
	for kind, want := range map[core.Kind]bool{core.KindCode: true, core.KindMarkdown: false} {
		p, _, q := setup(t, &engine{})
		d := notes
		d.Kind = kind
		p.Open(View{Document: d, Page: 1, Quotes: []core.Quote{quoteOf(15, 15)}})
		q.Until(t, "the text", func() bool { return !p.read.Busy() })
		if p.TypedRune('F'); p.text.function != want {
			t.Errorf("%s: function %t", kind, p.text.function)
		}
	}
}

func TestHowMuchIsAroundAPlaceHasBounds(t *testing.T) {
	p, _, q := setup(t, &engine{})
	p.Around(1) // nothing is open
	p.Open(View{Document: notes, Page: 1, Quotes: []core.Quote{quoteOf(50, 50)}})
	q.Until(t, "the text", func() bool { return !p.read.Busy() })
	for i, tt := range []struct{ by, want int }{{1, 10}, {1, 20}, {-1, 10}, {-1, 5}, {-1, 0}, {-1, 0}, {1, 5}} {
		p.Around(tt.by)
		q.Until(t, "the text", func() bool { return !p.read.Busy() })
		if p.text.reach != tt.want {
			t.Fatalf("step %d: %d lines, want %d", i+1, p.text.reach, tt.want)
		}
	}
	for range 12 {
		p.Around(1)
		q.Until(t, "the text", func() bool { return !p.read.Busy() })
	}
	if p.text.reach != mostAround[core.MeasureLines] {
		t.Errorf("%d lines at most", p.text.reach)
	}
}
