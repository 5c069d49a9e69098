package bench

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"ibid/core"
)

// Value is one measured number.
type Value struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit,omitempty"`
}

// Step is what a step took at its best.
type Step struct {
	Name    string  `json:"name"`
	Wall    float64 `json:"wall_s"`
	CPU     float64 `json:"cpu_s,omitempty"`       // of all processes
	PerPage float64 `json:"per_page_ms,omitempty"` // wall
	PerMB   float64 `json:"per_mb_s,omitempty"`    // wall
}

// Ratio is a step of ours over one of another program's.
type Ratio struct {
	What   string  `json:"what"`
	Peer   string  `json:"peer"`
	Of     string  `json:"of"` // "wall" or "cpu"
	Ibid   float64 `json:"ibid_s"`
	Theirs float64 `json:"peer_s"`
	Ratio  float64 `json:"ratio"`
	Target float64 `json:"target,omitempty"` // at most; 0 is none
}

// Report is what was measured.
type Report struct {
	Folder   string   `json:"folder"`
	Rounds   int      `json:"rounds"`
	Values   []Value  `json:"values"`
	Steps    []Step   `json:"steps"`
	Ratios   []Ratio  `json:"ratios"`
	Growth   []Growth `json:"growth"`
	Exponent float64  `json:"exponent,omitempty"` // of the middle time of a query over the size
	Absent   []string `json:"absent,omitempty"`   // programs that are not installed
	Notes    []string `json:"notes,omitempty"`
}

func (r *run) value(name string, v float64, unit string) {
	r.report.Values = append(r.report.Values, Value{name, v, unit})
}

// What of a cost a ratio is of.
const (
	wall = "wall"
	cpu  = "cpu"
)

// ratio notes a step of ours over one of theirs, if both were done.
func (r *run) ratio(what, ours, peer string, target float64, of string) {
	a, done := r.best[ours]
	b, known := r.best[peer]
	if !done || !known {
		return
	}
	x, y := a.Wall.Seconds(), b.Wall.Seconds()
	if of == cpu {
		x, y = a.CPU.Seconds(), b.CPU.Seconds()
	}
	if y > 0 {
		r.report.Ratios = append(r.report.Ratios, Ratio{what, peer, of, x, y, x / y, target})
	}
}

// sumUp notes the steps that were done in rounds.
func (r *run) sumUp() {
	r.report.Folder, r.report.Rounds = r.Folder, r.Rounds
	pages, pdf := 0, 0
	for _, d := range r.documents {
		pages += d.Pages
		if d.Kind == core.KindPDF {
			pdf += d.Pages
		}
	}
	for _, name := range []string{stepWords, stepStructure, stepSearchable, stepAdding, stepThumbnails, mutoolText, pdftotextText, mutoolDraw, recollIndex} {
		c, done := r.best[name]
		if !done {
			continue
		}
		of := pages
		if !slices.Contains([]string{stepSearchable, stepAdding, recollIndex}, name) {
			of = pdf
		}
		s := Step{Name: name, Wall: c.Wall.Seconds(), CPU: c.CPU.Seconds(), PerMB: c.Wall.Seconds() / megabytes(r.bytes)}
		if of > 0 {
			s.PerPage = milliseconds(c.Wall) / float64(of)
		}
		r.report.Steps = append(r.report.Steps, s)
	}
	r.ratio(stepWords, stepWords, mutoolText, 1.3, wall)
	r.ratio(stepWords, stepWords, mutoolText, 0, cpu)
	r.ratio(stepWords, stepWords, pdftotextText, 0, wall)
	if len(r.pdfs) == r.files {
		r.ratio(stepSearchable, stepSearchable, mutoolText, 2.5, cpu)
		r.ratio(stepAdding+", structure too", stepAdding, mutoolText, 0, cpu)
	}
	r.ratio(stepSearchable, stepSearchable, recollIndex, 1, wall)
	r.ratio(stepAdding+", structure too", stepAdding, recollIndex, 1, wall)
	r.ratio(stepAdding+", structure too", stepAdding, recollIndex, 0, cpu)
	r.ratio(stepThumbnails, stepThumbnails, mutoolDraw, 1.3, wall)
}

// table is rows of cells, the first its heading.
type table struct {
	title string
	rows  [][]string
}

func number(v float64) string {
	switch {
	case v == 0:
		return ""
	case v >= 1000 || v == float64(int64(v)):
		return strconv.FormatFloat(v, 'f', 0, 64)
	case v >= 10:
		return strconv.FormatFloat(v, 'f', 1, 64)
	default:
		return strconv.FormatFloat(v, 'f', 2, 64)
	}
}

func (r Report) tables() []table {
	values := table{"what it holds and how long it waits", [][]string{{"measure", "value", "unit"}}}
	for _, v := range r.Values {
		values.rows = append(values.rows, []string{v.Name, number(v.Value), v.Unit})
	}
	steps := table{fmt.Sprintf("steps, best of %d", r.Rounds), [][]string{{"step", "wall s", "CPU s", "ms/page", "s/MB"}}}
	for _, s := range r.Steps {
		steps.rows = append(steps.rows, []string{s.Name, number(s.Wall), number(s.CPU), number(s.PerPage), number(s.PerMB)})
	}
	ratios := table{"beside other programs", [][]string{{"step", "beside", "of", "Ibid s", "other s", "ratio", "at most"}}}
	for _, x := range r.Ratios {
		ratios.rows = append(ratios.rows, []string{x.What, x.Peer, x.Of, fmt.Sprintf("%.3f", x.Ibid), fmt.Sprintf("%.3f", x.Theirs), number(x.Ratio), number(x.Target)})
	}
	growth := table{"as a library grows", [][]string{{"passages", "query p50 ms", "p95", "context p50 ms", "p95", "main process MB"}}}
	for _, g := range r.Growth {
		growth.rows = append(growth.rows, []string{strconv.Itoa(g.Passages), number(g.Query50), number(g.Query95), number(g.Context50), number(g.Context95), number(g.MemoryMain)})
	}
	return []table{values, steps, ratios, growth}
}

// rest is what is no table.
func (r Report) rest() []string {
	var lines []string
	if r.Exponent != 0 {
		lines = append(lines, fmt.Sprintf("query p50 grows with the size to the power of %.2f", r.Exponent))
	}
	if len(r.Absent) > 0 {
		lines = append(lines, "not installed, so not measured: "+strings.Join(r.Absent, ", "))
	}
	return append(lines, r.Notes...)
}

// WriteTable writes a report for a terminal.
func WriteTable(w io.Writer, r Report) error {
	for _, t := range r.tables() {
		fmt.Fprintf(w, "%s\n", t.title)
		tabs := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		for _, row := range t.rows {
			fmt.Fprintf(tabs, "  %s\n", strings.Join(row, "\t"))
		}
		if err := tabs.Flush(); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	for _, line := range r.rest() {
		fmt.Fprintln(w, line)
	}
	return nil
}

// WriteMarkdown writes a report as Markdown.
func WriteMarkdown(w io.Writer, r Report) error {
	for _, t := range r.tables() {
		fmt.Fprintf(w, "**%s**\n\n", t.title)
		for i, row := range t.rows {
			fmt.Fprintf(w, "| %s |\n", strings.Join(row, " | "))
			if i == 0 {
				fmt.Fprintln(w, strings.Repeat("|---", len(row))+"|")
			}
		}
		fmt.Fprintln(w)
	}
	for _, line := range r.rest() {
		if _, err := fmt.Fprintf(w, "%s\n\n", line); err != nil {
			return err
		}
	}
	return nil
}
