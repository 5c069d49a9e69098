package worker_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/go-pdf/fpdf"

	"ibid/core"
	"ibid/core/worker"
)

// misbehaving is the test worker, built with the hooks that make it fail.
var misbehaving string

func TestMain(m *testing.M) {
	worker.RunIfAsked()
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "worker")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(dir) }()
	misbehaving = filepath.Join(dir, "worker")
	if out, err := exec.Command("go", "build", "-tags", "workerhooks", "-o", misbehaving, "./testdata/worker").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build the test worker: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// supervisor starts workers that can misbehave, within limits that make a test
// short.
func supervisor(t testing.TB, change func(*core.Limits)) *worker.Supervisor {
	t.Helper()
	limits := core.DefaultLimits()
	if change != nil {
		change(&limits)
	}
	s, err := worker.New(worker.Options{Command: []string{misbehaving, worker.Argument}, Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// write makes a file and opens it.
func write(t testing.TB, name string, data []byte) *os.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// paper is a PDF with one line of text on each page.
func paper(t testing.TB, pages int, change func(*fpdf.Fpdf)) []byte {
	t.Helper()
	doc := fpdf.New("P", "pt", "A4", "")
	doc.SetCompression(false)
	doc.SetTitle("A short paper", true)
	doc.SetAuthor("N. Body", true)
	if change != nil {
		change(doc)
	}
	for i := range pages {
		doc.AddPage()
		doc.Bookmark(fmt.Sprintf("Section %d", i+1), 0, -1)
		doc.SetFont("Times", "", 11)
		doc.Text(72, 100, fmt.Sprintf("The yield curve inverted on page %d.", i+1))
	}
	var out bytes.Buffer
	if err := doc.Output(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func request(f *os.File, kind core.Kind) core.ReadRequest {
	return core.ReadRequest{Name: filepath.Base(f.Name()), File: f, Kind: kind}
}

// opening opens a file as those who ask for a picture do.
func opening(path string) func(context.Context) (*os.File, error) {
	return func(context.Context) (*os.File, error) { return os.Open(path) }
}

// wantState fails unless err is the named fate of a file.
func wantState(t *testing.T, err error, want core.State) *core.FileError {
	t.Helper()
	var f *core.FileError
	if !errors.As(err, &f) {
		t.Fatalf("got %v, want a file error", err)
	}
	if f.State != want || f.Reason == "" {
		t.Fatalf("got state %q, reason %q; want %q with a reason", f.State, f.Reason, want)
	}
	return f
}

func within(t testing.TB, d time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), d)
	t.Cleanup(cancel)
	return ctx
}

// packZip is a zip with one entry.
func packZip(t testing.TB, name string, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	f, err := w.Create(name)
	if err == nil {
		_, err = f.Write(data)
	}
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
