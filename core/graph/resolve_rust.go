package graph

import (
	"path"
	"strings"

	"ibid/core"
)

// resolveRust follows a path of modules as far as it leads to files: the last one
// defines the name or imports it from elsewhere.
func (t *tree) resolveRust(f *file, m core.Import) []int {
	segments := strings.Split(strings.TrimPrefix(strings.TrimSuffix(m.Path, "::*"), "::"), "::")
	names := m.Names
	if len(names) == 0 {
		names = []string{""}
	}
	var out []int
	for _, name := range names {
		way := segments
		if name != "" && name != "*" && name != "self" {
			way = append(append([]string(nil), segments...), name)
		}
		if i, ok := t.rustWay(f, way); ok {
			out = append(out, i)
		}
	}
	return out
}

// rustWay returns the file to which a path leads from f.
func (t *tree) rustWay(f *file, way []string) (int, bool) {
	dir := rustDir(f)
	at, ok := t.byPath[f.path], false
	switch way[0] {
	case "self":
		way = way[1:]
	case "super":
		for ; len(way) > 0 && way[0] == "super"; way = way[1:] {
			if at, dir, ok = t.rustParent(at, dir); !ok {
				return 0, false
			}
		}
	case "crate", "$crate":
		if at, ok = t.rustRoot(f); !ok {
			return 0, false
		}
		dir, way = t.files[at].dir, way[1:]
	default:
		if i, inside := t.rustModule(dir, way[0]); inside {
			at = i
			break
		}
		if at, ok = t.rustCrate(f, way[0]); !ok {
			return 0, false
		}
		dir, way = t.files[at].dir, way[1:]
	}
	for _, segment := range way {
		next, ok := t.rustModule(dir, segment)
		if !ok {
			break
		}
		at, dir = next, path.Join(dir, segment)
	}
	return at, true
}

// rustDir returns the folder in which the submodules of a file lie.
func rustDir(f *file) string {
	switch f.base {
	case "mod.rs", "lib.rs", "main.rs", "build.rs":
		return f.dir
	}
	return strings.TrimSuffix(f.path, ".rs")
}

// rustModule returns the file of a module in a folder of modules.
func (t *tree) rustModule(dir, name string) (int, bool) {
	name = strings.TrimPrefix(name, "r#")
	for _, tail := range []string{".rs", "/mod.rs"} {
		if i, ok := t.source(path.Join(dir, name) + tail); ok {
			return i, true
		}
	}
	return 0, false
}

// rustParent returns the module around the one with the folder dir.
func (t *tree) rustParent(at int, dir string) (int, string, bool) {
	if b := t.files[at].base; b == "lib.rs" || b == "main.rs" {
		return at, dir, true // a module within the root itself
	}
	up := path.Dir(dir)
	for _, p := range []string{up + ".rs", up + "/mod.rs", up + "/lib.rs", up + "/main.rs"} {
		if i, ok := t.source(p); ok {
			return i, up, true
		}
	}
	return 0, "", false
}

// rustRoot returns the root of the crate that f belongs to.
func (t *tree) rustRoot(f *file) (int, bool) {
	for dir := range parents(f.dir) {
		if c := t.crateIn[dir]; c != nil {
			return t.rootOf(c, f)
		}
		if i, ok := t.rootIn(dir); ok {
			return i, true
		}
	}
	return 0, false
}

// rootOf returns the root of a package: that of the program or test with f, else
// that of its library.
func (t *tree) rootOf(c *crate, f *file) (int, bool) {
	for _, dir := range []string{"src/bin", "tests", "examples", "benches"} {
		if rest, ok := strings.CutPrefix(f.path, path.Join(c.dir, dir)+"/"); ok {
			first, _, deeper := strings.Cut(rest, "/")
			if !deeper {
				return t.source(f.path)
			}
			if i, ok := t.source(path.Join(c.dir, dir, first, "main.rs")); ok {
				return i, true
			}
		}
	}
	if c.lib != "" {
		if i, ok := t.source(path.Join(c.dir, c.lib)); ok {
			return i, true
		}
	}
	if f.base == "build.rs" && f.dir == c.dir {
		return t.source(f.path)
	}
	return t.rootIn(path.Join(c.dir, "src"))
}

func (t *tree) rootIn(dir string) (int, bool) {
	for _, name := range []string{"lib.rs", "main.rs"} {
		if i, ok := t.source(path.Join(dir, name)); ok {
			return i, true
		}
	}
	return 0, false
}

// rustCrate returns the root of the library crate of that name.
func (t *tree) rustCrate(f *file, name string) (int, bool) {
	for dir := range parents(f.dir) {
		if c := t.crateIn[dir]; c != nil {
			if real, ok := c.renamed[name]; ok {
				name = real
			}
			break
		}
	}
	var found []int
	for _, c := range t.crates[strings.ReplaceAll(name, "-", "_")] {
		lib := c.lib
		if lib == "" {
			lib = "src/lib.rs"
		}
		if i, ok := t.source(path.Join(c.dir, lib)); ok {
			found = append(found, i)
		}
	}
	for _, i := range t.closest(f, found) {
		return i, true
	}
	return 0, false
}
