package serve_test

import (
	"encoding/json"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"

	"ibid/app"
	"ibid/app/door/mcp"
	"ibid/app/door/serve"
	"ibid/app/remote"
)

func openSwitch(t *testing.T) (*serve.Switch, *remote.Library) {
	t.Helper()
	dir := t.TempDir()
	l, err := remote.Open(t.Context(), app.Options{Library: dir, Program: "test", Long: true})
	if err != nil {
		t.Fatal(err)
	}
	p := serve.NewSwitch(l, serve.Place{Library: dir, Ibidctl: os.Args[0]})
	t.Cleanup(func() {
		p.Close()
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return p, l
}

func status(t *testing.T, address, token string) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address+"/api/v1/status", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0
	}
	defer resp.Body.Close()
	return resp.StatusCode
}

func TestTheDoorOpensAndShuts(t *testing.T) { // R0.6
	p, _ := openSwitch(t)
	if s := p.State(); s.Wanted || s.Address != "" {
		t.Fatalf("at first %+v", s)
	}
	s := p.Set(t.Context(), true, "127.0.0.1:0")
	token, err := p.Token()
	if err != nil || s.Problem != "" {
		t.Fatal(s, err)
	}
	if got := status(t, s.Address, token); got != http.StatusOK {
		t.Errorf("open: %d", got)
	}
	fresh, err := p.NewToken(t.Context())
	if err != nil || fresh == token {
		t.Fatal(fresh, err)
	}
	now := p.State().Address
	if old, got := status(t, now, token), status(t, now, fresh); old != http.StatusUnauthorized || got != http.StatusOK {
		t.Errorf("with a new token: the old one %d, the new one %d", old, got)
	}
	if s := p.Set(t.Context(), false, "127.0.0.1:0"); s.Wanted || s.Address != "" || status(t, now, fresh) != 0 {
		t.Errorf("shut: %+v", s)
	}
}

func TestADoorThatCannotOpenSaysWhy(t *testing.T) {
	p, _ := openSwitch(t)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := taken.Addr().String()
	if s := p.Set(t.Context(), true, at); !s.Wanted || s.Address != "" || !strings.HasSuffix(s.Problem, "is taken by another program: end that, or choose another port") {
		t.Errorf("taken: %+v", s)
	}
	if err := taken.Close(); err != nil {
		t.Fatal(err)
	}
	if s := p.Set(t.Context(), true, at); s.Problem != "" || s.Address != "http://"+at {
		t.Errorf("free again: %+v", s)
	}
	if s := p.Set(t.Context(), true, "10.1.2.3:80"); s.Address != "" || s.Problem == "" {
		t.Errorf("another machine: %+v", s)
	}
}

// What is copied for a chat application is that program's configuration: JSON
// with the key that it looks for, and a command or address that answers.
func TestSnippetsAreThePrograms(t *testing.T) { // R1.5
	p, l := openSwitch(t)
	for _, s := range p.Snippets() {
		if s.Secret && (s.Text != "" || !strings.Contains(s.Missing, "switch on")) {
			t.Errorf("%s while the door is shut: %+v", s.Program, s)
		}
	}
	address := p.Set(t.Context(), true, "127.0.0.1:0").Address
	keys := map[string]string{"Claude Desktop": "mcpServers", "LM Studio": "mcpServers", "Zed": "context_servers", "VS Code": "servers"}
	for _, s := range p.Snippets() {
		switch key := keys[s.Program]; {
		case key != "":
			var got map[string]map[string]struct {
				Type, Command string
				Args          []string
			}
			err := json.Unmarshal([]byte(s.Text), &got)
			server := got[key]["ibid"]
			if err != nil || server.Command != os.Args[0] || len(server.Args) != 3 || (s.Program == "VS Code") != (server.Type == "stdio") || s.Secret {
				t.Errorf("%s: %v\n%s", s.Program, err, s.Text)
			}
		case s.Program == "Open WebUI":
			var got []struct{ Type, URL, Key string }
			if err := json.Unmarshal([]byte(s.Text), &got); err != nil || len(got) != 1 || got[0].URL != address+mcp.Path || status(t, address, got[0].Key) != http.StatusOK {
				t.Errorf("%s: %v\n%s", s.Program, err, s.Text)
			}
		case !strings.Contains(s.Text, address) || !s.Secret:
			t.Errorf("%s: %s", s.Program, s.Text)
		}
	}
	if v, err := l.LastVisit(t.Context()); err != nil || v.Name != "Go-http-client" {
		t.Errorf("who asked last: %+v, %v", v, err)
	}
}

func TestSnippetsWithoutTheProgramSayWhatToDo(t *testing.T) {
	_, l := openSwitch(t)
	t.Setenv("PATH", t.TempDir())
	for _, s := range serve.NewSwitch(l, serve.Place{Library: t.TempDir()}).Snippets() {
		if s.Text != "" || s.Missing == "" || !s.Secret && !strings.Contains(s.Missing, "go build -o ibidctl") {
			t.Errorf("%+v", s)
		}
	}
}
