package place_test

import (
	"archive/zip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"ibid/app"
	"ibid/app/apptest"
	"ibid/app/config"
	"ibid/app/place"
	"ibid/core"
	"ibid/core/window"
)

// rooted opens a library with the sample, a folder of kinds and an archive, each
// below a folder that the settings name.
func rooted(t *testing.T) *app.Engine {
	t.Helper()
	dir := t.TempDir()
	var lines strings.Builder
	for i := range 40 {
		fmt.Fprintf(&lines, "Station %d was read at noon.\n", i+1)
	}
	z, err := os.Create(filepath.Join(dir, "log.zip"))
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(z)
	member, err := w.Create("year/buoy.txt")
	if err == nil {
		_, err = member.Write([]byte(lines.String()))
	}
	if err := errors.Join(err, w.Close(), z.Close()); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "outside.txt"), []byte("never added\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	papers, err := filepath.Abs(apptest.Sample())
	if err != nil {
		t.Fatal(err)
	}
	settings := config.Default()
	settings.Folders = []config.Folder{
		{Name: "logs", Path: dir, Strategy: window.Lines}, {Name: "papers", Path: papers, Strategy: window.Whole},
		{Name: "kinds", Path: filepath.Join(papers, "..", "kinds"), Strategy: window.Lines},
		{Name: "twice", Path: "/a/twice", Strategy: window.Lines}, {Name: "twice", Path: "/b/twice", Strategy: window.Lines},
	}
	e, err := app.Open(t.Context(), app.Options{Library: t.TempDir(), Program: "test", Config: &settings})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	apptest.Add(t, e, "", filepath.Join(dir, "log.zip"), apptest.Sample(), apptest.Testdata("kinds"))
	return e
}

