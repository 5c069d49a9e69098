package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ibid/core"
)

// leads lists where the imports of a file lead, "path > file file".
func leads(t *testing.T, s *shelf, from string) []string {
	t.Helper()
	links, err := s.Imports(t.Context(), s.document(t, from).ID, 1)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, l := range links {
		line := l.Import.Path + " >"
		for _, d := range l.To {
			line += " " + s.short(d)
		}
		out = append(out, line)
	}
	return out
}

func TestImportsLeadToFiles(t *testing.T) { // R2.5, R2.11
	tests := []struct {
		name  string
		files map[string]string
		from  string
		want  []string
	}{
		{"go module", map[string]string{
			"m/go.mod":          "module example.org/m // comment\n\ngo 1.24\nreplace example.org/n => ../n\n",
			"m/a/a.go":          "package a\nimport (\n\"example.org/m/b\"\n\"example.org/n/c\"\n\"example.org/o\"\n\"fmt\"\n\"example.org/m\"\n)\n",
			"m/m.go":            "package m\n",
			"m/b/b.go":          "package b\n",
			"m/b/b2.go":         "package b\n",
			"m/b/b_test.go":     "package b\n",
			"m/b/gen.go":        "package main\n",
			"n/c/c.go":          "package c\n",
			"go/src/fmt/fmt.go": "package fmt\n",
			"go/src/go.mod":     "module std\n",
		}, "m/a/a.go", []string{"example.org/m/b > m/b/b.go m/b/b2.go", "example.org/n/c > n/c/c.go", "example.org/o >", "fmt > go/src/fmt/fmt.go", "example.org/m > m/m.go"}},
		{"go vendored, and a module that is there twice", map[string]string{
			"x/go.mod": "module x\n", "x/x.go": "package x\nimport \"example.org/v\"\nimport \"example.org/w/sub\"\n",
			"x/vendor/example.org/v/v.go": "package v\n", "far/v/go.mod": "module example.org/v\n", "far/v/v.go": "package v\n",
			"far/w/go.mod": "module example.org/w\n", "far/w/sub/s.go": "package sub\n", "x/w/go.mod": "module example.org/w\n", "x/w/sub/s.go": "package sub\n",
		}, "x/x.go", []string{"example.org/v > x/vendor/example.org/v/v.go", "example.org/w/sub > x/w/sub/s.go"}},
		{"python", map[string]string{
			"src/kelp/__init__.py": "", "src/kelp/depth.py": "from . import light, LIMIT\nfrom .io.read import rows\nfrom ..outside import x\nimport kelp.light\nimport numpy as np\nfrom kelp import io\nimport json\nfrom tools import helper\n",
			"src/kelp/light.py": "#\n", "src/kelp/io/__init__.py": "#\n#\n", "src/kelp/io/read.py": "rows = 1\n", "json.py": "# shadow\n", "tools/helper.py": "def f(): pass\n",
		}, "src/kelp/depth.py", []string{
			". > src/kelp/__init__.py src/kelp/light.py", ".io.read > src/kelp/io/read.py", "..outside >", "kelp.light > src/kelp/light.py", "numpy >",
			"kelp > src/kelp/__init__.py src/kelp/io/__init__.py", "json > json.py", "tools > tools/helper.py",
		}},
		{"typescript", map[string]string{
			"tsconfig.json":     "{ // comment\n \"compilerOptions\": { \"paths\": { \"@app/*\": [\"./src/*\"], }, }, }",
			"web/tsconfig.json": "{\"extends\": \"../tsconfig.json\"}",
			"web/main.ts":       "import a from './a';\nimport b from './b.js';\nimport { c } from '@app/c';\nimport './dir';\nimport x from 'react';\nimport k from '@lab/kelp';\nimport s from '@lab/kelp/sub/deep';\nimport j from './data.json';\n",
			"web/a.tsx":         "export default 1;\n", "web/b.ts": "export default 2;\n", "src/c/index.ts": "export const c = 1;\n", "web/dir/index.js": "1;\n", "web/data.json": "{}",
			"kelp/package.json": "{\"name\": \"@lab/kelp\", \"main\": \"./dist/index.js\", \"exports\": {\".\": {\"types\": \"./dist/index.d.ts\", \"default\": \"./dist/index.js\"}, \"./sub/*\": \"./lib/*.ts\"}}",
			"kelp/src/index.ts": "export default 3;\n", "kelp/lib/deep.ts": "export default 4;\n",
		}, "web/main.ts", []string{
			"./a > web/a.tsx", "./b.js > web/b.ts", "@app/c > src/c/index.ts", "./dir > web/dir/index.js", "react >", "@lab/kelp > kelp/src/index.ts",
			"@lab/kelp/sub/deep > kelp/lib/deep.ts", "./data.json > web/data.json",
		}},
		{"java", map[string]string{
			"app/src/main/java/org/kelp/Main.java":      "package org.kelp;\nimport org.kelp.io.Reader;\nimport org.kelp.model.*;\nimport static org.kelp.io.Reader.open;\nimport java.util.List;\nimport org.kelp.io.Reader.Inner;\nclass Main {}\n",
			"app/src/main/java/org/kelp/io/Reader.java": "package org.kelp.io;\nclass Reader {}\n", "lib/java/org/kelp/model/A.java": "package org.kelp.model;\nclass A {}\n",
			"lib/java/org/kelp/model/B.java": "package org.kelp.model;\nclass B {}\n", "jdk/java.base/java/util/List.java": "package java.util;\ninterface List {}\n",
		}, "app/src/main/java/org/kelp/Main.java", []string{
			"org.kelp.io.Reader > app/src/main/java/org/kelp/io/Reader.java", "org.kelp.model > lib/java/org/kelp/model/A.java lib/java/org/kelp/model/B.java",
			"org.kelp.io.Reader.open > app/src/main/java/org/kelp/io/Reader.java", "java.util.List > jdk/java.base/java/util/List.java",
			"org.kelp.io.Reader.Inner > app/src/main/java/org/kelp/io/Reader.java",
		}},
		{"rust", map[string]string{
			"kelp/Cargo.toml": "[package]\nname = \"kelp\"\n[dependencies]\nother = { package = \"far-crate\", path = \"../far\" }\n", "kelp/src/lib.rs": "mod io;\npub struct Top;\n",
			"kelp/src/io/mod.rs": "mod read;\npub use self::read::Row;\n", "kelp/src/io/read.rs": "use super::Top2;\nuse crate::{Top, io::write::{self, W}};\nuse other::deep::X;\nuse serde::Ser;\nuse far_crate::deep;\n",
			"kelp/src/io/write.rs": "pub struct W;\n", "far/Cargo.toml": "[package]\nname = \"far-crate\"\n", "far/src/lib.rs": "pub mod deep;\n", "far/src/deep.rs": "pub struct X;\n",
		}, "kelp/src/io/read.rs", []string{
			"super > kelp/src/io/mod.rs", "crate > kelp/src/lib.rs", "crate::io::write > kelp/src/io/write.rs", "crate::io::write > kelp/src/io/write.rs",
			"other::deep > far/src/deep.rs", "serde >", "far_crate > far/src/deep.rs",
		}},
		{"c", map[string]string{
			"src/a.c": "#include \"b.h\"\n#include \"kelp/c.h\"\n#include <stdio.h>\n#include <kelp/c.h>\n#include \"../src/b.h\"\n", "src/b.h": "\n", "include/kelp/c.h": "int c;\n", "other/deep/kelp/c.h": "int d;\n",
		}, "src/a.c", []string{"b.h > src/b.h", "kelp/c.h > include/kelp/c.h", "<stdio.h> >", "<kelp/c.h> > include/kelp/c.h", "../src/b.h > src/b.h"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newShelf(t, tt.files)
			got := leads(t, s, tt.from)
			slices.Sort(got)
			slices.Sort(tt.want)
			if !slices.Equal(got, tt.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
		})
	}
}

// Where several patterns, modules or settings fit, the same one counts each time.
func TestTheNearestOfSeveralRulesCounts(t *testing.T) { // R2.5
	files := map[string]string{
		"go.mod":         "module m\n\nreplace example.org/n => ./n\nreplace example.org/n/deep => ./deep\n",
		"a.go":           "package a\n\nimport _ \"example.org/n/deep/p\"\n",
		"n/deep/p/p.go":  "package p\n",
		"deep/p/p.go":    "package p\n",
		"k/package.json": `{"name": "k", "exports": {"./*/x.ts": "./long/*.ts", "./far/*.ts": "./near/*.ts"}}`,
		"k/long/far.ts":  "1;\n", "k/near/x.ts": "1;\n",
		"web/tsconfig.a.json": `{"compilerOptions": {"paths": {"q": ["./first.ts"]}}}`,
		"web/tsconfig.b.json": `{"compilerOptions": {"paths": {"q": ["./second.ts"]}}}`,
		"web/first.ts":        "1;\n", "web/second.ts": "1;\n",
		"web/b.ts": "import 'k/far/x.ts';\nimport 'q';\n",
	}
	for range 8 { // a map would choose another one
		s := newShelf(t, files)
		got := slices.Concat(leads(t, s, "a.go"), leads(t, s, "web/b.ts"))
		slices.Sort(got)
		want := []string{"example.org/n/deep/p > deep/p/p.go", "k/far/x.ts > k/near/x.ts", "q > web/first.ts"}
		if !slices.Equal(got, want) {
			t.Fatalf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// An import that leads out of the library leads to a file once that is there,
// and out again when it is gone; nothing is written for it.
func TestImportsFollowWhatComesAndGoes(t *testing.T) { // R2.5
	s := newShelf(t, map[string]string{"a.py": "import b\n", "pkg/package.json": `{"name": "kelp"}`, "c.ts": "import k from 'kelp';\n"})
	want := func(from, line string) {
		t.Helper()
		if got := leads(t, s, from); !slices.Equal(got, []string{line}) {
			t.Errorf("got %q, want %q", got, line)
		}
	}
	want("a.py", "b >")
	want("c.ts", "kelp >")
	s.add(t, "/lib/b.py", "x = 1\n")
	s.add(t, "/lib/pkg/index.ts", "export default 1;\n")
	s.flush(t)
	want("a.py", "b > b.py")
	want("c.ts", "kelp > pkg/index.ts")
	s.add(t, "/lib/pkg/package.json", `{"name": "dulse"}`)
	want("c.ts", "kelp >")
	s.remove("/lib/b.py")
	want("a.py", "b >")
}

// R2.5: breadth first, down to the depth; a cycle, an import of itself and a
// file that many import are gone through once.
func TestImportsAreFollowedToADepth(t *testing.T) {
	files := map[string]string{"a.c": "#include \"a.h\"\n#include \"a.c\"\n", "a.h": "#include \"b.h\"\n", "b.h": "#include \"c.h\"\n", "c.h": "#include \"a.h\"\n", "d.c": "#include \"c.h\"\n"}
	s := newShelf(t, files)
	for depth, want := range [][]string{{}, {"a.c a.h", "a.c a.c"}, {"a.c a.h", "a.c a.c", "a.h b.h"}, {"a.c a.h", "a.c a.c", "a.h b.h", "b.h c.h"}} {
		links, err := s.Imports(t.Context(), s.document(t, "a.c").ID, depth)
		if err != nil {
			t.Fatal(err)
		}
		if got := edgesOf(s, links); !slices.Equal(got, want) {
			t.Errorf("depth %d: got %q, want %q", depth, got, want)
		}
	}
	links, err := s.Imports(t.Context(), s.document(t, "a.c").ID, 1000)
	if err != nil || len(links) != 5 {
		t.Errorf("%d imports in all, want 5: %v", len(links), err)
	}
	links, err = s.Importers(t.Context(), s.document(t, "c.h").ID, 2)
	want := []string{"b.h c.h", "d.c c.h", "a.h b.h"}
	if got := edgesOf(s, links); err != nil || !slices.Equal(got, want) {
		t.Errorf("importers: got %q, want %q: %v", got, want, err)
	}
}

func edgesOf(s *shelf, links []core.ImportLink) []string {
	out := []string{}
	for _, l := range links {
		for _, to := range l.To {
			out = append(out, s.short(l.From)+" "+s.short(to))
		}
	}
	return out
}

// A file with a hundred thousand imports costs no more than its share.
func TestManyImportsAreBounded(t *testing.T) {
	s := newShelf(t, map[string]string{"b.py": "x = 1\n"})
	var c core.Code
	for i := range 100_000 {
		c.Imports = append(c.Imports, core.Import{Path: fmt.Sprintf("m%d.b", i), Line: i + 1})
	}
	s.add(t, "/lib/a.py", "import b\n")
	if err := s.Put(t.Context(), 2, nil, map[core.Hash]core.Code{s.document(t, "a.py").Hash: c}); err != nil {
		t.Fatal(err)
	}
	if n := len(leads(t, s, "a.py")); n == 0 || n > 20_000 {
		t.Errorf("%d imports are listed", n)
	}
}
