package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// What is found, and whether it is a guess, on either side of each bound.
func TestNamesAreResolvedUpToABound(t *testing.T) { // R2.5
	guesses := func(n int) map[string]string { // classes with a method of the name
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "class C%d:\n    def go(self): pass\n", i)
		}
		return map[string]string{"a.py": b.String(), "use.py": "from a import C0\ndef f(x):\n    x.go()\n"}
	}
	bases := func(n int) map[string]string { // classes that extend each other
		b := "class C0:\n    def go(self): pass\n"
		for i := range n {
			b += fmt.Sprintf("class C%d(C%d):\n    pass\n", i+1, i)
		}
		return map[string]string{"a.py": b, "use.py": fmt.Sprintf("from a import C%d\ndef f(x: C%d):\n    x.go()\n", n, n)}
	}
	exports := func(n int) map[string]string { // files that re-export from each other
		files := map[string]string{"f0.ts": "export function go() {}\n"}
		for i := range n {
			files[fmt.Sprintf("f%d.ts", i+1)] = fmt.Sprintf("export * from './f%d'\n", i)
		}
		files["use.ts"] = fmt.Sprintf("import { go } from './f%d'\ngo()\n", n)
		return files
	}
	tests := []struct {
		name         string
		files        map[string]string
		path, entity string
		want         string // "sure", "guess" or ""
	}{
		{"twelve members of a name", guesses(12), "a.py", "C0.go", "guess"},
		{"thirteen members", guesses(13), "a.py", "C0.go", ""},
		{"six levels of base classes", bases(6), "a.py", "C0.go", "sure"},
		{"seven levels", bases(7), "a.py", "C0.go", ""},
		{"six files that re-export", exports(6), "f0.ts", "go", "sure"},
		{"seven files", exports(7), "f0.ts", "go", ""},
	}
	for _, tt := range tests {
		s := newShelf(t, tt.files)
		e := s.entity(t, tt.path, tt.entity)
		uses, err := s.References(t.Context(), e.Document.ID, e.Ordinal)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, u := range uses {
			if strings.HasPrefix(u.Document.Name, "use.") {
				got = map[bool]string{true: "guess", false: "sure"}[u.Guess]
			}
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Answers are cut where a chat application or a person could not use more.
func TestAnswersEndAtTheirBounds(t *testing.T) { // R2.5
	files := map[string]string{"m0.py": "def first(): pass\n", "many.py": "def called(): pass\n"}
	for i := range 40 {
		files[fmt.Sprintf("m%d.py", i+1)] = fmt.Sprintf("import m%d\n", i)
	}
	for i := range 201 {
		files[fmt.Sprintf("d%d/find.py", i)] = fmt.Sprintf("def find_tide(): return %d\n", i)
	}
	for i := range 501 {
		files["many.py"] += fmt.Sprintf("def f%d(): called()\n", i)
	}
	s := newShelf(t, files)
	links, err := s.Imports(t.Context(), s.document(t, "m40.py").ID, 100)
	if err != nil || len(links) != 32 || links[31].Depth != 32 {
		t.Errorf("%d imports, %v; want 32", len(links), err)
	}
	found, err := s.Define(t.Context(), "find_tide", 0)
	if err != nil || len(found) != 200 {
		t.Errorf("%d definitions, %v; want 200", len(found), err)
	}
	e := s.entity(t, "many.py", "called")
	related, err := s.Related(t.Context(), e.Document.ID, e.Ordinal)
	if err != nil || len(related) != 500 {
		t.Errorf("%d related, %v; want 500", len(related), err)
	}
	named, err := s.Named(t.Context(), "the tides of find_tide and `called` and called alone")
	if err != nil || len(named["find_tide"]) != 5 || len(named["called"]) != 1 {
		t.Errorf("names of a text: %d and %d, %v", len(named["find_tide"]), len(named["called"]), err)
	}
	near, err := s.Near(t.Context(), "first", s.document(t, "m0.py").ID)
	var names []string
	for _, d := range near {
		names = append(names, d.Name)
	}
	if slices.Sort(names); err != nil || !slices.Equal(names, []string{"m1.py", "m2.py", "m3.py"}) {
		t.Errorf("a server looks in %q, %v", names, err)
	}
}
