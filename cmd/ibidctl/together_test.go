package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ibid/app"
	"ibid/app/config"
	"ibid/app/remote"
	"ibid/core"
)

// ownUntilKilled is a program that owns the library that it is given, and works
// for others, as an open window does.
func ownUntilKilled() {
	settings, err := config.Load("")
	if err == nil {
		_, err = remote.Open(context.Background(), app.Options{Library: os.Args[1], Program: "ibid", Long: true, Secret: storySecret, Config: &settings})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("open")
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// owned starts a program that owns the library until it is killed.
func owned(t testing.TB, library string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command("owner", library)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "open\n" {
		t.Fatalf("the owner says %q, %v", line, err)
	}
	return cmd
}

// chat is a chat application that has started `ibidctl mcp`.
type chat struct {
	process *exec.Cmd
	session *sdk.ClientSession
	killed  bool
}

func startChat(t testing.TB, library string) *chat {
	t.Helper()
	c := &chat{process: exec.Command("ibidctl", "--library", library, "mcp")}
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	var err error
	if c.session, err = client.Connect(t.Context(), &sdk.CommandTransport{Command: c.process}, nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // closing twice is no error
		if err := c.session.Close(); err != nil && !c.killed {
			t.Error(err)
		}
	})
	return c
}

// context is the text of context_query.
func (c *chat) context(ctx context.Context, question string) (string, error) {
	r, err := c.session.CallTool(ctx, &sdk.CallToolParams{Name: "context_query", Arguments: map[string]any{"query": question}})
	if err != nil {
		return "", err
	}
	text, ok := r.Content[0].(*sdk.TextContent)
	if !ok || r.IsError {
		return "", fmt.Errorf("%+v", r.Content[0])
	}
	return text.Text, nil
}

// asDirect are contexts as `ibidctl context` prints them with what context_query
// takes where nothing is said.
func asDirect(t testing.TB, library string, questions []string) map[string]string {
	t.Helper()
	out := make(map[string]string)
	for _, q := range questions {
		printed, err := exec.Command("ibidctl", "context", "--library", library, "--explain", "--max-sources", "10", "--min-score", "0.3", "--budget", "4000", q).Output()
		if err != nil || len(printed) < 100 {
			t.Fatalf("%q: %q, %v", q, printed, err)
		}
		out[q] = string(printed)
	}
	return out
}

var askedTogether = []string{"When were the slates seeded?", "gametophytes of strain HS-07", "How many slates were fanned by a diver?", "recruits missing after turbid winters"}

// Five chat applications and a window ask one library at once, each in a process
// of its own, and get what `ibidctl context` prints. When the window is killed,
// and then the process that took its place, the others go on.
func TestFiveChatApplicationsAndAWindowShareALibrary(t *testing.T) { // R1.5
	library := sampled(t)
	want := asDirect(t, library, askedTogether)
	window := owned(t, library)
	for q, text := range asDirect(t, library, askedTogether) {
		if text != want[q] {
			t.Errorf("%q: through the window\n%s\ndirectly\n%s", q, text, want[q])
		}
	}
	chats := make([]*chat, 5)
	for i := range chats {
		chats[i] = startChat(t, library)
	}
	var answers atomic.Int64
	rounds := func(c *chat, n int) {
		for i := range n {
			q := askedTogether[i%len(askedTogether)]
			got, err := c.context(t.Context(), q)
			if err != nil || got != want[q] {
				t.Errorf("%q: %v\n%s\nwant\n%s", q, err, got, want[q])
				return
			}
			answers.Add(1)
		}
	}
	all := func(each func(c *chat)) {
		var work sync.WaitGroup
		for _, c := range chats {
			if !c.killed {
				work.Go(func() { each(c) })
			}
		}
		work.Wait()
	}
	kill := func(p *exec.Cmd, which string, witness *chat) {
		if err := p.Process.Signal(syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if _, err := witness.context(t.Context(), askedTogether[0]); err != nil {
			t.Errorf("after %s was killed: %v", which, err)
		}
		t.Logf("%s was killed after %d answers; the next one came in %v", which, answers.Load(), time.Since(began))
	}
	all(func(c *chat) { rounds(c, 4) })
	all(func(c *chat) {
		if c == chats[0] {
			kill(window, "the window", c)
		}
		rounds(c, 8)
	})
	next := slices.IndexFunc(chats, func(c *chat) bool { return c.process.Process.Pid == ownerOf(t, library) })
	if next < 0 {
		t.Fatal("none of them has taken over")
	}
	chats[next].killed = true
	kill(chats[next].process, "the one that took over", chats[(next+1)%len(chats)])
	all(func(c *chat) { rounds(c, 8) })
}

// ownerOf is the process that has a library open.
func ownerOf(t testing.TB, library string) (pid int) {
	t.Helper()
	e, err := app.Open(t.Context(), app.Options{Library: library, Program: "test"})
	if err == nil {
		t.Fatal(errors.Join(errors.New("nobody has the library open"), e.Close()))
	}
	var inUse *core.InUseError
	if !errors.As(err, &inUse) {
		t.Fatal(err)
	}
	return inUse.Owner.PID
}

// BenchmarkContext is `ibidctl context` from start to end, directly and through a
// window: the second should take 30 ms more at most.
func BenchmarkContext(b *testing.B) {
	for _, way := range []string{"direct", "owner"} {
		b.Run(way, func(b *testing.B) {
			library := sampled(b)
			if way == "owner" {
				owned(b, library)
			}
			for b.Loop() {
				if out, err := exec.Command("ibidctl", "context", "--library", library, askedTogether[0]).Output(); err != nil || len(out) < 100 {
					b.Fatalf("%q, %v", out, err)
				}
			}
		})
	}
}

// BenchmarkTakeover is from the death of an owner to the next answer.
func BenchmarkTakeover(b *testing.B) {
	library := sampled(b)
	for b.Loop() {
		b.StopTimer()
		window := owned(b, library)
		c := startChat(b, library)
		if _, err := c.context(b.Context(), askedTogether[0]); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		if err := window.Process.Signal(syscall.SIGKILL); err != nil {
			b.Fatal(err)
		}
		if _, err := c.context(b.Context(), askedTogether[0]); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		if err := c.session.Close(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}
