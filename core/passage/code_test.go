package passage_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/extract/code"
	"ibid/core/passage"
)

// cutCode cuts a source file and holds the result against what is promised of
// every one.
func cutCode(t testing.TB, name, source string) []core.Passage {
	t.Helper()
	c, err := code.Extract(context.Background(), name, source)
	if err != nil {
		t.Fatal(err)
	}
	return checked(t, name, source, c)
}

func checked(t testing.TB, name, source string, c core.Code) []core.Passage {
	t.Helper()
	passages := passage.CutCode([]core.Page{{Index: 1, Text: source}}, c)
	at := 0
	for i, p := range passages {
		if len(c.Entities) == 0 {
			break // cut as text is
		}
		if p.Ordinal != i || len(p.Spans) != 1 || p.Spans[0].Start < at || p.Spans[0].Len() <= 0 || p.Words == 0 {
			t.Fatalf("%s: passage %d is %+v after %d", name, i, p, at)
		}
		if lost := strings.TrimSpace(source[at:p.Spans[0].Start]); lost != "" {
			t.Errorf("%s: %.60q before passage %d is lost", name, lost, i)
		}
		at = p.Spans[0].End
		if first := 1 + strings.Count(source[:p.Spans[0].Start], "\n"); p.Lines[0] != first {
			t.Errorf("%s: passage %d begins on line %d, want %d", name, i, p.Lines[0], first)
		}
		if p.Words > 350 {
			t.Errorf("%s: passage %d has %d words", name, i, p.Words)
		}
	}
	if lost := strings.TrimSpace(source[at:]); lost != "" && len(c.Entities) > 0 && len(passages) > 0 {
		t.Errorf("%s: %.60q at the end is lost", name, lost)
	}
	return passages
}

// body is n statements of Go of five words each.
func body(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "\tvalue%d := compute(left%d, right%d, scale)\n", i, i, i)
	}
	return b.String()
}

// R1.3
func TestCodeIsCutByItsEntities(t *testing.T) {
	source := "package pay\n\nimport \"fmt\"\n\n// Charge takes the money.\nfunc Charge() {\n" + body(30) + "}\n\n" +
		"type Account struct {\n\tOwner string\n}\n\nfunc (a *Account) Name() string { return a.Owner }\n\nfunc (a *Account) Close() error { return nil }\n\n" +
		"// Settle pays all.\nfunc Settle() {\n" + body(120) + "}\n"
	var got []string
	for _, p := range cutCode(t, "pay.go", source) {
		got = append(got, fmt.Sprintf("%d-%d %s", p.Lines[0], p.Lines[1], p.Section))
	}
	want := []string{
		"1-3 ", "5-37 Charge", "39-45 Account, Account.Name, Account.Close",
		"47-82 Settle", "83-117 Settle", "118-152 Settle", "153-169 Settle",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, p := range cutCode(t, "pay.go", source)[3:] {
		if p.Heading != "func Settle()" {
			t.Errorf("a part of Settle is headed %q", p.Heading)
		}
		if text := p.Text(source); !strings.HasPrefix(text, "// Settle pays all.") && !strings.HasPrefix(text, "\tvalue") {
			t.Errorf("a part begins with %.40q", text)
		}
	}
}

func TestLongClassIsCutIntoItsMembers(t *testing.T) {
	method := func(name string) string {
		return "    def " + name + "(self, key):\n        \"\"\"About it.\"\"\"\n" + strings.Repeat("        self.values[key] = self.compute(key, limit)\n", 15)
	}
	source := "class Service:\n    \"\"\"Keeps things.\"\"\"\n\n" + method("load") + "\n" + method("store") + "\n    # Finds one.\n" + method("find_by_email") + "\n"
	var got []string
	for _, p := range cutCode(t, "service.py", source) {
		got = append(got, p.Section)
	}
	if s := strings.Join(got, "; "); s != "Service; Service.load; Service.store; Service.find_by_email" {
		t.Errorf("got %s", s)
	}
}

func TestNothingOfCodeIsLost(t *testing.T) {
	files, err := filepath.Glob("../*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	samples, err := filepath.Glob("../../testdata/code/*.*")
	if err != nil || len(files) < 100 {
		t.Fatal(len(files), err)
	}
	for _, path := range append(files, samples...) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		cutCode(t, path, string(data))
	}
}

// Entities of any shape that Check lets through must not lose text.
func TestNothingIsLostWhateverTheEntities(t *testing.T) {
	source := strings.Repeat("alpha beta(gamma);\n\n  delta { eps } // zeta\n", 40)
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 7))
		c := randomCode(r, source)
		if err := c.Check(source); err != nil {
			t.Fatal(err)
		}
		checked(t, fmt.Sprint("seed ", seed), source, c)
	}
}

func randomCode(r *rand.Rand, source string) core.Code {
	kinds := []core.EntityKind{core.EntityFunction, core.EntityClass, core.EntityConstant}
	var c core.Code
	at := 0
	for at < len(source)-10 && len(c.Entities) < 30 {
		parent := -1
		start, end := at+r.IntN(50), 0
		if n := len(c.Entities); n > 0 && r.IntN(2) == 0 {
			parent = r.IntN(n)
			start = c.Entities[parent].Start + r.IntN(c.Entities[parent].Len())
			end = start + 1 + r.IntN(c.Entities[parent].End-start)
		} else {
			end = min(len(source), start+1+r.IntN(700))
			at = end
		}
		if start >= end || len(c.Entities) > 0 && start < c.Entities[len(c.Entities)-1].Start {
			continue
		}
		c.Entities = append(c.Entities, core.Entity{
			Name: "n", Qualified: "n", Kind: kinds[r.IntN(3)], Span: core.Span{Start: start, End: end}, DocStart: start - r.IntN(min(start, 9)+1),
			FirstLine: 1, NameLine: 1, LastLine: 1, Parent: parent, Body: start,
		})
	}
	return c
}
