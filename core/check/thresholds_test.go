package check

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ibid/core"
)

// report is a PDF with these pages, and a source for each that quotes all of it.
func report(pages ...string) (pagesByHash, []core.Source) {
	texts := make(pagesByHash)
	var sources []core.Source
	for i, s := range pages {
		texts["report"] = append(texts["report"], core.Page{Index: i + 1, Text: s})
		sources = append(sources, core.Source{
			Number: i + 1, Document: core.Document{ID: 1, Name: "report.pdf", Kind: core.KindPDF}, Place: core.Place{Hash: "report", Page: i + 1},
			Locator: core.PageLocator("report.pdf", i+1, ""), Quotes: []core.Quote{{Page: i + 1, Span: core.Span{End: len(s)}}},
		})
	}
	return texts, sources
}

// verdict is that of the only claim of an answer.
func verdict(t *testing.T, texts Texts, sources []core.Source, answer string) core.Claim {
	t.Helper()
	r, err := Checker{texts}.Check(t.Context(), answer, sources)
	if err != nil || len(r.Claims) != 1 {
		t.Fatalf("%.80q: %d claims, %v", answer, len(r.Claims), err)
	}
	return r.Claims[0]
}

func words(from, n int) string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("w%dx", from+i)
	}
	return strings.Join(out, " ")
}

// Each pair of cases stands on either side of a bound.
func TestBoundsOfWhatIsAClaim(t *testing.T) { // X1
	long := func(n int) string { return strings.Repeat("ab ", n/3) + strings.Repeat("c", n%3+1)[1:] }
	for _, tt := range []struct {
		name, answer string
		want         int
	}{
		{"a word of five letters", `It says “reefs” [1].`, 1},
		{"a word of four letters", `It says “reef” [1].`, 1}, // the sentence, unchecked
		{"four words without a citation", `It says “reefs are made slowly”.`, 1},
		{"three words without a citation", `It says “reefs are slow”.`, 0},
		{"three words in single marks", `It says ‘reefs are slow’ and 'so they are' [1].`, 2},
		{"a quote of 8,191 bytes", `"` + long(8191) + `" [1]`, 1},
		{"99 citations in brackets of three figures", `So [999].`, 1},
		{"four figures", `So [1000].`, 0},
		{"behind a name of two letters", `So ab[9].`, 0},
		{"behind a word of three letters", `So abc[9].`, 1},
		{"behind capitals", `So NASA[9].`, 1},
		{"behind a name with a capital within", `So iPad[9].`, 0},
		{"behind ideographs", `海带[9].`, 1},
		{"no source is called 0", `So [0].`, 0},
	} {
		claims, err := claimsOf(tt.answer, sources())
		if err != nil || len(claims) != tt.want {
			t.Errorf("%s: %d claims, %v; want %d", tt.name, len(claims), err, tt.want)
		}
	}
	for answer, want := range map[string]core.ClaimKind{
		`It says “reefs” [1].`: core.ClaimQuote, `It says “reef” [1].`: core.ClaimSentence, `It says “so is” [1].`: core.ClaimQuote,
		`It says ‘slow reefs’ [1].`: core.ClaimSentence, `It says ‘so slow reefs’ [1].`: core.ClaimQuote,
		`"` + long(8191) + `" [1]`: core.ClaimQuote, `"` + long(8192) + `" [1]`: core.ClaimSentence,
	} {
		if claims, err := claimsOf(answer, sources()); err != nil || len(claims) != 1 || claims[0].Kind != want {
			t.Errorf("%.40s: %+v, %v; want one %s", answer, claims, err, want)
		}
	}
}

func TestASentenceCitesAHundredNumbersAtMost(t *testing.T) {
	for n, want := range map[int]int{99: 99, 100: 100, 101: 100} {
		r := parse(fmt.Sprintf("It is so [1–%d].", n), nil)
		if len(r.sentences) != 1 || len(r.sentences[0].cites) != want {
			t.Errorf("[1–%d]: %v", n, r.sentences)
		}
	}
}

