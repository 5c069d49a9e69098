package graph

import (
	"path"
	"slices"
	"strings"
)

// scriptEndings are the extensions that are tried, in order, for a path without
// one.
var scriptEndings = []string{".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json"}

// compiled maps the extensions of compiled files to those of their sources.
var compiled = map[string][]string{
	".js": {".ts", ".tsx", ".d.ts", ".jsx"}, ".jsx": {".tsx", ".d.ts"}, ".mjs": {".mts", ".d.mts"}, ".cjs": {".cts", ".d.cts"},
}

// resolveScript finds what TypeScript or JavaScript imports.
func (t *tree) resolveScript(f *file, written string) []int {
	if i, ok := t.scriptTarget(f, written); ok {
		return []int{i}
	}
	return nil
}

func (t *tree) scriptTarget(f *file, written string) (int, bool) {
	written, _, _ = strings.Cut(written, "?")
	switch {
	case written == "":
		return 0, false
	case written == "." || written == ".." || strings.HasPrefix(written, "./") || strings.HasPrefix(written, "../"):
		return t.scriptPath(f, path.Join(f.dir, written), 0)
	case strings.HasPrefix(written, "/"):
		return t.scriptPath(f, written, 0)
	case strings.HasPrefix(written, "#"):
		p := t.packageOf(f.dir)
		if p == nil {
			return 0, false
		}
		return t.firstTarget(f, p.dir, p.imports.targets(written))
	}
	if c := t.configOf(f.dir); c != nil {
		for _, at := range c.candidates(written) {
			if i, ok := t.scriptPath(f, at, 0); ok {
				return i, true
			}
		}
	}
	return t.scriptPackage(f, written)
}

// scriptPath returns the file at a path that may lack its extension or be a
// folder. depth counts the package.json files that led to it.
func (t *tree) scriptPath(f *file, at string, depth int) (int, bool) {
	if ext := path.Ext(at); compiled[ext] != nil {
		for _, to := range compiled[ext] {
			exact, ok := t.source(at)
			if i, other := t.source(strings.TrimSuffix(at, ext) + to); other && (!ok || !javaScript(f.base)) {
				return i, true
			} else if ok {
				return exact, true
			}
		}
	}
	if i, ok := t.byPath[at]; ok {
		return i, true
	}
	for _, ending := range endingsFor(f) {
		if i, ok := t.byPath[at+ending]; ok {
			return i, true
		}
	}
	if p := t.packageIn[at]; p != nil && depth < 4 {
		for _, entry := range p.entries {
			if i, ok := t.scriptPath(f, path.Join(at, entry), depth+1); ok {
				return i, true
			}
		}
	}
	for _, ending := range endingsFor(f) {
		if i, ok := t.byPath[at+"/index"+ending]; ok {
			return i, true
		}
	}
	return 0, false
}

// endingsFor returns the extensions to try, those of JavaScript first for a
// JavaScript file.
func endingsFor(f *file) []string {
	if javaScript(f.base) {
		return javaScriptFirst
	}
	return scriptEndings
}

var javaScriptFirst = slices.Concat(scriptEndings[5:9], scriptEndings[:5], scriptEndings[9:])

func javaScript(name string) bool {
	return slices.Contains([]string{".js", ".jsx", ".mjs", ".cjs"}, path.Ext(name))
}

// scriptPackage finds a file of a package of the library by the package's name.
func (t *tree) scriptPackage(f *file, written string) (int, bool) {
	parts := strings.SplitN(written, "/", 3)
	n := 1
	if strings.HasPrefix(written, "@") {
		n = 2
	}
	if len(parts) < n {
		return 0, false
	}
	name, sub := strings.Join(parts[:n], "/"), strings.Join(parts[n:], "/")
	for _, p := range nearest(f.dir+"/", t.packages[name], func(p *npmPackage) string { return p.dir }) {
		wanted := "."
		if sub != "" {
			wanted = "./" + sub
		}
		if i, ok := t.firstTarget(f, p.dir, p.exports.targets(wanted)); ok {
			return i, true
		}
		if sub != "" {
			if i, ok := t.scriptPath(f, path.Join(p.dir, sub), 0); ok {
				return i, true
			}
			continue
		}
		if i, ok := t.firstTarget(f, p.dir, p.entries); ok {
			return i, true
		}
		if i, ok := t.firstTarget(f, p.dir, []string{"src/index", "index"}); ok {
			return i, true
		}
	}
	return 0, false
}

// built are folders for files compiled from the sources. A library usually has
// only the sources.
var built = []string{"dist/esm5/", "dist/esm/", "dist/cjs/", "dist/types/", "dist/", "lib/", "build/", "out/", "esm/", "cjs/"}

// firstTarget returns the first of the files that exists, or the source from
// which it was compiled.
func (t *tree) firstTarget(f *file, dir string, targets []string) (int, bool) {
	for _, target := range targets {
		if i, ok := t.scriptPath(f, path.Join(dir, target), 0); ok {
			return i, true
		}
	}
	for _, target := range targets {
		target = strings.TrimPrefix(target, "./")
		for _, b := range built {
			if rest, ok := strings.CutPrefix(target, b); ok {
				if i, ok := t.scriptPath(f, path.Join(dir, "src", rest), 0); ok {
					return i, true
				}
			}
		}
	}
	return 0, false
}
