package say_test

import (
	"fmt"
	"strings"
	"testing"

	"ibid/core"
	"ibid/ui/say"
)

func TestTokensAreCalledAnEstimateWhereTheyAreOne(t *testing.T) {
	if got := say.Tokens(6214, 10_000, false); got != "6,214 of 10,000 tokens" {
		t.Errorf("counted: %q", got)
	}
	for _, got := range []string{say.Tokens(6214, 10_000, true), say.Cost(6214, true)} {
		if !strings.HasPrefix(got, "about 6,214 ") || !strings.HasSuffix(got, "tokens (estimate)") {
			t.Errorf("estimated: %q", got)
		}
	}
}

func TestLeftOutNamesCauseAndCost(t *testing.T) {
	for want, l := range map[string]core.LeftOut{
		"enters with 380 more tokens · 1,030 in full": {Cause: core.CauseBudget, Tokens: 1030, More: 380},
		"enters with 419 more, after the cut ones":    {Cause: core.CauseBudget, Tokens: 212, More: 419},
		"enters with 380 more tokens":                 {Cause: core.CauseBudget, More: 380},
		"over the budget · 1 token":                   {Cause: core.CauseBudget, Reason: "over the budget of 10000 tokens", Tokens: 1},
		"over the limit of 10 sources":                {Cause: core.CauseLimit, Reason: "over the limit of 10 sources"},
		"same page as [2]":                            {Cause: core.CausePage, Reason: "same page as [2]", Of: 2, Tokens: 90},
		"removed by hand":                             {Cause: core.CauseHand, Reason: "removed by hand"},
	} {
		if got := say.LeftOut(l); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestReportCountsVerdictsInTheirOrder(t *testing.T) {
	r := core.CheckReport{}
	if got := say.Report(r); got != "The answer cites nothing." {
		t.Errorf("nothing cited: %q", got)
	}
	for v, n := range map[core.Verdict]int{core.VerdictFound: 7, core.VerdictElsewhere: 1, core.VerdictNotFound: 1, core.VerdictUnchecked: 2} {
		for range n {
			r.Claims = append(r.Claims, core.Claim{Verdict: v})
		}
	}
	if got := say.Report(r); got != "7 held, 1 found elsewhere, 1 not found, 2 unchecked" {
		t.Errorf("%q", got)
	}
}

func TestWhatWasTypedIsSaidWithoutTheSentinel(t *testing.T) {
	err := fmt.Errorf("page numbers %q: no number: %w", "x=", core.ErrQuery)
	if got := say.Input(err); got != `Page numbers "x=": no number.` {
		t.Errorf("%q", got)
	}
}

func TestOneTokenIsNotManyTokens(t *testing.T) {
	for _, tt := range []struct {
		n         int
		estimated bool
		want      string
	}{
		{0, false, "0 tokens"}, {1, false, "1 token"}, {2, false, "2 tokens"}, {1412, false, "1,412 tokens"}, {1, true, "about 1 token (estimate)"},
	} {
		if got := say.Cost(tt.n, tt.estimated); got != tt.want {
			t.Errorf("%d: %q, want %q", tt.n, got, tt.want)
		}
	}
}

func TestACutSourceSaysHowMuchOfItIsQuoted(t *testing.T) {
	s := core.Source{Tokens: 120, Whole: 1480, Shown: core.ShownTrimmed}
	if got := say.Cut(s); got != "" {
		t.Errorf("a whole source: %q", got)
	}
	s.Cut = true
	if got, want := say.Cut(s), "120 of 1,480 tokens · "+string(core.ShownTrimmed); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestTheOriginOfPageNumbersIsSaid(t *testing.T) {
	for origin, want := range map[core.NumberOrigin]string{
		core.OriginHand:     "corrected by hand",
		core.OriginDocument: "as the file itself names its pages",
		core.OriginPages:    "as seen in the heads and feet of the pages",
		core.OriginIndex:    "no printed numbers are known: pages are cited by their place in the file",
		"":                  "no printed numbers are known: pages are cited by their place in the file",
	} {
		if got := say.Numbered(origin); got != want {
			t.Errorf("%q: %q, want %q", origin, got, want)
		}
	}
}

func TestTheLengthOfADocumentIsSaid(t *testing.T) {
	for n, want := range map[int]string{
		0: "Its pages are not counted yet.", 1: "The document has 1 page.", 2: "The document has 2 pages.", 1200: "The document has 1,200 pages.",
	} {
		if got := say.Pages(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

func TestEachRangeOfPageNumbersIsALine(t *testing.T) {
	for _, tt := range []struct {
		ranges string
		pages  int
		want   []string
	}{
		{"1=1", 12, []string{"PDF 1–12 are pp. 1–12"}},
		{"1=1", 1, []string{"PDF 1 is p. 1"}},
		{"1=i 13=1", 219, []string{"PDF 1–12 are pp. i–xii", "PDF 13–219 are pp. 1–207"}},
		{"2=1", 9, []string{"PDF 1 bears no printed number", "PDF 2–9 are pp. 1–8"}},
		{"3=1", 9, []string{"PDF 1–2 bear no printed number", "PDF 3–9 are pp. 1–7"}},
		{"1=1 5= 6=A-1", 8, []string{"PDF 1–4 are pp. 1–4", "PDF 5 bears no printed number", "PDF 6–8 are pp. A-1–A-3"}},
		{"1=1 5=", 8, []string{"PDF 1–4 are pp. 1–4", "PDF 5–8 bear no printed number"}},
		{"1=1 9=1", 9, []string{"PDF 1–8 are pp. 1–8", "PDF 9 is p. 1"}},
		{"1=1 9=1", 8, []string{"PDF 1–8 are pp. 1–8", "PDF 9 is not there: the document has 8 pages"}},
		{"4=7", 0, []string{"PDF 1–3 bear no printed number", "PDF 4 is p. 7"}}, // length not known
	} {
		n, err := core.ParseNumbering(tt.ranges)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := say.Numbers(n, tt.pages), strings.Join(tt.want, "\n"); got != want {
			t.Errorf("%s of %d pages:\n%s\nwant\n%s", tt.ranges, tt.pages, got, want)
		}
	}
	if got := say.Numbers(nil, 9); got != "" {
		t.Errorf("no ranges: %q", got)
	}
}

func TestEveryVerdictHasAWord(t *testing.T) {
	for _, v := range core.Verdicts {
		want := string(v)
		if v == core.VerdictFound {
			want = "held"
		}
		if got := say.Verdict(v); got != want {
			t.Errorf("%s: %q, want %q", v, got, want)
		}
		r := core.CheckReport{Claims: []core.Claim{{Verdict: v}, {Verdict: v}}}
		if got := say.Report(r); got != "2 "+want {
			t.Errorf("%s: report %q", v, got)
		}
	}
}
