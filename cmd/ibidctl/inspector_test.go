package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// inspectorVariable is how the MCP inspector is started, which the tests do not
// fetch by themselves: IBID_INSPECTOR='npx --yes @modelcontextprotocol/inspector@2.12.0'.
const inspectorVariable = "IBID_INSPECTOR"

// The inspector of the protocol's makers lists and calls every tool over both
// transports, and finds no fault in their schemas.
func TestTheInspectorCallsEveryTool(t *testing.T) { // R1.5
	inspector := strings.Fields(os.Getenv(inspectorVariable))
	if len(inspector) == 0 {
		t.Skipf("%s says not how the MCP inspector is started, such as npx --yes @modelcontextprotocol/inspector@2.12.0", inspectorVariable)
	}
	l := startLoad(t)
	home := t.TempDir() // it keeps a list of servers
	for name, target := range map[string][]string{
		"stdio": {"ibidctl", "--library", libraryOf(l.process), "mcp"},
		"http":  {l.address + "/mcp", "--transport", "http", "--header", "Authorization: Bearer " + l.token},
	} {
		t.Run(name, func(t *testing.T) {
			ask := func(arguments ...string) []byte {
				cmd := exec.Command(inspector[0], slices.Concat(inspector[1:], []string{"--cli"}, target, arguments)...)
				cmd.Env = append(os.Environ(), "HOME="+home, "npm_config_cache="+npmCache())
				var log bytes.Buffer
				cmd.Stderr = &log
				out, err := cmd.Output()
				if err != nil || strings.Contains(log.String(), "Issue: ") {
					t.Errorf("%q: %v\n%s\n%s", arguments, err, out, &log)
				}
				return out
			}
			var list struct{ Tools []struct{ Name string } }
			if err := json.Unmarshal(ask("--method", "tools/list", "--strict"), &list); err != nil {
				t.Fatal(err)
			}
			calls := map[string][]string{
				"context_query": {"query=depth limit of the kelp", "budget=1000", `kinds=["pdf","markdown"]`}, "search_library": {"query=kelp", "limit=3"},
				"read_source": {"locator=lab-notebook.md:3-9"}, "list_documents": {"limit=5"},
				"check_citations": {"answer=It grows at night [1].", `request={"query":"kelp"}`},
			}
			for _, tool := range list.Tools {
				given, known := calls[tool.Name]
				if !known {
					t.Errorf("%s is not called here", tool.Name)
				}
				arguments := []string{"--method", "tools/call", "--tool-name", tool.Name}
				for _, a := range given {
					arguments = append(arguments, "--tool-arg", a)
				}
				var result struct {
					IsError           bool
					StructuredContent map[string]any
				}
				out := ask(arguments...)
				if err := json.Unmarshal(out, &result); err != nil || result.IsError || len(result.StructuredContent) == 0 {
					t.Errorf("%s: %v\n%s", tool.Name, err, out)
				}
				t.Logf("%s answers with %d bytes", tool.Name, len(out))
				delete(calls, tool.Name)
			}
			for left := range calls {
				t.Errorf("%s is not listed", left)
			}
			for method, want := range map[string]string{"resources/list": "ibid://documents/", "prompts/list": "answer_with_citations"} {
				if out := ask("--method", method); !strings.Contains(string(out), want) {
					t.Errorf("%s: %s", method, out)
				}
			}
		})
	}
}

// npmCache is where npm keeps what it has fetched.
func npmCache() string {
	if dir := os.Getenv("npm_config_cache"); dir != "" {
		return dir
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return home + "/.npm"
}
