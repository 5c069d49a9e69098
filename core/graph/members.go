package graph

import (
	"regexp"
	"slices"
	"strings"

	"ibid/core"
)

// isType reports whether entities of the kind have members.
func isType(k core.EntityKind) bool {
	switch k {
	case core.EntityClass, core.EntityStruct, core.EntityInterface, core.EntityTrait, core.EntityEnum, core.EntityType:
		return true
	}
	return false
}

// qualified resolves a name with a qualifier: a module, a type, the object itself, or
// something whose type is inferred.
func (a *lookup) qualified(s *scope, u usage) (resolution, error) {
	if u.origin != "" {
		found, known, err := a.inferred(u)
		if err != nil || known || len(found) > 0 {
			return resolution{places: found}, err
		}
		if u.origin[0] == '{' || u.origin == "?" {
			return a.guess(s, u)
		}
	}
	var found []place
	bindings, imported := s.names[u.qualifier]
	outside := imported
	for _, b := range bindings {
		outside = outside && len(b.files) == 0
		more, err := a.behind(b, u.name)
		if err != nil {
			return resolution{}, err
		}
		found = append(found, more...)
	}
	if len(found) > 0 || outside {
		return resolution{places: unique(found)}, nil
	}
	types, self, err := a.typesOf(s, u)
	if err != nil {
		return resolution{}, err
	}
	for _, t := range types {
		more, err := a.member(t, u.name)
		if err != nil {
			return resolution{}, err
		}
		found = append(found, more...)
	}
	if len(found) > 0 {
		return resolution{places: unique(found)}, nil
	}
	if !imported && u.origin == "" {
		if found, known, err := a.variable(u); err != nil || known || len(found) > 0 {
			return resolution{places: found}, err
		}
	}
	if imported && !self && a.v.files[u.file].family == goFamily {
		return resolution{}, nil // the package has nothing of that name
	}
	return a.guess(s, u)
}

// variable resolves a name whose qualifier is a variable of the file or, in languages
// that name these alone, of the class around.
func (a *lookup) variable(u usage) (found []place, known bool, err error) {
	origins := []string{u.qualifier}
	if inherits(a.v.files[u.file].family) {
		origins = append(origins, "this."+u.qualifier)
	}
	for _, u.origin = range origins {
		if found, known, err = a.inferred(u); err != nil || known || len(found) > 0 {
			break
		}
	}
	return found, known, err
}

// behind finds a name in the module or type that an import binds.
func (a *lookup) behind(b binding, name string) ([]place, error) {
	if b.module {
		return a.exported(b.files, name)
	}
	types, err := a.exported(b.files, b.name)
	if err != nil {
		return nil, err
	}
	var found []place
	for _, t := range types {
		more, err := a.member(t, name)
		if err != nil {
			return nil, err
		}
		found = append(found, more...)
	}
	return found, nil
}

// typesOf finds the types that a qualifier is or has. self reports that it is the
// object to which the code belongs.
func (a *lookup) typesOf(s *scope, u usage) (types []place, self bool, err error) {
	switch u.qualifier {
	case "self", "this", "cls", "Self", "super":
		if class, ok := a.around(u.file, u.within); ok {
			return []place{class}, true, nil
		}
	}
	plain := usage{file: u.file, name: u.qualifier, within: u.within}
	found, _, err := a.plain(s, plain)
	if err != nil {
		return nil, false, err
	}
	for _, p := range found {
		if e := a.at(p); isType(e.Kind) || e.Kind == core.EntityModule {
			types = append(types, p)
		}
	}
	if len(types) > 0 {
		return types, false, nil
	}
	for _, written := range a.declaredTypes(u, found) {
		more, err := a.typed(u, written)
		if err != nil {
			return nil, false, err
		}
		types = append(types, more...)
	}
	return types, false, nil
}

