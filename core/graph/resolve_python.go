package graph

import (
	"path"
	"slices"
	"strings"

	"ibid/core"
)

// resolvePython finds the module that is imported and, of the names taken from
// it, those that are modules too.
func (t *tree) resolvePython(f *file, m core.Import) []int {
	rest := strings.TrimLeft(m.Path, ".")
	dots := len(m.Path) - len(rest)
	rel := strings.ReplaceAll(rest, ".", "/")
	if dots > 0 {
		dir := f.dir
		for range min(dots-1, 100) {
			dir = path.Dir(dir)
		}
		return t.pythonModule(path.Join(dir, rel), m.Names)
	}
	for ; rel != "" && rel != "."; rel = path.Dir(rel) {
		for _, root := range t.pythonRoots(f, rel) {
			if out := t.pythonModule(path.Join(root, rel), m.Names); len(out) > 0 {
				return out
			}
		}
	}
	return nil
}

// pythonModule returns the module at a path without its extension, and the
// submodules among names. A folder without __init__.py is a package too, but no
// file.
func (t *tree) pythonModule(at string, names []string) []int {
	var out []int
	if i, ok := t.pythonFile(at); ok {
		out = append(out, i)
		if t.files[i].dir != at {
			return out // a module has no submodules
		}
	}
	for _, name := range names {
		if name == "*" || name == "" {
			continue
		}
		if i, ok := t.pythonFile(path.Join(at, name)); ok {
			out = append(out, i)
		}
	}
	return out
}

// pythonFile prefers, as Python does, a package to a module, and sources to
// stubs.
func (t *tree) pythonFile(at string) (int, bool) {
	for _, tail := range []string{"/__init__.py", ".py", "/__init__.pyi", ".pyi"} {
		if i, ok := t.source(at + tail); ok {
			return i, true
		}
	}
	return 0, false
}

// pythonRoots returns the folders in which the top package of rel may lie, the
// most likely first: the one that has f's own top package, those around it and
// their src and lib, then any in the library that is not a package itself.
func (t *tree) pythonRoots(f *file, rel string) []string {
	first, _, _ := strings.Cut(rel, "/")
	holds := func(dir string) bool {
		_, ok := t.pythonFile(path.Join(dir, first))
		return ok || t.folders[path.Join(dir, first)]
	}
	var roots []string
	own := f.dir
	for range parents(f.dir) {
		if _, ok := t.source(path.Join(own, "__init__.py")); !ok {
			break
		}
		own = path.Dir(own)
	}
	for dir := range parents(own) {
		for _, root := range []string{dir, path.Join(dir, "src"), path.Join(dir, "lib")} {
			if holds(root) {
				roots = append(roots, root)
			}
		}
	}
	var others []string
	for _, tail := range []string{".py", "/__init__.py", ".pyi", "/__init__.pyi"} {
		for _, i := range t.ending(rel + tail) {
			root := strings.TrimSuffix(t.files[i].path, "/"+rel+tail)
			if _, ok := t.source(path.Join(root, "__init__.py")); !ok && !slices.Contains(roots, root) {
				others = append(others, root)
			}
		}
	}
	return append(roots, nearest(f.dir+"/", others, func(d string) string { return d })...)
}
