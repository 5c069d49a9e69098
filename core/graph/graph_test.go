package graph_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/graph"
	"ibid/core/text"
)

// used lists the uses of an entity, "file:line", with ? where only the name
// agrees.
func used(t *testing.T, s *shelf, path, qualified string) []string {
	t.Helper()
	e := s.entity(t, path, qualified)
	uses, err := s.References(t.Context(), e.Document.ID, e.Ordinal)
	if err != nil {
		t.Fatal(err)
	}
	out := []string{}
	for _, u := range uses {
		at := fmt.Sprintf("%s:%d", s.short(u.Document), u.Line)
		if u.Guess {
			at += "?"
		}
		out = append(out, at)
	}
	return out
}

func TestReferencesFollowScope(t *testing.T) { // R2.5, R2.11
	tests := []struct {
		name      string
		files     map[string]string
		path      string
		qualified string
		want      []string
	}{
		{"go: package, alias, other package of that name", map[string]string{
			"go.mod": "module m\n", "a/a.go": "package a\nfunc New() *T { return nil }\ntype T struct{}\nvar one = New()\n", "b/b.go": "package b\nimport x \"m/a\"\nfunc New() {}\nvar y = x.New()\nvar z = New()\n",
			"c/c.go": "package c\nimport \"n/a\"\nvar y = a.New()\n", "d/d.go": "package d\nimport . \"m/a\"\nvar y = New()\n",
		}, "a/a.go", "New", []string{"a/a.go:4", "b/b.go:4", "d/d.go:3"}},
		{"go: method by the type of a parameter, else by its name", map[string]string{
			"go.mod": "module m\n", "a/a.go": "package a\ntype T struct{}\nfunc (t *T) Close() { t.Close() }\ntype U struct{}\nfunc (u U) Close() {}\n",
			"a/b.go": "package a\nfunc f(t *T, u U) {\n\tt.Close()\n\tu.Close()\n\tx := g()\n\tx.Close()\n}\n",
		}, "a/a.go", "T.Close", []string{"a/a.go:3", "a/b.go:3", "a/b.go:6?"}},
		{"go: method by local types, fields, results and elements", map[string]string{
			"go.mod": "module m\n", "a/a.go": "package a\nimport \"os\"\ntype T struct{}\nfunc (t *T) Close() error { return nil }\ntype U struct{ file *os.File; t *T; all []*T }\nfunc (u *U) Close() error { return nil }\nfunc Open() (*T, error) { return nil, nil }\nfunc (u *U) first() *T { return u.t }\n",
			"b/b.go": "package b\nimport \"m/a\"\nfunc f(u *a.U, x any) {\n\tt, _ := a.Open()\n\tt.Close()\n\tv := &a.U{}\n\tv.Close()\n\tw := a.T{}\n\tdefer w.Close()\n\tx.(*a.T).Close()\n}\n",
			"a/c.go": "package a\nfunc (u *U) g() {\n\tu.file.Close()\n\tu.t.Close()\n\tu.first().Close()\n\tfor _, t := range u.all {\n\t\tt.Close()\n\t}\n\tu.Close()\n}\n",
		}, "a/a.go", "T.Close", []string{"a/c.go:4", "a/c.go:5", "a/c.go:7", "b/b.go:5", "b/b.go:9", "b/b.go:10"}},
		{"go: method through the interface that it satisfies", map[string]string{
			"go.mod": "module m\n", "a/a.go": "package a\ntype Closer interface{ Close() error }\ntype T struct{}\nfunc (t *T) Close() error { return nil }\ntype U struct{}\nfunc (u *U) Close(hard bool) {}\nfunc f(c Closer, u *U) {\n\tc.Close()\n\tu.Close(true)\n}\n",
		}, "a/a.go", "T.Close", []string{"a/a.go:8"}},
		{"go: functions as values, and a local name that hides one", map[string]string{
			"go.mod": "module m\n", "a/a.go": "package a\nfunc run() {}\nvar handler = run\nvar all = map[string]func(){\"x\": run}\nfunc each(f func()) { f() }\nfunc g() {\n\teach(run)\n\trun := 3\n\tprint(run)\n}\nfunc h(run func()) { run() }\n",
		}, "a/a.go", "run", []string{"a/a.go:3", "a/a.go:4", "a/a.go:7"}},
		{"python: methods by what was called, attributes and annotations", map[string]string{
			"a.py": "class T:\n    def go(self): pass\nclass U:\n    def go(self): pass\ndef make() -> T: return T()\n",
			"b.py": "from a import T, U, make\nclass K:\n    def __init__(self):\n        self.t = T()\n        self.u = U()\n    def run(self):\n        self.t.go()\n        self.u.go()\n        x = make()\n        x.go()\n        y = U()\n        y.go()\n        run_all(T.go)\n",
		}, "a.py", "T.go", []string{"b.py:7", "b.py:10", "b.py:13"}},
		{"typescript: methods by new, fields and parameters", map[string]string{
			"m.ts": "export class T { go() {} }\nexport class U { go() {} }\n",
			"a.ts": "import { T, U } from './m';\nclass K {\n  private u = new U();\n  constructor(private t: T) {}\n  run() {\n    this.t.go();\n    this.u.go();\n    const x = new T();\n    x.go();\n  }\n}\n",
		}, "m.ts", "T.go", []string{"a.ts:6", "a.ts:9"}},
		{"java: methods by locals and fields", map[string]string{
			"p/T.java": "package p;\nclass T {\n  void go() {}\n}\n", "p/U.java": "package p;\nclass U {\n  void go() {}\n}\n",
			"p/K.java": "package p;\nclass K {\n  private T t;\n  private U u;\n  void run() {\n    t.go();\n    this.u.go();\n    var x = new T();\n    x.go();\n    U y = new U();\n    y.go();\n  }\n}\n",
		}, "p/T.java", "T.go", []string{"p/K.java:6", "p/K.java:9"}},
		{"python: import, alias, package that passes it on, own of the same name", map[string]string{
			"p/__init__.py": "from .m import find\n", "p/m.py": "def find(): pass\n", "a.py": "from p import find as f\nf()\n", "b.py": "import p.m\np.m.find()\n",
			"c.py": "def find(): pass\nfind()\n", "d.py": "from p import *\nfind()\n",
		}, "p/m.py", "find", []string{"a.py:2", "b.py:2", "d.py:2"}},
		{"python: methods of self and of what it extends", map[string]string{
			"a.py": "class A:\n    def go(self): self.go()\n", "b.py": "from a import A\nclass B(A):\n    def run(self): self.go()\nclass C:\n    def go(self): pass\n    def run(self): self.go()\ndef f(a: A):\n    a.go()\n",
		}, "a.py", "A.go", []string{"a.py:2", "b.py:3", "b.py:8"}},
		{"typescript: named, renamed, default and passed on", map[string]string{
			"m.ts": "export function find() {}\n", "index.ts": "export * from './m';\n", "a.ts": "import { find as f } from './m';\nf();\n", "b.ts": "import * as ns from './index';\nns.find();\n",
			"c.ts": "function find() {}\nfind();\n",
		}, "m.ts", "find", []string{"a.ts:2", "b.ts:2"}},
		{"typescript: default export", map[string]string{
			"m.ts": "export default class Store { open() {} }\n", "a.ts": "import S from './m';\nnew S();\n",
		}, "m.ts", "Store", []string{"a.ts:2"}},
		{"java: import, package, inherited", map[string]string{
			"p/A.java": "package p;\npublic class A {\n  void go() {}\n}\n", "p/B.java": "package p;\nclass B extends A {\n  void run() { go(); }\n}\n", "q/C.java": "package q;\nimport p.A;\nclass C {\n  void run(A a) { a.go(); }\n  void go() {}\n  void own() { go(); }\n}\n",
		}, "p/A.java", "A.go", []string{"p/B.java:3", "q/C.java:4"}},
		{"rust: use, path, Self", map[string]string{
			"Cargo.toml": "[package]\nname = \"k\"\n", "src/lib.rs": "mod m;\nmod n;\n", "src/m.rs": "pub struct S;\nimpl S {\n    pub fn new() -> S { S }\n    pub fn two() -> S { Self::new() }\n}\n", "src/n.rs": "use crate::m::S;\nfn f() { S::new(); }\npub struct T;\nimpl T { pub fn new() -> T { T } }\nfn g() { T::new(); }\n",
		}, "src/m.rs", "S.new", []string{"src/m.rs:4", "src/n.rs:2"}},
		{"c: through an included file", map[string]string{
			"a.h": "int find(int);\n", "a.c": "#include \"a.h\"\nint find(int x) { return x; }\nint g(void) { return find(1); }\n",
		}, "a.c", "find", []string{"a.c:3"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newShelf(t, tt.files)
			if got := used(t, s, tt.path, tt.qualified); !slices.Equal(got, tt.want) {
				t.Errorf("%s is used at %q, want %q", tt.qualified, got, tt.want)
			}
		})
	}
}

