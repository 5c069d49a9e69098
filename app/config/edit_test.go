package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What a person wrote stays, byte for byte; only the value that was changed is
// another one.
func TestSettingsAreChangedWhereTheyStand(t *testing.T) { // R0.5
	const lines = "search.context_lines"
	for _, tt := range []struct {
		name, before string
		change       Change
		after        string
	}{
		{"a value", "# mine\n[search]\ncontext_lines = 5 # enough\n\n# end", Change{lines, "7"}, "# mine\n[search]\ncontext_lines = 7 # enough\n\n# end"},
		{"spelt otherwise", "[ search ]\n\t\"context_lines\"\t=\t0x05\t# hex", Change{lines, " 7 "}, "[ search ]\n\t\"context_lines\"\t=\t7\t# hex"},
		{"a dotted key", "search.context_lines = 5\n", Change{lines, "0"}, "search.context_lines = 0\n"},
		{"an inline table", "search = { context_lines = 5 } # short\n", Change{lines, "6"}, "search = { context_lines = 6 } # short\n"},
		{"text in other quotes", "[ocr]\nlanguages = '''eng'''\n", Change{"ocr.languages", "eng+deu"}, "[ocr]\nlanguages = \"eng+deu\"\n"},
		{"a switch", "ocr.enabled = true", Change{"ocr.enabled", "false"}, "ocr.enabled = false"},
		{"new beside others", "[search]\npdf_context_chars = 9 # few\n# of lines\n\n[ocr]\nenabled = true\n", Change{lines, "7"},
			"[search]\npdf_context_chars = 9 # few\ncontext_lines = 7\n# of lines\n\n[ocr]\nenabled = true\n"},
		{"new in an empty table", "[search] # later\n\n[ocr]\n", Change{lines, "7"}, "[search] # later\ncontext_lines = 7\n\n[ocr]\n"},
		{"new beside dotted keys", "search.pdf_context_chars = 9\n[ocr]\n", Change{lines, "7"}, "search.pdf_context_chars = 9\nsearch.context_lines = 7\n[ocr]\n"},
		{"new in an inline table", "search = {pdf_context_chars = 9}\n", Change{lines, "7"}, "search = {pdf_context_chars = 9, context_lines = 7}\n"},
		{"new in an empty inline table", "search = {}", Change{lines, "7"}, "search = {context_lines = 7}"},
		{"a new table", "# mine", Change{lines, "7"}, "# mine\n\n[search]\ncontext_lines = 7\n"},
		{"a new table behind folders", "[[folder]]\npath = \"/a\"\nstrategy = \"lines\"\n", Change{lines, "7"},
			"[[folder]]\npath = \"/a\"\nstrategy = \"lines\"\n\n[search]\ncontext_lines = 7\n"},
		{"in a file with nothing in it", "", Change{lines, "7"}, "[search]\ncontext_lines = 7\n"},
		{"with lines of Windows", "[search]\r\ncontext_lines = 5\r\n", Change{"ocr.enabled", "true"}, "[search]\r\ncontext_lines = 5\r\n\r\n[ocr]\r\nenabled = true\r\n"},
		{"as it is", "[search]\ncontext_lines = +5\n", Change{lines, "5"}, "[search]\ncontext_lines = 5\n"},
	} {
		path := file(t, tt.before)
		if _, err := Save(path, tt.change); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != tt.after {
			t.Errorf("%s: %v\n%q, want\n%q", tt.name, err, got, tt.after)
		}
	}
}

