package query

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// shelf is an invented library of one field, with how often some words are said.
type shelf struct {
	documents []DocumentName
	said      map[string]int
}

// count says of the words of the shelf that they stand in every twentieth passage
// of the documents that hold them, and in the notes whose names hold them.
func (s shelf) count(word string) (passages, documents int) {
	passages = s.said[word]
	documents = (passages + 19) / 20
	for _, d := range s.documents {
		if d.Passages < 40 && slices.Contains(nameWords(d.First), nameWords(word)[0]) {
			passages, documents = passages+d.Passages, documents+1
		}
	}
	return passages, min(documents, len(s.documents))
}

func (s shelf) match(question string) []Naming {
	return NewCatalogue(s.documents).Match(Analyse(question), s.count)
}

// book makes a document of 40 passages.
func book(name, title, author, first string) DocumentName {
	return DocumentName{Key: "/library/" + name, Name: name, Title: title, Author: author, First: first, Passages: 40}
}

func yearly(format, first string, from, to int) (out []DocumentName) {
	for year := from; year <= to; year++ {
		out = append(out, book(fmt.Sprintf(format, year), "", "", fmt.Sprintf(first, year)))
	}
	return out
}

// biology is a shelf of papers on kelp, where everybody says kelp, depth, light and
// limit.
func biology() shelf {
	return shelf{slices.Concat(
		yearly("garron_bay_survey_%d.pdf", "Garron Bay survey of the kelp in %d", 2017, 2023),
		[]DocumentName{
			book("halvane2021.pdf", "Shading of young kelp by river plumes", "T. Halvane", "Shading of young kelp by river plumes T. Halvane"),
			book("p-114.pdf", "Recruitment of urchins on cleared slate", "Moira Quill; A. Brand", "Recruitment of urchins on cleared slate. Moira Quill and A. Brand"),
			book("p-115.pdf", "Light and the depth limit of kelp", "R. Brand", "Light and the depth limit of kelp"),
			book("NSMP_handbook.pdf", "North Sound Monitoring Programme: handbook", "", "Handbook of the programme"),
			book("diving-manual-v1.pdf", "", "", "How we dive"), book("diving-manual-v2.pdf", "", "", "How we dive"),
		}), map[string]int{"kelp": 700, "depth": 500, "limit": 300, "light": 400, "survey": 250, "urchins": 120, "young": 90, "river": 60, "plumes": 45,
		"recruitment": 50, "halvane": 30, "quill": 25, "brand": 40, "garron": 150, "bay": 420, "diving": 80, "manual": 75, "programme": 90}}
}

// law is a shelf of judgments and acts.
func law() shelf {
	return shelf{slices.Concat(
		yearly("harbours_act_%d.pdf", "Harbours Act %d", 1989, 1991), yearly("court-of-session-rules-%d.pdf", "Rules of the Court of Session, %d", 2019, 2022),
		[]DocumentName{
			book("Ferrow-v-Tarn-Water-[2004].pdf", "Ferrow v Tarn Water Board", "", "Ferrow v Tarn Water Board, judgment of 2004"),
			book("Ferrow-v-Inland-Ferries-[2011].pdf", "Ferrow v Inland Ferries", "", "Ferrow v Inland Ferries, judgment of 2011"),
			book("data_protection_commentary.pdf", "A Commentary on the Law of Personal Data", "Ilse Marrant", "A Commentary on the Law of Personal Data by Ilse Marrant"),
		}), map[string]int{"water": 200, "court": 300, "act": 280, "law": 310, "personal": 120, "data": 130, "judgment": 150, "harbours": 100, "rules": 160, "ferrow": 70, "tarn": 40,
		"inland": 50, "ferries": 60, "marrant": 10, "board": 60, "session": 150, "commentary": 40}}
}

