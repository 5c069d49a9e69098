package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// What Save can change, what is listed to a person and what is explained are the
// same settings.
func TestEverySettingIsKnownEverywhere(t *testing.T) {
	listed := strings.Split(known, ", ")
	for key := range kinds {
		if !slices.Contains(listed, key) || takes[key] == "" && key != "folder" {
			t.Errorf("%s: listed %t, takes %q", key, slices.Contains(listed, key), takes[key])
		}
	}
	for _, key := range listed {
		if _, ok := kinds[key]; takes[key] == "" || !ok && !strings.HasPrefix(key, "folder.") {
			t.Errorf("%s: takes %q, can be saved %t", key, takes[key], ok)
		}
		if table, _, _ := strings.Cut(key, "."); takes[table] == "" {
			t.Errorf("the table %s is not explained", table)
		}
	}
	for key := range takes {
		if strings.Contains(key, ".") != slices.Contains(listed, key) {
			t.Errorf("%s is explained and not listed", key)
		}
	}
}

func TestAnErrorNamesWhatItKnows(t *testing.T) {
	cause := errors.New("permission denied")
	for want, e := range map[string]*Error{
		`settings "a.toml": it cannot be read: permission denied`:     {File: "a.toml", Want: "it cannot be read", Err: cause},
		`settings "a.toml", line 3: it is no TOML`:                    {File: "a.toml", Line: 3, Want: "it is no TOML"},
		`settings "a.toml", line 3: ocr.enabled = 7: it takes a word`: {File: "a.toml", Line: 3, Key: "ocr.enabled", Value: "7", Want: "it takes a word"},
		`settings "a.toml": ocr: it is a table`:                       {File: "a.toml", Key: "ocr", Want: "it is a table"},
	} {
		if got := e.Error(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if !errors.Is(fmt.Errorf("open: %w", e), e.Err) && e.Err != nil {
			t.Errorf("%v hides its cause", e)
		}
	}
}

func TestALineBelongsToTheTableAboveIt(t *testing.T) {
	for _, tt := range []struct{ lines, want string }{
		{"", ""}, {"a = 1", ""}, {"[search]", "search."}, {"[[folder]]\nname = \"x\"", "folder."}, {"[search]\n[ocr] # of scans\nx = 1", "ocr."},
		{"# [search]", ""}, {"  [ model ]  ", "model."}, {"[search]\nx = [\n1,\n", "search."},
	} {
		if got := tableAbove(strings.Split(tt.lines, "\n")); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.lines, got, tt.want)
		}
	}
}
