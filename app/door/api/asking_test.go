package api

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ibid/app/ask"
	"ibid/core"
)

func TestASearchHasBounds(t *testing.T) {
	for _, tt := range []struct {
		r    SearchRequest
		want int // passages asked for; 0 if it is refused
	}{
		{SearchRequest{Query: "tide"}, 10},
		{SearchRequest{Query: "tide", Limit: 1}, 1},
		{SearchRequest{Query: "tide", Limit: MaxLimit}, MaxLimit},
		{SearchRequest{Query: "tide", Limit: MaxLimit + 1}, 0},
		{SearchRequest{Query: "tide", Limit: -1}, 0},
		{SearchRequest{Query: strings.Repeat("a", MaxQuestion)}, 10},
		{SearchRequest{Query: strings.Repeat("a", MaxQuestion+1)}, 0},
	} {
		l := papers()
		l.hits = []core.Hit{{
			Document: l.docs[0], Passage: core.Passage{Page: 3}, Locator: core.PageLocator("Tides.pdf", 3, ""), Score: 1, Text: "tide",
			Reasons: []core.Reason{{Detail: `words of "/home/ada/papers/Tides.pdf"`}},
		}}
		got, err := New(l).Search(t.Context(), tt.r)
		if l.limit != tt.want || (tt.want == 0) != errors.Is(err, core.ErrQuery) {
			t.Errorf("limit %d, %d bytes: %d asked for: %v", tt.r.Limit, len(tt.r.Query), l.limit, err)
		}
		if tt.want > 0 && (len(got.Hits) != 1 || got.Hits[0].Page != 3 || got.Hits[0].Locator != "Tides.pdf p. 3" || got.Hits[0].Reasons[0] != `words of "Tides.pdf"`) {
			t.Errorf("%+v", got)
		}
	}
}

// What restricts a question and what was taken off it go in, what was read into it
// comes out, and no path of this machine passes either way.
func TestWhatIsReadIntoAQuestionIsSaidWithoutPaths(t *testing.T) { // R2.8
	read := core.Interpretation{Key: "scope", Kind: core.ReadDocuments, Text: "first: tides", Why: "from /home/ada/papers/Tides.pdf", Removable: true}
	l := papers()
	l.read, l.built.Read = []core.Interpretation{read}, []core.Interpretation{read}
	in, without := []string{"Tides.pdf", "papers/new"}, []string{"quotes"}
	found, err := New(l).Search(t.Context(), SearchRequest{Query: "tide", In: in, Without: without})
	if err != nil || len(found.Read) != 1 || found.Read[0].Why != "from Tides.pdf" || !slices.Equal(l.searched.In, in) || !slices.Equal(l.searched.Without, without) {
		t.Errorf("%+v, %+v: %v", found, l.searched, err)
	}
	c, err := New(l).Context(t.Context(), ContextRequest{Query: "tide", In: in, Without: without})
	if err != nil || len(c.Read) != 1 || c.Read[0].Why != "from Tides.pdf" || !slices.Equal(l.request.In, in) || !slices.Equal(l.request.Without, without) {
		t.Errorf("%+v, %+v: %v", c, l.request, err)
	}
	for _, tt := range []struct {
		in []string
		ok bool
	}{
		{[]string{"papers"}, true}, {[]string{"/home/ada/papers"}, false}, {[]string{"a.pdf", "../b.pdf"}, false},
		{slices.Repeat([]string{"a.pdf"}, core.MaxPlanScope), true}, {slices.Repeat([]string{"a.pdf"}, core.MaxPlanScope+1), false},
	} {
		if _, err := New(papers()).Search(t.Context(), SearchRequest{Query: "tide", In: tt.in}); (err == nil) != tt.ok || !tt.ok && !errors.Is(err, core.ErrQuery) {
			t.Errorf("search in %.3q: %v", tt.in, err)
		}
		if _, err := New(papers()).Context(t.Context(), ContextRequest{Query: "tide", In: tt.in}); (err == nil) != tt.ok {
			t.Errorf("context in %.3q: %v", tt.in, err)
		}
	}
}

