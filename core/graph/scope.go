package graph

import (
	"path"
	"slices"
	"strings"

	"ibid/core"
)

// scope holds what the imports of a file bind.
type scope struct {
	names map[string][]binding
	stars []int // files of which all names are imported
	near  map[int]bool
}

// binding is the meaning of an imported name: a name in some files, or the files
// themselves as a module. Without files it leads out of the library.
type binding struct {
	files  []int
	name   string // empty for a module
	module bool
}

// scopeOf returns the scope of a file.
func (a *lookup) scopeOf(i int) (*scope, error) {
	if s, ok := a.scopes[i]; ok {
		return s, nil
	}
	links, err := a.links(i)
	if err != nil {
		return nil, err
	}
	f := &a.v.files[i]
	s := &scope{names: make(map[string][]binding), near: make(map[int]bool)}
	for _, l := range links {
		for _, to := range l.to {
			s.near[to] = true
		}
		s.take(a.v.tree, f, l)
	}
	if f.family == cFamily {
		if err := a.includes(i, s); err != nil {
			return nil, err
		}
	}
	a.scopes[i] = s
	return s, nil
}

// includes adds what the files that a C file includes include themselves.
func (a *lookup) includes(i int, s *scope) error {
	seen := map[int]bool{i: true}
	level := s.stars
	for range 4 {
		var next []int
		for _, n := range level {
			if seen[n] || len(seen) > 500 {
				continue
			}
			seen[n] = true
			links, err := a.links(n)
			if err != nil {
				return err
			}
			for _, l := range links {
				next = append(next, l.to...)
			}
		}
		s.stars = append(s.stars, next...)
		level = next
	}
	return nil
}

// take adds the bindings of one import.
func (s *scope) take(t *tree, f *file, l link) {
	bind := func(local string, b binding) {
		if local != "" && local != "_" {
			s.names[local] = append(s.names[local], b)
		}
	}
	if len(l.Names) == 0 {
		s.takeWhole(t, f, l, bind)
		return
	}
	for _, name := range l.Names {
		local := name
		if l.Alias != "" {
			local = l.Alias
		}
		switch {
		case name == "*" && l.Alias != "":
			bind(local, binding{files: l.to, module: true})
		case name == "*":
			s.stars = append(s.stars, l.to...)
		default:
			bind(local, binding{files: l.to, name: name})
			for _, to := range l.to {
				if moduleName(&t.files[to]) == name {
					bind(local, binding{files: []int{to}, module: true})
				}
			}
		}
	}
}

