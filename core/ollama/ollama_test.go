package ollama

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// serve is a server with the given answers to the two questions.
func serve(t *testing.T, version, tags http.HandlerFunc) string {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/version", version)
	mux.HandleFunc("GET /api/tags", tags)
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s.URL
}

func says(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }
}

const (
	goodVersion = `{"version":"0.18.0"}`
	goodTags    = `{"models":[{"name":"zephyr:7b","size":4000000000},{"name":"qwen2.5-coder:7b","size":4700000000}]}`
)

func TestProbeListsWhatIsThere(t *testing.T) {
	s := New(Options{Host: serve(t, says(goodVersion), says(goodTags))}).Status(t.Context())
	if !s.Running || s.Reason != "" || s.Version != "0.18.0" {
		t.Errorf("got %+v", s)
	}
	if len(s.Models) != 2 || s.Models[0].Name != DefaultModel || s.Models[0].Size != 4_700_000_000 {
		t.Errorf("models %+v", s.Models)
	}
	if got := s.Summary(); got != "qwen2.5-coder:7b ● local" {
		t.Errorf("summary %q", got)
	}
}

func TestProbeSaysWhyNot(t *testing.T) {
	long := `{"version":"` + strings.Repeat("9", answerSize) + `"}`
	tests := []struct {
		name          string
		version, tags http.HandlerFunc
		running       bool
		reason        string
	}{
		{"an old version", says(`{"version":"0.17.0"}`), says(goodTags), true, "CVE-2026-7482"},
		{"a candidate of the first safe one", says(`{"version":"0.17.1-rc1"}`), says(goodTags), true, "CVE-2026-7482"},
		{"no version", says(`{}`), says(goodTags), true, `version "" is unknown`},
		{"another model", says(goodVersion), says(`{"models":[]}`), true, "the model qwen2.5-coder:7b is not there"},
		{"a model elsewhere", says(goodVersion), says(`{"models":[{"name":"qwen2.5-coder:7b","remote_host":"https://example.org"}]}`), true, "runs on another machine"},
		{"a model for vectors", says(goodVersion), says(`{"models":[{"name":"qwen2.5-coder:7b","capabilities":["embedding"]}]}`), true, "cannot answer questions"},
		{"a list that breaks off", says(goodVersion), says(`{"models":[{"na`), true, "does not list its models"},
		{"an error", http.NotFound, says(goodTags), false, "answers with an error (404)"},
		{"another kind of server", says("<html>"), says(goodTags), false, "does not answer as Ollama does"},
		{"an endless answer", says(long), says(goodTags), false, "does not answer as Ollama does"},
		{"a closed connection", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, says(goodTags), false, "does not answer as Ollama does"},
		{"a redirect", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/elsewhere", http.StatusFound) }, says(goodTags), false, "sends us elsewhere"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := New(Options{Host: serve(t, tt.version, tt.tags)}).Status(t.Context())
			if s.Running != tt.running || !strings.Contains(s.Reason, tt.reason) {
				t.Errorf("running %v, reason %q", s.Running, s.Reason)
			}
			if s.Advice == "" {
				t.Error("no advice")
			}
			if len(s.Reason) > 300 || strings.Contains(s.Summary(), "●") {
				t.Errorf("reason of %d bytes, summary %q", len(s.Reason), s.Summary())
			}
		})
	}
}

func TestProbeDoesNotFollowARedirect(t *testing.T) {
	var followed atomic.Bool
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { followed.Store(true) }))
	t.Cleanup(other.Close)
	away := http.RedirectHandler(other.URL, http.StatusTemporaryRedirect)
	s := New(Options{Host: serve(t, away.ServeHTTP, says(goodTags))}).Status(t.Context())
	if followed.Load() || s.Running {
		t.Errorf("followed %v, got %+v", followed.Load(), s)
	}
}

func TestProbeGivesUpOnASlowServer(t *testing.T) {
	release := make(chan struct{})
	host := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-release:
		case <-r.Context().Done():
		}
	}, says(goodTags))
	defer close(release)
	began := time.Now()
	s := New(Options{Host: host}).Status(t.Context())
	if took := time.Since(began); took > 2*probeTime || !strings.Contains(s.Reason, "did not answer within") {
		t.Errorf("after %v: %q", took, s.Reason)
	}
}

