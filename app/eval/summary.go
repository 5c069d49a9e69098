package eval

import (
	"fmt"
	"strconv"
	"strings"

	"ibid/app/report"
)

// summaryMeasures are the measures of the table of all sets, with what they are called there.
var summaryMeasures = []struct{ name, title string }{
	{"ndcg@10", "nDCG@10"},
	{"hit@5", "hit@5"},
	{withinName(4000), "recall in 4,000"},
	{withinName(10_000), "recall in 10,000"},
	{answeredName(10_000), "answered in 10,000"}, // R2.12
}

// Summary returns one table of all sets, a row a set. Each measure has three columns: Ibid with weights that were fitted
// without the set, with weights that were fitted with it (empty if no weights were), and bare BM25.
func Summary(reports []Report) report.Table {
	t := report.Table{
		Title:   "all sets: weights fitted without the set, fitted with it, bare BM25; recall in tokens; answered: with a right page in the context",
		Heading: []string{"set", "questions", "OCR"},
	}
	for _, m := range summaryMeasures {
		t.Heading = append(t.Heading, m.title, "with", "bm25")
	}
	for _, r := range reports {
		row := []string{r.Set, strconv.Itoa(r.count("questions")), r.scans()}
		for _, m := range summaryMeasures {
			row = append(row, r.cells(m.name)...)
		}
		t.Add(row...)
	}
	if row, sets := means(reports); sets > 1 {
		t.Add(row...)
	}
	return t
}

// UnseenTable returns the same table without the columns of weights that were fitted with the set: the figures that may
// be quoted.
func UnseenTable(reports []Report) report.Table {
	all := Summary(reports)
	t := report.Table{Title: "weights fitted without the set (bare BM25)", Heading: all.Heading[:3:3]}
	for _, m := range summaryMeasures {
		t.Heading = append(t.Heading, m.title)
	}
	for _, row := range all.Rows {
		short := row[:3:3]
		for at := 3; at < len(row); at += 3 {
			cell := row[at]
			if cell != "" {
				cell += " (" + row[at+2] + ")"
			}
			short = append(short, cell)
		}
		t.Add(short...)
	}
	return t
}

// cells returns what a set has of a measure: unseen, seen and bare BM25; empty where it has none.
func (r Report) cells(name string) []string {
	unseen, seen, bare := r.shares(name)
	return []string{share(unseen), share(seen), share(bare)}
}

// shares returns the values of cells, nil where there is none.
func (r Report) shares(name string) (unseen, seen, bare *float64) {
	m, there := r.Of(name)
	if !there {
		return nil, nil, nil
	}
	for _, u := range r.Unseen {
		if u.Name == name {
			return &u.Ibid, &m.Ibid, m.BM25
		}
	}
	return &m.Ibid, nil, m.BM25
}

// share writes a value of 0 to 1 as .687.
func share(v *float64) string {
	if v == nil {
		return ""
	}
	return strings.TrimPrefix(strconv.FormatFloat(*v, 'f', 3, 64), "0")
}

// means returns the row of the means over sets of questions about text, and how many these are. Sets of pairs and of
// source code are left out: the one repeats its questions, the other has weights of its own.
func means(reports []Report) (row []string, sets int) {
	row = []string{"mean of sets of text", "", ""}
	for _, m := range summaryMeasures {
		var sums [3]float64
		var counts [3]int
		for _, r := range reports {
			if r.Pairs != nil || r.code {
				continue
			}
			unseen, seen, bare := r.shares(m.name)
			for i, v := range []*float64{unseen, seen, bare} {
				if v != nil {
					sums[i] += *v
					counts[i]++
				}
			}
		}
		sets = max(sets, counts[0])
		for i := range sums {
			mean := ratio(sums[i], float64(counts[i]))
			cell := &mean
			if counts[i] == 0 || counts[i] < counts[0] { // not of the same sets as the other columns
				cell = nil
			}
			row = append(row, share(cell))
		}
	}
	return row, sets
}

// count returns a count of the report, 0 if it has none of that name.
func (r Report) count(name string) int {
	for _, c := range r.Counts {
		if c.Name == name {
			return c.N
		}
	}
	return 0
}

// scans says how many pages were read by OCR and how many still wait for it.
func (r Report) scans() string {
	read, unread := r.count(pagesByOCR), r.count(pagesUnread)
	switch {
	case read == 0 && unread == 0:
		return "no scans"
	case unread == 0:
		return fmt.Sprintf("pages read: %d", read)
	case read == 0:
		return fmt.Sprintf("pages unread: %d", unread)
	}
	return fmt.Sprintf("pages read: %d, unread: %d", read, unread)
}
