package query

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// catalogueOf makes a catalogue of the one document and n others.
func catalogueOf(d DocumentName, n int) *Catalogue {
	d.Key = "meant"
	documents := []DocumentName{d}
	for i := range n {
		documents = append(documents, DocumentName{Key: fmt.Sprint(i), Name: string(rune('a'+i%26)) + "zz" + string(rune('a'+i/26)) + "y.txt", First: "else"})
	}
	return NewCatalogue(documents)
}

// What names a document, on either side of each bound of the catalogue.
func TestThresholdsOfTheCatalogue(t *testing.T) { // R2.1
	long := strings.Join(numbered(62), " ")
	page := strings.Repeat("x ", 119)
	everybody := func(passages, documents int) Count {
		return func(string) (int, int) { return passages, documents }
	}
	tests := []struct {
		name, question string
		c              *Catalogue
		count          Count
		found          bool
	}{
		{"one of two", "what does Kelp need", catalogueOf(DocumentName{Name: "kelp.pdf"}, 1), nil, true},
		{"the only document", "what does Kelp need", catalogueOf(DocumentName{Name: "kelp.pdf"}, 0), nil, false},
		{"the 64th word of a name", "what does Kelp need", catalogueOf(DocumentName{Name: "a.pdf", Title: "b " + long, Author: "kelp"}, 3), nil, false},
		{"the 63rd word of a name", "what does Kelp need", catalogueOf(DocumentName{Name: "a.pdf", Title: long, Author: "kelp"}, 3), nil, true},
		{"the 120th word of a page", "what does Kelp need", catalogueOf(DocumentName{Name: "a.pdf", First: page + "kelp"}, 9), nil, true},
		{"the 121st word", "what does Kelp need", catalogueOf(DocumentName{Name: "a.pdf", First: page + "x kelp"}, 9), nil, false},
		{"a word on a page of a tenth", "what does Kelp need", catalogueOf(DocumentName{Name: "a.pdf", First: "kelp"}, 9), nil, true},
		{"a word on a page of more", "what does Kelp need", catalogueOf(DocumentName{Name: "a.pdf", First: "kelp"}, 8), nil, false},
		{"two words on a page of more", "what does Carrow Kelp need", catalogueOf(DocumentName{Name: "a.pdf", First: "carrow kelp"}, 8), nil, true},
		{"small letters on a page", "what does carrow kelp need", catalogueOf(DocumentName{Name: "a.pdf", First: "carrow kelp"}, 9), nil, false},
		{"three letters of a name", "what does KEL need", catalogueOf(DocumentName{Name: "kelpwood.pdf"}, 3), nil, true},
		{"two letters", "what does KE need", catalogueOf(DocumentName{Name: "kelpwood.pdf"}, 3), nil, false},
		{"first letters of two words", "what does CK need", catalogueOf(DocumentName{Name: "carrow_kelp.pdf"}, 3), nil, true},
		{"the same in small letters", "what does ck need", catalogueOf(DocumentName{Name: "carrow_kelp.pdf"}, 3), nil, false},
		{"a common word of two letters each", "what does cake need", catalogueOf(DocumentName{Name: "carrow_kelp.pdf"}, 3), everybody(100, 4), false},
		{"first letters of each in small letters", "what does cakel need in 2019", catalogueOf(DocumentName{Name: "carrow_kelp_2019.pdf"}, 3), nil, true},
		{"first letters of eight words", "what does ABCDEFGH need", catalogueOf(DocumentName{Name: "ax_bx_cx_dx_ex_fx_gx_hx.pdf"}, 3), nil, true},
		{"first letters of nine words", "what does ABCDEFGHJ need", catalogueOf(DocumentName{Name: "ax_bx_cx_dx_ex_fx_gx_hx_jx.pdf"}, 3), nil, false},
		{"four words as one", "ca rr ow yx", catalogueOf(DocumentName{Name: "carrowyx.pdf"}, 3), nil, true},
		{"five words as one", "ca rr ow yx zz", catalogueOf(DocumentName{Name: "carrowyxzz.pdf"}, 3), nil, false},
		{"all of a title", "light of kelp forests", catalogueOf(DocumentName{Name: "a.pdf", Title: "Light of kelp forests", Passages: 40}, 9), everybody(100, 9), true},
		{"a half of it", "light of kelp", catalogueOf(DocumentName{Name: "a.pdf", Title: "Light of kelp forests in tides", Passages: 40}, 9), everybody(100, 9), false},
		{"a half in quotes", `"light of kelp"`, catalogueOf(DocumentName{Name: "a.pdf", Title: "Light of kelp forests in tides", Passages: 40}, 9), everybody(100, 9), true},
		{"a word that one document says", "kelp in winter", catalogueOf(DocumentName{Name: "kelp.pdf", Passages: 100}, 9), everybody(100, 1), true},
		{"a word that three say", "kelp in winter", catalogueOf(DocumentName{Name: "kelp.pdf", Passages: 100}, 9), everybody(100, 3), true},
		{"a word that ten say", "kelp in winter", catalogueOf(DocumentName{Name: "kelp.pdf", Passages: 100}, 9), everybody(120, 10), false},
		{"a word of many passages", "kelp in winter", catalogueOf(DocumentName{Name: "kelp.pdf", Passages: 10}, 9), everybody(100, 1), false},
		{"a capital beside it", "in Kelp in winter", catalogueOf(DocumentName{Name: "kelp.pdf", Passages: 10}, 9), everybody(100, 9), true},
		{"a year of a name", "kelp 2019", catalogueOf(DocumentName{Name: "kelp_2019.pdf"}, 3), nil, true},
	}
	for _, tt := range tests {
		got := meant(tt.c.Match(Analyse(tt.question), tt.count))
		if (len(got) == 1 && got[0] == "meant") != tt.found {
			t.Errorf("%s: %+v, want it found: %v", tt.name, tt.c.Match(Analyse(tt.question), tt.count), tt.found)
		}
	}
}

