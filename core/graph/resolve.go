package graph

import (
	"path"
	"slices"
	"strings"

	"ibid/core"
)

// family is a group of languages whose files can import each other.
type family string

const (
	goFamily     family = "go"
	pythonFamily family = "python"
	scriptFamily family = "script" // TypeScript and JavaScript
	javaFamily   family = "java"
	rustFamily   family = "rust"
	cFamily      family = "c" // C and C++
)

var families = map[string]family{
	"go": goFamily, "python": pythonFamily, "typescript": scriptFamily, "tsx": scriptFamily, "javascript": scriptFamily,
	"jsx": scriptFamily, "java": javaFamily, "rust": rustFamily, "c": cFamily, "cpp": cFamily,
}

// file is a document as the resolution of imports sees it. Paths have slashes.
type file struct {
	doc    core.Document
	path   string
	dir    string
	base   string
	family family // empty for what is no source code
	pack   string // what the file says it belongs to
}

// tree holds the files of a library by path and folder. It does not change.
type tree struct {
	files  []file // by path
	byPath map[string]int
	byBase map[string][]int // source files
	dirs   map[string][]int // source files that lie in the folder itself
	bases  map[string][]string
	// folders are those with a source file in them or below.
	folders map[string]bool
	java    map[string][]int // by package line
	vendors bool
	manifests
}

// newTree makes a tree of documents; packs has the package line of contents.
func newTree(docs []core.Document, packs map[core.Hash]string) *tree {
	t := &tree{
		byPath: make(map[string]int, len(docs)), byBase: make(map[string][]int), dirs: make(map[string][]int),
		bases: make(map[string][]string), folders: make(map[string]bool), java: make(map[string][]int),
	}
	for _, d := range docs {
		p := strings.ReplaceAll(d.Path, `\`, "/")
		t.files = append(t.files, file{doc: d, path: p, dir: path.Dir(p), base: path.Base(p), family: families[d.Language()], pack: packs[d.Hash]})
	}
	slices.SortFunc(t.files, func(a, b file) int { return strings.Compare(a.path, b.path) })
	for i := range t.files {
		t.place(i)
	}
	return t
}

func (t *tree) place(i int) {
	f := &t.files[i]
	t.byPath[f.path] = i
	if f.family == "" {
		return
	}
	t.byBase[f.base] = append(t.byBase[f.base], i)
	if len(t.dirs[f.dir]) == 0 {
		t.bases[path.Base(f.dir)] = append(t.bases[path.Base(f.dir)], f.dir)
		t.vendors = t.vendors || strings.Contains(f.dir, "/vendor/")
	}
	t.dirs[f.dir] = append(t.dirs[f.dir], i)
	for d := range parents(f.dir) {
		if t.folders[d] {
			break
		}
		t.folders[d] = true
	}
	if f.family == javaFamily {
		t.java[f.pack] = append(t.java[f.pack], i)
	}
}

// parents yields a folder and all folders around it.
func parents(dir string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for range 200 { // no path is deeper
			if !yield(dir) {
				return
			}
			up := path.Dir(dir)
			if up == dir {
				return
			}
			dir = up
		}
	}
}

// source returns the source file at a path.
func (t *tree) source(p string) (int, bool) {
	i, ok := t.byPath[p]
	return i, ok && t.files[i].family != ""
}

// in lists the files of the family that lie in a folder and for which keep is
// true.
func (t *tree) in(dir string, of family, keep func(*file) bool) []int {
	var out []int
	for _, i := range t.dirs[dir] {
		if f := &t.files[i]; f.family == of && (keep == nil || keep(f)) {
			out = append(out, i)
		}
	}
	return out
}

// ending lists the source files whose path ends in the relative path.
func (t *tree) ending(rel string) []int {
	var out []int
	for _, i := range t.byBase[path.Base(rel)] {
		if p := t.files[i].path; strings.HasSuffix(p, "/"+rel) {
			out = append(out, i)
		}
	}
	return out
}

// shared counts the folders that two paths have in common from the top.
func shared(a, b string) int {
	n := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			n++
		}
	}
	return n
}

// nearest keeps the items whose folder has most in common with from, and of these the
// ones in the fewest folders. All that are equally near stay.
func nearest[T any](from string, items []T, where func(T) string) []T {
	var best []T
	most, least := -1, 0
	for _, item := range items {
		p := where(item)
		n, depth := shared(from, p+"/"), strings.Count(p, "/")
		switch {
		case n > most || n == most && depth < least:
			best, most, least = append(best[:0:0], item), n, depth
		case n == most && depth == least:
			best = append(best, item)
		}
	}
	return best
}

// closest keeps the files that are nearest to f.
func (t *tree) closest(f *file, files []int) []int {
	if len(files) < 2 {
		return files
	}
	return nearest(f.dir+"/", files, func(i int) string { return t.files[i].dir })
}

// resolve finds the files of the library that an import of f leads to, without
// repetition; none if it leads out of the library.
func (t *tree) resolve(f *file, m core.Import) []int {
	var out []int
	switch f.family {
	case goFamily:
		out = t.resolveGo(f, m.Path)
	case pythonFamily:
		out = t.resolvePython(f, m)
	case scriptFamily:
		out = t.resolveScript(f, m.Path)
	case javaFamily:
		out = t.resolveJava(f, m)
	case rustFamily:
		out = t.resolveRust(f, m)
	case cFamily:
		out = t.resolveC(f, m.Path)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// resolveC finds an included file: beside f, else the nearest file whose path
// ends with the written one.
func (t *tree) resolveC(f *file, written string) []int {
	rel, system := strings.CutPrefix(written, "<")
	rel = strings.ReplaceAll(strings.TrimSuffix(rel, ">"), `\`, "/")
	if rel == "" {
		return nil
	}
	if i, ok := t.source(path.Join(f.dir, rel)); ok && !system {
		return []int{i}
	}
	rel = strings.TrimPrefix(path.Clean("/"+rel), "/")
	return t.closest(f, t.ending(rel))
}

// resolveJava finds a class by its package and the name of its file, or all files
// of a package. What follows the class is a member.
func (t *tree) resolveJava(f *file, m core.Import) []int {
	written, all := strings.CutSuffix(m.Path, ".*")
	if all || slices.Contains(m.Names, "*") {
		if files := t.java[written]; len(files) > 0 && written != "" {
			return t.nearPackage(f, files)
		}
	}
	for p := written; p != ""; {
		pack, class := "", p
		if i := strings.LastIndexByte(p, '.'); i >= 0 {
			pack, class = p[:i], p[i+1:]
		}
		for _, name := range append([]string{class}, m.Names...) {
			in := pack
			if name != class {
				in = p
			}
			var found []int
			for _, i := range t.java[in] {
				if t.files[i].base == name+".java" {
					found = append(found, i)
				}
			}
			if len(found) > 0 {
				return t.closest(f, found)
			}
		}
		p = pack
	}
	return nil
}

// nearPackage keeps those files of a package that lie in the folder nearest to f.
func (t *tree) nearPackage(f *file, files []int) []int {
	near := t.closest(f, files)
	if len(near) == 0 {
		return nil
	}
	dir := t.files[near[0]].dir
	return slices.DeleteFunc(slices.Clone(files), func(i int) bool { return t.files[i].dir != dir })
}
