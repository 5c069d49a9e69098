package search

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ibid/core"
)

// minImporterShare is the share of the importers of a file that must be in the
// answer for the file to be added: what everything imports says nothing about the
// question.
const minImporterShare = 0.3

// rustModule begins the path of what `mod a;` of Rust declares. The file around it
// contains the module, and does not use it.
const rustModule = "self::"

// broad adds the files that match the patterns of the plan, their tests, what they
// import and little else does, and the outlines of the files that lead from an entry
// point to them.
func (x *expansion) broad() error {
	seeds := slices.DeleteFunc(slices.Clone(x.Files), func(d core.Document) bool { return d.Kind != core.KindCode })
	seeds = seeds[:min(len(seeds), maxStartFiles)]
	for _, d := range seeds {
		score := scoreNamed
		if x.isTest(d) {
			if !x.Plan.IncludeTests {
				continue
			}
			score = scoreTest
		}
		if err := x.file(d, score, "its path bears a word of the question"); err != nil {
			return err
		}
	}
	if len(x.added) == 0 {
		return nil
	}
	if err := x.dependencies(seeds); err != nil {
		return err
	}
	if x.Plan.IncludeTests {
		for _, d := range seeds {
			if err := x.tests(d, -1, x.Name(d)); err != nil {
				return err
			}
		}
	}
	if x.Plan.Depth == 0 {
		return nil
	}
	return x.importPaths(seeds)
}

// dependencies adds the files that those of the answer import and few others do, the
// most imported first, level by level.
func (x *expansion) dependencies(from []core.Document) error {
	for depth := 1; depth <= x.Plan.Depth && len(from) > 0; depth++ {
		by := make(map[core.DocumentID][]core.Document)
		var order []core.Document
		for _, d := range from {
			links, err := x.s.Graph.Imports(x.ctx, d.ID, 1)
			if err != nil {
				return err
			}
			for _, to := range targets(links) {
				if !x.files[to.ID] && to.ID != d.ID {
					if by[to.ID] == nil {
						order = append(order, to)
					}
					by[to.ID] = append(by[to.ID], d)
				}
			}
		}
		slices.SortStableFunc(order, func(a, b core.Document) int { return cmp.Compare(len(by[b.ID]), len(by[a.ID])) })
		from = nil
		for _, d := range order {
			near, err := x.isSpecific(d)
			if err != nil {
				return err
			}
			if !near || x.isTest(d) {
				continue
			}
			if err := x.file(d, distant(scoreUsed, depth), "imported by "+x.Name(by[d.ID][0])); err != nil {
				return err
			}
			from = append(from, d)
		}
	}
	return nil
}

// targets lists the files that links lead to, each once.
func targets(links []core.ImportLink) (out []core.Document) {
	seen := make(map[core.DocumentID]bool)
	for _, l := range links {
		for _, to := range l.To {
			if !seen[to.ID] {
				seen[to.ID] = true
				out = append(out, to)
			}
		}
	}
	return out
}

// isSpecific reports whether enough of those that import a file are in the
// answer.
func (x *expansion) isSpecific(d core.Document) (bool, error) {
	links, err := x.s.Graph.Importers(x.ctx, d.ID, 1)
	in, all := 0, make(map[core.DocumentID]bool)
	for _, l := range links {
		if !all[l.From.ID] && !x.isTest(l.From) && !strings.HasPrefix(l.Import.Path, rustModule) {
			all[l.From.ID] = true
			if x.files[l.From.ID] {
				in++
			}
		}
	}
	return len(all) > 0 && float64(in) >= minImporterShare*float64(len(all)), err
}

// importPaths adds the outlines of the files on a shortest path of imports from an
// entry point to one of the files.
func (x *expansion) importPaths(to []core.Document) error {
	wanted := make(map[core.DocumentID]bool)
	for _, d := range to {
		wanted[d.ID] = !x.isTest(d)
	}
	for _, entry := range x.entryPoints(x.Files) {
		if x.files[entry.ID] {
			continue
		}
		way, err := x.importPath(entry, wanted)
		if err != nil {
			return err
		}
		for n, d := range way {
			why := "where the program begins"
			if n+1 < len(way) {
				why = fmt.Sprintf("imports %s", x.Name(way[n+1]))
			}
			if n == 0 && len(way) > 1 {
				why = "where the program begins; " + why
			}
			if x.files[d.ID] {
				continue
			}
			if err := x.add(d, core.Span{}, "", core.ShapeOutline, scorePath, why); err != nil {
				return err
			}
		}
	}
	return nil
}

// maxPathDepth is the length in imports of the longest path.
const maxPathDepth = 4

// importPath returns a shortest path of imports from a file to one that is wanted,
// nil if there is none.
func (x *expansion) importPath(from core.Document, wanted map[core.DocumentID]bool) ([]core.Document, error) {
	links, err := x.s.Graph.Imports(x.ctx, from.ID, maxPathDepth)
	if err != nil {
		return nil, err
	}
	before := map[core.DocumentID]core.Document{from.ID: {}}
	for _, l := range links {
		for _, to := range l.To {
			if _, known := before[to.ID]; known {
				continue
			}
			before[to.ID] = l.From
			if wanted[to.ID] {
				out := []core.Document{to}
				for d := l.From; d.ID != 0; d = before[d.ID] {
					out = append(out, d)
				}
				slices.Reverse(out)
				return out, nil
			}
		}
	}
	return nil, nil
}
