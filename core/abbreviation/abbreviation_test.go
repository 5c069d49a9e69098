package abbreviation

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ibid/core"
)

// found lists the pairs of a text as "short: long".
func found(s string) (out []string) {
	for _, p := range Find(s) {
		out = append(out, OneLine(s[p.Short.Start:p.Short.End])+": "+OneLine(s[p.Long.Start:p.Long.End]))
	}
	return out
}

func TestDefinitionsAreFound(t *testing.T) { // X12
	for text, want := range map[string]string{
		"mice with a knock-out (KO) of the gene":                           "KO: knock-out",
		"KO (knock-out) mice":                                              "KO: knock-out",
		"a KO (knock-out, as below) of it":                                 "KO: knock-out",
		"our capital expenditures (CapEx) rose":                            "CapEx: capital expenditures",
		"our capital expen-\nditures (CapEx) rose":                         "CapEx: capital expenditures",
		"with polymerase beta (Pol β) alone":                               "Pol β: polymerase beta",
		"with polymerase β (Pol beta) alone":                               "Pol beta: polymerase β",
		"Pol β (polymerase beta) alone":                                    "Pol β: polymerase beta",
		"tumour necrosis factor α (TNF-alpha)":                             "TNF-alpha: tumour necrosis factor α",
		"interferon γ (IFNg)":                                              "IFNg: interferon γ",
		"after magnetic resonance imaging (MRI)":                           "MRI: magnetic resonance imaging",
		"by an enzyme-linked immunosorbent assay (ELISA)":                  "ELISA: enzyme-linked immunosorbent assay",
		"messenger RNA (mRNA)":                                             "mRNA: messenger RNA",
		"knock-outs (KOs) breed":                                           "KO: knock-outs",
		"uniform resource\nlocators (URLs)":                                "URL: uniform resource locators",
		"5-fluorouracil (5-FU)":                                            "5-FU: 5-fluorouracil",
		"interleukin-2 (IL-2)":                                             "IL-2: interleukin-2",
		"interleukin 12 (IL-12)":                                           "IL-12: interleukin 12",
		"a length of 40 base pairs (bp)":                                   "bp: base pairs",
		"the Financial Accounting Standards Board (the “FASB”)":            "FASB: Financial Accounting Standards Board",
		"the Financial Accounting Standards Board (“FASB” or the “Board”)": "FASB: Financial Accounting Standards Board",
		"the knock-out [KO] and":                                           "KO: knock-out",
		"the knock-out (KO [null]) and":                                    "KO: knock-out",
		"(mice with a knock-out [KO])":                                     "KO: knock-out",
		"FDCA (Food, Drug, and Cosmetic Act)":                              "FDCA: Food, Drug, and Cosmetic Act",
		"research and development (R&D)":                                   "R&D: research and development",
		"Électricité de Fontbelle (EDF)":                                   "EDF: Électricité de Fontbelle",
		"Организация Объединённых Наций (ООН)":                             "ООН: Организация Объединённых Наций",
		"non-small-cell lung cancer (SCLC)":                                "SCLC: small-cell lung cancer",
		"The tide came. Mean sea level (MSL) rose":                         "MSL: Mean sea level",
		"Centers for Tide Control and Prevention (CTC)":                    "CTC: Centers for Tide Control and Prevention",
		"hypoxia-inducible factor 1α (HIF-1alpha)":                         "HIF-1alpha: hypoxia-inducible factor 1α",
		"under reverse repurchase agreements (RRAs)":                       "RRA: reverse repurchase agreements",
		"by Tracking, Telemetry & Commanding (TT&C)":                       "TT&C: Tracking, Telemetry & Commanding",
		"a reverse of the tide (RT)":                                       "RT: reverse of the tide",
		"the Office of Upper Marsh Surveys (OMS)":                          "OMS: Office of Upper Marsh Surveys",
		"the international geophysical year (igy)":                         "igy: international geophysical year",
		"a “mean sea level” (MSL)":                                         "MSL: mean sea level",
		"mean sea level (MSL; metres)":                                     "MSL: mean sea level",
		"mean sea level (MSL, in metres)":                                  "MSL: mean sea level",
		"mean sea level（MSL）":                                              "MSL: mean sea level",
	} {
		if got := found(text); !slices.Equal(got, []string{want}) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestOtherBracketsDefineNothing(t *testing.T) {
	for _, text := range []string{
		"as sketched for eels (see Fig. 2)", "in the survey of that year (2019)", "the eels pulled harder (P < .05)", "so said Marsh and others (Smith 2003)",
		"a fish by the tide (Fig. 2)", "the basin (Table 4)", "a mass of kelp (kg)", "the length (mm)", "several moves (e.g. east)", "first (i), second (ii) and third (iii)",
		"the function f(KO)", "poly(A) tails", "a kelp order (KO", "kelp order) KO", "the list (a)", "()", "( )", "KO (KO)", "the KO locus (KO)",
		"Consolidated tide sheets (Unaudited)", "we saw them (however, only once)", "NOAA (which nobody heard of)", "it was knotted.\n\nOver (KO)",
		"A knot came. Over it (KO)", "核磁気共鳴（核磁）", "北京大学 (北大)", "الأمم المتحدة (أمم)", "interleukin-12 (IL-2)", "interleukin-2 (IL-12)",
		"Form 10-Q for the second quarter (Form 10-Q)", "CSF1Rlow cells (CSF1R)", "losses of the kelp (loss)", "in the estuary (i.e.)", "of resources (ores)",
		"alpha beta gamma delta epsilon zeta eta theta kilo one (AK)",
	} {
		if got := found(text); len(got) > 0 {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// X12: a definition counts once a document.
func TestDocumentHasEachPairOnceAtItsFirstPlace(t *testing.T) {
	pages := []core.Page{
		{Index: 3, Text: "Mice with a knock-out (KO) grow; the knock-outs (KOs) too."},
		{Index: 4, Text: "A KO (knockout) and the kelp order (KO)."},
	}
	want := []core.Abbreviation{
		{Short: "KO", Long: "knock-out", ShortKey: "ko", LongKey: "knockout", Page: 3, Span: core.Span{Start: 12, End: 25}},
		{Short: "KO", Long: "kelp order", ShortKey: "ko", LongKey: "kelporder", Page: 4, Span: core.Span{Start: 24, End: 38}},
	}
	if got := Document(core.KindPDF, pages); !slices.Equal(got, want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
	if got := Document(core.KindCode, pages); got != nil {
		t.Errorf("source code: %+v", got)
	}
	var many strings.Builder
	for i := range maxPairs + 1 {
		fmt.Fprintf(&many, "kelp order%d (KO%d)\n\n", i+100, i+100)
	}
	if got := Document(core.KindText, []core.Page{{Index: 1, Text: many.String()}}); len(got) != maxPairs {
		t.Errorf("%d pairs are kept", len(got))
	}
}

func TestSpellingsOfAFormHaveOneKey(t *testing.T) {
	for _, forms := range [][]string{
		{"knock-out", "Knockout", "knock out", "knock-outs", "KNOCK-OUT", "knock‐\nout"},
		{"Pol β", "pol beta", "POL-β", "polβ"},
		{"Électricité", "electricite"},
		{"µm", "μm", "mum"},
		{"5-FU", "5FU", "5 fu"},
	} {
		for _, f := range forms {
			if got, want := Key(f), Key(forms[0]); got != want {
				t.Errorf("%q has the key %q, %q has %q", f, got, forms[0], want)
			}
		}
	}
	for a, b := range map[string]string{"gas": "ga", "glass": "glas", "CRP": "CRPs", "KO": "KOX"} {
		if Key(a) == Key(b) {
			t.Errorf("%q and %q have the same key", a, b)
		}
	}
	if Key("–") != "" {
		t.Error("a dash has a key")
	}
}

func TestPluralOfAShortFormFollowsACapital(t *testing.T) {
	for form, want := range map[string]string{"KOs": "KO", "KO's": "KO", "IL-2s": "IL-2", "CapEx": "CapEx", "bus": "bus", "gps": "gps", "AS": "AS"} {
		if got := Singular(form); got != want {
			t.Errorf("%q: %q, want %q", form, got, want)
		}
	}
}

func TestFormIsShownInOneLine(t *testing.T) {
	for form, want := range map[string]string{
		"capital expen-\nditures": "capital expenditures", "mean sea\n level": "mean sea level", "non-\nSmall cell": "non-Small cell",
		"mean  sea\tlevel": "mean sea level", "ca\u00adpital": "capital", "a\n\nb": "a b", "knock-out": "knock-out",
	} {
		if got := OneLine(form); got != want {
			t.Errorf("%q: %q, want %q", form, got, want)
		}
	}
}
