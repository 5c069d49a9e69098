package code

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ibid/core"
)

func TestNamesAreSplitFromTheirQualifiers(t *testing.T) {
	for _, tt := range []struct{ name, qualifier, last string }{
		{"open", "", "open"},
		{"ns::Box<T>::open", "ns Box", "open"},
		{"ns::Box<Pair<A, B>>::open", "ns Box", "open"},
		{"exports.read", "exports", "read"},
		{"node->next", "node", "next"},
		{"Box::operator==", "Box", "operator=="},
		{"Box::operator()", "Box", "operator()"},
		{"operator bool() const", "", "operator bool"},
		{"Box<T>::operator<", "Box", "operator<"},
		{"operators", "", "operators"},
		{"my_operator", "", "my_operator"},
		{"", "", ""},
	} {
		qualifier, last := splitName(tt.name)
		if got := strings.Join(qualifier, " "); got != tt.qualifier || last != tt.last {
			t.Errorf("%q is %q of %q, want %q of %q", tt.name, last, got, tt.last, tt.qualifier)
		}
	}
}

func TestLastNameIsThatOfAnExpression(t *testing.T) {
	for expression, want := range map[string]string{
		"s.file": "file", "pkg::Type": "Type", "p->next": "next", "file": "file", "*file": "file", "&a": "a", "a.b().c": "c",
		"open()": "", "a[0]": "", `"text"`: "", "a,b": "", "": "", "a.": "",
		strings.Repeat("a", maxName): strings.Repeat("a", maxName), strings.Repeat("a", maxName+1): "",
	} {
		if got := lastName(expression); got != want {
			t.Errorf("%q is %q, want %q", expression, got, want)
		}
	}
}

func TestTypesOfMethodsAreNamedPlainly(t *testing.T) {
	for written, want := range map[string]string{
		"*Tree[K, V]": "Tree", "Tree": "Tree", "&mut Box<T>": "Box", "dyn Show": "Show", "Widget.prototype": "Widget",
		"module.exports": "", "this": "", "$scope": "$scope", "ns::Box": "ns Box", "": "",
	} {
		if got := strings.Join(typeName(written), " "); got != want {
			t.Errorf("%q is %q, want %q", written, got, want)
		}
	}
}

func TestOneLineIsCutAtACharacter(t *testing.T) {
	for _, tt := range []struct {
		in   string
		most int
		want string
	}{
		{"a\n\t b", 9, "a b"}, {"abc", 3, "abc"}, {"abcd", 3, "abc…"}, {"aéé", 2, "a…"}, {"", 3, ""},
		{strings.Repeat(" ", 30) + "late", 3, ""}, // only 8 times as much is looked at
	} {
		if got := oneLine(tt.in, tt.most); got != tt.want {
			t.Errorf("%q in %d bytes is %q, want %q", tt.in, tt.most, got, tt.want)
		}
	}
}

