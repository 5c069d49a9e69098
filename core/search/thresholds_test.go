package search

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"ibid/core"
	"ibid/core/plan"
	"ibid/core/text"
)

// fakeLibrary is a library of one page a document that finds words by their form. It
// notes what it is asked.
type fakeLibrary struct {
	passages uint64
	Graph
	pages    map[core.Hash]string
	docs     map[core.Hash]core.Document
	defined  map[string][]core.Symbol
	entities []core.Symbol
	related  []core.Related
	imports  map[core.DocumentID][]core.ImportLink
	history  map[string]core.FileHistory
	matches  []core.Match
	asked    []string
}

func (l *fakeLibrary) note(format string, args ...any) {
	l.asked = append(l.asked, fmt.Sprintf(format, args...))
}

func (l *fakeLibrary) Search(_ context.Context, _ core.Query, scope []core.Hash, limit int) ([]core.Match, error) {
	l.note("search %d in %d", limit, len(scope))
	return l.matches[:min(len(l.matches), limit)], nil
}

func (l *fakeLibrary) FileScores(context.Context, core.Query, []core.Hash) (map[core.Hash]float64, error) {
	return nil, nil
}

func (l *fakeLibrary) PageScores(context.Context, core.Query, []core.Place) (map[core.Place]float64, error) {
	return nil, nil
}

func (l *fakeLibrary) Files(_ context.Context, _ core.Query, limit int) ([]core.Hash, error) {
	l.note("files %d", limit)
	return nil, nil
}

func (l *fakeLibrary) Count() (uint64, error)                                 { return l.passages, nil }
func (l *fakeLibrary) Weights(context.Context, core.Query) ([]float64, error) { return nil, nil }

func (l *fakeLibrary) Occurrences(q core.Query, _ core.Kind, s string) (out []core.Occurrence) {
	words := slices.Concat(q.Words, q.Phrases, q.Body)
	for w := range text.Words(s) {
		if n := slices.Index(words, w.Form); n >= 0 {
			out = append(out, core.Occurrence{Span: w.Span, Word: n})
		}
	}
	return out
}

func (l *fakeLibrary) Documents(context.Context) ([]core.Document, error) { return nil, nil }

func (l *fakeLibrary) DocumentsByHash(_ context.Context, h core.Hash) ([]core.Document, error) {
	if d, ok := l.docs[h]; ok {
		return []core.Document{d}, nil
	}
	return nil, nil
}

func (l *fakeLibrary) Page(_ context.Context, h core.Hash, _ int) (core.Page, error) {
	return core.Page{Text: l.pages[h]}, nil
}

func (l *fakeLibrary) Passage(_ context.Context, h core.Hash, _ int) (core.Passage, error) {
	return core.Passage{Page: 1, Spans: []core.Span{{End: len(l.pages[h])}}, Lines: [2]int{1, 1}}, nil
}

func (l *fakeLibrary) Passages(context.Context, core.Hash) ([]core.Passage, error) { return nil, nil }
func (l *fakeLibrary) Code(context.Context, core.Hash) (core.Code, error)          { return core.Code{}, nil }

func (l *fakeLibrary) Define(_ context.Context, name string, _ core.DocumentID) ([]core.Symbol, error) {
	return l.defined[name], nil
}

func (l *fakeLibrary) Entities(context.Context, core.DocumentID) ([]core.Symbol, error) {
	return l.entities, nil
}

func (l *fakeLibrary) Named(_ context.Context, s string) (map[string][]core.Symbol, error) {
	l.note("named")
	out := make(map[string][]core.Symbol)
	for name, symbols := range l.defined {
		if strings.Contains(s, name) {
			out[name] = symbols
		}
	}
	return out, nil
}

func (l *fakeLibrary) Imports(_ context.Context, id core.DocumentID, depth int) ([]core.ImportLink, error) {
	l.note("imports %d", depth)
	return l.imports[id], nil
}

func (l *fakeLibrary) Importers(_ context.Context, id core.DocumentID, _ int) ([]core.ImportLink, error) {
	return l.imports[id], nil
}

