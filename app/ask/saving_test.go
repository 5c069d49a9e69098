package ask_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/app"
	"ibid/app/apptest"
	"ibid/app/ask"
	"ibid/core"
)

func TestReplaySaysWhatBecameOfEverySource(t *testing.T) { // X6
	const before, after = "# Ice\n\nThe bay froze in March, and the kelp died at the top.\n", "# Tide\n\nNothing here is about it.\n"
	quoted := "The bay froze in March, and the kelp died at the top."
	tests := map[string]struct {
		change func(t *testing.T, e *app.Engine, path string)
		want   core.Fate
	}{
		"as it was": {func(*testing.T, *app.Engine, string) {}, core.FateSame},
		"more behind it": {func(t *testing.T, e *app.Engine, path string) {
			rewrite(t, e, path, before+"\nMore was written later.\n")
		}, core.FateKept},
		"more before it": {func(t *testing.T, e *app.Engine, path string) { rewrite(t, e, path, after+"\n"+before) }, core.FateMoved},
		"other words":    {func(t *testing.T, e *app.Engine, path string) { rewrite(t, e, path, after) }, core.FateLost},
		"gone": {func(t *testing.T, _ *app.Engine, path string) {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}, core.FateMissing},
		"removed from the library": {func(t *testing.T, e *app.Engine, path string) {
			docs, err := e.Documents(t.Context())
			i := slices.IndexFunc(docs, func(d core.Document) bool { return d.Path == path })
			if err != nil || i < 0 || e.Remove(t.Context(), docs[i].ID) != nil {
				t.Fatal("not removed")
			}
		}, core.FateMissing},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			e := apptest.Open(t)
			path := filepath.Join(t.TempDir(), "ice.md")
			rewrite(t, e, path, before)
			req := core.ContextRequest{Query: "bay froze", Format: core.FormatPlain}
			c, err := e.Context(t.Context(), req)
			if err != nil || len(c.Sources) != 1 || !strings.Contains(c.Sources[0].Text, quoted) {
				t.Fatalf("%+v, %v", c.Sources, err)
			}
			data, err := e.Save(t.Context(), req, c)
			if err != nil {
				t.Fatal(err)
			}
			saved, err := ask.LoadContext(bytes.NewReader(data))
			if err != nil || saved.Text != c.Text || saved.Sources[0].Source().Locator != c.Sources[0].Locator {
				t.Fatalf("%+v, %v", saved, err)
			}
			tt.change(t, e, path)
			r, err := e.Replay(t.Context(), saved)
			if err != nil || len(r.Sources) != 1 || r.Sources[0].Fate != tt.want || r.Sources[0].Why == "" || r.Same != (r.Context.Text == c.Text) {
				t.Errorf("%+v, %v, want %s", r.Sources, err, tt.want)
			}
		})
	}
}

// rewrite gives a file other text and has it read.
func rewrite(t *testing.T, e *app.Engine, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	apptest.Add(t, e, "", path)
}

func TestWhatIsNoSavedContextIsRefused(t *testing.T) { // X6
	for name, data := range map[string]string{
		"nothing":           "",
		"no JSON":           "# notes",
		"other JSON":        `{"a": 1}`,
		"a newer form":      `{"ibid_context": 99}`,
		"a gap in numbers":  `{"ibid_context": 1, "sources": [{"number": 2}]}`,
		"quotes of nothing": `{"ibid_context": 1, "sources": [{"number": 1, "quotes": [{"page": 1, "start": 999999, "end": 5}]}]}`,
		"too much":          `{"ibid_context": 1, "text": "` + strings.Repeat("x", 17<<20) + `"}`,
	} {
		if _, err := ask.LoadContext(strings.NewReader(data)); !errors.Is(err, core.ErrQuery) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzReplay: whatever a file holds, it is refused or replayed.
func FuzzReplay(f *testing.F) { // X6
	f.Add(`{"ibid_context": 1, "request": {"query": "kelp", "budget": -100}}`)
	f.Add(`{"ibid_context": 1, "request": {"query": "kelp", "max_sources": 9223372036854775807, "format": "xml"}}`)
	f.Add(`{"ibid_context": 1, "request": {"query": "kelp"}, "sources": [{"number": 1, "path": "%s", "hash": "x", "quotes": [{"page": 3, "start": 1, "end": 99999, "text": "kelp"}]}]}`)
	e := apptest.Open(f)
	docs := apptest.Add(f, e, "", apptest.Sample("lab-notebook.md"))
	f.Fuzz(func(t *testing.T, data string) {
		saved, err := ask.LoadContext(strings.NewReader(strings.ReplaceAll(data, "%s", docs[0].Path)))
		if err != nil {
			return
		}
		if saved.Request.MaxSources > 20 {
			saved.Request.MaxSources = 20 // the search is not what is tested
		}
		if _, err := e.Replay(t.Context(), saved); err != nil && !errors.Is(err, core.ErrQuery) && !errors.Is(err, core.ErrBudget) {
			t.Errorf("%v of %s", err, data)
		}
	})
}
