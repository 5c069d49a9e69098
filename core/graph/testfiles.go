package graph

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"ibid/core"
)

var testName = regexp.MustCompile(`(?:^test_|[_.-](?:test|tests|spec|unittest)$)|(?:[a-z0-9](?:Tests?|IT|TestCase|Spec)$)|^Test[A-Z]`)

// isTestFile reports whether a file holds tests, by its name or folder.
func isTestFile(f *file) bool {
	if f.family == "" {
		return false
	}
	stem := strings.TrimSuffix(f.base, path.Ext(f.base))
	if testName.MatchString(stem) {
		return true
	}
	for part := range strings.SplitSeq(f.dir, "/") {
		switch part {
		case "test", "tests", "__tests__", "spec":
			return f.family != goFamily
		}
	}
	return false
}

var testMarks = regexp.MustCompile(`^(?:Test|test|Benchmark|Fuzz|Example|should)_?|(?:Test|Tests|TestCase|IT|Spec|_test|_tests|_spec|_unittest|\.test|\.spec)$`)

// subject returns the name of what a test is about, derived from the test's name
// and folded: "storeput" for "TestStore_Put" and "test_store_put".
func subject(name string) string {
	for range 2 {
		name = testMarks.ReplaceAllString(name, "")
	}
	return strings.ToLower(strings.NewReplacer("_", "", ".", "", "-", "").Replace(name))
}

// isTest reports whether an entity is a test.
func (a *lookup) isTest(p place) bool {
	e := a.at(p)
	if e.Kind != core.EntityFunction && e.Kind != core.EntityMethod {
		return false
	}
	if isTestFile(&a.v.files[p.file]) {
		return true
	}
	entities, _ := a.of(p.file)
	for _, o := range chain(entities, e.Parent) {
		if entities[o].Kind == core.EntityModule && (entities[o].Name == "tests" || entities[o].Name == "test") {
			return true // Rust
		}
	}
	return false
}

// Tests finds the tests of an entity of a document, the surest first: those that call
// it, and those that are named after it. For an entity of a test file it finds what
// that tests. With ordinal -1 it finds whole files: test files that are named after
// the file or import it.
func (g *Graph) Tests(ctx context.Context, id core.DocumentID, ordinal int) ([]core.Related, error) {
	a, i, err := g.askAbout(ctx, id)
	if err != nil {
		return nil, err
	}
	var r relations
	switch {
	case ordinal < 0:
		err = a.fileTests(i, &r)
	case a.isTest(place{i, ordinal}):
		err = a.tested(place{i, ordinal}, &r)
	default:
		err = a.tests(place{i, ordinal}, &r)
	}
	if err != nil {
		return nil, fmt.Errorf("find tests: %w", err)
	}
	return r.list(a), nil
}

// relations collects related places with their relations.
type relations struct {
	order []place
	why   map[place][]core.Relation
	sure  map[place]bool
}

func (g *relations) add(p place, why core.Relation, guess bool) {
	if g.why == nil {
		g.why, g.sure = make(map[place][]core.Relation), make(map[place]bool)
	}
	if _, ok := g.why[p]; !ok {
		g.order = append(g.order, p)
	}
	if !slices.Contains(g.why[p], why) {
		g.why[p] = append(g.why[p], why)
	}
	g.sure[p] = g.sure[p] || !guess
}

// maxRelated bounds the related things of one answer.
const maxRelated = 500

// list returns the places, with the most and surest relations first.
func (g *relations) list(a *lookup) []core.Related {
	slices.SortStableFunc(g.order, func(x, y place) int {
		unsure := func(p place) int {
			if g.sure[p] {
				return 0
			}
			return 1
		}
		return cmp.Or(unsure(x)-unsure(y), len(g.why[y])-len(g.why[x]), cmp.Compare(g.why[x][0], g.why[y][0]), x.file-y.file, x.ordinal-y.ordinal)
	})
	var out []core.Related
	for _, p := range g.order[:min(len(g.order), maxRelated)] {
		slices.Sort(g.why[p])
		out = append(out, core.Related{Symbol: a.symbol(p), Relations: g.why[p], Guess: !g.sure[p]})
	}
	return out
}

