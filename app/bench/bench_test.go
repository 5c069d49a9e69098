package bench_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/app"
	"ibid/app/bench"
)

func TestMain(m *testing.M) {
	app.RunWorkerIfAsked()
	os.Exit(m.Run())
}

// A folder with a PDF and a text is measured whole, and what is not installed is
// named. The screen is not asked for: the window has a test of its own.
func TestFolderIsMeasured(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	dir := t.TempDir()
	for _, name := range []string{"okafor-reid-resuspension.pdf", "reading-notes.md"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "sample", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r, err := bench.Run(t.Context(), bench.Options{Folder: dir, Quick: true})
	if err != nil {
		t.Fatal(err)
	}
	values := make(map[string]float64)
	for _, v := range r.Values {
		values[v.Name] = v.Value
	}
	if values["files"] != 2 || values["pages"] != 5 || values["passages"] < 10 || values["query p50"] <= 0 || values["context p95"] < values["context p50"] {
		t.Errorf("values %v", r.Values)
	}
	var steps []string
	for _, s := range r.Steps {
		steps = append(steps, s.Name)
		if s.Wall <= 0 || s.PerMB <= 0 || s.PerPage <= 0 {
			t.Errorf("step %+v", s)
		}
	}
	if want := []string{"words of PDFs", "structure of PDFs", "until all is searchable", "adding all", "thumbnails of PDFs"}; !slices.Equal(steps, want) {
		t.Errorf("steps %q, want %q", steps, want)
	}
	if len(r.Growth) != 1 || r.Growth[0].Passages < 1000 || r.Growth[0].Query50 <= 0 {
		t.Errorf("growth %+v", r.Growth)
	}
	for _, program := range []string{"mutool", "pdftotext", "recollindex", "recollq", "sqlite3", "rg"} {
		if !slices.Contains(r.Absent, program) {
			t.Errorf("%s is not named as absent: %q", program, r.Absent)
		}
	}
	if len(r.Ratios) != 0 {
		t.Errorf("ratios to programs that are not there: %v", r.Ratios)
	}
}

// Of a program that does nothing, the ratio is noted with what is allowed.
func TestOtherProgramsAreSetBeside(t *testing.T) {
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "mutool"), []byte("#!/bin/sh\nexit 1\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	r, err := bench.Run(t.Context(), bench.Options{Folder: "../../testdata/kinds", Quick: true})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(r.Ratios, func(x bench.Ratio) bool { return x.What == "words of PDFs" && x.Of == "wall" })
	if i < 0 || r.Ratios[i].Peer != "mutool draw -F text" || r.Ratios[i].Target != 1.3 || math.Abs(r.Ratios[i].Ratio-r.Ratios[i].Ibid/r.Ratios[i].Theirs) > 1e-9 {
		t.Errorf("ratios %+v", r.Ratios)
	}
	if slices.Contains(r.Absent, "mutool") {
		t.Errorf("absent %q", r.Absent)
	}
}

func TestReportIsWritten(t *testing.T) {
	r := bench.Report{
		Folder: "papers", Rounds: 2,
		Values:   []bench.Value{{Name: "query p50", Value: 2.5, Unit: "ms"}},
		Steps:    []bench.Step{{Name: "words of PDFs", Wall: 1.25, CPU: 2, PerPage: 12.5}},
		Ratios:   []bench.Ratio{{What: "words of PDFs", Peer: "mutool", Of: "wall", Ibid: 1.25, Theirs: 1, Ratio: 1.25, Target: 1.3}},
		Growth:   []bench.Growth{{Passages: 1000, Query50: 1}, {Passages: 100_000, Query50: 10}},
		Exponent: .5, Absent: []string{"rg"}, Notes: []string{"a note"},
	}
	table, markdown := r.Tables().Text(), r.Tables().Markdown()
	for _, want := range []string{"query p50", "2.50", "words of PDFs", "1.25", "1.30", "100000", "power of 0.50", "rg", "a note", "best of 2"} {
		if !strings.Contains(table, want) || !strings.Contains(markdown, want) {
			t.Errorf("%q is missing in\n%s\n%s", want, table, markdown)
		}
	}
	var back bench.Report
	data, err := json.Marshal(r)
	if err == nil {
		err = json.Unmarshal(data, &back)
	}
	if err != nil || back.Ratios[0].Target != 1.3 || back.Growth[1].Passages != 100_000 {
		t.Errorf("%v, %s", err, data)
	}
}

func TestFolderWithoutFilesIsRefused(t *testing.T) {
	if _, err := bench.Run(t.Context(), bench.Options{Folder: t.TempDir()}); err == nil {
		t.Error("an empty folder was measured")
	}
}
