// Package ollamatest starts a real Ollama server for tests, with a model that
// the tests write themselves.
package ollamatest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ollama/ollama/api"
)

// Variable names the program of an Ollama server. `go run ./cmd/dev test`
// builds one and sets it.
const Variable = "IBID_OLLAMA"

// Model is the model that every server has: random weights, so that what it
// says is valid and makes no sense.
const Model = "random:latest"

// startTime bounds how long a server may take until it answers.
const startTime = 30 * time.Second

// Server is a running server.
type Server struct {
	Host    string
	process *exec.Cmd
}

// Start starts a server that ends with the test. The test is skipped where no
// program is named.
func Start(t testing.TB) *Server {
	t.Helper()
	program := os.Getenv(Variable)
	if program == "" {
		t.Skipf("%s names no Ollama server; go run ./cmd/dev test builds one", Variable)
	}
	dir := t.TempDir()
	s := &Server{Host: freeAddress(t)}
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	s.process = exec.Command(program, "serve")
	s.process.Env = append(os.Environ(), "OLLAMA_HOST="+s.Host, "OLLAMA_MODELS="+filepath.Join(dir, "models"), "HOME="+dir, "OLLAMA_NO_CLOUD=1")
	s.process.Stdout, s.process.Stderr = log, log
	// The server starts others, one for each model: they end with it as a group.
	s.process.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := s.process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Kill()
		_ = log.Close()
	})
	if err := s.wait(t.Context()); err != nil {
		s.Kill()
		said, _ := os.ReadFile(log.Name())
		t.Fatalf("start an Ollama server: %v\n%s", err, said)
	}
	if err := s.create(t.Context(), Model, GGUF(1)); err != nil {
		t.Fatal(err)
	}
	return s
}

// Kill ends the server and what it has started at once, as a crash would. It may
// be called twice.
func (s *Server) Kill() {
	if s.process.ProcessState != nil {
		return
	}
	_ = syscall.Kill(-s.process.Process.Pid, syscall.SIGKILL)
	_ = s.process.Wait()
}

// Pause stops the server where it is, as a machine under load would; Resume has
// it go on.
func (s *Server) Pause() error  { return syscall.Kill(-s.process.Process.Pid, syscall.SIGSTOP) }
func (s *Server) Resume() error { return syscall.Kill(-s.process.Process.Pid, syscall.SIGCONT) }

func freeAddress(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func (s *Server) client() *api.Client {
	return api.NewClient(&url.URL{Scheme: "http", Host: s.Host}, http.DefaultClient)
}

// wait asks until there is an answer.
func (s *Server) wait(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		_, err := s.client().Version(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-tick.C:
		}
	}
}

// create gives the server a model.
func (s *Server) create(ctx context.Context, name string, gguf []byte) error {
	digest := fmt.Sprintf("sha256:%x", sha256.Sum256(gguf))
	if err := s.client().CreateBlob(ctx, digest, strings.NewReader(string(gguf))); err != nil {
		return fmt.Errorf("give the server a model: %w", err)
	}
	err := s.client().Create(ctx, &api.CreateRequest{
		Model: name, Files: map[string]string{"model.gguf": digest},
		Template:   "{{ range .Messages }}{{ .Role }}: {{ .Content }}\n{{ end }}assistant: ",
		Parameters: map[string]any{"num_ctx": Window},
	}, func(api.ProgressResponse) error { return nil })
	if err != nil {
		return fmt.Errorf("give the server a model: %w", err)
	}
	return nil
}
