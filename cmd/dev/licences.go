package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// noticeFile holds the licences of the modules that are linked into the programs. What MuPDF brings along is in a file
// beside it that is written by hand: the libraries come compiled, without their texts.
const noticeFile = "assets/licences/modules.txt"

// licencesCommand writes the notices anew.
func licencesCommand(ctx context.Context, m *machine) error {
	root, err := m.moduleRoot(ctx)
	if err != nil {
		return err
	}
	text, err := notices(ctx, m, root)
	if err != nil {
		return err
	}
	file := filepath.Join(root, filepath.FromSlash(noticeFile))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return fmt.Errorf("write the notices: %w", err)
	}
	if err := os.WriteFile(file, text, 0o644); err != nil {
		return fmt.Errorf("write the notices: %w", err)
	}
	return nil
}

// notices is what noticeFile should hold: every linked module, then every licence once with the modules under it.
func notices(ctx context.Context, m *machine, root string) ([]byte, error) {
	modules, err := linkedModules(ctx, m, root)
	if err != nil {
		return nil, err
	}
	var all []*licence
	byBody := make(map[string]*licence)
	for _, mod := range modules {
		texts, err := mod.licences()
		if err != nil {
			return nil, fmt.Errorf("read the licences of %s: %w", mod.Path, err)
		}
		if len(texts) == 0 {
			return nil, fmt.Errorf("%s has no licence in %q", mod.Path, mod.Dir)
		}
		for _, text := range texts {
			body, holders := splitLicence(text)
			key := strings.ToLower(strings.Join(strings.Fields(body), " "))
			if byBody[key] == nil {
				byBody[key] = &licence{body: body}
				all = append(all, byBody[key])
			}
			l := byBody[key]
			if n := len(l.of); n > 0 && l.of[n-1].module == mod.name() {
				l.of[n-1].holders = append(l.of[n-1].holders, holders...)
				continue
			}
			l.of = append(l.of, holding{mod.name(), holders})
		}
	}
	slices.SortStableFunc(all, func(a, b *licence) int { return cmp.Compare(len(b.of), len(a.of)) })
	return writeNotices(modules, all), nil
}

// A licence is a text and the modules that are under it.
type licence struct {
	body string // without the lines that say who holds the copyright
	of   []holding
}

// A holding is a module with the lines that say who holds the copyright.
type holding struct {
	module  string
	holders []string
}

func writeNotices(modules []linkedModule, all []*licence) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "The programs of Ibid hold code of these %d modules. Their licences follow, each text once,\n"+
		"below the modules that are under it and those who hold the copyright.\n"+
		"Written by `go run ./cmd/dev licences`.\n\n", len(modules))
	for _, m := range modules {
		fmt.Fprintf(&out, "  %s\n", m.name())
	}
	for _, l := range all {
		fmt.Fprintf(&out, "\n%s\n\n", strings.Repeat("=", 80))
		for _, h := range l.of {
			fmt.Fprintf(&out, "%s\n", h.module)
			for _, line := range slices.Compact(h.holders) {
				fmt.Fprintf(&out, "    %s\n", line)
			}
		}
		fmt.Fprintf(&out, "\n%s\n", l.body)
	}
	return out.Bytes()
}

// holderLine is a line that says who holds the copyright, or that they reserve their rights.
var holderLine = regexp.MustCompile(`^\W*(?i:copyright) ?(?:\([cC]\)|©|\d{4}|[A-Z<\[{]).*$|^\W*(?i:all rights reserved)\W*$`)

// splitLicence parts the paragraphs that only say who holds the copyright from the text that others are under as well.
func splitLicence(text string) (body string, holders []string) {
	var rest []string
	for paragraph := range strings.SplitSeq(plainLines(text), "\n\n") {
		lines := strings.Split(strings.Trim(paragraph, "\n"), "\n")
		if slices.ContainsFunc(lines, func(line string) bool { return !holderLine.MatchString(line) }) {
			rest = append(rest, strings.Trim(paragraph, "\n"))
			continue
		}
		for _, line := range lines {
			holders = append(holders, strings.TrimSpace(line))
		}
	}
	return strings.Trim(strings.Join(rest, "\n\n"), "\n"), holders
}

