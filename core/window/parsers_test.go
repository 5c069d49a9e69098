package window

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/extract/code"
	"ibid/core/text"
)

// stride keeps tests on real code short: of the lines of a definition the first,
// the last and every seventh are looked up.
const stride = 7

// A tally counts the lines whose definition is looked up, and those with
// another one than the language's own parser finds.
type tally struct{ lines, wrong int }

// compare looks up lines of one file. truth are the first and the last line of
// its definitions.
func (c *tally) compare(t *testing.T, path, source string, truth [][2]int) {
	t.Helper()
	d := sourceCode(t, path, source)
	table := text.NewLineTable(source)
	lines := strings.Split(source, "\n")
	isComment := func(n int) bool { return comment.MatchString(lines[n-1]) }
	for n, want := range innermost(truth) {
		if n != want[0] && n != want[1] && (n-want[0])%stride != 0 || isComment(n) {
			continue // a comment may belong to what is defined below it
		}
		got, note, err := d.enclosing(table, [2]int{n, n})
		if err != nil {
			t.Fatal(err)
		}
		for note == "" && got[1] > want[1] && (isComment(got[1]) || strings.TrimSpace(lines[got[1]-1]) == "") {
			got[1]--
		}
		for note == "" && got[0] < want[0] && isComment(got[0]) {
			got[0]++
		}
		c.lines++
		if note != "" || got != want {
			if c.wrong++; c.wrong <= 10 {
				t.Logf("%s:%d: %v %q, want %v", path, n, got, note, want)
			}
		}
	}
}

// comment matches lines that may stand right above a definition.
var comment = regexp.MustCompile(`^\s*(?://|/\*|\*/|#)`)

// sourceCode is a file with what its syntax says.
func sourceCode(t *testing.T, name, source string) Document {
	t.Helper()
	c, err := code.Extract(t.Context(), name, source)
	if err != nil {
		t.Fatal(err)
	}
	return Document{
		Document: core.Document{Name: name, Kind: core.KindCode}, Pages: []core.Page{{Index: 1, Text: source}},
		Code: func() (core.Code, error) { return c, nil },
	}
}

// fail allows one line in a thousand: macros and errors mislead a grammar.
func (c *tally) fail(t *testing.T, what string) {
	t.Helper()
	t.Logf("%s: another definition than its parser finds for %d of %d lines", what, c.wrong, c.lines)
	if c.lines == 0 || c.wrong*1000 > c.lines {
		t.Errorf("%s: %d of %d lines are over one in a thousand", what, c.wrong, c.lines)
	}
}

// innermost is the shortest of some stretches for every line of them.
func innermost(of [][2]int) map[int][2]int {
	out := make(map[int][2]int)
	for _, d := range of {
		for n := d[0]; n <= d[1]; n++ {
			if old, ok := out[n]; !ok || d[1]-d[0] < old[1]-old[0] {
				out[n] = d
			}
		}
	}
	return out
}

// The truth about Go comes from its own parser: every function and type of these
// rooms and of a package of the standard library.
func TestGoDefinitionsAreFound(t *testing.T) { // R0.7
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"../text", "../window", filepath.Join(strings.TrimSpace(string(root)), "src", "net", "http")} {
		var c tally
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
				return err
			}
			source, err := os.ReadFile(path)
			if err == nil {
				c.compare(t, path, string(source), definitionsInGo(string(source)))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		c.fail(t, dir)
	}
}

// definitionsInGo are the functions and the types with braces of a file, without
// those on one line or in a group.
func definitionsInGo(source string) (out [][2]int) {
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, "", source, parser.SkipObjectResolution)
	if err != nil {
		return nil // some files of the library's own tests are meant not to parse
	}
	add := func(n ast.Node) {
		if first, last := fset.Position(n.Pos()).Line, fset.Position(n.End()).Line; first < last {
			out = append(out, [2]int{first, last})
		}
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			add(n)
		case *ast.GenDecl:
			if n.Tok == token.TYPE && !n.Lparen.IsValid() {
				switch n.Specs[0].(*ast.TypeSpec).Type.(type) {
				case *ast.StructType, *ast.InterfaceType:
					add(n)
				}
			}
		}
		return true
	})
	return out
}

// definitionsInPython prints where functions and classes begin, with their
// decorators, and end.
const definitionsInPython = `
import ast, json, sys
out = {}
for path in sys.argv[1:]:
    try:
        tree = ast.parse(open(path, encoding="utf-8").read())
    except (SyntaxError, ValueError, UnicodeDecodeError):
        continue
    out[path] = [[min([n.lineno] + [d.lineno for d in n.decorator_list]), n.end_lineno] for n in ast.walk(tree)
        if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))]
json.dump(out, sys.stdout)
`

// The truth about Python comes from its own parser too: every function and class
// of a part of its standard library.
func TestPythonDefinitionsAreFound(t *testing.T) { // R0.7
	where, err := exec.Command("python3", "-c", "import os; print(os.path.dirname(os.__file__))").Output()
	if err != nil {
		t.Skip("there is no python3 here; the table of languages covers Python too")
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(where)), "[a-d]*.py"))
	if err != nil || len(files) == 0 {
		t.Skipf("no sources of Python: %v", err)
	}
	found, err := exec.Command("python3", append([]string{"-c", definitionsInPython}, files...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	var truth map[string][][2]int
	if err := json.Unmarshal(found, &truth); err != nil {
		t.Fatal(err)
	}
	var c tally
	for path, definitions := range truth {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		c.compare(t, path, string(source), definitions)
	}
	c.fail(t, filepath.Dir(files[0]))
}
