package graph

import (
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ibid/core"
)

func TestGoModNamesTheModuleAndItsLocalReplacements(t *testing.T) { // R2.5
	for name, tt := range map[string]struct {
		text, path string
		replace    map[string]string
	}{
		"module":                    {"module example.org/m\n\ngo 1.24\n", "example.org/m", nil},
		"comment behind it":         {"module example.org/m // moved\n", "example.org/m", nil},
		"quoted":                    {"module \"example.org/m\"\n", "example.org/m", nil},
		"raw string":                {"module `example.org/m`\n", "example.org/m", nil},
		"block":                     {"module (\n\texample.org/m\n)\n", "example.org/m", nil},
		"replaced by a folder":      {"module m\nreplace example.org/n => ../n\n", "m", map[string]string{"example.org/n": "../n"}},
		"replaced with a version":   {"module m\nreplace example.org/n v1.2.3 => ./n\n", "m", map[string]string{"example.org/n": "./n"}},
		"replaced by a module":      {"module m\nreplace example.org/n => example.org/o v1.0.0\n", "m", nil},
		"replaced in a block":       {"module m\nreplace (\n\ta => ./a\n\tb => ./b\n)\nrequire c => ./c\n", "m", map[string]string{"a": "./a", "b": "./b"}},
		"replaced in a comment":     {"module m\n// replace a => ./a\n", "m", nil},
		"an arrow that leads away":  {"module m\nreplace a =>\n", "m", nil},
		"an arrow that comes first": {"module m\nreplace => ./a\n", "m", nil},
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := parseGoMod(tt.text).(*goModule)
			if !ok || got.path != tt.path || !maps.Equal(got.replace, tt.replace) {
				t.Errorf("%+v, want %q with %v", got, tt.path, tt.replace)
			}
		})
	}
	for _, text := range []string{"", "go 1.24\n", "module\n", "// module m\n"} {
		if got := parseGoMod(text); got != nil {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}

func TestCargoNamesTheCrateAndWhatItRenames(t *testing.T) { // R2.5
	for name, tt := range map[string]struct {
		text, crate, lib string
		renamed          map[string]string
	}{
		"package":               {"[package]\nname = \"kelp\"\n", "kelp", "", nil},
		"dashes":                {"[package]\nname = \"kelp-core\"\n", "kelp_core", "", nil},
		"single quotes":         {"[package]\nname = 'kelp'\n", "kelp", "", nil},
		"a library of its own":  {"[package]\nname = \"kelp\"\n[lib]\nname = \"dulse-x\"\npath = \"lib/all.rs\"\n", "dulse_x", "lib/all.rs", nil},
		"the library first":     {"[lib]\nname = \"dulse\"\n[package]\nname = \"kelp\"\n", "dulse", "", nil},
		"other names":           {"[package]\nname = \"kelp\"\n[[bin]]\nname = \"run\"\n[profile.release]\nname = \"x\"\n", "kelp", "", nil},
		"a renamed dependency":  {"[package]\nname = \"k\"\n[dependencies]\na-b = { package = \"far-crate\", path = \"../far\" }\n", "k", "", map[string]string{"a_b": "far-crate"}},
		"renamed for a target":  {"[package]\nname = \"k\"\n[target.'cfg(unix)'.dev-dependencies]\na = {package=\"b\"}\n", "k", "", map[string]string{"a": "b"}},
		"a dependency as it is": {"[package]\nname = \"k\"\n[dependencies]\nserde = \"1\"\n", "k", "", nil},
		"a line of no key":      {"[package]\nnonsense\nname = \"k\"\n", "k", "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := parseCargo(tt.text).(*crate)
			if !ok || got.name != tt.crate || got.lib != tt.lib || !maps.Equal(got.renamed, tt.renamed) {
				t.Errorf("%+v, want %+v", got, tt)
			}
		})
	}
	for _, text := range []string{"", "[workspace]\nmembers = [\"a\"]\n", "[package]\nname = kelp\n", "[package]\nname = \n"} {
		if got := parseCargo(text); got != nil {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}

func TestPackageListsItsEntriesBestFirst(t *testing.T) { // R2.5
	got, ok := parsePackage(`{"name": "k", "main": "m.js", "module": "m.mjs", "types": "m.d.ts", "source": "m.ts", "browser": {"a": false}, "es2015": ""}`).(*npmPackage)
	if !ok || got.name != "k" || !slices.Equal(got.entries, []string{"m.ts", "m.mjs", "m.js", "m.d.ts"}) {
		t.Errorf("%+v", got)
	}
	for _, text := range []string{"", "[]", `{"name": 3}`, "{"} {
		if got := parsePackage(text); got != nil {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}

func TestExportsLeadToFilesByTheirConditions(t *testing.T) { // R2.5
	for name, tt := range map[string]struct {
		exports, sub string
		want         []string
	}{
		"short form":                            {`"./a.js"`, ".", []string{"./a.js"}},
		"conditions alone":                      {`{"import": "./a.mjs", "require": "./a.cjs"}`, ".", []string{"./a.mjs", "./a.cjs"}},
		"the source before what is made of it":  {`{".": {"default": "./dist/a.js", "source": "./src/a.ts"}}`, ".", []string{"./src/a.ts", "./dist/a.js"}},
		"a condition that is not known":         {`{".": {"deno": "./deno.ts", "default": "./a.js"}}`, ".", []string{"./a.js"}},
		"conditions within conditions":          {`{".": {"node": {"import": "./n.mjs"}, "default": "./a.js"}}`, ".", []string{"./n.mjs", "./a.js"}},
		"a list":                                {`{".": ["./a.js", {"default": "./b.js"}]}`, ".", []string{"./a.js", "./b.js"}},
		"a subpath":                             {`{".": "./a.js", "./x": "./x.js"}`, "./x", []string{"./x.js"}},
		"a pattern":                             {`{"./sub/*": "./lib/*.ts"}`, "./sub/deep/er", []string{"./lib/deep/er.ts"}},
		"a pattern with an end":                 {`{"./*.css": "./style/*.css"}`, "./a.css", []string{"./style/a.css"}},
		"every star of a target":                {`{"./*": "./*/*.js"}`, "./a", []string{"./a/a.js"}},
		"the exact name before the pattern":     {`{"./*": "./all/*.js", "./a": "./one.js"}`, "./a", []string{"./one.js"}},
		"the longest beginning of the patterns": {`{"./*": "./all/*.js", "./a/*": "./in/*.js"}`, "./a/b", []string{"./in/b.js"}},
		"the longest of equal beginnings":       {`{"./*": "./all/*.js", "./*.js": "./js/*.js"}`, "./b.js", []string{"./js/b.js"}},
		"a pattern that is longer than a name":  {`{"./ab*ba": "./*.js"}`, "./aba", nil},
		"switched off":                          {`{"./a": null}`, "./a", nil},
		"not exported":                          {`{".": "./a.js"}`, "./b", nil},
	} {
		t.Run(name, func(t *testing.T) {
			p, ok := parsePackage(`{"name": "k", "exports": ` + tt.exports + `}`).(*npmPackage)
			if !ok {
				t.Fatal("it is not read")
			}
			if got := p.exports.targets(tt.sub); !slices.Equal(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
	if got := targetMap(nil); got != nil {
		t.Errorf("no exports are %v", got)
	}
}

func TestConditionsAreFollowedToADepth(t *testing.T) {
	nested := func(n int) any {
		var v any = "./a.js"
		for range n {
			v = map[string]any{"default": v}
		}
		return v
	}
	for n, want := range map[int]int{1: 1, 8: 1, 9: 0} {
		if got := leaves(nested(n), "", 0); len(got) != want {
			t.Errorf("%d conditions within each other lead to %q", n, got)
		}
	}
}

func TestJSONWithCommentsIsRead(t *testing.T) {
	for text, want := range map[string]string{
		"{ \"a\" : 1 }":                    `{"a":1}`,
		"{\"a\": 1, // one\n \"b\": 2}":    `{"a":1,"b":2}`,
		"{\"a\": 1, /* one\n*/ \"b\": 2,}": `{"a":1,"b":2}`,
		"[1, 2, ]":                         `[1,2]`,
		`{"a": "//, /* ,}"}`:               `{"a":"//, /* ,}"}`,
		`{"a": "\"//"}`:                    `{"a":"\"//"}`,
		"{} // end":                        `{}`,
		"{} /* never ends":                 `{}`,
		"{}//\n":                           `{}`,
		"//\n{}":                           `{}`,
		`"never ends`:                      `"never ends`,
		"":                                 ``,
	} {
		if got := plainJSON(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestConfigsInheritWhatTheyLack(t *testing.T) { // R2.5
	parse := func(text string) any { return parseManifest("tsconfig.json", text) }
	for name, tt := range map[string]struct {
		files   map[string]string
		written string
		want    []string // candidates of written in /p/web
	}{
		"its own paths": {map[string]string{
			"/p/web/tsconfig.json": `{"compilerOptions": {"paths": {"@/*": ["./src/*", "./gen/*"]}}}`,
		}, "@/a", []string{"/p/web/src/a", "/p/web/gen/a"}},
		"paths are relative to the base": {map[string]string{
			"/p/web/tsconfig.json": `{"compilerOptions": {"baseUrl": "./src", "paths": {"@/*": ["lib/*"]}}}`,
		}, "@/a", []string{"/p/web/src/lib/a", "/p/web/src/@/a"}},
		"inherited paths stay where they were written": {map[string]string{
			"/p/web/tsconfig.json": `{"extends": "../base"}`, "/p/base.json": `{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}`,
		}, "@/a", []string{"/p/src/a"}},
		"own paths hide inherited ones": {map[string]string{
			"/p/web/tsconfig.json": `{"extends": "../base.json", "compilerOptions": {"paths": {"x": ["./x"]}}}`,
			"/p/base.json":         `{"compilerOptions": {"baseUrl": ".", "paths": {"@/*": ["./src/*"]}}}`,
		}, "@/a", []string{"/p/@/a"}},
		"the last one that is extended counts": {map[string]string{
			"/p/web/tsconfig.json": `{"extends": ["../one.json", 7, "../two.json"]}`,
			"/p/one.json":          `{"compilerOptions": {"paths": {"@/*": ["./one/*"]}}}`, "/p/two.json": `{"compilerOptions": {"paths": {"@/*": ["./two/*"]}}}`,
		}, "@/a", []string{"/p/two/a"}},
		"one that is not there": {map[string]string{
			"/p/web/tsconfig.json": `{"extends": "@tsconfig/node20", "compilerOptions": {"baseUrl": "."}}`,
		}, "a", []string{"/p/web/a"}},
		"a circle": {map[string]string{
			"/p/web/tsconfig.json": `{"extends": "../base.json"}`, "/p/base.json": `{"extends": "./web/tsconfig.json", "compilerOptions": {"baseUrl": "."}}`,
		}, "a", []string{"/p/a"}},
		"a name that no pattern fits": {map[string]string{
			"/p/web/tsconfig.json": `{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}`,
		}, "react", nil},
	} {
		t.Run(name, func(t *testing.T) {
			parsed := make(map[string]any)
			for at, text := range tt.files {
				parsed[at] = parse(text)
			}
			tr := newTree(nil, nil)
			tr.setManifests(parsed)
			c := tr.configOf("/p/web/deep")
			if c == nil {
				t.Fatal("no configuration holds there")
			}
			if got := c.candidates(tt.written); !slices.Equal(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
	if got := parse("{not JSON"); got != nil {
		t.Errorf("what is no JSON is read as %+v", got)
	}
}

func TestOneConfigOfAFolderCounts(t *testing.T) { // R2.5
	with := `{"compilerOptions": {"paths": {"q": ["./x"]}}}`
	for want, files := range map[string][]string{
		"tsconfig.json":     {"tsconfig.json", "jsconfig.json", "tsconfig.build.json"},
		"jsconfig.json":     {"jsconfig.json", "tsconfig.lib.json"},
		"tsconfig.app.json": {"tsconfig.app.json", "tsconfig.lib.json"},
	} {
		for range 4 { // a map would choose another one
			tr := newTree(nil, nil)
			parsed := make(map[string]any)
			for _, f := range files {
				parsed["/p/"+f] = parseManifest(f, strings.ReplaceAll(with, "./x", "./"+f))
			}
			tr.setManifests(parsed)
			got := tr.configIn["/p"].candidates("q")
			if !slices.Equal(got, []string{"/p/" + want}) {
				t.Errorf("of %q it is %q, want %s", files, got, want)
			}
		}
	}
}

func TestManifestsAreToldByTheirName(t *testing.T) {
	for base, want := range map[string]bool{
		"go.mod": true, "package.json": true, "tsconfig.json": true, "jsconfig.json": true, "Cargo.toml": true, "tsconfig.build.json": true,
		"go.sum": false, "package-lock.json": false, "cargo.toml": false, "tsconfig.ts": false, "mytsconfig.json": false, "pyproject.toml": false,
	} {
		if got := isManifest(base); got != want {
			t.Errorf("%s: %v", base, got)
		}
	}
	for base, want := range map[string]any{
		"go.mod": &goModule{path: "m", replace: map[string]string{}}, "package.json": nil, "Cargo.toml": nil, "tsconfig.json": nil,
	} {
		if got := parseManifest(base, "module m\n"); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v", base, got)
		}
	}
	long := "module m\n" + strings.Repeat(" ", maxManifestBytes)
	if parseManifest("go.mod", long[:maxManifestBytes]) == nil || parseManifest("go.mod", long[:maxManifestBytes+1]) != nil {
		t.Error("a manifest is not read up to the bound, and no further")
	}
}

// treeOf makes a tree of empty files; what is behind a > is the package line of one.
func treeOf(manifests map[string]string, files ...string) *tree {
	var docs []core.Document
	packs := make(map[core.Hash]string)
	parsed := make(map[string]any)
	for i, f := range files {
		p, pack, _ := strings.Cut(f, ">")
		d := core.Document{ID: core.DocumentID(i + 1), Path: p, Name: path.Base(p), Hash: core.Hash(p), Kind: core.KindText}
		if core.Language(d.Name) != "" {
			d.Kind = core.KindCode
		}
		packs[d.Hash] = pack
		docs = append(docs, d)
	}
	for at, text := range manifests {
		parsed[at] = parseManifest(path.Base(at), text)
	}
	t := newTree(docs, packs)
	t.setManifests(parsed)
	return t
}

// leadsTo lists the files that an import of a file leads to.
func (t *tree) leadsTo(from string, m core.Import) []string {
	out := []string{}
	for _, i := range t.resolve(&t.files[t.byPath[from]], m) {
		out = append(out, t.files[i].path)
	}
	return out
}

func TestImportsOfGoLeadToPackages(t *testing.T) { // R2.5
	tr := treeOf(map[string]string{"/m/go.mod": "module example.org/m\nreplace example.org/n => ../n\n", "/std/go.mod": "module std\n", "/w/go.mod": "module example.org/m/w\n"},
		"/m/a.go>m", "/m/a_test.go>m", "/m/gen.go>main", "/m/doc.go>documentation", "/m/cmd/main.go>main", "/m/cmd/b.go>main", "/n/deep/d.go>deep", "/std/net/http/h.go>http",
		"/w/sub/s.go>sub", "/gopath/src/example.org/old/o.go>old", "/m/vendor/example.org/v/v.go>v", "/m/in/in.go>in", "/m/only/a_test.go>only", "/m/data.txt")
	for written, want := range map[string][]string{
		"example.org/m":        {"/m/a.go"},
		"example.org/m/cmd":    {"/m/cmd/b.go", "/m/cmd/main.go"},
		"example.org/n/deep":   {"/n/deep/d.go"},
		"example.org/m/w/sub":  {"/w/sub/s.go"},
		"net/http":             {"/std/net/http/h.go"},
		"example.org/old":      {"/gopath/src/example.org/old/o.go"},
		"example.org/v":        {"/m/vendor/example.org/v/v.go"},
		"./in":                 {"/m/in/in.go"},
		"../n/deep":            {"/n/deep/d.go"},
		"example.org/m/only":   {},
		"example.org/m/absent": {},
		"example.org/absent":   {},
		"absent":               {},
		"C":                    {},
		"":                     {},
	} {
		if got := tr.leadsTo("/m/a.go", core.Import{Path: written}); !slices.Equal(got, want) {
			t.Errorf("%q leads to %q, want %q", written, got, want)
		}
	}
}

func TestImportsOfPythonLeadToModules(t *testing.T) { // R2.5
	tr := treeOf(nil, "/p/src/kelp/__init__.py", "/p/src/kelp/a.py", "/p/src/kelp/sub/__init__.py", "/p/src/kelp/sub/b.py", "/p/src/kelp/space/c.py", "/p/tools.py", "/p/tools.pyi",
		"/p/stub.pyi", "/p/both.py", "/p/both/__init__.py", "/q/far/d.py", "/p/lib/helper.py")
	for name, tt := range map[string]struct {
		m    core.Import
		want []string
	}{
		"the package itself":               {core.Import{Path: "."}, []string{"/p/src/kelp/sub/__init__.py"}},
		"a name that is a module":          {core.Import{Path: ".", Names: []string{"b", "LIMIT"}}, []string{"/p/src/kelp/sub/__init__.py", "/p/src/kelp/sub/b.py"}},
		"the package around":               {core.Import{Path: "..", Names: []string{"a"}}, []string{"/p/src/kelp/__init__.py", "/p/src/kelp/a.py"}},
		"a module of the package around":   {core.Import{Path: "..a"}, []string{"/p/src/kelp/a.py"}},
		"by its whole name":                {core.Import{Path: "kelp.a"}, []string{"/p/src/kelp/a.py"}},
		"a member of a module":             {core.Import{Path: "kelp.a.LIMIT"}, []string{"/p/src/kelp/a.py"}},
		"a folder without __init__.py":     {core.Import{Path: "kelp.space", Names: []string{"c"}}, []string{"/p/src/kelp/space/c.py"}},
		"everything of a package":          {core.Import{Path: "kelp", Names: []string{"*"}}, []string{"/p/src/kelp/__init__.py"}},
		"the source before the stub":       {core.Import{Path: "tools"}, []string{"/p/tools.py"}},
		"a stub":                           {core.Import{Path: "stub"}, []string{"/p/stub.pyi"}},
		"the package before the module":    {core.Import{Path: "both"}, []string{"/p/both/__init__.py"}},
		"in a folder lib":                  {core.Import{Path: "helper"}, []string{"/p/lib/helper.py"}},
		"anywhere in the library":          {core.Import{Path: "d"}, []string{"/q/far/d.py"}},
		"not in the library":               {core.Import{Path: "numpy.linalg"}, []string{}},
		"more dots than there are folders": {core.Import{Path: "........x"}, []string{}},
		"nothing":                          {core.Import{}, []string{}},
	} {
		if got := tr.leadsTo("/p/src/kelp/sub/b.py", tt.m); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

func TestImportsOfScriptsLeadToFiles(t *testing.T) { // R2.5
	tr := treeOf(map[string]string{
		"/w/package.json": `{"name": "app", "imports": {"#db": "./src/db.ts", "#x/*": "./src/*.ts"}}`, "/w/tsconfig.json": `{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}`,
		"/k/package.json": `{"name": "@lab/kelp", "main": "./dist/index.js"}`, "/d/package.json": `{"name": "dulse", "exports": {".": "./lib/main.js"}}`,
		"/e/package.json": `{"name": "empty"}`, "/w/src/inner/package.json": `{"name": "inner", "main": "begin"}`,
	}, "/w/src/a.ts", "/w/src/b.tsx", "/w/src/c.d.ts", "/w/src/dir/index.ts", "/w/src/db.ts", "/w/src/old.js", "/w/src/old.ts", "/w/src/data.json", "/w/src/m.mts", "/w/src/j.js",
		"/k/src/index.ts", "/k/extra/deep.ts", "/d/src/main.ts", "/e/src/index.ts", "/w/src/inner/begin.js", "/w/style.css", "/w/src/logo.svg")
	for written, want := range map[string]string{
		"./b": "/w/src/b.tsx", "./b.js": "/w/src/b.tsx", "./c": "/w/src/c.d.ts", "./dir": "/w/src/dir/index.ts", "./dir/": "/w/src/dir/index.ts", ".": "", "..": "",
		"./m.mjs": "/w/src/m.mts", "./data.json": "/w/src/data.json", "./data": "/w/src/data.json", "./old": "/w/src/old.ts", "./old.js": "/w/src/old.ts",
		"./logo.svg?url": "/w/src/logo.svg", "../style.css": "/w/style.css", "/w/src/a": "/w/src/a.ts", "#db": "/w/src/db.ts", "#x/db": "/w/src/db.ts", "#none": "",
		"@/db": "/w/src/db.ts", "@/none": "", "@lab/kelp": "/k/src/index.ts", "@lab/kelp/extra/deep": "/k/extra/deep.ts", "@lab/kelp/none": "", "@lab": "", "@lab/none": "",
		"dulse": "/d/src/main.ts", "empty": "/e/src/index.ts", "./inner": "/w/src/inner/begin.js", "react": "", "": "", "?raw": "",
	} {
		var wanted []string
		if want != "" {
			wanted = append(wanted, want)
		}
		if got := tr.leadsTo("/w/src/a.ts", core.Import{Path: written}); !slices.Equal(got, wanted) {
			t.Errorf("%q leads to %q, want %q", written, got, wanted)
		}
	}
	for written, want := range map[string]string{"./old": "/w/src/old.js", "./old.js": "/w/src/old.js", "./a": "/w/src/a.ts"} {
		if got := tr.leadsTo("/w/src/j.js", core.Import{Path: written}); !slices.Equal(got, []string{want}) {
			t.Errorf("from JavaScript %q leads to %q, want %q", written, got, want)
		}
	}
	if got := treeOf(nil, "/x/a.ts").leadsTo("/x/a.ts", core.Import{Path: "#db"}); len(got) > 0 {
		t.Errorf("without a package #db leads to %q", got)
	}
}

func TestImportsOfRustLeadToModules(t *testing.T) { // R2.5
	tr := treeOf(map[string]string{"/k/Cargo.toml": "[package]\nname = \"kelp\"\n[dependencies]\nshort = { package = \"far-away\" }\n", "/f/Cargo.toml": "[package]\nname = \"far-away\"\n[lib]\npath = \"all.rs\"\n"},
		"/k/src/lib.rs", "/k/src/a.rs", "/k/src/a/b.rs", "/k/src/a/c/mod.rs", "/k/src/bin/tool.rs", "/k/src/bin/big/main.rs", "/k/src/bin/big/part.rs", "/k/tests/it.rs", "/k/build.rs",
		"/f/all.rs", "/f/deep.rs", "/loose/src/main.rs", "/loose/src/x.rs")
	for _, tt := range []struct{ from, written, name, want string }{
		{"/k/src/a/b.rs", "crate", "", "/k/src/lib.rs"},
		{"/k/src/a/b.rs", "crate::a", "T", "/k/src/a.rs"},
		{"/k/src/a/b.rs", "$crate::a::b", "", "/k/src/a/b.rs"},
		{"/k/src/a/b.rs", "super", "", "/k/src/a.rs"},
		{"/k/src/a/b.rs", "super::c::*", "", "/k/src/a/c/mod.rs"},
		{"/k/src/a/b.rs", "super::super", "", "/k/src/lib.rs"},
		{"/k/src/a/b.rs", "self", "", "/k/src/a/b.rs"},
		{"/k/src/a.rs", "self::b", "", "/k/src/a/b.rs"},
		{"/k/src/a.rs", "b", "T", "/k/src/a/b.rs"},
		{"/k/src/a.rs", "::short::deep", "", "/f/deep.rs"},
		{"/k/src/a.rs", "far_away", "deep", "/f/deep.rs"},
		{"/k/src/a.rs", "kelp::r#a", "", "/k/src/a.rs"},
		{"/k/src/a.rs", "serde", "", ""},
		{"/k/src/bin/big/part.rs", "crate", "", "/k/src/bin/big/main.rs"},
		{"/k/tests/it.rs", "crate", "", "/k/tests/it.rs"},
		{"/k/tests/it.rs", "kelp::a", "", "/k/src/a.rs"},
		{"/k/build.rs", "crate", "", "/k/build.rs"},
		{"/loose/src/x.rs", "crate", "", "/loose/src/main.rs"},
		{"/loose/src/x.rs", "super", "", "/loose/src/main.rs"},
		{"/f/deep.rs", "crate", "", "/f/all.rs"},
	} {
		m := core.Import{Path: tt.written}
		if tt.name != "" {
			m.Names = []string{tt.name}
		}
		var want []string
		if tt.want != "" {
			want = append(want, tt.want)
		}
		if got := tr.leadsTo(tt.from, m); !slices.Equal(got, want) {
			t.Errorf("%s: %s %s leads to %q, want %q", tt.from, tt.written, tt.name, got, want)
		}
	}
}

func TestImportsOfJavaAndCLeadToTheNearest(t *testing.T) { // R2.5
	tr := treeOf(nil, "/a/src/p/Main.java>p", "/a/src/q/One.java>q", "/a/src/q/Two.java>q", "/b/src/q/One.java>q", "/a/src/q/in/Deep.java>q.in",
		"/c/src/main.c", "/c/src/near.h", "/c/include/lib/api.h", "/d/include/lib/api.h", "/c/include/near.h")
	for _, tt := range []struct {
		from string
		m    core.Import
		want []string
	}{
		{"/a/src/p/Main.java", core.Import{Path: "q.One"}, []string{"/a/src/q/One.java"}},
		{"/a/src/p/Main.java", core.Import{Path: "q.*"}, []string{"/a/src/q/One.java", "/a/src/q/Two.java"}},
		{"/a/src/p/Main.java", core.Import{Path: "q", Names: []string{"*"}}, []string{"/a/src/q/One.java", "/a/src/q/Two.java"}},
		{"/a/src/p/Main.java", core.Import{Path: "q", Names: []string{"Two"}}, []string{"/a/src/q/Two.java"}},
		{"/a/src/p/Main.java", core.Import{Path: "q.One.Inner"}, []string{"/a/src/q/One.java"}},
		{"/a/src/p/Main.java", core.Import{Path: "q.in.Deep"}, []string{"/a/src/q/in/Deep.java"}},
		{"/a/src/p/Main.java", core.Import{Path: "java.util.List"}, []string{}},
		{"/a/src/p/Main.java", core.Import{Path: "none.*"}, []string{}},
		{"/c/src/main.c", core.Import{Path: "near.h"}, []string{"/c/src/near.h"}},
		{"/c/src/main.c", core.Import{Path: "<near.h>"}, []string{"/c/src/near.h"}},
		{"/c/src/main.c", core.Import{Path: "lib/api.h"}, []string{"/c/include/lib/api.h"}},
		{"/c/src/main.c", core.Import{Path: `lib\api.h`}, []string{"/c/include/lib/api.h"}},
		{"/c/src/main.c", core.Import{Path: "../include/near.h"}, []string{"/c/include/near.h"}},
		{"/c/src/main.c", core.Import{Path: "<stdio.h>"}, []string{}},
		{"/c/src/main.c", core.Import{Path: "<>"}, []string{}},
	} {
		if got := tr.leadsTo(tt.from, tt.m); !slices.Equal(got, tt.want) {
			t.Errorf("%s %v leads to %q, want %q", tt.m.Path, tt.m.Names, got, tt.want)
		}
	}
}
