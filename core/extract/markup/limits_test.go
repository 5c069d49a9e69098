package markup

import (
	"strings"
	"testing"

	"ibid/core/extract/extracttest"
)

func TestTitlesOnEitherSideOfTheirLength(t *testing.T) {
	for n, want := range map[int]int{maxTitle: maxTitle, maxTitle + 1: maxTitle + len("…")} {
		if got := oneLine(strings.Repeat("a", n)); len(got) != want {
			t.Errorf("%d bytes became %d", n, len(got))
		}
	}
	if got := oneLine(strings.Repeat("ü", maxTitle)); !strings.HasSuffix(got, "ü…") {
		t.Errorf("half a character is left in %q", got)
	}
}

func TestUnderlinesOnEitherSideOfTheirLength(t *testing.T) {
	for _, tt := range []struct {
		name, title, line string
		want              bool
	}{
		{"as long", "Tides", "=====", true},
		{"longer", "Tides", "=======", true},
		{"two signs for two letters", "Ti", "==", true},
		{"three quarters", strings.Repeat("a", 16), strings.Repeat("=", 12), true},
		{"less than three quarters", strings.Repeat("a", 16), strings.Repeat("=", 11), false},
		{"three signs are too few", "Tide", "===", false},
		{"letters, not bytes", "äöüß", "====", true},
		{"no title", "  ", "====", false},
		{"a line below a line", "====", "----", false},
		{"below a directive", ".. note", "=======", false},
	} {
		if got := isRSTTitle(tt.title, tt.line); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
	for line, want := range map[string]byte{"=": 0, "==": '=', "=-": 0, "aa": 0, "": 0, "~~~": '~'} {
		if got := adornment(line); got != want {
			t.Errorf("%q: %q", line, got)
		}
	}
}

func TestMostHeadingsAreKept(t *testing.T) {
	for n, want := range map[int]int{maxHeadings - 1: maxHeadings - 1, maxHeadings: maxHeadings, maxHeadings + 1: maxHeadings} {
		if got := len(orgHeadings(strings.Repeat("* a\n", n))); got != want {
			t.Errorf("%d of %d headings", got, n)
		}
		if got := len(bibHeadings(strings.Repeat("@a{b,\n", n))); got != want {
			t.Errorf("%d of %d entries", got, n)
		}
	}
}

func TestArgumentsOfLaTeXAreBounded(t *testing.T) {
	for _, tt := range []struct {
		name, in, want string
	}{
		{"plain", "{Tides} x", "Tides"},
		{"with a short form", "[T]{Tides}", "Tides"},
		{"a short form alone", "[T] {Tides}", ""},
		{"braces inside", `{a{b}\}c}`, `a{b}\}c`},
		{"not closed", "{Tides", ""},
		{"the longest", "{" + strings.Repeat("a", 1998) + "}", strings.Repeat("a", 1998)},
		{"one byte longer", "{" + strings.Repeat("a", 1999) + "}", ""},
	} {
		if got, _ := texArgument(tt.in, 0); got != tt.want {
			t.Errorf("%s: %q", tt.name, got)
		}
	}
}

func TestDamagedMarkupEndsInTextOrAFate(t *testing.T) {
	for _, name := range []string{"paper.tex", "refs.bib", "guide.rst", "notes.org", "config.yaml", "config.toml", "config.json"} {
		extracttest.Damage(t, Extractor{}, sample(t, name))
	}
}
