package ask_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/app/apptest"
	"ibid/core"
)

// wanted is one line of a golden file: how much is to be shown of which file,
// and of what in it.
type wanted struct {
	shown        string // a core.Shown, or "useful": neither needed nor in the way
	file, entity string
}

// golden reads the question of a worked example, which is the first line of its
// file, and what it has to bring.
func golden(t *testing.T, file string) (question string, list []wanted) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		switch f := strings.Fields(line); {
		case question == "":
			question = strings.TrimSpace(strings.TrimPrefix(line, "#"))
		case strings.HasPrefix(line, "#") || len(f) == 0:
		default:
			list = append(list, wanted{f[0], f[1], strings.Join(f[2:], " ")})
		}
	}
	return question, list
}

// fits reports whether a source shows what is wanted.
func (w wanted) fits(s core.Source) bool {
	entity := s.Entity.Name
	if entity == "" {
		entity = s.Section
	}
	return s.Locator.Name == w.file && (w.entity == "" || w.entity == "*" || w.entity == entity) && (w.shown == "useful" || w.shown == string(s.Shown))
}

// The two worked examples bring what they have to, in the shape that they have
// to; four fifths of the files that they bring are needed, each says why it is
// there, and half the budget is enough.
func TestWorkedExamplesBringWhatIsNeeded(t *testing.T) { // R2.4, R2.7, R2.8, R2.12, R2.13
	for _, example := range []struct{ root, golden string }{
		{"../../testdata/code-a/berth", "../../testdata/code-a/authentication.golden"},
		{"../../testdata/code-b/herbarium", "../../testdata/code-b/find_by_email.golden"},
	} {
		question, list := golden(t, example.golden)
		t.Run(question, func(t *testing.T) {
			e := apptest.Open(t)
			apptest.Add(t, e, "", example.root)
			root, err := filepath.Abs(example.root)
			if err != nil {
				t.Fatal(err)
			}
			c, err := e.Context(t.Context(), core.ContextRequest{Query: question, Root: root})
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range list {
				found := false
				for _, s := range c.Sources {
					found = found || w.fits(s)
				}
				if !found && w.shown != "useful" {
					t.Errorf("missing: %s of %s %s", w.shown, w.file, w.entity)
				}
			}
			isPrecise(t, c, list)
			if c.Tokens > c.Budget/2 {
				t.Errorf("%d tokens of %d", c.Tokens, c.Budget)
			}
		})
	}
}

// isPrecise checks that four fifths of the files are on the list, not counting
// what is merely useful, and that each source has a reason.
func isPrecise(t *testing.T, c core.Context, list []wanted) {
	t.Helper()
	files := make(map[string]bool) // whether it is needed
	for _, s := range c.Sources {
		name := s.Locator.Name
		files[name] = files[name] || slices.ContainsFunc(list, func(w wanted) bool { return w.shown != "useful" && w.file == name })
		if len(s.Reasons) == 0 || s.Reasons[0].Detail == "" {
			t.Errorf("%s does not say why it is there", s.Heading)
		}
	}
	needed := 0
	var others []string
	for name, is := range files {
		if is {
			needed++
		} else {
			others = append(others, name)
		}
	}
	t.Logf("%d of %d files are needed, the others are %v; %d tokens", needed, len(files), others, c.Tokens)
	if 5*needed < 4*len(files) {
		t.Errorf("%d of %d files are needed, the others are %v", needed, len(files), others)
	}
}

// A limit of sources that is given holds, the reasons stand in the text where
// they are asked for, and without imports nothing is followed.
func TestConnectedSourcesKeepTheirOptions(t *testing.T) { // R2.8
	e := apptest.Open(t)
	apptest.Add(t, e, "", "../../testdata/code-a/berth")
	ask := func(change func(*core.ContextRequest)) core.Context {
		req := core.ContextRequest{Query: "Implement authentication"}
		change(&req)
		c, err := e.Context(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	if c := ask(func(r *core.ContextRequest) { r.MaxSources = 4 }); len(c.Sources) != 4 || c.LeftOut[0].Cause != core.CauseLimit {
		t.Errorf("%d sources, left out %+v", len(c.Sources), c.LeftOut)
	}
	if c := ask(func(r *core.ContextRequest) { r.Explain = true }); !strings.Contains(c.Text, "imported by middleware/auth.rs") {
		t.Error("it does not say what imports the repository")
	}
	if c := ask(func(r *core.ContextRequest) { r.NoImports = true }); strings.Contains(fmt.Sprint(names(c)), "user_repository") {
		t.Errorf("imports are followed: %v", names(c))
	}
	c := ask(func(r *core.ContextRequest) {
		r.Strategy = core.StrategyEntry
		r.Query = "How is the service put together?"
	})
	if got := fmt.Sprint(names(c)); !strings.Contains(got, "main.rs") || !strings.Contains(got, "Cargo.toml") || !strings.Contains(got, "telemetry.rs") {
		t.Errorf("the entry point brings %s", got)
	}
	if c := ask(func(r *core.ContextRequest) { r.Strategy = core.StrategySemantic }); strings.Contains(fmt.Sprint(names(c)), "main.rs") {
		t.Errorf("words alone bring %v", names(c))
	}
}

func names(c core.Context) (out []string) {
	for _, s := range c.Sources {
		out = append(out, s.Locator.Name)
	}
	return out
}
