package query

import (
	"slices"
	"testing"
)

func TestNamesAndNumbersTellQuestionsApart(t *testing.T) {
	for question, want := range map[string][]string{
		"How many lines stop at Market Street in Toronto?":       {"market", "street", "toronto"},
		"Which town ranks 15th? Harbours of Fife are meant.":     {"15th", "fife"},
		"kelp at 12.5 m in FY2019":                               {"12.5", "fy2019"},
		"what does the kelp need?":                               nil,
		"WHAT IS THE LAST YEAR OF ICE":                           nil,
		"Dredging in the Carrow Sound: what did it do, and when": {"carrow", "sound"},
		`Where does "Old Harbour" stand`:                         {"old", "harbour"},
		"":                                                       nil,
	} {
		if got := NamesAndNumbers(question); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", question, got, want)
		}
	}
}
