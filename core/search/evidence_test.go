package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ibid/core"
)

// sourceLibrary is a fakeLibrary that also knows passages, syntax, implementations
// and the entities of each file, and how words are spread over its passages.
type sourceLibrary struct {
	fakeLibrary
	passagesOf  map[core.Hash][]core.Passage
	code        map[core.Hash]core.Code
	entitiesOf  map[core.DocumentID][]core.Symbol
	implemented []core.Related
	importers   map[core.DocumentID][]core.ImportLink
	tested      map[core.DocumentID][]core.Related
	revision    uint64
	batch       uint64
	fault       error
}

func (l *sourceLibrary) Passages(_ context.Context, h core.Hash) ([]core.Passage, error) {
	return l.passagesOf[h], l.fault
}

func (l *sourceLibrary) Passage(_ context.Context, h core.Hash, ordinal int) (core.Passage, error) {
	if l.fault != nil || ordinal >= len(l.passagesOf[h]) {
		return core.Passage{}, errors.Join(l.fault, core.ErrNotFound)
	}
	return l.passagesOf[h][ordinal], nil
}

func (l *sourceLibrary) Code(_ context.Context, h core.Hash) (core.Code, error) {
	return l.code[h], l.fault
}

func (l *sourceLibrary) Entities(_ context.Context, id core.DocumentID) ([]core.Symbol, error) {
	return l.entitiesOf[id], nil
}

func (l *sourceLibrary) Implementations(context.Context, core.DocumentID, int) ([]core.Related, error) {
	return l.implemented, nil
}

func (l *sourceLibrary) Importers(_ context.Context, id core.DocumentID, _ int) ([]core.ImportLink, error) {
	return l.importers[id], nil
}

func (l *sourceLibrary) Tests(_ context.Context, id core.DocumentID, _ int) ([]core.Related, error) {
	return l.tested[id], nil
}

func (l *sourceLibrary) searcher() *Searcher {
	return &Searcher{Index: l, Documents: l, Texts: l, Graph: l}
}