func TestMacrosThatHideADeclarationAreBlanked(t *testing.T) {
	gone := func(s string) string { return strings.Repeat(" ", len(s)) }
	for _, tt := range []struct{ name, source, want string }{
		{"before a type", "API_EXPORT int f();", gone("API_EXPORT") + " int f();"},
		{"before a name", "LIB_CALL open(int);", gone("LIB_CALL") + " open(int);"},
		{"after the parameters", "int f() LIB_NOEXCEPT {", "int f() " + gone("LIB_NOEXCEPT") + " {"},
		{"after const", "int f() const LIB_NOEXCEPT;", "int f() const " + gone("LIB_NOEXCEPT") + ";"},
		{"two behind each other", "int f() LIB_A1 LIB_B2 {", "int f() " + gone("LIB_A1") + " " + gone("LIB_B2") + " {"},
		{"with arguments, as a type", "LIB_REF(T) value;", "LIB_REF" + gone("(T)") + " value;"},
		{"with arguments in arguments", "LIB_REF(A(b), c) value;", "LIB_REF" + gone("(A(b), c)") + " value;"},
		{"with arguments over lines", "LIB_REF(a,\nb) value;", "LIB_REF" + "   \n   value;"},
		{"a call stays", "  LIB_CHECK(x);", "  LIB_CHECK(x);"},
		{"a call without end stays", "LIB_REF(" + strings.Repeat("x", maxMacroCall) + ") value;", "LIB_REF(" + strings.Repeat("x", maxMacroCall) + ") value;"},
		{"its own definition stays", "#define API_EXPORT int f();", "#define API_EXPORT int f();"},
		{"a definition with arguments stays", "#define LIB_REF(T) value", "#define LIB_REF(T) value"},
		{"a constant stays", "int a = MAX_SIZE * 2;", "int a = MAX_SIZE * 2;"},
		{"one in a text stays", `puts("API_EXPORT int f");`, `puts("API_EXPORT int f");`},
		{"a word without underscore stays", "EXPORT int f();", "EXPORT int f();"},
		{"small letters stay", "api_export int f();", "api_export int f();"},
	} {
		if got := withoutMacros(tt.source); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// written is an import as people write it down.
func written(i core.Import) string {
	s := i.Path
	if i.Names != nil {
		s += "{" + strings.Join(i.Names, " ") + "}"
	}
	if i.Alias != "" {
		s += " as " + i.Alias
	}
	return s
}

func TestUsesOfRustAreExpanded(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"use a;", "a"},
		{"use a as b;", "a as b"},
		{"use a::b;", "a{b}"},
		{"pub(crate) use a::b::c as d;", "a::b{c} as d"},
		{"use a::*;", "a{*}"},
		{"use a::{b, c};", "a{b c}"},
		{"use a::{self, b};", "a; a{b}"},
		{"use a::{b, c::{d as e, *}};", "a{b}; a::c{d} as e; a::c{*}"},
		{"use a::{b, c::d, e};", "a{b e}; a::c{d}"},
		{"use {a, b};", "a; b"},
		{"use a :: b ;", "a{b}"},
		{"mod a;", "self::a"},
		{"pub mod a;", "self::a"},
		{"extern crate a;", "a"},
		{"extern crate a as b;", "a as b"},
		{"use a::{};", ""},
		{"fn main() {}", ""},
	} {
		var got []string
		for _, i := range rustUses(tt.text) {
			got = append(got, written(i))
		}
		if s := strings.Join(got, "; "); s != tt.want {
			t.Errorf("%q gives %q, want %q", tt.text, s, tt.want)
		}
	}
	deep := "use " + strings.Repeat("a::{", maxUseDepth+5) + "b" + strings.Repeat("}", maxUseDepth+5) + ";"
	if got := rustUses(deep); len(got) > 1 {
		t.Errorf("braces without end give %d imports", len(got))
	}
}

