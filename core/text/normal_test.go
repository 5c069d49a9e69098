package text

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestOneWordHasOneNormalForm(t *testing.T) { // X12
	tests := map[string]string{ // a form: its normal form
		// numbers
		"11,604": "11604", "1,234,567": "1234567", "11,604.50": "11604.50", "1,2": "1,2", "1,23": "1,23", "1,2,3": "1,2,3", "1,2345": "1,2345",
		"3.5": "3.5", "1234,567": "1234,567", "1,000a": "1,000a",
		// Greek letters
		"β": "beta", "polβ": "polbeta", "β1": "beta1", "κb": "kappab", "μm": "um", "10μm": "10um", "μ": "mu", "μ2": "mu2", "aμb": "amub",
		"λόγος": "λόγος", "αβ": "αβ", "ςα": "ςα",
		// plurals
		"mice": "mouse", "matrices": "matrix", "hypotheses": "hypothesis", "larvae": "larva", "prices": "prices", "services": "services", "regimen": "regimen",
		// -our
		"colour": "color", "behavioural": "behavioral", "favourites": "favorites", "labouring": "laboring", "hours": "hours", "poured": "poured",
		"flour": "flour", "scoured": "scoured", "tourist": "tourist", "journal": "journal", "courage": "courage", "court": "court", "odour": "odor",
		// -ise
		"organise": "organize", "organisations": "organizations", "minimising": "minimizing", "randomised": "randomized", "criticise": "criticize",
		"revise": "revise", "precise": "precise", "promised": "promised", "exercise": "exercise", "advertising": "advertising", "rises": "rises",
		"noise": "noise", "otherwise": "otherwise", "crises": "crisis", "improvisation": "improvisation", "advisable": "advisable", "raised": "raised",
		// -yse
		"analyze": "analyse", "analyzed": "analysed", "analysis": "analyse", "lysis": "lysis",
		// -re
		"centre": "center", "kilometres": "kilometers", "fibre": "fiber", "centred": "centered", "timbre": "timbre", "acre": "acre", "hatred": "hatred",
		"entre": "entre", "lettre": "lettre", "macabre": "macabre",
		// ae and oe
		"haemoglobin": "hemoglobin", "anaemia": "anemia", "palaeolithic": "paleolithic", "aesthetic": "esthetic", "aerobic": "aerobic", "michael": "michael",
		"reggae": "reggae", "foetal": "fetal", "oedema": "edema", "oestrogen": "estrogen", "poet": "poet", "shoes": "shoes", "diarrhoea": "diarrhea", "haem": "haem",
		// others
		"catalogue": "catalog", "dialogues": "dialogs", "rogue": "rogue", "vogue": "vogue", "defence": "defense", "fence": "fence",
		"sulphate": "sulfate", "judgement": "judgment", "sceptical": "skeptical", "grey": "gray", "programme": "program", "cheque": "cheque",
		"": "", "the": "the", "naïve": "naïve", "東京": "東京",
	}
	for form, want := range tests {
		if got := Normal(form); got != want {
			t.Errorf("%q: %q, want %q", form, got, want)
		}
	}
}

func FuzzNormal(f *testing.F) {
	for _, s := range []string{"11,604", "polβ", "μm", "colour", "ae", "foet", "ises", ",", "1,", "β" + strings.Repeat("a", 300)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, form := range Forms(s) {
			n := Normal(form)
			if n == "" || !utf8.ValidString(n) {
				t.Errorf("%q: %q", form, n)
			}
		}
	})
}

func TestNamesOfGreekLettersAreSplitOff(t *testing.T) { // X12
	for form, want := range map[string]string{
		"kappab": "kappa b", "tgfbeta": "tgf beta", "beta": "", "market": "", "betas": "beta s", "tnfalpha": "tnf alpha", "transbeta": "", "xpi": "", "β": "",
	} {
		first, second, ok := SplitGreek(form)
		if got := strings.TrimSpace(first + " " + second); got != want || ok != (want != "") {
			t.Errorf("%q: %q", form, got)
		}
	}
}