// A plan names documents by id outside, and by path inside.
func TestAPlanGoesOutAndComesBack(t *testing.T) {
	l := papers()
	l.plan = core.Plan{
		Keywords: []string{"tide"}, Strategy: core.Strategies[0], Planner: core.PlannerHeuristic, Why: "named in /home/ada/papers/x", Documents: []string{l.docs[1].Path},
	}
	out, err := New(l).Plan(t.Context(), PlanRequest{Query: "tide", Planner: core.PlannerHeuristic})
	if err != nil || !slices.Equal(out.Documents, []core.DocumentID{2}) || out.Why != "named in x" || out.Symbols == nil || out.Patterns == nil || l.planner != core.PlannerHeuristic {
		t.Fatalf("%+v: %v", out, err)
	}
	out.Depth = core.MaxPlanDepth + 1
	if _, err := New(l).Search(t.Context(), SearchRequest{Query: "tide", Plan: &out}); err != nil {
		t.Fatal(err)
	}
	if p := l.planned; !slices.Equal(p.Documents, []string{l.docs[1].Path}) || p.Depth != core.MaxPlanDepth || p.Planner != core.PlannerHand || !slices.Equal(p.Keywords, []string{"tide"}) {
		t.Errorf("%+v", p)
	}
	out.Depth, out.Documents = -1, []core.DocumentID{9}
	if _, err := New(l).Search(t.Context(), SearchRequest{Query: "tide", Plan: &out}); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("a document that is not there: %v", err)
	}
	out.Documents = nil
	if _, err := New(l).Search(t.Context(), SearchRequest{Query: "tide", Plan: &out}); err != nil || l.planned.Depth != 0 {
		t.Errorf("depth %d: %v", l.planned.Depth, err)
	}
	if _, err := New(l).Plan(t.Context(), PlanRequest{Query: strings.Repeat("a", MaxQuestion+1)}); !errors.Is(err, core.ErrQuery) {
		t.Errorf("a question that is too long: %v", err)
	}
}

func TestPlansThatAreTooLargeAreRefused(t *testing.T) {
	words, ids := func(n int) []string { return slices.Repeat([]string{"w"}, n) }, func(n int) []core.DocumentID { return slices.Repeat([]core.DocumentID{1}, n) }
	for _, tt := range []struct {
		p  Plan
		ok bool
	}{
		{Plan{Keywords: words(3 * core.MaxPlanItems)}, true},
		{Plan{Keywords: words(core.MaxPlanItems), Symbols: words(core.MaxPlanItems), Patterns: words(core.MaxPlanItems + 1)}, false},
		{Plan{Documents: ids(core.MaxPlanScope)}, true},
		{Plan{Documents: ids(core.MaxPlanScope + 1)}, false},
	} {
		if _, err := New(papers()).planned(t.Context(), &tt.p); (err == nil) != tt.ok || !tt.ok && !errors.Is(err, core.ErrQuery) {
			t.Errorf("%d words, %d documents: %v", len(tt.p.Keywords)+len(tt.p.Symbols)+len(tt.p.Patterns), len(tt.p.Documents), err)
		}
	}
}

func TestRequestsOutsideOfTheirBoundsAreRefused(t *testing.T) {
	score := func(f float64) *float64 { return &f }
	zero := 0.0
	for _, tt := range []struct {
		name string
		r    ContextRequest
		ok   bool
	}{
		{"plain", ContextRequest{Query: "tide"}, true},
		{"the longest question", ContextRequest{Query: strings.Repeat("a", MaxQuestion)}, true},
		{"a longer one", ContextRequest{Query: strings.Repeat("a", MaxQuestion+1)}, false},
		{"the most sources", ContextRequest{Limit: MaxLimit}, true},
		{"one more", ContextRequest{Limit: MaxLimit + 1}, false},
		{"fewer than none", ContextRequest{Limit: -1}, false},
		{"the lowest score", ContextRequest{MinScore: score(0)}, true},
		{"a lower one", ContextRequest{MinScore: score(-.01)}, false},
		{"the highest score", ContextRequest{MinScore: score(1)}, true},
		{"a higher one", ContextRequest{MinScore: score(1.01)}, false},
		{"a score that is no number", ContextRequest{MinScore: score(zero / zero)}, false},
		{"a strategy that there is not", ContextRequest{Strategies: []core.Strategy{"guess"}}, false},
	} {
		req, err := New(papers()).request(t.Context(), tt.r)
		if (err == nil) != tt.ok || !tt.ok && !errors.Is(err, core.ErrQuery) {
			t.Errorf("%s: %v", tt.name, err)
		}
		if tt.ok && (!req.Explain || req.Query != tt.r.Query || req.MaxSources != tt.r.Limit) {
			t.Errorf("%s: %+v", tt.name, req)
		}
	}
}

