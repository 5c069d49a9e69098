package graph

import (
	"path"
	"strings"
)

// resolveGo finds the files of a Go package: vendored, in a module of the
// library, of the standard library, or below any folder src.
func (t *tree) resolveGo(f *file, written string) []int {
	if written == "" || written == "C" {
		return nil
	}
	if strings.HasPrefix(written, "./") || strings.HasPrefix(written, "../") {
		return t.goPackage(path.Join(f.dir, written))
	}
	if t.vendors {
		for d := range parents(f.dir) {
			if files := t.goPackage(path.Join(d, "vendor", written)); files != nil {
				return files
			}
		}
	}
	if dir, ok := t.replaced(f, written); ok {
		return t.goPackage(dir)
	}
	if files := t.goModule(f, written); files != nil {
		return files
	}
	var found []string
	for _, dir := range t.bases[path.Base(written)] {
		if strings.HasSuffix(dir, "/src/"+written) {
			found = append(found, dir)
		}
	}
	for _, dir := range nearest(f.dir+"/", found, func(d string) string { return d }) {
		if files := t.goPackage(dir); files != nil {
			return files
		}
	}
	return nil
}

// goModule looks in the module with the longest path that the import begins
// with; the standard library is the module std, whose packages have no prefix.
func (t *tree) goModule(f *file, written string) []int {
	for prefix := range parents(written) {
		if files := t.goBelow(f, t.goModules[prefix], strings.TrimPrefix(written[len(prefix):], "/")); files != nil {
			return files
		}
		if !strings.Contains(prefix, "/") {
			break
		}
	}
	if first, _, _ := strings.Cut(written, "/"); !strings.Contains(first, ".") {
		return t.goBelow(f, t.goModules["std"], written)
	}
	return nil
}

// goBelow returns the package at rel in the module that is nearest to f among
// those that have it.
func (t *tree) goBelow(f *file, modules []*goModule, rel string) []int {
	var having []*goModule
	for _, m := range modules {
		if t.goPackage(path.Join(m.dir, rel)) != nil {
			having = append(having, m)
		}
	}
	for _, m := range nearest(f.dir+"/", having, func(m *goModule) string { return m.dir }) {
		return t.goPackage(path.Join(m.dir, rel))
	}
	return nil
}

// replaced returns the folder that the module of f uses in place of an imported
// package, by a replace directive.
func (t *tree) replaced(f *file, written string) (dir string, ok bool) {
	for d := range parents(f.dir) {
		m := t.goModuleIn[d]
		if m == nil {
			continue
		}
		for from := range parents(written) { // the longest module path counts
			if to, ok := m.replace[from]; ok {
				return path.Join(m.dir, to, written[len(from):]), true
			}
			if !strings.Contains(from, "/") {
				break
			}
		}
		return "", false
	}
	return "", false
}

// goPackage lists the files of the package in a folder, without its tests and
// without programs in the same folder that are not built with it.
func (t *tree) goPackage(dir string) []int {
	files := t.in(dir, goFamily, func(f *file) bool { return !isGoTest(f) })
	library := false
	for _, i := range files {
		library = library || t.files[i].pack != "main" && t.files[i].pack != ""
	}
	if !library {
		return files
	}
	return t.in(dir, goFamily, func(f *file) bool { return !isGoTest(f) && f.pack != "main" && f.pack != "documentation" })
}

func isGoTest(f *file) bool { return strings.HasSuffix(f.base, "_test.go") }