func TestLinesOfANamedFolder(t *testing.T) { // R0.6, R0.1
	e := rooted(t)
	for _, tt := range []struct {
		name        string
		req         place.LinesRequest
		first, last int
		text        string // of the first line
	}{
		{"a member of an archive", place.LinesRequest{Source: "logs", Path: "log.zip", Archive: "year/buoy.txt", Line: 20, Window: 5}, 15, 25, "Station 15 was read at noon."},
		{"clipped at the start", place.LinesRequest{Source: "logs", Path: "log.zip", Archive: "year/buoy.txt", Line: 2, Window: 5}, 1, 7, "Station 1 was read at noon."},
		{"clipped at the end", place.LinesRequest{Source: "logs", Path: "log.zip", Archive: "year/buoy.txt", Line: 40, Window: 1}, 39, 40, "Station 39 was read at noon."},
		{"one line", place.LinesRequest{Source: "logs", Path: "log.zip", Archive: "year/buoy.txt", Line: 3}, 3, 3, "Station 3 was read at noon."},
	} {
		got, err := e.Lines(t.Context(), tt.req)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		n := len(got.Lines)
		if n != tt.last-tt.first+1 || got.Lines[0].Number != tt.first || got.Lines[n-1].Number != tt.last || got.Lines[0].Text != tt.text || got.Total != 40 {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
}

func TestLinesOfAPDFCountEightyCharacters(t *testing.T) { // R0.6, R0.4
	e := rooted(t)
	docs, err := e.Documents(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	looked := 0
	for _, d := range docs {
		if d.Kind != core.KindPDF || d.State != core.StateReady || d.Container != 0 || filepath.Base(filepath.Dir(d.Path)) != "sample" {
			continue
		}
		pages, err := e.Pages(t.Context(), d.ID)
		if err != nil {
			t.Fatal(err)
		}
		first := 1 + strings.Count(pages[0].Text, "\n")
		alone := 0 // the line may be a whole column of a page
		for _, n := range []int{0, 3, 10} {
			got, err := e.Lines(t.Context(), place.LinesRequest{Source: "papers", Path: d.Name, Line: first + 5, Window: n})
			if err != nil {
				t.Errorf("%s: %v", d.Name, err)
				continue
			}
			chars, found := 0, false
			for _, l := range got.Lines {
				chars += utf8.RuneCountInString(l.Text)
				found = found || l.Number == first+5
				if l.Page == 0 || !strings.Contains(pages[l.Page-1].Text, l.Text) {
					t.Errorf("%s: line %d is not on page %d: %q", d.Name, l.Number, l.Page, l.Text)
				}
			}
			if n == 0 {
				alone = chars
			}
			if most := 2*n*window.LineCharacters + alone; !found || chars > most {
				t.Errorf("%s: %d characters for a window of %d, line %d among them: %v", d.Name, chars, n, first+5, found)
			}
			looked++
		}
	}
	if looked == 0 {
		t.Error("the sample has no such PDF")
	}
}

func TestLineZeroIsMetadata(t *testing.T) { // R0.6, R0.2
	e := rooted(t)
	docs, err := e.Documents(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[core.Unit]bool)
	for _, d := range docs {
		if filepath.Base(filepath.Dir(d.Path)) != "kinds" || d.Kind.Unit() == core.UnitMetadata && !d.State.Searchable() {
			continue
		}
		got, err := e.Lines(t.Context(), place.LinesRequest{Source: "kinds", Path: d.Name})
		if err != nil || len(got.Lines) == 0 {
			t.Errorf("%s: %+v, %v", d.Name, got, err)
			continue
		}
		tags := strings.HasPrefix(got.Lines[0].Text, "[")
		if metadata := d.Kind.Unit() == core.UnitMetadata; metadata != tags || !metadata && got.Lines[0].Text != "Name: "+d.Name {
			t.Errorf("%s: %+v", d.Name, got.Lines[0])
		}
		seen[d.Kind.Unit()] = true
	}
	if !seen[core.UnitMetadata] || !seen[core.UnitLine] {
		t.Errorf("only %v were looked at", seen)
	}
}

func TestLinesStayInTheLibrary(t *testing.T) { // R0.6
	e := rooted(t)
	for _, tt := range []struct {
		req  place.LinesRequest
		want error
	}{
		{place.LinesRequest{Source: "logs", Path: "outside.txt", Line: 1}, core.ErrNotFound},
		{place.LinesRequest{Source: "", Path: "log.zip", Line: 1}, core.ErrNotFound},
		{place.LinesRequest{Source: "nothing", Path: "log.zip", Line: 1}, core.ErrNotFound},
		{place.LinesRequest{Source: "twice", Path: "a.txt", Line: 1}, core.ErrAmbiguous},
		{place.LinesRequest{Source: "logs", Path: "../log.zip", Line: 1}, core.ErrQuery},
		{place.LinesRequest{Source: "logs", Path: "/etc/passwd", Line: 1}, core.ErrQuery},
		{place.LinesRequest{Source: "logs", Path: `..\log.zip`, Line: 1}, core.ErrQuery},
		{place.LinesRequest{Source: "logs", Path: "", Line: 1}, core.ErrQuery},
		{place.LinesRequest{Source: "logs", Path: "log.zip", Archive: "../../etc/passwd", Line: 1}, core.ErrQuery},
		{place.LinesRequest{Source: "logs", Path: "log.zip", Archive: "none.txt", Line: 1}, core.ErrNotFound},
		{place.LinesRequest{Source: "logs", Path: "log.zip", Archive: "year/buoy.txt", Line: 41}, core.ErrNoSuchPage},
		{place.LinesRequest{Source: "logs", Path: "log.zip", Archive: "year/buoy.txt", Line: -1}, core.ErrQuery},
		{place.LinesRequest{Source: "logs", Path: "log.zip", Archive: "year/buoy.txt", Line: 1, Window: place.MaxLinesAround + 1}, core.ErrQuery},
	} {
		if got, err := e.Lines(t.Context(), tt.req); !errors.Is(err, tt.want) || len(got.Lines) > 0 {
			t.Errorf("%+v: %+v, %v", tt.req, got, err)
		}
	}
}
