package ask_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/app"
	"ibid/app/apptest"
	"ibid/app/ask"
	"ibid/app/config"
	"ibid/core"
	"ibid/core/ollama"
	"ibid/core/ollama/ollamatest"
)

func TestAskRefusesWhatDoesNotFit(t *testing.T) { // R3.10
	t.Setenv("OLLAMA_HOST", "127.0.0.1:1") // nobody listens there
	e := apptest.Open(t)
	apptest.Add(t, e, "", yard(t))
	asked := func(req core.ContextRequest) (ask.Answer, string, error) {
		told := ""
		a, err := e.Ask(t.Context(), req, func(ev ask.AskEvent) { told += ev.Piece })
		return a, told, err
	}
	var window *core.WindowError
	if _, told, err := asked(core.ContextRequest{Query: "authentication", Budget: 4000, Model: 1100}); !errors.As(err, &window) || window.Window != 1100 || told != "" {
		t.Errorf("a context that does not fit: %q, %v", told, err)
	} else if strings.Contains(err.Error(), "\n") {
		t.Errorf("more than one line: %v", err)
	}
	if a, told, err := asked(core.ContextRequest{Query: "xylophone"}); err != nil || told != core.NoAnswer || !a.Complete || a.Model != "" {
		t.Errorf("a question that nothing answers: %+v, %q, %v", a, told, err)
	}
	var unusable *ollama.Unusable
	if a, _, err := asked(core.ContextRequest{Query: "authentication"}); !errors.As(err, &unusable) || len(a.Context.Sources) == 0 {
		t.Errorf("without a server: %+v, %v", a, err)
	}
}

func TestAnAnswerStreamsInWithItsSources(t *testing.T) { // R3.10
	s := ollamatest.Start(t)
	t.Setenv("OLLAMA_HOST", "")
	t.Setenv("OLLAMA_MODEL", "")
	settings := config.Default()
	settings.Model = config.Model{Host: s.Host, Model: ollamatest.Model, Seconds: 60}
	e, err := app.Open(t.Context(), app.Options{Library: t.TempDir(), Program: "test", Config: &settings, LeastModel: "0.1.0"})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	apptest.Add(t, e, "", yard(t))
	var pieces []string
	sources := 0
	a, err := e.Ask(t.Context(), core.ContextRequest{Query: "How is authentication done?"}, func(ev ask.AskEvent) {
		if ev.Context != nil {
			sources = len(ev.Context.Sources)
			return
		}
		pieces = append(pieces, ev.Piece)
	})
	if err != nil || sources == 0 || len(pieces) < 2 || strings.Join(pieces, "") != a.Text || a.Checked != a.Complete || a.Tokens == 0 {
		t.Errorf("%d sources, %d pieces: %+v, %v", sources, len(pieces), a, err)
	}
	// What the model holds is asked of the server, whatever a person says of it.
	long := ""
	for i := range 80 {
		long += fmt.Sprintf("Step %d of the authentication: the keeper of gate %d reads the seal, writes its number down and asks for the word of the day.\n\n", i, i*7)
	}
	file := filepath.Join(t.TempDir(), "gates.md")
	if err := os.WriteFile(file, []byte(long), 0o600); err != nil {
		t.Fatal(err)
	}
	apptest.Add(t, e, "", file)
	var window *core.WindowError
	_, err = e.Ask(t.Context(), core.ContextRequest{Query: "How is authentication done?", Budget: 4000, Model: 100_000}, nil)
	if !errors.As(err, &window) || window.Window != ollamatest.Window || window.Needed <= ollamatest.Window || a.Tokens >= ollamatest.Window/2 {
		t.Errorf("%+v, %v; the answer before took %d", window, err, a.Tokens)
	}
}