// history is a shelf of letters and diaries.
func history() shelf {
	return shelf{slices.Concat(
		yearly("Anna-Lund-diary-%d.txt", "Diary of Anna Lund for the year %d", 1861, 1866),
		[]DocumentName{
			book("letters/lund-to-bergmann.pdf", "Letters of Anna Lund to Karl Bergmann", "Anna Lund", "Letters of Anna Lund to Karl Bergmann 1859"),
			book("Oldhaven-parish-register.pdf", "", "", "Register of the parish of Oldhaven, 1740 to 1812"),
			book("trade.pdf", "The herring trade of the northern ports", "E. Sorley", "The herring trade of the northern ports, E. Sorley, 1958"),
			book("scan0031.pdf", "", "", "Oldhaven Fishery Office. Monthly returns"),
		}), map[string]int{"herring": 220, "trade": 180, "letters": 90, "diary": 100, "parish": 80, "register": 70, "lund": 190, "anna": 180, "bergmann": 40, "northern": 70, "ports": 90,
		"sorley": 8, "oldhaven": 90, "fishery": 60, "office": 70, "returns": 40}}
}

// accounts is a shelf of company filings.
func accounts() shelf {
	return shelf{slices.Concat(
		yearly("TIDEWATERLINES_%d_10K.pdf", "FORM 10-K ANNUAL REPORT for the year %d TIDEWATER LINES INC", 2018, 2022),
		yearly("TIDEWATERLINES_%dQ2_10Q.pdf", "FORM 10-Q QUARTERLY REPORT for the quarter of %d TIDEWATER LINES INC", 2021, 2022),
		yearly("AMLEX_%d_annual.pdf", "American Lexicon Company annual report %d", 2019, 2021), yearly("Hooper_Hooper_%d_10K.pdf", "FORM 10-K ANNUAL REPORT %d Hooper and Hooper", 2019, 2021),
		yearly("3K_%d_10K.pdf", "FORM 10-K ANNUAL REPORT %d", 2019, 2021), yearly("NORTHCO_%d_EARNINGS.pdf", "Northco earnings of %d", 2020, 2022), yearly("NORTHCO_%d_10K.pdf", "FORM 10-K Northco %d", 2020, 2022),
		[]DocumentName{book("annex.pdf", "", "", "Annex: letter of R. Moor and D. Ferris, directors, 2021")},
	), map[string]int{"revenue": 900, "annual": 300, "report": 500, "tidewater": 260, "lines": 280, "northco": 230, "earnings": 500, "amlex": 60, "hooper": 110, "3k": 30, "american": 150, "lexicon": 90, "quarter": 300}}
}

var shelves = map[string]func() shelf{"biology": biology, "law": law, "history": history, "accounts": accounts}

