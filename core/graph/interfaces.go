package graph

import (
	"slices"
	"strings"

	"ibid/core"
)

// counterparts lists the methods of Go that a call of a method may mean through an
// interface: for a method of a type those of the interfaces that it implements, for
// one of an interface those of the types that implement it. The method itself is the
// first.
func (a *lookup) counterparts(p place) ([]place, error) {
	out := []place{p}
	e := a.at(p)
	own, ok := a.around(p.file, p.ordinal)
	if !ok || e.Kind != core.EntityMethod || a.v.files[p.file].family != goFamily {
		return out, nil
	}
	defined, err := a.named(e.Name)
	if err != nil {
		return nil, err
	}
	for _, q := range defined {
		other, ok := a.around(q.file, q.ordinal)
		if q == p || !ok || other == own || a.v.files[q.file].family != goFamily || a.at(q).Kind != core.EntityMethod || !sameShape(e, a.at(q)) {
			continue
		}
		if err := a.ctx.Err(); err != nil {
			return nil, err
		}
		if a.satisfies(own, other) || a.satisfies(other, own) {
			out = append(out, q)
		}
	}
	return out, nil
}

// satisfies reports whether a type has all methods of an interface, by name.
func (a *lookup) satisfies(t, of place) bool {
	if a.at(of).Kind != core.EntityInterface {
		return false
	}
	key := [2]place{t, of}
	if has, ok := a.satisfied[key]; ok {
		return has
	}
	wanted := a.methodNames(of)
	has := len(wanted) > 0
	if a.at(t).Kind == core.EntityInterface {
		own := a.methodNames(t)
		for _, name := range wanted {
			has = has && slices.Contains(own, name)
		}
	} else {
		has = has && a.hasAll(t, wanted)
	}
	a.satisfied[key] = has
	return has
}

// sameShape reports whether two methods of Go have parameters and results of the
// same types, as far as the last parts of the type names tell.
func sameShape(x, y core.Entity) bool {
	if strings.HasSuffix(x.Signature, "…") || strings.HasSuffix(y.Signature, "…") {
		return true
	}
	same := func(s, t string) bool { return lastPart(baseOf(goFamily, s)) == lastPart(baseOf(goFamily, t)) }
	fromX, toX := goShape(x.Signature, x.Name)
	fromY, toY := goShape(y.Signature, y.Name)
	return slices.EqualFunc(fromX, fromY, same) && slices.EqualFunc(toX, toY, same)
}
