package markup

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"ibid/core"
	"ibid/core/extract/extracttest"
)

func sample(t testing.TB, name string) core.Input {
	t.Helper()
	data, err := os.ReadFile("../../../testdata/kinds/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return core.Input{Name: name, Kind: core.KindText, Data: data}
}

// lines are headings with the first line of their sections.
func lines(s string, headings []core.Heading) []string {
	var out []string
	for _, h := range headings {
		first, _, _ := strings.Cut(s[h.Start:], "\n")
		out = append(out, fmt.Sprintf("%d %s < %s", h.Level, h.Title, first))
	}
	return out
}

func TestHeadingsStandWhereTheyAreWritten(t *testing.T) {
	tests := map[string]struct {
		about    core.Metadata
		headings []string
	}{
		"paper.tex": {core.Metadata{Title: "Recovery of Laminaria hyperborea after dredging in Carrow Sound", Author: "Ines Okafor, Käthe Brandt"}, []string{
			`1 Introduction < \section{Introduction}`,
			`1 Study sites and transects < \section[Sites]{Study sites % two of them`,
			`2 Mill Rock < \subsection{Mill Rock}`,
			`3 Markers < \subsubsection*{Markers}`,
			`1 Results & discussion < \section{Results \& discussion}`,
		}},
		"refs.bib": {core.Metadata{}, []string{
			`1 @article{tulloch1974}: The bar off the Esker and its dredging < @article{tulloch1974,`,
			`1 @book{brandt2001}: Pegelstände am Sund < @book{brandt2001,`,
			`1 @misc{okafor2024}: Plume maps 2018–2023 < @misc{okafor2024, author = {Ines Okafor}, title = {Plume maps 2018--2023}, year = {2024}}`,
		}},
		"guide.rst": {core.Metadata{Title: "Reading the tide gauge", Author: "Rhona Tulloch"}, []string{
			"1 Reading the tide gauge < =======================",
			"2 Before you start < Before you start",
			"3 The staff < The staff",
			"2 After a storm < After a storm",
		}},
		"notes.org": {core.Metadata{Title: "Dives of spring 2024", Author: "Daniel Pryce-Amado"}, []string{
			"1 Mill Rock < * Mill Rock                                                    :dive:kelp:",
			"2 Count at 7 m < ** DONE [#A] Count at 7 m",
			"2 Count at 9 m, see the paper < ** TODO Count at 9 m, see [[file:paper.tex][the paper]]",
			"1 Hollin Skerry < * Hollin Skerry",
		}},
		"config.yaml": {core.Metadata{}, []string{
			"1 network < network: Carrow Sound", "1 stations < stations:", `1 alarm levels < "alarm levels":`, "1 notice < notice: |",
		}},
		"config.toml": {core.Metadata{}, []string{
			`1 title < title = "tide gauge"`, `1 note < note = """`, "1 interval < interval = 600", "1 sensor < [sensor]",
			"1 sensor.calibration < [sensor.calibration] # every spring", "1 upload < [[upload]]",
		}},
		"config.json": {core.Metadata{}, []string{
			`1 gauge < "gauge": "Ferry Pier",`, `1 datum < "datum": {"name": "chart datum", "offset_m": -0.031},`, `1 levels < "levels": [`,
			`1 contact < "contact": "harbour office, Rhona Tulloch"`,
		}},
		"station.csv": {core.Metadata{}, nil},
	}
	for name, tt := range tests {
		in := sample(t, name)
		r := extracttest.Conform(t, Extractor{}, in)
		if len(r.Pages) != 1 || r.Pages[0].Text != string(in.Data) {
			t.Errorf("%s is not one page of its text", name)
			continue
		}
		if diff := cmp.Diff(tt.headings, lines(r.Pages[0].Text, r.Layouts[0].Headings)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if diff := cmp.Diff(tt.about, r.Metadata); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestOddMarkupIsStillText(t *testing.T) {
	tests := map[string]struct {
		name, in string
		want     []string
	}{
		"a book has parts":            {"a.tex", "\\part{A}\n\\chapter{B}\n\\section{C}\n", []string{`1 A < \part{A}`, `2 B < \chapter{B}`, `3 C < \section{C}`}},
		"a section that is not ended": {"a.tex", "\\section{A\n\\section{B}\n", []string{`1 B < \section{B}`}},
		"a percent sign":              {"a.tex", "100\\% \\section{A}", []string{`1 A < \section{A}`}},
		"signs in a title":            {"a.tex", "\\section{\\'Etude of $x_1$ --- M\\\"{u}ller's ``test''}", []string{"1 Étude of $x_1$ — Müller's “test” < \\section{\\'Etude of $x_1$ --- M\\\"{u}ller's ``test''}"}},
		"an underline too short":      {"a.rst", "A long title\n===\n", nil},
		"a transition":                {"a.rst", "text\n\n-----\n\ntext\n", nil},
		"the end of a paragraph":      {"a.rst", "one\ntwo\n---\n", nil},
		"wide letters":                {"a.rst", "潮間帯のこと\n------\n", []string{"1 潮間帯のこと < 潮間帯のこと"}},
		"a list in YAML":              {"a.yml", "- a: 1\n  b: 2\n---\nc: 3\n", []string{"1 c < c: 3"}},
		"YAML keys of one letter":     {"a.yml", "a: 1\nb:\n'it''s': 2\nhttp://x\n", []string{"1 a < a: 1", "1 b < b:", "1 it''s < 'it''s': 2"}},
		"a flat list in JSON":         {"a.json", `[{"a": 1}]`, nil},
		"JSON on one line":            {"a.json", `{"a":{"b":[1,{}]},"c":2}`, []string{`1 a < "a":{"b":[1,{}]},"c":2}`, `1 c < "c":2}`}},
		"JSON that breaks off":        {"a.json", `{"a": [1, 2, "b`, []string{`1 a < "a": [1, 2, "b`}},
		"JSON with a comment":         {"a.json", "{\"a\": 1, // no\n\"b\": 2}", []string{"1 a < \"a\": 1, // no"}},
		"an empty key":                {"a.json", `{"": 1, "b": 2}`, []string{`1 b < "b": 2}`}},
		"strings in TOML":             {"a.toml", "a = \"it's [\"\nb = '\\'\nc = \"\"\"x\\\"\"\"\"\n[d]\n", []string{"1 a < a = \"it's [\"", "1 b < b = '\\'", "1 c < c = \"\"\"x\\\"\"\"\"", "1 d < [d]"}},
		"a list that is not closed":   {"a.toml", "a = [\n[b]\n", []string{"1 a < a = ["}},
		"an entry without a title":    {"a.bib", "@book(key,\nbooktitle = {x},\n", []string{"1 @book{key} < @book(key,"}},
		"lines of JSON":               {"a.jsonl", "{\"a\":1}\n{\"a\":2}\n", nil},
		"plain text":                  {"a.txt", "* no\n===\nkey: value\n", nil},
	}
	for name, tt := range tests {
		r := extracttest.Conform(t, Extractor{}, core.Input{Name: tt.name, Kind: core.KindText, Data: []byte(tt.in)})
		if diff := cmp.Diff(tt.want, lines(tt.in, r.Layouts[0].Headings)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestHostileMarkupIsBounded(t *testing.T) {
	tests := map[string]string{
		"a.tex":  strings.Repeat(`\section{`, 200_000),
		"b.tex":  strings.Repeat("\\section{a}\n", maxHeadings+10),
		"c.tex":  `\title{` + strings.Repeat("{", 100_000),
		"a.json": strings.Repeat(`{"a":`, 500_000),
		"b.json": `{"a":1` + strings.Repeat(`,"a":1`, maxHeadings+10) + "}",
		"a.yaml": strings.Repeat("a:\n", maxHeadings+10),
		"a.toml": "a = " + strings.Repeat("[", 1_000_000),
		"a.bib":  strings.Repeat("@a{b,\n", maxHeadings+10),
		"b.bib":  "@a{b,\n" + strings.Repeat("title = {", 100_000),
		"a.rst":  strings.Repeat("a\n--\n\n", maxHeadings+10),
		"a.org":  strings.Repeat("*", 1_000_000) + strings.Repeat("\n* a [[[[", maxHeadings+10),
	}
	for name, data := range tests {
		r, err := extracttest.Read(context.Background(), Extractor{}, core.Input{Name: name, Data: []byte(data)})
		if err != nil {
			t.Fatal(err)
		}
		extracttest.Check(t, r)
		if n := len(r.Layouts[0].Headings); n > maxHeadings {
			t.Errorf("%s: %d headings", name, n)
		}
	}
}

func FuzzExtract(f *testing.F) {
	for _, name := range []string{"paper.tex", "refs.bib", "guide.rst", "notes.org", "config.yaml", "config.toml", "config.json"} {
		f.Add(name, sample(f, name).Data)
	}
	f.Add("a.tex", []byte("\\section[\xff{\\\"{\\i}}%\\author{\\\\"))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		r, err := extracttest.Read(context.Background(), Extractor{}, core.Input{Name: name, Data: data})
		extracttest.Fate(t, name, err)
		if err != nil {
			return
		}
		extracttest.Check(t, r)
		if !utf8.ValidString(r.Metadata.Title + r.Metadata.Author) {
			t.Fatalf("%+v of %q", r.Metadata, data)
		}
	})
}

func BenchmarkExtract(b *testing.B) {
	for _, name := range []string{"paper.tex", "refs.bib", "guide.rst", "notes.org", "config.yaml", "config.toml", "config.json"} {
		b.Run(name, func(b *testing.B) {
			in := sample(b, name)
			in.Data = []byte(strings.Repeat(string(in.Data), 100))
			b.SetBytes(int64(len(in.Data)))
			for b.Loop() {
				if _, err := extracttest.Read(context.Background(), Extractor{}, in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestSamplesReadAsTheirGoldenFiles(t *testing.T) { // X4
	for _, name := range []string{"config.json", "config.toml", "config.yaml", "guide.rst", "notes.org", "paper.tex", "refs.bib", "station.csv"} {
		extracttest.Golden(t, Extractor{}, sample(t, name))
	}
}
