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
	maxLine    = 1 << 17 // bytes of one line: longer ones are written by programs for programs
	maxNesting = 1_000   // brackets within each other
)

// Extract returns what the syntax of a source file says, which core/extract/text
// has decoded. Where nothing could be known, because there is no grammar or the
// file is beyond the bounds, Note says so. Parsing itself cannot be interrupted:
// the context is looked at before and after.
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

// unfit says why a text is not parsed, in words; empty if it is.
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

// fill makes entities, imports and references of what was found.
func (f *findings) fill(out *core.Code, p *parser) {
	out.Package = f.pack
	out.Imports = f.imports.all
	slices.SortStableFunc(out.Imports, func(a, b core.Import) int { return a.Line - b.Line })
	out.Note = cmp.Or(f.note, f.imports.note)
	out.Entities = f.entities(p)
	out.References, out.Fields = f.within(out.Entities)
}

// within gives references in the order of the text, each once a line, with the
// entity around it and what it is called on, and the fields of types.
func (f *findings) within(entities []core.Entity) ([]core.Reference, []core.Field) {
	slices.SortFunc(f.references, func(a, b reference) int {
		return cmp.Or(a.at-b.at, order(a.Call, b.Call), order(!a.value, !b.value), len(b.Qualifier)-len(a.Qualifier))
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

// order puts calls before other uses.
func order(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}
