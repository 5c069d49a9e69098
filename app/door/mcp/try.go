package mcp

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ibid/app"
	"ibid/core/text"
)

// maxSaid is how much of what a program says of its failure is told, in bytes.
const maxSaid = 200

// Try starts a program that speaks the protocol over its standard input and
// output, asks it as a chat application of a name would what it is and which
// tools it has, and ends it.
func Try(ctx context.Context, as string, cmd *exec.Cmd) (name, version string, tools int, err error) {
	said := &tail{}
	cmd.Stderr = said
	client := sdk.NewClient(&sdk.Implementation{Name: as, Version: app.Version}, nil)
	session, err := client.Connect(ctx, &sdk.CommandTransport{Command: cmd, TerminateDuration: time.Second}, nil)
	if err != nil {
		return "", "", 0, fmt.Errorf("%w%s", err, said.words())
	}
	defer func() { _ = session.Close() }() // it was asked all that there is to ask
	list, err := session.ListTools(ctx, nil)
	if err != nil {
		return "", "", 0, fmt.Errorf("list tools: %w%s", err, said.words())
	}
	info := session.InitializeResult().ServerInfo
	return info.Name, info.Version, len(list.Tools), nil
}

// tail keeps the end of what is written to it. Safe for concurrent use.
type tail struct {
	mu   sync.Mutex
	last bytes.Buffer
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last.Write(p)
	if n := t.last.Len(); n > 4*maxSaid {
		t.last.Next(n - 4*maxSaid)
	}
	return len(p), nil
}

// words are the last line, to stand behind an error.
func (t *tail) words() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(t.last.String()), "\n")
	if last := text.Clip(text.OneLine(lines[len(lines)-1]), maxSaid); last != "" {
		return " (it said: " + last + ")"
	}
	return ""
}