func TestEveryFieldNamesItsDocuments(t *testing.T) { // R2.1
	tests := []struct{ shelf, question, want string }{
		{"biology", "kelp cover in the garron bay survey 2019", "garron_bay_survey_2019.pdf"},
		{"biology", "what did the Garron Bay survey find", "garron_bay_survey_2023.pdf"},
		{"biology", "halvane 2021 shading", "halvane2021.pdf"},
		{"biology", "what does Quill say of slate", "p-114.pdf"},
		{"biology", "recruitment of urchins on cleared slate", "p-114.pdf"},
		{"biology", "staffing of the NSMP", "NSMP_handbook.pdf"},
		{"biology", "North Sound Monitoring Programme safety", "NSMP_handbook.pdf"},
		{"biology", "kelp depth limit dredging", ""},
		{"biology", "how deep does the kelp grow in 2021", ""},
		{"biology", "is light the limit", ""},
		{"biology", "the river in a young survey", ""},
		{"law", "What did the court hold in Ferrow v Tarn Water?", "Ferrow-v-Tarn-Water-[2004].pdf"},
		{"law", "ferrow v inland ferries costs", "Ferrow-v-Inland-Ferries-[2011].pdf"},
		{"law", "harbours act 1990 penalties", "harbours_act_1990.pdf"},
		{"law", "court of session rules", "court-of-session-rules-2022.pdf"},
		{"law", "marrant on consent", "data_protection_commentary.pdf"},
		{"law", "what is a personal water right in court", ""},
		{"history", "what did anna lund write in 1863", "Anna-Lund-diary-1863.txt"},
		{"history", "Lund to Bergmann on the harvest", "lund-to-bergmann.pdf"},
		{"history", "baptisms in the oldhaven parish register", "Oldhaven-parish-register.pdf"},
		{"history", "What did the Oldhaven Fishery Office return?", "scan0031.pdf"},
		{"history", "price of herring in the trade", ""},
		{"accounts", "tidewater lines revenue 2019", "TIDEWATERLINES_2019_10K.pdf"},
		{"accounts", "tidewaterlines 10-q 2022", "TIDEWATERLINES_2022Q2_10Q.pdf"},
		{"accounts", "tidewater lines second quarter 2021 revenue", "TIDEWATERLINES_2021Q2_10Q.pdf"},
		{"accounts", "annual report of tidewater lines", "TIDEWATERLINES_2022_10K.pdf"},
		{"accounts", "revenue of American Lexicon in 2020", "AMLEX_2020_annual.pdf"},
		{"accounts", "american lexicon revenue 2020", "AMLEX_2020_annual.pdf"},
		{"accounts", "H&H revenue in FY20", "Hooper_Hooper_2020_10K.pdf"},
		{"accounts", "3K FY2019 revenue", "3K_2019_10K.pdf"},
		{"accounts", "revenue of TWL", ""},
		{"accounts", "northco earnings 2021", "NORTHCO_2021_EARNINGS.pdf"},
		{"accounts", "northco 10k", "NORTHCO_2022_10K.pdf"},
		{"accounts", "which report has the highest annual revenue", ""},
		{"accounts", "R&D expense in 2021", ""},
	}
	for _, tt := range tests {
		var got []string
		for _, n := range shelves[tt.shelf]().match(tt.question) {
			key := n.Documents[0].Key
			got = append(got, key[strings.LastIndexByte(key, '/')+1:])
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s, %q: first %q, want %q", tt.shelf, tt.question, got, tt.want)
			for _, n := range shelves[tt.shelf]().match(tt.question) {
				t.Logf("%q: %d meant, %.3v", n.Said, n.Meant, n.Documents[:min(4, len(n.Documents))])
			}
		}
	}
}

// What one shelf has beside the documents that are meant makes no other document
// meant, and the one that is meant stays first: the notes share words with the
// questions as all notes do.
func TestUnrelatedDocumentsNameNothing(t *testing.T) { // R2.1
	subjects := map[string][]string{
		"biology": strings.Fields("kelp depth limit light river survey young urchins"), "law": strings.Fields("court act water rules law judgment"),
		"history": strings.Fields("trade herring ports letters diary office"), "accounts": strings.Fields("revenue report annual quarter earnings margin"),
	}
	questions := map[string][]string{
		"biology":  {"kelp depth limit dredging", "light at the depth limit", "kelp cover in the garron bay survey 2019", "what does Quill say of slate"},
		"law":      {"what is a water right in court", "harbours act 1990 penalties"},
		"history":  {"price of herring in the trade", "letters of the trade office", "what did anna lund write in 1863"},
		"accounts": {"which report has the highest annual revenue", "tidewater lines revenue 2019"},
	}
	for name, make := range shelves {
		for _, question := range questions[name] {
			s := make()
			before := s.match(question)
			words := subjects[name]
			for n := range 40 {
				a, b := words[n%len(words)], words[(n/len(words)+n+1)%len(words)]
				note := DocumentName{Key: fmt.Sprintf("/notes/%d", n), Name: fmt.Sprintf("%s %s.md", a, b), First: strings.Join(words, " "), Passages: 2}
				if n%3 == 0 {
					note.Name = a + ".md"
				}
				s.documents = append(s.documents, note)
			}
			after := s.match(question)
			if len(before) != len(after) {
				t.Errorf("%s, %q: %+v, and with notes %+v", name, question, before, after)
				continue
			}
			for n := range before {
				if b, a := before[n].Documents[0], after[n].Documents[0]; a.Key != b.Key || a.Sure < b.Sure-0.2 {
					t.Errorf("%s, %q: %+v, and with notes %+v", name, question, b, a)
				}
			}
		}
	}
}
