package text

import (
	"encoding/csv"
	"path/filepath"
	"strconv"
	"strings"

	"ibid/core"
)

// Bounds of the search for the row that names the columns. Rows without text do
// not count.
const (
	tableBytes  = 64 << 10 // bytes that are looked at
	tableRows   = 100      // rows that show which columns are used
	titleRows   = 20       // rows among which the header is looked for
	tableFields = 200      // columns
)

// Header finds the row of a table that names its columns: the first that fills
// most of the used columns, and mostly with words or years, so that titles above
// it are passed over; if there is none, the first that fills most of them. The
// span is the whole row with its line break. ok is false if no row fits, and for
// text that is no table: neither of core.KindSheet nor named as comma or tab
// separated values.
func Header(kind core.Kind, name, page string) (row core.Span, ok bool) {
	var rows []tableRow
	switch ext := strings.ToLower(filepath.Ext(name)); {
	case kind == core.KindSheet:
		rows = sheetRows(page)
	case kind == core.KindText && (ext == ".csv" || ext == ".tsv" || ext == ".tab"):
		rows = csvRows(page, ext)
	}
	used := usedColumns(rows)
	for _, named := range []bool{true, false} {
		for _, r := range rows[:min(len(rows), titleRows)] {
			if filled, words := r.count(used); 2*filled > len(used) && (!named || 2*words > filled) {
				return r.Span, true
			}
		}
	}
	return core.Span{}, false
}

// tableRow is a row that has text.
type tableRow struct {
	core.Span
	fields []string
}

// count returns how many of some columns a row fills, and how many of them with
// text that can name a column.
func (r tableRow) count(columns map[int]bool) (filled, words int) {
	for i, f := range r.fields {
		if f = strings.TrimSpace(f); f == "" || !columns[i] {
			continue
		}
		filled++
		if !isQuantity(f) {
			words++
		}
	}
	return filled, words
}

// usedColumns returns the columns that at least a quarter as many rows fill as
// the fullest column.
func usedColumns(rows []tableRow) map[int]bool {
	counts, most := make(map[int]int), 0
	for _, r := range rows {
		for i, f := range r.fields {
			if strings.TrimSpace(f) != "" {
				counts[i]++
				most = max(most, counts[i])
			}
		}
	}
	used := make(map[int]bool)
	for i, n := range counts {
		if 4*n >= most {
			used[i] = true
		}
	}
	return used
}

// isQuantity reports whether a cell holds a number that is not a year.
func isQuantity(s string) bool {
	bare := strings.NewReplacer(",", "", " ", "", "\u00a0", "", "%", "", "$", "", "€", "", "£", "").Replace(s)
	if _, err := strconv.ParseFloat(bare, 64); err != nil {
		return false
	}
	year, err := strconv.Atoi(s)
	return err != nil || year < 1500 || year > 2200
}

// sheetRows reads rows whose cells are separated by tabs.
func sheetRows(page string) []tableRow {
	var out []tableRow
	at := 0
	for line := range strings.Lines(page) {
		if strings.TrimSpace(line) != "" {
			row := core.Span{Start: at, End: at + len(line)}
			out = append(out, tableRow{row, strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", tableFields)})
		}
		if at += len(line); len(out) == tableRows || at > tableBytes {
			break
		}
	}
	return out
}

// csvRows reads separated values, whose fields may be quoted and run over lines,
// up to the first row that cannot be read.
func csvRows(page, ext string) []tableRow {
	page = Clip(page, tableBytes)
	r := csv.NewReader(strings.NewReader(page))
	r.FieldsPerRecord, r.LazyQuotes = -1, true
	if r.Comma = '\t'; ext == ".csv" {
		r.Comma = separator(page)
	}
	var out []tableRow
	for len(out) < tableRows {
		from := int(r.InputOffset())
		fields, err := r.Read()
		if err != nil {
			break
		}
		to := int(r.InputOffset())
		from += len(page[from:to]) - len(strings.TrimLeft(page[from:to], "\n")) // blank lines are passed over
		if strings.TrimSpace(strings.Join(fields, "")) != "" {
			out = append(out, tableRow{core.Span{Start: from, End: to}, fields[:min(len(fields), tableFields)]})
		}
	}
	return out
}

// separator returns the sign of `,`, `;`, tab and `|` that stands most often in
// the first 4 KB.
func separator(page string) rune {
	head := page[:min(len(page), 4<<10)]
	best := ','
	for _, c := range ";\t|" {
		if strings.Count(head, string(c)) > strings.Count(head, string(best)) {
			best = c
		}
	}
	return best
}
