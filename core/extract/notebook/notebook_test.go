package notebook

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"ibid/core"
	"ibid/core/extract/extracttest"
)

func sample(t testing.TB) core.Input {
	t.Helper()
	data, err := os.ReadFile("../../../testdata/kinds/analysis.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	return core.Input{Name: "analysis.ipynb", Kind: core.KindNotebook, Data: data}
}

func pages(t testing.TB, data []byte) ([]core.Page, error) {
	t.Helper()
	var out []core.Page
	err := Extractor{}.Words(context.Background(), core.Input{Name: "a.ipynb", Data: data}, func(p core.Page) error {
		out = append(out, p)
		return nil
	})
	return out, err
}

func layouts(t testing.TB, data []byte, of []core.Page) []core.Layout {
	t.Helper()
	var out []core.Layout
	err := Extractor{}.Structure(context.Background(), core.Input{Data: data}, of, func(l core.Layout) error {
		out = append(out, l)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestEveryCellIsAPage(t *testing.T) {
	got := extracttest.Conform(t, Extractor{}, sample(t)).Pages
	want := []core.Page{
		{Index: 1, Text: "# Turbidity and the depth limit of kelp\n\nStation data of Carrow Sound, 2012 to 2023. The depth limit is the deepest plant on the transect, in metres\nbelow chart datum."},
		{Index: 2, Text: "import csv\n\nwith open('station.csv') as f:\n    rows = list(csv.DictReader(f))"},
		{Index: 3, Text: "## Winters with dredging\n\nA winter counts as turbid if the plume was seen on more than twenty days."},
		{Index: 4, Text: "turbid = [r for r in rows if int(r['plume_days']) > 20]\nprint('turbid winters:', len(turbid))\n" +
			"print('clear winters:', len(rows) - len(turbid))\nslope(rows)\n\nturbid winters: 4\nclear winters: 8\n-1.85"},
		{Index: 5, Text: "plot(rows)"},
		{Index: 6, Text: "rows[0]['salinity']\n\n" + strings.Repeat("-", 75) + "\nKeyError" + strings.Repeat(" ", 34) +
			"Traceback (most recent call last)\nKeyError: 'salinity'"},
		{Index: 7, Text: "Salinity was not logged before 2019."},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestHeadingsAndPicturesOfCells(t *testing.T) {
	in := sample(t)
	of, err := pages(t, in.Data)
	if err != nil {
		t.Fatal(err)
	}
	want := make([]core.Layout, 7)
	for i := range want {
		want[i].Page = i + 1
	}
	want[0].Headings = []core.Heading{{Level: 1, Title: "Turbidity and the depth limit of kelp", Line: -1}}
	want[2].Headings = []core.Heading{{Level: 2, Title: "Winters with dredging", Line: -1}}
	want[4].Pictures = 1
	if diff := cmp.Diff(want, layouts(t, in.Data, of)); diff != "" {
		t.Error(diff)
	}
}

func TestNotebooksNameThemselves(t *testing.T) {
	tests := map[string]struct {
		data []byte
		want core.Metadata
	}{
		"the first heading of level 1": {sample(t).Data, core.Metadata{Title: "Turbidity and the depth limit of kelp", Author: "Ines Okafor, Daniel Pryce-Amado"}},
		"its own title":                {[]byte(`{"cells":[{"cell_type":"markdown","source":"# Other"}],"metadata":{"title":"Tides"}}`), core.Metadata{Title: "Tides"}},
		"its name in format 3":         {[]byte(`{"metadata":{"name":"Tides"},"worksheets":[]}`), core.Metadata{Title: "Tides"}},
		"a comment is no heading":      {[]byte(`{"cells":[{"cell_type":"code","source":"# Load"}]}`), core.Metadata{}},
		"a title of another type":      {[]byte(`{"metadata":{"title":7},"cells":[]}`), core.Metadata{}},
		"a heading before the break":   {[]byte(`{"cells":[{"cell_type":"markdown","source":"# Kelp"},{"cell`), core.Metadata{Title: "Kelp"}},
	}
	for name, tt := range tests {
		got, err := Extractor{}.Metadata(context.Background(), core.Input{Data: tt.data})
		if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", name, err, diff)
		}
	}
}

func TestCellsAreReadAsTheyAreWritten(t *testing.T) {
	code := func(outputs string) string {
		return `{"cells":[{"cell_type":"code","source":"x","outputs":[` + outputs + `]}]}`
	}
	tests := map[string]struct {
		in   string
		want []string // "heading|text|note"
	}{
		"format 3": {`{"nbformat":3,"worksheets":[{"metadata":{},"cells":[{"cell_type":"heading","level":2,"source":["Tides"]},
			{"cell_type":"code","input":["a = 1\n","a"],"outputs":[{"output_type":"pyout","text":["1"]},{"output_type":"display_data","png":"AA==","text":["<figure>"]},
			{"output_type":"pyerr","ename":"E","evalue":"v","traceback":[]}]}]}]}`, []string{"2 Tides|Tides|", "|a = 1\na\n\n1\nE: v|"}},
		"an empty cell keeps its number":  {`{"cells":[{"cell_type":"code","source":[]},{"cell_type":"code","source":"b"}]}`, []string{"||", "|b|"}},
		"an output without a source":      {`{"cells":[{"cell_type":"code","outputs":[{"text":"a"}]}]}`, []string{"|a|"}},
		"Markdown as output":              {code(`{"data":{"text/markdown":["**a**"]}}`), []string{"|x\n\n**a**|"}},
		"HTML has a text beside it":       {code(`{"data":{"text/html":"<b>a</b>","text/plain":"a"}}`), []string{"|x\n\na|"}},
		"a progress bar":                  {code(`{"text":"10%\r 50%\r100%\r\ndone"}`), []string{"|x\n\n100%\ndone|"}},
		"colours and links of a terminal": {code(`{"text":"\u001b[1;31mred\u001b[0m \u001b]8;;http://a\u0007link\u001b]8;;\u0007"}`), []string{"|x\n\nred link|"}},
		"NUL and half a character":        {code(`{"text":"a\u0000b\ud800"}`), []string{"|x\n\nab\uFFFD|"}},
		"an output of the wrong shape":    {code(`{"text":"ok"},{"text":7}`), []string{"|x\n\nok|could not be read whole: the cell is not as the format has it"}},
		"a cell that is none":             {`{"cells":[7,{"source":"b"}]}`, []string{"||could not be read whole: the cell is not as the format has it", "|b|"}},
		"a break":                         {`{"cells":[{"source":"a"},{"sour`, []string{"|a|", "||the notebook breaks off behind cell 1"}},
		"a byte order mark":               {"\xef\xbb\xbf" + `{"cells":[{"source":"a"}]}`, []string{"|a|"}},
	}
	for name, tt := range tests {
		of, err := pages(t, []byte(tt.in))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var got []string
		for i, l := range layouts(t, []byte(tt.in), of) {
			head := ""
			for _, h := range l.Headings {
				head += fmt.Sprintf("%d %s", h.Level, h.Title)
			}
			got = append(got, head+"|"+of[i].Text+"|"+of[i].Note)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestLongOutputsAreCutVisibly(t *testing.T) {
	for name, line := range map[string]string{"lines": "tide 4.2 m\\n", "one line": "ü"} {
		in := `{"cells":[{"source":"x","outputs":[{"text":"` + strings.Repeat(line, 3000) + `"}]}]}`
		got, err := pages(t, []byte(in))
		if err != nil {
			t.Fatal(err)
		}
		text := got[0].Text
		if len(text) > maxOutputs+10 || len(text) < maxOutputs/2 || !strings.HasSuffix(text, "\n…") || !utf8.ValidString(text) {
			t.Errorf("%s: %d bytes that end in %q", name, len(text), text[len(text)-20:])
		}
	}
}

func TestNotebooksWithoutCellsEndInAState(t *testing.T) {
	tests := map[string]struct {
		in   string
		want core.State
	}{
		"no JSON":        {"\x00\x01", core.StateDamaged},
		"a list":         {"[1]", core.StateDamaged},
		"an early break": {`{"metadata":{`, core.StateDamaged},
		"no cells":       {`{"nbformat":4,"cells":[]}`, core.StateNoText},
		"too many cells": {`{"cells":[` + strings.Repeat("{},", maxCells) + `{}]}`, core.StateTooLarge},
		"deep nesting":   {`{"cells":` + strings.Repeat("[", 1_000_000), core.StateDamaged},
	}
	for name, tt := range tests {
		_, err := pages(t, []byte(tt.in))
		var f *core.FileError
		if !errors.As(err, &f) || f.State != tt.want {
			t.Errorf("%s: got %v, want %s", name, err, tt.want)
		}
	}
}

func FuzzExtract(f *testing.F) {
	f.Add(sample(f).Data)
	f.Add([]byte(`{"worksheets":[{"cells":[{"cell_type":"heading","level":9,"source":["a\r"]},{"input":"\u001b[","outputs":[{"png":1,"traceback":["\u0000"]}]}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := extracttest.Read(context.Background(), Extractor{}, core.Input{Name: "a.ipynb", Data: data})
		extracttest.Fate(t, "notebook", err)
		if err == nil {
			extracttest.Check(t, r)
		}
	})
}

func BenchmarkExtract(b *testing.B) {
	in := sample(b)
	b.SetBytes(int64(len(in.Data)))
	for b.Loop() {
		if _, err := pages(b, in.Data); err != nil {
			b.Fatal(err)
		}
	}
}

func TestSampleReadsAsItsGoldenFile(t *testing.T) { // X4
	extracttest.Golden(t, Extractor{}, sample(t))
}