func TestProbeNamesWhatDoesNotRun(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	host := s.URL
	s.Close()
	if got := New(Options{Host: host}).Status(t.Context()); got.Running || got.Reason != "it does not run" {
		t.Errorf("got %+v", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := New(Options{Host: host}).Status(ctx); got.Running {
		t.Errorf("got %+v", got)
	}
}

func TestOnlyThisMachineIsAsked(t *testing.T) {
	for host, want := range map[string]string{
		"":                        "http://127.0.0.1:11434",
		":8080":                   "http://127.0.0.1:8080",
		"0.0.0.0":                 "http://127.0.0.1:11434",
		"0.0.0.0:8080":            "http://127.0.0.1:8080",
		"[::]:8080":               "http://127.0.0.1:8080",
		"localhost":               "http://localhost:11434",
		"LOCALHOST:1":             "http://LOCALHOST:1",
		"127.1.2.3":               "http://127.1.2.3:11434",
		"[::1]:9":                 "http://[::1]:9",
		"https://127.0.0.1:9/x/":  "https://127.0.0.1:9/x/",
		"[::ffff:127.0.0.1]:9":    "http://[::ffff:127.0.0.1]:9",
		"192.168.1.5":             "",
		"example.org:11434":       "",
		"http://169.254.169.254/": "",
		"localhost.example.org":   "",
		"[::ffff:10.0.0.1]:9":     "",
		"ftp://127.0.0.1":         "",
		"http://me:x@127.0.0.1":   "",
		"http://127.0.0.1/?q=1":   "",
		"\x00":                    "",
	} {
		u, err := base(host)
		if want == "" {
			if err == nil {
				t.Errorf("%q was taken for %v", host, u)
			}
			continue
		}
		if err != nil || u.String() != want {
			t.Errorf("%q is %v, %v; want %s", host, u, err, want)
		}
	}
	if s := New(Options{Host: "192.0.2.7"}).Status(t.Context()); !strings.Contains(s.Reason, `not asked: "192.0.2.7" is not this machine`) {
		t.Errorf("reason %q", s.Reason)
	}
}

func TestNamesThatResolveElsewhereAreRefused(t *testing.T) {
	for address, want := range map[string]bool{"127.0.0.1:1": true, "[::1]:1": true, "10.0.0.1:1": false, "nonsense": false} {
		if got := onlyLoopback("tcp", address, nil) == nil; got != want {
			t.Errorf("%s allowed: %v", address, got)
		}
	}
}

func TestWhatAServerSaysFitsInALine(t *testing.T) {
	tags := `{"models":[{"name":"evil\u001b[31m\nname` + strings.Repeat("x", 500) + `","size":-5}]}`
	s := New(Options{Host: serve(t, says(`{"version":"0.18.0\u0007"}`), says(tags))}).Status(t.Context())
	if s.Version != "0.18.0" || len(s.Models) != 1 {
		t.Fatalf("got %+v", s)
	}
	if m := s.Models[0]; strings.ContainsAny(m.Name, "\x1b\n") || len(m.Name) > maxName+len("…") || m.Size != 0 {
		t.Errorf("model %+v", m)
	}
}

func TestEnvironmentNamesHostAndModel(t *testing.T) {
	t.Setenv("OLLAMA_HOST", "")
	t.Setenv("OLLAMA_MODEL", "")
	if Host("") != DefaultHost || Model("") != DefaultModel || Host("localhost:8") != "localhost:8" || Model("phi:3b") != "phi:3b" {
		t.Errorf("got %q, %q", Host(""), Model(""))
	}
	t.Setenv("OLLAMA_HOST", "localhost:9")
	t.Setenv("OLLAMA_MODEL", "zephyr:7b")
	if Host("localhost:8") != "localhost:9" || Model("phi:3b") != "zephyr:7b" {
		t.Errorf("got %q, %q", Host("localhost:8"), Model("phi:3b"))
	}
}
