package app_test

import (
	"os"
	"path/filepath"
	"testing"

	"ibid/app"
	"ibid/core"
)

func TestMain(m *testing.M) {
	app.RunWorkerIfAsked()
	os.Exit(m.Run())
}

// sample is the folder of the sample library.
var sample = filepath.Join("..", "testdata", "sample")

// open opens a new library. Its workers are this program started again.
func open(t testing.TB) *app.Engine {
	t.Helper()
	e, err := app.Open(t.Context(), app.Options{Library: t.TempDir(), Program: "test"})
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

// add reads paths into the library; no path of them may be missing.
func add(t testing.TB, e *app.Engine, password string, paths ...string) []core.Document {
	t.Helper()
	added, err := e.AddPaths(t.Context(), paths, password)
	if err != nil || len(added.Errors) > 0 {
		t.Fatal(err, added.Errors)
	}
	return added.Documents
}
