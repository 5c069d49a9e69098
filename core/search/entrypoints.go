package search

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"ibid/core"
)

// entryName matches the names of files where programs begin: main packages,
// `__main__`, index files.
var entryName = regexp.MustCompile(`(?i)(?:^|/)(?:main\.(?:go|rs|py|c|cc|cpp|ts|js|java)|__main__\.py|manage\.py|index\.(?:tsx?|jsx?|mjs)|(?:server|cli)\.(?:ts|js))$`)

// overview matches the names of files that describe a project as a whole.
var overview = regexp.MustCompile(`(?i)^(?:readme(?:\.\w+)?|go\.mod|cargo\.toml|package\.json|pyproject\.toml|setup\.(?:py|cfg)|pom\.xml|build\.gradle|cmakelists\.txt|makefile)$`)

// Bounds of the files that an expansion of the whole library starts from.
const (
	maxEntryPoints = 4
	maxOverviews   = 4
)

// entryPoints lists the files where programs begin. Those in the project of the
// given files come first, then those in the fewest folders.
func (x *expansion) entryPoints(of []core.Document) []core.Document {
	var out []core.Document
	for _, d := range x.All {
		if d.Kind == core.KindCode && d.State.Searchable() && entryName.MatchString(below("", d)) && !x.isTest(d) {
			out = append(out, d)
		}
	}
	return shallowest(out, maxEntryPoints, of)
}

// overviews lists the files that describe the library as a whole.
func overviews(all []core.Document) []core.Document {
	var out []core.Document
	for _, d := range all {
		if d.State.Searchable() && overview.MatchString(path.Base(below("", d))) {
			out = append(out, d)
		}
	}
	return shallowest(out, maxOverviews, nil)
}

// shallowest returns the first limit files: those that share most of their path with
// one of near, then those in the fewest folders.
func shallowest(docs []core.Document, limit int, near []core.Document) []core.Document {
	shared := make(map[core.DocumentID]int)
	for _, d := range docs {
		for _, n := range near[:min(len(near), maxStartFiles)] {
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
	return docs[:min(len(docs), limit)]
}

// common returns the number of folders with which both paths begin.
func common(a, b string) int {
	n := 0
	for i := 0; i < min(len(a), len(b)) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			n++
		}
	}
	return n
}

// entry starts at the files that match the patterns of the plan, else where programs
// begin and with the overviews, and follows their imports.
func (x *expansion) entry() error {
	starts, why := slices.Clone(x.Files), "the question names it"
	starts = starts[:min(len(starts), maxStartFiles)]
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

// follow adds what a file imports, breadth first to the depth of the plan: in full
// what it imports itself, the rest as outlines.
func (x *expansion) follow(d core.Document) error {
	links, err := x.s.Graph.Imports(x.ctx, d.ID, x.Plan.Depth)
	if err != nil {
		return err
	}
	for _, l := range links {
		for _, to := range l.To {
			if x.files[to.ID] || len(x.files) > maxStartFiles {
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
