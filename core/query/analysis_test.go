package query

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"testing"
	"unicode/utf8"
)

// labelled is a question with its analysis, set by hand.
type labelled struct {
	Question   string     `json:"question"`
	Action     Action     `json:"action"`
	Scope      Scope      `json:"scope"`
	Complexity Complexity `json:"complexity"`
	Names      []string   `json:"names"`
}

func questions(t testing.TB, file string) []labelled {
	t.Helper()
	f, err := os.Open("../../testdata/questions/" + file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []labelled
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var q labelled
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			t.Fatalf("%s, question %d: %v", file, len(out)+1, err)
		}
		out = append(out, q)
	}
	return out
}

// right counts the questions of which each field is as set by hand. Wrong ones
// are given to miss.
func right(list []labelled, miss func(q labelled, field string, got any)) map[string]int {
	counts := map[string]int{}
	for _, q := range list {
		a := Analyse(q.Question)
		names := []string{}
		for _, n := range a.Names {
			names = append(names, n.Text)
		}
		for _, f := range []struct {
			name string
			ok   bool
			got  any
		}{
			{"action", a.Action == q.Action, a.Action}, {"scope", a.Scope == q.Scope, a.Scope},
			{"complexity", a.Complexity == q.Complexity, a.Complexity}, {"names", slices.Equal(names, q.Names), names},
		} {
			if f.ok {
				counts[f.name]++
			} else if miss != nil {
				miss(q, f.name, f.got)
			}
		}
	}
	return counts
}

func TestQuestionsAreAnalysedAsByHand(t *testing.T) {
	// R2.1
	const least = 90 // percent
	tuned, held := questions(t, "tuned.jsonl"), questions(t, "held.jsonl")
	if len(tuned) != 60 || len(held) != 60 {
		t.Fatalf("%d and %d questions, want 60 each", len(tuned), len(held))
	}
	miss := func(q labelled, field string, got any) { t.Logf("%q: %s %v", q.Question, field, got) }
	first, second := right(tuned, miss), right(held, nil)
	for _, field := range []string{"action", "scope", "complexity", "names"} {
		t.Logf("%-10s right: %3d %% of the first half, %3d %% of the held-back half", field, first[field]*100/len(tuned), second[field]*100/len(held))
		if first[field]*100 < least*len(tuned) {
			t.Errorf("%s is right for %d of %d questions", field, first[field], len(tuned))
		}
	}
}

func TestAnalysisHasItsParts(t *testing.T) {
	// R2.1
	tests := []struct {
		question string
		language string
		keywords []string
		names    []Name
		years    []int
		capitals []string
		visual   bool
		tests    bool
	}{
		{"What is the yield curve?", "en", []string{"yield", "curve"}, nil, nil, nil, false, false},
		{`Who wrote "to be or not to be"?`, "en", []string{"wrote", "to", "be", "or", "not"}, []Name{{"to be or not to be", Phrase}}, nil, nil, false, false},
		{"Fix the bug in UserService.find_by_email", "en", []string{"userservice", "find", "by", "email"}, []Name{{"UserService.find_by_email", Symbol}}, nil, nil, false, false},
		{"Where is `load` called in src/app.go and lib/b.rs?", "en", []string{"load", "called", "src", "app", "go", "lib", "b", "rs"},
			[]Name{{"load", Symbol}, {"src/app.go", Path}, {"lib/b.rs", Path}}, nil, nil, false, false},
		{"std::vec::Vec or a->b, not and/or nor km/h", "en", []string{"std", "vec", "a", "b", "km", "h"},
			[]Name{{"std::vec::Vec", Symbol}, {"a->b", Symbol}}, nil, nil, false, false},
		{"3M FY2018 capital expenditure", "en", []string{"3m", "fy2018", "capital", "expenditure"}, nil,
			[]int{2018}, []string{"3m"}, false, false},
		{"How did General Electric's fiscal year 2019 compare with 2015-2017?", "en",
			[]string{"general", "electric's", "fiscal", "year", "2019", "compare", "2015", "2017"}, nil,
			[]int{2019, 2015, 2016, 2017}, []string{"general", "electric"}, false, false},
		{"diagram of the pump, with tests", "en", []string{"diagram", "pump", "tests"}, nil, nil, nil, true, true},
		{"Wie hoch war der Umsatz im Geschäftsjahr 2018?", "de", []string{"hoch", "umsatz", "geschaftsjahr", "2018"}, nil,
			[]int{2018}, nil, false, false},
		{"Où est la carte du port ?", "fr", []string{"carte", "port"}, nil, nil, nil, true, false},
		{"¿Dónde está el puerto?", "es", []string{"puerto"}, nil, nil, nil, false, false},
		{"Come funziona il motore?", "it", []string{"funziona", "motore"}, nil, nil, nil, false, false},
		{"東京の天気", "", []string{"東京の天気"}, nil, nil, nil, false, false},
		{"kelp kind:pdf in:survey -dredging", "en", []string{"kelp"}, nil, nil, nil, false, false},
		{"", "en", nil, nil, nil, nil, false, false},
	}
	for _, tt := range tests {
		a := Analyse(tt.question)
		if a.Language != tt.language {
			t.Errorf("%q: language %q, want %q", tt.question, a.Language, tt.language)
		}
		if !slices.Equal(a.Keywords, tt.keywords) {
			t.Errorf("%q: keywords %q, want %q", tt.question, a.Keywords, tt.keywords)
		}
		if !slices.Equal(a.Names, tt.names) {
			t.Errorf("%q: names %v, want %v", tt.question, a.Names, tt.names)
		}
		var capitals []string
		for _, w := range a.Entities.Words {
			if w.Capital {
				capitals = append(capitals, w.Form)
			}
		}
		if !slices.Equal(a.Entities.Years, tt.years) || !slices.Equal(capitals, tt.capitals) {
			t.Errorf("%q: years %v and capitals %q, want %v and %q", tt.question, a.Entities.Years, capitals, tt.years, tt.capitals)
		}
		if a.Visual != tt.visual || a.Tests != tt.tests {
			t.Errorf("%q: visual %v, tests %v", tt.question, a.Visual, tt.tests)
		}
	}
}

func FuzzAnalyse(f *testing.F) {
	for _, s := range []string{"", "how", "why is", `"a" (b) c()`, "FY18 3M", "`", "()", "/", "a/b/", "\xff::x", "what is a", "¿", "..", "2015-2999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		a := Analyse(s)
		if a.Action == "" || a.Scope == "" || a.Complexity == "" {
			t.Errorf("%q: %+v", s, a)
		}
		if len(a.Keywords) > MaxWords || len(a.Names) > maxNames || len(a.Entities.Years) > maxNames || len(a.Entities.Words) > maxEntityWords {
			t.Errorf("over the limits: %+v", a)
		}
		for _, n := range a.Names {
			if n.Text == "" || !utf8.ValidString(n.Text) || len(n.Text) > MaxWordBytes {
				t.Errorf("bad name %q", n.Text)
			}
		}
	})
}

func BenchmarkAnalyse(b *testing.B) {
	list := questions(b, "tuned.jsonl")
	for i := 0; b.Loop(); i++ {
		Analyse(list[i%len(list)].Question)
	}
}