// tests collects the tests of an entity.
func (a *lookup) tests(p place, r *relations) error {
	refs, err := a.references(p)
	if err != nil {
		return err
	}
	reached := map[int]bool{p.file: true}
	for _, u := range refs {
		if test, ok := a.testAround(u.file, u.within); ok {
			r.add(test, core.RelationCalls, u.guess)
			reached[u.file] = true
		}
	}
	e := a.at(p)
	wanted := []string{subject(e.Name)}
	if q := subject(e.Qualified); q != wanted[0] {
		wanted = []string{q, subject(e.Name)}
	}
	files, err := a.testFiles(p.file)
	if err != nil {
		return err
	}
	for i := range files {
		entities, err := a.of(i)
		if err != nil {
			return err
		}
		for n, t := range entities {
			if t.Name == e.Name && i == p.file || !a.isTest(place{i, n}) {
				continue
			}
			about := subject(t.Name)
			if about != "" && (about == wanted[0] || about == wanted[len(wanted)-1]) && (len(wanted) == 1 || about == wanted[0] || reached[i]) {
				r.add(place{i, n}, core.RelationNamed, false)
			}
		}
	}
	return nil
}

// testAround returns the test that the code within an entity belongs to.
func (a *lookup) testAround(i, within int) (place, bool) {
	entities, err := a.of(i)
	if err != nil {
		return place{}, false
	}
	for _, o := range chain(entities, within) {
		if a.isTest(place{i, o}) {
			return place{i, o}, true
		}
	}
	return place{}, false
}

// testFiles returns the test files that belong to a file, with the reasons.
func (a *lookup) testFiles(i int) (map[int][]core.Relation, error) {
	out := make(map[int][]core.Relation)
	f := &a.v.files[i]
	about := subject(fileStem(f))
	for j := range a.v.files {
		g := &a.v.files[j]
		if g.family == f.family && j != i && isTestFile(g) && subject(fileStem(g)) == about && (a.v.sameTree(f, g)) {
			out[j] = append(out[j], core.RelationNamed)
		}
	}
	back, err := a.importers()
	if err != nil {
		return nil, err
	}
	for _, j := range back[i] {
		if isTestFile(&a.v.files[j]) {
			out[j] = append(out[j], core.RelationImports)
		}
	}
	if f.family == goFamily || f.family == javaFamily {
		for _, j := range a.v.dirs[f.dir] {
			if isTestFile(&a.v.files[j]) && a.v.peers(i, j) && out[j] == nil {
				out[j] = []core.Relation{}
			}
		}
	}
	if _, own := out[i]; !own && f.family == rustFamily {
		out[i] = []core.Relation{}
	}
	return out, nil
}

// sameTree reports whether files are close enough for one to test the other: in
// the same folder, or below a folder around it.
func (v *view) sameTree(f, g *file) bool {
	if f.family == goFamily {
		return f.dir == g.dir
	}
	return shared(f.path, g.path) >= strings.Count(f.path, "/")/2
}

func fileStem(f *file) string {
	stem := strings.TrimSuffix(f.base, path.Ext(f.base))
	if stem == "__init__" || stem == "index" || stem == "mod" {
		return path.Base(f.dir)
	}
	return stem
}

// fileTests collects the test files of a file, or the files that a test file is about.
func (a *lookup) fileTests(i int, r *relations) error {
	if !isTestFile(&a.v.files[i]) {
		files, err := a.testFiles(i)
		for j, why := range files {
			for _, w := range why {
				r.add(place{j, -1}, w, false)
			}
		}
		return err
	}
	f := &a.v.files[i]
	about := subject(fileStem(f))
	for j := range a.v.files {
		g := &a.v.files[j]
		if g.family == f.family && j != i && !isTestFile(g) && subject(fileStem(g)) == about && a.v.sameTree(g, f) {
			r.add(place{j, -1}, core.RelationNamed, false)
		}
	}
	links, err := a.links(i)
	for _, l := range links {
		for _, to := range l.to {
			if !isTestFile(&a.v.files[to]) && a.v.sameTree(&a.v.files[to], f) {
				r.add(place{to, -1}, core.RelationImports, false)
			}
		}
	}
	return err
}

// tested collects the subject of a test.
func (a *lookup) tested(p place, r *relations) error {
	about := subject(a.at(p).Name)
	return a.usedWithin(p, func(q place, guess bool) {
		if a.isTest(q) || isTestFile(&a.v.files[q.file]) {
			return
		}
		r.add(q, core.RelationCalls, guess)
		if e := a.at(q); subject(e.Name) == about || subject(e.Qualified) == about {
			r.add(q, core.RelationNamed, guess)
		}
	})
}