// declaredTypes lists the types, as written, that signatures give a qualifier: of the
// functions around it, and of a variable of that name.
func (a *lookup) declaredTypes(u usage, variables []place) []string {
	entities, _ := a.of(u.file)
	f := a.v.files[u.file].family
	var out []string
	for _, o := range chain(entities, u.within) {
		if t := declared(f, entities[o].Signature, u.qualifier); t != "" {
			return []string{t}
		}
	}
	for _, p := range variables {
		if t := declared(f, a.at(p).Signature, u.qualifier); t != "" {
			out = append(out, t)
		}
	}
	return out
}

// declared finds the type that a signature gives a name: `name Type` in Go,
// `name: Type` in Python, TypeScript and Rust, `Type name` in Java and C.
func declared(f family, signature, name string) string {
	if name == "" || len(name) > 60 || !strings.Contains(signature, name) {
		return ""
	}
	n := regexp.QuoteMeta(name)
	var form string
	switch f {
	case goFamily:
		form = `(?:^|[(,\s])` + n + `(?:\s*,\s*\w+)*\s+(?:\.\.\.|\[\]|\*|&)*([\pL_][\pL\pN_]*(?:\.[\pL_][\pL\pN_]*)?)`
	case pythonFamily, scriptFamily, rustFamily:
		form = `\b` + n + `\??\s*:\s*["&*]*(?:mut |dyn |impl |'\w+ )*(?:Optional\[)?([\pL_$][\pL\pN_$.:]*)`
	default:
		form = `([\pL_][\pL\pN_.:]*)(?:<[^()]*>)?[\s*&]+` + n + `\b`
	}
	r, err := regexp.Compile(form)
	if err != nil {
		return ""
	}
	if m := r.FindStringSubmatch(signature); m != nil && m[1] != "func" && m[1] != "return" {
		return m[1]
	}
	return ""
}

// typed finds a type by how it is written in a file.
func (a *lookup) typed(u usage, written string) ([]place, error) {
	qualifier, name := "", lastPart(written)
	if i := strings.LastIndexAny(strings.TrimLeft(written, "*&"), ".:"); i > 0 {
		qualifier = lastPart(strings.TrimRight(strings.TrimLeft(written, "*&")[:i], ".:"))
	}
	if name == "" || name == u.name && qualifier == u.qualifier {
		return nil, nil
	}
	m, err := a.means(usage{file: u.file, name: name, qualifier: qualifier, within: u.within})
	if err != nil || m.guess {
		return nil, err
	}
	return a.keep(m.places, func(p place) bool { return isType(a.at(p).Kind) }), nil
}

// around returns the type that the code within an entity belongs to.
func (a *lookup) around(i, within int) (place, bool) {
	entities, err := a.of(i)
	if err != nil {
		return place{}, false
	}
	for _, o := range chain(entities, within) {
		e := entities[o]
		if isType(e.Kind) {
			return place{i, o}, true
		}
		if e.Kind != core.EntityMethod && e.Kind != core.EntityImpl {
			continue
		}
		owner := e.Qualified
		if e.Kind == core.EntityMethod {
			owner = owner[:max(strings.LastIndexByte(owner, '.'), 0)]
		}
		if t, ok := a.owner(i, owner); ok {
			return t, true
		}
	}
	return place{}, false
}

// owner finds the type that methods of a file belong to by its qualified name:
// in the file, among its peers, else the nearest.
func (a *lookup) owner(i int, qualified string) (place, bool) {
	name := qualified[strings.LastIndexByte(qualified, '.')+1:]
	defined, err := a.named(name)
	if err != nil || name == "" {
		return place{}, false
	}
	fits := a.keep(defined, func(p place) bool {
		return a.v.files[p.file].family == a.v.files[i].family && isType(a.at(p).Kind) && (p.file == i || a.sameUnit(i, p.file))
	})
	for _, p := range nearest(a.v.files[i].dir+"/", fits, func(p place) string { return a.v.files[p.file].dir }) {
		if p.file == i || len(fits) == 1 || a.v.files[i].family != rustFamily {
			return p, true
		}
	}
	return place{}, false
}

