package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// testdata/requirements.md has one row a requirement: its number, what it asks in short words, and what shows it. The
// last cell is "-" as long as nothing does, else a list of proofs in backquotes: `core/text.TestSentences` for a test,
// benchmark or fuzz test of a package, `cmd/ibidctl/testdata/script/add.txtar` for a file that a test reads.

// requirementGroups holds the highest number of each group; a group has every number from 1 (R0 to R4: from .1) on.
var requirementGroups = []struct {
	format string
	last   int
}{
	{"C%d", 5}, {"R0.%d", 9}, {"R1.%d", 7}, {"R2.%d", 13}, {"R3.%d", 11}, {"R4.%d", 5}, {"X%d", 15},
}

// A requirement is one row of the table.
type requirement struct {
	number string
	proofs []string // empty: not shown yet
}

var (
	rowPattern   = regexp.MustCompile(`(?m)^\| ((?:R\d+\.|[CX])\d+) \| ([^|]+) \| ([^|]+) \|$`)
	proofPattern = regexp.MustCompile("`([^`]+)`")
	markPattern  = regexp.MustCompile(`^(?:R\d+\.\d+|[CX]\d+)\b`)
	testPattern  = regexp.MustCompile(`^(Test|Benchmark|Fuzz|Example)`)
)

// requirements reads the rows of the table. A row whose last cell is neither "-" nor a list of proofs, which may be of
// a part only, is an error.
func requirements(table []byte) ([]requirement, error) {
	var out []requirement
	for _, row := range rowPattern.FindAllSubmatch(table, -1) {
		r := requirement{number: string(row[1])}
		for _, proof := range proofPattern.FindAllSubmatch(row[3], -1) {
			r.proofs = append(r.proofs, string(proof[1]))
		}
		rest := string(bytes.Trim(proofPattern.ReplaceAll(row[3], nil), ", "))
		if len(r.proofs) > 0 {
			rest = strings.TrimPrefix(rest, "in part:")
		}
		if shown := len(r.proofs) > 0; shown && rest != "" || !shown && rest != "-" {
			return nil, fmt.Errorf("%s: %q is neither - nor a list of tests in backquotes", r.number, row[3])
		}
		out = append(out, r)
	}
	return out, nil
}

// marks returns the numbers that a comment begins with: "R3.4" and "C2" of "// R3.4, C2: one source a page".
func marks(comment string) []string {
	text := strings.TrimSpace(strings.TrimLeft(comment, "/*"))
	var out []string
	for {
		number := markPattern.FindString(text)
		if number == "" {
			return out
		}
		out = append(out, number)
		text = strings.TrimLeft(text[len(number):], ", ")
	}
}

func readTable(t *testing.T) []requirement {
	t.Helper()
	table, err := os.ReadFile(filepath.Join(repository, "testdata", "requirements.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := requirements(table)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestTableHoldsEveryRequirementInOrder(t *testing.T) {
	var want, got []string
	for _, g := range requirementGroups {
		for i := range g.last {
			want = append(want, fmt.Sprintf(g.format, i+1))
		}
	}
	for _, r := range readTable(t) {
		got = append(got, r.number)
	}
	if !slices.Equal(got, want) {
		t.Errorf("the table has\n%q, want\n%q", got, want)
	}
}

func TestEveryProofInTheTableExists(t *testing.T) {
	tests := testNames(t)
	for _, r := range readTable(t) {
		for _, proof := range r.proofs {
			_, err := os.Stat(filepath.Join(repository, proof))
			if !tests[proof] && err != nil {
				t.Errorf("%s: %s is neither a test nor a file", r.number, proof)
			}
		}
	}
}

func TestEveryMarkInATestIsInTheTable(t *testing.T) {
	known := make(map[string]bool)
	for _, r := range readTable(t) {
		known[r.number] = true
	}
	for _, s := range sources(t) {
		if !strings.HasSuffix(s.name, "_test.go") {
			continue
		}
		for _, group := range s.tree.Comments {
			for _, comment := range group.List {
				for _, number := range marks(comment.Text) {
					if !known[number] {
						t.Errorf("%v: there is no requirement %s", s.fset.Position(comment.Pos()), number)
					}
				}
			}
		}
	}
}

// testNames are the tests, benchmarks and fuzz tests of the repository, as "core/text.TestSentences".
func testNames(t *testing.T) map[string]bool {
	out := make(map[string]bool)
	for _, s := range sources(t) {
		if !strings.HasSuffix(s.name, "_test.go") {
			continue
		}
		for _, d := range s.tree.Decls {
			f, ok := d.(*ast.FuncDecl)
			if ok && f.Recv == nil && testPattern.MatchString(f.Name.Name) {
				out[path.Dir(s.name)+"."+f.Name.Name] = true
			}
		}
	}
	return out
}

func TestTableRowsAreReadStrictly(t *testing.T) {
	tests := []struct {
		row    string
		number string
		proofs []string
		fails  bool
	}{
		{row: "| R0.1 | lines around | - |", number: "R0.1"},
		{row: "| C2 | bleve | `core/index.TestA`, `core/index.TestB` |", number: "C2", proofs: []string{"core/index.TestA", "core/index.TestB"}},
		{row: "| X1 | answers | soon |", fails: true},
		{row: "| X1 | answers | `core/check.TestA` and more |", fails: true},
	}
	for _, tt := range tests {
		got, err := requirements([]byte("| no | what | shown by |\n|---|---|---|\n" + tt.row + "\n"))
		if tt.fails {
			if err == nil {
				t.Errorf("%s: read as %v, want an error", tt.row, got)
			}
			continue
		}
		if err != nil || len(got) != 1 || got[0].number != tt.number || !slices.Equal(got[0].proofs, tt.proofs) {
			t.Errorf("%s: read as %v, %v", tt.row, got, err)
		}
	}
}

func TestMarksAreTheNumbersAtTheStartOfAComment(t *testing.T) {
	tests := []struct {
		comment string
		want    []string
	}{
		{"// R3.4", []string{"R3.4"}},
		{"// R3.4, C2: one source a page", []string{"R3.4", "C2"}},
		{"// X2 R0.1", []string{"X2", "R0.1"}},
		{"/* R9.99 */", []string{"R9.99"}},
		{"// as R3.4 says", nil},
		{"// R2D2 is a robot", nil},
		{"// C2x", nil},
	}
	for _, tt := range tests {
		if got := marks(tt.comment); !slices.Equal(got, tt.want) {
			t.Errorf("marks(%q) = %q, want %q", tt.comment, got, tt.want)
		}
	}
}
