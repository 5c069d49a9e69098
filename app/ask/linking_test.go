package ask_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/app"
	"ibid/app/apptest"
	"ibid/core"
)

// forest is a library of a paper, notes and the code that they speak of.
func forest(t *testing.T) *app.Engine {
	t.Helper()
	dir := t.TempDir()
	apptest.WritePDF(t, filepath.Join(dir, "paper.pdf"), "", "The lower edge of the forest is computed by depth_limit for the survey")
	for name, text := range map[string]string{
		"notes.md": "# Spores\n\nHow far spores drift is left to `settle`, after `total` and the survey of spring.\n",
		"light.py": "def depth_limit(lux):\n    \"\"\"Metres at which one percent of the light is left.\"\"\"\n    return 4.6 / lux\n\n\ndef survey():\n    pass\n",
		"drift.py": "def settle(swell):\n    return 200 * swell\n\n\ndef total(rows):\n    return sum(rows)\n",
		"table.py": "def total(cells):\n    return len(cells)\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	e := apptest.Open(t)
	apptest.Add(t, e, "", dir)
	return e
}

// sourced are the sources of a context, "heading: last reason".
func sourced(t *testing.T, e *app.Engine, req core.ContextRequest) (out []string) {
	t.Helper()
	c, err := e.Context(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range c.Sources {
		out = append(out, s.Locator.String()+": "+s.Reasons[len(s.Reasons)-1].Detail)
	}
	return out
}

// What answers a question in a paper brings the code that it names, and code
// the paper that names it, each with the reason. A common word that code happens
// to define, and a name that means several things, bring nothing.
func TestPaperAndItsCodeStandInOneContext(t *testing.T) { // X8
	e := forest(t)
	for _, tt := range []struct {
		name string
		req  core.ContextRequest
		want []string // sources with their reasons, in order
		not  []string
	}{
		{"a paper brings the definition", core.ContextRequest{Query: "Where is the lower edge of the forest?"},
			[]string{"paper.pdf p. 1: ", "light.py:1-3: defines depth_limit, which paper.pdf p. 1 names"}, nil},
		{"the definition brings the paper", core.ContextRequest{Query: "metres where one percent of light is left"},
			[]string{"light.py:1-7: ", "paper.pdf p. 1: names depth_limit, which light.py:1-7 defines"}, nil},
		{"notes bring what they mark as code and is defined once", core.ContextRequest{Query: "How far do spores drift?"},
			[]string{"notes.md:1-3: ", "drift.py:1-2: defines settle, which notes.md:1-3 names"}, []string{"table.py", "light.py"}},
		{"without code none comes", core.ContextRequest{Query: "Where is the lower edge of the forest?", NoCode: true}, []string{"paper.pdf p. 1: "}, []string{"light.py"}},
		{"of one kind nothing else comes", core.ContextRequest{Query: "metres where one percent of light is left", Kinds: []core.Kind{core.KindCode}}, []string{"light.py:1-7: "}, []string{"paper.pdf"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := sourced(t, e, tt.req)
			if len(got) < len(tt.want) {
				t.Fatalf("got %q", got)
			}
			for n, want := range tt.want {
				if !strings.HasPrefix(got[n], want) {
					t.Errorf("source %d is %q, want %q", n+1, got[n], want)
				}
			}
			for _, not := range tt.not {
				if slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, not) }) {
					t.Errorf("%s is among %q", not, got)
				}
			}
		})
	}
}
