// Package code reads the syntax of source code: the functions, types and other
// named things of a file with their places, signatures and comments, what it
// imports, and which names it uses. Syntax trees are made by tree-sitter, which
// goes on after what it does not understand, so that the rest of broken and
// unfinished code is read.
//
// A language is a row of the table in language.go and a file in queries. To add
// one: add its grammar module, the row, and queries/NAME.scm, whose patterns
// name what they find by these captures and no others:
//
//	@definition.KIND  the whole definition; KIND is one of core's kinds of entities
//	@name             its name; may be joined by dots or colons
//	@declarator       in place of @name where the name lies within a declarator of C
//	@qualifier        the type that the name belongs to, where that is no definition around it
//	@body             where its signature ends
//	@base, @bases     a type that it extends, or the list of them
//	@doc              a doc string within it
//	@wrapper          what may begin before a definition and ends with it: `export`, `template<…>`
//	@decorator        what stands before a definition and belongs to it
//	@comment          a comment; the one right before a definition belongs to it
//	@package          the name that the file says it belongs to
//	@import, @path    an import and what it names
//	@item, @alias     a name that is taken from it, and what that, or the import, is called here
//	@use              an import with braces, which the row's function expands
//	@call, @type      a name that is called, or named as a type, with @qualifier before it
//
// If several patterns find one definition, their captures are combined, and the
// last pattern in the file decides the kind.
//
// It runs in the worker: a tree takes about ten times the memory of its text, and
// some grammars are slow on deep nesting. Text beyond the limits here is not parsed;
// the supervisor's time limit bounds the rest.
package code

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	sitter "github.com/tree-sitter/go-tree-sitter"

	"ibid/core"
)

// Bounds of what is parsed.
const (
	maxSource  = 4 << 20 // bytes
	maxLine    = 1 << 17 // bytes of one line; longer ones are generated
	maxNesting = 1_000   // brackets within each other
)

// Extract returns the entities, imports and references of a source file that
// core/extract/text has decoded. If there is no grammar for its language, or the
// file is beyond the bounds, they are empty and Note says why. Parsing itself cannot
// be interrupted; ctx is checked before and after.
func Extract(ctx context.Context, name, source string) (core.Code, error) {
	language := dialect(name, core.Language(name), source)
	out := core.Code{Language: language}
	p, err := parserFor(language)
	if err != nil {
		return out, err
	}
	if p == nil {
		out.Note = "functions and types are not known: there is no grammar for its language"
		return out, ctx.Err()
	}
	if out.Note = unfit(source); out.Note != "" {
		return out, ctx.Err()
	}
	readable := source
	if p.prepare != nil {
		readable = p.prepare(source)
	}
	engine := sitter.NewParser()
	defer engine.Close()
	if err := engine.SetLanguage(p.syntax); err != nil {
		return out, fmt.Errorf("parse %q: %w", name, err)
	}
	tree := engine.Parse([]byte(readable), nil)
	if tree == nil {
		return out, fmt.Errorf("parse %q: no tree came of it", name)
	}
	defer tree.Close()
	if err := ctx.Err(); err != nil {
		return out, err
	}
	found := p.collect(tree.RootNode(), readable)
	found.source = source
	found.fill(&out, p)
	return out, ctx.Err()
}

// unfit returns why a text is not parsed, in words; empty if it can be.
func unfit(source string) string {
	if len(source) > maxSource {
		return fmt.Sprintf("functions and types are not known: it is larger than %d MB", maxSource>>20)
	}
	depth, line := 0, 0
	for i := range len(source) {
		line++
		switch source[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth = max(0, depth-1)
		case '\n':
			line = 0
		}
		if depth > maxNesting {
			return fmt.Sprintf("functions and types are not known: brackets nest more than %d deep", maxNesting)
		}
		if line > maxLine {
			return fmt.Sprintf("functions and types are not known: a line is longer than %d KB", maxLine>>10)
		}
	}
	return ""
}

// fill makes entities, imports and references of the findings.
func (f *findings) fill(out *core.Code, p *parser) {
	out.Package = f.pack
	out.Imports = f.imports.all
	slices.SortStableFunc(out.Imports, func(a, b core.Import) int { return a.Line - b.Line })
	out.Note = cmp.Or(f.note, f.imports.note)
	out.Entities = f.entities(p)
	out.References, out.Fields = f.within(out.Entities)
}

// within returns the references in the order of the text, each once a line, with
// the entity around it and what it is called on, and the fields of types.
func (f *findings) within(entities []core.Entity) ([]core.Reference, []core.Field) {
	slices.SortFunc(f.references, func(a, b reference) int {
		return cmp.Or(a.at-b.at, a.rank()-b.rank(), len(b.Qualifier)-len(a.Qualifier))
	})
	var out []core.Reference
	t := f.track(entities)
	from, last := 0, -1
	for _, r := range f.references {
		if f.names[r.at] || r.at == last {
			continue
		}
		last = r.at
		t.reach(r.at)
		if !t.settle(&r) {
			continue
		}
		r.Within = -1
		if n := len(t.open); n > 0 {
			r.Within = t.open[n-1]
		}
		for from < len(out) && out[from].Line < r.Line {
			from++
		}
		if !slices.Contains(out[from:], r.Reference) {
			out = append(out, r.Reference)
		}
	}
	t.reach(len(f.source))
	return out, t.fields
}

// rank sorts the uses of a name at one place: calls, then types, then values.
func (r reference) rank() int {
	switch {
	case r.Call:
		return 0
	case !r.value:
		return 1
	}
	return 2
}
