package assemble

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/text"
)

// sentence writes so many words; W begins it.
func sentence(words int) string { return "W" + strings.Repeat(" word", words-1) + "." }

// cutterOf shortens a page that is one passage.
func cutterOf(m text.LineBreaks, body string, matched ...string) *cutter {
	p := &page{text: body, breaks: m, lines: text.NewLineTable(body)}
	var matches []core.Span
	for _, s := range matched {
		at := strings.Index(body, s)
		matches = append(matches, core.Span{Start: at, End: at + len(s)})
	}
	return newCutter(p, part{spans: []core.Span{{End: len(body)}}}, matches)
}

// shows writes what parts quote, with … where they say that something is cut.
func (c *cutter) shows(parts []part) string {
	var out []string
	for _, p := range parts {
		s := ""
		for _, sp := range p.spans {
			s += c.page.text[sp.Start:sp.End]
		}
		if p.cutBefore {
			s = "…" + s
		}
		if p.cutAfter {
			s += "…"
		}
		out = append(out, s)
	}
	return strings.Join(out, "|")
}

// Each pair of cases stands on either side of a bound.
func TestBoundsOfShorteningProse(t *testing.T) { // R3.6, R1.4
	short, ten := sentence(2), sentence(10)
	tens := func(n int) string { return strings.TrimSpace(strings.Repeat(ten+" ", n)) }
	letters := strings.Repeat("x", 961)
	signatureFirst := func(c *cutter) []part { trimmed, _ := c.shorten(core.TruncateSignature); return trimmed }
	bookend := func(c *cutter) []part { trimmed, _ := c.shorten(core.TruncateBookend); return trimmed }
	for _, tt := range []struct {
		name  string
		parts func(c *cutter) []part
		body  string
		match string
		want  string
	}{
		{"a sentence of 60 words around its match", func(c *cutter) []part { return c.around(0) }, short + " " + sentence(60) + " " + short, "word word word", "…" + sentence(60) + "…"},
		{"a sentence of 61 words around its match", func(c *cutter) []part { return c.around(0) }, short + " " + sentence(61), "word word word", "…" + sentence(60)[:len(sentence(60))-1] + "…"},
		{"three sentences of 180 words", func(c *cutter) []part { return c.around(1) }, sentence(60) + " Match " + sentence(59) + " " + sentence(60), "Match", sentence(60) + " Match " + sentence(59) + " " + sentence(60)},
		{"three sentences of 181 words", func(c *cutter) []part { return c.around(1) }, sentence(61) + " Match " + sentence(59) + " " + sentence(60), "Match", "…Match " + sentence(59) + "…"},
		{"one sentence of 60 times 16 bytes", func(c *cutter) []part { return c.around(0) }, letters[:959] + ".", "x", letters[:959] + "."},
		{"one sentence of a byte more", func(c *cutter) []part { return c.around(0) }, letters[:960] + ".", "x", letters[:960] + "…"},

		{"a head of 60 words", func(c *cutter) []part { return []part{c.head(60, 6)} }, tens(6) + " " + short, "", tens(6) + "…"},
		{"a head of 62 words", func(c *cutter) []part { return []part{c.head(60, 6)} }, sentence(11) + " " + tens(5) + " " + short, "", sentence(11) + " " + tens(4) + "…"},
		{"a tail of 40 words", func(c *cutter) []part { return c.bookend(10, 40) }, ten + " " + ten + " " + tens(4), "", ten + "|" + tens(4)},
		{"a tail of 41 words", func(c *cutter) []part { return c.bookend(10, 40) }, ten + " " + sentence(11) + " " + tens(3), "", ten + "|" + tens(3)},
		{"signature-first of 60 words", signatureFirst, tens(6) + " " + short, "", tens(6) + "…"},
		{"signature-first of 61 words", signatureFirst, sentence(11) + " " + tens(5) + " " + short, "", sentence(11) + " " + tens(4) + "…"},
		{"bookend of 60 and 40 words", bookend, tens(20), "", tens(6) + "|" + tens(4)},
		{"bookend of 61 and 41 words", bookend, sentence(11) + " " + tens(15) + " " + sentence(11), "", sentence(11) + " " + tens(4) + "|" + tens(2) + " " + sentence(11)},
		{"head and tail meet", func(c *cutter) []part { return c.bookend(10, 40) }, tens(2), "", tens(2)},
		{"an outline of 30 words", (*cutter).outline, sentence(30) + " " + short, "", sentence(30) + "…"},
		{"an outline of 31 words", (*cutter).outline, sentence(31) + " " + short, "", sentence(30)[:len(sentence(30))-1] + "…"},
		{"a last sentence of 30 words", func(c *cutter) []part { return c.bookend(1, 1) }, short + " " + ten + " " + sentence(30), "", short + "|" + sentence(30)},
		{"a last sentence of 31 words", func(c *cutter) []part { return c.bookend(1, 1) }, short + " " + ten + " " + sentence(31), "", short + "|" + sentence(30)[:len(sentence(30))-1] + "…"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := cutterOf(text.WrappedLines, tt.body)
			if tt.match != "" {
				c = cutterOf(text.WrappedLines, tt.body, tt.match)
			}
			if got := c.shows(tt.parts(c)); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

// The truncations leave these words and lines; of code the line numbers.
func TestBoundsOfTruncations(t *testing.T) { // R1.4
	var lines []string
	for i := range 30 {
		lines = append(lines, fmt.Sprint("l", i))
	}
	numbered := strings.Join(lines, "\n")
	upTo := func(from, to int) string { return strings.Join(lines[from:to+1], "\n") }
	for _, tt := range []struct {
		how            core.Truncation
		trimmed, short string
	}{
		{core.TruncateSignature, upTo(0, 5) + "…", upTo(0, 5) + "…"},
		{core.TruncateBookend, upTo(0, 5) + "|" + upTo(27, 29), upTo(0, 5) + "|" + upTo(27, 29)},
		{core.TruncateWindow, "…" + upTo(12, 18) + "…", "…" + upTo(14, 16) + "…"},
	} {
		c := cutterOf(text.OwnLines, numbered, "l15")
		trimmed, short := c.shorten(tt.how)
		if a, b := c.shows(trimmed), c.shows(short); a != tt.trimmed || b != tt.short {
			t.Errorf("%s: %q and %q", tt.how, a, b)
		}
	}
	c := cutterOf(text.JoinedLines, numbered, "l15")
	if trimmed, short := c.shorten(core.TruncateWindow); c.shows(trimmed) != "…"+upTo(14, 16)+"…" || c.shows(short) != "…l15…" {
		t.Errorf("paged: %q and %q", c.shows(trimmed), c.shows(short))
	}
}

func TestBoundsOfASignature(t *testing.T) { // R1.4
	file := func(comments, signature, body int) (string, *core.Entity) {
		doc, head := strings.Repeat("# c\n", comments), strings.Repeat("( \n", signature-1)+"def {\n"
		return strings.TrimSpace(doc + head + strings.Repeat("  s\n", body)), &core.Entity{Span: core.Span{Start: len(doc)}, Body: len(doc) + len(head) - 2}
	}
	count := func(c *cutter, parts []part) int { return 1 + strings.Count(c.shows(parts), "\n") }
	for _, tt := range []struct {
		name                string
		comments, signature int
		begins              string
		head, outline       int // lines
	}{
		{"three lines of comment", 3, 1, "# c", 6, 1},
		{"four lines of comment", 4, 1, "…def", 6, 1},
		{"a signature of six lines", 0, 6, "(", 6, 6},
		{"a signature of seven lines", 0, 7, "(", 7, 7},
		{"a signature of eight lines", 0, 8, "(", 7, 7},
	} {
		body, e := file(tt.comments, tt.signature, 20)
		c := cutterOf(text.OwnLines, body)
		c.entity = e
		head := []part{c.head(60, 6)}
		if got := count(c, head); got != tt.head || !strings.HasPrefix(c.shows(head), tt.begins) {
			t.Errorf("%s: a head of %d lines: %q", tt.name, got, c.shows(head))
		}
		if got := count(c, c.outline()); got != tt.outline {
			t.Errorf("%s: an outline of %d lines: %q", tt.name, got, c.shows(c.outline()))
		}
	}
	// Of an entity that begins far above the passage the signature is not in it.
	for start, want := range map[int]bool{200: true, 201: false} {
		body := strings.Repeat(" ", start) + "s\nt"
		p := &page{text: body, breaks: text.OwnLines, lines: text.NewLineTable(body)}
		c := newCutter(p, part{spans: []core.Span{{Start: start, End: len(body)}}}, nil)
		c.entity = &core.Entity{Body: start + 2}
		if _, _, ok := c.signed(); ok != want {
			t.Errorf("%d bytes above the passage: signed %v", start, ok)
		}
	}
	// Without an entity the signature ends with the line that opens the body.
	for body, want := range map[string]int{"a(\nb) {\nc": 2, "a:\nb\nc": 1, "a;\nb": 1, "a\nb\nc": 1, strings.Repeat("a\n", 5) + "b {\nc": 6, strings.Repeat("a\n", 6) + "b {\nc": 1} {
		if got := cutterOf(text.OwnLines, body).signature(); got != want {
			t.Errorf("%q: a signature of %d lines, want %d", body, got, want)
		}
	}
}

func TestBoundsOfWidening(t *testing.T) { // R0.9
	for words, want := range map[int]bool{60: true, 61: false} {
		body := strings.Repeat("word ", words) + "rose" + strings.Repeat(" word", words) + "."
		s := core.Span{Start: 5 * words, End: 5*words + 4}
		got := (&page{text: body}).widen(s, 0)
		if (got == core.Span{End: len(body)}) != want || !want && got != s {
			t.Errorf("%d words on either side: %v", words, got)
		}
	}
	body := "one\ntwo\nthree\nfour\nfive"
	p := &page{text: body, breaks: text.OwnLines, lines: text.NewLineTable(body)}
	for lines, want := range map[int]string{0: "three", 1: "two\nthree\nfour", 2: body, 3: body} {
		got := p.widen(core.Span{Start: 8, End: 10}, lines)
		if s := body[got.Start:got.End]; s != want {
			t.Errorf("with %d lines: %q", lines, s)
		}
	}
}

func TestBoundsOfRunningOverAPageEnd(t *testing.T) { // R0.9
	passageOf := func(words int) *nextPassage {
		s := strings.TrimSuffix(sentence(words), ".")
		return &nextPassage{page: &page{text: s}, spans: []core.Span{{End: len(s)}}}
	}
	for words, cut := range map[int]bool{60: false, 61: true} {
		if s := passageOf(words).first(); s.cut != cut {
			t.Errorf("the rest of a sentence has %d words: cut %v", words, s.cut)
		}
	}
	for words, cut := range map[int]bool{61: false, 62: true} { // sixty words before its last one
		if s := passageOf(words).last(); s.cut != cut {
			t.Errorf("the beginning of a sentence has %d words: cut %v", words, s.cut)
		}
	}
	for s, want := range map[string]bool{"a b c": true, "a b": false, "a B C": true, "a B C D": false, "a B C D e F": true, "a b c http://d": false} {
		if isProse(s) != want {
			t.Errorf("%q is prose: %v", s, !want)
		}
	}
	for s, want := range map[string]bool{
		"": true, "1234": true, "12345": false, "- 4 -": true, "page 7 of 9": true, "xvii": true, "viiiiiii": false, "A-12": true, "ABC-12": false,
		"217 " + strings.Repeat("A", 86): true, "217 " + strings.Repeat("A", 87): false,
		"2021 FORM 10-K 4": true, "the tide rose by 4": false, "1234 FORM": true, "12345 FORM": false,
	} {
		if isFurniture(s) != want {
			t.Errorf("%q is beside the text: %v", s, !want)
		}
	}
	for n, want := range map[int]string{2: "Text.", 3: "Text.", 4: "Text.\n7"} {
		foot := "Text." + strings.Repeat("\n7", n)
		if got := foot[:footless(foot, core.Span{End: len(foot)})]; got != want {
			t.Errorf("a foot of %d lines: %q", n, got)
		}
	}
	for n, want := range map[int]string{2: "Text.", 3: "Text.", 4: "7\nText."} {
		head := strings.Repeat("7\n", n) + "Text."
		if got := head[headless(head, core.Span{End: len(head)}):]; got != want {
			t.Errorf("a head of %d lines: %q", n, got)
		}
	}
}

func TestBoundsOfWhatIsSaidOfASource(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	for in, want := range map[string]string{x(100): x(100), x(101): x(100) + "…", x(101) + " > " + x(99): x(100) + "… > " + x(99)} {
		if got := shortTitles(in); got != want {
			t.Errorf("titles: %q", got)
		}
	}
	for in, want := range map[string]string{x(80): x(80), x(81): x(80) + "…"} {
		if got := clipped(in); got != want {
			t.Errorf("clipped: %q", got)
		}
	}
	for n, want := range map[int]int{20: 20, 21: 21, 29: 21} {
		got := imports(slices.Repeat([]core.Import{{Path: "x"}}, n))
		if len(got) != want || (got[len(got)-1] == "…") != (n > 20) {
			t.Errorf("%d imports: %d are named, the last %q", n, len(got), got[len(got)-1])
		}
	}
	for n, want := range map[int]int{12: 12, 13: 13, 21: 13} {
		body := strings.Repeat("x", 5)
		c := &candidate{page: &page{text: body, breaks: text.OwnLines}}
		c.page.code.Entities = slices.Repeat([]core.Entity{{Name: "xxxxx", Span: core.Span{Start: 100, End: 101}}}, n)
		c.hit.Passage.Spans = []core.Span{{End: 5}}
		for l := range c.quotes {
			c.quotes[l] = []part{{spans: c.hit.Passage.Spans}}
		}
		if got := c.related(); len(got) != want || (got[len(got)-1] == "…") != (n > 12) {
			t.Errorf("%d related names: %d are named", n, len(got))
		}
	}
}

func TestBoundsOfARequest(t *testing.T) { // X7
	for _, tt := range []struct {
		name string
		req  core.ContextRequest
		want core.ContextRequest // budget, sources and lines; zero for an error
	}{
		{"nothing said", core.ContextRequest{}, core.ContextRequest{Budget: core.DefaultBudget, Lines: core.DefaultLines}},
		{"one token", core.ContextRequest{Budget: 1, MaxSources: 1, Lines: 1}, core.ContextRequest{Budget: 1, MaxSources: 1, Lines: 1}},
		{"less than none", core.ContextRequest{Budget: -1}, core.ContextRequest{}},
		{"no lines", core.ContextRequest{Lines: -1}, core.ContextRequest{Budget: core.DefaultBudget}},
		{"the most sources", core.ContextRequest{MaxSources: core.MostSources + 1}, core.ContextRequest{Budget: core.DefaultBudget, MaxSources: core.MostSources, Lines: core.DefaultLines}},
		{"a model of three tokens", core.ContextRequest{Model: 3, MaxSources: 1, Lines: 1}, core.ContextRequest{Budget: 3, MaxSources: 1, Lines: 1}},
		{"a model of four tokens", core.ContextRequest{Model: 4, MaxSources: 1, Lines: 1}, core.ContextRequest{Budget: 3, MaxSources: 1, Lines: 1}},
		{"a reserve that leaves one", core.ContextRequest{Model: 100, Reserve: 99, MaxSources: 1, Lines: 1}, core.ContextRequest{Budget: 1, MaxSources: 1, Lines: 1}},
		{"a reserve that leaves none", core.ContextRequest{Model: 100, Reserve: 100}, core.ContextRequest{}},
		{"a reserve of nothing", core.ContextRequest{Reserve: 1}, core.ContextRequest{}},
		{"a model below nothing", core.ContextRequest{Model: -1}, core.ContextRequest{}},
		{"a reserve below nothing", core.ContextRequest{Model: 9, Reserve: -1}, core.ContextRequest{}},
		{"the longest prompt", core.ContextRequest{Prompt: strings.Repeat("é", core.MostPrompt), MaxSources: 1, Lines: 1}, core.ContextRequest{Budget: core.DefaultBudget, MaxSources: 1, Lines: 1}},
		{"a longer prompt", core.ContextRequest{Prompt: strings.Repeat("e", core.MostPrompt+1)}, core.ContextRequest{}},
		{"another format", core.ContextRequest{Format: "odt"}, core.ContextRequest{}},
		{"another truncation", core.ContextRequest{Truncation: "none"}, core.ContextRequest{}},
	} {
		got, err := complete(tt.req)
		if fits := tt.want.Budget > 0; (err == nil) != fits || fits && (got.Budget != tt.want.Budget || got.MaxSources != tt.want.MaxSources || got.Lines != tt.want.Lines) {
			t.Errorf("%s: budget %d, %d sources, %d lines, %v", tt.name, got.Budget, got.MaxSources, got.Lines, err)
		}
	}
}

func TestScoresOnTheBoundsAreIn(t *testing.T) { // R3.4
	hit := func(page, ordinal int, score float64) core.Hit {
		return core.Hit{Document: core.Document{Kind: core.KindPDF}, Passage: core.Passage{Page: page, Ordinal: ordinal}, Score: score}
	}
	for _, tt := range []struct {
		name                  string
		floor                 float64
		hits                  []core.Hit
		all, others, weak, no int
	}{
		{"on the floor", .3, []core.Hit{hit(1, 0, .3)}, 1, 0, 0, 0},
		{"below the floor", .3, []core.Hit{hit(1, 0, .29)}, 0, 0, 0, 1},
		{"half of the best", 0, []core.Hit{hit(1, 0, 1), hit(1, 1, .5)}, 1, 1, 0, 0},
		{"less than half", 0, []core.Hit{hit(1, 0, 1), hit(1, 1, .49)}, 1, 0, 1, 0},
		{"half of the best, below the floor", .6, []core.Hit{hit(1, 0, 1), hit(1, 1, .55)}, 1, 0, 1, 0},
		{"half of the best, on the floor", .6, []core.Hit{hit(1, 0, 1), hit(1, 1, .6)}, 1, 1, 0, 0},
	} {
		all, out := gather(core.ContextRequest{MinScore: tt.floor}, tt.hits)
		others, weak := 0, 0
		for _, c := range all {
			others, weak = others+len(c.others), weak+len(c.weaker)
		}
		if len(all) != tt.all || others != tt.others || weak != tt.weak || len(out) != tt.no {
			t.Errorf("%s: %d candidates, %d others, %d weaker, %d out", tt.name, len(all), others, weak, len(out))
		}
	}
}

func TestOnlyALevelThatQuotesLessIsShorter(t *testing.T) { // R3.6
	for end, want := range map[int]bool{9: true, 10: false, 11: false} {
		c := &candidate{}
		for l := range c.quotes {
			c.quotes[l] = []part{{spans: []core.Span{{End: 10}}}}
		}
		c.quotes[levelShort] = []part{{spans: []core.Span{{End: end}}}}
		if got := c.shrink(); got != want || (c.level == levelShort) != want {
			t.Errorf("%d bytes in place of 10: %v, at level %d", end, got, c.level)
		}
	}
}

// Of two entities of a passage with as many matches the first is what it is about.
func TestAPassageIsAboutTheEntityWithMostMatches(t *testing.T) { // R2.7
	word := func(at ...int) (out []core.Span) {
		for _, n := range at {
			out = append(out, core.Span{Start: n, End: n + 1})
		}
		return out
	}
	for _, tt := range []struct {
		matches []core.Span
		want    int
	}{{nil, 0}, {word(12), 1}, {word(2, 12), 0}, {word(2, 12, 13), 1}} {
		c := &candidate{page: &page{text: strings.Repeat("x", 30)}}
		c.page.code.Entities = []core.Entity{{Span: core.Span{End: 9}}, {DocStart: 10, Span: core.Span{Start: 10, End: 19}}, {DocStart: 20, Span: core.Span{Start: 20, End: 29}}}
		c.hit.Passage.Spans, c.hit.Matches = []core.Span{{End: 20}}, tt.matches
		if got := c.entity(); got != tt.want {
			t.Errorf("%v: entity %d, want %d", tt.matches, got, tt.want)
		}
	}
}

func TestBoundsOfAnOutline(t *testing.T) { // R2.7
	shown := func(p *page, spans []core.Span) string {
		var out []string
		for _, s := range spans {
			out = append(out, p.text[s.Start:s.End])
		}
		return strings.Join(out, "|")
	}
	for body, want := range map[string]string{"type a {\nb\n}": "type a {\nb\n}", "type a {\nb\nc\n}": "type a {"} {
		p := &page{text: body, breaks: text.OwnLines, lines: text.NewLineTable(body)}
		p.code.Entities = []core.Entity{{Kind: core.EntityStruct, Parent: -1, Span: core.Span{End: len(body)}, Body: len("type a {")}}
		if got := shown(p, p.signatures(core.Span{End: len(body)})); got != want {
			t.Errorf("the signature of %q is %q", body, got)
		}
	}
	for body, want := range map[string]string{"func a() { b() }": "func a() { b() }", "func a() {\nb()\n}": "func a() {"} {
		p := &page{text: body, breaks: text.OwnLines, lines: text.NewLineTable(body)}
		p.code.Entities = []core.Entity{{Kind: core.EntityFunction, Parent: -1, Span: core.Span{End: len(body)}, Body: len("func a() {")}}
		if got := shown(p, p.withoutBodies(core.Span{End: len(body)})); got != want {
			t.Errorf("without its body %q is %q", body, got)
		}
	}
	p := &page{text: "ab"}
	p.code.Entities = []core.Entity{{DocStart: 205, Span: core.Span{Start: 210, End: 220}}}
	for s, want := range map[core.Span]int{
		{Start: 5, End: 220}: 0, {Start: 4, End: 220}: -1, {Start: 210, End: 220}: 0,
		{Start: 211, End: 220}: -1, {Start: 5, End: 219}: -1, {Start: 5, End: 221}: -1,
	} {
		if got := p.entityOf(s); got != want {
			t.Errorf("the entity that %v is: %d, want %d", s, got, want)
		}
	}
}
