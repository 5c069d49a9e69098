package graph

import (
	"regexp"
	"slices"
	"strings"

	"ibid/core"
)

// isType reports whether things of the kind have members.
func isType(k core.EntityKind) bool {
	switch k {
	case core.EntityClass, core.EntityStruct, core.EntityInterface, core.EntityTrait, core.EntityEnum, core.EntityType:
		return true
	}
	return false
}

// qualified finds a name behind another one: of a module, of a type, of the
// object itself, of a parameter whose type stands in the signature.
func (a *asking) qualified(s *scope, u usage) (meaning, error) {
	if u.origin != "" {
		found, known, err := a.traced(u)
		if err != nil || known || len(found) > 0 {
			return meaning{places: found}, err
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
			return meaning{}, err
		}
		found = append(found, more...)
	}
	if len(found) > 0 || outside {
		return meaning{places: unique(found)}, nil
	}
	types, self, err := a.typesOf(s, u)
	if err != nil {
		return meaning{}, err
	}
	for _, t := range types {
		more, err := a.member(t, u.name)
		if err != nil {
			return meaning{}, err
		}
		found = append(found, more...)
	}
	if len(found) > 0 {
		return meaning{places: unique(found)}, nil
	}
	if !imported && u.origin == "" {
		if found, known, err := a.variable(u); err != nil || known || len(found) > 0 {
			return meaning{places: found}, err
		}
	}
	if imported && !self && a.v.files[u.file].family == goFamily {
		return meaning{}, nil // the package has nothing of that name
	}
	return a.guess(s, u)
}

// variable finds a name behind a variable of the file or, where these are named
// alone, of the class around.
func (a *asking) variable(u usage) (found []place, known bool, err error) {
	origins := []string{u.qualifier}
	if inherits(a.v.files[u.file].family) {
		origins = append(origins, "this."+u.qualifier)
	}
	for _, u.origin = range origins {
		if found, known, err = a.traced(u); err != nil || known || len(found) > 0 {
			break
		}
	}
	return found, known, err
}

// behind finds a name in what an import stands for.
func (a *asking) behind(b binding, name string) ([]place, error) {
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

// typesOf finds the types that a qualifier is or has; self says that it is the
// object that the code belongs to.
func (a *asking) typesOf(s *scope, u usage) (types []place, self bool, err error) {
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
	for _, written := range a.hints(u, found) {
		more, err := a.typed(u, written)
		if err != nil {
			return nil, false, err
		}
		types = append(types, more...)
	}
	return types, false, nil
}

// hints are the types, as written, that signatures give a qualifier: of the
// functions around it, and of a variable of that name.
func (a *asking) hints(u usage, variables []place) []string {
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

// typed finds a type by how it is written somewhere in a file.
func (a *asking) typed(u usage, written string) ([]place, error) {
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

// around is the type that the code within an entity belongs to.
func (a *asking) around(i, within int) (place, bool) {
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
func (a *asking) owner(i int, qualified string) (place, bool) {
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
func (a *asking) sameUnit(i, j int) bool {
	f, g := &a.v.files[i], &a.v.files[j]
	switch f.family {
	case goFamily:
		return f.dir == g.dir
	case rustFamily, cFamily:
		return f.family == g.family
	}
	return i == j
}

// maxBases bounds how far members are looked for in what a type extends.
const maxBases = 6

// member finds what a type has under a name: its own, else that of what it
// extends or embeds.
func (a *asking) member(t place, name string) ([]place, error) {
	return a.memberOf(t, name, 0, make(map[place]int))
}

// memberOf is member for a type that the question came to through others. Types
// may extend each other: each is asked once, and again only where it is come to
// on a shorter way.
func (a *asking) memberOf(t place, name string, depth int, asked map[place]int) ([]place, error) {
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

// basesOf are the types that a type extends, as written, those of its impl
// blocks in the same file too.
func (a *asking) basesOf(t place) []string {
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

// maxGuesses is how many things of one name may be meant for a guess to be of
// any use.
const maxGuesses = 12

// guess finds members by their name alone, among what the file could know: its
// own package and what it imports.
func (a *asking) guess(s *scope, u usage) (meaning, error) {
	if !u.call {
		return meaning{}, nil
	}
	defined, err := a.named(u.name)
	if err != nil {
		return meaning{}, err
	}
	f := a.v.files[u.file].family
	if f == goFamily && u.name == "Error" {
		return meaning{}, nil // a value of unknown type with it is held as an error
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
		return meaning{guess: true}, nil
	}
	return meaning{places: near, guess: true}, nil
}