// The plan of rules is followed if its strategy may be used, else the first that may.
func TestStrategiesNarrowThePlan(t *testing.T) {
	all := core.Strategies
	for _, tt := range []struct {
		name    string
		allowed []core.Strategy
		made    core.Strategy
		want    core.Strategy // empty: no plan
	}{
		{"none named", nil, all[0], ""},
		{"all named", all, all[0], ""},
		{"the one of the rules", []core.Strategy{all[1], all[0]}, all[0], all[0]},
		{"others", []core.Strategy{all[1]}, all[0], all[1]},
	} {
		l := papers()
		l.plan = core.Plan{Strategy: tt.made}
		req, err := New(l).request(t.Context(), ContextRequest{Query: "tide", Strategies: tt.allowed})
		switch {
		case err != nil:
			t.Errorf("%s: %v", tt.name, err)
		case tt.want == "" && (req.Plan != nil || l.planner != ""):
			t.Errorf("%s: planned by %q", tt.name, l.planner)
		case tt.want != "" && (req.Plan == nil || req.Plan.Strategy != tt.want || l.planner != core.PlannerHeuristic):
			t.Errorf("%s: %+v, planned by %q", tt.name, req.Plan, l.planner)
		}
	}
}

// cited is a context of one source, which has as many places left out.
func cited(name string, leftOut int) core.Context {
	source := core.Source{
		Number: 1, Document: core.Document{ID: 1, Name: name, Kind: core.KindPDF}, Place: core.Place{Hash: core.Hash(name), Page: 3}, Text: "the tide\nturns",
		Reasons: []core.Reason{{Detail: "words"}},
	}
	return core.Context{
		Text: "[1] " + name, Tokens: 9, Budget: 4000, Sources: []core.Source{source},
		LeftOut: slices.Repeat([]core.LeftOut{{Cause: core.CauseBudget, Reason: "see /home/ada/a.pdf"}}, leftOut),
	}
}

func TestAContextIsToldWithItsSources(t *testing.T) {
	l := papers()
	for left, want := range map[int]int{0: 0, MaxLimit: MaxLimit, MaxLimit + 1: MaxLimit} {
		l.built = cited("a.pdf", left)
		c, err := New(l).Context(t.Context(), ContextRequest{Query: "tide"})
		if err != nil || len(c.LeftOut) != want || c.LeftOut == nil || c.Summary.Excluded != left || len(c.ID) != idSize {
			t.Errorf("%d left out: %d told, %q: %v", left, len(c.LeftOut), c.ID, err)
		}
		if want > 0 && c.LeftOut[0].Reason != "see a.pdf" {
			t.Errorf("left out: %q", c.LeftOut[0].Reason)
		}
		if s := c.Results[0]; s.Preview != "the tide turns" || s.Page != 3 || s.Entity != nil || s.Warnings == nil || s.Reasons[0] != "words" {
			t.Errorf("%+v", s)
		}
	}
	l.built.Sources[0].Entity = core.EntityName{Name: "turn"}
	if c, err := New(l).Context(t.Context(), ContextRequest{}); err != nil || c.Results[0].Entity == nil || c.Results[0].Entity.Name != "turn" {
		t.Errorf("%+v: %v", c.Results, err)
	}
}

func TestAPreviewIsOneLineOfACertainLength(t *testing.T) {
	for in, want := range map[string]string{
		"a\n b": "a b", strings.Repeat("é", previewSize): strings.Repeat("é", previewSize),
		strings.Repeat("é", previewSize+1): strings.Repeat("é", previewSize-1) + "…", "": "",
	} {
		if got := preview(in); got != want {
			t.Errorf("%q: %q", in, got)
		}
	}
}

