package remote

import (
	"context"
	"errors"
	"strings"
	"testing"

	"ibid/app"
	"ibid/app/ask"
	"ibid/app/config"
	"ibid/app/door/api"
	"ibid/core"
	"ibid/core/ollama"
	"ibid/core/ollama/ollamatest"
)

// early is after so many bytes of an answer: nobody knows how long one of random
// weights is.
const early = 8

// An answer of a real model streams through an owner, ends when the one who asked
// cancels, and fails with the line that the owner itself is told.
func TestAnAnswerComesThroughAnOwner(t *testing.T) { // R3.10
	s := ollamatest.Start(t)
	t.Setenv("OLLAMA_HOST", "")
	t.Setenv("OLLAMA_MODEL", "")
	dir, settings := t.TempDir(), config.Default()
	settings.Model, settings.OCR.Enabled = config.Model{Host: s.Host, Model: ollamatest.Model, Seconds: 60}, false
	programs := make(map[string]*Library)
	for _, name := range []string{"owner", "client"} {
		l, err := Open(t.Context(), app.Options{Library: dir, Program: name, Long: true, Config: &settings, LeastModel: "0.1.0", Secret: []byte("the same each time")})
		if err != nil || l.isHere() != (name == "owner") {
			t.Fatal(name, err)
		}
		defer func() {
			if err := l.Close(); err != nil {
				t.Error(err)
			}
		}()
		programs[name] = l
	}
	owner, client := programs["owner"], programs["client"]
	if _, err := client.AddPaths(t.Context(), []string{notes(t, 5)}, ""); err != nil {
		t.Fatal(err)
	}
	asked := func(l *Library, ctx context.Context, each func(said string)) (string, ask.Answer, error) {
		said := ""
		a, err := l.Ask(ctx, core.ContextRequest{Query: "turbidity at noon"}, func(ev ask.AskEvent) {
			if said += ev.Piece; ev.Context == nil {
				each(said)
			}
		})
		return said, a, err
	}
	begins := func(l *Library) string {
		for try := 1; ; try++ {
			ctx, cancel := context.WithCancel(t.Context())
			said, a, err := asked(l, ctx, func(said string) {
				if len(said) >= early {
					cancel()
				}
			})
			cancel()
			if said == "" && try < 3 {
				continue // a server that starts while others do may say nothing for minutes
			}
			if !errors.Is(err, context.Canceled) || len(said) < early || len(a.Context.Sources) == 0 {
				t.Fatalf("cancelled: %q, %+v, %v", said, a, err)
			}
			return said[:early]
		}
	}
	if want, got := begins(owner), begins(client); got != want {
		t.Errorf("%q and not %q", got, want)
	}
	_, a, err := asked(client, t.Context(), func(said string) {
		if len(said) >= early {
			s.Kill()
		}
	})
	var failed *ollama.Failed
	if !errors.As(err, &failed) || a.Complete || len(a.Text) < early || api.Explain(err).Code != "model" || !strings.Contains(api.Explain(err).Detail, ollamatest.Model) {
		t.Errorf("the server was killed: %+v, %v", a, err)
	}
	_, _, direct := asked(owner, t.Context(), func(string) {})
	_, _, through := asked(client, t.Context(), func(string) {})
	if direct == nil || through == nil || through.Error() != direct.Error() || api.Explain(through) != api.Explain(direct) || api.Explain(direct).Code != "model" {
		t.Errorf("without a server: directly %v, %+v; through the owner %v, %+v", direct, api.Explain(direct), through, api.Explain(through))
	}
}
