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