// listed are related symbols, "file::Name relations".
func listed(s *shelf, found []core.Related) []string {
	out := []string{}
	for _, r := range found {
		line := s.short(r.Document)
		if r.Ordinal >= 0 {
			line += "::" + r.Qualified
		}
		for _, why := range r.Relations {
			line += " " + string(why)
		}
		out = append(out, line)
	}
	slices.Sort(out)
	return out
}

func TestImplementationsAreFound(t *testing.T) { // R2.5
	tests := []struct {
		name            string
		files           map[string]string
		path, qualified string
		want            []string
	}{
		{"go, by method sets, with what is embedded", map[string]string{
			"go.mod": "module m\n", "a/a.go": "package a\ntype ReadCloser interface {\n\tCloser\n\tRead() int\n}\ntype Closer interface{ Close() }\n",
			"b/b.go": "package b\ntype Base struct{}\nfunc (b *Base) Close() {}\ntype File struct{ *Base }\nfunc (f *File) Read() int { return 0 }\ntype Half struct{}\nfunc (h Half) Read() int { return 0 }\ntype Outer struct{ File }\n",
		}, "a/a.go", "ReadCloser", []string{"b/b.go::File implements", "b/b.go::Outer implements"}},
		{"java, through two levels", map[string]string{
			"p/I.java": "package p;\ninterface I {}\n", "p/A.java": "package p;\nclass A implements I {}\n", "q/B.java": "package q;\nimport p.A;\nclass B extends A {}\n", "q/I.java": "package q;\ninterface I {}\n", "q/C.java": "package q;\nclass C implements I {}\n",
		}, "p/I.java", "I", []string{"p/A.java::A implements", "q/B.java::B implements"}},
		{"rust", map[string]string{
			"src/lib.rs": "mod m;\npub trait Show { fn show(&self); }\n", "src/m.rs": "use crate::Show;\npub struct S;\nimpl Show for S { fn show(&self) {} }\n",
		}, "src/lib.rs", "Show", []string{"src/m.rs::S implements"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newShelf(t, tt.files)
			e := s.entity(t, tt.path, tt.qualified)
			found, err := s.Implementations(t.Context(), e.Document.ID, e.Ordinal)
			if got := listed(s, found); err != nil || !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q: %v", got, tt.want, err)
			}
		})
	}
}

