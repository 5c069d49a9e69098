package config

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/adrg/xdg"
	"github.com/google/go-cmp/cmp"

	"ibid/core/window"
)

// file writes settings and returns their path.
func file(t *testing.T, body string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

var english = OCR{Enabled: true, Languages: "eng"}

func TestSettingsAreRead(t *testing.T) { // R0.5, R0.8
	for _, tt := range []struct {
		name, body string
		want       Config
	}{
		{"nothing is the defaults", "", Config{Search: Search{500, 5, ""}, Model: Model{Seconds: 8}, OCR: english}},
		{"one leaves the others", "[search]\npdf_context_chars = 20000", Config{Search: Search{20_000, 5, ""}, Model: Model{Seconds: 8}, OCR: english}},
		{"the least", "search.pdf_context_chars = 1\nsearch.context_lines = 0", Config{Search: Search{1, 0, ""}, Model: Model{Seconds: 8}, OCR: english}},
		{"a model", "[model]\nhost = \"localhost:9\"\nmodel = \"llama3.2:3b\"\ntime = 120",
			Config{Search: Search{500, 5, ""}, Model: Model{"localhost:9", "llama3.2:3b", 120}, OCR: english}},
		{"OCR is off", "[ocr]\nenabled = false", Config{Search: Search{500, 5, ""}, Model: Model{Seconds: 8}, OCR: OCR{false, "eng"}}},
		{"OCR of several languages", `ocr.languages = "deu+chi_sim+script/Latin"`, Config{Search: Search{500, 5, ""}, Model: Model{Seconds: 8}, OCR: OCR{true, "deu+chi_sim+script/Latin"}}},
		{"language servers", "[code]\nlanguage_servers = true", Config{Search: Search{500, 5, ""}, Model: Model{Seconds: 8}, OCR: english, Code: Code{true}}},
		{"a door", "[door]\nenabled = true\nlisten = \"[::1]:80\"", Config{Search: Search{500, 5, ""}, Model: Model{Seconds: 8}, OCR: english, Door: Door{true, "[::1]:80"}}},
		{"folders", `
# by hand
[[folder]]
path = "/src/"
strategy = "function"
[[folder]]
name = "diary"
path = "~/papers/../notes"
strategy = "characters"
window = 1_200
`, Config{Search: Search{500, 5, ""}, Model: Model{Seconds: 8}, OCR: english, Folders: []Folder{
			{"src", "/src", window.Function, 0}, {"diary", filepath.Join(xdg.Home, "notes"), window.Characters, 1200},
		}}},
	} {
		if tt.want.Door == (Door{}) {
			tt.want.Door = Default().Door
		}
		got, err := Load(file(t, tt.body))
		if err != nil || !cmp.Equal(got, tt.want) {
			t.Errorf("%s: %v\n%s", tt.name, err, cmp.Diff(tt.want, got))
		}
	}
}

// A message names file, key, value and what is allowed, and the line if the
// parser knows it.
func TestBadSettingsAreExplained(t *testing.T) { // R0.5
	const chars, lines = "it takes a whole number from 1 to 20000", "it takes a whole number from 0 to 1000"
	for body, want := range map[string]string{
		"[ocr]\nlanguages = \"eng deu\"":         `: ocr.languages = "eng deu": it takes one to eight languages`,
		"[ocr]\nlanguages = \"../eng\"":          `: ocr.languages = "../eng": it takes one to eight languages`,
		"[ocr]\nlanguages = \"\"":                `: ocr.languages = "": it takes one to eight languages`,
		"[ocr]\nenabled = \"no\"":                `, line 2: ocr.enabled = "no": it takes true or false`,
		"[search]\npdf_context_chars = 0":        ": search.pdf_context_chars = 0: " + chars,
		"[search]\npdf_context_chars = 20001":    ": search.pdf_context_chars = 20001: " + chars,
		"[search]\npdf_context_chars = -3":       ": search.pdf_context_chars = -3: " + chars,
		"[search]\npdf_context_chars = \"many\"": `, line 2: search.pdf_context_chars = "many": ` + chars,
		"[search]\n\npdf_context_chars = 1.5":    ", line 3: search.pdf_context_chars = 1.5: " + chars,
		"[ocr]\nlanguages = \"eng\"\n[ door ] # for others\nenabled = 99999999999999999999": ", line 4: door.enabled = 99999999999999999999: it takes true or false",
		"door.enabled = 99999999999999999999":                                               ", line 1: door.enabled = 99999999999999999999: it takes true or false",
		"[search]\npdf_context_chars = 99999999999999999999":                                ", line 2: search.pdf_context_chars = 99999999999999999999: " + chars,
		"[search]\ncontext_lines = 1001":                                                    ": search.context_lines = 1001: " + lines,
		"[search]\ncontext_lines = true":                                                    ", line 2: search.context_lines = true: " + lines,
		"[search]\npdf_context_char = 5":                                                    ", line 2: search.pdf_context_char: there is no such setting; there are " + known,
		"\n[seek]\na = 1":                                                                   ", line 2: seek: there is no such setting; there are " + known,
		"search = 5":                                                                        ", line 1: search = 5: it is a table: [search]",
		"[door]\nlisten = \"0.0.0.0:7423\"":                                                 `: door.listen = "0.0.0.0:7423": it takes an address of this machine with a port`,
		"[door]\nlisten = \"localhost\"":                                                    `: door.listen = "localhost": it takes an address of this machine with a port`,
		"[model]\ntime = 0":                                                                 ": model.time = 0: it takes a whole number from 1 to 120",
		"[model]\ntime = 121":                                                               ": model.time = 121: it takes a whole number from 1 to 120",
		"[model]\nhost = \"example.org\"":                                                   `: model.host = "example.org": it takes an address on this machine, such as 127.0.0.1:11434`,
		"[model]\nhost = \"\"":                                                              `: model.host = "": it takes an address on this machine, such as 127.0.0.1:11434`,
		"[model]\nmodel = \"a b\"":                                                          `: model.model = "a b": it takes the name of a model, such as qwen2.5-coder:7b`,
		"[model]\nmodel = 7":                                                                ", line 2: model.model = 7: it takes the name of a model, such as qwen2.5-coder:7b",
		"[search]\ncontext_lines = 1\ncontext_lines = 2":                                    ", line 3: key context_lines is already defined",
		"what?":                                                                ", line 1: ",
		"[[folder]]\nstrategy = \"lines\"":                                     ": folder.path: a [[folder]] needs one",
		"[[folder]]\npath = \"/a\"":                                            `: folder.strategy: the [[folder]] "/a" needs one`,
		"[search]\nsynonyms = 3":                                               ", line 2: search.synonyms = 3: it takes the path of a file with a line such as KO = knock-out, knockout for each pair",
		"[search]\nsynonyms = \"\"":                                            `: search.synonyms = "": it takes the path of a file`,
		"[[folder]]\npath = \"a\"\nstrategy = \"lines\"":                       `: folder.path = "a": it takes an absolute path, or one that begins with ~/`,
		"[[folder]]\npath = 3":                                                 ", line 2: folder.path = 3: it takes an absolute path, or one that begins with ~/",
		"[[folder]]\npath = \"/a\"\nstrategy = \"sentences\"":                  `: folder.strategy = "sentences": it takes lines, characters, function or whole`,
		"[[folder]]\npath = \"/a\"\nstrategy = \"lines\"\nwindow = 0":          ": folder.window = 0: it takes a whole number from 1 to 1000",
		"[[folder]]\npath = \"/a\"\nstrategy = \"characters\"\nwindow = 30000": ": folder.window = 30000: it takes a whole number from 1 to 20000",
		"[[folder]]\npath = \"/a\"\nstrategy = \"whole\"\nwindow = 5":          `: folder.window = 5: the strategy "whole" takes none`,
		"[[folder]]\npath = \"/a\"\nstrategy = \"whole\"\n[[folder]]\npath = \"/a/\"\nstrategy = \"lines\"": `: folder.path = "/a/": it stands there twice`,
	} {
		path := file(t, body)
		_, err := Load(path)
		var bad *Error
		if !errors.As(err, &bad) || !strings.HasPrefix(err.Error(), `settings "`+path+`"`+want) {
			t.Errorf("%q:\n%v, want\n%s", body, err, want)
		}
	}
}

// X12: a file of one's own, relative to the settings.
func TestSynonymsAreReadBesideTheSettings(t *testing.T) {
	const grammar = "a line is a form, an equals sign, and what it stands for, separated by commas, such as KO = knock-out, knockout"
	settings := file(t, "[search]\nsynonyms = \"words/mine.txt\"\n")
	dir := filepath.Join(filepath.Dir(settings), "words")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "mine.txt")
	if _, err := Load(settings); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), `settings "`+path+`": the file of search.synonyms cannot be read`) {
		t.Errorf("without the file: %v", err)
	}
	for body, want := range map[string]string{
		"# mine\n\nKO = knock-out, knockout\n": "",
		"KO = knock-out\nKO knockout\n":        `, line 2: synonym = "KO knockout": ` + grammar,
		"KO = knock-out,\n":                    `, line 1: synonym = "KO = knock-out,": ` + grammar,
		"KO = \xff\n":                          `: the file of search.synonyms has to be text in UTF-8`,
	} {
		if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := Load(settings)
		if want == "" && (err != nil || c.Search.Synonyms != path) || want != "" && (err == nil || !strings.HasPrefix(err.Error(), `settings "`+path+`"`+want)) {
			t.Errorf("%q: %q, %v", body, c.Search.Synonyms, err)
		}
	}
	if err := os.WriteFile(path, []byte("KO = knock-out"), 0o600); err != nil {
		t.Fatal(err)
	}
	if c, err := Save(settings, Change{"search.context_lines", "7"}); err != nil || c.Search.Synonyms != path {
		t.Errorf("saved: %+v, %v", c.Search, err)
	}
}

