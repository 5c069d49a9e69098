package query

import (
	"slices"
	"testing"
)

func TestQuestionsInOtherLanguagesAreTold(t *testing.T) { // X12
	tests := map[string]struct {
		language string
		sentence bool
	}{
		"Wie hoch war der Umsatz im Jahr 2020?":                   {"de", true},
		"Was ist die Ursache der Trübung nach dem Sturm":          {"de", true},
		"Quel est le chiffre d'affaires de l'entreprise ?":        {"fr", true},
		"¿Cuál es la temperatura del agua en la bahía?":           {"es", true},
		"Qual è la temperatura dell'acqua nella baia?":            {"it", true},
		"de la Cruz et al 2019":                                   {"fr", false},
		"How do cells die in the dark?":                           {"", false},
		"die casting an alloy":                                    {"", false},
		"Sturm und Drang":                                         {"", false},
		"van der Waals forces in graphite layers at low pressure": {"", false},
		"Boeing revenue 2019":                                     {"", false},
		"":                                                        {"", false},
		"潮間帯の生物":                                                  {"", false},
	}
	for question, want := range tests {
		language, sentence := Foreign(question)
		if language != want.language && (want.language != "fr" || want.sentence) || sentence != want.sentence {
			t.Errorf("%q: %q, %v; want %+v", question, language, sentence, want)
		}
	}
}

func TestStopWordsOfTheQuestionsLanguageAreNotScored(t *testing.T) { // X12
	for question, want := range map[string][]string{
		"Wie hoch war der Umsatz im Jahr 2020?": {"hoch", "umsatz", "jahr", "2020"},
		"de la Cruz et al 2019":                 {"cruz", "al", "2019"},
		"wie ist das":                           {"wie", "ist", "das"}, // there are no others
		"die casting an alloy":                  {"die", "casting", "alloy"},
	} {
		q, err := Parse(question)
		if err != nil || !slices.Equal(q.Words, want) {
			t.Errorf("%q: %q, %v", question, q.Words, err)
		}
	}
}

func TestALibraryInAnotherLanguageCannotAnswer(t *testing.T) { // X12
	const german = "Wie hoch war der Umsatz im Jahr 2020?"
	tests := map[string]struct {
		question       string
		shares         map[string]float64
		asked, library string
	}{
		"another language":             {german, map[string]float64{"en": .9}, "German", "English"},
		"some pages of it":             {german, map[string]float64{"en": .9, "de": .02}, "", ""},
		"hardly any":                   {german, map[string]float64{"en": .9, "de": .019}, "German", "English"},
		"the same":                     {german, map[string]float64{"de": .9}, "", ""},
		"no language prevails":         {german, map[string]float64{"en": .49}, "", ""},
		"English for a French library": {"How high was the revenue in the year?", map[string]float64{"fr": .9}, "", ""},
		"a name":                       {"de la Cruz et al 2019", map[string]float64{"en": .9}, "", ""},
	}
	for name, tt := range tests {
		if asked, library := Unanswerable(tt.question, tt.shares); asked != tt.asked || library != tt.library {
			t.Errorf("%s: %q, %q", name, asked, library)
		}
	}
}
