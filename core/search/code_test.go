package search_test

import (
	"testing"

	"ibid/core"
	"ibid/core/query"
	"ibid/core/search"
)

func TestTestsAreToldByTheirPath(t *testing.T) { // R2.6
	for path, want := range map[string]bool{
		"app/engine.go": false, "app/engine_test.go": true, "src/latest.py": false, "src/test_auth.py": true, "tests/auth.py": true,
		"src/contest/rank.rs": false, "web/login.spec.ts": true, "e2e_tests/integration/a.txt": true, "pkg/attestation/x.go": false,
		"src/test/java/A.java": true, "src/main/java/UserTests.java": true, "examples/basic/main.go": true, "conftest.py": true,
		"lexer_fuzz.go": true, "scripts/end-to-end-tests.js": true, "store_mock.go": true, "fuzzy.go": false, "src/benchmarks.rs": false,
	} {
		if got := search.IsTest(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}

// Where code is asked about, the file that deals with it comes before its test
// and before a document that names the same words; where tests are asked for,
// or code is not, nothing is held back.
func TestCodeComesBeforeItsTestsAndDocuments(t *testing.T) { // R2.6, X7
	s := newShelf(t)
	text := "The replacer cuts the closing bracket off a value."
	s.add(t, "README.md", core.KindMarkdown, text+" It is said here.")
	s.add(t, "replacer_test.go", core.KindCode, text+" And tested. And tested.")
	s.add(t, "replacer.go", core.KindCode, text+" This is where it is done, among many other things that are done.")
	first := func(q core.Query) string {
		t.Helper()
		hits, err := s.Search(t.Context(), q, 10)
		check(t, err)
		if len(hits) != 3 {
			t.Fatalf("%d hits", len(hits))
		}
		return hits[0].Document.Name
	}
	q := core.Query{Words: []string{"closing", "bracket", "value"}}
	if got := first(q); got == "replacer.go" {
		t.Errorf("%s is first where code is not asked about", got)
	}
	if q.Code = true; first(q) != "replacer.go" {
		t.Errorf("%s is first where code is asked about", first(q))
	}
	if q.Tests = true; first(q) == "replacer.go" {
		t.Error("a test is held back where tests are asked for")
	}
	q = core.Query{Words: []string{"replacer", "value"}, Code: true, Tests: true}
	if hits, err := s.Search(t.Context(), q, 10); err != nil || hits[0].Document.Name == "README.md" {
		t.Errorf("%s is first though others are called so, %v", hits[0].Document.Name, err)
	}
}

// The body of a pasted text counts, and less than its first line.
func TestBodiesCountLess(t *testing.T) {
	s := newShelf(t)
	s.add(t, "a.md", core.KindMarkdown, "Cookies and their settings.")
	s.add(t, "b.md", core.KindMarkdown, "Headers and their settings.")
	hits := s.ask(t, "sticky cookies\nsee the headers")
	if len(hits) != 2 || hits[0].Document.Name != "a.md" {
		t.Errorf("%d hits", len(hits))
	}
}

// What the form of a bug tracker asks for finds nothing where code is asked about,
// and the names of the first line find the one that source code has.
func TestReportsAreAskedForByWhatTheyTell(t *testing.T) { // R2.6
	s := newShelf(t)
	s.add(t, "version.go", core.KindCode, "What is the version of the program and on which system does it run?")
	s.add(t, "gauge.go", core.KindCode, "The gauge of the system is read here.")
	s.add(t, "level.go", core.KindCode, "func logLevelName() {}")
	s.add(t, "both.go", core.KindCode, "log level of level, log of a name")
	for report, want := range map[string]struct {
		part  search.Part
		first string
	}{
		"Broken since spring\n### What is the version of the program and on which system does it run?\nthe gauge": {search.PartTemplate, "gauge.go"},
		"log_level_name is broken": {search.PartJoined, "level.go"},
	} {
		first := func() string {
			t.Helper()
			q, err := query.Parse(report)
			check(t, err)
			q.Code = true
			hits, err := s.Search(t.Context(), q, 10)
			check(t, err)
			if len(hits) == 0 {
				return "none"
			}
			for _, m := range hits[0].Matches {
				if word := hits[0].Text[m.Start:m.End]; word == "system" && s.Without == nil {
					t.Errorf("%q of %s is marked as found", word, hits[0].Document.Name)
				}
			}
			return hits[0].Document.Name
		}
		s.Without = nil
		if got := first(); got != want.first {
			t.Errorf("%q: %s is first, want %s", report, got, want.first)
		}
		s.Without = []search.Part{want.part}
		if got := first(); got == want.first {
			t.Errorf("%q: %s is first without %s too", report, got, want.part)
		}
	}
}
