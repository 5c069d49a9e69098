package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"
)

// A floor is the least, or for a share of faults the most, that a figure of the small sets may be.
type floor struct {
	set, measure string
	bound        float64
	most         bool    // bound is the most, not the least
	now          float64 // the figure when the bound was set, for the reader
}

// floors are the bounds of the sets in testdata/eval. A set is so small that one question more or less moves a figure
// by .05 to .25; a bound leaves room for one question that slips by a rank, and for none that is lost.
var floors = []floor{
	{"caches/issues", "ndcg@10", .95, false, .980},
	{"caches/issues", "hit@1", 1, false, 1},
	{"caches/issues", "acc@5", 1, false, 1},
	{"caches/issues", "recall@2000t", 1, false, 1},
	{"caches/issues", "context_tokens_right", .40, false, .483},
	{"caches/issues", "context_tokens_connected", .65, false, .742},
	{"shore", "ndcg@10", .90, false, .925},
	{"shore", "mrr", .86, false, .929},
	{"shore", "recall@10", 1, false, 1},
	{"shore", "recall@2000t", 1, false, 1},
	{"survey", "ndcg@10", .72, false, .764},
	{"survey", "mrr", .64, false, .692},
	{"survey", "hit@5", .71, false, .786},
	{"survey", "recall@2000t", .78, false, .857},
	{"survey", "page_citation_accuracy", 1, false, 1},
	{"caches/issues", "budget_overshoot", 0, true, 0},
	{"shore", "budget_overshoot", 0, true, 0},
	{"survey", "budget_overshoot", 0, true, 0},
	{"caches/issues", "duplicate_rate", 0, true, 0},
	{"shore", "duplicate_rate", 0, true, 0},
	{"survey", "duplicate_rate", 0, true, 0},
}

// measured is what `ibidctl eval --json` writes of a set.
type measured struct {
	Set      string
	Measures map[string]struct{ Ibid float64 }
}

// measures asks the questions of the small sets, scans left unread since not every machine reads them, fails if a figure is below its floor, and prints how fast the sample
// documents are read: no time is a failure, because it is the machine's as much as Ibid's.
func (t *tester) measures(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "ibid-measures-")
	if err != nil {
		return fmt.Errorf("measure: %w", err)
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "ibidctl")
	if err := t.m.stream(ctx, t.root, "go", "build", "-o", program, "./cmd/ibidctl"); err != nil {
		return err
	}
	var found bytes.Buffer
	err = t.m.execute(ctx, command{
		argv: []string{program, "eval", "--no-ocr", "--json", filepath.Join("testdata", "eval")},
		dir:  t.root, stdout: &found, stderr: t.m.stderr,
	})
	if err != nil {
		return err
	}
	below := checkFloors(t.m.stdout, found.Bytes(), floors)
	return errors.Join(below, t.m.stream(ctx, t.root, program, "bench", "--quick", filepath.Join("testdata", "sample")))
}

// checkFloors writes a table of the floors with the figures of a report beside them. A figure beyond its bound, or one
// that is not there, is an error.
func checkFloors(w io.Writer, report []byte, floors []floor) error {
	var sets []measured
	if err := json.Unmarshal(report, &sets); err != nil {
		return fmt.Errorf("read what was measured: %w", err)
	}
	figures := make(map[[2]string]float64)
	for _, s := range sets {
		for name, m := range s.Measures {
			figures[[2]string{s.Set, name}] = m.Ibid
		}
	}
	var faults []error
	tabs := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tabs, "set\tmeasure\tfigure\tbound\twhen bound")
	for _, f := range floors {
		figure, there := figures[[2]string{f.set, f.measure}]
		sign := "≥"
		if f.most {
			sign = "≤"
		}
		fmt.Fprintf(tabs, "%s\t%s\t%.3f\t%s %.3f\t%.3f\n", f.set, f.measure, figure, sign, f.bound, f.now)
		switch {
		case !there:
			faults = append(faults, fmt.Errorf("%s: %s was not measured", f.set, f.measure))
		case !f.most && figure < f.bound, f.most && figure > f.bound:
			faults = append(faults, fmt.Errorf("%s: %s is %.3f, want %s %.3f", f.set, f.measure, figure, sign, f.bound))
		}
	}
	return errors.Join(append(faults, tabs.Flush())...)
}