func TestListsAreSplitOutsideOfBraces(t *testing.T) {
	for in, want := range map[string]string{"a,b": "a|b", "a{b,c},d": "a{b,c}|d", "a,": "a", "a, ": "a", "": "", "a": "a"} {
		if got := strings.Join(splitList(in), "|"); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

func TestImportedNamesLoseTheirQuotes(t *testing.T) {
	for _, tt := range []struct {
		written string
		alias   bool
		want    string
	}{{"a", false, "a"}, {"*", true, "*"}, {"* as ns", false, "*"}, {"*a", true, "*a"}, {`"a b"`, false, "a b"}, {"'a'", false, "a"}, {"`a`", false, "a"}, {`"a'`, false, `"a'`}, {"a . b", false, "a.b"}, {"", false, ""}} {
		if got := importedName(tt.written, tt.alias); got != tt.want {
			t.Errorf("%q is %q, want %q", tt.written, got, tt.want)
		}
	}
}

func TestImportsAreBounded(t *testing.T) {
	l := importList{all: make([]core.Import, maxImports-1)}
	if at := l.add(core.Import{Path: "last"}); at != maxImports-1 || l.note != "" {
		t.Errorf("the last is at %d, note %q", at, l.note)
	}
	if at := l.add(core.Import{Path: "one more"}); at != -1 || len(l.all) != maxImports || !strings.Contains(l.note, fmt.Sprint(maxImports)) {
		t.Errorf("one more is at %d, note %q", at, l.note)
	}
	l = importList{all: []core.Import{{Path: "a", Line: 1}, {Path: "b", Line: 3}, {Path: "c", Line: 3}}}
	for _, tt := range []struct {
		line int
		path string
		want bool
	}{{3, "b", true}, {3, "c", true}, {3, "a", false}, {1, "a", true}, {2, "a", false}} {
		if got := l.has(tt.line, tt.path); got != tt.want {
			t.Errorf("%s on line %d: %v", tt.path, tt.line, got)
		}
	}
}

func TestCommentsLoseTheirMarks(t *testing.T) {
	for _, tt := range []struct{ name, comment, want string }{
		{"lines", "// one\n//two\n/// three", "one\ntwo\nthree"},
		{"a block", "/* one\n * two\n */", "one\ntwo"},
		{"a block of documentation", "/** One.\n *\n * Two. */", "One.\n\nTwo."},
		{"hashes", "# one\n## two", "one\ntwo"},
		{"dashes and semicolons", "-- one\n;; two", "one\ntwo"},
		{"an indent within is kept", "// one\n//   two", "one\n  two"},
		{"a doc string", "\"\"\"One.\n\n    Two.\n      Three.\n    \"\"\"", "One.\n\nTwo.\n  Three."},
		{"a raw doc string", "r'''One.'''", "One."},
		{"a plain string", `"One."`, "One."},
		{"nothing but marks", "/* */", ""},
	} {
		if got := cleanComment(tt.comment); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestHeadersOfCPPAreToldFromThoseOfC(t *testing.T) {
	for _, tt := range []struct{ name, source, want string }{
		{"a.h", "int f(void);", "c"}, {"a.h", "class A {};", "cpp"}, {"A.H", "  namespace a {", "cpp"}, {"a.h", "struct a { int class; };", "c"},
		{"a.h", "#include <vector>", "cpp"}, {"a.h", "#include <stdio.h>", "c"}, {"a.h", "templates();", "c"}, {"a.c", "class A {};", "c"},
	} {
		if got := dialect(tt.name, "c", tt.source); got != tt.want {
			t.Errorf("%s %q is %s, want %s", tt.name, tt.source, got, tt.want)
		}
	}
	if got := dialect("a.h", "java", "class A {}"); got != "java" {
		t.Errorf("a language that is no C becomes %s", got)
	}
}

func TestReferencesNameWhereTheyComeFrom(t *testing.T) {
	for _, tt := range []struct{ name, file, source, use, want string }{
		{"a name of make in Go", "a.go", "package a\n\nfunc f() {\n\tx := make(Set)\n\tx.Add(1)\n}\n", "Add", "{Set}"},
		{"a name of new in Go", "a.go", "package a\n\nfunc f() {\n\tx := new(Set)\n\tx.Add(1)\n}\n", "Add", "{Set}"},
		{"a call in Go", "a.go", "package a\n\nfunc f() {\n\tx := open()\n\tx.Add(1)\n}\n", "Add", "open()"},
		{"a field in Go", "a.go", "package a\n\nfunc f(s Shop) {\n\tx := s.Set\n\tx.Add(1)\n}\n", "Add", "{Shop}.Set"},
		{"an element in Python", "a.py", "def f(s: Shop):\n    x = s[0]\n    x.add(1)\n", "add", "{Shop}[]"},
		{"a type that is asserted in TypeScript", "a.ts", "function f(s) {\n  const x = s as Shop;\n  x.add(1);\n}\n", "add", "{Shop}"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := extract(t, tt.file, tt.source)
			i := slices.IndexFunc(c.References, func(r core.Reference) bool { return r.Name == tt.use })
			if i < 0 {
				t.Fatalf("no use of %s in %+v", tt.use, c.References)
			}
			if got := c.References[i].Origin; got != tt.want {
				t.Errorf("%s is of %q, want %q", tt.use, got, tt.want)
			}
		})
	}
}
