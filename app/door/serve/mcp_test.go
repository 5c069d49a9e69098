package serve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"image"
	_ "image/png"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ibid/app/door"
	"ibid/app/door/api"
	"ibid/app/door/mcp"
	"ibid/app/usecase"
	"ibid/core"
)

// bearing sends the token with every request.
type bearing struct{ token string }

func (b bearing) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+b.token)
	return http.DefaultTransport.RoundTrip(r)
}

// sessions are clients of the official SDK, over each transport.
func (h *hall) sessions(t *testing.T, d *api.Service, o *sdk.ClientOptions) map[string]*sdk.ClientSession {
	t.Helper()
	serverIn, clientOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	clientIn, serverOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- mcp.Run(context.Background(), d, serverIn, serverOut) }()
	out := make(map[string]*sdk.ClientSession)
	for name, transport := range map[string]sdk.Transport{
		"streams": &sdk.IOTransport{Reader: clientIn, Writer: clientOut},
		"http":    &sdk.StreamableClientTransport{Endpoint: h.address + mcp.Path, HTTPClient: &http.Client{Transport: bearing{h.token}}},
	} {
		c := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, o)
		s, err := c.Connect(t.Context(), transport, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		out[name] = s
	}
	t.Cleanup(func() {
		for name, s := range out {
			if err := s.Close(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return out
}

// call calls a tool and reads its structured result.
func call(t *testing.T, s *sdk.ClientSession, tool string, arguments map[string]any, to any) *sdk.CallToolResult {
	t.Helper()
	result, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	if to == nil {
		return result
	}
	if result.IsError {
		t.Fatalf("%s: %v", tool, said(result))
	}
	data, err := json.Marshal(result.StructuredContent)
	if err == nil {
		err = json.Unmarshal(data, to)
	}
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	return result
}

// said is the text of a result.
func said(r *sdk.CallToolResult) string {
	var b strings.Builder
	for _, c := range r.Content {
		if text, ok := c.(*sdk.TextContent); ok {
			b.WriteString(text.Text)
		}
	}
	return b.String()
}

func TestEveryToolAnswersOverBothTransports(t *testing.T) { // R1.5
	h := open(t, door.Times{})
	for name, s := range h.sessions(t, api.New(h.engine), nil) {
		t.Run(name, func(t *testing.T) {
			tools, err := s.ListTools(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, tool := range tools.Tools {
				names = append(names, tool.Name)
				if a := tool.Annotations; !a.ReadOnlyHint || *a.OpenWorldHint || tool.OutputSchema == nil {
					t.Errorf("%s: %+v", tool.Name, a)
				}
			}
			if slices.Sort(names); !slices.Equal(names, []string{"check_citations", "context_query", "list_documents", "read_source", "search_library"}) {
				t.Errorf("tools %q", names)
			}
			h.asksForAContext(t, s)
			h.readsWhatIsThere(t, s)
		})
	}
}

// asksForAContext asks, opens a source and has an answer checked.
func (h *hall) asksForAContext(t *testing.T, s *sdk.ClientSession) {
	t.Helper()
	var c api.Context
	result := call(t, s, "context_query", map[string]any{"query": "height of the tide at " + secretWord, "pictures": true}, &c)
	if c.Budget != 4000 || c.Tokens > 4000 || len(c.Results) == 0 || c.Summary.Included != len(c.Results) || said(result) != c.Text || len(c.ID) != 16 {
		t.Fatalf("got %+v", c)
	}
	i := slices.IndexFunc(c.Results, func(r api.Source) bool { return r.Name == "tide.py" })
	if i < 0 {
		t.Fatalf("the code is not cited: %+v", c.Results)
	}
	if r := c.Results[i]; r.Entity == nil || r.FirstLine == 0 || len([]rune(r.Preview)) > 200 {
		t.Errorf("source %+v", r)
	} else if head := fmt.Sprintf("[%d] tide.py", r.Number); !strings.Contains(c.Text, head) || !strings.Contains(c.Text, string(r.Entity.Kind)+" "+r.Entity.Qualified) || !strings.Contains(c.Text, fmt.Sprintf("score %.2f", r.Score)) {
		t.Errorf("no heading with kind, name, lines and score in\n%s", c.Text)
	}
	if picture, ok := result.Content[len(result.Content)-1].(*sdk.ImageContent); !ok {
		t.Error("no picture")
	} else if _, _, err := image.DecodeConfig(strings.NewReader(string(picture.Data))); err != nil {
		t.Error(err)
	}
	var only api.Context
	call(t, s, "context_query", map[string]any{"query": "tide at " + secretWord, "entity_types": []string{"method"}, "min_score": 0, "strategies": []string{"focused"}}, &only)
	for _, r := range only.Results {
		if r.Name != "tide.py" {
			t.Errorf("%s is about no method", r.Name)
		}
	}
	var report api.CheckReport
	answer := fmt.Sprintf(`It is "Height of the tide at %s" [%d], or 7713 fathoms [%d], or so [99].`, secretWord, i+1, i+1)
	call(t, s, "check_citations", map[string]any{"answer": answer, "context": c.ID}, &report)
	if report.Held || report.Counts[core.VerdictFound] != 1 || report.Counts[core.VerdictNotFound] != 1 || report.Counts[core.VerdictNoSource] != 1 {
		t.Errorf("report %+v", report)
	}
	var again api.CheckReport // as after a restart, when the context is not known any more
	call(t, s, "check_citations", map[string]any{"answer": answer, "request": map[string]any{"query": "height of the tide at " + secretWord}}, &again)
	if !reflect.DeepEqual(again, report) {
		t.Errorf("report %+v and not %+v", again, report)
	}
}

// readsWhatIsThere opens places, documents and the prompt.
func (h *hall) readsWhatIsThere(t *testing.T, s *sdk.ClientSession) {
	t.Helper()
	var found api.SearchResult
	call(t, s, "search_library", map[string]any{"query": "buoy " + secretWord, "limit": 3}, &found)
	if len(found.Hits) == 0 || len(found.Hits) > 3 {
		t.Fatalf("found %+v", found)
	}
	var within api.SearchResult
	call(t, s, "search_library", map[string]any{"query": "silt buoy " + secretWord, "in": []string{"paper.pdf"}}, &within)
	if len(within.Read) == 0 || within.Read[0].Key != "in:paper.pdf" || slices.ContainsFunc(within.Hits, func(x api.Hit) bool { return x.Document != h.pdf }) {
		t.Errorf("found in one document: %+v", within)
	}
	var everywhere api.SearchResult
	call(t, s, "search_library", map[string]any{"query": "silt buoy " + secretWord, "in": []string{"paper.pdf"}, "without": []string{"in:paper.pdf"}}, &everywhere)
	if len(everywhere.Hits) <= len(within.Hits) || len(everywhere.Read) >= len(within.Read) {
		t.Errorf("the restriction taken off: %+v", everywhere)
	}
	var e api.Excerpt
	result := call(t, s, "read_source", map[string]any{"locator": "paper.pdf [PDF 1]", "picture": true}, &e)
	if e.Document != h.pdf || !strings.Contains(said(result), "Resuspension of silt") || len(result.Content) != 2 {
		t.Errorf("read %+v", e)
	}
	var docs api.DocumentList
	call(t, s, "list_documents", map[string]any{"kinds": []string{"pdf"}, "name": nil, "limit": nil}, &docs)
	if docs.Total != 1 || docs.Documents[0].Source != "field" || docs.Documents[0].Path != "paper.pdf" {
		t.Errorf("documents %+v", docs)
	}
	listed := 0
	for r, err := range s.Resources(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		read, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: r.URI})
		if err != nil || read.Contents[0].Text == "" {
			t.Errorf("%s: %v", r.URI, err)
		}
		listed++
	}
	if listed != 4 {
		t.Errorf("%d resources", listed)
	}
	page, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: fmt.Sprintf("ibid://documents/%d/pages/2", h.pdf)})
	if err != nil || !strings.Contains(page.Contents[0].Text, "Bay of Lund") {
		t.Errorf("page 2: %v", err)
	}
	p, err := s.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "answer_with_citations", Arguments: map[string]string{"question": "Where was the buoy?"}})
	if err != nil || !strings.Contains(p.Messages[0].Content.(*sdk.TextContent).Text, "Question: Where was the buoy?") {
		t.Errorf("prompt %+v, %v", p, err)
	}
}

