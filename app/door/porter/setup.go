package porter

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"ibid/app/door"
	"ibid/app/door/mcp"
	"ibid/core"
)

// ibidctl is the program that chat applications start: beside the one that runs,
// else on the PATH; empty if it is nowhere.
func (p *Porter) ibidctl() string {
	if p.options.Ibidctl != "" {
		return p.options.Ibidctl
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

// noProgram is what to do where there is no ibidctl.
const noProgram = "there is no ibidctl beside this program or on the PATH: build it with `go build -o ibidctl ./cmd/ibidctl` and put it there"

// arguments are those that ibidctl needs to answer from this library.
func (p *Porter) arguments() []string {
	args := []string{"mcp"}
	if !p.options.Default {
		args = append(args, "--library", p.options.Library)
	}
	if p.options.Config != "" {
		args = append(args, "--config", p.options.Config)
	}
	return args
}

// started is a server as most chat applications write it down.
type started struct {
	Type    string   `json:"type,omitempty"`
	Command string   `json:"command"`
	Args    []string `json:"args"`
}

// connection is a server as Open WebUI writes it down.
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

// Setups tell known chat applications how to ask: those that start their servers
// themselves start ibidctl, the others come to the door with a token of their
// own.
func (p *Porter) Setups() []core.Setup {
	return []core.Setup{
		p.starting("Claude Desktop", "claude_desktop_config.json (Settings > Developer > Edit Config)", "mcpServers", ""),
		p.starting("LM Studio", "mcp.json (Program > Install > Edit mcp.json)", "mcpServers", ""),
		p.openWebUI(),
		p.starting("Zed", "settings.json (command: zed: open settings file)", "context_servers", ""),
		p.starting("VS Code", "mcp.json (command: MCP: Open User Configuration)", "servers", "stdio"),
		p.anything(),
	}
}

// starting is the setup of a program that starts ibidctl.
func (p *Porter) starting(program, where, key, kind string) core.Setup {
	s := core.Setup{Program: program, Where: where}
	command := p.ibidctl()
	if command == "" {
		s.Missing = noProgram
		return s
	}
	s.Text = written(map[string]map[string]started{key: {"ibid": {kind, command, p.arguments()}}})
	return s
}

// openWebUI comes over HTTP alone.
func (p *Porter) openWebUI() core.Setup {
	s := core.Setup{Program: "Open WebUI", Where: "the environment variable TOOL_SERVER_CONNECTIONS, or the same into Admin Panel > Settings > External Tools, type MCP", Secret: true}
	address, token, missing := p.reach("open-webui")
	if s.Missing = missing; missing == "" {
		s.Text = written([]connection{{
			Type: "mcp", URL: address + mcp.Path, AuthType: "bearer", Key: token, Config: map[string]bool{"enable": true},
			Info: information{ID: "ibid", Name: "Ibid", Description: "Cited passages from my own documents"},
		}})
	}
	return s
}

// anything is the setup of a program that nobody has thought of.
func (p *Porter) anything() core.Setup {
	s := core.Setup{Program: "Another program", Where: "a terminal; REST is described at /api/v1/openapi.json, MCP over HTTP is at " + mcp.Path, Secret: true}
	address, token, missing := p.reach("terminal")
	if s.Missing = missing; missing == "" {
		s.Text = fmt.Sprintf("curl -H 'Authorization: Bearer %s' \\\n  -H 'Content-Type: application/json' \\\n  -d '{\"query\": \"your question\"}' %s/api/v1/contexts\n", token, address)
	}
	return s
}

// reach is where the door is, and a token of its own for a program.
func (p *Porter) reach(name string) (address, token, missing string) {
	state := p.State()
	if state.Address == "" {
		return "", "", cmp.Or(state.Problem, "switch on “Answer other programs on this computer” first")
	}
	library, err := p.Token()
	if err != nil {
		return "", "", err.Error()
	}
	return state.Address, door.ClientToken(library, name), ""
}

// written is JSON as a person would indent it.
func written(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	_ = enc.Encode(v) // plain values, into memory
	return b.String()
}