func TestTestsAreFound(t *testing.T) { // R2.5
	files := map[string]string{
		"go.mod": "module m\n", "a/store.go": "package a\ntype Store struct{}\nfunc (s *Store) Put() {}\nfunc Open() *Store { return nil }\n",
		"a/store_test.go": "package a\nfunc TestStorePut(t *T) {}\nfunc TestOpenKeeps(t *T) { Open() }\nfunc TestOther(t *T) {}\n",
		"src/light.py":    "def limit(): pass\n", "tests/test_light.py": "from src.light import limit\ndef test_limit(): limit()\n",
		"web/depth.ts": "export function depth() {}\n", "web/depth.test.ts": "import { depth } from './depth';\nfunction works() { depth(); }\n",
	}
	s := newShelf(t, files)
	for _, tt := range []struct {
		path, name string
		want       []string
	}{
		{"a/store.go", "Open", []string{"a/store_test.go::TestOpenKeeps call"}},
		{"a/store.go", "Store.Put", []string{"a/store_test.go::TestStorePut name"}},
		{"a/store.go", "", []string{"a/store_test.go name"}},
		{"a/store_test.go", "TestOpenKeeps", []string{"a/store.go::Open call"}},
		{"src/light.py", "limit", []string{"tests/test_light.py::test_limit call name"}},
		{"src/light.py", "", []string{"tests/test_light.py import name"}},
		{"tests/test_light.py", "", []string{"src/light.py import name"}},
		{"web/depth.ts", "depth", []string{"web/depth.test.ts::works call"}},
	} {
		id, ordinal := s.document(t, tt.path).ID, -1
		if tt.name != "" {
			ordinal = s.entity(t, tt.path, tt.name).Ordinal
		}
		found, err := s.Tests(t.Context(), id, ordinal)
		if got := listed(s, found); err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("tests of %s %s: got %q, want %q: %v", tt.path, tt.name, got, tt.want, err)
		}
	}
}

func TestRelatedAreUsesAndUsers(t *testing.T) { // R2.5
	s := newShelf(t, map[string]string{"a.py": "def low(): pass\ndef mid(): low()\ndef high(): mid()\n"})
	e := s.entity(t, "a.py", "mid")
	found, err := s.Related(t.Context(), e.Document.ID, e.Ordinal)
	want := []string{"a.py::high used by", "a.py::low uses"}
	if got := listed(s, found); err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, want %q: %v", got, want, err)
	}
}

