package code

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/extract/text"
)

func extract(t *testing.T, name, source string) core.Code {
	t.Helper()
	c, err := Extract(context.Background(), name, source)
	if err != nil {
		t.Fatal(err)
	}
	sound(t, source, c)
	return c
}

// sound checks what everyone relies on: places within the text and each other.
func sound(t testing.TB, source string, c core.Code) {
	t.Helper()
	for i, e := range c.Entities {
		inside := e.Start >= 0 && e.Start < e.End && e.End <= len(source) && e.Body > e.Start && e.Body <= e.End
		lines := 1 <= e.FirstLine && e.FirstLine <= e.NameLine && e.NameLine <= e.LastLine
		if !inside || !lines || e.Name == "" || e.Parent >= i || e.Parent < -1 || i > 0 && c.Entities[i-1].Start > e.Start {
			t.Errorf("entity %d is %+v", i, e)
		}
		if e.Parent >= 0 && (c.Entities[e.Parent].Start > e.Start || c.Entities[e.Parent].End < e.End) {
			t.Errorf("%s is not within %s", e.Qualified, c.Entities[e.Parent].Qualified)
		}
		if !slices.IsSorted(e.Cuts) || len(e.Cuts) > 0 && (e.Cuts[0] <= e.Body || e.Cuts[len(e.Cuts)-1] >= e.End) {
			t.Errorf("cuts of %s are %v in %d to %d", e.Qualified, e.Cuts, e.Body, e.End)
		}
	}
	for _, r := range c.References {
		if r.Name == "" || r.Line < 1 || r.Within < -1 || r.Within >= len(c.Entities) {
			t.Errorf("reference %+v", r)
		}
	}
}

// names are kind and qualified name of every entity.
func names(c core.Code) []string {
	var out []string
	for _, e := range c.Entities {
		out = append(out, string(e.Kind)+" "+e.Qualified)
	}
	return out
}

func TestNamesAreQualifiedByWhatStandsAroundThem(t *testing.T) {
	tests := map[string]struct{ name, source, want string }{
		"receivers of Go":                     {"a.go", "package a\nfunc (t *Tree[K, V]) Get(k K) V { return t.m[k] }\n", "method Tree.Get"},
		"methods of a class":                  {"a.py", "class UserService:\n    @cached\n    def find_by_email(self, e):\n        pass\n", "class UserService, method UserService.find_by_email"},
		"an impl block":                       {"a.rs", "impl<T> Show for Box<T> { fn show(&self) {} }\n", "impl Box, method Box.show"},
		"defined outside of its class":        {"a.cpp", "namespace ns { int A<int>::f() { return 1; } }\n", "module ns, method ns.A.f"},
		"operators":                           {"a.cpp", "bool A::operator == (A b) { return 1; }\n", "method A.operator =="},
		"a pointer that a function gives":     {"a.c", "static char *name(int n)\n{\n  return 0;\n}\n", "function name"},
		"a header of C++ that is named .h":    {"a.h", "namespace a {\nclass B {\npublic:\n  int c();\n};\n}\n", "module a, class a.B, method a.B.c"},
		"a macro before a declaration":        {"a.hpp", "class A { LIB_EXPORT void f(int a); };\n", "class A, method A.f"},
		"functions that are values":           {"a.ts", "export const f = (a: number) => a + 1;\n", "function f"},
		"methods of a prototype":              {"a.js", "Foo.prototype.bar = function () {};\nexports.baz = () => 1;\n", "method Foo.bar, function baz"},
		"constants, but none within":          {"a.py", "MAX = 1\nlow = 2\ndef f():\n    INNER = 3\n", "constant MAX, variable low, function f"},
		"groups of Go, each for itself":       {"a.go", "package a\nconst (\n\tA = 1\n\tB = 2\n)\ntype (\n\tT struct{ io.Reader }\n)\n", "constant A, constant B, struct T"},
		"methods that an interface asks for":  {"a.go", "package a\ntype R interface {\n\tRead() int\n}\n", "interface R, method R.Read"},
		"records, constants and constructors": {"A.java", "record A(int b) { static final int C = 1; A { } }\n", "class A, constant A.C, method A.A"},
		"what stands in a module":             {"a.rs", "mod tests { struct S; trait T { fn t(&self); } }\n", "module tests, struct tests.S, trait tests.T, method tests.T.t"},
		"namespaces":                          {"a.ts", "namespace A.B { export function f() {} }\n", "module A.B, function A.B.f"},
		"unfinished code":                     {"a.go", "package a\nfunc good() {}\nfunc bad( {\n\tx :=\n}\nfunc last() {}\n", "function good, function last"},
	}
	for what, tt := range tests {
		got := strings.Join(names(extract(t, tt.name, tt.source)), ", ")
		if got != tt.want && !(what == "unfinished code" && strings.Contains(got, "good") && strings.Contains(got, "last")) {
			t.Errorf("%s: got %s, want %s", what, got, tt.want)
		}
	}
}

