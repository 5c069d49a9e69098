package plan

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/query"
)

// listed is a library that holds some words and relates others.
type listed struct {
	words   map[string]bool
	related map[string][]query.RelatedWord
}

func (listed) Shape(context.Context) (Shape, error)              { return Shape{}, nil }
func (l listed) Holds(_ context.Context, s string) (bool, error) { return l.words[s], nil }
func (listed) Names(context.Context, []string) ([]string, error) { return nil, nil }
func (l listed) RelatedWords(_ context.Context, w string) ([]query.RelatedWord, error) {
	return l.related[w], nil
}

// What rules add to the words of a question, on either side of each bound.
func TestKeywordsAreExpandedWithinBounds(t *testing.T) { // R2.2
	l := listed{related: make(map[string][]query.RelatedWord)}
	for i := range 7 {
		for j := range 3 {
			l.related[fmt.Sprintf("word%d", i)] = append(l.related[fmt.Sprintf("word%d", i)], query.RelatedWord{Word: fmt.Sprintf("near%d%d", i, j)})
		}
	}
	p, err := heuristic(t.Context(), query.Analyse("word0 word1 word2 word3 word4 word5 word6"), l, Shape{})
	if err != nil {
		t.Fatal(err)
	}
	want := "word0 word1 word2 word3 word4 word5 word6 near00 near01 near10 near11 near20 near21 near30 near31 near40 near41 near50 near51"
	if got := strings.Join(p.Keywords, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := parts("TideTable.by_id"); strings.Join(got, " ") != "tide table" {
		t.Errorf("parts of a symbol: %q", got)
	}
}

// Which folders and files of a library are named after a keyword.
func TestFoldersAreNamedAfterKeywords(t *testing.T) { // R2.2
	many := func(n int, inside string) (files []string) {
		for i := range n {
			files = append(files, fmt.Sprintf("%s/f%d.go", inside, i))
		}
		return files
	}
	var wide []string
	for i := range 10 {
		wide = append(wide, fmt.Sprintf("/tide%d/x.go", i))
	}
	tests := []struct {
		name     string
		keywords string
		files    []string
		patterns int
	}{
		{"half of the files", "tide", append(many(2, "/tide"), many(2, "/x")...), 1},
		{"more than half", "tide", append(many(3, "/tide"), many(2, "/x")...), 0},
		{"one file of one", "tide", []string{"/tide.go"}, 1},
		{"four letters", "authentication", append(many(1, "/auth"), many(2, "/x")...), 1},
		{"three letters", "authentication", append(many(1, "/aut"), many(2, "/x")...), 0},
		{"a name of three letters", "log", append(many(1, "/log"), many(2, "/x")...), 1},
		{"a name of two", "lo", append(many(1, "/lo"), many(2, "/x")...), 0},
		{"eight patterns", "tide0 tide1 tide2 tide3 tide4 tide5 tide6 tide7", wide, 8},
		{"nine patterns", "tide0 tide1 tide2 tide3 tide4 tide5 tide6 tide7 tide8", wide, 8},
	}
	for _, tt := range tests {
		if got := folders(nil, strings.Fields(tt.keywords), tt.files); len(got) != tt.patterns {
			t.Errorf("%s: %q, want %d", tt.name, got, tt.patterns)
		}
	}
}

func TestPatternsAreSelectiveWithinBounds(t *testing.T) { // R2.3
	files := []string{"/a.go", "/b.go", "/c.go", "/d.go", "/e.md"}
	tests := []struct {
		name, pattern string
		files         []string
		want          bool
	}{
		{"four of five", "*.go", files, true},
		{"five of six", "*.go", append(files, "/f.go"), false},
		{"all of four", "*.go", files[:4], true},
		{"all of five", "*", files, false},
		{"none", "*.rs", files, false},
		{"32 asterisks", strings.Repeat("*", 32), files[:4], true},
		{"33 asterisks", strings.Repeat("*", 33), files[:4], false},
		{"32 slashes", strings.Repeat("**/", 16) + strings.Repeat("x/", 15) + "/", files[:4], false},
	}
	for _, tt := range tests {
		if got := selective(tt.pattern, tt.files); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
	if deep := strings.Repeat("x/", 32); !valid(deep) || valid(deep+"x/") {
		t.Error("a pattern may have 32 slashes, and no more")
	}
}

// A plan of a model is valid if half of what it names is there.
func TestPlansAreValidByHalf(t *testing.T) { // R2.3
	l := listed{words: map[string]bool{"tide": true, "kelp": true, "mu": true, "m": true}}
	yes, zero := true, 0
	for words, want := range map[string]bool{"tide mud": true, "tide mud sand": false, "tide kelp mud sand": true, "mu": true, "m": false, "": false} {
		s := modelPlan{Keywords: strings.Fields(words), IncludeTests: &yes, Depth: &zero}
		if _, err := s.validate(t.Context(), l, Shape{}); (err == nil) != want || err != nil && !errors.Is(err, errSenseless) {
			t.Errorf("%q: %v, want it valid: %v", words, err, want)
		}
	}
}

// The bounds of a plan that is read, to the last item.
func TestLimitsOfAPlan(t *testing.T) { // R2.2
	list := func(field, item string, n int) string {
		return `{"` + field + `":[` + strings.TrimSuffix(strings.Repeat(`"`+item+`",`, n), ",") + `]}`
	}
	tests := []struct {
		name string
		plan func(n int) string
		most int
	}{
		{"keywords", func(n int) string { return list("keywords", "a", n) }, 32},
		{"symbols", func(n int) string { return list("symbols", "a", n) }, 32},
		{"patterns", func(n int) string { return list("patterns", "a", n) }, 32},
		{"documents", func(n int) string { return list("documents", "a", n) }, 1000},
		{"bytes of an item", func(n int) string { return list("keywords", strings.Repeat("x", n), 1) }, 200},
		{"depth", func(n int) string { return fmt.Sprintf(`{"depth":%d}`, n) }, 5},
	}
	for _, tt := range tests {
		if _, err := Parse([]byte(tt.plan(tt.most))); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if _, err := Parse([]byte(tt.plan(tt.most + 1))); !errors.Is(err, core.ErrQuery) {
			t.Errorf("%s: one more is read, %v", tt.name, err)
		}
	}
	answer := func(n, depth int) string {
		return strings.TrimSuffix(list("keywords", "a", n), "}") + fmt.Sprintf(`,"symbols":[],"patterns":[],"include_tests":true,"depth":%d,"strategy":"broad"}`, depth)
	}
	for text, want := range map[string]bool{answer(32, 0): true, answer(33, 0): false, answer(1, 5): true, answer(1, 6): false, answer(1, -1): false} {
		if _, err := read(text); (err == nil) != want {
			t.Errorf("%.60s: %v, want it read: %v", text, err, want)
		}
	}
	if got := prompt(strings.Repeat("é", 1000)+"x", Shape{Folders: []string{strings.Repeat("f", 1201)}}, nil); strings.Contains(got, "x") || strings.Count(got, "é") != 1000 || strings.Count(got, "f") < 1200 || strings.Count(got, strings.Repeat("f", 1201)) > 0 {
		t.Errorf("the prompt keeps to other bounds:\n%s", got)
	}
}

// How far imports are followed, by what a question asks.
func TestDepthGrowsWithTheQuestion(t *testing.T) { // R2.2
	for question, want := range map[string]int{
		"Where is the tide kept?": 0, "What is a tide?": 0, "Explain readTide": 1, "Fix readTide": 1, "Explain the tides": 1,
		"Explain the tides and the kelp": 2, "Explain the tides and the kelp and the mud": 3,
	} {
		if got := depth(query.Analyse(question)); got != want {
			t.Errorf("%q: %d, want %d", question, got, want)
		}
	}
}

func TestTheOldestPlanLeavesTheCache(t *testing.T) { // R2.10
	p := Planner{Library: listed{}}
	for i := range 258 {
		if _, err := p.Plan(t.Context(), fmt.Sprint("question ", i), core.PlannerHeuristic, nil); err != nil {
			t.Fatal(err)
		}
	}
	_, first := p.cache[key{"question 1", "", ""}]
	_, second := p.cache[key{"question 2", "", ""}]
	if len(p.cache) != 256 || first || !second {
		t.Errorf("%d plans are kept, the second %v, the third %v", len(p.cache), first, second)
	}
}