func TestNumbersOfCitationsAreReadInOrder(t *testing.T) {
	for in, want := range map[string][]int{"3–5": {3, 4, 5}, "5–3": {5, 3}, "3–3": {3}, "1, 3–4, 2": {1, 3, 4, 2}, "4 to 6": {4, 5, 6}, "4 and 6": {4, 6}, "0–2": {2}, "7, 3": {7, 3}, "3, 5": {3, 5}} {
		if got := citedNumbers(in); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", in, got, want)
		}
	}
}

func TestAnswersUpToTheBoundsAreChecked(t *testing.T) { // X1
	texts, sources := report("It is so.")
	var numbers strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&numbers, "%d; ", 1_000_000+i)
	}
	for name, tt := range map[string]struct {
		answer string
		fits   bool
	}{
		"the longest answer": {strings.Repeat("so ", MaxAnswer/3) + "a", true},
		"a longer answer":    {strings.Repeat("so ", MaxAnswer/3) + "ab", false},
		"the most numbers":   {numbers.String() + "[1]", true},
		"a number more":      {numbers.String() + "7 [1]", false},
		"the most citations": {"So " + strings.Repeat("[1] ", 10_000), true},
		"a citation more":    {"So " + strings.Repeat("[1] ", 10_001), false},
	} {
		if _, err := (Checker{texts}).Check(t.Context(), tt.answer, sources); (err == nil) != tt.fits || err != nil && !errors.Is(err, core.ErrQuery) {
			t.Errorf("%s of %d bytes: %v", name, len(tt.answer), err)
		}
	}
}

// Each pair of cases stands on either side of a bound.
func TestBoundsOfWhereAQuoteStands(t *testing.T) { // X1
	x := func(n int) string { return strings.Repeat("x", n) }
	lines := func(line string, n int) string { return strings.Repeat(line+"\n", n) }
	const edge, moves = "The edge of the forest", "moves with the light"
	decoys := func(n int) string { return lines("the edge of nothing\nmoves with nothing", n) }
	for _, tt := range []struct {
		name   string
		pages  []string
		answer string
		want   core.Verdict
	}{
		{"two pages behind an ellipsis", []string{"alpha beta " + x(6000) + " gamma delta"}, "“alpha beta … gamma delta” [1]", core.VerdictFound},
		{"more behind an ellipsis", []string{"alpha beta " + x(6001) + " gamma delta"}, "“alpha beta … gamma delta” [1]", core.VerdictNotFound},
		{"a line behind an insertion", []string{"alpha beta " + x(120) + " gamma delta"}, "“alpha beta [so to say] gamma delta” [1]", core.VerdictFound},
		{"more behind an insertion", []string{"alpha beta " + x(121) + " gamma delta"}, "“alpha beta [so to say] gamma delta” [1]", core.VerdictNotFound},
		{"the longest insertion", []string{"alpha beta gamma delta"}, "“alpha beta [" + x(60) + "] gamma delta” [1]", core.VerdictFound},
		{"a longer one is text", []string{"alpha beta gamma delta"}, "“alpha beta [" + x(61) + "] gamma delta” [1]", core.VerdictNotFound},

		{"runs of three words", []string{"the alder grows. so the birch falls."}, "“the alder grows the birch falls” [1]", core.VerdictStitched},
		{"a run of two words", []string{"the alder grows. so the birches falter."}, "“the alder grows birches falter” [1]", core.VerdictNotFound},
		{"runs of eight letters", []string{"a bc defgh. so the birch falls."}, "“a bc defgh the birch falls” [1]", core.VerdictStitched},
		{"a run of seven letters", []string{"a bc defg. so the birch falls."}, "“a bc defg the birch falls” [1]", core.VerdictNotFound},
		{"four runs", []string{words(0, 40)}, "“" + strings.Join([]string{words(30, 3), words(20, 3), words(10, 3), words(0, 3)}, " ") + "” [1]", core.VerdictStitched},
		{"five runs", []string{words(0, 50)}, "“" + strings.Join([]string{words(40, 3), words(30, 3), words(20, 3), words(10, 3), words(0, 3)}, " ") + "” [1]", core.VerdictNotFound},
		{"400 words in two runs", []string{words(0, 500)}, "“" + words(300, 200) + " " + words(0, 200) + "” [1]", core.VerdictStitched},
		{"401 words in two runs", []string{words(0, 501)}, "“" + words(300, 201) + " " + words(0, 200) + "” [1]", core.VerdictNotFound},

		{"three lines at the foot, three at the head", []string{edge + "\n" + lines("foot", 3), lines("head", 3) + moves}, "“" + edge + " " + moves + "” [1][2]", core.VerdictFound},
		{"four lines at the foot", []string{edge + "\n" + lines("foot", 4), moves}, "“" + edge + " " + moves + "” [1][2]", core.VerdictStitched},
		{"four lines at the head", []string{edge, lines("head", 4) + moves}, "“" + edge + " " + moves + "” [1][2]", core.VerdictStitched},
		{"a table of 59 lines", []string{edge + "\n" + lines("Bay 9", 59) + moves}, "“" + edge + " " + moves + "” [1]", core.VerdictFound},
		{"a table of 60 lines", []string{edge + "\n" + lines("Bay 9", 60) + moves}, "“" + edge + " " + moves + "” [1]", core.VerdictStitched},
		{"a table behind a full stop", []string{edge + ".\n" + lines("Bay 9", 3) + moves}, "“" + edge + " " + moves + "” [1]", core.VerdictStitched},
		{"what follows the table has a capital", []string{edge + "\n" + lines("Bay 9", 3) + "Moves with the light"}, "“" + edge + " " + moves + "” [1]", core.VerdictStitched},
		{"a page lies between", []string{edge, "", moves}, "“" + edge + " " + moves + "” [1][3]", core.VerdictFound},

		{"behind 511 beginnings", []string{decoys(511) + edge + "\nBay 9\n" + moves}, "“" + edge + " " + moves + "” [1]", core.VerdictFound},
		{"behind 512 beginnings", []string{decoys(512) + edge + "\nBay 9\n" + moves}, "“" + edge + " " + moves + "” [1]", core.VerdictNotFound},
		{"the last of the alike", []string{strings.Repeat("alpha bet x ", 16_383) + "alpha beta gamma"}, "“alpha beta gamma” [1]", core.VerdictFound},
		{"one of the alike too many", []string{strings.Repeat("alpha bet x ", 16_384) + "alpha beta gamma"}, "“alpha beta gamma” [1]", core.VerdictNotFound},
	} {
		t.Run(tt.name, func(t *testing.T) {
			texts, sources := report(tt.pages...)
			if got := verdict(t, texts, sources, tt.answer); got.Verdict != tt.want {
				t.Errorf("%s: %s, want %s", got.Verdict, got.Why, tt.want)
			}
		})
	}
}

