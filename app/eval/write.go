package eval

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"ibid/app/report"
	"ibid/core/text"
)

// withinName returns the name of recall within a budget.
func withinName(budget int) string { return "recall@" + strconv.Itoa(budget) + "t" }

// answeredName returns the name of the share of questions that are answered within a budget.
func answeredName(budget int) string { return "hit@" + strconv.Itoa(budget) + "t" }

// MarshalJSON writes the measures and counts under their names.
func (r Report) MarshalJSON() ([]byte, error) {
	measures, unseen, counts := make(map[string]Pair), make(map[string]Pair), make(map[string]int)
	for _, m := range r.Measures {
		measures[m.Name] = m.Pair
	}
	for _, m := range r.Unseen {
		unseen[m.Name] = m.Pair
	}
	for _, c := range r.Counts {
		counts[c.Name] = c.N
	}
	return json.Marshal(struct {
		Set      string          `json:"set"`
		Measures map[string]Pair `json:"measures"`
		Unseen   map[string]Pair `json:"fitted_without,omitempty"`
		Counts   map[string]int  `json:"counts"`
		Classes  []Class         `json:"classes,omitempty"`
		Parts    []Worth         `json:"parts,omitempty"`
		Pairs    *Robustness     `json:"pairs,omitempty"`
		Astray   []AstrayQuote   `json:"astray,omitempty"`
		Notes    []string        `json:"notes,omitempty"`
	}{r.Set, measures, unseen, counts, r.Classes, r.Parts, r.Pairs, r.Astray, r.Notes})
}

// Tables returns the report for people.
func (r Report) Tables() report.Report {
	measures := report.Table{Title: r.Set + ": " + r.summary(), Heading: []string{"measure", "ibid", "bm25", "difference"}}
	for _, m := range r.Measures {
		measures.Add(m.row()...)
	}
	classes := report.Table{Title: "hit@5 by kind of evidence", Heading: []string{"evidence", "questions", "ibid", "bm25"}}
	for _, c := range r.Classes {
		classes.Add(c.Name, strconv.Itoa(c.Questions), strconv.Itoa(c.Ibid), strconv.Itoa(c.BM25))
	}
	out := report.Report{Tables: []report.Table{measures, classes, r.partsTable()}}
	if r.Pairs != nil {
		out.Tables = append(out.Tables, r.Pairs.table())
	}
	out.Tables = append(out.Tables, r.astrayTable())
	for _, a := range r.Astray[:min(mostAstray, len(r.Astray))] {
		out.Lines = append(out.Lines, fmt.Sprintf("not on the cited page: %s [PDF %d]: %s: %s (%.0f %% of the words are there): %q", a.Document, a.Page, a.Reason,
			text.Clip(strings.Join(a.Missing, " "), 80), 100*a.Words, text.Clip(a.Text, 160)))
	}
	if n := len(r.Astray) - mostAstray; n > 0 {
		out.Lines = append(out.Lines, fmt.Sprintf("and %d more", n))
	}
	out.Lines = append(out.Lines, r.Notes...)
	return out
}

// mostAstray is how many astray quotes are listed for people; JSON has all.
const mostAstray = 20

// summary returns the counts on one line without those that are 0.
func (r Report) summary() string {
	var parts []string
	for _, c := range r.Counts {
		if c.N > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.N, strings.ReplaceAll(c.Name, "_", " ")))
		}
	}
	return strings.Join(parts, ", ")
}

func (m Measure) row() []string {
	digits := 3
	if strings.HasSuffix(m.Name, "_ms") || strings.HasSuffix(m.Name, "_mb") || strings.HasSuffix(m.Name, "_s") {
		digits = 1
	}
	cell := func(v float64, count *int) string {
		s := strconv.FormatFloat(v, 'f', digits, 64)
		if count != nil {
			s += fmt.Sprintf(" (%d of %d)", *count, m.Of)
		}
		return s
	}
	row := []string{m.Name, cell(m.Ibid, m.IbidCount), "", ""}
	if m.BM25 != nil {
		row[2], row[3] = cell(*m.BM25, m.BM25Count), fmt.Sprintf("%+.*f", digits, m.Ibid-*m.BM25)
	}
	return row
}

// partsTable lists the contribution of each part of the search to each measure.
func (r Report) partsTable() report.Table {
	t := report.Table{Title: "what each part adds", Heading: []string{"part"}}
	for _, m := range rankMeasures {
		t.Heading = append(t.Heading, m.name)
	}
	for _, w := range r.Parts {
		row := []string{string(w.Part)}
		for _, m := range rankMeasures {
			row = append(row, fmt.Sprintf("%+.3f", w.Measures[m.name]))
		}
		t.Add(row...)
	}
	return t
}

// astrayTable counts the quotes that were not found, by reason.
func (r Report) astrayTable() report.Table {
	t := report.Table{Title: "quotes that are not on the cited page as pdftotext reads it", Heading: []string{"reason", "quotes"}}
	count := make(map[string]int)
	for _, a := range r.Astray {
		count[a.Reason]++
	}
	for _, reason := range []string{noLayer, onlySymbols, otherWords} {
		if count[reason] > 0 {
			t.Add(reason, strconv.Itoa(count[reason]))
		}
	}
	return t
}

// questionLine is one line of WriteQuestions.
type questionLine struct {
	Set          string          `json:"set"`
	Library      string          `json:"library"`
	ID           string          `json:"id"`
	Question     string          `json:"question"`
	Evidence     []string        `json:"evidence,omitempty"`
	Unanswerable bool            `json:"unanswerable,omitempty"`
	Readable     bool            `json:"readable"` // at least one of the relevant files has text
	Gold         []Place         `json:"gold"`
	Rank         int             `json:"rank"`            // of the first relevant place, 0 if it was not found
	BM25Rank     int             `json:"bm25_rank"`       // the same
	GoldRanks    []int           `json:"gold_ranks"`      // of each of Gold
	BM25Ranks    []int           `json:"bm25_gold_ranks"` // the same
	Found        []Place         `json:"found"`           // the first 10
	BM25         []Place         `json:"bm25"`
	Within       map[int]float64 `json:"within"` // budget → share of the relevant places in the context
	Missing      []string        `json:"missing,omitempty"`
}

// WriteQuestions writes a line of JSON for every question, with what was found
// and what should have been.
func WriteQuestions(w io.Writer, r Report) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	first := func(places []Place) []Place { return append([]Place{}, places[:min(depth, len(places))]...) }
	for _, o := range r.Outcomes {
		line := questionLine{
			Set: r.Set, Library: o.Library, ID: o.Question.ID, Question: o.Question.Text, Evidence: o.Question.Evidence,
			Unanswerable: o.Question.Unanswerable, Readable: o.Readable, Gold: o.Question.places(),
			Rank: rank(o.Ibid.Places, o.Question.gold), BM25Rank: rank(o.BM25.Places, o.Question.gold),
			Found: first(o.Ibid.Places), BM25: first(o.BM25.Places), Within: o.Ibid.Within, Missing: o.Missing,
		}
		for _, p := range line.Gold {
			line.GoldRanks = append(line.GoldRanks, 1+slices.Index(o.Ibid.Places, p))
			line.BM25Ranks = append(line.BM25Ranks, 1+slices.Index(o.BM25.Places, p))
		}
		if err := enc.Encode(line); err != nil {
			return err
		}
	}
	return nil
}
