package porter_test

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"

	"ibid/app"
	"ibid/app/door/desk"
	"ibid/app/door/mcp"
	"ibid/app/door/porter"
	"ibid/app/remote"
)

// TestMain makes the test program be ibidctl where it is started as that.
func TestMain(m *testing.M) {
	app.RunWorkerIfAsked()
	if len(os.Args) == 4 && os.Args[1] == "mcp" && os.Args[2] == "--library" {
		ctx := context.Background()
		l, err := remote.Open(ctx, app.Options{Library: os.Args[3], Program: "ibidctl mcp"})
		if err == nil {
			err = mcp.Run(ctx, desk.New(l), os.Stdin, os.Stdout)
		}
		if err != nil {
			os.Stderr.WriteString(err.Error() + "\n")
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func open(t *testing.T) (*porter.Porter, *remote.Library) {
	t.Helper()
	dir := t.TempDir()
	l, err := remote.Open(t.Context(), app.Options{Library: dir, Program: "test", Long: true})
	if err != nil {
		t.Fatal(err)
	}
	p := porter.New(l, porter.Options{Library: dir, Ibidctl: os.Args[0]})
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
	p, _ := open(t)
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
	p, _ := open(t)
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
func TestSetupsAreThePrograms(t *testing.T) { // R1.5
	p, l := open(t)
	for _, s := range p.Setups() {
		if s.Secret && (s.Text != "" || !strings.Contains(s.Missing, "switch on")) {
			t.Errorf("%s while the door is shut: %+v", s.Program, s)
		}
	}
	address := p.Set(t.Context(), true, "127.0.0.1:0").Address
	keys := map[string]string{"Claude Desktop": "mcpServers", "LM Studio": "mcpServers", "Zed": "context_servers", "VS Code": "servers"}
	for _, s := range p.Setups() {
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
	list, err := l.Clients(t.Context())
	if err != nil || len(list) != 1 || list[0].Name != "open-webui" || !list[0].Own {
		t.Errorf("programs that asked: %+v, %v", list, err)
	}
}

func TestATrialAsksAsOtherProgramsDo(t *testing.T) { // R1.5
	p, l := open(t)
	lines, err := p.Try(t.Context())
	if err != nil || len(lines) != 1 || !strings.Contains(lines[0], ": ibid "+app.Version+", tools: 5.") {
		t.Errorf("shut: %q, %v", lines, err)
	}
	p.Set(t.Context(), true, "127.0.0.1:0")
	lines, err = p.Try(t.Context())
	if err != nil || len(lines) != 2 || !strings.Contains(lines[0], ": Ibid "+app.Version+", documents: 0.") {
		t.Errorf("open: %q, %v", lines, err)
	}
	if err := l.Revoke(t.Context(), "ibid-test", true, true); err != nil {
		t.Fatal(err)
	}
	if lines, err = p.Try(t.Context()); err == nil || !strings.Contains(lines[0], "revoked") {
		t.Errorf("revoked: %q, %v", lines, err)
	}
}

func TestATrialWithoutTheProgramSaysWhatToDo(t *testing.T) {
	_, l := open(t)
	t.Setenv("PATH", t.TempDir())
	p := porter.New(l, porter.Options{Library: t.TempDir()})
	lines, err := p.Try(t.Context())
	if err == nil || !strings.Contains(lines[0], "go build -o ibidctl") {
		t.Errorf("%q, %v", lines, err)
	}
	for _, s := range p.Setups() {
		if s.Text != "" || s.Missing == "" {
			t.Errorf("%+v", s)
		}
	}
	p = porter.New(l, porter.Options{Library: t.TempDir(), Ibidctl: "/bin/false"})
	if lines, err = p.Try(t.Context()); err == nil || !strings.HasPrefix(lines[0], "/bin/false does not answer: ") {
		t.Errorf("%q, %v", lines, err)
	}
}
