package serve_test

import (
	"net/http"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ibid/app/door"
	"ibid/app/door/desk"
	"ibid/app/door/mcp"
	"ibid/core"
)

// client is a program on the list, by its name and how that is known.
func (h *hall) client(t *testing.T, name string, own bool) (core.Client, bool) {
	t.Helper()
	list, err := h.engine.Clients(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		if c.Name == name && c.Own == own {
			return c, true
		}
	}
	return core.Client{}, false
}

// as asks over REST with a token, under a name.
func (h *hall) as(t *testing.T, token, agent, method, path, body string) (int, string) {
	t.Helper()
	r := h.request(t, method, path, body)
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("User-Agent", agent)
	r.Header.Set(door.Client, "somebody-else") // nobody believes it
	status, _, answer, err := send(r)
	if err != nil {
		t.Fatal(err)
	}
	return status, answer
}

func TestARevokedProgramIsRefusedUntilItIsAllowedAgain(t *testing.T) { // R0.6, R1.5
	h := open(t, door.DefaultTimes)
	zed := door.ClientToken(h.token, "zed")
	const search = `{"query":"buoy at noon"}`
	for _, c := range []struct {
		token, agent, name string
		own                bool
	}{{zed, "curl/8.5.0", "zed", true}, {h.token, "curl/8.5.0", "curl", false}} {
		if status, answer := h.as(t, c.token, c.agent, "POST", "/api/v1/search", search); status != http.StatusOK {
			t.Fatal(status, answer)
		}
		got, ok := h.client(t, c.name, c.own)
		if !ok || got.Requests != 1 || got.Way != core.WayREST || len(got.Asked) != 1 || got.Asked[0].Text != "buoy at noon" {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
	if _, ok := h.client(t, "somebody-else", true); ok {
		t.Error("a program was called as it told the door")
	}
	if err := h.engine.Revoke(t.Context(), "zed", true, true); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/api/v1/status", "/api/v1/documents", "/api/v1/openapi.json"} {
		if status, answer := h.as(t, zed, "other/1", "GET", path, ""); status != http.StatusForbidden || !strings.Contains(answer, `"revoked"`) {
			t.Errorf("%s of a revoked program: %d %s", path, status, answer)
		}
	}
	if status, _ := h.as(t, h.token, "curl/8.6", "POST", "/api/v1/search", search); status != http.StatusOK {
		t.Errorf("another program: %d", status)
	}
	if err := h.engine.Revoke(t.Context(), "zed", true, false); err != nil {
		t.Fatal(err)
	}
	if status, answer := h.as(t, zed, "curl/8.5.0", "GET", "/api/v1/status", ""); status != http.StatusOK {
		t.Errorf("allowed again: %d %s", status, answer)
	}
}

// A token of one program is of no use under another name.
func TestATokenOfAProgramIsOnlyThatPrograms(t *testing.T) {
	h := open(t, door.DefaultTimes)
	_, mac, _ := strings.Cut(door.ClientToken(h.token, "zed"), ".")
	for _, token := range []string{"code." + mac, "." + mac, mac, "zed." + mac[1:], "zed.", "ZED." + mac, "zed." + mac + ".", "zed." + h.token, h.token + "." + mac} {
		if status, answer := h.as(t, token, "curl", "GET", "/api/v1/status", ""); status != http.StatusUnauthorized {
			t.Errorf("%s: %d %s", token, status, answer)
		}
	}
}

// Chat applications are known by what they say they are called, or by a token of
// their own; one that is revoked is refused within its session and cannot begin
// another.
func TestChatApplicationsAreKnownAndCanBeRevoked(t *testing.T) { // R1.5
	h := open(t, door.DefaultTimes)
	named := h.sessions(t, desk.New(h.engine), nil)
	connect := func() (*sdk.ClientSession, error) {
		c := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
		return c.Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: h.address + mcp.Path,
			HTTPClient: &http.Client{Transport: bearing{door.ClientToken(h.token, "open-webui")}}}, nil)
	}
	own, err := connect()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = own.Close() }()
	for _, s := range []*sdk.ClientSession{named["streams"], named["http"], own} {
		call(t, s, "search_library", map[string]any{"query": "buoy"}, nil)
	}
	for name, isOwn := range map[string]bool{"test": false, "open-webui": true} {
		if c, ok := h.client(t, name, isOwn); !ok || len(c.Asked) == 0 || c.Asked[0].Text != "buoy" {
			t.Errorf("%s: %+v", name, c)
		}
		if err := h.engine.Revoke(t.Context(), name, isOwn, true); err != nil {
			t.Fatal(err)
		}
	}
	for _, s := range []*sdk.ClientSession{named["streams"], named["http"], own} {
		if _, err := s.ListTools(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "revoked") {
			t.Errorf("list tools: %v", err)
		}
		result, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: "list_documents"})
		if err == nil && !result.IsError {
			t.Error("a revoked program was answered")
		}
	}
	if s, err := connect(); err == nil {
		_ = s.Close()
		t.Error("a revoked program began another session")
	}
}
