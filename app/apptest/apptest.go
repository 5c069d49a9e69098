// Package apptest opens whole libraries for the tests of the packages that hold
// use cases. They have real stores, real workers and real files.
package apptest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"ibid/app"
	"ibid/core"
)

// Main runs the tests of a package. If the program was started as a worker, it
// does the worker's job instead: libraries opened by these tests start the test
// program itself as their workers.
func Main(m *testing.M) {
	app.RunWorkerIfAsked()
	os.Exit(m.Run())
}

// SamplePassword opens the encrypted document of the sample library.
const SamplePassword = "tide-pool"

// Testdata returns the path of a file below the project's folder testdata.
func Testdata(elements ...string) string {
	root := ".."
	for range 5 {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		root = filepath.Join(root, "..")
	}
	return filepath.Join(append([]string{root, "testdata"}, elements...)...)
}

// Sample returns the path of a file of the sample library, or its folder.
func Sample(elements ...string) string {
	return Testdata(append([]string{"sample"}, elements...)...)
}

// Open opens a new library that is closed when the test ends.
func Open(t testing.TB) *app.Engine {
	t.Helper()
	return OpenWith(t, app.Options{})
}

// OpenWith opens a library with options. If o names no folder, the library is a
// new one. It is closed when the test ends.
func OpenWith(t testing.TB, o app.Options) *app.Engine {
	t.Helper()
	if o.Library == "" {
		o.Library = t.TempDir()
	}
	o.Program = "test"
	e, err := app.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// OpenLong opens a library as the window does and returns a channel that
// receives a value after each change of it. The caller closes the library.
func OpenLong(t *testing.T, library string) (*app.Engine, <-chan struct{}) {
	t.Helper()
	e, err := app.Open(t.Context(), app.Options{Library: library, Program: "test", Long: true})
	if err != nil {
		t.Fatal(err)
	}
	changed := make(chan struct{}, 1)
	e.Changes(func(core.Change) {
		select {
		case changed <- struct{}{}:
		default:
		}
	})
	return e, changed
}

// Until waits up to 30 s until ok returns true; it asks after each change of
// the library. what names the condition in the failure message.
func Until(t *testing.T, changed <-chan struct{}, what string, ok func() bool) {
	t.Helper()
	late := time.After(30 * time.Second)
	for !ok() {
		select {
		case <-changed:
		case <-late:
			t.Fatalf("%s: it did not come to that", what)
		}
	}
}

// Add reads paths into the library and returns their documents. The test fails
// if a path is missing.
func Add(t testing.TB, e *app.Engine, password string, paths ...string) []core.Document {
	t.Helper()
	added, err := e.AddPaths(t.Context(), paths, password)
	if err != nil || len(added.Errors) > 0 {
		t.Fatal(err, added.Errors)
	}
	return added.Documents
}

// Search returns at most limit hits for a question, best first.
func Search(t testing.TB, e *app.Engine, question string, limit int) []core.Hit {
	t.Helper()
	found, err := e.Search(t.Context(), core.SearchRequest{Query: question, Limit: limit})
	if err != nil {
		t.Fatalf("search %q: %v", question, err)
	}
	return found.Hits
}

// Write writes a file and returns its path. The last element is the text of the
// file, those before it are the elements of the path.
func Write(t testing.TB, elements ...string) string {
	t.Helper()
	path := filepath.Join(elements[:len(elements)-1]...)
	if err := os.WriteFile(path, []byte(elements[len(elements)-1]), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// WritePDF writes a PDF with one page for each of feet. A page has a line of
// text and, at its foot, the string from feet. labels goes into the document
// catalogue as it is.
func WritePDF(t *testing.T, path, labels string, feet ...string) string {
	t.Helper()
	var objects, kids []string
	for i, foot := range feet {
		text := fmt.Sprintf("BT /F 11 Tf 72 700 Td (The tide of the %s day was noted at noon.) Tj 228 -660 Td (%s) Tj ET", ordinals[i], foot)
		objects = append(objects,
			fmt.Sprintf("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents %d 0 R/Resources<</Font<</F 3 0 R>>>>>>", 2*i+5),
			fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(text), text))
		kids = append(kids, fmt.Sprintf("%d 0 R", 2*i+4))
	}
	objects = append([]string{
		"<</Type/Catalog/Pages 2 0 R" + labels + ">>",
		fmt.Sprintf("<</Type/Pages/Count %d/Kids[%s]>>", len(feet), strings.Join(kids, " ")),
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
	}, objects...)
	var b, table bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	fmt.Fprintf(&table, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for i, o := range objects {
		fmt.Fprintf(&table, "%010d 00000 n \n", b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "%strailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", &table, len(objects)+1, start)
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

var ordinals = []string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"}

// Numbers returns n consecutive numbers as strings, beginning with first.
func Numbers(first, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = strconv.Itoa(first + i)
	}
	return out
}
