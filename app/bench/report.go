package bench

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ibid/app/report"
	"ibid/core"
)

// Value is one measured number.
type Value struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit,omitempty"`
}

// Step is the best result of a step.
type Step struct {
	Name    string  `json:"name"`
	Wall    float64 `json:"wall_s"`
	CPU     float64 `json:"cpu_s,omitempty"`       // of all processes
	PerPage float64 `json:"per_page_ms,omitempty"` // wall
	PerMB   float64 `json:"per_mb_s,omitempty"`    // wall
}

// Ratio is the cost of a step of Ibid over that of another program's step.
type Ratio struct {
	What   string  `json:"what"`
	Peer   string  `json:"peer"`
	Of     string  `json:"of"` // "wall" or "cpu"
	Ibid   float64 `json:"ibid_s"`
	Theirs float64 `json:"peer_s"`
	Ratio  float64 `json:"ratio"`
	Target float64 `json:"target,omitempty"` // at most; 0 is none
}

// Report is the result of a measurement.
type Report struct {
	Folder   string   `json:"folder"`
	Rounds   int      `json:"rounds"`
	Values   []Value  `json:"values"`
	Steps    []Step   `json:"steps"`
	Ratios   []Ratio  `json:"ratios"`
	Growth   []Growth `json:"growth"`
	Exponent float64  `json:"exponent,omitempty"` // of the median time of a query over the size
	Absent   []string `json:"absent,omitempty"`   // programs that are not installed
	Notes    []string `json:"notes,omitempty"`
}

func (r *run) value(name string, v float64, unit string) {
	r.report.Values = append(r.report.Values, Value{name, v, unit})
}

// The two kinds of cost that a ratio can be of.
const (
	wall = "wall"
	cpu  = "cpu"
)

// ratio adds the ratio of two steps to the report, if both were measured.
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

// pages counts the pages of the documents of a kind, or of all where it is empty.
func (r *run) pages(kind core.Kind) (n int) {
	for _, d := range r.documents {
		if kind == "" || d.Kind == kind {
			n += d.Pages
		}
	}
	return n
}

// sumUp adds the best results of the steps, and their ratios, to the report.
func (r *run) sumUp() {
	r.report.Folder, r.report.Rounds = r.Folder, r.Rounds
	for _, name := range []string{stepWords, stepStructure, stepSearchable, stepAdding, stepThumbnails, mutoolText, pdftotextText, mutoolDraw, recollIndex} {
		c, done := r.best[name]
		if !done {
			continue
		}
		kind := core.KindPDF
		if slices.Contains([]string{stepSearchable, stepAdding, recollIndex}, name) {
			kind = ""
		}
		s := Step{Name: name, Wall: c.Wall.Seconds(), CPU: c.CPU.Seconds(), PerMB: c.Wall.Seconds() / megabytes(r.bytes)}
		if of := r.pages(kind); of > 0 {
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

// Tables returns the report for people.
func (r Report) Tables() report.Report {
	values := report.Table{Title: "what it holds and how long it waits", Heading: []string{"measure", "value", "unit"}}
	for _, v := range r.Values {
		values.Add(v.Name, number(v.Value), v.Unit)
	}
	steps := report.Table{Title: fmt.Sprintf("steps, best of %d", r.Rounds), Heading: []string{"step", "wall s", "CPU s", "ms/page", "s/MB"}}
	for _, s := range r.Steps {
		steps.Add(s.Name, number(s.Wall), number(s.CPU), number(s.PerPage), number(s.PerMB))
	}
	ratios := report.Table{Title: "beside other programs", Heading: []string{"step", "beside", "of", "Ibid s", "other s", "ratio", "at most"}}
	for _, x := range r.Ratios {
		ratios.Add(x.What, x.Peer, x.Of, fmt.Sprintf("%.3f", x.Ibid), fmt.Sprintf("%.3f", x.Theirs), number(x.Ratio), number(x.Target))
	}
	growth := report.Table{Title: "as a library grows", Heading: []string{"passages", "query p50 ms", "p95", "context p50 ms", "p95", "main process MB"}}
	for _, g := range r.Growth {
		growth.Add(strconv.Itoa(g.Passages), number(g.Query50), number(g.Query95), number(g.Context50), number(g.Context95), number(g.MemoryMain))
	}
	out := report.Report{Tables: []report.Table{values, steps, ratios, growth}}
	if r.Exponent != 0 {
		out.Lines = append(out.Lines, fmt.Sprintf("query p50 grows with the size to the power of %.2f", r.Exponent))
	}
	if len(r.Absent) > 0 {
		out.Lines = append(out.Lines, "not installed, so not measured: "+strings.Join(r.Absent, ", "))
	}
	out.Lines = append(out.Lines, r.Notes...)
	return out
}
