package place_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/app/apptest"
	"ibid/core"
)

func TestANameMeansADocumentOrAFolder(t *testing.T) { // R2.8
	e := apptest.Open(t)
	dir := t.TempDir()
	for _, sub := range []string{"survey/north", "survey/south", "old/north"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	apptest.Add(t, e, "", apptest.Write(t, dir, "survey/north/gauge.txt", "The northern gauge."), apptest.Write(t, dir, "survey/south/gauge.txt", "The southern gauge."),
		apptest.Write(t, dir, "old/north/buoy.txt", "A buoy."), apptest.Write(t, dir, "log.txt", "A log."))
	if _, err := e.Watch(t.Context(), core.Folder{Path: filepath.Join(dir, "old")}); err != nil {
		t.Fatal(err)
	}
	var several *core.AmbiguousError
	for _, tt := range []struct {
		name string
		want []string // ends of paths
		says string   // of the error
	}{
		{name: "log.txt", want: []string{"log.txt"}},
		{name: "LOG.txt", want: []string{"log.txt"}},
		{name: "south/gauge.txt", want: []string{"south/gauge.txt"}},
		{name: filepath.Join(dir, "log.txt"), want: []string{"log.txt"}},
		{name: filepath.Join(dir, "survey"), want: []string{"north/gauge.txt", "south/gauge.txt"}},
		{name: filepath.Join(dir, "survey") + "/", want: []string{"north/gauge.txt", "south/gauge.txt"}},
		{name: "survey", want: []string{"north/gauge.txt", "south/gauge.txt"}},
		{name: "Survey/North", want: []string{"north/gauge.txt"}},
		{name: "old", want: []string{"north/buoy.txt"}}, // a watched folder, by its name
		{name: "north", says: "several"},
		{name: "gauge.txt", says: "several"},
		{name: "gauge", says: "there is gauge.txt"},
		{name: "surv", says: "there is survey/"},
		{name: filepath.Base(filepath.Dir(dir)), says: `"` + filepath.Base(filepath.Dir(dir)) + `"`}, // above the library
		{name: "tides", says: `"tides"`},
		{name: " ", says: `""`},
	} {
		docs, err := e.Within(t.Context(), tt.name)
		var got []string
		for _, d := range docs {
			got = append(got, d.Path)
		}
		slices.Sort(got)
		for i, want := range tt.want {
			if i >= len(got) || !strings.HasSuffix(filepath.ToSlash(got[i]), "/"+want) {
				t.Errorf("%s: %q, %v", tt.name, got, err)
				break
			}
		}
		switch {
		case len(got) != len(tt.want), (err == nil) != (tt.says == ""):
			t.Errorf("%s: %q, %v", tt.name, got, err)
		case tt.says == "several":
			if !errors.As(err, &several) || len(several.Candidates) != 2 {
				t.Errorf("%s: %v", tt.name, err)
			}
		case err != nil && (!errors.Is(err, core.ErrNotFound) || !strings.Contains(err.Error(), tt.says)):
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}
