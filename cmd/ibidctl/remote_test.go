package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ibid/app"
	"ibid/app/config"
	"ibid/app/remote"
)

// bothWays are runs of every command, in an order in which each finds what it
// needs. A command that is not here is not known to work through an owner.
var bothWays = [][]string{
	{"status"},
	{"list"},
	{"search", "kelp"},
	{"context", "kelp"},
	{"add", "sample", "code"},
	{"add", "nowhere.pdf", "sample/lab-notebook.md", "--json"},
	{"add", "sample", "--password-env", "IBID_TEST_PASSWORD"},
	{"list"},
	{"list", "--json"},
	{"list", "--state", "ready", "--kind", "pdf"},
	{"status"},
	{"status", "--json"},
	{"search", "kelp forest dredging"},
	{"search", "--json", "--limit", "3", "turbid days and recruits"},
	{"search", `"`},
	{"context", "How did dredging change the depth limit of the kelp forest?"},
	{"context", "--json", "--format", "xml", "--budget", "2000", "--explain", "turbid days"},
	{"context", "--json", "--pictures", "--max-sources", "3", "kelp forest"},
	{"context", "--save", "saved.json", "--picture", "sheet.png", "kelp forest"},
	{"context", "--replay", "saved.json"},
	{"context", "--budget", "1", "kelp"},
	{"check", "--context", "saved.json", "answer.txt"},
	{"check", "--context", "saved.json", "--json", "answer.txt"},
	{"plan", "--json", "How did dredging change the kelp?"},
	{"plan", "--planner", "model", "Where is depth_limit?"},
	{"show", "lab-notebook.md:3-9"},
	{"show", "light.py:4", "--window", "auto", "--config", "settings.toml"},
	{"show", "light.py:4", "--window", "auto"},
	{"show", "light.py::depth_limit", "--function"},
	{"show", "./sample/lab-notebook.md:3-9"},
	{"show", "nowhere.md"},
	{"show", "notes.md"},
	{"show", "okafor-reid-resuspension.pdf [PDF 2]", "--json"},
	{"show", "okafor-reid-resuspension.pdf p. 99"},
	{"graph", "imports", "light.py", "--json"},
	{"graph", "references", "light.py::depth_limit"},
	{"graph", "definition", "depth_limit"},
	{"graph", "tests", "light.py::depth_limit"},
	{"graph", "implementations", "light.py::Sensor"},
	{"graph", "related", "light.py::depth_limit", "--json"},
	{"graph", "mentions", "depth_limit"},
	{"graph", "history", "light.py"},
	{"abbreviations"}, {"abbreviations", "--json", "KO"},
	{"label", "okafor-reid-resuspension.pdf"},
	{"label", "okafor-reid-resuspension.pdf", "1=i", "3=1"},
	{"show", "okafor-reid-resuspension.pdf p. ii"},
	{"label", "okafor-reid-resuspension.pdf", "--clear"},
	{"watch", "code", "--json"},
	{"watch"},
	{"watch", "sample/lab-notebook.md"},
	{"watch", "--remove", "code"},
	{"watch", "--remove", "code"},
	{"feedback", "add", "lab-notebook.md:3", "up", "--query", "turbid winters and recruits"},
	{"feedback", "list", "--json"},
	{"search", "turbid winters and recruits"},
	{"feedback", "undo", "1"},
	{"feedback", "undo", "1"},
	{"feedback", "forget"},
	{"refresh"}, {"remove", "./code/notes.md"}, {"remove", "nowhere.md"}, {"refresh", "--json"},
	{"ask", "what became of the kelp"},
	{"ocr"},
	{"ask", "How deep does the kelp grow?"},
	{"doctor"},
}

// without are commands that open no library that another program could have.
var without = map[string]string{
	"eval": "it makes its own", "bench": "it makes its own",
	"serve": "it goes on until it is ended", "mcp": "it goes on until it is ended",
	"owner": "it says which of the two it is",
}

// Every command prints the same bytes on both outputs, writes the same files and
// ends the same way, whether it opens the library itself or has another program
// do its work.
func TestEveryCommandGivesTheSameBytesThroughAnOwner(t *testing.T) {
	for _, cmd := range commands {
		if !slices.ContainsFunc(bothWays, func(args []string) bool { return args[0] == cmd.name }) && without[cmd.name] == "" {
			t.Errorf("%s is not held against an owner: give it a line in the table", cmd.name)
		}
	}
	direct, through := newHome(t), newHome(t)
	settings := config.Default()
	settings.OCR.Enabled = false // a window reads scans by itself
	owner, err := remote.Open(t.Context(), app.Options{Library: through.library, Program: "ibid", Long: true, Secret: storySecret, Config: &settings})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := owner.Close(); err != nil {
			t.Error(err)
		}
	}()
	secret = storySecret
	defer func() { secret = nil }()
	for _, args := range bothWays {
		want, got := direct.run(t, args), through.run(t, args)
		t.Logf("%q: exit %s, %d and %d bytes", args, want[0], len(want[1]), len(want[2]))
		for i, what := range []string{"exit code", "standard output", "standard error", "files"} {
			if want[i] != got[i] {
				t.Errorf("ibidctl %q: %s directly:\n%.3000s\nthrough an owner:\n%.3000s", args, what, want[i], got[i])
			}
		}
	}
}

