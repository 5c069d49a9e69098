package ask_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/app"
	"ibid/app/apptest"
	"ibid/app/ask"
	"ibid/app/config"
	"ibid/core"
	"ibid/core/ollama/ollamatest"
)

// yard is a folder of small files: filings of two companies, and code with notes
// in which auth, authentication and login are one matter.
func yard(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{
		"code/auth/login.py":  "def login(user):\n    return auth(user)\n",
		"code/auth/tokens.py": "def token(user):\n    return auth(user, 'login')\n",
		"docs/design.md":      "The auth module does the authentication of every login.\n",
		"docs/sessions.md":    "Authentication ends when auth forgets the login.\n",
		"docs/faults.md":      "A login without authentication is a fault of auth.\n",
		"docs/tokens.md":      "For each login auth keeps a token, the proof of authentication.\n",
		"code/users/store.py": "class UserStore:\n    def find_by_email(self, email):\n        return self.rows[email]\n",
		"code/main.py":        "def main():\n    print('tide tables')\n",
	}
	for _, company := range []string{"3M", "BOEING"} {
		for year := 2017; year < 2020; year++ {
			files[fmt.Sprintf("filings/%s_%d_10K.txt", company, year)] = fmt.Sprintf("Capital expenditure of %s in %d was large.\n", company, year)
		}
	}
	for i := range 30 {
		files[fmt.Sprintf("notes/note%02d.txt", i)] = fmt.Sprintf("Kelp was measured at station %d at low water.\n", i)
	}
	for name, body := range files {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(body), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestPlansFollowTheLibrary(t *testing.T) { // R2.1, R2.3, R2.10
	t.Setenv("OLLAMA_HOST", "127.0.0.1:1") // nobody listens there
	e := apptest.Open(t)
	dir := yard(t)
	apptest.Add(t, e, "", dir)
	p, err := e.Plan(t.Context(), "Implement authentication", core.PlannerAuto, nil)
	if err != nil || p.Planner != core.PlannerHeuristic || !strings.Contains(p.Why, "it does not run (start it with: ollama serve)") {
		t.Fatalf("%+v, %v", p, err)
	}
	if !slices.Contains(p.Keywords, "auth") || !slices.Contains(p.Keywords, "login") || !slices.Contains(p.Patterns, "**/auth/**") {
		t.Errorf("got %+v", p)
	}
	later := filepath.Join(dir, "auth/login/logins.txt")
	if err := os.MkdirAll(filepath.Dir(later), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(later, []byte("Who may log in.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	apptest.Add(t, e, "", later)
	if p, err = e.Plan(t.Context(), "Implement authentication", core.PlannerHeuristic, nil); err != nil || !slices.Contains(p.Patterns, "**/login/**") {
		t.Errorf("after the library changed: %+v, %v", p, err)
	}
}

func TestSearchFollowsAPlan(t *testing.T) { // R2.2
	e := apptest.Open(t)
	dir := yard(t)
	apptest.Add(t, e, "", dir)
	const question = "3M FY2018 capital expenditure"
	p, err := e.Plan(t.Context(), question, core.PlannerHeuristic, nil)
	if err != nil {
		t.Fatal(err)
	}
	names := func(p *core.Plan) (names []string) {
		found, err := e.Search(t.Context(), core.SearchRequest{Query: question, Plan: p, Limit: 50})
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range found.Hits {
			names = append(names, h.Document.Name)
		}
		slices.Sort(names)
		return slices.Compact(names)
	}
	if got := names(nil); len(got) != 6 {
		t.Errorf("without a plan: %q", got)
	}
	if got := names(&p); len(got) != 6 || len(p.Documents) > 0 {
		t.Errorf("with the plan, which leaves nothing out by itself: %q", got)
	}
	p.Documents = []string{filepath.Join(dir, "filings/3M_2018_10K.txt")}
	if got := names(&p); !slices.Equal(got, []string{"3M_2018_10K.txt"}) {
		t.Errorf("with a plan for one document: %q", got)
	}
	p.Documents, p.Keywords = nil, []string{"kelp"}
	if got := names(&p); len(got) != 30 {
		t.Errorf("with a plan for something else: %q", got)
	}
	data, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	if read, err := ask.LoadPlan(strings.NewReader(string(data))); err != nil || !slices.Equal(read.Keywords, p.Keywords) {
		t.Errorf("%+v, %v", read, err)
	}
	if _, err := ask.LoadPlan(strings.NewReader(strings.Repeat(" ", 2<<20))); !errors.Is(err, core.ErrQuery) {
		t.Errorf("a plan of two megabytes: %v", err)
	}
	p.Documents = []string{"/nowhere"}
	if _, err := e.Search(t.Context(), core.SearchRequest{Query: question, Plan: &p, Limit: 20}); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("a plan for documents that are gone: %v", err)
	}
}

func TestAPlanIsAskedOfARealServer(t *testing.T) { // R2.2, R2.3
	s := ollamatest.Start(t)
	t.Setenv("OLLAMA_HOST", "")
	t.Setenv("OLLAMA_MODEL", "")
	settings := config.Default()
	settings.Model = config.Model{Host: s.Host, Model: ollamatest.Model, Seconds: 20}
	for least, why := range map[string]string{"0.1.0": "no plan of a model: random:latest", "": "has a known hole (CVE-2026-7482)"} {
		e, err := app.Open(t.Context(), app.Options{Library: t.TempDir(), Program: "test", Config: &settings, LeastModel: least})
		if err != nil {
			t.Fatal(err)
		}
		apptest.Add(t, e, "", yard(t))
		if st := e.ModelServer(t.Context()); !st.Running || len(st.Models) != 1 || st.Models[0].Name != ollamatest.Model || (st.Reason == "") != (least != "") {
			t.Errorf("least %q: %+v", least, st)
		}
		if err := e.PullModel(t.Context(), "no name", nil); err == nil {
			t.Error("a model without a name was fetched")
		}
		pieces := 0
		p, err := e.Plan(t.Context(), "Implement authentication", core.PlannerModel, func(string) { pieces++ })
		if err != nil || p.Planner != core.PlannerHeuristic || !strings.Contains(p.Why, why) || (pieces > 0) != (least != "") {
			t.Errorf("least %q, %d pieces: %+v, %v", least, pieces, p, err)
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
}

// BenchmarkPlan is a plan by rules of a question that was not asked before.
func BenchmarkPlan(b *testing.B) {
	e := apptest.Open(b)
	apptest.Add(b, e, "", apptest.Sample(), yard(b))
	if _, err := e.Plan(b.Context(), "Where does kelp grow?", core.PlannerHeuristic, nil); err != nil {
		b.Fatal(err)
	}
	for i := 0; b.Loop(); i++ {
		question := fmt.Sprintf("How did dredging change the depth limit of the kelp forest in %d?", i)
		if _, err := e.Plan(b.Context(), question, core.PlannerHeuristic, nil); err != nil {
			b.Fatal(err)
		}
	}
}
