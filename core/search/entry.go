package search

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"ibid/core"
)

// entryName finds where programs begin by the names of files: main packages,
// `__main__`, index files.
var entryName = regexp.MustCompile(`(?i)(?:^|/)(?:main\.(?:go|rs|py|c|cc|cpp|ts|js|java)|__main__\.py|manage\.py|index\.(?:tsx?|jsx?|mjs)|(?:server|cli)\.(?:ts|js))$`)

// overview finds what tells of a project as a whole.
var overview = regexp.MustCompile(`(?i)^(?:readme(?:\.\w+)?|go\.mod|cargo\.toml|package\.json|pyproject\.toml|setup\.(?:py|cfg)|pom\.xml|build\.gradle|cmakelists\.txt|makefile)$`)

// Bounds of what is taken for the beginning of a library.
const (
	mostEntries   = 4
	mostOverviews = 4
)

// entryPoints are the files where programs begin, the shallowest first: those in
// the project of some files, if there are any.
func (x *expansion) entryPoints(of []core.Document) []core.Document {
	var out []core.Document
	for _, d := range x.All {
		if d.Kind == core.KindCode && d.State.Searchable() && entryName.MatchString(below("", d)) && !x.isTest(d) {
			out = append(out, d)
		}
	}
	return shallowest(out, mostEntries, of)
}

// overviews are what tells of the library as a whole.
func overviews(all []core.Document) []core.Document {
	var out []core.Document
	for _, d := range all {
		if d.State.Searchable() && overview.MatchString(path.Base(below("", d))) {
			out = append(out, d)
		}
	}
	return shallowest(out, mostOverviews, nil)
}

// shallowest are the files in the fewest folders, by how much of their path they
// share with one of near.
func shallowest(docs []core.Document, most int, near []core.Document) []core.Document {
	shared := make(map[core.DocumentID]int)
	for _, d := range docs {
		for _, n := range near[:min(len(near), mostFiles)] {
			shared[d.ID] = max(shared[d.ID], common(below("", d), below("", n)))
		}
	}
	slices.SortStableFunc(docs, func(a, b core.Document) int {
		return cmp.Or(
			cmp.Compare(shared[b.ID], shared[a.ID]),
			cmp.Compare(strings.Count(below("", a), "/"), strings.Count(below("", b), "/")),
			cmp.Compare(a.Path, b.Path),
		)
	})
	return docs[:min(len(docs), most)]
}

// common is the number of folders with which both paths begin.
func common(a, b string) int {
	n := 0
	for i := 0; i < min(len(a), len(b)) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			n++
		}
	}
	return n
}

// entry starts at the files that fit the plan's patterns, else where programs
// begin and with what tells of the whole, and follows their imports.
func (x *expansion) entry() error {
	starts, why := slices.Clone(x.Files), "the question names it"
	starts = starts[:min(len(starts), mostFiles)]
	if len(starts) == 0 {
		for _, d := range overviews(x.All) {
			if err := x.file(d, scoreNamed, "tells of the whole"); err != nil {
				return err
			}
		}
		starts, why = x.entryPoints(nil), "where a program begins"
	}
	for _, d := range starts {
		if err := x.file(d, scoreNamed, why); err != nil {
			return err
		}
	}
	for _, d := range starts {
		if d.Kind != core.KindCode {
			continue
		}
		if err := x.follow(d); err != nil {
			return err
		}
		if x.Plan.IncludeTests {
			if err := x.tests(d, -1, x.Name(d)); err != nil {
				return err
			}
		}
	}
	return nil
}

// follow adds what a file imports, breadth first to the plan's depth: in full
// what it imports itself, the rest as outlines.
func (x *expansion) follow(d core.Document) error {
	links, err := x.s.Graph.Imports(x.ctx, d.ID, x.Plan.Depth)
	if err != nil {
		return err
	}
	for _, l := range links {
		for _, to := range l.To {
			if x.files[to.ID] || len(x.files) > mostFiles {
				continue
			}
			why := "imported by " + x.Name(l.From)
			if l.Depth == 1 {
				err = x.file(to, distant(scoreUsed, l.Depth), why)
			} else {
				err = x.add(to, core.Span{}, "", core.ShapeOutline, distant(scoreUsed, l.Depth), why)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}
