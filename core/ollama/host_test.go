package ollama

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/ollama/ollama/api"

	"ibid/core"
)

func TestOnlyThisMachineIsAHost(t *testing.T) { // R2.2
	for _, tt := range []struct{ host, want string }{ // want is empty for a refusal
		{"", "http://127.0.0.1:11434"},
		{"  ", "http://127.0.0.1:11434"},
		{"localhost", "http://localhost:11434"},
		{"LOCALHOST:80", "http://LOCALHOST:80"},
		{":8080", "http://127.0.0.1:8080"},
		{"0.0.0.0", "http://127.0.0.1:11434"},
		{"[::]:9", "http://127.0.0.1:9"},
		{"127.8.8.8:9", "http://127.8.8.8:9"},
		{"[::1]:9", "http://[::1]:9"},
		{"[::ffff:127.0.0.1]:9", "http://[::ffff:127.0.0.1]:9"},
		{"https://localhost:8443", "https://localhost:8443"},
		{"http://127.0.0.1:9/under", "http://127.0.0.1:9/under"},
		{"192.168.0.7", ""},
		{"[::ffff:10.0.0.1]", ""},
		{"example.org", ""},
		{"localhost.example.org", ""},
		{"127.0.0.1.example.org", ""},
		{"ftp://localhost", ""},
		{"http://user:word@localhost", ""},
		{"http://localhost/?a=b", ""},
		{"http://localhost/#part", ""},
		{"http://local host", ""},
		{"localhost:port", ""},
	} {
		got := ""
		if u, err := base(tt.host); err == nil {
			got = u.String()
		}
		if got != tt.want || (CheckHost(tt.host) == nil) != (tt.want != "") {
			t.Errorf("%q is %q, want %q", tt.host, got, tt.want)
		}
	}
}

func TestAnAddressDoesNotShowItsPassword(t *testing.T) {
	if err := CheckHost("http://user:secret@localhost"); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("%v", err)
	}
}

func TestANameThatLeadsElsewhereIsNotDialled(t *testing.T) { // R2.2
	for address, want := range map[string]bool{
		"127.0.0.1:11434": true, "[::1]:11434": true, "[::ffff:127.0.0.1]:1": true, "127.255.255.254:1": true,
		"10.0.0.1:11434": false, "[2001:db8::1]:1": false, "0.0.0.0:1": false, "localhost:1": false, "": false,
	} {
		if err := onlyLoopback("tcp", address, nil); (err == nil) != want || !want && !errors.Is(err, errElsewhere) {
			t.Errorf("%q: %v", address, err)
		}
	}
}

func TestEnvironmentGoesBeforeSettings(t *testing.T) {
	for _, tt := range []struct{ env, setting, host, model string }{
		{"", "", DefaultHost, DefaultModel},
		{"", "set", "set", "set"},
		{"env", "set", "env", "env"},
	} {
		t.Setenv("OLLAMA_HOST", tt.env)
		t.Setenv("OLLAMA_MODEL", tt.env)
		if h, m := Host(tt.setting), Model(tt.setting); h != tt.host || m != tt.model {
			t.Errorf("%+v gives %q and %q", tt, h, m)
		}
	}
	if s := New(Options{}); s.Name() != DefaultModel || s.options.Host != DefaultHost || s.options.Least != MinVersion {
		t.Errorf("without options: %+v", s.options)
	}
}

func TestVersionsAreCompared(t *testing.T) {
	inOrder := []string{"0.9.9", "0.17.0", "0.17.1-rc1", "0.17.1", "0.17.10", "0.18.0", "1.0.0"}
	for i, a := range inOrder {
		for j, b := range inOrder {
			pa, ok := parseVersion(a)
			pb, ok2 := parseVersion(b)
			if !ok || !ok2 {
				t.Fatalf("%q or %q is no version", a, b)
			}
			if got, want := slices.Compare(pa, pb), min(max(i-j, -1), 1); got != want {
				t.Errorf("%s and %s compare as %d, want %d", a, b, got, want)
			}
		}
	}
	for s, want := range map[string]string{"v1.2.3": "[1 2 3 0]", "1.2.3+build": "[1 2 3 0]", "1.2.3-rc1+b": "[1 2 3 -1]"} {
		if got, ok := parseVersion(s); !ok || fmt.Sprint(got) != want {
			t.Errorf("%q is %v, %v, want %s", s, got, ok, want)
		}
	}
	for _, s := range []string{"", "1", "1.2", "1.2.3.4", "1.2.x", "1.-2.3", "one"} {
		if got, ok := parseVersion(s); ok {
			t.Errorf("%q is taken for %v", s, got)
		}
	}
}

