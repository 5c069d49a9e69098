package text_test

import (
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/text"
)

func TestHeaderIsTheRowThatNamesTheColumns(t *testing.T) { // R0.1
	const rows = "Tolva\t19\t0.4\nHollin\t21\t0.7\n"
	for _, tt := range []struct{ name, page, want string }{
		{"the first row", "Reef\tDepth\tCover\n" + rows, "Reef\tDepth\tCover\n"},
		{"below a merged title", "Kelp survey of Skerry Bank\t\t\nReef\tDepth\tCover\n" + rows, "Reef\tDepth\tCover\n"},
		{"below title, blank row and a note", "Kelp survey\n\nDepths in metres\t\t\n\t\t\nReef\tDepth\tCover\n" + rows, "Reef\tDepth\tCover\n"},
		{"below a row of groups", "\tSpring\t\tAutumn\t\nReef\tDepth\tCover\tDepth\tCover\nTolva\t19\t0.4\t18\t0.5\n", "Reef\tDepth\tCover\tDepth\tCover\n"},
		{"years", "Yield by reef\t\t\t\nReef\t2019\t2020\t2021\nTolva\t1.5\t2.5\t2.5\n", "Reef\t2019\t2020\t2021\n"},
		{"not from the first column on", "\tA survey\n\t\n\t\tReef\tDepth\tCover\n\t\tTolva\t19\t0.4\n", "\t\tReef\tDepth\tCover\n"},
		{"with a column of few remarks", "Reef\tDepth\tCover\tRemark\n" + strings.Repeat(rows, 5) + "Stennet\t4\t2\tbare\n", "Reef\tDepth\tCover\tRemark\n"},
		{"numbers above it", "1\t2\t3\nReef\tDepth\tCover\n" + rows, "Reef\tDepth\tCover\n"},
		{"numbers alone: the first full row", "1.5\n2\t19\t0.4\n3\t21\t0.7\n", "2\t19\t0.4\n"},
		{"a list", "Tolva\nHollin\n", "Tolva\n"},
		{"quotes are no quotes in a sheet", "\"Reef\t\"Depth\nTolva\t19\n", "\"Reef\t\"Depth\n"},
	} {
		if got, ok := text.Header(core.KindSheet, "survey.ods", tt.page); !ok || tt.page[got.Start:got.End] != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, tt.page[got.Start:got.End], tt.want)
		}
	}
}

func TestHeaderOfSeparatedValues(t *testing.T) { // R0.1
	for _, tt := range []struct{ file, page, want string }{
		{"tide.csv", "Station,Height\nSkerry,2.4\n", "Station,Height\n"},
		{"tide.CSV", "\"Tides, high and low\",,\n\n\nStation,Height,Time\nSkerry,2.4,09:12\n", "Station,Height,Time\n"},
		{"tide.csv", "Gauge: Skerry\nStation;Height;Time\nSkerry;2,4;09:12\nHollin;2,5;09:13\n", "Station;Height;Time\n"},
		{"tide.csv", "Station,\"Height\nin m\",Time\nSkerry,2.4,09:12\n", "Station,\"Height\nin m\",Time\n"},
		{"tide.tsv", "Station\tHeight\nSkerry\t2.4\n", "Station\tHeight\n"},
		{"tide.csv", "Station,Height", "Station,Height"},
	} {
		if got, ok := text.Header(core.KindText, tt.file, tt.page); !ok || tt.page[got.Start:got.End] != tt.want {
			t.Errorf("%s: %q, want %q", tt.file, tt.page[got.Start:got.End], tt.want)
		}
	}
	for _, tt := range []struct {
		kind core.Kind
		file string
		page string
	}{{core.KindText, "notes.txt", "Station,Height\n"}, {core.KindCode, "tide.csv", "a,b\n"}, {core.KindSheet, "a.xlsx", ""}, {core.KindText, "a.csv", "\n\n"}} {
		if got, ok := text.Header(tt.kind, tt.file, tt.page); ok {
			t.Errorf("%s as %s has a header: %v", tt.file, tt.kind, got)
		}
	}
}

func FuzzHeader(f *testing.F) {
	f.Add("Station,Height\n\"Skerry\n,2.4", "a.csv")
	f.Add("Station\tHeight\n\n\t2.4", "a.tsv")
	f.Fuzz(func(t *testing.T, page, name string) {
		for _, kind := range []core.Kind{core.KindSheet, core.KindText} {
			s, ok := text.Header(kind, name, page)
			if ok && (s.Start < 0 || s.End > len(page) || strings.TrimSpace(page[s.Start:s.End]) == "") {
				t.Fatalf("%v of %d bytes", s, len(page))
			}
		}
	})
}
