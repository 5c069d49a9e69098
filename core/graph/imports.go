package graph

import (
	"context"
	"fmt"
	"slices"

	"ibid/core"
)

// MaxDepth bounds how far imports are followed.
const MaxDepth = 32

// maxLinks bounds the imports of one answer.
const maxLinks = 20_000

// Imports lists the imports of a file and of the files that they lead to, up to a
// depth of at most MaxDepth: breadth first, every file once, so that cycles end.
func (g *Graph) Imports(ctx context.Context, id core.DocumentID, depth int) ([]core.ImportLink, error) {
	a, err := g.ask(ctx)
	if err != nil {
		return nil, err
	}
	return a.walk(id, depth, func(i int) ([]core.ImportLink, []int, error) {
		links, err := a.links(i)
		var out []core.ImportLink
		var next []int
		for _, l := range links {
			out = append(out, core.ImportLink{From: a.v.files[i].doc, Import: l.Import, To: a.documents(l.to)})
			next = append(next, l.to...)
		}
		return out, next, err
	})
}

// Importers lists the imports that lead to a file, and to the files that these
// imports stand in, up to a depth as Imports does.
func (g *Graph) Importers(ctx context.Context, id core.DocumentID, depth int) ([]core.ImportLink, error) {
	a, err := g.ask(ctx)
	if err != nil {
		return nil, err
	}
	back, err := a.importers()
	if err != nil {
		return nil, fmt.Errorf("find importers: %w", err)
	}
	return a.walk(id, depth, func(i int) ([]core.ImportLink, []int, error) {
		var out []core.ImportLink
		for _, from := range back[i] {
			links, err := a.links(from)
			if err != nil {
				return nil, nil, err
			}
			for _, l := range links {
				if slices.Contains(l.to, i) {
					out = append(out, core.ImportLink{From: a.v.files[from].doc, Import: l.Import, To: a.documents([]int{i})})
					break
				}
			}
		}
		return out, back[i], nil
	})
}

// walk goes breadth first from a file to those that step returns.
func (a *lookup) walk(id core.DocumentID, depth int, step func(int) ([]core.ImportLink, []int, error)) ([]core.ImportLink, error) {
	start, err := a.file(id)
	if err != nil {
		return nil, err
	}
	var out []core.ImportLink
	seen := map[int]bool{start: true}
	level := []int{start}
	for d := 1; d <= min(depth, MaxDepth) && len(level) > 0; d++ {
		var next []int
		for _, i := range level {
			if err := a.ctx.Err(); err != nil {
				return nil, err
			}
			links, to, err := step(i)
			if err != nil {
				return nil, fmt.Errorf("follow imports of %q: %w", a.v.files[i].path, err)
			}
			for _, l := range links {
				l.Depth = d
				if out = append(out, l); len(out) == maxLinks {
					return out, nil
				}
			}
			for _, n := range to {
				if !seen[n] {
					seen[n] = true
					next = append(next, n)
				}
			}
		}
		level = next
	}
	return out, nil
}

func (a *lookup) documents(files []int) []core.Document {
	out := make([]core.Document, len(files))
	for n, i := range files {
		out[n] = a.v.files[i].doc
	}
	return out
}