func TestNamesOfModelsHaveNoRegistry(t *testing.T) {
	for name, want := range map[string]bool{
		"phi": true, "qwen2.5-coder:7b": true, "library/phi:latest": true, "a_b.c-d": true, strings.Repeat("a", maxName): true,
		"": false, "-phi": false, "example.org/a/b": false, "http://a": false, "phi:": false, "phi:7b:8b": false, "phi 7b": false, "../phi": false,
		strings.Repeat("a", maxName+1): false,
	} {
		if got := IsModelName(name); got != want {
			t.Errorf("%q: %v, want %v", name, got, want)
		}
	}
}

func TestWhatAServerSaysFitsOnOneLine(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"kelp", "kelp"},
		{" two\nlines\t ", "two lines"},
		{"\x1b[31mred", "[31mred"},
		{strings.Repeat("é", maxName), strings.Repeat("é", maxName)},
		{strings.Repeat("é", maxName+1), strings.Repeat("é", maxName) + "…"},
	} {
		if got := clean(tt.in); got != tt.want {
			t.Errorf("%q is %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestFaultsAreSaidInWords(t *testing.T) {
	for _, tt := range []struct {
		err        error
		want, chat string // chat is the words of an answer, where they differ
	}{
		{fmt.Errorf("dial: %w", syscall.ECONNREFUSED), "it does not run", ""},
		{fmt.Errorf("ask: %w", context.DeadlineExceeded), "it did not answer within 2s", ""},
		{errRedirected, "not asked further: the server sends us elsewhere", ""},
		{fmt.Errorf("%q %w", "10.0.0.1", errElsewhere), `not asked: "10.0.0.1" is not this machine`, ""},
		{api.StatusError{StatusCode: 500}, "it answers with an error (500)", ""},
		{api.StatusError{StatusCode: 400, ErrorMessage: "too\nlong"}, "it answers with an error (400)", "the server says: too long"},
		{errors.New("invalid\ncharacter"), "it does not answer as Ollama does: invalid character", ""},
	} {
		if got := inWords(tt.err); got != tt.want {
			t.Errorf("%v is %q, want %q", tt.err, got, tt.want)
		}
		want := tt.chat
		if want == "" {
			want = tt.want
		}
		if got := chatWords(tt.err); got != want {
			t.Errorf("in an answer %v is %q, want %q", tt.err, got, want)
		}
	}
}

func TestErrorsNameTheirCause(t *testing.T) {
	unusable := &Unusable{Reason: "it does not run", Advice: "start it"}
	if !errors.Is(unusable, core.ErrNotAsked) || unusable.Error() != "Ollama: it does not run (start it)" {
		t.Errorf("%v", unusable)
	}
	failed := &Failed{Model: "phi", Err: errBroken}
	if !errors.Is(failed, errBroken) || errors.Is(failed, core.ErrNotAsked) || !strings.HasPrefix(failed.Error(), "ask phi: ") {
		t.Errorf("%v", failed)
	}
}

func TestARequestIsNeverCutInSilence(t *testing.T) {
	m := message("phi", core.ChatRequest{Prompt: "How deep?"})
	if m.Model != "phi" || m.Truncate == nil || *m.Truncate || m.Shift == nil || *m.Shift || m.Options["temperature"] != 0 || m.Options["seed"] != 1 {
		t.Errorf("%+v", m)
	}
	if len(m.Messages) != 1 || m.Messages[0].Role != "user" || m.Messages[0].Content != "How deep?" {
		t.Errorf("messages %+v", m.Messages)
	}
	for _, name := range []string{"num_predict", "num_ctx"} {
		if v, ok := m.Options[name]; ok {
			t.Errorf("%s is %v without being asked for", name, v)
		}
	}
	m = message("phi", core.ChatRequest{System: "Be brief.", Prompt: "?", Tokens: 7, Window: 4096, Format: []byte(`"json"`)})
	if len(m.Messages) != 2 || m.Messages[0].Role != "system" || m.Messages[0].Content != "Be brief." || m.Options["num_predict"] != 7 || m.Options["num_ctx"] != 4096 || string(m.Format) != `"json"` {
		t.Errorf("%+v", m)
	}
}

func TestAQuestionThatIsTooLongIsNotAsked(t *testing.T) {
	asked := false
	s := stand(t, "POST /api/chat", func(w http.ResponseWriter, r *http.Request) { asked = true; says(whole)(w, r) })
	_, err := s.Chat(t.Context(), core.ChatRequest{System: "x", Prompt: strings.Repeat("y", maxPrompt)}, nil)
	if err == nil || !strings.Contains(err.Error(), "more than 4 MB") || asked {
		t.Errorf("%v, asked %v", err, asked)
	}
}

func TestTheReaderMayEndAnAnswer(t *testing.T) {
	enough := errors.New("enough")
	var pieces []string
	a, err := stand(t, "POST /api/chat", says(`{"message":{"content":"six "}}`+"\n"+whole)).Chat(t.Context(), core.ChatRequest{Prompt: "?"}, func(s string) error {
		pieces = append(pieces, s)
		return enough
	})
	var failed *Failed
	if !errors.Is(err, enough) || errors.As(err, &failed) || a.Complete || a.Text != "six " || !slices.Equal(pieces, []string{"six "}) {
		t.Errorf("%+v, %v, %q", a, err, pieces)
	}
}

func TestAnAnswerThatWasCutIsNotComplete(t *testing.T) {
	for reason, want := range map[string]bool{"stop": true, "length": false, "": false} {
		body := fmt.Sprintf(`{"message":{"content":"six"},"done":true,"done_reason":%q}`+"\n", reason)
		a, err := stand(t, "POST /api/chat", says(body)).Chat(t.Context(), core.ChatRequest{Prompt: "?"}, nil)
		if err != nil || a.Complete != want || a.Text != "six" {
			t.Errorf("%q: %+v, %v", reason, a, err)
		}
	}
}

func TestWindowIsWhatTheModelSays(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		set, most  int
	}{
		{"both", `{"parameters":"temperature 0\nnum_ctx 4096\n","model_info":{"general.architecture":"qwen2","qwen2.context_length":32768}}`, 4096, 32768},
		{"the last one counts", `{"parameters":"num_ctx 4096\nnum_ctx 8192"}`, 8192, 0},
		{"another model's length", `{"model_info":{"general.architecture":"qwen2","llama.context_length":32768}}`, 0, 0},
		{"below nothing", `{"parameters":"num_ctx -1","model_info":{"general.architecture":"a","a.context_length":-5}}`, 0, 0},
		{"beyond all numbers", `{"parameters":"num_ctx 99999999999","model_info":{"general.architecture":"a","a.context_length":1e12}}`, 1<<31 - 1, 0},
		{"no numbers", `{"parameters":"num_ctx many","model_info":{"general.architecture":7}}`, 0, 0},
		{"nothing", `{}`, 0, 0},
		{"no answer as it should be", `<html>`, 0, 0},
	} {
		set, most := stand(t, "POST /api/show", says(tt.body)).Window(t.Context())
		if set != tt.set || most != tt.most {
			t.Errorf("%s: %d and %d, want %d and %d", tt.name, set, most, tt.set, tt.most)
		}
	}
	if set, most := New(Options{Host: "192.0.2.7"}).Window(t.Context()); set != 0 || most != 0 {
		t.Errorf("of another machine: %d and %d", set, most)
	}
}

func TestOldServersAreAskedWhatTheirModelsCan(t *testing.T) {
	s := stand(t, "POST /api/show", func(w http.ResponseWriter, r *http.Request) {
		says(`{"capabilities":["embedding"],"remote_host":""}`)(w, r)
	})
	st := s.Status(t.Context())
	if !strings.Contains(st.Reason, "cannot answer questions") || st.Advice == "" {
		t.Errorf("%+v", st)
	}
	st = stand(t, "POST /api/show", says(`{"remote_model":"phi"}`)).Status(t.Context())
	if !strings.Contains(st.Reason, "another machine") {
		t.Errorf("a model that turns out to be elsewhere: %+v", st)
	}
}

func TestAModelWithoutATagIsTheLatest(t *testing.T) {
	for listed, want := range map[string]bool{"phi": true, "phi:latest": true, "phi:7b": false, "phi2": false, "latest": false} {
		tags := `{"models":[{"name":"` + listed + `","capabilities":["completion"]}]}`
		s := New(Options{Host: serve(t, says(goodVersion), says(tags)), Model: "phi"}).Status(t.Context())
		if got := s.Reason == ""; got != want {
			t.Errorf("%s listed for phi: %q", listed, s.Reason)
		}
	}
}

func TestSummarySaysWhatTheFootNeeds(t *testing.T) {
	for _, tt := range []struct {
		st   Status
		want string
	}{
		{Status{ModelServer: core.ModelServer{Model: "phi", Running: true}}, "phi ● local"},
		{Status{ModelServer: core.ModelServer{Model: "phi", Running: true, Reason: "not there"}}, "no model: everything works without one"},
		{Status{ModelServer: core.ModelServer{Model: "phi"}}, "no model: everything works without one"},
		{Status{ModelServer: core.ModelServer{Model: "phi", Running: true, Reason: "old", Version: "0.1.0"}, Old: true}, "Ollama 0.1.0 should be updated: not used"},
	} {
		if got := tt.st.Summary(); got != tt.want {
			t.Errorf("%+v is %q, want %q", tt.st, got, tt.want)
		}
	}
}