func (l *fakeLibrary) Related(context.Context, core.DocumentID, int) ([]core.Related, error) {
	return l.related, nil
}

func (l *fakeLibrary) Tests(context.Context, core.DocumentID, int) ([]core.Related, error) {
	return l.related, nil
}

func (l *fakeLibrary) Changes(context.Context, []string) map[string]core.FileHistory {
	return l.history
}

func (l *fakeLibrary) searcher() *Searcher {
	return &Searcher{Index: l, Documents: l, Texts: l, Graph: l, Changes: l}
}

// source adds a file of source code and returns its document.
func (l *fakeLibrary) source(path, body string) core.Document {
	if l.docs == nil {
		l.docs, l.pages = make(map[core.Hash]core.Document), make(map[core.Hash]string)
	}
	d := core.Document{ID: core.DocumentID(len(l.docs) + 1), Hash: core.Hash(path), Path: path, Name: path[strings.LastIndexByte(path, '/')+1:], Kind: core.KindCode, State: core.StateReady}
	l.docs[d.Hash], l.pages[d.Hash] = d, body
	return d
}

func close1(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestScoresAreWeightedSums(t *testing.T) { // R3.9
	with := func(c candidate, values ...feature) candidate {
		for _, f := range values {
			c.values[f] = 1
		}
		return c
	}
	text, code := Weights{PartPassage: 1, PartPage: .5, PartScope: -2}, codeWeights
	tests := []struct {
		name string
		c    candidate
		code bool
		want float64
	}{
		{"the passage alone", with(candidate{}, ofPassage), false, 1},
		{"the page", with(candidate{}, ofPassage, ofPage), false, 1.5},
		{"a feature without a weight", with(candidate{}, ofPassage, ofOpening), false, 1},
		{"never below nothing", with(candidate{}, ofPassage, ofScope), false, 0},
		{"the whole file of code", with(candidate{}, ofPassage, ofDocument), true, 1 + code[PartDocument]},
		{"a definition", with(candidate{}, ofPassage, ofNames), true, 1 + code[PartNames]},
		{"the path", with(candidate{}, ofPassage, ofPaths), true, 1 + code[PartPaths]},
		{"a quoted path", with(candidate{}, ofPassage, ofQuoted), true, 1 + code[PartQuoted]},
		{"n-grams", with(candidate{}, ofPassage, ofWording), true, 1 + code[PartWording]},
		{"changes", with(candidate{}, ofPassage, ofHistory), true, 1 + code[PartHistory]},
		{"a test", with(candidate{source: &sourceFile{beside: true}}, ofPassage), true, .4},
		{"good feedback", with(candidate{feedback: 1}, ofPassage), false, 1.2},
		{"bad feedback", with(candidate{feedback: -1}, ofPassage), false, .8},
	}
	for _, tt := range tests {
		list := []candidate{tt.c}
		(&Searcher{Weights: text}).score(core.Query{Code: tt.code}, list)
		if got := list[0].score; !close1(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
	if near, far := distant(1, 1), distant(1, 3); near != 1 || !close1(far, .64) {
		t.Errorf("one import away %v, three %v", near, far)
	}
	order := []float64{scoreNamed, scoreTable, scoreUsed, scoreType, scoreTest, scoreUser, scorePath}
	if !slices.Equal(order, []float64{1, .9, .85, .8, .75, .6, .5}) {
		t.Errorf("what the graph brings scores %v", order)
	}
}

func TestImportsOfTheBestFilesCount(t *testing.T) { // R2.6
	l := &fakeLibrary{imports: make(map[core.DocumentID][]core.ImportLink)}
	var found []candidate
	for i := range 7 {
		d := l.source(fmt.Sprintf("/f%d.go", i), "")
		found = append(found, candidate{match: core.Match{Hash: d.Hash}, score: 1 - float64(i)/10, source: &sourceFile{document: d}})
	}
	to := func(i int) core.Document { return found[i].source.document }
	l.imports[to(0).ID] = []core.ImportLink{{To: []core.Document{to(1), to(2)}}, {To: []core.Document{to(3)}}}
	l.imports[to(4).ID] = []core.ImportLink{{To: []core.Document{to(5)}}} // the fifth
	l.imports[to(5).ID] = []core.ImportLink{{To: []core.Document{to(6)}}} // the sixth
	if err := l.searcher().addImports(t.Context(), core.Query{Code: true}, found); err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{0, .5, .5, 1, 0, .6, 0} {
		if got := found[i].source.imports; !close1(got, want) || !close1(found[i].score, 1-float64(i)/10+want/10) {
			t.Errorf("%s has %v and the score %v, want %v", to(i).Name, got, found[i].score, want)
		}
	}
}

func TestNgramsCountByTheFilesThatShareThem(t *testing.T) { // R2.6
	share := func(n int) float64 { return 1 / float64(n) / (1/float64(n) + 3) }
	tests := []struct {
		name, body, file string
		files            int
		want             float64
	}{
		{"three words", "no reading today", "no reading today", 1, share(1)},
		{"two words", "no reading", "no reading", 1, 0},
		{"three words on two lines", "no reading today", "no reading\ntoday", 1, 0},
		{"of two files", "no reading today", "no reading today", 2, share(2)},
		{"of four files", "no reading today", "no reading today", 4, share(4)},
		{"of five files", "no reading today", "no reading today", 5, 0},
		{"two n-grams", "no reading today again", "no reading today again", 1, 2. / 5},
	}
	for _, tt := range tests {
		var found []candidate
		for range tt.files {
			found = append(found, candidate{text: tt.file, source: &sourceFile{}})
		}
		ngramFeatures(core.Query{Raw: "title\n" + tt.body, Body: []string{"x"}}, found)
		if got := found[0].source.ngrams; !close1(got, tt.want) || (found[0].ngram.Len() > 0) != (tt.want > 0) {
			t.Errorf("%s: %v at %v, want %v", tt.name, got, found[0].ngram, tt.want)
		}
	}
}

func TestWordsOfPathsCountByWhereTheyStand(t *testing.T) { // R2.6
	for path, want := range map[string]float64{
		"/x/tide.go": .5, "/x/gauge.go": .33, "/tide/x.go": .1, "/gauge/x.go": .1, "/tide/tide.go": .5, "/x/tide-kelp.go": 1, "/x/tide-kelp-gauge.go": 1, "/x/y.go": 0,
	} {
		l := &fakeLibrary{}
		f := &sourceFile{document: l.source(path, "")}
		l.searcher().pathFeatures(core.Query{Words: []string{"tide", "kelp"}, Body: []string{"gauge"}}, 2, []*sourceFile{f})
		if !close1(f.path, want) {
			t.Errorf("%s: %v, want %v", path, f.path, want)
		}
	}
	if got := identifierParts("aTideX by_id tide"); !slices.Equal(got, []string{"tide"}) {
		t.Errorf("parts of identifiers: %q", got)
	}
}

func TestChangesLoseHalfInHalfAYear(t *testing.T) { // R2.6
	l := &fakeLibrary{}
	day := time.Date(2026, 5, 3, 0, 0, 0, 0, time.UTC)
	files := []*sourceFile{{document: l.source("/a.go", "")}, {document: l.source("/b.go", "")}, {document: l.source("/c.go", "")}}
	l.history = map[string]core.FileHistory{"/a.go": {Changes: 3, Last: day}, "/b.go": {Changes: 1, Last: day.AddDate(0, 0, -180)}}
	if err := l.searcher().historyFeatures(t.Context(), files); err != nil {
		t.Fatal(err)
	}
	if !close1(files[0].history, 1) || !close1(files[1].history, .5) || files[2].history != 0 {
		t.Errorf("%v, %v and %v", files[0].history, files[1].history, files[2].history)
	}
}

func TestDefinitionsAreWorthLessTheMoreThereAre(t *testing.T) { // R2.6
	symbols := func(n int) []core.Symbol {
		return slices.Repeat([]core.Symbol{{Document: core.Document{Hash: "a"}}}, n)
	}
	l := &fakeLibrary{defined: map[string][]core.Symbol{"readTide": symbols(1), "Table": symbols(2), "ab": symbols(1), "a.readKelp": symbols(1)}}
	for raw, want := range map[string]float64{"readTide": 1, "Table": .5, "ab": 0, "x.readTide": 1, "title here\na.readKelp": .6} {
		got, err := l.searcher().definitions(t.Context(), core.Query{Raw: raw, Code: true})
		worth := 0.
		if list := got["a"]; len(list) > 0 {
			worth = list[0].worth
		}
		if err != nil || !close1(worth, want) {
			t.Errorf("%q: %v, %v; want %v", raw, worth, err, want)
		}
	}
	var names []string
	for i := range 25 {
		names = append(names, fmt.Sprintf("name%02d", i))
	}
	if got := namesOf(strings.Join(names, " ")); len(got) != 24 {
		t.Errorf("%d names of a line of 25", len(got))
	}
	if got := namesOf(strings.Join(names[:24], " ")); len(got) != 24 {
		t.Errorf("%d names of a line of 24", len(got))
	}
}

func TestCandidatesAreSoManyAndNoMore(t *testing.T) { // R3.9
	l := &fakeLibrary{}
	s := l.searcher()
	for _, limit := range []int{1, 50, 51} {
		if _, err := s.Search(t.Context(), core.Query{Words: []string{"tide"}}, limit); err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{"search 200 in 0", "search 200 in 0", "search 204 in 0"}; !slices.Equal(l.asked, want) {
		t.Errorf("asked for %q, want %q", l.asked, want)
	}
	l.asked = nil
	q := core.Query{Code: true, Quoted: map[core.Hash]float64{"sure": .5, "unsure": .49}}
	got, err := s.within(t.Context(), q, map[core.Hash][]definition{"defined": {{worth: .5}}, "guessed": {{worth: .49}}})
	if err != nil || !slices.Equal(got, []core.Hash{"defined", "sure"}) || !slices.Equal(l.asked, []string{"files 60"}) {
		t.Errorf("within %q, asked for %q, %v", got, l.asked, err)
	}
	l.matches = slices.Repeat([]core.Match{{Hash: "a", Score: 1}}, 10)
	if got, err := s.matches(t.Context(), core.Query{Words: []string{"tide"}, Code: true}, nil, 10); err != nil || len(got) != 6 {
		t.Errorf("%d passages of a file, %v; want 6", len(got), err)
	}
}

func TestFeedbackCountsByWhoSaidItAndWhere(t *testing.T) { // R2.9
	l := &fakeLibrary{}
	d := core.Document{Hash: "a", Kind: core.KindPDF}
	on := func(page int) candidate { return candidate{passage: core.Passage{Page: page, Spans: []core.Span{{}}}} }
	for name, tt := range map[string]struct {
		rating   core.Rating
		page     int
		question string
		weights  []float64
		want     float64
	}{
		"praise":                       {core.RatingUp, 1, "tide kelp", []float64{1, 1}, 1},
		"blame":                        {core.RatingDown, 1, "tide kelp", []float64{1, 1}, -1},
		"a citation":                   {core.RatingUsed, 1, "tide kelp", []float64{1, 1}, .5},
		"another page":                 {core.RatingUp, 2, "tide kelp", []float64{1, 1}, .5},
		"half of the question":         {core.RatingUp, 1, "tide", []float64{1, 1}, .5},
		"less than half":               {core.RatingUp, 1, "tide", []float64{1, 1.03}, 0},
		"words of half of the library": {core.RatingUp, 1, "tide kelp", []float64{math.Ln2, math.Ln2}, 0},
		"a rarer word":                 {core.RatingUp, 1, "tide kelp", []float64{math.Ln2, math.Ln2 + .01}, 1},
	} {
		q := core.Query{Words: []string{"tide", "kelp"}}
		given := core.Feedback{Document: d, Question: tt.question, Rating: tt.rating, Place: core.Place{Hash: "a", Page: 1}}
		c := on(tt.page)
		if got, _ := sumFeedback(&c, l.searcher().relevant(q, tt.weights, []core.Feedback{given})["a"]); !close1(got, tt.want) {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
	if _, about := l.searcher().like(core.Query{Words: strings.Fields("tide kelp mud sand silt")}, []float64{1, 1, 1, 1, 1}, "tide kelp mud sand silt"); about != "tide kelp mud sand" {
		t.Errorf("a reason names %q", about)
	}
}

// How much of a file, a type and a function is quoted.
func TestLengthsDecideTheShapeOfAnAddition(t *testing.T) { // R2.7
	lines := func(n int) string { return strings.Repeat("x\n", n-1) + "x\n" }
	shape := func(do func(x *expansion, d core.Document) error) (out []core.Shape) {
		l := &fakeLibrary{}
		d := l.source("/a.go", lines(600))
		x := &expansion{ctx: t.Context(), s: l.searcher(), files: make(map[core.DocumentID]bool)}
		if err := do(x, d); err != nil {
			t.Fatal(err)
		}
		for _, h := range x.added {
			out = append(out, h.Shape)
		}
		return out
	}
	file := func(n int) func(*expansion, core.Document) error {
		return func(x *expansion, d core.Document) error {
			x.s.Texts.(*fakeLibrary).pages[d.Hash] = lines(n)
			return x.file(d, 1, "")
		}
	}
	symbol := func(kind core.EntityKind, n int) func(*expansion, core.Document) error {
		return func(x *expansion, d core.Document) error {
			return x.symbol(core.Symbol{Document: d, Entity: core.Entity{Kind: kind, Span: core.Span{End: 10}, FirstLine: 1, LastLine: n + 1}}, 1, "")
		}
	}
	seed := func(n int) func(*expansion, core.Document) error {
		return func(x *expansion, d core.Document) error {
			e := core.Entity{Kind: core.EntityStruct, Name: "T", Qualified: "T", Span: core.Span{Start: 20, End: 40}, FirstLine: 1, LastLine: n}
			x.s.Graph.(*fakeLibrary).entities = []core.Symbol{{Document: d, Entity: e}}
			return x.seed(core.Symbol{Document: d, Entity: core.Entity{Kind: core.EntityMethod, Name: "M", Qualified: "T.M", Span: core.Span{End: 10}, FirstLine: 1, LastLine: 5}})
		}
	}
	for name, tt := range map[string]struct {
		do   func(*expansion, core.Document) error
		want []core.Shape
	}{
		"a file of 250 lines":    {file(250), []core.Shape{core.ShapeFull}},
		"a file of 251":          {file(251), []core.Shape{core.ShapeOutline}},
		"a function of 80 lines": {symbol(core.EntityFunction, 80), []core.Shape{core.ShapeFull}},
		"a function of 81":       {symbol(core.EntityFunction, 81), []core.Shape{core.ShapeOutline}},
		"a type":                 {symbol(core.EntityStruct, 81), []core.Shape{core.ShapeDefinition}},
		"a type of 400 lines":    {seed(400), []core.Shape{core.ShapeWindow}},
		"a type of 401":          {seed(401), []core.Shape{core.ShapeWindow, core.ShapeDefinition}},
	} {
		if got := shape(tt.do); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

func TestHitsStayByWhatTheyHold(t *testing.T) { // R2.7
	code := func(h core.Hash) core.Hit { return core.Hit{Document: core.Document{Hash: h, Kind: core.KindCode}} }
	var shapes []core.Shape
	for _, h := range outlined([]core.Hit{code("a"), code("b"), code("a"), code("c"), {Document: core.Document{Hash: "d", Kind: core.KindPDF}}}) {
		shapes = append(shapes, h.Shape)
	}
	if want := []core.Shape{"", "", "", core.ShapeOutline, ""}; !slices.Equal(shapes, want) {
		t.Errorf("hits of a pasted text have the shapes %q, want %q", shapes, want)
	}
	x := &expansion{Start: Start{Plan: core.Plan{Strategy: core.StrategyFocused, Depth: 1}}}
	for covered, want := range map[float64]core.Shape{.6: "", .59: core.ShapeNone} {
		hit := core.Hit{Document: core.Document{Kind: core.KindPDF}, Covered: covered, Passage: core.Passage{Spans: []core.Span{{End: 1}}}}
		if got := x.join([]core.Hit{hit})[0].Shape; got != want {
			t.Errorf("a document that holds %v of the question has the shape %q", covered, got)
		}
	}
}

func TestExpansionsKeepToTheirBounds(t *testing.T) { // R2.5
	l := &fakeLibrary{imports: make(map[core.DocumentID][]core.ImportLink)}
	var files []core.Document
	for i := range 45 {
		files = append(files, l.source(fmt.Sprintf("/p/f%d.go", i), "x"))
	}
	added := func(strategy core.Strategy, p core.Plan, start Start) int {
		p.Strategy = strategy
		start.Plan, start.Name = p, func(d core.Document) string { return d.Name }
		hits, err := l.searcher().Expand(t.Context(), core.Query{Words: []string{"x"}}, start, nil)
		if err != nil {
			t.Fatal(err)
		}
		return len(hits)
	}
	symbols := func(n int) (out []core.Symbol) {
		for i := range n {
			out = append(out, core.Symbol{Document: files[i], Entity: core.Entity{Kind: core.EntityFunction, Name: "f", Span: core.Span{End: 1}}})
		}
		return out
	}
	for n, want := range map[int]int{3: 3, 4: 0} {
		l.defined = map[string][]core.Symbol{"f": symbols(n)}
		if got := added(core.StrategyFocused, core.Plan{Symbols: []string{"f"}}, Start{}); got != want {
			t.Errorf("%d things of a name add %d, want %d", n, got, want)
		}
	}
	l.defined["f"] = symbols(1)
	for _, s := range symbols(10)[1:] {
		l.related = append(l.related, core.Related{Symbol: s})
	}
	if got := added(core.StrategyFocused, core.Plan{Symbols: []string{"f"}, IncludeTests: true}, Start{}); got != 1+8 {
		t.Errorf("nine tests add %d", got-1)
	}
	if got := added(core.StrategyFocused, core.Plan{Symbols: []string{"f"}, Depth: 1}, Start{}); got != 1 {
		t.Errorf("with a depth of 1 %d that use it are added", got-1)
	}
	if got := added(core.StrategyFocused, core.Plan{Symbols: []string{"f"}, Depth: 2}, Start{}); got != 1+8 {
		t.Errorf("with a depth of 2 %d of nine that use it are added", got-1)
	}
	if got := added(core.StrategyBroad, core.Plan{}, Start{Files: files}); got != 40 {
		t.Errorf("of 45 files %d are started from", got)
	}
	var mains []core.Document
	for i := range 5 {
		mains = append(mains, l.source(fmt.Sprintf("/c%d/main.go", i), "x"), l.source(fmt.Sprintf("/c%d/README.md", i), "x"))
	}
	if got := added(core.StrategyEntry, core.Plan{}, Start{All: mains}); got != 4+4 {
		t.Errorf("%d of ten where a program begins or is described", got)
	}
	l.asked = nil
	added(core.StrategyBroad, core.Plan{Depth: 1}, Start{Files: files[:1], All: mains})
	if !slices.Contains(l.asked, "imports 4") || slices.Contains(l.asked, "imports 5") {
		t.Errorf("paths of imports are looked for by %q", l.asked)
	}
	x := &expansion{ctx: t.Context(), s: l.searcher(), files: map[core.DocumentID]bool{files[1].ID: true, files[2].ID: true, files[3].ID: true}}
	for n, want := range map[int]bool{10: true, 11: false} { // of which three are in the answer
		l.imports[files[0].ID] = nil
		for _, from := range files[1 : n+1] {
			l.imports[files[0].ID] = append(l.imports[files[0].ID], core.ImportLink{From: from})
		}
		if got, err := x.isSpecific(files[0]); err != nil || got != want {
			t.Errorf("three of %d importers: %v, %v", n, got, err)
		}
	}
}

func TestLinksKeepToTheirBounds(t *testing.T) { // R2.8
	l := &fakeLibrary{}
	var meant []core.Symbol
	for i := range 6 {
		meant = append(meant, core.Symbol{Document: l.source(fmt.Sprintf("/f%d.go", i), "func"), Ordinal: i, Entity: core.Entity{Kind: core.EntityFunction, Name: fmt.Sprintf("doTide%d", i), Span: core.Span{End: 4}}})
	}
	links := func(sources int, texts ...string) int {
		var hits []core.Hit
		for i, s := range texts {
			hits = append(hits, core.Hit{Document: core.Document{Hash: core.Hash(fmt.Sprint(i)), Kind: core.KindText}, Text: s, Passage: core.Passage{Spans: []core.Span{{}}}})
		}
		l.asked = nil
		_, n, err := l.searcher().linkCurrent(t.Context(), core.Query{}, hits, sources)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	l.defined = map[string][]core.Symbol{"readTide": meant[:3], "readKelp": meant[:4]}
	if got := links(5, "`readTide`"); got != 3 {
		t.Errorf("a name of three things links %d", got)
	}
	if got := links(5, "`readKelp`"); got != 0 {
		t.Errorf("a name of four things links %d", got)
	}
	l.defined = map[string][]core.Symbol{"one": meant[:1], "two": meant[1:2], "three": meant[2:3], "four": meant[3:4]}
	if got := links(6, "`one()`", "`two()`", "`three()`", "`four()`"); got != 3 {
		t.Errorf("%d links of four", got)
	}
	links(7, "a", "b", "c", "d", "e", "f", "g")
	if len(l.asked) != 5 {
		t.Errorf("%d of seven hits are looked at", len(l.asked))
	}
	l.asked = nil
	from := core.Hit{Document: meant[0].Document, Passage: core.Passage{Spans: []core.Span{{End: 4}}}}
	l.entities = append([]core.Symbol{{Entity: core.Entity{Kind: core.EntityFunction, Name: "of", Span: core.Span{End: 4}}}}, meant...)
	if _, _, err := l.searcher().linkCurrent(t.Context(), core.Query{}, []core.Hit{from}, 1); err != nil {
		t.Fatal(err)
	}
	if want := slices.Repeat([]string{"search 20 in 0"}, 5); !slices.Equal(l.asked, want) {
		t.Errorf("asked %q, want %q", l.asked, want)
	}
}

func TestTheOutlineOfALibraryIsBounded(t *testing.T) { // R2.2
	var paths []string
	var docs []core.Document
	for i := range 41 {
		paths = append(paths, fmt.Sprintf("/lib/d%02d/word%02d.go", i, i))
		docs = append(docs, core.Document{Name: fmt.Sprintf("word%02d ab.go", i)}, core.Document{Name: fmt.Sprintf("word%02d ab.txt", i)})
	}
	if got := folders(paths); len(got) != 30 {
		t.Errorf("%d folders", len(got))
	}
	if got := terms(docs); len(got) != 40 || slices.Contains(got, "ab") {
		t.Errorf("%d terms: %q", len(got), got)
	}
	if got := terms(docs[:3]); !slices.Equal(got, []string{"word00"}) {
		t.Errorf("terms of two documents: %q", got)
	}
	names := filesNamed(plan.Shape{Paths: paths}, []string{"word"})
	if len(names) != 40 || len(filesNamed(plan.Shape{Paths: paths}, []string{"wo"})) != 0 {
		t.Errorf("%d names", len(names))
	}
}

func TestTablesOfOneTextAreBounded(t *testing.T) {
	var tables []string
	for i := range 9 {
		tables = append(tables, fmt.Sprintf("SELECT a FROM t%d", i))
	}
	l := &fakeLibrary{}
	d := l.source("/a.go", strings.Join(tables, ";"))
	x := &expansion{ctx: t.Context(), s: l.searcher()}
	if err := x.tables(core.Symbol{Document: d, Entity: core.Entity{Span: core.Span{End: len(l.pages[d.Hash])}}}); err != nil || !slices.Equal(l.asked, slices.Repeat([]string{"search 20 in 0"}, 8)) {
		t.Errorf("of nine tables %q are looked for, %v", l.asked, err)
	}
}
