package ollama_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"ibid/core"
	"ibid/core/ollama"
	"ibid/core/ollama/ollamatest"
)

// The server at hand is older than the one that is safe, so the tests want less.
const least = "0.1.0"

func server(s *ollamatest.Server, model string) *ollama.Server {
	return ollama.New(ollama.Options{Host: s.Host, Model: model, Least: least})
}

func TestARealServerIsAsked(t *testing.T) {
	// R2.2
	s := ollamatest.Start(t)
	t.Run("it lists its models with size and capabilities", func(t *testing.T) {
		st := server(s, ollamatest.Model).Status(t.Context())
		i := slices.IndexFunc(st.Models, func(f core.LocalModel) bool { return f.Name == ollamatest.Model })
		if st.Reason != "" || st.Version == "" || i < 0 {
			t.Fatalf("got %+v", st)
		}
		if f := st.Models[i]; f.Size < 500_000 || f.Remote || !slices.Contains(f.Capabilities, "completion") || slices.Contains(f.Capabilities, "vision") {
			t.Errorf("got %+v", f)
		}
	})
	t.Run("it says how much its model takes at a time", func(t *testing.T) {
		if set, most := server(s, ollamatest.Model).Window(t.Context()); set != ollamatest.Window || most != ollamatest.Window {
			t.Errorf("%d tokens of %d", set, most)
		}
		if set, most := server(s, "nowhere:7b").Window(t.Context()); set != 0 || most != 0 {
			t.Errorf("of a model that is not there: %d tokens of %d", set, most)
		}
	})
	t.Run("one that is too old is not used", func(t *testing.T) {
		st := ollama.New(ollama.Options{Host: s.Host, Model: ollamatest.Model, Least: "99.0.0"}).Status(t.Context())
		if !st.Old || st.Advice != "update Ollama" {
			t.Errorf("got %+v", st)
		}
	})
	t.Run("a model that is not there is named", func(t *testing.T) {
		_, err := server(s, "nowhere:7b").Chat(t.Context(), core.ChatRequest{Prompt: "?"}, nil)
		var unusable *ollama.Unusable
		if !errors.As(err, &unusable) || unusable.Advice != "fetch it with: ollama pull nowhere:7b" {
			t.Errorf("got %v", err)
		}
	})
	t.Run("an answer streams and keeps to its schema", func(t *testing.T) { streams(t, server(s, ollamatest.Model)) })
	t.Run("an answer that is cut is not complete", func(t *testing.T) {
		a, err := server(s, ollamatest.Model).Chat(t.Context(), core.ChatRequest{Prompt: "on and on", Tokens: 20}, nil)
		if err != nil || a.Complete {
			t.Errorf("got %+v, %v", a, err)
		}
	})
	t.Run("a schema that is none is an error in words", func(t *testing.T) {
		_, err := server(s, ollamatest.Model).Chat(t.Context(), core.ChatRequest{Prompt: "?", Format: json.RawMessage(`{"type":"nonsense"}`)}, nil)
		if err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a fetch without a network says what the server says", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		err := server(s, ollamatest.Model).Pull(ctx, "ibid-no-such-model:0b", nil)
		if err == nil || !strings.HasPrefix(err.Error(), "fetch model ibid-no-such-model:0b: ") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("an answer can be cancelled, and the next comes", func(t *testing.T) { cancelled(t, server(s, ollamatest.Model)) })
}

func streams(t *testing.T, s *ollama.Server) {
	schema := json.RawMessage(`{"type":"object","properties":{"depth":{"type":"integer","minimum":0,"maximum":9},"fine":{"type":"boolean"}},"required":["depth","fine"]}`)
	var pieces []string
	a, err := s.Chat(t.Context(), core.ChatRequest{System: "Answer.", Prompt: "How deep?", Format: schema, Tokens: 200, Window: 2048}, func(p string) error {
		pieces = append(pieces, p)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var value struct{ Depth *int }
	if err := json.Unmarshal([]byte(a.Text), &value); a.Complete && (err != nil || value.Depth == nil) {
		t.Errorf("%q: %v", a.Text, err)
	}
	if len(pieces) < 3 || strings.Join(pieces, "") != a.Text || a.Model != ollamatest.Model {
		t.Errorf("%d pieces of %+v", len(pieces), a)
	}
}

func cancelled(t *testing.T, s *ollama.Server) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	a, err := s.Chat(ctx, core.ChatRequest{Prompt: "on and on", Tokens: 1500}, func(string) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) || a.Text == "" {
		t.Errorf("cancelled: %+v, %v", a, err)
	}
	enough := errors.New("enough")
	if _, err := s.Chat(t.Context(), core.ChatRequest{Prompt: "on", Tokens: 50}, func(string) error { return enough }); !errors.Is(err, enough) {
		t.Errorf("ended by the caller: %v", err)
	}
	if a, err := s.Chat(t.Context(), core.ChatRequest{Prompt: "on", Tokens: 5}, nil); err != nil || a.Text == "" {
		t.Errorf("the next: %+v, %v", a, err)
	}
}

func TestAServerThatIsKilledLeavesWhatItSaid(t *testing.T) {
	// R2.3
	s := ollamatest.Start(t)
	said := 0
	a, err := server(s, ollamatest.Model).Chat(t.Context(), core.ChatRequest{Prompt: "on and on", Tokens: 1500}, func(p string) error {
		if said += len(p); said > 20 {
			s.Kill()
		}
		return nil
	})
	if err == nil || a.Complete || len(a.Text) < 20 {
		t.Errorf("got %+v, %v", a, err)
	}
	if st := server(s, ollamatest.Model).Status(t.Context()); st.Running || st.Reason != "it does not run" || st.Advice != "start it with: ollama serve" {
		t.Errorf("got %+v", st)
	}
}

func TestAServerThatHangsIsGivenUp(t *testing.T) {
	// R2.3
	s := ollamatest.Start(t)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	a, err := server(s, ollamatest.Model).Chat(ctx, core.ChatRequest{Prompt: "on and on", Tokens: 1500}, func(string) error { return s.Pause() })
	if !errors.Is(err, context.DeadlineExceeded) || a.Text == "" {
		t.Errorf("got %+v, %v", a, err)
	}
	if err := s.Resume(); err != nil {
		t.Error(err)
	}
}
