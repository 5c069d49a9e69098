package assemble_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"ibid/core"
	"ibid/core/assemble/assembletest"
	"ibid/core/text"
	"ibid/core/token"
)

// hostile are stretches that could end a block, pass for a heading, hide or
// reorder text.
var hostile = []string{
	"```", "`````` end", "~~~", "### [2] x.pdf, p. 9", "[3] y.pdf, p. 4", "Left out: 7 over the budget of 9 tokens.",
	"…", "… and … so", "\u202eneddih\u202c", "\x1b[31mred", "a\x00b", "\U000e0041", "<!-- <script> -->", "]]>", "&lt;", "\\",
	"# one", "- two", "> three", "\t", "    four", "---", "===", "[x]: http://y", "\u2028", "\f", "soft\u00adly",
	"潮水很高。我们等待。", "ﬁn", "\u200b", "| a | b |", "$$", "x.\" \"y", "......",
}

// library is a random library with the hits of a random question in it.
type library struct {
	*store
	hits []core.Hit
}

func randomLibrary(r *rand.Rand) library {
	l := library{store: newStore()}
	kinds := []core.Kind{core.KindPDF, core.KindPDF, core.KindPDF, core.KindMarkdown, core.KindText, core.KindCode, core.KindConversation, core.KindOther, core.KindSheet}
	sizes := []int{8, 40, 120}
	size := sizes[r.IntN(len(sizes))]
	for d := range 1 + r.IntN(4) {
		doc := core.Document{ID: core.DocumentID(d + 1), Kind: kinds[r.IntN(len(kinds))], Hash: core.Hash(fmt.Sprint("hash ", d))}
		doc.Name = fmt.Sprintf("%s %d.%s", randomText(r, 2), d, doc.Kind)
		if doc.Kind == core.KindCode {
			doc.Name = fmt.Sprintf("%s %d.go", randomText(r, 2), d)
		}
		pages, ordinal := 1, 0
		if doc.Kind.Paged() {
			pages = 1 + r.IntN(5)
		}
		for p := range pages {
			body := randomText(r, 1+r.IntN(size*(8/pages+1)))
			if p > 0 && r.IntN(3) == 0 {
				body = "and so " + body // goes on from the page before
			}
			if r.IntN(4) == 0 {
				l.layouts[core.Place{Hash: doc.Hash, Page: p + 1}] = hiddenLayout(r, body)
			}
			for _, spans := range randomPassages(r, body, doc.Kind.Paged()) {
				h := core.Hit{Document: doc, Passage: core.Passage{Ordinal: ordinal, Page: p + 1, Spans: spans}}
				l.add(doc.Hash, body, h.Passage)
				ordinal++
				l.hits = append(l.hits, finish(r, h, body))
			}
		}
	}
	r.Shuffle(len(l.hits), func(i, j int) { l.hits[i], l.hits[j] = l.hits[j], l.hits[i] })
	l.hits = l.hits[:min(len(l.hits), 1+r.IntN(30))]
	for i := range l.hits {
		l.hits[i].Score = 1 / (1 + float64(i)*r.Float64()/4)
	}
	slices.SortFunc(l.hits, func(a, b core.Hit) int { return int(math.Copysign(1, b.Score-a.Score)) })
	return l
}

// hiddenLayout is a page with a line that cannot be seen.
func hiddenLayout(r *rand.Rand, body string) core.Layout {
	start := r.IntN(len(body))
	return core.Layout{Lines: []core.Line{{Span: core.Span{Start: start, End: min(start+20, len(body))}, Hidden: "off the page"}}}
}

// finish gives a hit all that follows from its passage.
func finish(r *rand.Rand, h core.Hit, body string) core.Hit {
	h.Text = h.Passage.Text(body)
	h.Locator = core.PageLocator(h.Document.Name, h.Passage.Page, "")
	if r.IntN(3) == 0 {
		h.Passage.Section = randomText(r, 1+r.IntN(4))
	}
	if !h.Document.Kind.Paged() {
		spans := h.Passage.Spans
		h.Passage.Lines = text.NewLineTable(body).Lines(core.Span{Start: spans[0].Start, End: spans[len(spans)-1].End})
		h.Locator = core.LineLocator(h.Document.Name, h.Passage.Lines[0], h.Passage.Lines[1])
	}
	for w := range text.Words(h.Text) {
		if r.IntN(20) == 0 {
			h.Matches = append(h.Matches, w.Span)
		}
	}
	h.Stale = r.IntN(20) == 0
	h.Reasons = []core.Reason{{Retriever: "words", Rank: 1, Detail: "BM25 rank 1 for " + randomText(r, 2)}}
	return h
}