// Chat applications are known by what they call themselves, over both ways.
func TestChatApplicationsAreNamedWhenTheyAsk(t *testing.T) { // R1.5
	h := open(t, door.DefaultTimes)
	for way, s := range h.sessions(t, api.New(h.engine), nil) {
		if err := h.engine.Visit(t.Context(), "somebody else"); err != nil {
			t.Fatal(err)
		}
		call(t, s, "search_library", map[string]any{"query": "buoy"}, nil)
		if v, err := h.engine.LastVisit(t.Context()); err != nil || v.Name != "test" {
			t.Errorf("%s: %+v, %v", way, v, err)
		}
	}
}

// counting counts how often the pages of a document are read.
type counting struct {
	usecase.Library
	pages atomic.Int32
}

func (c *counting) Pages(ctx context.Context, id core.DocumentID) ([]core.Page, error) {
	c.pages.Add(1)
	return c.Library.Pages(ctx, id)
}

// A document that is read whole is read once, however many pages it has, and is not
// said to go on where it ends.
func TestAWholeDocumentIsReadOnce(t *testing.T) { // R1.5
	h := open(t, door.Times{})
	engine := &counting{Library: h.engine}
	d := api.New(engine)
	all, err := h.engine.Pages(t.Context(), h.pdf)
	if err != nil || len(all) < 3 {
		t.Fatalf("%d pages: %v", len(all), err)
	}
	length := 0
	for _, p := range all {
		length += len(p.Text)
	}
	for most, want := range map[int]int{1: 1, len(all[0].Text) + 1: 2, length: len(all), length + 1: len(all)} {
		engine.pages.Store(0)
		pages, err := d.Whole(t.Context(), h.pdf, most)
		if err != nil || len(pages) != want || engine.pages.Load() != 1 {
			t.Errorf("%d bytes: %d pages, want %d, read %d times: %v", most, len(pages), want, engine.pages.Load(), err)
		}
	}
	s := h.sessions(t, d, nil)["streams"]
	engine.pages.Store(0)
	read, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: fmt.Sprintf("ibid://documents/%d", h.pdf)})
	if err != nil || engine.pages.Load() != 1 || strings.Contains(read.Contents[0].Text, "there is more") {
		t.Errorf("read %d times: %v", engine.pages.Load(), err)
	}
}

