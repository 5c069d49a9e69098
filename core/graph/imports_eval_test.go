package graph_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"ibid/core"
)

// goPackage is what `go list` says of one.
type goPackage struct {
	Dir        string
	ImportPath string
	Standard   bool
	GoFiles    []string
	CgoFiles   []string
	Imports    []string
	ImportMap  map[string]string
}

// goList asks the go command, which has to be there, and never fetches.
func goList(t *testing.T, dir string, args ...string) []goPackage {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json=Dir,ImportPath,Standard,GoFiles,CgoFiles,Imports,ImportMap", "-e"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=1", "GOFLAGS=-mod=mod", "GOPROXY=off", "GOTOOLCHAIN=local", "GOWORK=off")
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("go list in %s: %v", dir, err)
	}
	var all []goPackage
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Skipf("go env: %v", err)
	}
	return strings.TrimSpace(string(out))
}

// edges compares the imports of files of packages with those of the go command.
type edges struct{ right, wrong, missed int }

func (e *edges) compare(t *testing.T, s *shelf, packages []goPackage) {
	t.Helper()
	dirs := make(map[string]string) // of packages
	for _, p := range packages {
		dirs[p.ImportPath] = p.Dir
	}
	documents := make(map[string]core.Document)
	for _, d := range s.docs {
		documents[d.Path] = d
	}
	for _, p := range packages {
		for _, name := range append(p.GoFiles, p.CgoFiles...) {
			d, ok := documents[filepath.Join(p.Dir, name)]
			if !ok {
				continue
			}
			links, err := s.Imports(t.Context(), d.ID, 1)
			if err != nil {
				t.Fatal(err)
			}
			got := make(map[string]string)
			for _, l := range links {
				got[l.Import.Path] = ""
				if len(l.To) > 0 {
					got[l.Import.Path] = path.Dir(l.To[0].Path)
				}
			}
			for _, written := range goImports(t, d.Path) {
				real := written
				if to, ok := p.ImportMap[real]; ok {
					real = to
				}
				e.judge(t, d.Path, written, got[written], dirs[real])
			}
		}
	}
}

// goImports are the imports of a file by Go's own parser.
func goImports(t *testing.T, file string) []string {
	t.Helper()
	tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, i := range tree.Imports {
		out = append(out, strings.Trim(i.Path.Value, "\"`"))
	}
	return out
}

func (e *edges) judge(t *testing.T, from, written, got, want string) {
	t.Helper()
	if got == want {
		if want != "" {
			e.right++
		}
		return
	}
	if got != "" {
		e.wrong++
	}
	if want != "" {
		e.missed++
	}
	if e.wrong+e.missed < 20 {
		t.Logf("%s: %q leads to %q, want %q", from, written, got, want)
	}
}

func (e *edges) report(t *testing.T, what string) {
	t.Helper()
	precision := float64(e.right) / float64(max(e.right+e.wrong, 1))
	recall := float64(e.right) / float64(max(e.right+e.missed, 1))
	t.Logf("%s: %d imports lead right, %d wrong, %d missed: precision %.4f, recall %.4f", what, e.right, e.wrong, e.missed, precision, recall)
	if e.right == 0 || precision < .98 || recall < .98 {
		t.Errorf("%s: precision %.4f, recall %.4f: want .98", what, precision, recall)
	}
}

// R2.5: the standard library's imports lead where the go command says. It is
// read whole only where IBID_EVAL is set, else a part of it.
func TestImportsOfTheStandardLibraryLeadWhereGoSays(t *testing.T) {
	root := filepath.Join(goEnv(t, "GOROOT"), "src")
	parts, patterns := []string{"net", "encoding", "internal", "io", "os", "vendor"}, []string{"./net/...", "./encoding/...", "./io/...", "./os/...", "vendor/golang.org/x/...", "./internal/..."}
	if os.Getenv("IBID_EVAL") != "" {
		parts, patterns = []string{""}, []string{"std"}
	} else if testing.Short() {
		t.Skip("reads a good part of the standard library")
	}
	s := newShelf(t, nil)
	data, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Skip(err)
	}
	s.add(t, filepath.Join(root, "go.mod"), string(data))
	for _, part := range parts {
		s.addTree(t, filepath.Join(root, part), ".go", "go.mod")
	}
	var e edges
	e.compare(t, s, goList(t, root, patterns...))
	e.report(t, "standard library")
}

// R2.5, R2.11
func TestImportsOfModulesLeadWhereGoSays(t *testing.T) {
	if testing.Short() {
		t.Skip("measures quality, with the imports of every dependency")
	}
	for _, name := range goModules {
		dir := moduleDir(t, name)
		s := newShelf(t, nil)
		s.addTree(t, dir, ".go", "go.mod")
		var own []goPackage
		for _, p := range goList(t, dir, "./...") {
			if strings.HasPrefix(p.Dir, dir) {
				own = append(own, p)
			}
		}
		var e edges
		e.compare(t, s, own)
		e.report(t, name)
	}
}

// goModules are modules that Ibid is built with, so that they are at hand
// wherever it is tested.
var goModules = []string{"github.com/blevesearch/bleve/v2", "github.com/pdfcpu/pdfcpu", "github.com/yuin/goldmark"}

// moduleDir is where the go command keeps a module that Ibid depends on.
func moduleDir(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", name).Output()
	if dir := strings.TrimSpace(string(out)); err == nil && dir != "" {
		return dir
	}
	t.Skipf("module %s is not at hand: %v", name, err)
	return ""
}