// takeWhole adds the binding of an import without names.
func (s *scope) takeWhole(t *tree, f *file, l link, bind func(string, binding)) {
	module := binding{files: l.to, module: true}
	last := l.Path
	switch f.family {
	case goFamily:
		last = path.Base(l.Path)
		if len(l.to) > 0 && t.files[l.to[0]].pack != "" {
			last = t.files[l.to[0]].pack
		} else if isVersion(last) {
			last = path.Base(path.Dir(l.Path))
		}
	case pythonFamily:
		last = last[strings.LastIndexByte(last, '.')+1:]
	case rustFamily:
		last = last[strings.LastIndexByte(last, ':')+1:]
		defer func() { bind(orElse(l.Alias, last), binding{files: l.to, name: last}) }()
	case javaFamily:
		last = last[strings.LastIndexByte(last, '.')+1:]
		module = binding{files: l.to, name: last}
	case cFamily:
		s.stars = append(s.stars, l.to...)
		return
	case scriptFamily:
		last = ""
	}
	bind(orElse(l.Alias, last), module)
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// isVersion reports whether the last part of a Go import path is a major version,
// which is not the name of a package.
func isVersion(s string) bool {
	return len(s) > 1 && s[0] == 'v' && strings.Trim(s[1:], "0123456789") == ""
}

// moduleName returns the name of a file as a module.
func moduleName(f *file) string {
	stem, _, _ := strings.Cut(f.base, ".")
	switch stem {
	case "__init__", "index", "mod", "lib", "main":
		return path.Base(f.dir)
	}
	return stem
}

// peers reports whether two files see each other's names without an import.
func (v *view) peers(i, j int) bool {
	f, g := &v.files[i], &v.files[j]
	switch {
	case i == j:
		return true
	case f.family != g.family:
		return false
	case f.family == goFamily:
		return f.dir == g.dir && f.pack == g.pack
	case f.family == javaFamily:
		return f.pack == g.pack && (f.pack != "" || f.dir == g.dir)
	}
	return false
}

// usage is a use of a name, with what its meaning depends on.
type usage struct {
	file            int
	name, qualifier string
	within          int
	call            bool
	origin          string // expression that the type of the qualifier is inferred from
}

// resolution holds the definitions that a use of a name may mean.
type resolution struct {
	places []place
	guess  bool // only the name agrees
}

// means resolves a use of a name by the rules of scope.
func (a *lookup) means(u usage) (resolution, error) {
	if m, ok := a.meant[u]; ok {
		return m, nil
	}
	a.meant[u] = resolution{} // a use that depends on itself means nothing
	m, err := a.find(u)
	a.meant[u] = m
	return m, err
}

func (a *lookup) find(u usage) (resolution, error) {
	s, err := a.scopeOf(u.file)
	if err != nil {
		return resolution{}, err
	}
	if u.qualifier != "" || u.origin != "" {
		return a.qualified(s, u)
	}
	found, known, err := a.plain(s, u)
	if err != nil || known || len(found) > 0 {
		return resolution{places: found}, err
	}
	if !u.call || a.v.files[u.file].family == goFamily && predeclared[u.name] {
		return resolution{}, nil
	}
	return a.guess(s, u)
}

// predeclared are the functions and types that Go has without an import and
// that are called.
var predeclared = func() map[string]bool {
	out := make(map[string]bool)
	for _, name := range strings.Fields(`append cap clear close complex copy delete imag len make max min new panic print println real recover
		bool byte error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr any`) {
		out[name] = true
	}
	return out
}()

// plain resolves a name without a qualifier: in the file, imported, in the package, in
// files of which all names are imported. known reports that an import names it, though
// it may lead out of the library.
func (a *lookup) plain(s *scope, u usage) (found []place, known bool, err error) {
	defined, err := a.named(u.name)
	if err != nil {
		return nil, false, err
	}
	if found := a.inFile(defined, u); len(found) > 0 {
		return found, true, nil
	}
	if bindings, ok := s.names[u.name]; ok {
		for _, b := range bindings {
			if b.module {
				continue
			}
			more, err := a.exported(b.files, b.name)
			if err != nil {
				return nil, false, err
			}
			found = append(found, more...)
		}
		return found, true, nil
	}
	if found := a.keep(defined, func(p place) bool { return a.v.peers(u.file, p.file) && a.top(p) }); len(found) > 0 {
		return a.primary(u.file, found), true, nil
	}
	if len(defined) > 0 || a.v.files[u.file].family == scriptFamily || a.v.files[u.file].family == pythonFamily {
		if found, err = a.exported(s.stars, u.name); err != nil || len(found) > 0 {
			return found, len(found) > 0, err
		}
	}
	if a.v.files[u.file].family == cFamily {
		found = a.keep(defined, func(p place) bool { return a.v.files[p.file].family == cFamily })
		return nearest(a.v.files[u.file].dir+"/", found, func(p place) string { return a.v.files[p.file].dir }), false, nil
	}
	if class, ok := a.around(u.file, u.within); ok && inherits(a.v.files[u.file].family) {
		found, err = a.member(class, u.name)
	}
	return found, false, err
}

// inherits reports whether methods of a class are called by their bare names.
func inherits(f family) bool { return f == javaFamily || f == cFamily }

// keep returns the places for which holds is true.
func (a *lookup) keep(list []place, holds func(place) bool) []place {
	var out []place
	for _, p := range list {
		if holds(p) {
			out = append(out, p)
		}
	}
	return out
}

// primary keeps the nearest definitions. In Go it keeps all, which may be in several
// files for different systems.
func (a *lookup) primary(from int, found []place) []place {
	if a.v.files[from].family == goFamily {
		return found
	}
	return nearest(a.v.files[from].dir+"/", found, func(p place) string { return a.v.files[p.file].dir })
}

// top reports whether a place is defined at the top of its file or in a module
// there, not as a member of a type.
func (a *lookup) top(p place) bool {
	e := a.at(p)
	return e.Kind != core.EntityMethod && (e.Parent < 0 || a.at(place{p.file, e.Parent}).Kind == core.EntityModule)
}

// inFile finds the innermost definition of a name in the file itself that can
// be seen from within an entity.
func (a *lookup) inFile(defined []place, u usage) []place {
	around := map[int]int{-1: 0}
	entities, _ := a.of(u.file)
	depth := 1
	for _, o := range slices.Backward(chain(entities, u.within)) {
		around[o] = depth
		depth++
	}
	f := a.v.files[u.file].family
	best := -1
	var found []place
	for _, p := range defined {
		if p.file != u.file || p.ordinal >= len(entities) {
			continue
		}
		e := entities[p.ordinal]
		level, seen := around[e.Parent]
		if !seen && e.Parent >= 0 && entities[e.Parent].Kind == core.EntityModule {
			level, seen = 0, f == cFamily || f == rustFamily
		}
		if !seen || e.Kind == core.EntityMethod && !inherits(f) {
			continue
		}
		switch {
		case level > best:
			best, found = level, []place{p}
		case level == best:
			found = append(found, p)
		}
	}
	return found
}

// chain lists an entity and those around it, innermost first.
func chain(entities []core.Entity, ordinal int) []int {
	var out []int
	for ordinal >= 0 && ordinal < len(entities) && len(out) < 100 {
		out = append(out, ordinal)
		ordinal = entities[ordinal].Parent
	}
	return out
}

// maxReexports bounds the files through which a name is re-exported.
const maxReexports = 6

// exported finds a name at the top of files, or in the files that these re-export it
// from, as an __init__.py or an index.ts does.
func (a *lookup) exported(files []int, name string) ([]place, error) {
	return a.reexported(files, name, 0, make(map[exportQuery]int))
}

// exportQuery is a file that is asked for a name.
type exportQuery struct {
	file int
	name string
}

// reexported is exported with the depth at which the files were reached. Files may
// re-export names of each other: each is asked once, and again only if it is reached
// at a smaller depth, since from there it reaches further.
func (a *lookup) reexported(files []int, name string, depth int, asked map[exportQuery]int) ([]place, error) {
	if len(files) == 0 || depth > maxReexports {
		return nil, a.ctx.Err()
	}
	var found []place
	if name == "default" {
		for _, i := range files {
			found = append(found, a.defaults(i)...)
		}
		return found, nil
	}
	defined, err := a.named(name)
	if err != nil {
		return nil, err
	}
	found = a.keep(defined, func(p place) bool { return slices.Contains(files, p.file) && a.top(p) })
	if len(found) > 0 || len(files) > 50 {
		return found, nil
	}
	for _, i := range files {
		switch a.v.files[i].family {
		case pythonFamily, scriptFamily, rustFamily:
		case javaFamily: // static members
			found = append(found, a.keep(defined, func(p place) bool { return p.file == i })...)
			continue
		default:
			continue
		}
		at := exportQuery{i, name}
		if before, again := asked[at]; again && before <= depth {
			continue
		}
		asked[at] = depth
		s, err := a.scopeOf(i)
		if err != nil {
			return nil, err
		}
		for _, b := range s.names[name] {
			more, err := a.reexported(b.files, orElse(b.name, name), depth+1, asked)
			if err != nil {
				return nil, err
			}
			found = append(found, more...)
		}
		if len(s.names[name]) == 0 {
			more, err := a.reexported(s.stars, name, depth+1, asked)
			if err != nil {
				return nil, err
			}
			found = append(found, more...)
		}
	}
	return unique(found), nil
}

// defaults returns the default export of a script.
func (a *lookup) defaults(i int) []place {
	entities, _ := a.of(i)
	for n, e := range entities {
		if strings.HasPrefix(e.Signature, "export default") {
			return []place{{i, n}}
		}
	}
	return nil
}

func unique(list []place) []place {
	seen := make(map[place]bool, len(list))
	return slices.DeleteFunc(list, func(p place) bool {
		was := seen[p]
		seen[p] = true
		return was
	})
}