func TestLongestPathWins(t *testing.T) { // R0.8
	c := Config{Folders: []Folder{{"", "/a", window.Lines, 1}, {"", "/a/b/c", window.Whole, 0}, {"", "/a/b", window.Function, 0}}}
	for path, want := range map[string]string{
		"/a/x.go": "/a", "/a/b/x.go": "/a/b", "/a/b/c/d/x.go": "/a/b/c", "/a/bc/x.go": "/a", "/ab/x.go": "", "/x.go": "", "/a/..b": "/a",
	} {
		if f, found := c.For(path); f.Path != want || found != (want != "") {
			t.Errorf("%s: %q %v, want %q", path, f.Path, found, want)
		}
	}
}

func TestNamedFileHasToBeThere(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "none.toml")
	t.Setenv(Variable, missing)
	if _, err := Load(""); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("named by the environment: %v", err)
	}
	t.Setenv(Variable, "")
	if _, err := Load(missing); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("named by hand: %v", err)
	}
	old := xdg.ConfigHome
	defer func() { xdg.ConfigHome = old }()
	xdg.ConfigHome = t.TempDir()
	if c, err := Load(""); err != nil || !cmp.Equal(c, Default()) {
		t.Errorf("named by nobody: %v, %v", c, err)
	}
	if _, err := Load(t.TempDir()); err == nil {
		t.Error("a folder was read")
	}
	if _, err := Load(file(t, "#"+strings.Repeat("x", maxBytes))); err == nil || !strings.Contains(err.Error(), "more than 1048576") {
		t.Errorf("a large file: %v", err)
	}
}

