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

// Each pair of cases stands on either side of a bound.
func TestBoundsOfAHeader(t *testing.T) { // R0.1
	const title, header = "Kelp\n", "Reef\tDepth\n"
	rows := func(n int, row string) string { return strings.Repeat(row, n) }
	// Title, header, rows of one cell up to the number of rows, and 24 of two: with the header 25 in 100.
	quarter := func(single int) string { return title + header + rows(single, "1\n") + rows(24, "1\t2\n") }
	late := func(at int) string { // the second row of two cells begins there
		head := title + header + "1\n2\n"
		return head + rows(at-len(head)-1, "x") + "\n1\t2\n"
	}
	for _, tt := range []struct{ name, page, want string }{
		{"the twentieth row", rows(19, "Kelp\t\t\n") + "Reef\tDepth\tCover\n" + rows(9, "1\t2\t3\n"), "Reef\tDepth\tCover\n"},
		{"the row after it", rows(20, "Kelp\t\t\n") + "Reef\tDepth\tCover\n" + rows(9, "1\t2\t3\n"), ""},
		{"a column that a quarter of the rows fill", quarter(74), header},
		{"a column that less fill", quarter(75), title},
		{"a hundred rows are looked at", quarter(73) + "1\n" + rows(50, "1\n"), header},
		{"no further", quarter(73) + "1\n" + rows(50, "1\n2\t3\n"), header},
		{"64 KB are looked at", late(64 << 10), header},
		{"no further bytes", late(64<<10 + 1), title},
		{"half of the columns", "Reef\tDepth\t\t\n1\t2\t3\t4\n", "1\t2\t3\t4\n"},
		{"more than half of them", "Reef\tDepth\tCover\t\n1\t2\t3\t4\n", "Reef\tDepth\tCover\t\n"},
		{"half of the cells are words", "Reef\t7\nReef\tDepth\n", header},
		{"more than half are words", "Reef\tDepth\t7\n1\t2\t3\n", "Reef\tDepth\t7\n"},
		{"years from 1500 to 2200", "7\t8\n1500\t2200\n", "1500\t2200\n"},
		{"no years", "1499\t1850\n2201\t1850\n" + header, header},
		{"half of 200 columns", rows(99, "a\t") + "a\n" + rows(299, "1\t") + "1\n", rows(299, "1\t") + "1\n"},
		{"more than half of 200 columns", rows(100, "a\t") + "a\n" + rows(299, "1\t") + "1\n", rows(100, "a\t") + "a\n"},
	} {
		got, _ := text.Header(core.KindSheet, "survey.ods", tt.page)
		if s := tt.page[got.Start:got.End]; s != tt.want {
			t.Errorf("%s: %.40q, want %.40q", tt.name, s, tt.want)
		}
	}
	for _, tt := range []struct {
		at   int // of the only semicolon
		want string
	}{{4<<10 - 1, strings.Repeat("y", 4<<10-1-len(title)) + ";B\n"}, {4 << 10, title}} {
		page := title + strings.Repeat("y", tt.at-len(title)) + ";B\n"
		got, _ := text.Header(core.KindText, "survey.csv", page)
		if s := page[got.Start:got.End]; s != tt.want {
			t.Errorf("a semicolon at %d: %.20q", tt.at, s)
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
