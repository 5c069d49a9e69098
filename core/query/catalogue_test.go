package query

import (
	"fmt"
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
		{"Did the sales of GE grow in FY18?", "GENERAL_ELECTRIC_2018_10K.pdf"},
		{"Boeing deliveries in Q2'2021", "BOEING_2021Q2_10Q.pdf"},
		{"Boeing deliveries in Q22021", "BOEING_2021Q2_10Q.pdf"},
		{"Compare Boeing and Amazon in 2017", "AMAZON_2017_10K.pdf BOEING_2017_10K.pdf"},
		{"amazon revenue 2019", "AMAZON_2019_10K.pdf"},
		{"What did Okafor measure?", "or23.pdf"},
		{"resuspension of sediment after dredging", "or23.pdf"},
		{"What did the Carrow Sound office write?", "letter.pdf"},
		{"What does cmd/tool/main.go do?", "main.go"},
		{"Boeing in 1999", strings.Join(each("BOEING_%d_10K.pdf"), " ")},
		{"Boeing in 2014", "BOEING_2015_10K.pdf"},
		{"boeing 10-q", "BOEING_2021Q2_10Q.pdf"},
		{"second quarter results of boeing", "BOEING_2021Q2_10Q.pdf"},
		{"What was the revenue in fiscal 2018?", ""},
		{"What is the capital of France?", ""},
		{"sediment transport", ""},
		{"December sales", ""},
	}
	for _, tt := range tests {
		if got := strings.Join(meant(c.Match(Analyse(tt.question), nil)), " "); got != tt.want {
			t.Errorf("%q: %q, want %q: %+v", tt.question, got, tt.want, c.Match(Analyse(tt.question), nil))
		}
	}
	if n := NewCatalogue(nil).Match(Analyse("3M 2018"), nil); n != nil {
		t.Errorf("an empty catalogue gives %v", n)
	}
}

// meant lists the names of the documents that fit best, each name of the question
// by itself.
func meant(namings []Naming) (out []string) {
	for _, n := range namings {
		for _, d := range n.Documents[:min(n.Meant, len(n.Documents))] {
			out = append(out, d.Key[strings.LastIndexByte(d.Key, '/')+1:])
		}
	}
	return out
}

func each(format string) (out []string) {
	for year := 2015; year <= 2020; year++ {
		out = append(out, fmt.Sprintf(format, year))
	}
	return out
}
