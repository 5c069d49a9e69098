package plan_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ibid/core"
	"ibid/core/ollama"
	"ibid/core/ollama/ollamatest"
	"ibid/core/plan"
	"ibid/core/query"
	"ibid/core/text"
)

// house is a small library: file paths and what stands in them.
type house map[string]string

func sample() house {
	h := house{
		"/code/auth/login.go": "package auth func Login checks the password of a user session token", "/code/auth/token.go": "token for authentication of a session",
		"/code/users/service.go": "type UserService struct find_by_email returns a User from the repository", "/code/users/user.go": "type User struct email",
		"/code/main.go": "package main func main starts the server", "/docs/guide.md": "how authentication works for every user",
		"/filings/3M_2018_10K.pdf": "capital expenditure", "/filings/3M_2019_10K.pdf": "capital expenditure", "/filings/BOEING_2018_10K.pdf": "deliveries",
	}
	return h
}

func (h house) Shape(context.Context) (plan.Shape, error) {
	s := plan.Shape{Generation: "1", Kinds: map[core.Kind]int{core.KindCode: 5, core.KindPDF: 3, core.KindMarkdown: 1}, Folders: []string{"code/auth", "code/users"}, Terms: []string{"session", "user"}}
	for path := range h {
		s.Paths = append(s.Paths, path)
	}
	slices.Sort(s.Paths)
	return s, nil
}

func (h house) Holds(_ context.Context, s string) (bool, error) {
	want := strings.Join(text.Forms(s), " ")
	for _, body := range h {
		if want != "" && strings.Contains(" "+strings.Join(text.Forms(body), " ")+" ", " "+want+" ") {
			return true, nil
		}
	}
	return false, nil
}

func (house) RelatedWords(_ context.Context, word string) ([]query.RelatedWord, error) {
	if word == "authentication" {
		return []query.RelatedWord{{Word: "auth", SamePrefix: true}, {Word: "login"}}, nil
	}
	return nil, nil
}

func (house) Names(context.Context, []string) ([]string, error) { return []string{"UserService"}, nil }