// sparse has pages of which passages are known only as spans that tests give.
type sparse struct {
	pagesByHash
	passages []core.Passage
}

func (s sparse) Passages(context.Context, core.Hash) ([]core.Passage, error) { return s.passages, nil }

func TestNothingRunsOverAPageThatIsNotStored(t *testing.T) { // X1
	const answer = "“The edge of the forest moves with the light” [1][2]"
	for index, want := range map[int]core.Verdict{2: core.VerdictFound, 3: core.VerdictStitched, 4: core.VerdictStitched} {
		texts, sources := report("The edge of the forest", "moves with the light")
		texts["report"][1].Index, sources[1].Place.Page, sources[1].Quotes[0].Page = index, index, index
		if got := verdict(t, texts, sources, answer); got.Verdict != want {
			t.Errorf("pages 1 and %d: %s, want %s", index, got.Verdict, want)
		}
	}
}

// Of a page whose columns interleave no line shows where its text goes on.
func TestNothingStepsOverLinesOfInterleavedColumns(t *testing.T) { // X1
	const page = "The edge of the forest\nBay 9\nmoves with the light"
	at := strings.Index(page, "moves")
	for _, tt := range []struct {
		spans []core.Span
		want  core.Verdict
	}{{[]core.Span{{End: len(page)}}, core.VerdictFound}, {[]core.Span{{End: at - 1}, {Start: at, End: len(page)}}, core.VerdictStitched}} {
		texts, sources := report(page)
		got := verdict(t, sparse{texts, []core.Passage{{Page: 1, Spans: tt.spans}}}, sources, "“The edge of the forest moves with the light” [1]")
		if got.Verdict != tt.want {
			t.Errorf("a passage of %d spans: %s, want %s", len(tt.spans), got.Verdict, tt.want)
		}
	}
}

