package eval

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"ibid/core/text"
)

// withinName is the name of recall within a budget.
func withinName(budget int) string { return "recall@" + strconv.Itoa(budget) + "t" }

// MarshalJSON writes the measures and counts under their names.
func (r Report) MarshalJSON() ([]byte, error) {
	measures, counts := make(map[string]Pair), make(map[string]int)
	for _, m := range r.Measures {
		measures[m.Name] = m.Pair
	}
	for _, c := range r.Counts {
		counts[c.Name] = c.N
	}
	return json.Marshal(struct {
		Set      string          `json:"set"`
		Measures map[string]Pair `json:"measures"`
		Counts   map[string]int  `json:"counts"`
		Classes  []Class         `json:"classes,omitempty"`
		Parts    []Worth         `json:"parts,omitempty"`
		Weakness *Weakness       `json:"weakness,omitempty"`
		Astray   []AstrayQuote   `json:"astray,omitempty"`
		Notes    []string        `json:"notes,omitempty"`
	}{r.Set, measures, counts, r.Classes, r.Parts, r.Weakness, r.Astray, r.Notes})
}

// A sheet is one table of a report: a heading for each column, then the rows.
type sheet struct {
	title string
	rows  [][]string
}

// sheets are the tables of a report.
func (r Report) sheets() []sheet {
	list := []sheet{{r.Set + ": " + r.summary(), [][]string{{"measure", "ibid", "bm25", "difference"}}}}
	for _, m := range r.Measures {
		list[0].rows = append(list[0].rows, m.row())
	}
	if len(r.Classes) > 0 {
		s := sheet{"hit@5 by kind of evidence", [][]string{{"evidence", "questions", "ibid", "bm25"}}}
		for _, c := range r.Classes {
			s.rows = append(s.rows, []string{c.Name, strconv.Itoa(c.Questions), strconv.Itoa(c.Ibid), strconv.Itoa(c.BM25)})
		}
		list = append(list, s)
	}
	if len(r.Parts) > 0 {
		list = append(list, r.partsSheet())
	}
	if r.Weakness != nil {
		list = append(list, r.Weakness.sheet())
	}
	if len(r.Astray) > 0 {
		list = append(list, r.astraySheet())
	}
	return list
}

// summary is the counts in one line, those that are 0 left out.
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

func (r Report) partsSheet() sheet {
	heading := []string{"part"}
	for _, m := range rankMeasures {
		heading = append(heading, m.name)
	}
	s := sheet{"what each part adds", [][]string{heading}}
	for _, w := range r.Parts {
		row := []string{string(w.Part)}
		for _, m := range rankMeasures {
			row = append(row, fmt.Sprintf("%+.3f", w.Measures[m.name]))
		}
		s.rows = append(s.rows, row)
	}
	return s
}

// astraySheet counts the quotes that were not found by the reason.
func (r Report) astraySheet() sheet {
	s := sheet{"quotes that are not on the cited page as pdftotext reads it", [][]string{{"reason", "quotes"}}}
	for _, reason := range []string{noLayer, onlySymbols, otherWords} {
		n := 0
		for _, a := range r.Astray {
			if a.Reason == reason {
				n++
			}
		}
		if n > 0 {
			s.rows = append(s.rows, []string{reason, strconv.Itoa(n)})
		}
	}
	return s
}

// rocSteps are the shares of false marks at which the table shows the curve.
var rocSteps = []float64{.01, .02, .05, .1, .2, .3, .5}

func (w Weakness) sheet() sheet {
	rate := func(n, of int) string { return fmt.Sprintf("%.3f (%d of %d)", ratio(float64(n), float64(of)), n, of) }
	row := func(below string, m Mark) []string {
		return []string{below, rate(m.Unanswerable, w.Unanswerable), rate(m.Answerable, w.Answerable)}
	}
	s := sheet{fmt.Sprintf("weak answers: area under the curve %.3f", w.Area), [][]string{{"support below", "unanswerable marked", "answerable marked"}}}
	for _, step := range rocSteps {
		var last Mark
		for _, m := range w.Curve {
			if float64(m.Answerable) <= step*float64(w.Answerable) {
				last = m
			}
		}
		s.rows = append(s.rows, row(fmt.Sprintf("%.3f", last.Below), last))
	}
	s.rows = append(s.rows, row("contexts say", w.Product))
	return s
}

// WriteTable writes a report for a terminal.
func WriteTable(w io.Writer, r Report) error {
	for i, s := range r.sheets() {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintln(w, s.title)
		widths := make([]int, len(s.rows[0]))
		for _, row := range s.rows {
			for c, cell := range row {
				widths[c] = max(widths[c], len([]rune(cell)))
			}
		}
		for _, row := range s.rows {
			var line strings.Builder
			for c, cell := range row {
				fmt.Fprintf(&line, "  %-*s", widths[c], cell)
			}
			fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
		}
	}
	return r.writeRest(w)
}

// WriteMarkdown writes a report as Markdown.
func WriteMarkdown(w io.Writer, r Report) error {
	for _, s := range r.sheets() {
		fmt.Fprintf(w, "**%s**\n\n", s.title)
		for i, row := range s.rows {
			fmt.Fprintf(w, "| %s |\n", strings.Join(row, " | "))
			if i == 0 {
				fmt.Fprintln(w, strings.Repeat("|---", len(row))+"|")
			}
		}
		fmt.Fprintln(w)
	}
	return r.writeRest(w)
}

// mostAstray is how many astray quotes are listed for people; JSON has all.
const mostAstray = 20

// writeRest writes what is no table.
func (r Report) writeRest(w io.Writer) error {
	for i, a := range r.Astray {
		if i == mostAstray {
			fmt.Fprintf(w, "and %d more\n", len(r.Astray)-mostAstray)
			break
		}
		fmt.Fprintf(w, "not on the cited page: %s [PDF %d]: %s: %s (%.0f %% of the words are there): %q\n", a.Document, a.Page, a.Reason,
			text.Clip(strings.Join(a.Missing, " "), 80), 100*a.Words, text.Clip(a.Text, 160))
	}
	for _, n := range r.Notes {
		fmt.Fprintln(w, n)
	}
	_, err := fmt.Fprintln(w)
	return err
}

// questionLine is one line of WriteQuestions.
type questionLine struct {
	Set          string          `json:"set"`
	Library      string          `json:"library"`
	ID           string          `json:"id"`
	Question     string          `json:"question"`
	Evidence     []string        `json:"evidence,omitempty"`
	Unanswerable bool            `json:"unanswerable,omitempty"`
	Readable     bool            `json:"readable"` // one of the right files has text
	Gold         []Place         `json:"gold"`
	Rank         int             `json:"rank"`            // of the first right place, 0 if it was not found
	BM25Rank     int             `json:"bm25_rank"`       // the same
	GoldRanks    []int           `json:"gold_ranks"`      // of each of Gold
	BM25Ranks    []int           `json:"bm25_gold_ranks"` // the same
	Found        []Place         `json:"found"`           // the first 10
	BM25         []Place         `json:"bm25"`
	Within       map[int]float64 `json:"within"` // budget → share of the right places in the context
	Support      float64         `json:"support"`
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
			Found: first(o.Ibid.Places), BM25: first(o.BM25.Places), Within: o.Ibid.Within, Support: o.Support,
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