func TestRulesMakeAPlan(t *testing.T) { // R2.2, R2.3
	tests := []struct {
		question string
		want     core.Plan
	}{
		{"Implement authentication", core.Plan{
			Keywords: []string{"authentication", "auth", "login"}, Patterns: []string{"**/auth/**", "**/login.*"},
			IncludeTests: true, Depth: 1, Strategy: core.StrategyBroad, Why: "create, module, simple: **/auth/** bears a word of the question",
		}},
		{"Fix the bug in UserService.find_by_email", core.Plan{
			Keywords: []string{"userservice", "find", "by", "email", "user", "service"}, Symbols: []string{"UserService.find_by_email"},
			IncludeTests: true, Depth: 1, Strategy: core.StrategyFocused, Why: "debug, focused, simple: UserService.find_by_email is named",
		}},
		{"3M FY2018 capital expenditure", core.Plan{
			Keywords: []string{"3m", "fy2018", "capital", "expenditure"}, Strategy: core.StrategySemantic,
			Why: `search, focused, simple: nothing is named that could be started from; by words, since meaning is not measured`,
		}},
		{"Explain what users/service.go does", core.Plan{
			Keywords: []string{"users", "service", "go"}, Patterns: []string{"users/service.go"}, Depth: 1, Strategy: core.StrategyEntry,
			Why: `explain, focused, simple: users/service.go is named`,
		}},
		{"Explain the architecture of this project", core.Plan{
			Keywords: []string{"architecture", "project"}, Depth: 3, Strategy: core.StrategyEntry, Why: "explain, library, complex: where programs begin",
		}},
	}
	for _, tt := range tests {
		p := plan.Planner{Library: sample()}
		got, err := p.Plan(t.Context(), tt.question, core.PlannerAuto, nil)
		if err != nil {
			t.Fatal(err)
		}
		tt.want.Planner = core.PlannerHeuristic
		for _, list := range []*[]string{&tt.want.Keywords, &tt.want.Symbols, &tt.want.Patterns, &tt.want.Documents} {
			if *list == nil {
				*list = []string{}
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q:\n%s", tt.question, diff)
		}
	}
}

// speaker is a model that says what no model at hand can be brought to say.
type speaker struct {
	text  string
	cut   bool
	err   error
	wait  bool // until it is given up
	asked int
	told  core.ChatRequest
}

func (*speaker) Name() string { return "speaker" }

func (s *speaker) Chat(ctx context.Context, req core.ChatRequest, each func(string) error) (core.ChatAnswer, error) {
	s.asked++
	s.told = req
	if s.wait {
		<-ctx.Done()
		return core.ChatAnswer{}, ctx.Err()
	}
	if err := each(s.text); err != nil {
		return core.ChatAnswer{}, err
	}
	return core.ChatAnswer{Text: s.text, Complete: !s.cut}, s.err
}

const good = `{"keywords":["Login","session"],"symbols":["UserService","Nowhere"],"patterns":["auth/*.go","**","*.rs"],"include_tests":false,"depth":2,"strategy":"focused"}`

func TestAModelsPlanIsMergedWithTheRules(t *testing.T) { // R2.2
	m := &speaker{text: good}
	p := plan.Planner{Library: sample(), Model: m}
	var heard strings.Builder
	got, err := p.Plan(t.Context(), "Implement authentication", core.PlannerModel, func(s string) { heard.WriteString(s) })
	if err != nil {
		t.Fatal(err)
	}
	want := core.Plan{
		Keywords: []string{"authentication", "auth", "login", "session"}, Symbols: []string{"UserService"},
		Patterns: []string{"**/auth/**", "**/login.*", "auth/*.go"}, IncludeTests: true, Depth: 2, Strategy: core.StrategyFocused, Planner: core.PlannerModel,
		Why: "speaker says focused; rules say create, module, simple: **/auth/** bears a word of the question", Documents: []string{},
	}
	if diff := cmp.Diff(want, got); diff != "" || heard.String() != good {
		t.Errorf("heard %q\n%s", heard.String(), diff)
	}
	for path, body := range sample() {
		if strings.Contains(m.told.Prompt, body) {
			t.Errorf("the model was told what stands in %s", path)
		}
	}
	for _, told := range []string{"Implement authentication", "code 5", "code/auth", "session", "UserService"} {
		if !strings.Contains(m.told.Prompt, told) {
			t.Errorf("the model was not told %q:\n%s", told, m.told.Prompt)
		}
	}
}

func TestWithoutAGoodPlanTheRulesTakeOver(t *testing.T) { // R2.3
	tests := []struct {
		name  string
		model speaker
		why   string
	}{
		{"words that are nowhere", speaker{text: `{"keywords":["qzx","vvw"],"symbols":["Xyz"],"patterns":["*"],"include_tests":true,"depth":1,"strategy":"broad"}`}, "makes no sense for this library: of 4 words"},
		{"letters", speaker{text: `{"keywords":["a","t"],"symbols":[],"patterns":[],"include_tests":true,"depth":1,"strategy":"broad"}`}, "makes no sense"},
		{"nothing", speaker{text: `{"keywords":[],"symbols":[],"patterns":[],"include_tests":true,"depth":1,"strategy":"broad"}`}, "makes no sense"},
		{"no JSON", speaker{text: "Look in auth."}, "is not a plan"},
		{"a field too many", speaker{text: strings.Replace(good, "{", `{"shell":"rm",`, 1)}, "is not a plan"},
		{"a field missing", speaker{text: `{"keywords":["login"],"symbols":[],"patterns":[],"depth":1,"strategy":"broad"}`}, "is not complete"},
		{"another strategy", speaker{text: strings.Replace(good, "focused", "guess", 1)}, `a strategy that there is not: "guess"`},
		{"a depth", speaker{text: strings.Replace(good, `"depth":2`, `"depth":99`, 1)}, "a depth of 99"},
		{"two answers", speaker{text: good + good}, "more than a plan"},
		{"cut", speaker{text: good[:30], cut: true}, "came to no end"},
		{"an error", speaker{err: errors.New("ask speaker: the answer broke off")}, "broke off"},
		{"no time", speaker{wait: true}, "took longer than 10ms"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := plan.Planner{Library: sample(), Model: &tt.model, Time: 10 * time.Millisecond}
			rules, err := p.Plan(t.Context(), "Implement authentication", core.PlannerHeuristic, nil)
			if err != nil {
				t.Fatal(err)
			}
			got, err := p.Plan(t.Context(), "Implement authentication", core.PlannerModel, nil)
			if err != nil || got.Planner != core.PlannerHeuristic || !strings.Contains(got.Why, tt.why) {
				t.Errorf("%s: %s, %v", got.Planner, got.Why, err)
			}
			if got.Why = rules.Why; !cmp.Equal(got, rules) {
				t.Errorf("not the rules' plan:\n%s", cmp.Diff(rules, got))
			}
		})
	}
}

