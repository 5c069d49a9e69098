package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What a person reads first must be read to its end.
const mostReadmeWords = 1400

// readingMatter returns the Markdown files for people, by their path from the top.
func readingMatter(t *testing.T) map[string]string {
	t.Helper()
	out := make(map[string]string)
	for _, pattern := range []string{"*.md", ".github/*.md", "assets/manual/*.md"} {
		files, err := filepath.Glob(filepath.Join(repository, pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			name, err := filepath.Rel(repository, file)
			if err != nil {
				t.Fatal(err)
			}
			out[filepath.ToSlash(name)] = string(text)
		}
	}
	return out
}

func TestReadmeStaysShort(t *testing.T) {
	if n := len(strings.Fields(readingMatter(t)["README.md"])); n > mostReadmeWords {
		t.Errorf("README.md has %d words, more than %d", n, mostReadmeWords)
	}
}

var linkPattern = regexp.MustCompile(`\]\(([^)\s]+)\)`)

func TestLinksLeadSomewhere(t *testing.T) {
	found := 0
	for name, text := range readingMatter(t) {
		for _, link := range linkPattern.FindAllStringSubmatch(text, -1) {
			if strings.Contains(link[1], "://") {
				continue
			}
			found++
			if _, err := os.Stat(filepath.Join(repository, filepath.Dir(name), filepath.FromSlash(link[1]))); err != nil {
				t.Errorf("%s links to %s: %v", name, link[1], err)
			}
		}
	}
	if found == 0 {
		t.Error("no link was found")
	}
}

func TestReadmeLinksToEveryPageOfTheManual(t *testing.T) {
	matter := readingMatter(t)
	for name := range matter {
		if strings.HasPrefix(name, "assets/manual/") && !strings.Contains(matter["README.md"], "]("+name+")") {
			t.Errorf("README.md has no link to %s", name)
		}
	}
}

// The number of the version stands in the code, in what the window is packed with, and on top of the changes.
func TestEveryPlaceNamesTheSameVersion(t *testing.T) {
	var found []string
	for file, pattern := range map[string]string{
		"app/engine.go": `const Version = "([^"]+)"`, "FyneApp.toml": `(?m)^Version = "([^"]+)"`, "CHANGELOG.md": `(?m)^## (\S+)`,
	} {
		text, err := os.ReadFile(filepath.Join(repository, filepath.FromSlash(file)))
		if err != nil {
			t.Fatal(err)
		}
		version := regexp.MustCompile(pattern).FindSubmatch(text)
		if version == nil {
			t.Fatalf("%s names no version", file)
		}
		found = append(found, string(version[1]))
	}
	if slices.Sort(found); found[0] != found[len(found)-1] {
		t.Errorf("versions %q", found)
	}
}