func TestEntityHasSignatureCommentAndPlace(t *testing.T) {
	source := `package pay

import "fmt"

// Charge takes the money.
// It may fail.
func Charge(
	amount int,
) error {
	if amount < 0 {
		return nil
	}
	// log it
	fmt.Println(amount)
	return nil
}
`
	c := extract(t, "pay.go", source)
	e := c.Entities[0]
	if e.Doc != "Charge takes the money.\nIt may fail." || e.Signature != "func Charge( amount int, ) error" ||
		e.FirstLine != 7 || e.LastLine != 16 || e.NameLine != 7 || c.Package != "pay" {
		t.Errorf("got %+v of %q", e, c.Package)
	}
	var cuts []string
	for _, at := range e.Cuts {
		line, _, _ := strings.Cut(source[at:], "\n")
		cuts = append(cuts, line)
	}
	if got := strings.Join(cuts, "|"); got != "if amount < 0 {|// log it|return nil" {
		t.Errorf("cut at %s", got)
	}
	decorated := extract(t, "a.py", "# About it.\n@app.route('/')\n@cached\ndef index():\n    \"\"\"Show it.\n\n    All of it.\n    \"\"\"\n    return 1\n").Entities[0]
	if decorated.FirstLine != 2 || decorated.NameLine != 4 || decorated.Doc != "Show it.\n\nAll of it." || decorated.Signature != "def index()" {
		t.Errorf("got %+v", decorated)
	}
	derived := extract(t, "a.rs", "/// A point.\n#[derive(Debug)]\npub struct Point { x: i32 }\n").Entities[0]
	if derived.FirstLine != 2 || derived.NameLine != 3 || derived.Doc != "A point." || derived.Signature != "pub struct Point" {
		t.Errorf("got %+v", derived)
	}
}

func TestBasesAreNamed(t *testing.T) {
	tests := map[string][2]string{
		"a.py":   {"class A(B, c.D, metaclass=M):\n    pass\n", "B c.D"},
		"a.go":   {"package a\ntype A struct {\n\tB\n\t*c.D\n\te int\n}\n", "B c.D"},
		"A.java": {"class A extends B implements C, D<E> {}\n", "B C D<E>"},
		"a.ts":   {"class A extends B implements C {}\n", "B C"},
		"a.cpp":  {"class A : public B, private ns::C<int> {};\n", "B ns::C<int>"},
		"a.rs":   {"impl fmt::Display for A {}\n", "fmt::Display"},
		"a.js":   {"class A extends B {}\n", "B"},
	}
	for name, tt := range tests {
		c := extract(t, name, tt[0])
		if got := strings.Join(c.Entities[0].Bases, " "); got != tt[1] {
			t.Errorf("%s: got %s, want %s", name, got, tt[1])
		}
	}
}

func TestImportsOfEveryLanguage(t *testing.T) {
	tests := []struct{ name, source, want string }{
		{"a.go", "package a\nimport (\n\t\"fmt\"\n\tx \"a/b\"\n\t. \"c\"\n)\n", "3 fmt; 4 a/b as x; 5 c [*]"},
		{"a.py", "import os.path, sys as s\nfrom . import a, b as c\nfrom ..d.e import *\n", "1 os.path; 1 sys as s; 2 . [a]; 2 . [b] as c; 3 ..d.e [*]"},
		{"a.ts", "import A, { b, c as d } from './x';\nimport * as N from \"y\";\nimport 'z';\nexport { q } from './q';\nexport * from './all';\n",
			"1 ./x [default] as A; 1 ./x [b]; 1 ./x [c] as d; 2 y as N; 3 z; 4 ./q [q]; 5 ./all [*]"},
		{"a.js", "const a = require('./a');\nconst { b, c } = require('bc');\nimport('./late');\n", "1 ./a as a; 2 bc [b c]; 3 ./late"},
		{"a.rs", "use std::{fmt, io::{self, Read as R, *}};\nmod inner;\nextern crate serde;\nuse crate::a::B;\n",
			"1 std [fmt]; 1 std::io; 1 std::io [Read] as R; 1 std::io [*]; 2 self::inner; 3 serde; 4 crate::a [B]"},
		{"A.java", "package p;\nimport java.util.List;\nimport static a.B.*;\n", "2 java.util.List; 3 a.B [*]"},
		{"a.c", "#include <stdio.h>\n#include \"lib/a.h\"\n", "1 <stdio.h>; 2 lib/a.h"},
	}
	for _, tt := range tests {
		var got []string
		for _, i := range extract(t, tt.name, tt.source).Imports {
			s := fmt.Sprintf("%d %s", i.Line, i.Path)
			if i.Names != nil {
				s += fmt.Sprint(" ", i.Names)
			}
			if i.Alias != "" {
				s += " as " + i.Alias
			}
			got = append(got, s)
		}
		if s := strings.Join(got, "; "); s != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, s, tt.want)
		}
	}
}