// What stands 256 times before what is quoted hides it.
func TestOnlyTheFirstPlacesOfAPhraseAreKept(t *testing.T) {
	for n, want := range map[int]core.Verdict{255: core.VerdictFound, 256: core.VerdictElsewhere} {
		texts, sources := report(strings.Repeat("the edge of it. ", n) + "the edge of it")
		sources[0].Quotes[0].Start = n * len("the edge of it. ")
		if got := verdict(t, texts, sources, "“the edge of it” [1]"); got.Verdict != want {
			t.Errorf("behind %d: %s, want %s", n, got.Verdict, want)
		}
	}
}

func TestThreePlacesAreShown(t *testing.T) {
	for n, want := range map[int]int{1: 1, 2: 2, 3: 3, 4: 3} {
		texts, sources := report(strings.Repeat("the edge of it. ", n))
		if got := verdict(t, texts, sources, "“the edge of it” [1]"); len(got.Evidence) != want {
			t.Errorf("it stands %d times: %d shown, want %d", n, len(got.Evidence), want)
		}
	}
}

func TestThreePlacesOfAllDocumentsAreShown(t *testing.T) {
	texts, sources := report(strings.Repeat("the edge of it. ", 2))
	texts["notes"] = texts["report"]
	other := sources[0]
	other.Number, other.Place.Hash = 2, "notes"
	if got := verdict(t, texts, append(sources, other), "“the edge of it” [1][2]"); len(got.Evidence) != 3 {
		t.Errorf("%d shown, want 3", len(got.Evidence))
	}
}

func TestFiveSourcesAreListed(t *testing.T) {
	for n, want := range map[int]string{1: "[7]", 5: "[7] or [7] or [7] or [7] or [7]", 6: "any of the sources that are cited"} {
		if got := list(slices.Repeat([]int{7}, n)); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// What a source quotes must lie within the page, or only its own text is known.
func TestQuotesOutsideOfTheirPageAreNotTrusted(t *testing.T) {
	const page = "the edge of it"
	for sp, want := range map[core.Span]bool{{Start: 0, End: 14}: true, {Start: 13, End: 14}: true, {Start: 0, End: 15}: false, {Start: -1, End: 3}: false, {Start: 3, End: 3}: false} {
		c := content{pages: []core.Page{{Index: 1, Text: page}}}
		if got := c.regionsOf(core.Source{Quotes: []core.Quote{{Page: 1, Span: sp}}}); (got != nil) != want {
			t.Errorf("%v: %v", sp, got)
		}
	}
}

func TestBoundsOfNumerals(t *testing.T) {
	zeros := func(n int) string { return strings.Repeat("0", n) + "1" }
	for in, want := range map[string]string{
		zeros(63): "[1]", zeros(64): "[" + zeros(64) + "]",
		"123 456": "[123456]", "1234 567": "[1234] [567]", "012 345": "[12] [345]", "1 2345": "[1] [2345]", "1 23": "[1] [23]",
		"123,456": "[123456 123.456]", "1234,567": "[1234.567]", "0,567": "[0.567]", "1,23": "[1.23]", "1,2345": "[1.2345]", "1 234.50": "[1234.5]",
		"1999-00": "[1999] [0 1900]", "2018-9": "[2018] [9]", "3018-19": "[3018] [19]", "201-19": "[201] [19]", "2018-019": "[2018] [19]",
		"12 thousand": "[12000]", "1.5 trillion": "[1500000000000]", "2 Mrd. 3 billion 4 bn": "[2000000000] [3000000000] [4000000000]",
	} {
		var got []string
		for _, n := range numerals(in, false) {
			got = append(got, fmt.Sprint(n.readings))
		}
		if g := strings.Join(got, " "); g != want {
			t.Errorf("%.20s: got %s, want %s", in, g, want)
		}
	}
	for in, want := range map[string]int{"12 million": 0, "123 million": 1, "1.2 million": 0, "1.23 million": 1, "123": 0} {
		if n := numerals(in, false); len(n[0].bare) != want {
			t.Errorf("%s: %v can stand without its word, want %d", in, n[0].bare, want)
		}
	}
}