// randomText is about so many words, with something hostile now and then.
func randomText(r *rand.Rand, words int) string {
	const letters = "aeiounrtslm"
	var b strings.Builder
	b.WriteByte('W')
	for range words {
		if r.IntN(12) == 0 {
			b.WriteString(hostile[r.IntN(len(hostile))])
		}
		for range 1 + r.IntN(8) {
			b.WriteByte(letters[r.IntN(len(letters))])
		}
		b.WriteString([]string{" ", " ", " ", " ", " ", " ", " ", "\n", "\n", ". T", ".\nA", "?\n\n"}[r.IntN(12)])
	}
	b.WriteString("end")
	return b.String()
}

// randomPassages divides a page into passages of some lines or words, in some
// pages as two columns whose lines alternate in the text.
func randomPassages(r *rand.Rand, body string, columns bool) [][]core.Span {
	var pieces []core.Span
	start := 0
	byWord := r.IntN(2) == 0
	for i := range len(body) {
		if body[i] == '\n' || byWord && body[i] == ' ' {
			pieces, start = append(pieces, core.Span{Start: start, End: i}), i+1
		}
	}
	pieces = append(pieces, core.Span{Start: start, End: len(body)})
	for i := range pieces {
		pieces[i] = text.Trim(body, pieces[i])
	}
	pieces = slices.DeleteFunc(pieces, func(s core.Span) bool { return s.Len() == 0 })
	var out [][]core.Span
	if columns && r.IntN(3) == 0 && len(pieces) > 3 {
		var left, right []core.Span
		for i, p := range pieces {
			if i%2 == 0 {
				left = append(left, p)
			} else {
				right = append(right, p)
			}
		}
		for c := range slices.Chunk(append(left, right...), 1+r.IntN(30)) {
			out = append(out, c)
		}
		return out
	}
	for c := range slices.Chunk(pieces, 1+r.IntN(60)) {
		out = append(out, []core.Span{{Start: c[0].Start, End: c[len(c)-1].End}})
	}
	return out
}

// randomRequest asks for anything, in all formats.
func randomRequest(r *rand.Rand, l library) core.ContextRequest {
	req := core.ContextRequest{
		Budget: math.MaxInt32, Format: core.Formats[r.IntN(len(core.Formats))], Truncation: core.Truncations[r.IntN(len(core.Truncations))],
		Tokenizer: []string{"", "", "cl100k_base", "llama3"}[r.IntN(4)],
		Explain:   r.IntN(4) == 0, Group: r.IntN(3) == 0, NoSources: r.IntN(3) == 0, NoCode: r.IntN(6) == 0, NoImports: r.IntN(2) == 0,
	}
	if r.IntN(4) == 0 {
		req.MinScore = r.Float64()
	}
	if r.IntN(4) == 0 {
		req.Prompt = core.CitePrompt + "\n" + hostile[r.IntN(len(hostile))]
	}
	if r.IntN(3) == 0 {
		req.MaxSources = 1 + r.IntN(15)
	}
	for _, h := range l.hits {
		switch r.IntN(25) {
		case 0:
			req.Exclude = append(req.Exclude, h.Place())
		case 1:
			req.Order = append(req.Order, h.Place())
		}
	}
	return req
}

// randomQuestion asks for words of the library and words that it does not have.
func randomQuestion(r *rand.Rand, l library) core.Query {
	var q core.Query
	for range r.IntN(8) {
		word := []string{"kelp", "Zanzibar", "Q3", "2019", "tide"}[r.IntN(5)]
		if words := text.Forms(l.hits[r.IntN(len(l.hits))].Text); len(words) > 0 && r.IntN(2) == 0 {
			word = words[r.IntN(len(words))]
		}
		q.Raw += word + []string{" ", ", "}[r.IntN(2)]
	}
	q.Words = text.Forms(q.Raw)
	return q
}

