package ui

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"ibid/core"
	"ibid/ui/context/contexttest"
	"ibid/ui/settings/settingstest"
)

// fake is an engine with a small library of made-up papers, so that the window
// can be looked at and driven without reading anything.
type fake struct {
	contexttest.Ratings
	settingstest.Engine
	mu        sync.Mutex
	documents []core.Document
	changes   func(core.Change)
	added     [][]string
	passwords []string
	removed   []core.DocumentID
	delay     time.Duration // of Search and Context
	numbers   core.Numbering
	folders   []core.Folder
	ambiguous map[string][]string // names that several documents bear
}

func (f *fake) Numbering(context.Context, core.DocumentID) (core.Numbering, core.NumberOrigin, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.numbers, core.OriginPages, nil
}

func (f *fake) SetNumbering(_ context.Context, _ core.DocumentID, n core.Numbering) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.numbers = n
	return nil
}

func (f *fake) Folders(context.Context) ([]core.Folder, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.folders), nil
}

func (f *fake) Follow(_ context.Context, path string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.folders = append(f.folders, core.Folder{Path: path, State: core.FolderWatching})
	return nil
}

func (f *fake) Unwatch(_ context.Context, paths ...string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.folders = slices.DeleteFunc(f.folders, func(g core.Folder) bool { return slices.Contains(paths, g.Path) })
	return nil
}

// Locate knows pages, and lines, of documents by their names alone.
func (f *fake) Locate(_ context.Context, locator string) (core.Spot, error) {
	l, err := core.ParseLocator(locator)
	if err != nil {
		return core.Spot{}, err
	}
	if names := f.ambiguous[l.Name]; names != nil {
		return core.Spot{}, &core.AmbiguousError{Name: l.Name, Candidates: names}
	}
	name := l.Name[strings.LastIndex(l.Name, "/")+1:]
	d := f.named(name)
	if d.ID == 0 {
		return core.Spot{}, fmt.Errorf("document %q: %w", l.Name, core.ErrNotFound)
	}
	l.Name = name
	if l.Label != "" {
		fmt.Sscan(l.Label, &l.Page)
		l.LastPage = l.Page
	}
	if l.Page > d.Pages {
		return core.Spot{}, fmt.Errorf("show %q: the document has %d pages: %w", locator, d.Pages, core.ErrNoSuchPage)
	}
	if l.FirstLine > 0 {
		return core.Spot{Document: d, Locator: l, Quotes: []core.Quote{lineQuote(l.FirstLine)}}, nil
	}
	return core.Spot{Document: d, Locator: l, Quotes: []core.Quote{{Page: max(1, l.Page)}}, Whole: true}, nil
}

// A text of the fake is two hundred lines of equal length.
const fakeLine = "Line of a text that was made up for the tests.\n"

func lineQuote(n int) core.Quote {
	return core.Quote{Page: 1, Span: core.Span{Start: (n - 1) * len(fakeLine), End: n * len(fakeLine)}}
}

func (f *fake) Excerpt(_ context.Context, id core.DocumentID, at []core.Quote, n int, function bool) (core.Excerpt, error) {
	if n < 0 {
		n = 5
	}
	d := f.documents[id-1]
	line := 1 + at[0].Start/len(fakeLine)
	first, last := max(1, line-n), min(200, line+n)
	x := core.Excerpt{
		Document: d, Locator: core.LineLocator(d.Name, first, last), First: first, Text: strings.Repeat(fakeLine, last-first+1),
		Quotes: []core.Quote{{Page: 1, Span: core.Span{Start: lineQuote(first).Start, End: lineQuote(last).End}}},
		Reach:  core.Reach{N: n, Measure: core.MeasureLines},
	}
	start := (line - first) * len(fakeLine)
	x.Marks = []core.Span{{Start: start, End: start + len(fakeLine)}}
	return x, nil
}

func (f *fake) Passages(context.Context, core.DocumentID) ([]core.Passage, error) {
	var out []core.Passage
	for i := range 20 {
		out = append(out, core.Passage{Ordinal: i, Page: 1, Lines: [2]int{10*i + 1, 10*i + 10},
			Spans: []core.Span{{Start: lineQuote(10*i + 1).Start, End: lineQuote(10*i + 10).End}}})
	}
	return out, nil
}