func TestWhatASettingDoesNotTakeIsSaidAndNotWritten(t *testing.T) { // R0.5
	const before = "# mine\n[search]\ncontext_lines = 5\n"
	for change, want := range map[Change]string{
		{"search.context_lines", "1001"}:     `search.context_lines = 1001: it takes a whole number from 0 to 1000`,
		{"search.context_lines", "many"}:     `search.context_lines = "many": it takes a whole number from 0 to 1000`,
		{"search.context_lines", "5\nx = 1"}: `search.context_lines = "5\nx = 1": it takes a whole number from 0 to 1000`,
		{"ocr.languages", "eng deu"}:         `ocr.languages = "eng deu": it takes one to eight languages`,
		{"ocr.languages", "\"\nenabled = 1"}: `ocr.languages = "\"\nenabled = 1": it takes one to eight languages`,
		{"model.host", "example.org"}:        `model.host = "example.org": it takes an address on this machine`,
		{"ocr.enabled", "perhaps"}:           `ocr.enabled = "perhaps": it takes true or false`,
		{"folder.path", "/a"}:                `folder.path: there is no such setting`,
	} {
		path := file(t, before)
		_, err := Save(path, change)
		var bad *Error
		if !errors.As(err, &bad) || bad.Key != change.Key || !strings.Contains(err.Error(), path+`": `+want) {
			t.Errorf("%q: %v", change, err)
		}
		if got, _ := os.ReadFile(path); string(got) != before {
			t.Errorf("%q left %q", change, got)
		}
	}
}

// A file that holds something else is not touched, whatever is to be changed.
func TestAFileThatCannotBeReadIsLeftAlone(t *testing.T) {
	const before = "[serach]\ncontext_lines = 5\n"
	path := file(t, before)
	_, err := Save(path, Change{"ocr.enabled", "false"})
	if err == nil || !strings.Contains(err.Error(), "line 1: serach: there is no such setting") {
		t.Error(err)
	}
	if got, _ := os.ReadFile(path); string(got) != before {
		t.Errorf("left %q", got)
	}
}

func TestSettingsAreMadeWhereThereAreNone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "config.toml")
	c, err := Save(path, Change{"search.context_lines", "7"}, Change{"model.model", "phi4"}, Change{"search.pdf_context_chars", "80"})
	if err != nil || c.Search != (Search{80, 7, ""}) || c.Model.Model != "phi4" {
		t.Fatal(c, err)
	}
	got, err := os.ReadFile(path)
	if want := "[search]\ncontext_lines = 7\npdf_context_chars = 80\n\n[model]\nmodel = \"phi4\"\n"; err != nil || string(got) != want {
		t.Errorf("%v\n%s", err, got)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); len(left) != 1 {
		t.Errorf("files %q", left)
	}
}

func TestALinkToTheSettingsStaysOne(t *testing.T) {
	path := file(t, "# kept in a repository\n")
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "config.toml")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	if _, err := Save(link, Change{"ocr.enabled", "false"}); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info.Mode(), err)
	}
	if info, err = os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the file is %v, %v", info.Mode(), err)
	}
}

// Whatever a file holds that can be read: after a change it can be read, says
// what the change says, and nothing else has changed.
func FuzzSettingsSayTheChangeAndNothingElse(f *testing.F) {
	for _, body := range []string{
		"", "# a", "[search]", "search = {}", "search = { pdf_context_chars = 7, # b\n }", "search.pdf_context_chars = 7", "[ocr]\n[[folder]]\npath='/a'\nstrategy=\"whole\"",
		"\"search\".\"context_lines\" = 1_0\r\n", "[model]\nhost = \"\"\"\\\n  localhost\"\"\"\n", "ocr = {languages = 'a]b'}",
	} {
		f.Add(body, 7)
	}
	f.Fuzz(func(t *testing.T, body string, n int) {
		before, err := parse([]byte(body))
		if err != nil || n < 0 || n > MaxLines {
			return // no settings, or none that could be set
		}
		data, after, err := edit([]byte(body), []Change{{"search.context_lines", fmt.Sprint(n)}})
		if err != nil {
			t.Fatalf("%v:\n%s", err, data)
		}
		if before.Search.Lines = n; fmt.Sprint(before) != fmt.Sprint(after) {
			t.Errorf("%+v, want %+v:\n%s", after, before, data)
		}
		again, _, err := edit(data, []Change{{"search.context_lines", fmt.Sprint(n)}})
		if err != nil || string(again) != string(data) {
			t.Errorf("%v: the same again makes\n%q of\n%q", err, again, data)
		}
	})
}