func TestNoToolReachesOutOfTheLibrary(t *testing.T) { // R1.5
	h := open(t, door.Times{})
	for name, s := range h.sessions(t, api.New(h.engine), nil) {
		for _, at := range []string{
			"/etc/passwd", "/etc/passwd:1-3", "../../../../etc/passwd", `..\..\boot.ini`, "file:///etc/passwd", "notes.md/../../../etc/passwd", `"/etc/passwd"`,
			h.library + "/library.db", h.files + "/notes.md", "notes.md!/../../etc/passwd", "", strings.Repeat("a", 20_000), "notes.md\x00.pdf", "orders.md:0", "paper.pdf p. 999",
		} {
			result := call(t, s, "read_source", map[string]any{"locator": at}, nil)
			if !result.IsError || strings.Contains(said(result), "root:") {
				t.Errorf("%s: %.40q: %s", name, at, said(result))
			}
			if at != h.library+"/library.db" && at != h.files+"/notes.md" || strings.Contains(said(result), h.library) {
				for _, secret := range h.secrets() {
					if strings.Contains(said(result), secret) {
						t.Errorf("%s: %.40q: the answer holds %q", name, at, secret)
					}
				}
			}
		}
		for _, uri := range []string{"ibid://documents/0", "ibid://documents/999", "ibid://documents/-1", "ibid://documents/1/pages/0", "file:///etc/passwd", "ibid://documents/../1", "ibid://documents/1%2e"} {
			if r, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri}); err == nil {
				t.Errorf("%s: %s: %+v", name, uri, r)
			}
		}
		for tool, arguments := range map[string]map[string]any{
			"context_query": {"query": "tide", "format": "exe"}, "search_library": {"query": "tide", "limit": 1e9}, "list_documents": {"path": "/"},
			"check_citations": {"answer": "x", "context": "../../x"},
		} {
			if r := call(t, s, tool, arguments, nil); !r.IsError {
				t.Errorf("%s: %s%v: %s", name, tool, arguments, said(r))
			}
		}
	}
}

// slow is a library that answers only when the client has stopped waiting.
type slow struct {
	usecase.Library
	asked, left chan bool
}

func (s slow) Context(ctx context.Context, _ core.ContextRequest) (core.Context, error) {
	s.asked <- true
	<-ctx.Done()
	s.left <- true
	return core.Context{}, ctx.Err()
}

func TestProgressIsToldAndCancelEndsTheWork(t *testing.T) { // R1.5
	h := open(t, door.Times{})
	told := make(chan string, 100)
	o := &sdk.ClientOptions{ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) { told <- r.Params.Message }}
	for name, s := range h.sessions(t, api.New(h.engine), o) {
		p := &sdk.CallToolParams{Name: "context_query", Arguments: map[string]any{"query": "buoy"}}
		p.SetProgressToken(name)
		if _, err := s.CallTool(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		if got := <-told + " / " + <-told; !strings.HasPrefix(got, "looking for sources / ") {
			t.Errorf("%s: %s", name, got)
		}
	}
	stuck := slow{h.engine, make(chan bool), make(chan bool)}
	s := h.sessions(t, api.New(stuck), nil)["streams"]
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, err := s.CallTool(ctx, &sdk.CallToolParams{Name: "context_query", Arguments: map[string]any{"query": "buoy"}})
		ended <- err
	}()
	<-stuck.asked
	cancel()
	<-stuck.left
	if err := <-ended; err == nil {
		t.Error("the call that was cancelled has a result")
	}
}

// Whoever asks may leave without waiting for the answer.
func TestLeavingBeforeTheAnswerIsNoError(t *testing.T) { // R1.5
	h := open(t, door.Times{})
	in, asks, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer asks.Close()
	answers, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := answers.Close(); err != nil {
		t.Fatal(err)
	}
	for n := range 3 {
		if _, err := fmt.Fprintf(asks, `{"jsonrpc":"2.0","id":%d,"method":"ping"}`+"\n", n+1); err != nil {
			t.Fatal(err)
		}
	}
	if err := mcp.Run(t.Context(), api.New(h.engine), in, out); err != nil {
		t.Error(err)
	}
}