// Changed is true of the first source.
func (f *fake) Changed(_ context.Context, saved core.SavedContext) ([]core.Feedback, error) {
	return []core.Feedback{{Question: saved.Request.Query, Rating: core.RatingChanged, Place: saved.Sources[0].Place}}, nil
}

func (f *fake) Reopen(ctx context.Context, path string) (core.SavedContext, core.Replay, error) {
	var saved core.SavedContext
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, &saved)
	}
	if err != nil {
		return saved, core.Replay{}, fmt.Errorf("read saved context %q: %w: %w", path, err, core.ErrQuery)
	}
	r := core.Replay{}
	for i, s := range saved.Sources {
		fate := []core.Fate{core.FateSame, core.FateMoved, core.FateMissing}[i%3]
		r.Sources = append(r.Sources, core.SourceFate{Number: s.Number, Heading: s.Heading, Fate: fate, Why: "because " + string(fate)})
	}
	r.Context, err = f.Context(ctx, saved.Request)
	return saved, r, err
}

func (f *fake) Save(_ context.Context, _ core.ContextRequest, c core.Context) ([]byte, error) {
	return json.Marshal(c.Text)
}

func (f *fake) ContactSheet(_ context.Context, sources []core.Source, longest int) ([]byte, error) {
	var out bytes.Buffer
	err := png.Encode(&out, drawPage(len(sources), 1, longest, longest))
	return out.Bytes(), err
}

// Check finds the first source that holds each phrase in quotation marks.
func (f *fake) Check(_ context.Context, answer string, sources []core.Source) (core.CheckReport, error) {
	r := core.CheckReport{Answer: answer}
	for i, phrase := range strings.Split(answer, `"`) {
		if i%2 == 0 {
			continue
		}
		c := core.Claim{Kind: core.ClaimQuote, Text: phrase, Citations: []int{1}, Verdict: core.VerdictNotFound, Why: "stands in no source"}
		for _, s := range sources {
			at := strings.Index(s.Text, phrase)
			if at < 0 || c.Evidence != nil {
				continue
			}
			c.Verdict, c.Why = core.VerdictElsewhere, "stands in "+s.Heading+", not in [1]"
			if s.Number == 1 {
				c.Verdict, c.Why = core.VerdictFound, ""
			}
			quote := s.Quotes[0]
			quote.Start, quote.End = quote.Start+at, quote.Start+at+len(phrase)
			c.Evidence = []core.Evidence{{Number: s.Number, Document: s.Document.ID, Locator: s.Locator, Quote: quote, Text: phrase}}
		}
		r.Claims = append(r.Claims, c)
	}
	return r, nil
}

func newFake() *fake {
	f := &fake{Engine: settingstest.Engine{Server: settingstest.RunningServer()}}
	for i, d := range fakeDocuments {
		d.ID = core.DocumentID(i + 1)
		d.Path = "/papers/" + d.Name
		d.Hash = core.Hash(fmt.Sprintf("%064x", i+1))
		if d.Kind == "" {
			d.Kind = core.KindPDF
		}
		f.documents = append(f.documents, d)
	}
	return f
}

func (f *fake) Documents(context.Context) ([]core.Document, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.documents), nil
}

func (f *fake) Add(_ context.Context, paths []string, password string) (core.Taken, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.added, f.passwords = append(f.added, paths), append(f.passwords, password)
	return core.Taken{}, nil
}

func (f *fake) Remove(_ context.Context, ids ...core.DocumentID) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.removed = append(f.removed, ids...)
	f.documents = slices.DeleteFunc(f.documents, func(d core.Document) bool { return slices.Contains(ids, d.ID) })
	return nil
}

func (f *fake) Cancel() {}

func (f *fake) Changes(callback func(core.Change)) { f.changes = callback }

func (f *fake) wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(f.delay):
		return nil
	}
}

func (f *fake) Plan(_ context.Context, q string, who core.Planner, _ func(string)) (core.Plan, error) {
	p := core.Plan{Strategy: core.StrategySemantic, Planner: core.PlannerHeuristic, Keywords: strings.Fields(q), Symbols: []string{}, Patterns: []string{}, Documents: []string{},
		Why: "search, focused, simple: nearest in meaning, and by words"}
	if who == core.PlannerModel {
		p.Planner, p.Keywords, p.Documents = who, []string{"yield", "inversion", "term", "spread", "recession"}, []string{"/papers/crisis.pdf"}
		p.Why = "qwen2.5-coder:7b, merged with the rules; 1 word that is nowhere in the library left out"
	}
	return p, nil
}

