package index

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/query"
)

// Every form of a line finds every other one, before the forms behind the bar. What
// begins with > is found, but does not find the others.
func TestFormsFindEachOther(t *testing.T) { // X12
	groups := []string{
		"11604 / 11,604 / 11 604 / 11\u00a0604 / 11\u2009604 / 11\u202f604 / 11'604 | 11.604 / 1160 4",
		"1234567 / 1,234,567 / 1 234 567 | 1,234 567,8",
		"2019 | 2 019",
		"1.2 billion / 1.2bn / 1.2 bn / 1,200 million / 1200 mn / 1.2 bln | 1.2 million / 12 billion / 1.2 metres",
		"350 thousand / 0.35 million / >350k | 35 thousand",
		"5-FU / 5 FU / 5FU | 4-FU / 5-FX",
		"IL-6 / IL6 / IL 6 / il6 | IL-8 / ILX 6",
		"COVID-19 / Covid19 / COVID 19 | COVID-20",
		"TGF-β / TGF-beta / TGF β / TGFβ | TGF-α / IGF-β",
		"Polβ / Pol β / Pol beta / pol-beta | Pol α",
		"NF-κB / NF-kappaB / NF kappa B | NF-κC",
		"5 µm / 5 μm / 5 um | 5 mm",
		"10µm / 10 µm / 10um / 10 um | 10 mm",
		"ﬁnding / finding",
		"Verne’s / Verne's / Verne",
		"well-known / >wellknown / well known | well",
		"knock-out / knockout",
		"ver-\nify / verify",
		"set-up / setup",
		"colour / color / colours / colored",
		"organisation / organization / organisations",
		"analyse / analyze / analysed / analysis / analyses / analyzing",
		"centre / center / centres",
		"haemoglobin / hemoglobin",
		"modelling / modeling / modelled / modeled",
		"travelled / traveled / traveller / traveler",
		"labelling / labeling", "cancelled / canceled", "catalogue / catalog / catalogues",
		"matrix / matrices", "mouse / mice", "hypothesis / hypotheses", "market / markets", "study / studies", "precise / precision",
		"defence / defense", "fulfil / fulfill / fulfilled",
	}
	x := open(t, t.TempDir())
	var files []core.IndexedPassage
	for i, g := range groups {
		same, others, _ := strings.Cut(g, " | ")
		for k, list := range []string{same, others} {
			for j, s := range strings.Split(list, " / ") {
				if s = strings.TrimPrefix(s, ">"); s != "" {
					files = append(files, file(core.Hash(fmt.Sprintf("%d-%c-%d", i, "sd"[k], j)), 1, "Quoll "+s+" quoll.")...)
				}
			}
		}
	}
	put(t, x, 1, nil, files)
	for i, g := range groups {
		same, others, _ := strings.Cut(g, " | ")
		all := strings.Split(same, " / ")
		for _, asked := range all {
			if asked[0] == '>' {
				continue
			}
			q := parse(t, strings.ReplaceAll(asked, "\n", ""))
			var first []core.Hash
			for _, m := range find(t, x, q, nil, 1000) {
				first = append(first, m.Hash)
			}
			for j, other := range all {
				at := slices.Index(first, core.Hash(fmt.Sprintf("%d-s-%d", i, j)))
				if at < 0 {
					t.Errorf("%q does not find %q", asked, other)
					continue
				}
				for d, wrong := range strings.Split(others, " / ") {
					if before := slices.Index(first, core.Hash(fmt.Sprintf("%d-d-%d", i, d))); before >= 0 && before < at {
						t.Errorf("%q finds %q before %q", asked, wrong, other)
					}
				}
			}
		}
	}
}

// Words that are spelt alike but differ keep apart.
func TestOtherWordsKeepApart(t *testing.T) { // X12
	for _, pair := range []string{
		"timbre timber", "flour flor", "scoured scored", "revise prize", "poet pet", "poets pets", "shoes shes", "michael michel",
		"entre enter", "hatred hater", "mu um", "fence fens", "rogue rog", "hour or", "tyre tire", "cheque check", "service serve",
	} {
		a, b, _ := strings.Cut(pair, " ")
		if stem(a) == stem(b) {
			t.Errorf("%q and %q are both %q", a, b, stem(a))
		}
	}
}

func TestAPartOfACompoundIsNoStopWord(t *testing.T) { // X12
	x := open(t, t.TempDir())
	put(t, x, 1, nil, append(append(file("out", 1, "The knock-out mice were fed."), file("in", 1, "The knock-in mice were fed.")...),
		file("up", 1, "The out patients were fed by others here.")...))
	for question, want := range map[string]core.Hash{"knock-out mice": "out", "knock-in mice": "in", "knockout mice": "out"} {
		if got := ask(t, x, question); len(got) == 0 || got[0] != want {
			t.Errorf("%q finds %q first", question, got)
		}
	}
	a, b := find(t, x, parse(t, "knock-out mice"), nil, 5), find(t, x, parse(t, "knock-in mice"), nil, 5)
	if a[0].Score == a[1].Score || b[0].Score == b[1].Score {
		t.Error("the other compound scores as well")
	}
}

func parse(t *testing.T, question string) core.Query {
	t.Helper()
	q, err := query.Parse(question)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func TestFormsAreBounded(t *testing.T) {
	var words []string
	for i := range 200 {
		words = append(words, fmt.Sprintf("a%db", i), fmt.Sprint(1000+i), "million")
	}
	if list := alternatives(core.Query{Words: words}); len(list) > maxAlternatives {
		t.Errorf("%d alternatives", len(list))
	}
	for value, want := range map[string]string{"1.2/3": "1200", "1200/-3": "1.2", "5/-1": "0.5", "5/-2": "", "12345.5/0": "", "1.25/1": "12.5", "1/20": "", "0/3": ""} {
		v, power, _ := strings.Cut(value, "/")
		var n int
		fmt.Sscan(power, &n)
		if got := shift(v, n); got != want {
			t.Errorf("%s times ten to the %d is %q, want %q", v, n, got, want)
		}
	}
}

// A phrase is found where a hyphen of a line end stands in one of its words, and
// nowhere else.
func TestAPhraseIsFoundAcrossHyphens(t *testing.T) { // X12
	x := open(t, t.TempDir())
	put(t, x, 1, nil, slices.Concat(
		file("whole", 1, "First we verify the system by hand."), file("parts", 1, "First we ver-ify the system by hand."),
		file("two", 1, "First we ver-ify the sys-tem by hand."), file("line", 1, "First we ver-\nify the sys-\ntem by hand."),
		file("more", 1, "First we verify all the system by hand."), file("other", 1, "First we ver ify the system by hand."),
	))
	for question, want := range map[string][]core.Hash{
		`"we verify the system by"`: {"line", "parts", "two", "whole"},
		`"verify the"`:              {"line", "parts", "two", "whole"},
		`"we verify"`:               {"line", "more", "parts", "two", "whole"},
		`"we ver ify the"`:          {"other", "parts", "two"},
		`hand -"verify the"`:        {"more", "other"},
	} {
		got := ask(t, x, question)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s finds %q, want %q", question, got, want)
		}
	}
}
