package core_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"ibid/core"
)

func TestSummaryCountsWhatIsInAndWhatIsOut(t *testing.T) { // R1.3
	source := func(h core.Hash, page int) core.Source { return core.Source{Place: core.Place{Hash: h, Page: page}} }
	for name, tt := range map[string]struct {
		c    core.Context
		want core.Summary
	}{
		"nothing": {core.Context{}, core.Summary{}},
		"two pages of one file are one file": {
			core.Context{Sources: []core.Source{source("a", 1), source("a", 2), source("b", 1)}}, core.Summary{Included: 3, Files: 2},
		},
		"only what is over the budget counts as such": {
			core.Context{Truncated: true, LeftOut: []core.LeftOut{
				{Cause: core.CauseBudget}, {Cause: core.CauseLimit}, {Cause: core.CauseBudget}, {Cause: core.CauseHand}, {Cause: core.CauseDuplicate},
			}},
			core.Summary{Excluded: 5, ForBudget: 2, Truncated: true},
		},
		"a place that stands for several passages is one": {
			core.Context{LeftOut: []core.LeftOut{{Cause: core.CausePage, Hits: 4}}}, core.Summary{Excluded: 1},
		},
	} {
		if got := tt.c.Summary(); got != tt.want {
			t.Errorf("%s: %+v, want %+v", name, got, tt.want)
		}
	}
}

func TestQuoteIsCutFromThePageItStandsOn(t *testing.T) { // R3.2
	for name, tt := range map[string]struct {
		span core.Span
		page string
		want string
		gone bool
	}{
		"the whole page":           {core.Span{Start: 0, End: 5}, "grün", "grün", false},
		"a part":                   {core.Span{Start: 4, End: 9}, "The yield curve", "yield", false},
		"nothing":                  {core.Span{Start: 3, End: 3}, "abc", "", false},
		"the page is shorter now":  {core.Span{Start: 4, End: 9}, "The", "", true},
		"one byte too far":         {core.Span{Start: 0, End: 4}, "abc", "", true},
		"in the middle of a sign":  {core.Span{Start: 3, End: 5}, "grün", "", true},
		"it ends before it begins": {core.Span{Start: 2, End: 1}, "abc", "", true},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := core.Quote{Page: 3, Span: tt.span}.Cut(core.Page{Index: 3, Text: tt.page})
			if got != tt.want || errors.Is(err, core.ErrNoSuchPage) != tt.gone || (err != nil) != tt.gone {
				t.Errorf("%q, %v", got, err)
			}
			if err != nil && !strings.Contains(err.Error(), "page 3") {
				t.Errorf("%v does not name the page", err)
			}
		})
	}
}

func TestReportHoldsIfNoClaimIsContradicted(t *testing.T) {
	claims := func(verdicts ...core.Verdict) core.CheckReport {
		var r core.CheckReport
		for _, v := range verdicts {
			r.Claims = append(r.Claims, core.Claim{Verdict: v})
		}
		return r
	}
	for _, v := range core.Verdicts {
		holds := v == core.VerdictFound || v == core.VerdictUnchecked
		if v.Held() != holds {
			t.Errorf("%s holds: %v", v, v.Held())
		}
		r := claims(core.VerdictFound, v, core.VerdictUnchecked)
		if r.Held() != holds {
			t.Errorf("a report with %s holds: %v", v, r.Held())
		}
		want := 1
		if holds { // it stands beside a claim of each of these
			want = 2
		}
		if got := r.Count(v); got != want {
			t.Errorf("%s is counted %d times, want %d", v, got, want)
		}
	}
	if r := claims(); !r.Held() || r.Count(core.VerdictFound) != 0 {
		t.Error("a report without claims does not hold")
	}
}

func TestSavedSourceComesBackAsASource(t *testing.T) {
	saved := core.SavedSource{
		Number: 2, Document: 7, Path: "/d/report.pdf", Name: "report.pdf", Kind: core.KindPDF, Hash: "h", Place: core.Place{Hash: "h", Page: 219},
		Locator: core.PageLocator("report.pdf", 219, "217"), Section: "Results", Heading: "report.pdf, p. 217 [PDF 219]", Score: .5, Tokens: 80,
		Text: "It fell.", Quotes: []core.SavedQuote{{Quote: core.Quote{Page: 219, Span: core.Span{Start: 4, End: 12}}, Text: "It fell."}},
	}
	want := core.Source{
		Number: 2, Document: core.Document{ID: 7, Path: "/d/report.pdf", Name: "report.pdf", Kind: core.KindPDF, Hash: "h"},
		Place: saved.Place, Locator: saved.Locator, Label: "217", Section: "Results", Heading: saved.Heading, Group: core.GroupDocumentation,
		Score: .5, Tokens: 80, Whole: 80, Text: "It fell.", Shown: core.ShownFull,
		Quotes: []core.Quote{{Page: 219, Span: core.Span{Start: 4, End: 12}}},
	}
	if got := saved.Source(); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
	saved.Kind = core.KindCode
	if got := saved.Source().Group; got != core.GroupCode {
		t.Errorf("source code is %q", got)
	}
}

func TestReplaySaysWhatChanged(t *testing.T) {
	fates := func(list ...core.Fate) (out []core.SourceFate) {
		for _, f := range list {
			out = append(out, core.SourceFate{Fate: f})
		}
		return out
	}
	for want, r := range map[string]core.Replay{
		"nothing has changed: the context is the same to the byte":                                {Same: true, Sources: fates(core.FateSame, core.FateSame)},
		"the context is the same to the byte":                                                     {Same: true, Sources: fates(core.FateSame, core.FateKept)},
		"no source has changed, and the context differs: other documents, or another way to rank": {Sources: fates(core.FateSame)},
		"3 of 4 sources have changed, and the context differs":                                    {Sources: fates(core.FateMoved, core.FateSame, core.FateLost, core.FateMissing)},
	} {
		if got := r.Verdict(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