// expand runs an expansion and lists what it adds: "name shape: reason".
func (l *sourceLibrary) expand(t *testing.T, p core.Plan, start Start) []string {
	t.Helper()
	start.Plan, start.Name = p, func(d core.Document) string { return d.Name }
	hits, err := l.searcher().Expand(t.Context(), core.Query{Words: []string{"x"}}, start, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, h := range hits {
		out = append(out, fmt.Sprintf("%s %s: %s", h.Document.Name, h.Shape, h.Reasons[0].Detail))
	}
	return out
}

func passageAt(ordinal, start, end int) core.Passage {
	return core.Passage{Ordinal: ordinal, Page: 1, Spans: []core.Span{{Start: start, End: end}}, Lines: [2]int{1, 1}}
}

func TestEntitiesOfAPassageAreThoseThatBeginInItAndTheOneAround(t *testing.T) { // R2.5
	code := core.Code{Entities: []core.Entity{
		{Name: "T", Span: core.Span{Start: 0, End: 100}, Parent: -1}, {Name: "a", Span: core.Span{Start: 10, End: 40}}, {Name: "b", Span: core.Span{Start: 50, End: 90}},
	}}
	for name, tt := range map[string]struct {
		p    core.Passage
		want string
	}{
		"at the beginning of the file": {passageAt(0, 0, 5), "T"},
		"up to where one begins":       {passageAt(0, 5, 10), "T"},
		"one byte further":             {passageAt(0, 5, 11), "a T"},
		"within a member":              {passageAt(0, 20, 30), "a"},
		"from one into the next":       {passageAt(0, 20, 60), "b a"},
		"between members":              {passageAt(0, 42, 45), "T"},
		"where a member ends":          {passageAt(0, 40, 45), "T"},
		"behind everything":            {passageAt(0, 100, 120), ""},
		"a passage without text":       {core.Passage{}, ""},
	} {
		var got []string
		for _, e := range innermost(code, tt.p) {
			got = append(got, e.Name)
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s: %q, want %q", name, s, tt.want)
		}
	}
}

func TestHitsAreKeptByTheKindOfTheirEntities(t *testing.T) { // R2.5
	l := &sourceLibrary{code: map[core.Hash]core.Code{"/a.go": {Entities: []core.Entity{
		{Kind: core.EntityFunction, Span: core.Span{Start: 0, End: 10}}, {Kind: core.EntityStruct, Span: core.Span{Start: 20, End: 30}},
	}}}}
	d := l.source("/a.go", strings.Repeat("x", 40))
	text := core.Document{Hash: "t", Kind: core.KindText}
	hits := []core.Hit{{Document: d, Passage: passageAt(0, 2, 8)}, {Document: d, Passage: passageAt(1, 22, 28)}, {Document: text, Passage: passageAt(0, 0, 5)}, {Document: d, Passage: passageAt(2, 35, 40)}}
	for name, tt := range map[string]struct {
		kinds []core.EntityKind
		want  []int
	}{
		"all":       {nil, []int{0, 1, 2, 0}},
		"functions": {[]core.EntityKind{core.EntityFunction}, []int{0}},
		"types":     {[]core.EntityKind{core.EntityStruct, core.EntityClass}, []int{1}},
		"both":      {[]core.EntityKind{core.EntityStruct, core.EntityFunction}, []int{0, 1}},
		"neither":   {[]core.EntityKind{core.EntityEnum}, nil},
	} {
		got, err := l.searcher().inEntities(t.Context(), hits, tt.kinds)
		if err != nil || len(got) != len(tt.want) {
			t.Errorf("%s: %d hits, %v; want %d", name, len(got), err, len(tt.want))
			continue
		}
		for i, h := range got {
			if tt.kinds != nil && h.Passage.Ordinal != tt.want[i] {
				t.Errorf("%s: passage %d is hit %d", name, h.Passage.Ordinal, i)
			}
		}
	}
	l.fault = errors.New("disk error")
	if _, err := l.searcher().inEntities(t.Context(), hits, []core.EntityKind{core.EntityEnum}); !errors.Is(err, l.fault) {
		t.Errorf("syntax that cannot be read: %v", err)
	}
}

func TestPlacesChosenByHandAreFoundWithoutTheSearch(t *testing.T) {
	l := &sourceLibrary{passagesOf: map[core.Hash][]core.Passage{"/a.txt": {passageAt(0, 0, 4), passageAt(1, 5, 9)}, "/b.txt": {passageAt(0, 0, 400)}}}
	for _, path := range []string{"/a.txt", "/b.txt"} {
		d := l.source(path, "kelp mud.")
		d.Kind = core.KindText
		l.docs[d.Hash] = d
	}
	first, second := core.Place{Hash: "/a.txt", Start: 0}, core.Place{Hash: "/a.txt", Start: 5}
	hit := core.Hit{Document: l.docs["/a.txt"], Passage: passageAt(0, 0, 4)}
	for name, tt := range map[string]struct {
		places []core.Place
		hits   []core.Hit
		want   []string
	}{
		"none":                       {nil, nil, nil},
		"one":                        {[]core.Place{second}, nil, []string{"mud."}},
		"in the order of the choice": {[]core.Place{second, first}, nil, []string{"mud.", "kelp"}},
		"one that was found anyway":  {[]core.Place{first, second}, []core.Hit{hit}, []string{"mud."}},
		"of a document that is gone": {[]core.Place{{Hash: "gone"}, first}, nil, []string{"kelp"}},
		"a place that is no passage": {[]core.Place{{Hash: "/a.txt", Start: 3}}, nil, nil},
	} {
		got, err := l.searcher().chosen(t.Context(), tt.places, tt.hits)
		var texts []string
		for _, h := range got {
			texts = append(texts, h.Text)
			if len(h.Reasons) != 1 || h.Reasons[0].Detail != "chosen by hand" {
				t.Errorf("%s: reasons %+v", name, h.Reasons)
			}
		}
		if err != nil || !slices.Equal(texts, tt.want) {
			t.Errorf("%s: %q, %v; want %q", name, texts, err, tt.want)
		}
	}
	if _, err := l.searcher().chosen(t.Context(), []core.Place{{Hash: "/b.txt"}}, nil); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("a passage that does not fit its page: %v", err)
	}
}

