package query_test

import (
	"math"
	"slices"
	"testing"

	"ibid/core/query"
)

const trace = `Panic when a tide table is empty
It happens in depth.go:12, see https://example.org/shore/blob/3f55/cmd/main.go#L150

goroutine 1 [running]:
example.org/shore/tide.(*Table).Highest(0xc00009bba0, 0x1)
	/go/pkg/mod/example.org/shore@v1.2.0/tide/table.go:650 +0x5ae
example.org/shore.Run(...)
	/go/pkg/mod/example.org/shore@v1.2.0/run.go:40
main.main()
	/tmp/x/main.go:14 +0x31

C:\work\shore\mud.rs is as bad, and notes.txt helps nobody.
`

func TestPathsAreQuotedInEveryForm(t *testing.T) { // R2.1
	want := []string{
		"depth.go", "example.org/shore/blob/3f55/cmd/main.go", "go/pkg/mod/example.org/shore/tide/table.go",
		"go/pkg/mod/example.org/shore/run.go", "tmp/x/main.go", "C:/work/shore/mud.rs",
	}
	if got := query.QuotedPaths(trace); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestNamesAreQuotedBelowTheFirstLine(t *testing.T) { // R2.1
	got := query.QuotedNames("Fix TideTable in a.go\nCall `t.lowestWater()` or find_gauge, not a::Reader or gauge.go of the plain shore.\nx/tide.(*Table).Highest(0x1)\n\tt.Table.x")
	want := []string{"Table.Highest", "t.lowestWater", "find_gauge", "a.Reader", "t.Table"}
	for _, w := range want[:4] {
		if !slices.Contains(got, w) {
			t.Errorf("%s is not among %q", w, got)
		}
	}
	for _, w := range []string{"TideTable", "gauge.go", "plain", "Highest"} {
		if slices.Contains(got, w) {
			t.Errorf("%s is among %q", w, got)
		}
	}
	if got := query.QuotedNames("one line with TideTable"); got != nil {
		t.Errorf("%q of a question of one line", got)
	}
}

// The file that has most of a quoted path is meant; what went wrong first comes
// first, and the reporter's own main.go is none of the library.
func TestQuotedPathsMeanFiles(t *testing.T) { // R2.6
	p := query.NewPathIndex("/home/ada/shore/", []string{
		"/home/ada/shore/tide/table.go", "/home/ada/shore/mud/table.go", "/home/ada/shore/run.go", "/home/ada/shore/main.go",
		"/home/ada/shore/cmd/main.go", "/home/ada/shore/a/depth.go", "/home/ada/shore/b/depth.go", "/home/ada/shore/old/mud.rs",
	})
	got := p.Quoted(trace)
	for path, want := range map[string]float64{
		"a/depth.go": .5, "b/depth.go": .5, "cmd/main.go": .8, "tide/table.go": .8 * .8, "run.go": .8 * .8 * .8,
		"old/mud.rs": .3 * .8 * .8 * .8 * .8 * .8, "mud/table.go": 0, "main.go": 0,
	} {
		if g := got["/home/ada/shore/"+path]; math.Abs(g-want) > 1e-9 {
			t.Errorf("%s: %.3f, want %.3f", path, g, want)
		}
	}
}

func FuzzQuoted(f *testing.F) {
	f.Add(trace)
	f.Add("a\n\\/\\/.go @@/x@.go ::a.b::(*).x (*T[...]).m")
	p := query.NewPathIndex("/a/", []string{"/a/b.go", "/a/c/b.go"})
	f.Fuzz(func(t *testing.T, s string) {
		if n := len(query.QuotedPaths(s)) + len(query.QuotedNames(s)); n > 48 {
			t.Errorf("%d are quoted", n)
		}
		for path, sure := range p.Quoted(s) {
			if sure <= 0 || sure > 1 {
				t.Errorf("%s: %v", path, sure)
			}
		}
	})
}