func TestPlansAreKeptUntilTheLibraryChanges(t *testing.T) { // R2.10
	m := &speaker{text: good}
	p := plan.Planner{Library: sample(), Model: m}
	for range 3 {
		got, err := p.Plan(t.Context(), "Implement authentication", core.PlannerAuto, nil)
		if err != nil || got.Planner != core.PlannerModel {
			t.Fatalf("%+v, %v", got, err)
		}
		got.Keywords[0] = "edited"
		if again, _ := p.Plan(t.Context(), "Implement authentication", core.PlannerAuto, nil); again.Keywords[0] != "authentication" {
			t.Error("an edit changed the plan that is kept")
		}
	}
	if m.asked != 1 {
		t.Errorf("asked %d times", m.asked)
	}
	p.Library = changed{sample()}
	if _, err := p.Plan(t.Context(), "Implement authentication", core.PlannerAuto, nil); err != nil || m.asked != 2 {
		t.Errorf("asked %d times, %v", m.asked, err)
	}
	slow := &speaker{wait: true}
	p = plan.Planner{Library: sample(), Model: slow, Time: time.Millisecond}
	for range 2 {
		if _, err := p.Plan(t.Context(), "Implement authentication", core.PlannerAuto, nil); err != nil {
			t.Fatal(err)
		}
	}
	if slow.asked != 2 {
		t.Errorf("a model that was slow once is asked %d times, want 2", slow.asked)
	}
}

type changed struct{ house }

func (c changed) Shape(ctx context.Context) (plan.Shape, error) {
	s, err := c.house.Shape(ctx)
	s.Generation = "2"
	return s, err
}