// sameUnit reports whether a type of one file can have methods in the other.
func (a *lookup) sameUnit(i, j int) bool {
	f, g := &a.v.files[i], &a.v.files[j]
	switch f.family {
	case goFamily:
		return f.dir == g.dir
	case rustFamily, cFamily:
		return f.family == g.family
	}
	return i == j
}

// maxBases bounds the levels of base types in which members are looked for.
const maxBases = 6

// member finds the members of a type with a name: its own, else those of the types
// that it extends or embeds.
func (a *lookup) member(t place, name string) ([]place, error) {
	return a.memberOf(t, name, 0, make(map[place]int))
}

// memberOf is member with the depth at which the type was reached. Types may extend
// each other: each is asked once, and again only if it is reached at a smaller
// depth.
func (a *lookup) memberOf(t place, name string, depth int, asked map[place]int) ([]place, error) {
	if before, again := asked[t]; again && before <= depth {
		return nil, a.ctx.Err()
	}
	asked[t] = depth
	defined, err := a.named(name)
	if err != nil {
		return nil, err
	}
	e := a.at(t)
	own := a.keep(defined, func(p place) bool {
		d := a.at(p)
		if p.file == t.file && d.Parent == t.ordinal {
			return true
		}
		return d.Qualified == e.Qualified+"."+name && a.sameUnit(t.file, p.file)
	})
	if len(own) > 1 && a.v.files[t.file].family != goFamily {
		own = nearest(a.v.files[t.file].dir+"/", own, func(p place) string { return a.v.files[p.file].dir })
	}
	if len(own) > 0 || depth >= maxBases {
		return own, nil
	}
	var found []place
	for _, b := range a.basesOf(t) {
		supers, err := a.typed(usage{file: t.file, name: e.Name, within: e.Parent}, b)
		if err != nil {
			return nil, err
		}
		for _, super := range supers {
			if super == t {
				continue
			}
			more, err := a.memberOf(super, name, depth+1, asked)
			if err != nil {
				return nil, err
			}
			found = append(found, more...)
		}
	}
	return unique(found), nil
}

// basesOf lists the types that a type extends, as written, with those of its impl
// blocks in the same file.
func (a *lookup) basesOf(t place) []string {
	e := a.at(t)
	out := slices.Clone(e.Bases)
	if a.v.files[t.file].family == rustFamily {
		entities, _ := a.of(t.file)
		for _, i := range entities {
			if i.Kind == core.EntityImpl && i.Name == e.Name {
				out = append(out, i.Bases...)
			}
		}
	}
	return out
}

// maxGuesses is the number of entities with one name above which a guess is
// useless.
const maxGuesses = 12

// guess finds members by their name alone: those in the package of the file and in
// what it imports, else all.
func (a *lookup) guess(s *scope, u usage) (resolution, error) {
	if !u.call {
		return resolution{}, nil
	}
	defined, err := a.named(u.name)
	if err != nil {
		return resolution{}, err
	}
	f := a.v.files[u.file].family
	if f == goFamily && u.name == "Error" {
		return resolution{}, nil // a value of unknown type with it is held as an error
	}
	members := a.keep(defined, func(p place) bool {
		e := a.at(p)
		if a.v.files[p.file].family != f || a.top(p) || e.Kind == core.EntityVariable {
			return false
		}
		return true
	})
	near := a.keep(members, func(p place) bool {
		return a.v.peers(u.file, p.file) || s.near[p.file] || a.v.files[p.file].dir == a.v.files[u.file].dir
	})
	if len(near) == 0 {
		near = members
	}
	if len(near) > maxGuesses {
		return resolution{guess: true}, nil
	}
	return resolution{places: near, guess: true}, nil
}
