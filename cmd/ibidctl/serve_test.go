package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// sampled makes a library of one note of the sample, with settings that name
// its folder.
func sampled(t testing.TB) (library string) {
	t.Helper()
	lab, err := filepath.Abs("../../testdata/sample")
	if err != nil {
		t.Fatal(err)
	}
	settings := filepath.Join(t.TempDir(), "config.toml")
	body := "[[folder]]\nname = \"lab\"\npath = \"" + lab + "\"\nstrategy = \"lines\"\n"
	if err := os.WriteFile(settings, []byte(body), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("IBID_CONFIG", settings)
	t.Setenv("OLLAMA_HOST", "127.0.0.1:1") // nobody listens there
	library = t.TempDir()
	var out, log bytes.Buffer
	if code := run(t.Context(), []string{"--library", library, "add", filepath.Join(lab, "lab-notebook.md")}, &out, &log); code != exitDone {
		t.Fatalf("add: exit %d\n%s", code, &log)
	}
	return library
}

func TestServeAnswersUntilItIsInterrupted(t *testing.T) { // R0.6
	library := sampled(t)
	ctx, interrupt := context.WithCancel(t.Context())
	out, in := io.Pipe()
	var log bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"--library", library, "serve", "--listen", "127.0.0.1:0", "--json"}, in, &log)
		_ = in.Close()
	}()
	var said serving
	if err := json.NewDecoder(out).Decode(&said); err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	info, err := os.Stat(said.Token)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("token file %v, %v", info, err)
	}
	token, err := os.ReadFile(said.Token)
	if err != nil {
		t.Fatal(err)
	}
	ask := func(token string) (int, string) {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, said.Address+"/context?source=lab&path=lab-notebook.md&line=5&window=1", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+token)
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		data, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode, string(data)
	}
	secret := strings.TrimSpace(string(token))
	if status, answer := ask(secret); status != http.StatusOK || strings.Count(answer, `"number"`) != 3 || !strings.Contains(answer, `"number":5`) {
		t.Errorf("%d %s", status, answer)
	}
	if status, answer := ask(strings.Repeat("0", 64)); status != http.StatusUnauthorized {
		t.Errorf("without the token: %d %s", status, answer)
	}
	interrupt()
	if code := <-ended; code != exitDone || strings.Contains(log.String(), secret) {
		t.Errorf("exit %d\n%s", code, &log)
	}
}