// The year and the part of it choose among the documents of a name, and the latest
// comes first where nothing is said.
func TestThresholdsOfFitting(t *testing.T) { // R2.1
	years := func(list ...int) catalogued { return catalogued{years: list} }
	for name, tt := range map[string]struct {
		d     catalogued
		asked []int
		want  float64
	}{
		"no year asked": {years(2019), nil, 1}, "the year": {years(2019), []int{2019}, 1}, "one of a range": {years(2016), []int{2015, 2016, 2017}, 1},
		"on the first page": {catalogued{years: []int{2020}, firstYears: []int{2019}}, []int{2019}, fitsFirstPage}, "no year": {years(), []int{2019}, fitsUndated},
		"the year after": {years(2020), []int{2019}, fitsNextYear}, "two years after": {years(2021), []int{2019}, fitsNextYear * fitsLaterYear},
		"seven years after": {years(2026), []int{2019}, fitsNextYear * 0.262144}, "eight years after": {years(2027), []int{2019}, leastFit}, "the year before": {years(2018), []int{2019}, leastFit},
	} {
		if got := fitYears(tt.d, tt.asked); got < tt.want-1e-9 || got > tt.want+1e-9 {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
	for pair, want := range map[[2]string]float64{{"", ""}: 1, {"q2", "q2"}: 1, {"q2", ""}: fitsOnlyPart, {"", "q2"}: fitsWholeYear, {"q1", "q2"}: fitsOtherPart} {
		if got := fitPart(pair[0], pair[1]); got != want {
			t.Errorf("a document of %q for %q: %v, want %v", pair[0], pair[1], got, want)
		}
	}
	var documents []DocumentName
	for year := 2015; year < 2024; year++ {
		documents = append(documents, book(fmt.Sprintf("carrow_%d.pdf", year), "", "", ""))
	}
	documents = append(documents, book("other.pdf", "", "", ""), book("another.pdf", "", "", ""), book("third.pdf", "", "", ""))
	named := NewCatalogue(documents).Match(Analyse("what did Carrow say"), nil)
	if len(named) != 1 || len(named[0].Documents) != 9 {
		t.Fatalf("%+v", named)
	}
	for i, d := range named[0].Documents[:6] {
		share := max(leastFit, []float64{1, 0.7, 0.49, 0.343, 0.2401, 0.16807}[i])
		if want := named[0].Documents[0].Sure * share; !strings.Contains(d.Key, fmt.Sprint(2023-i)) || d.Sure < want-1e-9 || d.Sure > want+1e-9 {
			t.Errorf("%d: %+v, want %v", i, d, want)
		}
	}
}

// A short word is made of the beginnings of two words or more.
func TestShortNamesAreSpelt(t *testing.T) {
	for _, tt := range []struct {
		short, words string
		least, want  int
	}{
		{"ge", "general electric", 1, 2}, {"amex", "american express", 2, 2}, {"amex", "american express company", 1, 2}, {"jj", "johnson johnson", 1, 2},
		{"gen", "general electric", 1, 0}, {"gelec", "general electric", 1, 2}, {"gelec", "general electric", 2, 0}, {"gel", "general electric", 2, 0},
		{"g", "general electric", 1, 0}, {"gex", "general electric", 1, 0}, {"nato", "north atlantic treaty", 1, 0}, {"", "a b", 1, 0}, {"abab", "ab ab", 1, 2}, {"aab", "aa ab", 1, 2},
	} {
		if got := spells(tt.short, strings.Fields(tt.words), tt.least); got != tt.want {
			t.Errorf("%q of %q, %d letters each: %d words, want %d", tt.short, tt.words, tt.least, got, tt.want)
		}
	}
}

func TestWordsOfNames(t *testing.T) {
	for name, want := range map[string]string{
		"BOEING_2019_10K": "boeing 2019 10k", "Form 10-K": "form 10k", "lecture12": "lecture 12", "q2": "q2", "ab12": "ab12", "abc12d": "abc12d", "COVID-19": "covid 19", "3M": "3m",
		"UserGuide": "user guide", "limits": "limit", "glass": "glass", "tide's": "tide", "seas": "seas", "radius basis": "radius basis", "Øre-Sund": "øre sund", "2021Q2": "2021q2", "10-Kay": "10 kay", "1-2": "1 2",
	} {
		if got := strings.Join(nameWords(name), " "); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	if got := segments("americanexpress", strings.Fields("the american express company")); !slices.Equal(got, []string{"american", "express"}) {
		t.Errorf("segments %q", got)
	}
	for _, s := range []string{"american", "abcde", "expressamerican"} {
		if got := segments(s, strings.Fields("the american express ab cde")); got != nil {
			t.Errorf("segments of %q: %q", s, got)
		}
	}
}

func FuzzMatch(f *testing.F) {
	for _, c := range filings() {
		f.Add(c.Name, c.Title, "3M FY2018")
	}
	f.Fuzz(func(t *testing.T, name, title, question string) {
		documents := append(filings(), DocumentName{Key: "x", Name: name, Title: title, Author: title, First: title})
		for _, n := range NewCatalogue(documents).Match(Analyse(question), nil) {
			var keys []string
			for i, d := range n.Documents {
				if d.Sure < leastSure || d.Sure > 1 || i == 0 && d.Sure < minSure {
					t.Errorf("%q names %s, sure %v", question, d.Key, d.Sure)
				}
				keys = append(keys, d.Key)
			}
			if slices.Sort(keys); len(slices.Compact(keys)) != len(n.Documents) || len(keys) > maxNamed {
				t.Errorf("%q: %q", question, keys)
			}
		}
	})
}

// A question of a library of 20,000 documents.
func BenchmarkMatch(b *testing.B) {
	var documents []DocumentName
	for i := range 20_000 {
		company := fmt.Sprintf("COMPANY%c%c%c", 'A'+i/6%26, 'A'+i/156%26, 'A'+i/4056%26)
		documents = append(documents, DocumentName{Key: fmt.Sprint(i), Name: fmt.Sprintf("%s_%d_10K.pdf", company, 2015+i%6), Title: "Annual report on kelp and its margin", First: "annual report of the company on revenue and margin"})
	}
	c := NewCatalogue(documents)
	for name, question := range map[string]string{
		"named":   "What was CompanyBAB's operating margin in FY2018?",
		"unnamed": "what is the annual margin of a company that reports on revenue of kelp and express american water in winter",
	} {
		a := Analyse(question)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if n := c.Match(a, func(string) (int, int) { return 100, 10 }); (len(n) == 1) != (name == "named") {
					b.Fatal(n)
				}
			}
		})
	}
}

func BenchmarkNewCatalogue(b *testing.B) {
	var documents []DocumentName
	for i := range 2000 {
		documents = append(documents, DocumentName{Key: fmt.Sprint(i), Name: fmt.Sprintf("PAPER_%d_%d.pdf", i, 2015+i%6), Title: "Annual report on kelp and its margin", First: strings.Repeat("annual report of the company ", 24)})
	}
	for b.Loop() {
		NewCatalogue(documents)
	}
}
