package graph_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/lsp"
	"ibid/core/outside"
)

// tally counts lines that were found as gopls finds them.
type tally struct{ right, wrong, missed int }

func (c tally) precision() float64 { return float64(c.right) / float64(max(c.right+c.wrong, 1)) }
func (c tally) recall() float64    { return float64(c.right) / float64(max(c.right+c.missed, 1)) }
func (c tally) String() string {
	return fmt.Sprintf("%d right, %d wrong, %d missed: precision %.3f, recall %.3f", c.right, c.wrong, c.missed, c.precision(), c.recall())
}

// R2.5: references by scope rules alone, compared with gopls on functions and
// types drawn by a fixed seed; methods are printed apart. It takes minutes, and
// runs only where IBID_EVAL is set and gopls is installed.
func TestReferencesAreThoseOfGopls(t *testing.T) {
	if _, ok := outside.Find("gopls"); !ok || os.Getenv("IBID_EVAL") == "" {
		t.Skip("needs gopls and IBID_EVAL")
	}
	var all, methods tally
	for _, name := range goModules {
		own, ownMethods := compareWithGopls(t, writable(t, moduleDir(t, name)), 100, 40)
		t.Logf("%s: functions and types: %s; methods: %s", name, own, ownMethods)
		all, methods = sum(all, own), sum(methods, ownMethods)
	}
	t.Logf("all: functions and types: %s; methods: %s", all, methods)
	if all.recall() < .9 || all.precision() < .8 {
		t.Errorf("functions and types: %s: want recall .9, precision .8", all)
	}
}

func sum(a, b tally) tally { return tally{a.right + b.right, a.wrong + b.wrong, a.missed + b.missed} }

// writable copies a module out of the cache of modules, where gopls does not
// take it for one that is worked on.
func writable(t *testing.T, dir string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "module")
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}

func compareWithGopls(t *testing.T, dir string, things, methods int) (own, ownMethods tally) {
	t.Helper()
	s := newShelf(t, nil)
	s.addTree(t, dir, ".go", "go.mod")
	o := lsp.Servers["go"]
	o.Root = dir
	o.Env = []string{"GOFLAGS=-mod=mod", "GOPROXY=off", "GOTOOLCHAIN=local", "GOMODCACHE=" + goEnv(t, "GOMODCACHE"), "GOCACHE=" + goEnv(t, "GOCACHE"), "HOME=" + t.TempDir()}
	server, err := lsp.Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	drawn := draw(t, s, things, methods)
	for _, symbol := range drawn {
		c, ok := compareOne(t.Context(), t, s, server, symbol)
		switch {
		case !ok:
		case symbol.Kind == core.EntityMethod:
			ownMethods = sum(ownMethods, c)
		default:
			own = sum(own, c)
		}
	}
	return own, ownMethods
}

// draw takes functions and types, and methods, of files that are no tests, by a
// fixed seed.
func draw(t *testing.T, s *shelf, things, methods int) []core.Symbol {
	t.Helper()
	random := rand.New(rand.NewPCG(5, 2026))
	var out []core.Symbol
	for _, n := range random.Perm(len(s.docs)) {
		d := s.docs[n]
		if d.Kind != core.KindCode || strings.HasSuffix(d.Name, "_test.go") {
			continue
		}
		entities, err := s.Entities(t.Context(), d.ID)
		if err != nil {
			t.Fatal(err)
		}
		random.Shuffle(len(entities), func(i, j int) { entities[i], entities[j] = entities[j], entities[i] })
		taken := 0
		for _, e := range entities {
			room := &things
			switch e.Kind {
			case core.EntityMethod:
				room = &methods
			case core.EntityFunction, core.EntityStruct, core.EntityInterface, core.EntityType:
			default:
				continue
			}
			if *room > 0 && taken < 4 && e.Name != "init" && e.Name != "main" && e.Name != "_" {
				*room--
				taken++
				out = append(out, e)
			}
		}
	}
	return out
}

func compareOne(ctx context.Context, t *testing.T, s *shelf, server *lsp.Server, symbol core.Symbol) (tally, bool) {
	t.Helper()
	path := symbol.Document.Path
	line := lineOf(t, path, symbol.NameLine)
	from := 0
	if receiver := strings.Index(line, ") "); strings.HasPrefix(line, "func (") && receiver > 0 {
		from = receiver
	}
	column, ok := lsp.Column(line, symbol.Name, from)
	if !ok {
		return tally{}, false
	}
	truth, err := server.References(ctx, lsp.Place{Path: path, Line: symbol.NameLine, Column: column})
	if err != nil {
		t.Logf("%s: %v", symbol.Qualified, err)
		return tally{}, false
	}
	uses, err := s.References(ctx, symbol.Document.ID, symbol.Ordinal)
	if err != nil {
		t.Fatal(err)
	}
	var c tally
	want := make(map[string]bool)
	for _, p := range truth {
		if s.has(p.Path) {
			want[fmt.Sprintf("%s:%d", p.Path, p.Line)] = true
		}
	}
	for _, u := range uses {
		at := fmt.Sprintf("%s:%d", u.Document.Path, u.Line)
		if want[at] {
			c.right++
			delete(want, at)
		} else {
			c.wrong++
			explain(t, "wrong", symbol, at)
		}
	}
	for at := range want {
		c.missed++
		explain(t, "missed", symbol, at)
	}
	return c, true
}

// explain shows what differs, of things that are no methods.
func explain(t *testing.T, what string, symbol core.Symbol, at string) {
	t.Helper()
	if !testing.Verbose() {
		return
	}
	path, n, _ := strings.Cut(at, ".go:")
	line := 0
	fmt.Sscan(n, &line)
	t.Logf("%s %s %s: %s.go:%d: %s", what, symbol.Kind, symbol.Qualified, filepath.Base(path), line, strings.TrimSpace(lineOf(t, path+".go", line)))
}

func (s *shelf) has(path string) bool {
	for _, d := range s.docs {
		if d.Path == path {
			return true
		}
	}
	return false
}

func lineOf(t *testing.T, path string, n int) string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines, i := bufio.NewScanner(file), 1; lines.Scan(); i++ {
		if i == n {
			return lines.Text()
		}
	}
	return ""
}