// current notes how often files are compared, and says the first times that they had
// to be read again.
type current struct {
	again  int // times that files have changed
	reread int
	cited  int
	fault  error
}

func (c *current) Reread(context.Context, []core.Document) (bool, error) {
	c.reread++
	return c.reread <= c.again, c.fault
}

func (c *current) Cite(_ context.Context, hits []core.Hit) error {
	c.cited += len(hits)
	return nil
}

func TestSearchGoesTwiceWhereFilesHaveChanged(t *testing.T) { // R2.1
	broken := errors.New("disk error")
	for name, tt := range map[string]struct {
		files    *current
		searches int
		want     error
	}{
		"nothing has changed":     {&current{}, 1, nil},
		"a file has changed":      {&current{again: 1}, 2, nil},
		"it changes all the time": {&current{again: 9}, 2, nil},
		"it cannot be read again": {&current{again: 1, fault: broken}, 1, broken},
	} {
		l := &fakeLibrary{matches: []core.Match{{Hash: "/a.go", Score: 1}}}
		l.source("/a.go", "kelp")
		s := l.searcher()
		s.Files = tt.files
		hits, err := s.Current(t.Context(), core.Query{Words: []string{"kelp"}}, 5)
		searches := 0
		for _, asked := range l.asked {
			if strings.HasPrefix(asked, "search ") {
				searches++
			}
		}
		if !errors.Is(err, tt.want) || searches != tt.searches || tt.files.cited != len(hits) || tt.files.reread != 1 {
			t.Errorf("%s: %d searches, %d hits, %d cited, %v", name, searches, len(hits), tt.files.cited, err)
		}
	}
}