func TestAnAnswerIsCheckedAgainstItsContext(t *testing.T) { // X1
	l := papers()
	srv := New(l)
	l.built = cited("a.pdf", 0)
	c, err := srv.Context(t.Context(), ContextRequest{Query: "tide"})
	if err != nil {
		t.Fatal(err)
	}
	l.built = cited("b.pdf", 0)
	for _, tt := range []struct {
		name string
		r    CheckRequest
		from string // document of the sources; empty if it cannot be checked
		err  error
	}{
		{"a context that is kept", CheckRequest{Context: c.ID}, "a.pdf", nil},
		{"a kept one comes before its request", CheckRequest{Context: c.ID, Request: &ContextRequest{}}, "a.pdf", nil},
		{"one that is not kept is built again", CheckRequest{Context: "0123", Request: &ContextRequest{}}, "b.pdf", nil},
		{"neither", CheckRequest{}, "", core.ErrQuery},
		{"one that is not kept alone", CheckRequest{Context: "0123"}, "", core.ErrNotFound},
		{"a request that makes no sense", CheckRequest{Request: &ContextRequest{Limit: -1}}, "", core.ErrQuery},
	} {
		l.sources = nil
		report, err := srv.Check(t.Context(), tt.r)
		if !errors.Is(err, tt.err) || (len(l.sources) == 1) != (tt.from != "") || tt.from != "" && l.sources[0].Document.Name != tt.from {
			t.Errorf("%s: %+v: %v", tt.name, l.sources, err)
		}
		if err != nil {
			continue
		}
		if report.Held || len(report.Counts) != len(core.Verdicts) || report.Counts[core.VerdictFound] != 1 || report.Counts[core.VerdictStitched] != 0 ||
			report.Claims[0].Evidence[0].Locator != "a.pdf p. 3" || report.Claims[0].Citations == nil || report.Claims[1].Evidence == nil {
			t.Errorf("%s: %+v", tt.name, report)
		}
	}
	if data, err := srv.Sheet(t.Context(), c.ID); err != nil || string(data) != "sheet" || l.sources[0].Document.Name != "a.pdf" || l.side != core.SmallSheet {
		t.Errorf("%q of %+v: %v", data, l.sources, err)
	}
	if _, err := srv.Sheet(t.Context(), "0123"); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("a picture of a context that is not kept: %v", err)
	}
}

// The contexts that were asked for last are kept; the same sources have the same name.
func TestTheLastContextsAreKept(t *testing.T) {
	var r recentContexts
	first := r.add(cited("0", 0))
	for i := 1; i < keptContexts; i++ {
		r.add(cited(fmt.Sprint(i), 0))
	}
	second := r.add(cited("1", 0)) // again, so that it is the newest
	if _, known := r.find(first); !known {
		t.Fatal("the first of the most is gone")
	}
	if again := r.add(cited("0", 5)); again != first {
		t.Errorf("the same sources are %s and %s", first, again)
	}
	for i := range keptContexts - 2 {
		r.add(cited(fmt.Sprint("new", i), 0))
	}
	for id, want := range map[string]bool{first: true, second: true, r.order[2]: true} {
		if _, known := r.find(id); known != want {
			t.Errorf("%s: known %t, want %t", id, known, want)
		}
	}
	r.add(cited("one more", 0))
	if _, known := r.find(second); known || len(r.known) != keptContexts || len(r.order) != keptContexts {
		t.Errorf("the oldest is known: %t, of %d", known, len(r.known))
	}
}

func TestAnAnswerIsToldWithItsCheckIfItWasDone(t *testing.T) { // R3.10
	for _, checked := range []bool{false, true} {
		l := papers()
		l.built = cited("a.pdf", 0)
		l.answer = ask.Answer{Text: "Yes [1].", Model: "tiny", Complete: checked, Checked: checked, Tokens: 7, Context: core.Context{Truncated: true}}
		var told []string
		a, err := New(l).Ask(t.Context(), ContextRequest{Query: "tide"}, func(c *Context, piece string) {
			if c != nil {
				piece = c.Text
			}
			told = append(told, piece)
		})
		if err != nil || a.Answer != "Yes [1]." || a.Model != "tiny" || a.Complete != checked || (a.Check != nil) != checked || !a.Truncated || a.Tokens != 7 {
			t.Errorf("checked %t: %+v: %v", checked, a, err)
		}
		if !slices.Equal(told, []string{"[1] a.pdf", "Yes"}) || l.request.Explain {
			t.Errorf("told %q, with reasons %t", told, l.request.Explain)
		}
	}
	if _, err := New(papers()).Ask(t.Context(), ContextRequest{Limit: -1}, nil); !errors.Is(err, core.ErrQuery) {
		t.Errorf("%v", err)
	}
}