func TestDefinitionsAreRanked(t *testing.T) { // R2.5
	s := newShelf(t, map[string]string{
		"a/store.py": "class Store:\n    def find(self): pass\n", "a/find.py": "def find(): pass\n", "tests/test_find.py": "def find(): pass\n", "b.py": "from a.find import find\n",
	})
	define := func(name string, at string) (out []string) {
		t.Helper()
		var id core.DocumentID
		if at != "" {
			id = s.document(t, at).ID
		}
		found, err := s.Define(t.Context(), name, id)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			out = append(out, s.short(f.Document)+"::"+f.Qualified)
		}
		return out
	}
	for _, tt := range []struct {
		name, at string
		want     []string
	}{
		{"find", "", []string{"a/find.py::find", "a/store.py::Store.find", "tests/test_find.py::find"}},
		{"Store.find", "", []string{"a/store.py::Store.find"}},
		{"find.find", "", []string{"a/find.py::find"}},
		{"find", "b.py", []string{"a/find.py::find"}},
		{"STORE", "", []string{"a/store.py::Store"}},
		{"nothing", "", nil},
	} {
		if got := define(tt.name, tt.at); !slices.Equal(got, tt.want) {
			t.Errorf("%s at %q: got %q, want %q", tt.name, tt.at, got, tt.want)
		}
	}
}

func TestNamesOfATextLeadToCode(t *testing.T) { // X8
	s := newShelf(t, map[string]string{
		"kelp.py": "class LightModel:\n    def find_depth(self): pass\ndef run(): pass\ndef limit(): pass\n", "other.py": "def limit(): pass\n",
	})
	paper := "We run the LightModel and call find_depth() on every row; `run` starts it. The limit, and `limit`, are found (see example.com, e.g. here). iPhone users too."
	found, err := s.Named(t.Context(), paper)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for name, symbols := range found {
		for _, y := range symbols {
			got = append(got, name+" "+s.short(y.Document)+"::"+y.Qualified)
		}
	}
	slices.Sort(got)
	want := []string{"LightModel kelp.py::LightModel", "find_depth kelp.py::LightModel.find_depth", "run kelp.py::run"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for name, want := range map[string]int{"find_depth": 1, "LightModel": 1, "run": 1, "limit": 1, "row": 0} {
		if n := len(text.CodeMentions(paper, name)); n != want {
			t.Errorf("%s is mentioned %d times, want %d", name, n, want)
		}
	}
}

// A file that is damaged, of another library or of another form gives way to an
// empty graph; a good one stays.
func TestGraphComesBackEmptyWhereItIsUnfit(t *testing.T) {
	dir := t.TempDir()
	none := &shelf{}
	put := func(epoch string) {
		t.Helper()
		g, err := graph.Open(dir, epoch, none, none)
		if err != nil {
			t.Fatal(err)
		}
		err = g.Put(t.Context(), 7, nil, map[core.Hash]core.Code{"h": {Language: "go", Package: "a"}})
		if err := errors.Join(err, g.Close()); err != nil {
			t.Fatal(err)
		}
	}
	generation := func(epoch string) uint64 {
		t.Helper()
		g, err := graph.Open(dir, epoch, none, none)
		if err != nil {
			t.Fatal(err)
		}
		defer g.Close()
		n, err := g.Generation(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		have, err := g.Contents(context.Background())
		if err != nil || (n > 0) != have["h"] {
			t.Errorf("generation %d, contents %v: %v", n, have, err)
		}
		return n
	}
	put("one")
	if n := generation("one"); n != 7 {
		t.Errorf("a good graph has generation %d", n)
	}
	if n := generation("two"); n != 0 {
		t.Errorf("that of another library has generation %d", n)
	}
	put("one")
	if err := os.WriteFile(filepath.Join(dir, "graph.db"), []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	if n := generation("one"); n != 0 {
		t.Errorf("a damaged one has generation %d", n)
	}
}

// Questions list the documents once for each change of the library: a search
// asks for the definition of every word of what is being typed.
func TestAnUnchangedLibraryIsListedOnce(t *testing.T) { // R2.5
	s := newShelf(t, map[string]string{"a.py": "def tide(): pass\n"})
	define := func(name string, want int) {
		t.Helper()
		if found, err := s.Define(t.Context(), name, 0); err != nil || len(found) != want {
			t.Errorf("%s: %d definitions, %v", name, len(found), err)
		}
	}
	for range 3 {
		define("tide", 1)
		define("ebb", 0)
	}
	if s.listed != 1 {
		t.Errorf("the documents were listed %d times", s.listed)
	}
	s.add(t, s.root+"b.py", "def ebb(): pass\n")
	s.flush(t)
	define("ebb", 1)
	define("tide", 1)
	if s.listed != 2 {
		t.Errorf("the documents were listed %d times after a change", s.listed)
	}
}