func TestTheOwnerOfALibraryIsNamed(t *testing.T) {
	p := newHome(t)
	if got := p.run(t, []string{"owner"}); got[0] != "0" || !strings.HasPrefix(got[1], fmt.Sprintf("ibidctl owner (pid %d), since ", os.Getpid())) {
		t.Errorf("nobody else has it open: %q", got)
	}
	window, err := remote.Open(t.Context(), app.Options{Library: p.library, Program: "ibid", Long: true})
	if err != nil {
		t.Fatal(err)
	}
	defer window.Close()
	if got := p.run(t, []string{"owner", "--json"}); got[0] != "0" || !strings.Contains(got[1], `"program": "ibid"`) || !strings.Contains(got[1], `"long": true`) {
		t.Errorf("a window has it open: %q", got)
	}
}

// home is a folder with documents and a library beside it.
type home struct{ folder, library string }

func newHome(t *testing.T) home {
	t.Helper()
	sample, err := filepath.Abs("../../testdata/sample")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("OLLAMA_HOST", "127.0.0.1:1") // nobody listens there
	t.Setenv("IBID_TEST_PASSWORD", "not this one")
	p := home{t.TempDir(), ""}
	p.library = filepath.Join(p.folder, "library")
	if err := os.CopyFS(filepath.Join(p.folder, "sample"), os.DirFS(sample)); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"answer.txt":         "Dredging changed it \"all at once\" [1]. The moon did it [99].\n",
		"settings.toml":      "[search]\ncontext_lines = 1\n",
		"none.toml":          "[ocr]\nenabled = false\n",
		"code/light.py":      "import math\n\n\nclass Sensor:\n    pass\n\n\ndef depth_limit(turbidity):\n    return 20 / math.sqrt(turbidity)\n",
		"code/use.py":        "from light import Sensor, depth_limit\n\n\nclass Buoy(Sensor):\n    def limit(self):\n        return depth_limit(4)\n",
		"code/notes.md":      "# Notes\n\nThe function `depth_limit` is taken from the report.\n",
		"code/test_light.py": "from light import depth_limit\n\n\ndef test_depth_limit():\n    assert depth_limit(4) == 10\n",
	} {
		file := filepath.Join(p.folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

var (
	instants = regexp.MustCompile(`"\d{4}-\d\d-\d\dT[^"]*"`)
	// The index writes what comes in time for a batch together.
	batches = regexp.MustCompile(`generation"?:? +\d+`)
	space   = regexp.MustCompile(`[\d.]+ GB free`)
	// A folder is followed by an owner and by nobody otherwise, and that is said.
	followed = regexp.MustCompile(`(?m)^(watching|idle)|"state": "(watching|idle)"|(,\s*"reason": ")?it is looked through when the window opens"?`)
	spaces   = regexp.MustCompile(` +`)
)

// run runs a command in the place and returns all that came of it, without what
// differs from one run to the next: places and times.
func (p home) run(t *testing.T, args []string) [4]string {
	t.Helper()
	t.Chdir(p.folder)
	t.Setenv("IBID_CONFIG", filepath.Join(p.folder, "none.toml"))
	var out, log bytes.Buffer
	code := run(t.Context(), append([]string{"--library", p.library}, args...), &out, &log)
	results := [4]string{string(rune('0' + code)), out.String(), log.String()}
	for _, name := range []string{"saved.json", "sheet.png"} {
		data, err := os.ReadFile(filepath.Join(p.folder, name))
		if err == nil {
			results[3] += string(data)
		}
	}
	for i, s := range results {
		s = strings.ReplaceAll(s, p.folder, "FOLDER")
		s = space.ReplaceAllString(instants.ReplaceAllString(s, `"TIME"`), "N GB free")
		s = batches.ReplaceAllString(s, "generation N")
		if args[0] == "watch" {
			s = spaces.ReplaceAllString(followed.ReplaceAllString(s, ""), "")
		}
		results[i] = s
	}
	return results
}
