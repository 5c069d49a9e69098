package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tallyCases are runs of go test -json, shortened by hand, with what is to be counted.
var tallyCases = []struct {
	name             string
	runs             []string
	pass, fail, skip int
	skips            []string
}{
	{
		name: "a parent is not counted beside its subtests",
		runs: []string{`{"Action":"pass","Package":"p","Test":"TestA/x"}
{"Action":"pass","Package":"p","Test":"TestA/y"}
{"Action":"pass","Package":"p","Test":"TestA"}
{"Action":"pass","Package":"p","Elapsed":0.1}`},
		pass: 2,
	},
	{
		name: "a failed subtest is one failure",
		runs: []string{`{"Action":"fail","Package":"p","Test":"TestA/x/deep"}
{"Action":"fail","Package":"p","Test":"TestA/x"}
{"Action":"pass","Package":"p","Test":"TestA/y"}
{"Action":"fail","Package":"p","Test":"TestA"}
{"Action":"fail","Package":"p"}`},
		pass: 1, fail: 1,
	},
	{
		name: "a parent that fails by itself counts",
		runs: []string{`{"Action":"pass","Package":"p","Test":"TestA/x"}
{"Action":"fail","Package":"p","Test":"TestA"}
{"Action":"fail","Package":"p"}`},
		pass: 1, fail: 1,
	},
	{
		name: "a package that does not build is one failure",
		runs: []string{`{"ImportPath":"p [p.test]","Action":"build-output","Output":"p.go:1: bad\n"}
{"ImportPath":"p [p.test]","Action":"build-fail"}
{"Action":"start","Package":"p"}
{"Action":"fail","Package":"p","FailedBuild":"p [p.test]"}`},
		fail: 1,
	},
	{
		name: "a package without tests is nothing",
		runs: []string{`{"Action":"skip","Package":"p"}`},
	},
	{
		name: "a skip says why",
		runs: []string{`{"Action":"output","Package":"p","Test":"TestA","Output":"=== RUN   TestA\n"}
{"Action":"output","Package":"p","Test":"TestA","Output":"    a_test.go:7: no screen here\n"}
{"Action":"output","Package":"p","Test":"TestA","Output":"--- SKIP: TestA (0.00s)\n"}
{"Action":"skip","Package":"p","Test":"TestA"}
{"Action":"skip","Package":"p","Test":"TestB"}`},
		skip: 2, skips: []string{"p.TestA: a_test.go:7: no screen here", "p.TestB: no reason given"},
	},
	{
		name: "skipped in one run and passed in the next is passed",
		runs: []string{`{"Action":"skip","Package":"p","Test":"TestWindow"}`, `{"Action":"pass","Package":"p","Test":"TestWindow"}`},
		pass: 1,
	},
	{
		name: "a failure under the race detector stays a failure",
		runs: []string{`{"Action":"fail","Package":"p","Test":"TestA"}`, `{"Action":"pass","Package":"p","Test":"TestA"}`},
		fail: 1,
	},
}

func TestTallyCountsEachTestOnce(t *testing.T) {
	for _, tt := range tallyCases {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			got := newTally(&out)
			for _, run := range tt.runs {
				if err := got.read(strings.NewReader(run)); err != nil {
					t.Fatal(err)
				}
			}
			if pass, fail, skip := got.counts(); pass != tt.pass || fail != tt.fail || skip != tt.skip {
				t.Errorf("counts = %d, %d, %d; want %d, %d, %d", pass, fail, skip, tt.pass, tt.fail, tt.skip)
			}
			if list := got.skips(); !slices.Equal(list, tt.skips) {
				t.Errorf("skips = %q, want %q", list, tt.skips)
			}
		})
	}
}

// The events above are written by hand; these come from the go command of this machine, which may change them.
func TestTallyReadsWhatGoTestWrites(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module sample\n",
		"a_test.go": `package sample
import "testing"
func TestPasses(t *testing.T) { t.Run("one", func(*testing.T) {}); t.Run("two", func(*testing.T) {}) }
func TestFails(t *testing.T)  { t.Error("two and two is five") }
func TestSkips(t *testing.T)  { t.Skip("not on a Sunday") }
`,
		"broken/b_test.go": "package broken\nvar x int = \"no\"\n",
		"panics/c_test.go": "package panics\nimport \"testing\"\nfunc TestPanics(*testing.T) { panic(\"out of paper\") }\n",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "test", "-json", "-vet=off", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	results, err := cmd.Output()
	if err == nil {
		t.Fatal("go test passed a failing test")
	}
	var out bytes.Buffer
	got := newTally(&out)
	if err := got.read(bytes.NewReader(results)); err != nil {
		t.Fatal(err)
	}
	if pass, fail, skip := got.counts(); pass != 2 || fail != 3 || skip != 1 {
		t.Errorf("counts = %d, %d, %d; want 2, 3, 1; printed:\n%s", pass, fail, skip, out.String())
	}
	for _, want := range []string{"two and two is five", "cannot use", "out of paper"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the output lacks %q:\n%s", want, out.String())
		}
	}
	if list := got.skips(); len(list) != 1 || !strings.HasSuffix(list[0], "not on a Sunday") {
		t.Errorf("skips = %q", list)
	}
}

func TestSlowestTestsAreListed(t *testing.T) {
	tally := newTally(new(bytes.Buffer))
	for _, e := range []event{
		{Action: "pass", Package: "p", Test: "TestA", Elapsed: 2},
		{Action: "pass", Package: "p", Test: "TestA/part", Elapsed: 9},
		{Action: "pass", Package: "p", Test: "TestB", Elapsed: 3},
		{Action: "pass", Package: "p", Elapsed: 8},
		{Action: "fail", Package: "q", Test: "TestC", Elapsed: 2},
		{Action: "pass", Package: "q", Test: "TestC", Elapsed: 1},
	} {
		tally.add(e)
	}
	want := []string{"    3.0 s  p.TestB", "    2.0 s  p.TestA", "    2.0 s  q.TestC"}
	for n := range 5 {
		if got := tally.slowest(n); !slices.Equal(got, want[:min(n, len(want))]) {
			t.Errorf("the slowest %d are %q, want %q", n, got, want[:min(n, len(want))])
		}
	}
}
