// Package settingstest is an engine for tests and demonstrations of the settings.
package settingstest

import (
	"context"
	"errors"
	"maps"
	"strings"
	"sync"

	"ibid/core"
)

// Token is the first token of the engine.
const Token = "5f2ac0de5f2ac0de5f2ac0de5f2ac0de5f2ac0de5f2ac0de5f2ac0de5f2ac0de"

// Engine stores settings in memory. Its zero value has the defaults.
type Engine struct {
	Mu      sync.Mutex
	Values  map[string]string
	Wrong   map[string]string // what a setting takes, of those that take nothing
	Server  core.ModelServer
	Last    core.Visit // the last request of another program
	Problem string     // why the door does not open
	Pulls   func(context.Context, func(core.Pulled)) error
	Fresh   int // number of new tokens
}

// Defaults returns the settings that apply without a file.
func Defaults() map[string]string {
	return map[string]string{
		"search.pdf_context_chars": "500", "search.context_lines": "5", "model.host": "", "model.model": "", "model.time": "8",
		"ocr.enabled": "true", "ocr.languages": "eng", "code.language_servers": "false", "door.enabled": "false", "door.listen": "127.0.0.1:7423",
	}
}

// Settings implements settings.Engine.
func (e *Engine) Settings(context.Context) (core.Settings, error) {
	e.Mu.Lock()
	defer e.Mu.Unlock()
	return core.Settings{File: "/home/ada/.config/ibid/config.toml", Values: maps.Clone(e.values())}, nil
}

// values returns all settings. The caller holds Mu.
func (e *Engine) values() map[string]string {
	if e.Values == nil {
		e.Values = Defaults()
	}
	return e.Values
}

// Value returns the value of a setting.
func (e *Engine) Value(key string) string {
	e.Mu.Lock()
	defer e.Mu.Unlock()
	return e.values()[key]
}

// ChangeSetting implements settings.Engine.
func (e *Engine) ChangeSetting(_ context.Context, key, value string) error {
	e.Mu.Lock()
	defer e.Mu.Unlock()
	if want := e.Wrong[key]; want != "" {
		return &core.SettingError{Key: key, Want: want, Err: errors.New(key + ": " + want)}
	}
	e.values()[key] = value
	return nil
}

// OCRLanguages implements settings.Engine.
func (e *Engine) OCRLanguages(context.Context) ([]string, error) {
	return []string{"deu", "eng", "osd"}, nil
}

// ModelServer implements settings.Engine.
func (e *Engine) ModelServer(context.Context) core.ModelServer {
	e.Mu.Lock()
	defer e.Mu.Unlock()
	s := e.Server
	if s.Host == "" {
		return core.ModelServer{Host: "127.0.0.1:11434", Model: "qwen2.5-coder:7b", Reason: "it does not run", Advice: "start it with: ollama serve"}
	}
	if name := e.values()["model.model"]; name != "" {
		s.Model = name
	}
	return s
}

// PullModel implements settings.Engine.
func (e *Engine) PullModel(ctx context.Context, _ string, each func(core.Pulled)) error {
	if e.Pulls == nil {
		return errors.New("the server says: no such model")
	}
	return e.Pulls(ctx, each)
}

// Door implements settings.Engine.
func (e *Engine) Door(context.Context) core.Door {
	e.Mu.Lock()
	defer e.Mu.Unlock()
	switch {
	case e.values()["door.enabled"] != "true":
		return core.Door{}
	case e.Problem != "":
		return core.Door{Wanted: true, Problem: e.Problem}
	}
	return core.Door{Wanted: true, Address: "http://" + e.Values["door.listen"]}
}

// DoorToken implements settings.Engine.
func (e *Engine) DoorToken(context.Context) (string, error) {
	e.Mu.Lock()
	defer e.Mu.Unlock()
	return e.token(), nil
}

// token returns the current token. The caller holds Mu.
func (e *Engine) token() string { return strings.Repeat(string('0'+rune(e.Fresh)), 4) + Token[4:] }

// NewDoorToken implements settings.Engine.
func (e *Engine) NewDoorToken(context.Context) (string, error) {
	e.Mu.Lock()
	defer e.Mu.Unlock()
	e.Fresh++
	return e.token(), nil
}

// Snippets implements settings.Engine.
func (e *Engine) Snippets(ctx context.Context) []core.Snippet {
	web := core.Snippet{Program: "Open WebUI", Where: "the environment variable TOOL_SERVER_CONNECTIONS", Secret: true}
	if at := e.Door(ctx).Address; at != "" {
		web.Text = "[\n  {\n    \"type\": \"mcp\",\n    \"url\": \"" + at + "/mcp\",\n    \"auth_type\": \"bearer\",\n    \"key\": \"" + Token + "\"\n  }\n]\n"
	} else {
		web.Missing = "switch on “Answer other programs on this computer” first"
	}
	return []core.Snippet{{
		Program: "Claude Desktop", Where: "claude_desktop_config.json (Settings > Developer > Edit Config)",
		Text: "{\n  \"mcpServers\": {\n    \"ibid\": {\n      \"command\": \"/usr/local/bin/ibidctl\",\n      \"args\": [\n        \"mcp\"\n      ]\n    }\n  }\n}\n",
	}, web}
}

// LastVisit implements settings.Engine.
func (e *Engine) LastVisit(context.Context) (core.Visit, error) {
	e.Mu.Lock()
	defer e.Mu.Unlock()
	return e.Last, nil
}

// RunningServer returns a server with three models.
func RunningServer() core.ModelServer {
	return core.ModelServer{Host: "127.0.0.1:11434", Running: true, Version: "0.18.2", Model: "qwen2.5-coder:7b", Models: []core.LocalModel{
		{Name: "llama3.2:3b", Size: 2_019_000_000, Capabilities: []string{"completion", "tools"}},
		{Name: "nomic-embed-text:latest", Size: 274_000_000, Capabilities: []string{"embedding"}},
		{Name: "qwen2.5-coder:7b", Size: 4_683_000_000, Capabilities: []string{"completion", "tools", "insert"}},
	}}
}
