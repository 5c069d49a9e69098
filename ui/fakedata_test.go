package ui

import "ibid/core"

var fakeDocuments = []core.Document{
	{Name: "adrian-2019-vulnerable-growth.pdf", State: core.StateReady, Pages: 27, Tokens: 18412, Title: "Vulnerable Growth"},
	{Name: "bauer-mertens-2018-term-spread.pdf", State: core.StateReady, Pages: 6, Tokens: 4120, Title: "Economic Forecasts with the Yield Curve"},
	{Name: "bernanke-1990-predictive-power.pdf", State: core.StateReady, Pages: 18, Tokens: 12960},
	{Name: "board-minutes-2007-09.pdf", State: core.StateNoText, Pages: 14, Reason: "14 pages, all of them pictures"},
	{Name: "crisis.pdf", State: core.StateReady, Pages: 212, Tokens: 163245, Title: "The Financial Crisis Inquiry Report"},
	{Name: "dataset-codebook.xlsx", Kind: core.KindOther, State: core.StateUnsupported, Reason: "spreadsheets have no reader yet"},
	{Name: "engstrom-sharpe-2019-near-term-forward-spread.pdf", State: core.StateReady, Pages: 31, Tokens: 21877},
	{Name: "estrella-mishkin-1998.pdf", State: core.StateReady, Pages: 17, Tokens: 13055, Title: "Predicting U.S. Recessions"},
	{Name: "field-notes.md", Kind: core.KindMarkdown, State: core.StateReady, Tokens: 5210},
	{Name: "gurkaynak-2007-treasury-yield-curve.pdf", State: core.StatePartial, Pages: 34, Tokens: 24110, Reason: "page 19 could not be read"},
	{Name: "harvey-1988-real-term-structure.pdf", State: core.StateReady, Pages: 29, Tokens: 19830},
	{Name: "interview-transcript-04.txt", Kind: core.KindText, State: core.StateReady, Tokens: 8021},
	{Name: "kessel-1965-cyclical-behavior.pdf", State: core.StateNeedsPassword, Reason: "encrypted, and no password given"},
	{Name: "lehman-examiner-vol-3.pdf", State: core.StateReading, Pages: 0},
	{Name: "literature-review-draft.md", Kind: core.KindMarkdown, State: core.StateReady, Tokens: 11964},
	{Name: "moneta-2005-euro-area.pdf", State: core.StateReady, Pages: 42, Tokens: 27310},
	{Name: "rudebusch-williams-2009.pdf", State: core.StateDamaged, Reason: "the file ends in the middle of page 3"},
	{Name: "stock-watson-2003-asset-prices.pdf", State: core.StateWaiting},
	{Name: "wheelock-wohar-2009-survey.pdf", State: core.StateReady, Pages: 22, Tokens: 17702, Title: "Can the Term Spread Predict Output Growth and Recessions?"},
	{Name: "wright-2006-federal-funds.pdf", State: core.StateReady, Pages: 19, Tokens: 11208},
}

type fakePassage struct {
	name    string
	page    int
	label   string
	section string
	text    string
}

var fakePassages = []fakePassage{
	{"crisis.pdf", 3, "", "Conclusions > Causes", "The yield curve inverted in July 2006 and stayed inverted for most of the following year. Historically each inversion of the yield curve has been followed by a recession within four to six quarters; the one false signal, in 1966, was followed by a marked slowdown. Policy makers nevertheless pointed to an unusually low term premium."},
	{"estrella-mishkin-1998.pdf", 4, "48", "Results > Out of sample", "The steepness of the yield curve is the single most accurate predictor of a recession beyond one quarter. When the spread between the ten-year and the three-month rate turns negative, the probability of a recession four quarters ahead rises above one half, and it has done so before every downturn in the sample."},
	{"wheelock-wohar-2009-survey.pdf", 11, "429", "Evidence > Recessions", "Most studies find that the yield curve predicts output growth at horizons of six to twelve months and recessions at somewhat longer horizons. The evidence weakens after 1985: when the curve inverted, the recession that followed was milder than the spread alone would suggest."},
	{"engstrom-sharpe-2019-near-term-forward-spread.pdf", 9, "", "The near-term forward spread", "A near-term forward spread, which measures the market's expectations of the policy rate over the next six quarters, makes the long-term yield curve redundant in predicting a recession. Investors expect a cut because they fear a recession; the inversion is a symptom, not a cause."},
	{"field-notes.md", 40, "", "Week 6 > Interviews", "Three of the five dealers said the same thing about the inverted curve: it was known, it was priced, and nobody's mandate allowed them to act on it. One called the yield curve “the smoke alarm with the battery out”. Compare with the survey of 2007 before the recession."},
	{"crisis.pdf", 88, "", "The bubble > Monetary policy", "Ten-year rates hardly moved while the funds rate rose by four percentage points, what the Chairman called a conundrum. The flattening of the yield curve squeezed the margin of every lender who borrowed short, and pushed many of them into riskier mortgages."},
	{"bauer-mertens-2018-term-spread.pdf", 2, "", "Summary", "Every recession of the past sixty years was preceded by a negative term spread, that is, an inverted yield curve. The delay between the inversion and the recession has ranged between six and twenty-four months."},
	{"wright-2006-federal-funds.pdf", 7, "", "Models", "Probit models that use both the level of the federal funds rate and the term spread give better in-sample fit, and better out-of-sample predictions of recession, than models with the yield curve alone."},
	{"moneta-2005-euro-area.pdf", 15, "271", "Euro area evidence", "For the euro area the ten-year minus three-month yield spread again proves the best leading indicator of recession, ahead of stock returns and of the OECD composite index, with a useful lead of about four quarters."},
	{"literature-review-draft.md", 112, "", "2 Term structure", "The literature agrees on the fact and disputes the reason. Expectations of lower rates flatten the curve (Harvey 1988); a fall in the term premium does so too, without saying anything about a recession (Wright 2006)."},
	{"wheelock-wohar-2009-survey.pdf", 19, "437", "Conclusion", "The usefulness of the spread as a predictor of recession seems to have survived the change in monetary policy of the eighties, whereas its usefulness for growth has not."},
}