func TestReferencesAreCallsAndTypes(t *testing.T) {
	tests := []struct{ name, source, want string }{
		{"a.go", "package a\nfunc f(r *io.Reader) T {\n\tg(1)\n\ts.file.Close()\n}\n", "io.Reader, T, g(), s, file.Close()"},
		{"a.py", "class A(Base):\n    def f(self, x: T):\n        self.g()\n        helper(x)\n", "Base, T, self.g(), helper()"},
		{"a.rs", "fn f() -> Out { a::b(); x.c(); S::new() }\n", "Out, a.b(), x.c(), S.new()"},
		{"A.java", "class A { void f(T t) { t.go(); new B(); h(); } }\n", "T, t.go(), B(), h()"},
		{"a.ts", "function f(a: T): ns.U { g(); this.h(); return new K(); }\n", "T, ns.U, g(), this.h(), K()"},
		{"a.cpp", "void f() { ns::g(); a->h(); k(); }\n", "ns.g(), a.h(), k()"},
	}
	for _, tt := range tests {
		var got []string
		c := extract(t, tt.name, tt.source)
		for _, r := range c.References {
			s := r.Name
			if r.Qualifier != "" {
				s = r.Qualifier + "." + s
			}
			if r.Call {
				s += "()"
			}
			got = append(got, s)
		}
		if s := strings.Join(got, ", "); s != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, s, tt.want)
		}
	}
}

// R2.11
func TestEveryLanguageOfTheTableHasAQuery(t *testing.T) {
	for name := range languages {
		if p, err := parserFor(name); err != nil || p == nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"go", "rust", "java", "python", "typescript", "tsx", "javascript", "c", "cpp"} {
		if _, ok := languages[name]; !ok {
			t.Errorf("%s is not in the table", name)
		}
	}
}

func TestHostileCodeIsNotParsed(t *testing.T) {
	tests := map[string]struct{ source, want string }{
		"100,000 open parentheses": {"package a\nvar x = " + strings.Repeat("(", 100_000), "nest more than"},
		"a minified file":          {strings.Repeat("a();", 12_500_000), "larger than"},
		"a minified line":          {strings.Repeat("a();", 50_000), "a line is longer"},
	}
	for name, tt := range tests {
		c := extract(t, "a.js", tt.source)
		if len(c.Entities) > 0 || !strings.Contains(c.Note, tt.want) {
			t.Errorf("%s: %d entities, note %q", name, len(c.Entities), c.Note)
		}
	}
	if c := extract(t, "a.kt", "fun main() {}"); c.Language != "kotlin" || !strings.Contains(c.Note, "no grammar") {
		t.Errorf("got %+v", c)
	}
}

func TestInvalidTextIsReadAsTheWordsAre(t *testing.T) {
	source, err := text.Decode([]byte("package a\r\n\r\n// caf\xe9\r\nfunc f() {}\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	if c := extract(t, "a.go", source); len(c.Entities) != 1 || c.Entities[0].FirstLine != 4 || c.Entities[0].Doc != "café" {
		t.Errorf("got %+v", c)
	}
}

func FuzzEntitiesLieWithinTheText(f *testing.F) {
	for name, source := range map[string]string{
		"a.go": "package a\n// d\nfunc (r *T) f() {\n\tg()\n}", "a.py": "@d\nclass A(B):\n  'doc'\n  def f(self): pass\n", "a.rs": "impl A for B { fn f() {} }\nuse a::{b,c};",
		"a.ts": "export class A extends B { m() {} }", "A.java": "class A { int f() { return 1; } }", "a.cpp": "template<class T> T A<T>::f() {}", "a.c": "#define X 1\nint f(void);",
	} {
		f.Add(name, source)
	}
	f.Fuzz(func(t *testing.T, name, source string) {
		if len(source) > 4096 {
			return
		}
		c, err := Extract(context.Background(), name, source)
		if err != nil {
			t.Fatal(err)
		}
		sound(t, source, c)
	})
}