// missing checks that words that are said to be in no source are in none, and that a
// word that stands nowhere is said, unless there are many.
func (k *checker) missing(c core.Context) {
	held := make(map[string]bool)
	for _, s := range c.Sources {
		hold := []string{s.Heading, s.Section, s.Document.Name}
		for _, q := range s.Quotes {
			page := k.pages[core.Place{Hash: s.Document.Hash, Page: q.Page}].Text
			if !s.Document.Kind.Paged() {
				page = page[q.Start:q.End]
			}
			hold = append(hold, page)
		}
		for _, form := range text.Forms(strings.Join(hold, "\n")) {
			held[form] = true
		}
	}
	said := text.Forms(strings.Join(c.Missing, " "))
	for _, form := range said {
		if held[form] {
			k.fail("%q is said to be missing", form)
		}
	}
	lacking := make(map[string]bool)
	for _, form := range k.question.Words {
		if !held[form] {
			lacking[form] = true
		}
	}
	if lacking["zanzibar"] && len(lacking) <= 6 && len(c.Sources) > 0 && !slices.Contains(said, "zanzibar") {
		k.fail("%q are said to be missing of %v", said, lacking)
	}
}

// R1.7, R3.2, R3.3, R3.4, R3.5, R3.6, R3.7, R4.5
func TestContextsOfRandomLibraries(t *testing.T) {
	cases := assembletest.Cases()
	tooSmall, truncated := 0, 0
	for seed := range uint64(cases) {
		r := rand.New(rand.NewPCG(seed, 1))
		l := randomLibrary(r)
		req := randomRequest(r, l)
		check := checker{T: t, seed: seed, library: l, req: req, question: randomQuestion(r, l)}
		whole := check.build()
		if len(whole.Sources) == 0 {
			continue
		}
		low, high := 0.0, math.Log(float64(whole.Tokens))
		if r.IntN(2) == 0 {
			low, high = high, math.Log(1e6)
		}
		check.req.Budget = int(math.Exp(low + r.Float64()*(high-low)))
		c := check.build()
		if c.Budget != check.req.Budget {
			tooSmall++
		}
		if c.Truncated {
			truncated++
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d libraries: %d budgets too small for a source, %d contexts cut to their budget", cases, tooSmall, truncated)
	if tooSmall == 0 || truncated < cases/10 {
		t.Error("too few of the cases are hard")
	}
}

// checker builds one context and holds it against what must be true of each.
type checker struct {
	*testing.T
	seed uint64
	library
	req      core.ContextRequest
	question core.Query
}

func (k *checker) fail(format string, args ...any) {
	k.Helper()
	k.Errorf("seed %d, budget %d, %s: %s", k.seed, k.req.Budget, k.req.Format, fmt.Sprintf(format, args...))
}

// build builds and checks a context. Of a budget that is too small it takes
// the minimum that the error names.
func (k *checker) build() core.Context {
	k.Helper()
	a := k.assembler()
	c, err := a.Context(context.Background(), k.req, k.found())
	var small *core.BudgetError
	if errors.As(err, &small) {
		if small.Minimum <= k.req.Budget || small.Budget != k.req.Budget {
			k.fail("%v", small)
		}
		req := k.req
		req.Budget = small.Minimum
		c, err = a.Context(context.Background(), req, k.found())
		if err == nil && len(c.Sources) != 1 {
			k.fail("the minimum of %d holds %d sources", small.Minimum, len(c.Sources))
		}
	}
	if err != nil {
		k.fail("%v", err)
		return c
	}
	req := k.req
	req.Budget = c.Budget
	if again, err := a.Context(context.Background(), req, k.found()); err != nil || !cmp.Equal(again, c) {
		k.fail("the second time differs: %v\n%s", err, cmp.Diff(c, again))
	}
	k.count(c)
	k.places(c)
	k.ranks(c)
	k.quotes(c)
	k.blocks(c)
	k.next(c)
	k.missing(c)
	return c
}

// found is what the search gave: the hits, for a question of words that they hold
// and words that they do not.
func (k *checker) found() core.Retrieval {
	return core.Retrieval{Hits: k.hits, Query: k.question}
}

// count checks the budget and the tokens.
func (k *checker) count(c core.Context) {
	counter := token.For(k.req.Tokenizer)
	if n := counter.Count(c.Text); n != c.Tokens || n > c.Budget || c.Tokenizer != counter.Name() || c.Estimated == counter.Exact() {
		k.fail("the text has %d tokens of %s, %d of %s are said, %d allowed", n, counter.Name(), c.Tokens, c.Tokenizer, c.Budget)
	}
	if !utf8.ValidString(c.Text) {
		k.fail("the text is not valid UTF-8")
	}
	cut := false
	for _, s := range c.Sources {
		cut = cut || s.Cut
		if s.Tokens <= 0 || s.Whole < s.Tokens && s.Cut && s.Whole < s.Tokens-8 {
			k.fail("source %d costs %d tokens of %d, in full %d", s.Number, s.Tokens, c.Tokens, s.Whole)
		}
	}
	for _, lo := range c.LeftOut {
		cut = cut || lo.Cause == core.CauseBudget
	}
	if cut != c.Truncated {
		k.fail("truncated is %v and should be %v", c.Truncated, cut)
	}
}

// places checks that no place stands twice, and what was chosen by hand.
func (k *checker) places(c core.Context) {
	seen := make(map[core.Place]int)
	take := func(p core.Place, number int) {
		if seen[p] != 0 {
			k.fail("%v stands in sources %d and %d", p, seen[p], number)
		}
		seen[p] = number
	}
	type byteAt struct {
		hash     core.Hash
		page, at int
	}
	quoted, texts := make(map[byteAt]int), make(map[string]int)
	for i, s := range c.Sources {
		if texts[s.Text] != 0 {
			k.fail("sources %d and %d read the same: %q", texts[s.Text], i+1, s.Text)
		}
		texts[s.Text] = i + 1
		if s.Number != i+1 {
			k.fail("source %d has the number %d", i+1, s.Number)
		}
		if slices.Contains(k.req.Exclude, s.Place) {
			k.fail("%v was removed", s.Place)
		}
		if s.Document.Kind.Paged() {
			for page := s.Locator.Page; page <= s.Locator.LastPage; page++ {
				take(core.Place{Hash: s.Place.Hash, Page: page}, s.Number)
			}
		}
		for i, q := range s.Quotes {
			page := k.pages[core.Place{Hash: s.Document.Hash, Page: q.Page}].Text
			if row, ok := text.Header(s.Document.Kind, s.Document.Name, page); ok && i == 0 && len(s.Quotes) > 1 && row.Start <= q.Start && q.End <= row.End {
				continue // the names of the columns stand above the rows of each source
			}
			for at := q.Start; at < q.End; at++ {
				key := byteAt{s.Place.Hash, q.Page, at}
				if other, twice := quoted[key]; twice {
					k.fail("byte %d of %v stands in sources %d and %d", at, s.Place, other, s.Number)
					return
				}
				quoted[key] = s.Number
			}
		}
	}
	limit := k.req.MaxSources
	if limit == 0 {
		limit = core.AutoSources
	}
	if len(c.Sources) > limit {
		k.fail("%d sources, %d are allowed", len(c.Sources), limit)
	}
}

// ranks checks that sources stand in order of rank within their group, and that
// none of them ranks below one that left for the budget or the limit.
func (k *checker) ranks(c core.Context) {
	rank := func(p core.Place) int {
		if i := slices.Index(k.req.Order, p); i >= 0 {
			return i - len(k.req.Order)
		}
		return slices.IndexFunc(k.hits, func(h core.Hit) bool { return h.Place() == p })
	}
	lowest := math.MinInt
	last := make(map[core.Group]int)
	for _, s := range c.Sources {
		group := core.Group("all")
		if k.req.Group {
			group = s.Group
		}
		if before, any := last[group]; any && rank(s.Place) <= before {
			k.fail("source %d ranks above the one before it", s.Number)
		}
		last[group] = rank(s.Place)
		lowest = max(lowest, rank(s.Place))
	}
	for _, lo := range c.LeftOut {
		switch lo.Cause {
		case core.CauseBudget, core.CauseLimit:
			if rank(lo.Place) <= lowest {
				k.fail("%v was left out (%s) and a source ranks below it", lo.Place, lo.Reason)
			}
		case core.CauseDuplicate, core.CausePage:
			if lo.Of < 1 || lo.Of > len(c.Sources) || !strings.Contains(lo.Reason, fmt.Sprintf("[%d]", lo.Of)) {
				k.fail("%s: of source %d", lo.Reason, lo.Of)
			}
		}
	}
}

// next checks that what stands below the line enters for what it is said to
// cost.
func (k *checker) next(c core.Context) {
	if len(c.LeftOut) == 0 || c.LeftOut[0].Cause != core.CauseBudget {
		return
	}
	next := c.LeftOut[0]
	if next.More <= 0 || next.Tokens <= 0 {
		k.fail("%v enters with %d tokens more and costs %d", next.Place, next.More, next.Tokens)
		return
	}
	req := k.req
	req.Budget = c.Budget + next.More
	more, err := k.assembler().Context(context.Background(), req, k.found())
	if err != nil || !slices.ContainsFunc(more.Sources, func(s core.Source) bool { return s.Place == next.Place }) {
		k.fail("%v does not enter with %d tokens more: %v", next.Place, next.More, err)
	}
}

// quotes checks that every quote is stored text that stands in its source, in
// order, with nothing else but cuts between them.
func (k *checker) quotes(c core.Context) {
	for _, s := range c.Sources {
		var quotes []string
		for _, q := range s.Quotes {
			page := k.pages[core.Place{Hash: s.Document.Hash, Page: q.Page}].Text
			quotes = append(quotes, text.Visible(page[q.Start:q.End]))
			if s.Document.Kind.Paged() && (q.Page < s.Locator.Page || q.Page > s.Locator.LastPage) {
				k.fail("source %d quotes page %d", s.Number, q.Page)
			}
		}
		if !assembletest.Follow(s.Text, quotes) {
			k.fail("source %d: quotes %q do not make up %q", s.Number, quotes, s.Text)
		}
	}
}

// blocks checks that the text reads back as the sources, their list and a
// closing line.
func (k *checker) blocks(c core.Context) {
	if len(c.Sources) == 0 {
		if c.Text != "" {
			k.fail("a context without sources reads %q", c.Text)
		}
		return
	}
	got, err := assembletest.Read(k.req.Format, c.Text, c.Nonce)
	if err != nil {
		k.fail("%v in\n%s", err, c.Text)
		return
	}
	if len(got.Sources) != len(c.Sources) {
		k.fail("%d regions for %d sources in\n%s", len(got.Sources), len(c.Sources), c.Text)
		return
	}
	var headings, groups []string
	for i, s := range c.Sources {
		r := got.Sources[i]
		headings = append(headings, r.Heading)
		if want := fmt.Sprintf("[%d] %s", s.Number, text.OneLine(s.Heading)); !strings.HasPrefix(r.Heading, want) {
			k.fail("heading %q, want %q", r.Heading, want)
		}
		if r.Body != s.Text {
			k.fail("body: %s", cmp.Diff(s.Text, r.Body))
		}
		for _, w := range s.Warnings {
			if !slices.Contains(r.Notes, "warning: "+w) {
				k.fail("warning %q is not among %q", w, r.Notes)
			}
		}
		if k.req.Group && (len(groups) == 0 || groups[len(groups)-1] != string(s.Group)) {
			groups = append(groups, string(s.Group))
		}
	}
	if !slices.Equal(got.Groups, groups) {
		k.fail("groups %q, want %q", got.Groups, groups)
	}
	if k.req.NoSources {
		headings = nil
	}
	if !slices.Equal(got.List, headings) {
		k.fail("list %q, want %q", got.List, headings)
	}
	k.closing(c, got.Summary)
}

// closing checks that the closing line counts all that was cut or left out.
func (k *checker) closing(c core.Context, summary string) {
	counts := make(map[string]int)
	for _, lo := range c.LeftOut {
		switch lo.Cause {
		case core.CausePage:
			counts["further on pages that are quoted"] += lo.Hits
		case core.CauseDuplicate:
			counts["duplicate of these"]++
		case core.CauseWorth:
			counts["less than 0.40 of the best"]++
		default:
			counts[lo.Reason]++
		}
	}
	for reason, n := range counts {
		if !strings.Contains(summary, fmt.Sprintf("%d %s", n, reason)) {
			k.fail("%d %s is not in %q", n, reason, summary)
		}
	}
	for _, s := range c.Sources {
		if s.Cut != slices.Contains(c.Shortened, s.Number) || s.Cut && !strings.Contains(summary, fmt.Sprintf("[%d]", s.Number)) {
			k.fail("source %d, cut %v, is not among %v or not in %q", s.Number, s.Cut, c.Shortened, summary)
		}
	}
	brief := slices.ContainsFunc(c.Sources, func(s core.Source) bool { return s.Shown == core.ShownTrimmed && !s.Cut })
	if brief != strings.Contains(summary, "Quoted in part: [") {
		k.fail("closing line %q where sources are quoted in part is %v", summary, brief)
	}
	if (len(c.Missing) > 0) != strings.HasPrefix(summary, "None of these sources holds \"") {
		k.fail("closing line %q where %q are missing", summary, c.Missing)
	}
	if (summary != "") != (len(counts)+len(c.Shortened)+len(c.Missing) > 0 || brief) {
		k.fail("closing line %q for %v and %v", summary, counts, c.Shortened)
	}
}