var blankLines = regexp.MustCompile(`\n{3,}`)

// plainLines takes out white space at the ends of lines, and all but one of the blank lines that follow each other.
func plainLines(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		out.WriteString(strings.TrimRight(line, " \t\r\n\f") + "\n")
	}
	return blankLines.ReplaceAllString(out.String(), "\n\n")
}

// A linkedModule is a module of which packages are linked into a program.
type linkedModule struct {
	Path, Version, Dir string
	packages           map[string]bool // their folders
}

func (m linkedModule) name() string { return strings.TrimSpace(m.Path + " " + m.Version) }

// linkedModules lists the modules of the packages that the programs are made of, sorted by path, Go's own packages
// first. The programs for Linux use every module that those for other systems use, and some more.
func linkedModules(ctx context.Context, m *machine, root string) ([]linkedModule, error) {
	var list bytes.Buffer
	err := m.execute(ctx, command{
		argv: []string{"go", "list", "-tags", buildTag, "-deps", "-json=Dir,Standard,Module", "./cmd/ibid", "./cmd/ibidctl"},
		dir:  root, env: []string{"GOOS=linux", "CGO_ENABLED=1"}, stdout: &list, stderr: m.stderr,
	})
	if err != nil {
		return nil, fmt.Errorf("list what is linked: %w", err)
	}
	goRoot, err := m.output(ctx, root, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	modules := map[string]linkedModule{"": {Path: "Go", Dir: goRoot, packages: map[string]bool{goRoot: true}}}
	for decoder := json.NewDecoder(&list); ; {
		var p struct {
			Dir      string
			Standard bool
			Module   *struct {
				linkedModule
				Main bool
			}
		}
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("list what is linked: %w", err)
		}
		if p.Standard || p.Module == nil || p.Module.Main {
			continue
		}
		mod, known := modules[p.Module.Path]
		if !known {
			mod = p.Module.linkedModule
			mod.packages = make(map[string]bool)
			modules[mod.Path] = mod
		}
		mod.packages[p.Dir] = true
	}
	var out []linkedModule
	for _, path := range slices.Sorted(maps.Keys(modules)) {
		out = append(out, modules[path])
	}
	return out, nil
}

// licenceName is the name of a file that holds a licence or what has to be passed on with it.
var licenceName = regexp.MustCompile(`(?i)^(licen[sc]e|copying|notice|unlicense)([._-].*)?$`)

// licences are the texts in the folders of the linked packages, in those above them, and in folders below that hold no
// Go: sources in C and fonts have licences of their own.
func (m linkedModule) licences() ([]string, error) {
	var out []string
	err := filepath.WalkDir(m.Dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != m.Dir && !m.concerns(path):
			return fs.SkipDir
		case d.IsDir() || !licenceName.MatchString(d.Name()) || filepath.Ext(path) == ".go":
			return nil
		}
		text, err := os.ReadFile(path)
		out = append(out, string(text))
		return err
	})
	return out, err
}

// concerns reports whether dir holds a linked package, has one below it, or is a folder without Go inside of one.
func (m linkedModule) concerns(dir string) bool {
	for p := range m.packages {
		if p == dir || strings.HasPrefix(p, dir+string(filepath.Separator)) {
			return true
		}
	}
	if filepath.Base(dir) == "testdata" || m.Path == "Go" {
		return false
	}
	if found, _ := filepath.Glob(filepath.Join(dir, "*.go")); len(found) > 0 {
		return false
	}
	up := filepath.Dir(dir)
	return m.packages[up] || up != m.Dir && m.concerns(up)
}