// Answer says two things that the context bears out, and one that it does not.
func (f *fake) Answer(ctx context.Context, req core.ContextRequest, each func(*core.Context, string)) (core.Reply, error) {
	req.Budget = core.DefaultBudget
	c, err := f.Context(ctx, req)
	if err != nil {
		return core.Reply{}, err
	}
	each(&c, "")
	text := "The sources agree. The board wrote: \"" + c.Sources[1].Text[:60] + "\" [2]. It adds: \"the curve was flat all along\" [1]."
	for _, piece := range strings.SplitAfter(text, " ") {
		each(nil, piece)
	}
	report, err := f.Check(ctx, text, c.Sources)
	return core.Reply{Text: text, Model: "qwen2.5-coder:7b", Check: report, Checked: err == nil}, err
}

func (f *fake) SearchInWaves(ctx context.Context, req core.SearchRequest, _ func(core.Found)) (core.Found, error) {
	return f.Search(ctx, req)
}

func (f *fake) Search(ctx context.Context, req core.SearchRequest) (core.Found, error) {
	if err := f.wait(ctx); err != nil {
		return core.Found{}, err
	}
	var hits []core.Hit
	words := strings.Fields(strings.ToLower(req.Query))
	if req.Plan != nil && len(req.Plan.Keywords) > 0 {
		words = req.Plan.Keywords
	}
	for i, p := range fakePassages {
		matches := find(p.text, words)
		if len(matches) == 0 {
			continue
		}
		d := f.named(p.name)
		h := core.Hit{Document: d, Text: p.text, Matches: matches,
			Passage: core.Passage{Page: p.page, Section: p.section, Spans: []core.Span{{Start: 300, End: 300 + len(p.text)}}}}
		if d.Kind.Paged() {
			h.Locator = core.PageLocator(p.name, p.page, p.label)
		} else {
			h.Locator = core.LineLocator(p.name, p.page, p.page+12)
			h.Passage.Page, h.Passage.Lines = 1, [2]int{p.page, p.page + 12}
		}
		h.Passage.Ordinal = i
		hits = append(hits, h)
	}
	slices.SortStableFunc(hits, func(a, b core.Hit) int { return cmp.Compare(len(b.Matches), len(a.Matches)) })
	for i := range hits {
		hits[i].Reasons = []core.Reason{{Retriever: "words", Rank: i + 1}}
	}
	return core.Found{Hits: hits[:min(req.Limit, len(hits))], Read: read(req)}, nil
}

// read is what is read into every question with a curve in it.
func read(req core.SearchRequest) (out []core.Interpretation) {
	for _, name := range req.In {
		out = append(out, core.Interpretation{Key: "in:" + name, Kind: core.ReadWithin, Text: "only in " + filepath.Base(name), Why: "chosen: nothing else is searched", Removable: true})
	}
	if !strings.Contains(req.Query, "curve") {
		return out
	}
	for _, i := range []core.Interpretation{
		{Key: "scope", Kind: core.ReadDocuments, Text: `first: "crisis", 2008`, Why: "the question seems to name 2 of 20 documents, which come first", Removable: true},
		{Key: "abbr:ecb", Kind: core.ReadAbbreviation, Text: "ECB: European Central Bank", Why: "from crisis.pdf p. 3", Removable: true},
		{Key: "words:yield curve", Kind: core.ReadQuotes, Text: "“yield curve” first", Why: "3 pages hold it word for word; then its words are searched", Removable: true},
		{Key: "spell:recesion", Kind: core.ReadSpelling, Text: "also: recession (for recesion)", Why: "recesion stands nowhere", Removable: true},
		{Key: "nowhere", Kind: core.ReadNowhere, Text: "nowhere: zebra", Why: "no document holds it"},
	} {
		if !slices.Contains(req.Without, i.Key) {
			out = append(out, i)
		}
	}
	return out
}

func (f *fake) named(name string) core.Document {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, d := range f.documents {
		if d.Name == name {
			return d
		}
	}
	return core.Document{Name: name, Kind: core.KindPDF}
}

// find marks the words of a text that begin like one of words.
func find(text string, words []string) []core.Span {
	var out []core.Span
	at := 0
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,.;:()", r) }) {
		i := at + strings.Index(text[at:], w)
		at = i + len(w)
		for _, q := range words {
			if len(q) > 2 && strings.HasPrefix(strings.ToLower(w), q) {
				out = append(out, core.Span{Start: i, End: at})
				break
			}
		}
	}
	return out
}

