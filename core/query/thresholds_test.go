package query

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ibid/core"
)

// numbered makes n different words.
func numbered(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("w%04d", i)
	}
	return out
}

// Each bound of a query is kept to the last item.
func TestLimitsOfAQuery(t *testing.T) { // R2.1
	parse := func(s string) core.Query {
		q, err := Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	quotes := func(n int) string { return `"` + strings.Join(numbered(n), `" "`) + `"` }
	tests := []struct {
		name string
		got  func(n int) int
		most int
	}{
		{"words", func(n int) int { return len(parse(strings.Join(numbered(n), " ")).Words) }, 128},
		{"body", func(n int) int { return len(parse("title\n" + strings.Join(numbered(n), " ")).Body) }, 128},
		{"phrases", func(n int) int { return len(parse(quotes(n)).Phrases) }, 16},
		{"words that must not occur", func(n int) int { return len(parse("-" + strings.Join(numbered(n), " -")).Not) }, 16},
		{"words of a phrase", func(n int) int {
			return len(strings.Fields(parse(`"` + strings.Join(numbered(n), " ") + `"`).Phrases[0]))
		}, 64},
		{"file names", func(n int) int { return len(parse("in:" + strings.Join(numbered(n), " in:")).Names) }, 16},
		{"bytes of a word", func(n int) int { return len(parse(strings.Repeat("x", n)).Words[0]) }, 255},
		{"keywords", func(n int) int { return len(Analyse(strings.Join(numbered(n), " ")).Keywords) }, 128},
		{"named things", func(n int) int { return len(Analyse("`" + strings.Join(numbered(n), "` `") + "`").Names) }, 32},
		{"years", func(n int) int {
			var years []string
			for i := range n {
				years = append(years, fmt.Sprint(1900+i))
			}
			return len(Analyse(strings.Join(years, " ")).Entities.Years)
		}, 32},
		{"years of a range", func(n int) int { return len(Analyse(fmt.Sprintf("1900-%d", 1899+n)).Entities.Years) }, 30},
		{"words that may be names", func(n int) int { return len(Analyse(strings.Join(numbered(n), " ")).Entities.Words) }, 128},
		{"quoted paths", func(n int) int { return len(QuotedPaths(strings.Join(numbered(n), ".go ") + ".go")) }, 24},
		{"quoted names", func(n int) int { return len(QuotedNames("title\na." + strings.Join(numbered(n), " a."))) }, 24},
		{"planned words", func(n int) int { return len(Planned(core.Query{}, numbered(n)).Words) }, 128},
	}
	for _, tt := range tests {
		if less, more := tt.got(tt.most), tt.got(tt.most+1); less != tt.most || more != tt.most {
			t.Errorf("%s: of %d and one more %d and %d are taken, want %d", tt.name, tt.most, less, more, tt.most)
		}
	}
	if words := parse(strings.Repeat("a ", MaxBytes/2-1) + "bc").Words; !slices.Equal(words, []string{"bc"}) {
		t.Errorf("the last of 4096 bytes: %q", words)
	}
	if words := parse(strings.Repeat("a ", MaxBytes/2-1) + "bcd").Words; !slices.Equal(words, []string{"bc"}) {
		t.Errorf("what is beyond 4096 bytes: %q", words)
	}
}

// counted is a corpus that answers with numbers.
type counted struct {
	passages, frequency, sampled int
	shared                       map[string]int // passages of the sample that hold a word
	alone                        map[string]int // passages that hold a word
	limits                       *[]int         // that were asked for
}

func (c counted) Passages(context.Context) (int, error) { return c.passages, nil }

func (c counted) Frequency(_ context.Context, word string) (int, error) {
	if n, ok := c.alone[word]; ok {
		return n, nil
	}
	return c.frequency, nil
}

func (c counted) WithPrefix(_ context.Context, _ string, limit int) (map[string]int, error) {
	*c.limits = append(*c.limits, limit)
	return nil, nil
}

func (c counted) Sample(_ context.Context, _ string, limit int) (int, map[string]int, error) {
	*c.limits = append(*c.limits, limit)
	return c.sampled, c.shared, nil
}

// What query expansion asks of a related word, on either side of each bound.
func TestThresholdsOfRelatedWords(t *testing.T) { // R2.1
	one := func(word string, shared, alone int) counted {
		return counted{passages: 1000, frequency: 20, sampled: 20, shared: map[string]int{word: shared}, alone: map[string]int{word: alone}}
	}
	with := func(c counted, change func(*counted)) counted { change(&c); return c }
	tests := []struct {
		name  string
		word  string
		c     counted
		found int
	}{
		{"a word of two letters", "au", one("login", 10, 10), 0},
		{"a word of three", "aut", one("login", 10, 10), 1},
		{"a number", "2024", one("login", 10, 10), 0},
		{"a tenth of the passages", "auth", with(one("login", 10, 10), func(c *counted) { c.frequency = 100 }), 1},
		{"more than a tenth", "auth", with(one("login", 10, 10), func(c *counted) { c.frequency = 101 }), 0},
		{"more than a tenth of 99", "auth", with(one("login", 20, 4), func(c *counted) { c.passages, c.frequency = 99, 50 }), 1},
		{"more than a tenth of 100", "auth", with(one("login", 20, 4), func(c *counted) { c.passages, c.frequency = 100, 50 }), 0},
		{"one passage", "auth", with(one("authentic", 2, 1), func(c *counted) { c.sampled = 1 }), 0},
		{"two passages", "auth", with(one("authentic", 2, 1), func(c *counted) { c.sampled = 2 }), 1},
		{"the same prefix, once together", "auth", one("authentic", 1, 1), 0},
		{"the same prefix, twice together", "auth", one("authentic", 2, 2), 1},
		{"the same prefix, twice by chance", "auth", one("authentic", 2, 50), 1},
		{"the same prefix, nearer to chance", "auth", one("authentic", 2, 51), 0},
		{"another word, four times together", "auth", one("login", 5, 5), 1},
		{"another word, three times together", "auth", with(one("login", 3, 1), func(c *counted) { c.sampled = 10 }), 0},
		{"another word, in four of ten", "auth", with(one("login", 4, 1), func(c *counted) { c.sampled = 10 }), 1},
		{"another word, in a quarter", "auth", one("login", 5, 1), 1},
		{"another word, in less", "auth", with(one("login", 7, 1), func(c *counted) { c.sampled = 29 }), 0},
		{"another word, five times by chance", "auth", one("login", 10, 100), 1},
		{"another word, nearer to chance", "auth", one("login", 10, 101), 0},
		{"an acronym", "auth", one("jwt", 10, 10), 1},
		{"two letters", "auth", one("id", 10, 10), 0},
		{"a stop word", "auth", one("because", 10, 10), 0},
		{"an inflection", "login", one("logins", 10, 10), 0},
	}
	for _, tt := range tests {
		tt.c.limits = new([]int)
		found, err := RelatedWords(t.Context(), tt.c, tt.word)
		if err != nil || len(found) != tt.found {
			t.Errorf("%s: %v, %v; want %d", tt.name, found, err, tt.found)
		}
	}
	many := one("login", 10, 10)
	many.limits = new([]int)
	for _, w := range []string{"token", "password", "session", "cookie", "secret"} {
		many.shared[w], many.alone[w] = 10, 10
	}
	if found, err := RelatedWords(t.Context(), many, "auth"); err != nil || len(found) != 4 || found[0].Word != "cookie" {
		t.Errorf("of six %v, %v", found, err)
	}
	if want := []int{32, 200}; !slices.Equal(*many.limits, want) {
		t.Errorf("asked for %v, want %v", *many.limits, want)
	}
	for pair, want := range map[string]bool{
		"auth author": true, "aut author": false, "authxxx authyyy": false, "authxx authyy": true, "auth aush": false,
	} {
		a, b, _ := strings.Cut(pair, " ")
		if beginAlike(a, b) != want {
			t.Errorf("%q begin alike: %v", pair, !want)
		}
	}
	for pair, want := range map[string]bool{"ass ass": true, "do doing": false, "run runs": true, "be bed": false} {
		a, b, _ := strings.Cut(pair, " ")
		if isInflected(a, b) != want {
			t.Errorf("%q inflected: %v", pair, !want)
		}
	}
}

// What is told by the form of a word, on either side of each bound.
func TestThresholdsOfNames(t *testing.T) { // R2.1
	for s, want := range map[string]NameKind{
		"kWh": "", "aaBb": "", "aaBbc": Symbol, "aBbbb": "", "aabbC": Symbol, "McDonald": "", // capitals within
		"a_": "", "a_b": Symbol, "___": "", // underscores
		"./": "", "./a": Path, "a/": "", "ab/": Path, "~/": "", "~/a": Path, // single folders
		"a/b": "", "a/b/c": Path, "1/2/3": "", "src/b": Path, "and/or": "", // several folders
		"a.go": Path, "x.unknown": "", "ab.cd": Symbol, "a.cd": "", "node.js": "",
	} {
		if got := nameKind(s, false); got != want {
			t.Errorf("%q is %q, want %q", s, got, want)
		}
	}
	for s, want := range map[string]bool{"A": false, "I": false, "B": true, "Ab": true, "3M": true, "3m": false, "3Mb": false, "x": false, "I5": true} {
		if capital(s) != want {
			t.Errorf("%q has a capital: %v", s, !want)
		}
	}
	for s, want := range map[string][]int{
		"1499": nil, "1500": {1500}, "2099": {2099}, "2100": nil, "FY18": {2018}, "FY1999": {1999}, "Q3'21": {2021}, "Q5'21": nil, "H12020": {2020},
		"1990s": {1990}, "2015-2017": {2015, 2016, 2017}, "2017-2015": nil, "2019's": {2019}, "12.5": nil,
	} {
		if got := yearsIn(s); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
	for s, want := range map[string]int{"title\na.bc": 0, "title\na.bcd": 1, "title\na_b": 1, "title\na_": 0} {
		if got := QuotedNames(s); len(got) != want {
			t.Errorf("%q: %q, want %d", s, got, want)
		}
	}
	line := "os: linux " + strings.Repeat("x", 110)
	if got := StripTemplate("title\n" + line); got != "title\n" {
		t.Errorf("an environment of %d bytes stays: %q", len(line), got)
	}
	if got := StripTemplate("title\n" + line + "x"); got == "title\n" {
		t.Errorf("a message of %d bytes goes", len(line)+1)
	}
}

// What decides scope and complexity, on either side of each bound.
func TestThresholdsOfAnAnalysis(t *testing.T) { // R2.1
	for question, want := range map[string]Complexity{
		"explain kelp": Simple, "explain kelp and mud": Medium, "explain kelp and mud and sand": Complex, "compare kelp with mud": Medium,
		"explain kelp, mud": Simple, "explain kelp, mud and": Medium, "explain kelp, mud and sand": Complex, "explain kelp, mud, sand": Complex,
		"explain kelp but not mud": Medium, "which papers of the library mention kelp most": Complex,
	} {
		if got := Analyse(question).Complexity; got != want {
			t.Errorf("%q is %s, want %s", question, got, want)
		}
	}
	for question, want := range map[string]Scope{
		"set the timeout to 30 seconds": Focused, "set the timeout to seconds": Module,
		"change the deepest field now": Focused, "change the very deepest field now": Module,
		"read src/a.go": Focused, "explain src/a.go and src/b.go": Module, "explain src/app/": Module, "explain every test": Whole,
	} {
		if got := Analyse(question).Scope; got != want {
			t.Errorf("%q is %s, want %s", question, got, want)
		}
	}
	for question, want := range map[string]Action{
		"readTide returns zero": Debug, "readTide returns": Search, "readTide has zero": Search, "readTide gets zero": Debug, "tide returns zero": Search,
		"add a new field to tides": Modify, "add a new empty field to tides": Create,
	} {
		if got := Analyse(question).Action; got != want {
			t.Errorf("%q is to %s, want to %s", question, got, want)
		}
	}
}
