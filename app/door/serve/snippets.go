package serve

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"ibid/app/door/mcp"
	"ibid/core"
)

// ibidctl returns the path of the program that chat applications start: beside
// the running program, else on the PATH; empty if it is not found.
func (s *Switch) ibidctl() string {
	if s.place.Ibidctl != "" {
		return s.place.Ibidctl
	}
	name := "ibidctl"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if self, err := os.Executable(); err == nil {
		if real, err := filepath.EvalSymlinks(self); err == nil {
			self = real
		}
		beside := filepath.Join(filepath.Dir(self), name)
		if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return beside
		}
	}
	found, err := exec.LookPath(name)
	if err != nil {
		return ""
	}
	if found, err = filepath.Abs(found); err != nil {
		return ""
	}
	return found
}

// arguments returns the arguments with which ibidctl serves this library.
func (s *Switch) arguments() []string {
	args := []string{"mcp"}
	if !s.place.Default {
		args = append(args, "--library", s.place.Library)
	}
	if s.place.Config != "" {
		args = append(args, "--config", s.place.Config)
	}
	return args
}

// started describes a server in the settings format of most chat applications.
type started struct {
	Type    string   `json:"type,omitempty"`
	Command string   `json:"command"`
	Args    []string `json:"args"`
}

// connection describes a server in the settings format of Open WebUI.
type connection struct {
	Type     string          `json:"type"`
	URL      string          `json:"url"`
	Path     string          `json:"path"`
	AuthType string          `json:"auth_type"`
	Key      string          `json:"key"`
	Config   map[string]bool `json:"config"`
	Info     information     `json:"info"`
}

type information struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description"`
}

// Snippets returns settings to paste into known chat applications. Those that
// start their servers start ibidctl; the others connect to the door with the
// token.
func (s *Switch) Snippets() []core.Snippet {
	return []core.Snippet{
		s.starting("Claude Desktop", "claude_desktop_config.json (Settings > Developer > Edit Config)", "mcpServers", ""),
		s.starting("LM Studio", "mcp.json (Program > Install > Edit mcp.json)", "mcpServers", ""),
		s.openWebUI(),
		s.starting("Zed", "settings.json (command: zed: open settings file)", "context_servers", ""),
		s.starting("VS Code", "mcp.json (command: MCP: Open User Configuration)", "servers", "stdio"),
		s.terminal(),
	}
}

// starting returns the snippet of a program that starts ibidctl.
func (s *Switch) starting(program, where, key, kind string) core.Snippet {
	out := core.Snippet{Program: program, Where: where}
	if command := s.ibidctl(); command == "" {
		out.Missing = "there is no ibidctl beside this program or on the PATH: build it with `go build -o ibidctl ./cmd/ibidctl` and put it there"
	} else {
		out.Text = written(map[string]map[string]started{key: {"ibid": {kind, command, s.arguments()}}})
	}
	return out
}

// openWebUI returns the snippet of Open WebUI, which connects over HTTP only.
func (s *Switch) openWebUI() core.Snippet {
	return s.reaching("Open WebUI", "the environment variable TOOL_SERVER_CONNECTIONS, or the same into Admin Panel > Settings > External Tools, type MCP", func(address, token string) string {
		return written([]connection{{
			Type: "mcp", URL: address + mcp.Path, AuthType: "bearer", Key: token, Config: map[string]bool{"enable": true},
			Info: information{ID: "ibid", Name: "Ibid", Description: "Cited passages from my own documents"},
		}})
	})
}

// terminal returns a curl command, an example for any other program.
func (s *Switch) terminal() core.Snippet {
	return s.reaching("Another program", "a terminal; REST is described at /api/v1/openapi.json, MCP over HTTP is at "+mcp.Path, func(address, token string) string {
		return fmt.Sprintf("curl -H 'Authorization: Bearer %s' \\\n  -H 'Content-Type: application/json' \\\n  -d '{\"query\": \"your question\"}' %s/api/v1/contexts\n", token, address)
	})
}

// reaching returns the snippet of a program that connects to the door.
func (s *Switch) reaching(program, where string, text func(address, token string) string) core.Snippet {
	out := core.Snippet{Program: program, Where: where, Secret: true}
	state := s.State()
	token, err := s.Token()
	switch {
	case state.Address == "":
		out.Missing = cmp.Or(state.Problem, "switch on “Answer other programs on this computer” first")
	case err != nil:
		out.Missing = err.Error()
	default:
		out.Text = text(state.Address, token)
	}
	return out
}

// written returns indented JSON.
func written(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	_ = enc.Encode(v) // plain values into memory cannot fail
	return b.String()
}