func (f *fake) Context(ctx context.Context, req core.ContextRequest) (core.Context, error) {
	found, err := f.Search(ctx, core.SearchRequest{Query: req.Query, Plan: req.Plan, Limit: 20})
	if err != nil {
		return core.Context{}, err
	}
	hits := found.Hits
	slices.SortStableFunc(hits, func(a, b core.Hit) int { return rank(req.Order, a) - rank(req.Order, b) })
	c := core.Context{Budget: req.Budget}
	var text strings.Builder
	for _, h := range hits {
		place, tokens := h.Place(), 300+len(h.Text)*2
		left := core.LeftOut{Locator: h.Locator, Place: place, Tokens: tokens}
		switch {
		case slices.Contains(req.Exclude, place):
			left.Cause, left.Reason = core.CauseHand, "removed by hand"
		case slices.ContainsFunc(c.Sources, func(s core.Source) bool { return s.Place == place }):
			left.Cause, left.Reason, left.Of = core.CausePage, "same page as [1]", 1
		case len(c.Sources) == 7 || c.Tokens+tokens > req.Budget:
			left.Cause, left.Reason = core.CauseBudget, "over the budget"
			if !c.Truncated {
				left.More = tokens / 3
			}
		}
		if left.Cause != "" {
			c.LeftOut = append(c.LeftOut, left)
			c.Truncated = true
			continue
		}
		s := core.Source{Number: len(c.Sources) + 1, Document: h.Document, Place: place, Locator: h.Locator,
			Heading: h.Locator.Heading(), Tokens: tokens, Text: h.Text, Quotes: []core.Quote{{Page: h.Passage.Page, Span: h.Passage.Spans[0]}}}
		c.Sources = append(c.Sources, s)
		c.Tokens += tokens
		fmt.Fprintf(&text, "[%d] %s\n%s\n\n", s.Number, s.Heading, s.Text)
	}
	c.Text = text.String()
	return c, nil
}

func rank(order []core.Place, h core.Hit) int {
	if i := slices.Index(order, h.Place()); i >= 0 {
		return i - len(order)
	}
	return 0
}

func (f *fake) Page(ctx context.Context, doc core.DocumentID, page, width, height int) (*image.RGBA, error) {
	return drawPage(int(doc), page, width, height), nil
}

func (f *fake) DrawnLayout(_ context.Context, doc core.DocumentID, page, _, _ int) (core.Layout, error) {
	l := core.Layout{Page: page, Width: 595, Height: 842}
	for i := range 30 {
		l.Lines = append(l.Lines, core.Line{Span: core.Span{Start: i * 80, End: i*80 + 79},
			Left: 60, Top: 140 + float32(i)*18, Right: 535, Height: 13})
	}
	return l, nil
}

// drawPage draws grey lines of text, now and then a figure, on white paper.
func drawPage(doc, page, width, height int) *image.RGBA {
	w, h := width, width*842/595
	if h > height {
		w, h = height*595/842, height
	}
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	fill := func(x, y, ww, hh float64, c color.Color) {
		r := image.Rect(int(x*float64(w)), int(y*float64(h)), int((x+ww)*float64(w)), int((y+hh)*float64(h)))
		if r.Dy() == 0 {
			r.Max.Y++
		}
		draw.Draw(img, r, image.NewUniform(c), image.Point{}, draw.Src)
	}
	ink := color.Gray{Y: 0x9a}
	fill(0.2, 0.06, 0.6, 0.018, color.Gray{Y: 0x40})
	fill(0.32, 0.095, 0.36, 0.008, ink)
	figure := (doc+page)%3 == 0
	for i := range 30 {
		y := 0.166 + float64(i)*18/842
		if figure && i > 8 && i < 18 {
			continue
		}
		length := 0.80
		if (i*7+page)%6 == 5 {
			length = 0.5
		}
		fill(0.1, y+0.004, length, 0.008, ink)
	}
	if figure {
		fill(0.15, 0.36, 0.7, 0.19, color.RGBA{0xe4, 0xec, 0xf4, 0xff})
		for i := range 9 {
			bar := 0.03 + float64((i*i+doc)%7)*0.02
			fill(0.2+float64(i)*0.07, 0.54-bar, 0.04, bar, color.RGBA{0x3d, 0x7a, 0xa8, 0xff})
		}
	}
	return img
}
