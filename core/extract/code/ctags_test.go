package code

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"ibid/core"
	"ibid/core/extract/text"
)

// tag is a line of Universal Ctags.
type tag struct {
	Name, Path, Kind, Language string
	Line                       int
}

// compared are the kinds of Ctags that functions, methods and types are, by its
// names of the languages.
var compared = map[string]string{
	"Go":         "func methodSpec struct interface type talias",
	"Python":     "class function member",
	"JavaScript": "function class method generator",
	"TypeScript": "function class interface enum method alias",
	"Rust":       "function struct interface enum typedef method",
	"Java":       "annotation class enum interface method",
	"C":          "function struct union enum typedef",
	"C++":        "function class struct union enum typedef",
}

type excuse struct {
	why string
	is  func(t tag, line string) bool
}

var (
	aliasLine      = regexp.MustCompile(`^\s*(?:export\s+)?(?:declare\s+)?type\s+[\w$]+`)
	macroName      = regexp.MustCompile(`^[A-Z][A-Z0-9]*_[A-Z0-9_]+$`)
	wordsOfScripts = map[string]bool{"if": true, "for": true, "while": true, "switch": true, "catch": true, "new": true, "return": true, "function": true, "with": true}
)

// excuses are classes of tags that are not entities, each with the reason.
var excuses = []excuse{
	{"Ctags takes another use of the word type for an alias", func(t tag, line string) bool {
		return t.Language == "TypeScript" && t.Kind == "alias" && !aliasLine.MatchString(line)
	}},
	{"Ctags takes a word of the language for a name", func(t tag, line string) bool {
		return (t.Language == "TypeScript" || t.Language == "JavaScript") && wordsOfScripts[t.Name] || t.Language == "Go" && t.Name == "uintptr"
	}},
	{"Ctags takes a macro for a function", func(t tag, _ string) bool {
		return (t.Language == "C++" || t.Language == "C") && macroName.MatchString(t.Name)
	}},
	{"has no name of its own", func(t tag, _ string) bool {
		return strings.HasPrefix(t.Name, "__anon") || strings.HasPrefix(t.Name, "anonymousFunction") || strings.HasPrefix(t.Name, "AnonymousFunction")
	}},
}

// R2.11
func TestEntitiesAgreeWithCtags(t *testing.T) {
	folders := filepath.SplitList(os.Getenv("IBID_CODE"))
	if len(folders) == 0 {
		t.Skip("IBID_CODE names no folders of source code to compare with Universal Ctags")
	}
	if _, err := exec.LookPath("ctags"); err != nil {
		t.Skip("Universal Ctags is not installed")
	}
	out := tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', 0)
	fmt.Fprintln(out, "folder\tlanguage\tfiles\ttags\trecall\tentities\tprecision\texcused")
	for _, folder := range folders {
		for _, language := range []string{"go", "python", "javascript", "typescript", "rust", "java", "c", "cpp"} {
			files := sources(t, folder, language)
			if len(files) < 5 {
				continue
			}
			s := compare(t, files)
			fmt.Fprintf(out, "%s\t%s\t%d\t%d\t%.3f\t%d\t%.3f\t%v\n", folder, language, len(files), s.tags,
				float64(s.found)/float64(max(1, s.tags)), s.entities, float64(s.known)/float64(max(1, s.entities)), s.excused)
		}
	}
	out.Flush()
}

// sources lists the files of a language below a folder, without links.
func sources(t *testing.T, folder, language string) []string {
	var files []string
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() && core.Language(path) == language && !strings.Contains(path, "/testdata/") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

type score struct {
	tags, found, entities, known int
	excused                      map[string]int
}

// spaceless compares names that are written with blanks, such as operators.
var spaces = regexp.MustCompile(`\s+`)

func compare(t *testing.T, files []string) score {
	s := score{excused: make(map[string]int)}
	byFile := tags(t, files)
	missed := make(map[string]int)
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		source, err := text.Decode(data)
		if err != nil {
			continue
		}
		c, err := Extract(context.Background(), path, source)
		if err != nil {
			t.Fatal(err)
		}
		s.add(byFile[path], c, strings.Split(source, "\n"), missed)
	}
	if os.Getenv("IBID_CODE_MISSED") != "" {
		for m, n := range missed {
			fmt.Println("MISSED", n, m)
		}
	}
	return s
}

func (s *score) add(tags []tag, c core.Code, lines []string, missed map[string]int) {
	type place struct {
		name string
		line int
	}
	have := make(map[place]bool)
	for _, e := range c.Entities {
		have[place{spaces.ReplaceAllString(e.Name, ""), e.NameLine}] = true
	}
	known := make(map[place]bool)
	for _, one := range tags {
		p := place{spaces.ReplaceAllString(one.Name, ""), one.Line}
		known[p] = true
		if !slices.Contains(strings.Fields(compared[one.Language]), one.Kind) {
			continue
		}
		line := lines[min(one.Line, len(lines))-1]
		if i := slices.IndexFunc(excuses, func(x excuse) bool { return x.is(one, line) }); i >= 0 {
			s.excused[excuses[i].why]++
			continue
		}
		s.tags++
		if have[p] {
			s.found++
		} else {
			missed[fmt.Sprintf("%s:%d %s %s: %s", one.Path, one.Line, one.Kind, one.Name, line)]++
		}
	}
	for _, e := range c.Entities {
		switch e.Kind {
		case core.EntityConstant, core.EntityVariable, core.EntityModule, core.EntityImpl:
			continue
		}
		s.entities++
		if known[place{spaces.ReplaceAllString(e.Name, ""), e.NameLine}] {
			s.known++
		} else {
			missed[fmt.Sprintf("EXTRA %s %s %s line %d: %s", tags0(tags), e.Kind, e.Name, e.NameLine, lines[min(e.NameLine, len(lines))-1])]++
		}
	}
}

func tags0(tags []tag) string {
	if len(tags) == 0 {
		return ""
	}
	return tags[0].Path
}

// tags has Ctags read the files.
func tags(t *testing.T, files []string) map[string][]tag {
	cmd := exec.Command("ctags", "--output-format=json", "--fields=+neKl", "--kinds-C=+p", "--kinds-C++=+p", "--map-C++=+.h", "--sort=no", "-f", "-", "-L", "-")
	if core.Language(files[0]) == "c" && !slices.ContainsFunc(files, func(f string) bool { return strings.HasSuffix(f, ".h") }) {
		cmd = exec.Command("ctags", "--output-format=json", "--fields=+neKl", "--kinds-C=+p", "--sort=no", "-f", "-", "-L", "-")
	}
	cmd.Stdin = strings.NewReader(strings.Join(files, "\n"))
	raw, err := cmd.Output()
	if err != nil {
		t.Fatalf("ctags: %v", err)
	}
	out := make(map[string][]tag)
	lines := bufio.NewScanner(bytes.NewReader(raw))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var one tag
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			continue // a pattern that is no UTF-8
		}
		out[one.Path] = append(out[one.Path], one)
	}
	for _, list := range out {
		slices.SortFunc(list, func(a, b tag) int { return cmp.Compare(a.Line, b.Line) })
	}
	return out
}
