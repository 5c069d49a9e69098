package ollama

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"ibid/core"
)

// stand is a server that answers one kind of request as a real one would only
// after a fault.
func stand(t *testing.T, path string, answer http.HandlerFunc) *Server {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/version", says(goodVersion))
	mux.HandleFunc("GET /api/tags", says(goodTags))
	mux.HandleFunc(path, answer)
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return New(Options{Host: s.URL})
}

const whole = `{"message":{"content":"six fathoms"},"done":true,"done_reason":"stop"}` + "\n"

func TestFaultyAnswersAreErrorsThatKeepWhatCame(t *testing.T) { // R2.3
	piece := `{"message":{"content":"six "}}` + "\n"
	tests := []struct {
		name, body string
		kept       string
		want       string
	}{
		{"no end", piece, "six ", "broke off"},
		{"an error in the middle", piece + `{"error":"out of memory"}` + "\n", "six ", "out of memory"},
		{"nonsense in the middle", piece + "<html>\n", "six ", "does not answer as Ollama does"},
		{"another machine", `{"remote_host":"https://example.org","message":{"content":"six"}}` + "\n", "", "another machine"},
		{"no answer", "", "", "broke off"},
		{"too long", strings.Repeat(`{"message":{"content":"`+strings.Repeat("x", 60_000)+`"}}`+"\n", 6), "xxx", "longer than 256 kB"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, err := stand(t, "POST /api/chat", says(tt.body)).Chat(t.Context(), core.ChatRequest{Prompt: "How deep?"}, nil)
			if err == nil || !strings.Contains(err.Error(), tt.want) || a.Complete {
				t.Errorf("got %v, complete %v", err, a.Complete)
			}
			if !strings.HasPrefix(a.Text, tt.kept) || len(a.Text) > maxAnswer {
				t.Errorf("kept %.20q of %d bytes", a.Text, len(a.Text))
			}
		})
	}
	a, err := stand(t, "POST /api/chat", says(whole)).Chat(t.Context(), core.ChatRequest{Prompt: "How deep?"}, nil)
	if err != nil || !a.Complete || a.Text != "six fathoms" {
		t.Errorf("got %+v, %v", a, err)
	}
}

func TestNothingIsAskedOfAModelElsewhere(t *testing.T) { // R2.2
	_, err := New(Options{Host: "192.0.2.7"}).Chat(t.Context(), core.ChatRequest{Prompt: "?"}, nil)
	var unusable *Unusable
	if !errors.As(err, &unusable) || !strings.Contains(err.Error(), `"192.0.2.7" is not this machine`) || unusable.Advice == "" {
		t.Errorf("got %v", err)
	}
}

func TestPullTellsOfItsProgress(t *testing.T) { // R2.2
	lines := `{"status":"pulling manifest"}
{"status":"pulling 60e05f210007","completed":10,"total":40}
{"status":"success"}
`
	var got []core.Pulled
	err := stand(t, "POST /api/pull", says(lines)).Pull(t.Context(), "qwen2.5-coder:7b", func(p core.Pulled) { got = append(got, p) })
	if err != nil || len(got) != 3 || got[1] != (core.Pulled{Step: "pulling 60e05f210007", Done: 10, Total: 40}) {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestPullSaysWhyItEnded(t *testing.T) {
	tests := []struct {
		name, model, body, want string
	}{
		{"an error", "qwen2.5-coder:7b", `{"error":"pull model manifest: file does not exist"}` + "\n", "file does not exist"},
		{"no end", "qwen2.5-coder:7b", `{"status":"pulling manifest"}` + "\n", "before it was complete"},
		{"another registry", "example.org/a/b:7b", "", "is not the name of a model"},
		{"no name", "", "", "is not the name of a model"},
	}
	for _, tt := range tests {
		err := stand(t, "POST /api/pull", says(tt.body)).Pull(t.Context(), tt.model, nil)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := stand(t, "POST /api/pull", says("")).Pull(ctx, "phi", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
