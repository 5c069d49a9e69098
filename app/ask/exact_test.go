package ask_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"ibid/app"
	"ibid/app/apptest"
	"ibid/app/place"
	"ibid/core"
)

// R1.7: a request for an entity of source code by its name returns its exact
// lines. For more than 95 of 100 entities of the sample files, `show` returns all
// lines and a context quotes them, both as they are in the file.
func TestEntitiesAreQuotedExactly(t *testing.T) {
	if testing.Short() {
		t.Skip("measures quality, with a context for every function")
	}
	e := apptest.Open(t)
	var folders []string
	for _, name := range []string{"code", "code-a", "code-b"} {
		dir := apptest.Testdata(name)
		if _, err := os.Stat(dir); err == nil {
			folders = append(folders, dir)
		}
	}
	all, shown, quoted := 0, 0, 0
	for _, d := range apptest.Add(t, e, "", folders...) {
		data, err := os.ReadFile(d.Path)
		if err != nil {
			t.Fatal(err)
		}
		if d.Kind != core.KindCode {
			continue
		}
		lines := strings.SplitAfter(string(data), "\n")
		entities, err := e.EntitiesOf(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range entities {
			if s.Kind == core.EntityImpl {
				continue
			}
			all++
			want := strings.Join(lines[s.FirstLine-1:s.LastLine], "")
			if got := wholeEntity(t, e, d, s); strings.Contains(got+"\n", want) {
				shown++
			} else {
				t.Logf("show %s::%s:\n%s", d.Name, s.Qualified, got)
			}
			if why := cites(t, e, s, string(data)); why == "" {
				quoted++
			} else {
				t.Logf("context %s of %s: %s", s.Qualified, d.Name, why)
			}
		}
	}
	t.Logf("%d entities: %.3f shown whole, %.3f quoted", all, float64(shown)/float64(all), float64(quoted)/float64(all))
	if all < 50 || float64(shown) <= .95*float64(all) || float64(quoted) <= .95*float64(all) {
		t.Errorf("of %d entities %d are shown and %d quoted exactly, want over 95 %%", all, shown, quoted)
	}
}

// wholeEntity is what is shown for the qualified name of an entity; where the
// file has several of that name, for its lines.
func wholeEntity(t *testing.T, e *app.Engine, d core.Document, s core.Symbol) string {
	t.Helper()
	shown, err := e.Show(t.Context(), d.Path+"::"+s.Qualified, place.Around{})
	if err != nil {
		shown, err = e.Show(t.Context(), fmt.Sprintf("%s:%d-%d", d.Path, s.FirstLine, s.LastLine), place.Around{})
	}
	if err != nil {
		t.Error(err)
	}
	return shown.Text
}

// cites says why a context for the name of an entity does not quote the line
// with its name, or quotes what the file does not have; empty if it is exact.
func cites(t *testing.T, e *app.Engine, s core.Symbol, file string) string {
	t.Helper()
	c, err := e.Context(t.Context(), core.ContextRequest{Query: s.Name, Kinds: []core.Kind{core.KindCode}})
	if err != nil {
		return err.Error()
	}
	found := false
	for _, source := range c.Sources {
		if source.Document.ID != s.Document.ID {
			continue
		}
		for _, q := range source.Quotes {
			if q.End > len(file) {
				return "a quote ends behind the file"
			}
			body := strings.TrimRight(file[q.Start:q.End], "\n")
			if !strings.Contains(source.Text, body) {
				return fmt.Sprintf("the file has %q, the source %q", body, source.Text)
			}
			first := 1 + strings.Count(file[:q.Start], "\n")
			found = found || first <= s.NameLine && s.NameLine <= first+strings.Count(body, "\n")
		}
	}
	if !found {
		return fmt.Sprintf("line %d is in none of %d sources", s.NameLine, len(c.Sources))
	}
	return ""
}