func TestPlanEndsWithItsContext(t *testing.T) { // R2.2
	ctx, cancel := context.WithCancel(t.Context())
	p := plan.Planner{Library: sample(), Model: &speaker{text: good}}
	_, err := p.Plan(ctx, "Implement authentication", core.PlannerModel, func(string) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, err := p.Plan(t.Context(), "?", core.PlannerHand, nil); !errors.Is(err, core.ErrQuery) {
		t.Errorf("a planner that cannot be asked: %v", err)
	}
}

func TestARealModelOfRandomWeightsIsNotBelieved(t *testing.T) { // R2.3
	s := ollamatest.Start(t)
	m := ollama.New(ollama.Options{Host: s.Host, Model: ollamatest.Model, Least: "0.1.0"})
	p := plan.Planner{Library: sample(), Model: m, Time: 20 * time.Second}
	pieces := 0
	for _, question := range []string{"Implement authentication", "3M FY2018 capital expenditure"} {
		got, err := p.Plan(t.Context(), question, core.PlannerModel, func(string) { pieces++ })
		if err != nil || got.Planner != core.PlannerHeuristic || !strings.HasPrefix(got.Why, "no plan of a model: random:latest") {
			t.Errorf("%+v, %v", got, err)
		}
		t.Log(got.Why)
	}
	if pieces == 0 {
		t.Error("nothing was streamed")
	}
	s.Kill()
	got, err := p.Plan(t.Context(), "Where is the token made?", core.PlannerAuto, nil)
	if err != nil || got.Planner != core.PlannerHeuristic || !strings.Contains(got.Why, "no plan of a model: Ollama: it does not run") {
		t.Errorf("without a server: %+v, %v", got, err)
	}
}

func TestPatterns(t *testing.T) {
	tests := []struct {
		pattern, file string
		want          bool
	}{
		{"*.go", "/a/b/c.go", true}, {"b/*.go", "/a/b/c.go", true}, {"a/*.go", "/a/b/c.go", false}, {"**/a/**", "/x/a/b/c.go", true},
		{"**/a/**", "/x/a", true}, {"/a/**", "/x/a/b", false}, {"/x/**/c.go", "/x/c.go", true}, {"AUTH/*", "/src/auth/x.py", true},
		{"**", "/a", true}, {"a/**/b/**/c", "/z/a/1/b/2/3/c", true}, {"a/**/b/**/c", "/z/a/1/b/2/3/d", false}, {"[", "/[", false}, {"", "/a", false},
	}
	for _, tt := range tests {
		if got := plan.Match(tt.pattern, tt.file); got != tt.want {
			t.Errorf("%q of %q: %v", tt.pattern, tt.file, got)
		}
	}
}

func TestPlansCanBeEditedAndRead(t *testing.T) { // R2.2
	made, err := (&plan.Planner{Library: sample()}).Plan(t.Context(), "Implement authentication", core.PlannerHeuristic, nil)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(made)
	if err != nil {
		t.Fatal(err)
	}
	read, err := plan.Parse(data)
	if made.Planner = core.PlannerHand; err != nil || !cmp.Equal(read, made) {
		t.Errorf("%v\n%s", err, cmp.Diff(made, read))
	}
	for name, bad := range map[string]string{
		"no JSON": "keywords: a", "another field": `{"shell":1}`, "a strategy": `{"strategy":"guess"}`, "a depth": `{"depth":6}`,
		"two": `{}{}`, "a pattern": `{"patterns":["["]}`, "a long word": `{"keywords":["` + strings.Repeat("x", 300) + `"]}`,
		"many words": `{"keywords":[` + strings.Repeat(`"a",`, 40) + `"a"]}`,
	} {
		if _, err := plan.Parse([]byte(bad)); !errors.Is(err, core.ErrQuery) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(good))
	f.Add([]byte(`{}`))
	f.Add([]byte(`{"documents":["/a"],"planner":"model","why":"x"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := plan.Parse(data)
		if err == nil && (p.Keywords == nil || p.Symbols == nil || p.Patterns == nil || p.Documents == nil || p.Planner != core.PlannerHand) {
			t.Errorf("got %+v", p)
		}
	})
}

func TestSchemaNamesWhatIsRead(t *testing.T) {
	data, err := os.ReadFile("model.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range core.Strategies {
		if !bytes.Contains(data, []byte(`"`+string(s)+`"`)) {
			t.Errorf("the schema does not know the strategy %q", s)
		}
	}
}

func BenchmarkHeuristicPlan(b *testing.B) {
	lib := fixed{sample(), plan.Shape{}}
	lib.shape, _ = sample().Shape(b.Context())
	for i := range 10_000 {
		lib.shape.Paths = append(lib.shape.Paths, "/code/pkg/file"+string(rune('a'+i%26))+".go")
	}
	for b.Loop() {
		p := plan.Planner{Library: lib} // nothing is kept from before
		if _, err := p.Plan(b.Context(), "Implement authentication for the users of the service", core.PlannerHeuristic, nil); err != nil {
			b.Fatal(err)
		}
	}
}

type fixed struct {
	house
	shape plan.Shape
}

func (f fixed) Shape(context.Context) (plan.Shape, error) { return f.shape, nil }
