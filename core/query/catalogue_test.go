package query

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func filings() []DocumentName {
	var documents []DocumentName
	for _, company := range []string{"3M", "BOEING", "BESTBUY", "MGMRESORTS", "GENERAL_ELECTRIC", "AMAZON"} {
		for year := 2015; year <= 2020; year++ {
			name := fmt.Sprintf("%s_%d_10K.pdf", company, year)
			documents = append(documents, DocumentName{Key: "/filings/" + name, Name: name, First: fmt.Sprintf("For the fiscal year ended December 31, %d", year)})
		}
	}
	return append(documents,
		DocumentName{Key: "/filings/BOEING_2021Q2_10Q.pdf", Name: "BOEING_2021Q2_10Q.pdf"},
		DocumentName{Key: "/papers/or23.pdf", Name: "or23.pdf", Title: "Resuspension of fine sediment after dredging", Author: "I. Okafor, J. Reid", First: "Submitted 2023"},
		DocumentName{Key: "/papers/letter.pdf", Name: "letter.pdf", First: "Carrow Sound Harbour Office, 4 March 1974"},
		DocumentName{Key: "/code/src/app/main.go", Name: "main.go"}, DocumentName{Key: "/code/cmd/tool/main.go", Name: "main.go"})
}

func TestQuestionsNameTheirDocuments(t *testing.T) {
	// R2.1
	c := NewCatalogue(filings())
	tests := []struct{ question, want string }{
		{"3M FY2018 capital expenditure", "3M_2018_10K.pdf"},
		{"What was Boeing's operating margin in fiscal 2019?", "BOEING_2019_10K.pdf"},
		{"What is Best Buy's FY2015 - FY2017 three year average margin?", "BESTBUY_2015_10K.pdf BESTBUY_2017_10K.pdf"},
		{"Boeing deliveries in 2021Q2", "BOEING_2021Q2_10Q.pdf"},
		{"MGM net debt FY16", "MGMRESORTS_2016_10K.pdf"},
		{"Did General Electric pay a dividend in 2020?", "GENERAL_ELECTRIC_2020_10K.pdf"},
		{"Did the sales of GnE grow in FY18?", "GENERAL_ELECTRIC_2018_10K.pdf"},
		{"Boeing deliveries in Q2'2021", "BOEING_2021Q2_10Q.pdf"},
		{"Boeing deliveries in Q22021", "BOEING_2021Q2_10Q.pdf"},
		{"Compare Boeing and Amazon in 2017", "BOEING_2017_10K.pdf AMAZON_2017_10K.pdf"},
		{"amazon revenue 2019", "AMAZON_2019_10K.pdf"},
		{"What did Okafor measure?", "or23.pdf"},
		{"resuspension of sediment after dredging", "or23.pdf"},
		{"What did the Carrow Sound office write?", "letter.pdf"},
		{"What does cmd/tool/main.go do?", "main.go"},
		{"Boeing in 1999", strings.Join(each("BOEING_%d_10K.pdf"), " ") + " BOEING_2021Q2_10Q.pdf"},
		{"What was the revenue in fiscal 2018?", ""},
		{"What is the capital of France?", ""},
		{"sediment transport", ""},
		{"December sales", ""},
	}
	for _, tt := range tests {
		n := c.Match(Analyse(tt.question))
		var got []string
		for _, key := range n.Keys {
			got = append(got, key[strings.LastIndexByte(key, '/')+1:])
		}
		if slices.ContainsFunc(n.Keys, func(key string) bool { return !slices.Contains(n.Named, key) }) {
			t.Errorf("%q: %q are not among those that are named but for the year, %q", tt.question, n.Keys, n.Named)
		}
		if strings.Join(got, " ") != tt.want || (n.Why == "") != (tt.want == "") {
			t.Errorf("%q: %q (%s), want %q", tt.question, got, n.Why, tt.want)
		}
	}
	if n := NewCatalogue(nil).Match(Analyse("3M 2018")); n.Keys != nil {
		t.Errorf("an empty catalogue gives %v", n)
	}
}

func each(format string) (out []string) {
	for year := 2015; year <= 2020; year++ {
		out = append(out, fmt.Sprintf(format, year))
	}
	return out
}

func TestWhatNamesHalfTheLibraryNarrowsNothing(t *testing.T) {
	documents := []DocumentName{{Key: "a", Name: "kelp report.pdf"}, {Key: "b", Name: "kelp notes.md"}, {Key: "c", Name: "talk.pptx"}}
	if n := NewCatalogue(documents).Match(Analyse("Where does Kelp grow?")); len(n.Keys) > 0 {
		t.Errorf("got %v", n)
	}
}

func FuzzMatch(f *testing.F) {
	for _, c := range filings() {
		f.Add(c.Name, c.Title, "3M FY2018")
	}
	f.Fuzz(func(t *testing.T, name, title, question string) {
		documents := append(filings(), DocumentName{Key: "x", Name: name, Title: title, Author: title, First: title})
		n := NewCatalogue(documents).Match(Analyse(question))
		if keys := slices.Compact(slices.Sorted(slices.Values(n.Keys))); len(keys) != len(n.Keys) || 2*len(keys) > len(documents)+1 && len(keys) > 6 {
			t.Errorf("%d of %d documents: %q", len(n.Keys), len(documents), n.Keys)
		}
	})
}

func BenchmarkMatch(b *testing.B) {
	var documents []DocumentName
	for i := range 10_000 {
		documents = append(documents, DocumentName{Key: fmt.Sprint(i), Name: fmt.Sprintf("COMPANY%d_%d_10K.pdf", i/6, 2015+i%6), First: "annual report of the company"})
	}
	c, a := NewCatalogue(documents), Analyse("What was Company77's operating margin in FY2018?")
	for b.Loop() {
		if n := c.Match(a); len(n.Keys) != 1 {
			b.Fatal(n)
		}
	}
}