// What is read is within its bounds; what is not is an *Error.
func FuzzParse(f *testing.F) {
	f.Add("[search]\npdf_context_chars = 500\ncontext_lines = 5\n")
	f.Add("[[folder]]\npath = \"/a\"\nstrategy = \"lines\"\nwindow = 3\n")
	f.Add("search.pdf_context_chars = [1]\nfolder = {}")
	f.Add("search.pdf_context_chars = 9e99\n\"\" = 1")
	f.Fuzz(func(t *testing.T, body string) {
		c, err := parse([]byte(body))
		var bad *Error
		switch {
		case err != nil && (!errors.As(err, &bad) || bad.Want == ""):
			t.Errorf("%v", err)
		case err != nil:
			return
		case c.Search.Characters < 1 || c.Search.Characters > MaxCharacters || c.Search.Lines < 0 || c.Search.Lines > MaxLines:
			t.Errorf("%+v", c.Search)
		case c.Model.Seconds < 1 || c.Model.Seconds > MaxSeconds:
			t.Errorf("%+v", c.Model)
		}
		for _, folder := range c.Folders {
			if !filepath.IsAbs(folder.Path) || folder.Window < 0 || folder.Window > MaxCharacters {
				t.Errorf("%+v", folder)
			}
		}
	})
}
