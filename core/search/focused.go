package search

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ibid/core"
)

// focused adds the symbols of the plan, each with the whole type that it
// belongs to, what they use, the tables that they read, and their tests.
func (x *expansion) focused() error {
	var seeds []core.Symbol
	for _, name := range x.Plan.Symbols {
		found, err := x.s.Graph.Define(x.ctx, name, 0)
		if err != nil {
			return err
		}
		if products := slices.DeleteFunc(slices.Clone(found), func(s core.Symbol) bool { return x.isTest(s.Document) }); len(products) > 0 {
			found = products
		}
		if len(found) > maxMeanings {
			continue // a name with so many meanings shows nothing
		}
		for _, s := range found {
			if err := x.seed(s); err != nil {
				return err
			}
		}
		seeds = append(seeds, found...)
	}
	for _, s := range seeds {
		if err := x.around(s); err != nil && !errors.Is(err, core.ErrNotFound) {
			return err
		}
	}
	return nil
}

// seed adds a symbol with the type around it: whole if that is not too long.
func (x *expansion) seed(s core.Symbol) error {
	group, err := x.typeOf(s)
	if err != nil {
		return err
	}
	lines := 0
	for _, t := range group {
		lines += t.LastLine - t.FirstLine + 1
	}
	why := "defines " + s.Qualified
	if len(group) == 0 || lines > typeLines {
		if err := x.whole(s, core.ShapeWindow, scoreNamed, why); err != nil {
			return err
		}
	}
	for _, t := range group {
		shape := core.ShapeWindow
		if lines > typeLines {
			shape = core.ShapeDefinition
		}
		if err := x.whole(t, shape, scoreNamed, why); err != nil {
			return err
		}
	}
	return nil
}

// typeOf lists the entities of a file that make the type which a symbol is or
// belongs to: its definition, impl blocks, and methods outside of it. It is nil for
// a function.
func (x *expansion) typeOf(s core.Symbol) ([]core.Symbol, error) {
	owner := s.Qualified
	if !isType(s.Kind) {
		n := strings.LastIndexByte(owner, '.')
		if n < 0 {
			return nil, nil
		}
		owner = owner[:n]
	}
	all, err := x.s.Graph.Entities(x.ctx, s.Document.ID)
	if err != nil {
		return nil, err
	}
	var out []core.Symbol
	for _, e := range all {
		if isType(e.Kind) && e.Qualified == owner || e.Parent < 0 && e.Kind == core.EntityMethod && strings.HasPrefix(e.Qualified, owner+".") {
			out = append(out, e)
		}
	}
	return out, nil
}

// around adds what a symbol depends on directly, with a depth of 2 what uses it, and
// its tests.
func (x *expansion) around(s core.Symbol) error {
	if x.Plan.Depth > 0 {
		if err := x.types(s); err != nil {
			return err
		}
		if err := x.uses(s); err != nil {
			return err
		}
		if err := x.tables(s); err != nil {
			return err
		}
	}
	if x.Plan.IncludeTests {
		return x.tests(s.Document, s.Ordinal, s.Qualified)
	}
	return nil
}

// uses adds what a symbol uses, and with a depth of 2 what uses it.
func (x *expansion) uses(s core.Symbol) error {
	related, err := x.s.Graph.Related(x.ctx, s.Document.ID, s.Ordinal)
	if err != nil {
		return err
	}
	users := 0
	for _, r := range related {
		switch {
		case r.Guess || r.Ordinal < 0 || x.isTest(r.Document):
		case slices.Contains(r.Relations, core.RelationUses):
			verb := "is called by "
			if isType(r.Kind) || r.Kind == core.EntityConstant || r.Kind == core.EntityVariable {
				verb = "is used by "
			}
			if err := x.symbol(r.Symbol, scoreUsed, r.Name+" "+verb+s.Name); err != nil {
				return err
			}
		case x.Plan.Depth > 1 && users < maxPerKind:
			users++
			if err := x.symbol(r.Symbol, scoreUser, "calls "+s.Name); err != nil {
				return err
			}
		}
	}
	return nil
}

// types adds the definitions of the types that a symbol's signature names, of
// those that its type extends, and the implementations of an interface.
func (x *expansion) types(s core.Symbol) error {
	for _, t := range signatureTypes(s) {
		if err := x.definition(s, t.name, scoreType, fmt.Sprintf("defines %s, which %s %s", t.name, s.Name, t.verb)); err != nil {
			return err
		}
	}
	group, err := x.typeOf(s)
	if err != nil {
		return err
	}
	for _, g := range group {
		for _, b := range g.Bases {
			name := b[strings.LastIndexAny(b, ".:")+1:]
			if err := x.definition(s, name, scoreType, fmt.Sprintf("defines %s, which %s extends or implements", name, g.Name)); err != nil {
				return err
			}
		}
		if g.Kind != core.EntityInterface && g.Kind != core.EntityTrait {
			continue
		}
		found, err := x.s.Graph.Implementations(x.ctx, g.Document.ID, g.Ordinal)
		if err != nil {
			return err
		}
		for _, r := range found[:min(len(found), maxPerKind)] {
			if err := x.symbol(r.Symbol, scoreType, fmt.Sprintf("%s implements %s", r.Name, g.Name)); err != nil {
				return err
			}
		}
	}
	return nil
}

// definition adds the type that a name means at the place of a symbol.
func (x *expansion) definition(s core.Symbol, name string, score float64, why string) error {
	found, err := x.s.Graph.Define(x.ctx, name, s.Document.ID)
	if err != nil || len(found) == 0 || len(found) > maxMeanings {
		return err
	}
	if t := found[0]; isType(t.Kind) && t.Document.ID != 0 {
		return x.whole(t, core.ShapeDefinition, score, why)
	}
	return nil
}

// named is a type with what a signature does with it.
type named struct{ name, verb string }

// signatureTypes lists the names in the signature of a function that could be types.
// Those after the parameters are what it returns, where the language writes them
// there.
func signatureTypes(s core.Symbol) (out []named) {
	if isType(s.Kind) {
		return nil
	}
	end := strings.LastIndexByte(s.Signature, ')')
	if n := strings.Index(s.Signature, "->"); n >= 0 {
		end = n
	}
	for _, at := range capitalised.FindAllStringIndex(s.Signature, -1) {
		n := named{s.Signature[at[0]:at[1]], "takes"}
		if end >= 0 && at[0] > end {
			n.verb = "returns"
		}
		if n.name != s.Name && !slices.ContainsFunc(out, func(o named) bool { return o.name == n.name }) {
			out = append(out, n)
		}
	}
	return out
}

// tests adds the tests of a symbol, or of a file with ordinal -1.
func (x *expansion) tests(d core.Document, ordinal int, name string) error {
	found, err := x.s.Graph.Tests(x.ctx, d.ID, ordinal)
	if err != nil {
		return err
	}
	for _, r := range found[:min(len(found), maxPerKind)] {
		if r.Ordinal < 0 {
			err = x.file(r.Document, scoreTest, "tests "+name)
		} else {
			err = x.whole(r.Symbol, core.ShapeFull, scoreTest, "calls "+name[strings.LastIndexByte(name, '.')+1:]+" in a test")
		}
		if err != nil {
			return err
		}
	}
	return nil
}