func TestTypesOfASignatureAreTakenOrReturned(t *testing.T) { // R2.7
	for name, tt := range map[string]struct {
		s    core.Entity
		want []named
	}{
		"go":                    {core.Entity{Name: "Open", Kind: core.EntityFunction, Signature: "func Open(o Options) (*Store, error)"}, []named{{"Options", "takes"}, {"Store", "takes"}}},
		"go, one result":        {core.Entity{Name: "open", Kind: core.EntityFunction, Signature: "func open(o Options) Store"}, []named{{"Options", "takes"}, {"Store", "returns"}}},
		"python":                {core.Entity{Name: "find", Kind: core.EntityMethod, Signature: "def find(self, by: Key) -> Optional[User]"}, []named{{"Key", "takes"}, {"Optional", "returns"}, {"User", "returns"}}},
		"a type twice":          {core.Entity{Name: "join", Kind: core.EntityFunction, Signature: "func join(a, b Row) Row"}, []named{{"Row", "takes"}}},
		"its own name":          {core.Entity{Name: "Row", Kind: core.EntityFunction, Signature: "func Row(k Key)"}, []named{{"Key", "takes"}}},
		"no types":              {core.Entity{Name: "f", Kind: core.EntityFunction, Signature: "def f(a, b)"}, nil},
		"a type names no other": {core.Entity{Name: "T", Kind: core.EntityStruct, Signature: "type T struct { a Row }"}, nil},
	} {
		if got := signatureTypes(core.Symbol{Entity: tt.s}); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
}

func TestFocusedAddsTheTypesAroundASymbol(t *testing.T) { // R2.7
	l := &sourceLibrary{}
	a, b, c := l.source("/p/a.go", "func run(o Options) error { return nil }"), l.source("/p/b.go", "type Options struct{}"), l.source("/p/c.go", "type File struct{}")
	of := func(d core.Document, kind core.EntityKind, name string, ordinal int) core.Symbol {
		return core.Symbol{Document: d, Ordinal: ordinal, Entity: core.Entity{Kind: kind, Name: name, Qualified: name, Span: core.Span{End: 10}, Parent: -1, FirstLine: 1, LastLine: 1}}
	}
	run := of(a, core.EntityFunction, "run", 0)
	run.Signature = "func run(o Options) error"
	store := of(a, core.EntityInterface, "Store", 1)
	store.Start, store.End, store.Bases = 12, 20, []string{"io.Closer"}
	l.entitiesOf = map[core.DocumentID][]core.Symbol{a.ID: {run, store}}
	l.implemented = []core.Related{{Symbol: of(c, core.EntityStruct, "File", 0)}}
	l.defined = map[string][]core.Symbol{"run": {run}, "Store": {store}, "Options": {of(b, core.EntityStruct, "Options", 0)}, "Closer": {of(b, core.EntityFunction, "Closer", 1)}}
	for name, tt := range map[string]struct {
		p    core.Plan
		want []string
	}{
		"a function, alone":      {core.Plan{Symbols: []string{"run"}}, []string{"a.go : defines run"}},
		"with what it takes":     {core.Plan{Symbols: []string{"run"}, Depth: 1}, []string{"a.go : defines run", "b.go definition: defines Options, which run takes"}},
		"an interface":           {core.Plan{Symbols: []string{"Store"}, Depth: 1}, []string{"a.go : defines Store", "c.go definition: File implements Store"}},
		"a name that is nothing": {core.Plan{Symbols: []string{"none"}, Depth: 1}, nil},
	} {
		tt.p.Strategy = core.StrategyFocused
		if got := l.expand(t, tt.p, Start{}); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
	l.defined["Closer"] = []core.Symbol{of(b, core.EntityInterface, "Closer", 1)}
	got := l.expand(t, core.Plan{Strategy: core.StrategyFocused, Symbols: []string{"Store"}, Depth: 1}, Start{})
	if !slices.Contains(got, "b.go definition: defines Closer, which Store extends or implements") {
		t.Errorf("what an interface extends is not there: %q", got)
	}
}

func TestUsesAreToldByWhatTheyAre(t *testing.T) { // R2.7
	l := &sourceLibrary{}
	a, b, test := l.source("/p/a.go", "func run() {}"), l.source("/p/b.go", "func help() {}"), l.source("/p/b_test.go", "func TestRun() {}")
	of := func(d core.Document, kind core.EntityKind, name string, relation core.Relation) core.Related {
		return core.Related{Symbol: core.Symbol{Document: d, Entity: core.Entity{Kind: kind, Name: name, Qualified: name, Span: core.Span{End: 8}, Parent: -1}}, Relations: []core.Relation{relation}}
	}
	l.defined = map[string][]core.Symbol{"run": {of(a, core.EntityFunction, "run", "").Symbol}}
	guess, file := of(b, core.EntityFunction, "help", core.RelationUses), of(b, "", "b.go", core.RelationUses)
	guess.Guess, file.Ordinal = true, -1
	for name, tt := range map[string]struct {
		related core.Related
		depth   int
		want    string
	}{
		"a function":            {of(b, core.EntityFunction, "help", core.RelationUses), 1, "b.go full: help is called by run"},
		"a type":                {of(b, core.EntityStruct, "Help", core.RelationUses), 1, "b.go definition: Help is used by run"},
		"a constant":            {of(b, core.EntityConstant, "limit", core.RelationUses), 1, "b.go full: limit is used by run"},
		"a variable":            {of(b, core.EntityVariable, "all", core.RelationUses), 1, "b.go full: all is used by run"},
		"who calls it":          {of(b, core.EntityFunction, "help", core.RelationUsedBy), 2, "b.go full: calls run"},
		"who calls it, nearer":  {of(b, core.EntityFunction, "help", core.RelationUsedBy), 1, ""},
		"nothing without depth": {of(b, core.EntityFunction, "help", core.RelationUses), 0, ""},
		"a guess":               {guess, 2, ""},
		"a file":                {file, 2, ""},
		"a test":                {of(test, core.EntityFunction, "TestRun", core.RelationUsedBy), 2, ""},
	} {
		l.related = []core.Related{tt.related}
		got := l.expand(t, core.Plan{Strategy: core.StrategyFocused, Symbols: []string{"run"}, Depth: tt.depth}, Start{})
		want := []string{"a.go : defines run"}
		if tt.want != "" {
			want = append(want, tt.want)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestBroadFollowsImportsAndLeadsFromTheEntryPoint(t *testing.T) { // R2.7
	l := &sourceLibrary{importers: make(map[core.DocumentID][]core.ImportLink), tested: make(map[core.DocumentID][]core.Related)}
	l.imports = make(map[core.DocumentID][]core.ImportLink)
	main, mid, auth, used, test := l.source("/p/main.go", "package main"), l.source("/p/mid.go", "package p"), l.source("/p/auth.go", "package p"), l.source("/p/used.go", "package p"), l.source("/p/auth_test.go", "package p")
	link := func(from, to core.Document, depth int) core.ImportLink {
		return core.ImportLink{From: from, To: []core.Document{to}, Depth: depth}
	}
	l.imports[auth.ID] = []core.ImportLink{link(auth, used, 1), link(auth, auth, 1)}
	l.importers[used.ID] = []core.ImportLink{link(auth, used, 1)}
	l.imports[main.ID] = []core.ImportLink{link(main, mid, 1), link(mid, auth, 2)}
	l.tested[auth.ID] = []core.Related{{Symbol: core.Symbol{Document: test, Ordinal: -1}}}
	start := Start{Files: []core.Document{auth, test}, All: []core.Document{main, mid, auth, used, test}}
	word := "auth.go full: its path bears a word of the question"
	for name, tt := range map[string]struct {
		p    core.Plan
		want []string
	}{
		"without depth": {core.Plan{}, []string{word}},
		"with tests":    {core.Plan{IncludeTests: true}, []string{word, "auth_test.go full: its path bears a word of the question"}},
		"with depth": {core.Plan{Depth: 1}, []string{
			word, "used.go full: imported by auth.go", "main.go outline: where the program begins; imports mid.go", "mid.go outline: imports auth.go",
		}},
	} {
		tt.p.Strategy = core.StrategyBroad
		if got := l.expand(t, tt.p, start); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
	if got := l.expand(t, core.Plan{Strategy: core.StrategyBroad, Depth: 1}, Start{Files: []core.Document{test}, All: start.All}); got != nil {
		t.Errorf("from a test alone: %q", got)
	}
}

func TestEntryFollowsWhatAProgramImports(t *testing.T) { // R2.7
	l := &sourceLibrary{}
	main, a, b, readme := l.source("/p/cmd/main.go", "package main"), l.source("/p/a.go", "package p"), l.source("/p/b.go", "package p"), l.source("/p/README.md", "# Kelp")
	l.imports = map[core.DocumentID][]core.ImportLink{main.ID: {{From: main, To: []core.Document{a}, Depth: 1}, {From: a, To: []core.Document{b}, Depth: 2}}}
	all := []core.Document{main, a, b, readme}
	begins := []string{"main.go full: where a program begins", "README.md full: tells of the whole"}
	for name, tt := range map[string]struct {
		start Start
		want  []string
	}{
		"the whole library": {Start{All: all}, append(begins, "a.go full: imported by main.go", "b.go outline: imported by a.go")},
		"files it names":    {Start{All: all, Files: []core.Document{b}}, []string{"b.go full: the question names it"}},
		"an empty library":  {Start{}, nil},
	} {
		got := l.expand(t, core.Plan{Strategy: core.StrategyEntry, Depth: 2}, tt.start)
		if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(tt.want))) {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

func TestEntryPointsAndOverviewsAreToldByTheirName(t *testing.T) { // R2.7
	for name, want := range map[string]bool{
		"main.go": true, "cmd/x/main.rs": true, "pkg/__main__.py": true, "manage.py": true, "web/index.tsx": true, "web/index.mjs": true, "server.ts": true, "cli.js": true, "Main.java": true,
		"domain.go": false, "main_test.go": false, "index.py": false, "server.go": false, "index.css": false,
	} {
		if got := entryName.MatchString(name); got != want {
			t.Errorf("a program begins in %s: %v", name, got)
		}
	}
	for name, want := range map[string]bool{
		"README": true, "readme.md": true, "README.en": true, "go.mod": true, "Cargo.toml": true, "package.json": true, "setup.py": true, "Makefile": true, "CMakeLists.txt": true,
		"readme.go.md.bak": false, "my-readme.md": false, "go.sum": false, "makefile.am": false,
	} {
		if got := overview.MatchString(name); got != want {
			t.Errorf("%s tells of the whole: %v", name, got)
		}
	}
}

func TestShallowestComesFirstUnlessAnotherIsNear(t *testing.T) {
	docs := func(paths ...string) (out []core.Document) {
		for i, p := range paths {
			out = append(out, core.Document{ID: core.DocumentID(i + 1), Path: p})
		}
		return out
	}
	for name, tt := range map[string]struct {
		near []core.Document
		want []string
	}{
		"the fewest folders, then the name": {nil, []string{"/a/main.go", "/b/main.go"}},
		"near a file":                       {[]core.Document{{Path: "/b/c/x.go"}}, []string{"/b/c/main.go", "/b/main.go"}},
	} {
		var got []string
		for _, d := range shallowest(docs("/b/c/main.go", "/b/main.go", "/a/main.go"), 2, tt.near) {
			got = append(got, d.Path)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

func TestTargetsAreListedOnce(t *testing.T) {
	a, b := core.Document{ID: 1}, core.Document{ID: 2}
	got := targets([]core.ImportLink{{To: []core.Document{b, a}}, {To: nil}, {To: []core.Document{a, b}}})
	if len(got) != 2 || got[0].ID != 2 || got[1].ID != 1 {
		t.Errorf("%+v", got)
	}
}

func TestSchemaOfATableIsFoundWhereSQLReadsIt(t *testing.T) { // R2.7
	makes := "-- tables\nCREATE TABLE IF NOT EXISTS \"users\" (\n\tid INTEGER\n);\nCREATE TABLE users_old (id INTEGER);\n"
	for name, tt := range map[string]struct {
		body, schema string
		want         string
	}{
		"read":              {"SELECT id FROM users WHERE id = 1", makes, "CREATE TABLE IF NOT EXISTS \"users\" (\n\tid INTEGER\n);"},
		"written":           {"insert into users values (1)", makes, "CREATE TABLE IF NOT EXISTS \"users\" (\n\tid INTEGER\n);"},
		"changed":           {"UPDATE `users` SET id = 2", makes, "CREATE TABLE IF NOT EXISTS \"users\" (\n\tid INTEGER\n);"},
		"another table":     {"SELECT id FROM accounts", makes, ""},
		"no statement":      {"the rest comes from users", makes, ""},
		"no schema of it":   {"DELETE FROM users", "CREATE TABLE users_old (id INTEGER);", ""},
		"a schema in words": {"DELETE FROM users", "create table users", ""},
	} {
		l := &sourceLibrary{}
		d, schema := l.source("/p/a.go", tt.body), l.source("/p/schema.sql", tt.schema)
		l.matches = []core.Match{{Hash: "gone", Page: 1}, {Hash: schema.Hash, Page: 1}}
		x := &expansion{ctx: t.Context(), s: l.searcher(), files: make(map[core.DocumentID]bool)}
		err := x.tables(core.Symbol{Document: d, Entity: core.Entity{Name: "run", Span: core.Span{End: len(tt.body)}}})
		got := ""
		for _, h := range x.added {
			got += h.Text
			if h.Reasons[0].Detail != "defines the table users, which run reads or writes" || h.Score != scoreTable {
				t.Errorf("%s: %+v", name, h.Reasons)
			}
		}
		if err != nil || got != tt.want {
			t.Errorf("%s: %q, %v; want %q", name, got, err, tt.want)
		}
	}
}

func TestHitsOfOneTextAreTheSame(t *testing.T) {
	hit := func(kind core.Kind, hash core.Hash, page, start, end int) core.Hit {
		return core.Hit{Document: core.Document{Hash: hash, Kind: kind}, Passage: core.Passage{Page: page, Spans: []core.Span{{Start: start, End: end}}}}
	}
	for name, tt := range map[string]struct {
		a, b core.Hit
		want bool
	}{
		"one page":              {hit(core.KindPDF, "a", 2, 0, 5), hit(core.KindPDF, "a", 2, 90, 95), true},
		"two pages":             {hit(core.KindPDF, "a", 2, 0, 5), hit(core.KindPDF, "a", 3, 0, 5), false},
		"two documents":         {hit(core.KindPDF, "a", 2, 0, 5), hit(core.KindPDF, "b", 2, 0, 5), false},
		"lines in common":       {hit(core.KindText, "a", 1, 0, 6), hit(core.KindText, "a", 1, 5, 9), true},
		"lines that only touch": {hit(core.KindText, "a", 1, 0, 5), hit(core.KindText, "a", 1, 5, 9), false},
	} {
		if got := sameText(tt.a, tt.b); got != tt.want || sameText(tt.b, tt.a) != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	outer := core.Span{Start: 2, End: 8}
	for inner, want := range map[core.Span]bool{{Start: 2, End: 8}: true, {Start: 3, End: 4}: true, {Start: 1, End: 8}: false, {Start: 2, End: 9}: false} {
		if got := covers(outer, inner); got != want {
			t.Errorf("%v covers %v: %v", outer, inner, got)
		}
	}
}

func TestMentionsStandInDocumentsAsCodeDoes(t *testing.T) { // R2.8
	l := &sourceLibrary{}
	body := "Call `find_by_email` first.\nThen find_by_email() again, and email."
	for _, path := range []string{"/d/notes.md", "/d/paper.pdf"} {
		l.source(path, body)
	}
	l.passagesOf = map[core.Hash][]core.Passage{
		"/d/notes.md":  {{Page: 1, Spans: []core.Span{{End: len(body)}}, Lines: [2]int{4, 5}}, {Page: 1, Spans: []core.Span{{Start: 28, End: len(body)}}, Lines: [2]int{5, 5}}},
		"/d/paper.pdf": {{Page: 1, Spans: []core.Span{{End: len(body)}}}},
	}
	set := func(h core.Hash, k core.Kind) { d := l.docs[h]; d.Kind = k; l.docs[h] = d }
	set("/d/notes.md", core.KindMarkdown)
	set("/d/paper.pdf", core.KindPDF)
	l.matches = []core.Match{{Hash: "/d/notes.md", Page: 1}, {Hash: "/d/notes.md", Page: 1, Ordinal: 1}, {Hash: "gone", Page: 1}, {Hash: "/d/paper.pdf", Page: 1}}
	for _, name := range []string{"find_by_email", "src/a.py::UserService.find_by_email"} {
		found, err := l.searcher().Mentions(t.Context(), name)
		var got []string
		for _, m := range found {
			got = append(got, m.Locator.String()+" "+m.Name)
		}
		if name == "find_by_email" {
			want := []string{"notes.md:4 find_by_email", "notes.md:5 find_by_email", "paper.pdf p. 1 find_by_email", "paper.pdf p. 1 find_by_email"}
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: %q, %v; want %q", name, got, err, want)
			}
		} else if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	l.fault = errors.New("disk error")
	if _, err := l.searcher().Mentions(t.Context(), "find_by_email"); !errors.Is(err, l.fault) {
		t.Errorf("passages that cannot be read: %v", err)
	}
}
