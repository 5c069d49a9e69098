package graph_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// R2.5, R2.11: fifty imports each of Python's own library and of a package in
// TypeScript lead to the files of a list, which was drawn at random, made by
// looking which files are there and read through. A fact is a file, a line, what
// is imported there, and the files that it leads to, if any.
func TestImportsLeadWhereTheListsSay(t *testing.T) {
	if testing.Short() {
		t.Skip("measures quality, with the imports of whole projects")
	}
	for _, tt := range []struct {
		facts, root string
		endings     []string
	}{
		{"testdata/python3.11.tsv", pythonLibrary("3.11"), []string{".py"}},
		{"testdata/rxjs-7.8.1.tsv", codeFolder("rxjs", `"version": "7.8.1"`), []string{".ts", ".json"}},
	} {
		t.Run(filepath.Base(tt.facts), func(t *testing.T) {
			if tt.root == "" {
				t.Skip("what the facts are about is not at hand")
			}
			s := newShelf(t, nil)
			s.root, s.skip = tt.root+"/", "test" // which no fact is about
			s.addTree(t, tt.root, tt.endings...)
			data, err := os.ReadFile(tt.facts)
			if err != nil {
				t.Fatal(err)
			}
			facts := strings.Split(strings.TrimSpace(string(data)), "\n")
			if len(facts) != 50 {
				t.Errorf("%d facts, want 50", len(facts))
			}
			for _, fact := range facts {
				s.hold(t, strings.Split(fact, "\t"))
			}
		})
	}
}

// hold compares one fact with the graph.
func (s *shelf) hold(t *testing.T, fact []string) {
	t.Helper()
	links, err := s.Imports(t.Context(), s.document(t, fact[0]).ID, 1)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	known := false
	for _, l := range links {
		if strconv.Itoa(l.Import.Line) != fact[1] || l.Import.Path != fact[2] {
			continue
		}
		known = true
		for _, d := range l.To {
			got = append(got, s.short(d))
		}
	}
	slices.Sort(got)
	if got = slices.Compact(got); !known || !slices.Equal(got, fact[3:]) {
		t.Errorf("%s:%s: %q leads to %q, want %q (known %v)", fact[0], fact[1], fact[2], got, fact[3:], known)
	}
}

// pythonLibrary is the folder of the library of the system's own Python, if it
// is of that version: others have the same files with other lines.
func pythonLibrary(version string) string {
	const say = "import sys, sysconfig; print('%d.%d' % sys.version_info[:2], sysconfig.get_path('stdlib'))"
	out, err := exec.Command("/usr/bin/python3", "-c", say).Output()
	have, dir, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	if err != nil || have != version {
		return ""
	}
	return dir
}

// codeFolder is the one of the folders in IBID_CODE that is named so and whose
// package.json says so.
func codeFolder(name, says string) string {
	for _, dir := range filepath.SplitList(os.Getenv("IBID_CODE")) {
		data, err := os.ReadFile(filepath.Join(dir, "package.json"))
		if err == nil && filepath.Base(dir) == name && strings.Contains(string(data), says) {
			return dir
		}
	}
	return ""
}
