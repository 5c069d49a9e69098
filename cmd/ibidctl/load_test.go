package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// The environment says how long the load lasts, as in 60s, and which library is
// asked, for questions that are in a file, one a line.
const (
	loadVariable      = "IBID_LOAD"
	libraryVariable   = "IBID_LOAD_LIBRARY"
	questionsVariable = "IBID_LOAD_QUESTIONS"
)

// Clients of the load: those of REST, of MCP over HTTP, and of MCP over standard
// input, each of these with a process of its own.
const (
	restClients  = 30
	httpChats    = 15
	processChats = 5
	shortRounds  = 3 // of each client, where no time is said
)

// load is a served library and what it took to be asked.
type load struct {
	address, token string
	process        *exec.Cmd
	questions      []string
	documents      []int64
	end            time.Time // zero: shortRounds each

	mu   sync.Mutex
	took map[string][]time.Duration
}

// TestFiftyClientsAskAtOnce has 50 clients ask a served library over all ways,
// and prints how long that takes and what memory the server holds.
func TestFiftyClientsAskAtOnce(t *testing.T) { // R1.5
	l := startLoad(t)
	steps := []func(context.Context, int) (string, error){}
	for range restClients {
		steps = append(steps, l.rest)
	}
	for range httpChats {
		steps = append(steps, l.chatStep(t, &sdk.StreamableClientTransport{Endpoint: l.address + "/mcp", HTTPClient: &http.Client{Transport: bearer(l.token)}}, "MCP over HTTP"))
	}
	for range processChats {
		c := exec.Command("ibidctl", "--library", libraryOf(l.process), "mcp")
		steps = append(steps, l.chatStep(t, &sdk.CommandTransport{Command: c}, "MCP over stdio"))
	}
	var memory []int
	var group sync.WaitGroup
	for n, step := range steps {
		group.Go(func() {
			for i := 0; i < shortRounds || time.Now().Before(l.end); i++ {
				began := time.Now()
				what, err := step(t.Context(), n+i*len(steps))
				if err != nil {
					t.Errorf("%s: %v", what, err)
					return
				}
				l.note(what, time.Since(began))
				if n == 0 {
					memory = append(memory, resident(l.process.Process.Pid))
				}
			}
		})
	}
	group.Wait()
	for _, what := range slices.Sorted(maps.Keys(l.took)) {
		all := l.took[what]
		slices.Sort(all)
		t.Logf("%-46s %6d answers, p50 %v, p95 %v, at most %v", what, len(all), all[len(all)/2], all[len(all)*95/100], all[len(all)-1])
	}
	for part := range 4 {
		if of := memory[len(memory)*part/4 : len(memory)*(part+1)/4]; len(of) > 0 {
			t.Logf("resident memory, quarter %d: at most %d MB", part+1, slices.Max(of)>>10)
		}
	}
}

func (l *load) note(what string, took time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.took[what] = append(l.took[what], took)
}

// startLoad serves the sample library, or the one that the environment names.
func startLoad(t *testing.T) *load {
	t.Helper()
	l := &load{took: make(map[string][]time.Duration), questions: askedTogether}
	library := os.Getenv(libraryVariable)
	if library == "" {
		library = sampled(t)
		if code := run(t.Context(), []string{"--library", library, "add", "../../testdata/sample"}, io.Discard, io.Discard); code != exitFailed { // some are locked
			t.Fatalf("add: exit %d", code)
		}
	}
	if last, err := time.ParseDuration(os.Getenv(loadVariable)); err == nil {
		l.end = time.Now().Add(last)
	}
	if file := os.Getenv(questionsVariable); file != "" {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		l.questions = strings.Split(strings.TrimSpace(string(data)), "\n")
	}
	l.process = exec.Command("ibidctl", "serve", "--library", library, "--listen", "127.0.0.1:0", "--json")
	out, err := l.process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	l.process.Stderr = &log
	if err := l.process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.process.Process.Signal(os.Interrupt); err != nil {
			t.Error(err)
		}
		if err := l.process.Wait(); err != nil || strings.Contains(log.String(), l.token) {
			t.Errorf("%v\n%s", err, &log)
		}
	})
	var said serving
	if err := json.NewDecoder(bufio.NewReader(out)).Decode(&said); err != nil {
		t.Fatalf("%v\n%s", err, &log)
	}
	token, err := os.ReadFile(said.Token)
	if err != nil {
		t.Fatal(err)
	}
	l.address, l.token = strings.TrimSuffix(said.Address, "/api/v1"), strings.TrimSpace(string(token))
	var list struct {
		Documents []struct {
			ID    int64
			State string
		}
	}
	answer, err := l.send(t.Context(), http.MethodGet, "/documents", "")
	if err == nil {
		err = json.Unmarshal(answer, &list)
	}
	if err != nil || len(list.Documents) == 0 {
		t.Fatalf("%s, %v", answer, err)
	}
	for _, d := range list.Documents {
		if d.State == "ready" {
			l.documents = append(l.documents, d.ID)
		}
	}
	return l
}

func libraryOf(serve *exec.Cmd) string { return serve.Args[3] }

// bearer sends the token with every request.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

func (l *load) send(ctx context.Context, method, path, body string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, l.address+"/api/v1"+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
	}
	resp, err := (&http.Client{Transport: bearer(l.token)}).Do(r)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s %.300s", resp.Status, data)
	}
	return data, err
}

// rest asks one of the addresses of REST in turn.
func (l *load) rest(ctx context.Context, i int) (what string, err error) {
	question := fmt.Sprintf(`{"query":%q,"budget":4000}`, l.questions[i%len(l.questions)])
	document := "/documents/" + strconv.FormatInt(l.documents[i%len(l.documents)], 10)
	of := []struct{ method, path, name, body string }{
		{"POST", "/contexts", "", question}, {"POST", "/search", "", strings.Replace(question, `"budget":4000`, `"limit":10`, 1)},
		{"GET", "/documents", "", ""}, {"GET", document + "/pages/1", "/documents/{id}/pages/{page}", ""}, {"GET", "/status", "", ""},
	}[i/len(l.questions)%5]
	if of.name == "" {
		of.name = of.path
	}
	_, err = l.send(ctx, of.method, of.path, of.body)
	return of.method + " " + of.name, err
}

// chatStep calls the tools in turn, contexts as often as all others together.
func (l *load) chatStep(t *testing.T, transport sdk.Transport, way string) func(context.Context, int) (string, error) {
	t.Helper()
	s, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatalf("%s: %v", way, err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("%s: %v", way, err)
		}
	})
	return func(ctx context.Context, i int) (string, error) {
		question := l.questions[i%len(l.questions)]
		tool, arguments := "context_query", map[string]any{"query": question}
		switch i / len(l.questions) % 4 {
		case 1:
			tool, arguments = "search_library", map[string]any{"query": question}
		case 3:
			tool, arguments = "list_documents", map[string]any{"limit": 20}
		}
		r, err := s.CallTool(ctx, &sdk.CallToolParams{Name: tool, Arguments: arguments})
		if err == nil && r.IsError {
			err = fmt.Errorf("%+v", r.Content[0])
		}
		return way + " " + tool, err
	}
}

// resident is the memory that a process holds, in kB; 0 where the system does not
// say so.
func resident(pid int) int {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(data)) {
		if kb, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			n, _ := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(kb), "kB")))
			return n
		}
	}
	return 0
}
