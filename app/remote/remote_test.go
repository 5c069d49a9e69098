package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ibid/app"
	"ibid/app/config"
	"ibid/core"
	"ibid/core/codec"
)

// asOwner makes the test program own the library that it names until it is
// killed.
const asOwner = "IBID_TEST_OWNER"

func TestMain(m *testing.M) {
	app.RunWorkerIfAsked()
	if dir := os.Getenv(asOwner); dir != "" {
		if _, err := Open(context.Background(), app.Options{Library: dir, Program: "owner", Long: true}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println("open")
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// owner is another process that has the library open.
func owner(t testing.TB, dir string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), asOwner+"="+dir)
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
		in.Close()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	if _, err := out.Read(make([]byte, 5)); err != nil {
		t.Fatalf("the owner did not open the library: %v", err)
	}
	return cmd
}

// library opens one for a program.
func library(t testing.TB, dir, program string, long bool) *Library {
	t.Helper()
	settings := config.Default()
	settings.OCR.Enabled = false
	l, err := Open(context.Background(), app.Options{Library: dir, Program: program, Long: long, Config: &settings})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

func (l *Library) isHere() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, ok := l.now.(*here)
	return ok
}

// notes makes a folder of n different notes.
func notes(t testing.TB, n int) string {
	t.Helper()
	dir := t.TempDir()
	for i := range n {
		text := fmt.Sprintf("# Note %d\n\nThe buoy of day %d measured turbidity at noon.\n", i, i)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("note-%04d.md", i)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// waitFor waits for what comes about by itself.
func waitFor(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: not within a minute", what)
		}
	}
}

func TestTheSecondProgramWorksThroughTheFirst(t *testing.T) {
	dir := t.TempDir()
	first, second := library(t, dir, "window", true), library(t, dir, "second window", true)
	if !first.isHere() || second.isHere() {
		t.Fatalf("open in the first: %v, in the second: %v", first.isHere(), second.isHere())
	}
	told := make(chan struct{}, 100)
	for _, l := range []*Library{first, second} {
		l.Changes(func(c core.Change) {
			if c.Documents {
				told <- struct{}{}
			}
		})
	}
	if added, err := second.AddPaths(t.Context(), []string{notes(t, 3)}, ""); err != nil || added.New != 3 {
		t.Fatalf("added %+v, %v", added, err)
	}
	<-told
	<-told
	want, err := first.Documents(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got, err := second.Documents(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" || len(got) != 3 {
		t.Errorf("%d documents; the second sees others:\n%s", len(got), diff)
	}
}

// A client that is told of changes takes over when its owner closes, and is
// listened to then.
// A command that takes its time is worked through like a window, and nothing of
// it is lost when it ends.
func TestASharedCommandIsWorkedThrough(t *testing.T) {
	dir, papers := t.TempDir(), notes(t, 3)
	first, err := Open(t.Context(), app.Options{Library: dir, Program: "ibidctl add", Shared: true})
	if err != nil {
		t.Fatal(err)
	}
	second := library(t, dir, "ibidctl search", false)
	if second.isHere() {
		t.Fatal("both have the library open")
	}
	if _, err := second.AddPaths(t.Context(), []string{papers}, ""); err != nil {
		t.Fatal(err)
	}
	if docs, err := first.Documents(t.Context()); err != nil || len(docs) != 3 {
		t.Errorf("the command sees %d documents, %v", len(docs), err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if docs, err := second.Documents(t.Context()); err != nil || len(docs) != 3 || !second.isHere() {
		t.Errorf("after its end there are %d documents, %v", len(docs), err)
	}
}

func TestTheNextProgramTakesOver(t *testing.T) {
	dir := t.TempDir()
	first, err := Open(t.Context(), app.Options{Library: dir, Program: "window", Long: true})
	if err != nil {
		t.Fatal(err)
	}
	second, third := library(t, dir, "second", true), library(t, dir, "third", false)
	told := make(chan core.Change, 100)
	second.Changes(func(c core.Change) { told <- c })
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the second takes over", second.isHere)
	if s, err := third.Status(t.Context()); err != nil || third.isHere() || s.Documents != 0 {
		t.Errorf("the third: %+v, %v, here: %v", s, err, third.isHere())
	}
	if _, err := third.AddPaths(t.Context(), []string{notes(t, 1)}, ""); err != nil {
		t.Fatal(err)
	}
	for !(<-told).Documents {
	}
}

// An owner that is killed while it works for another program costs nothing: the
// call goes on in that program, and the library is whole.
func TestAnOwnerThatIsKilledIsSucceeded(t *testing.T) {
	dir, many := t.TempDir(), notes(t, 400)
	killed := owner(t, dir)
	l := library(t, dir, "client", false)
	done := make(chan error, 1)
	go func() {
		_, err := l.AddPaths(t.Context(), []string{many}, "")
		done <- err
	}()
	waitFor(t, "the owner reads", func() bool { return l.Progress().Words > 0 })
	if err := killed.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if s, err := l.Status(t.Context()); err != nil || s.Documents == 0 {
		t.Fatalf("status after the kill: %+v, %v", s, err)
	}
	t.Logf("taken over in %v", time.Since(began))
	if err := <-done; err != nil {
		t.Fatalf("what went on when the owner was killed: %v", err)
	}
	s, err := l.Status(t.Context())
	if err != nil || !l.isHere() || s.States[core.StateReady] != 400 {
		t.Errorf("open here: %v, %+v, %v", l.isHere(), s, err)
	}
}

// Five programs and the owner work at once; each sees what all have added.
func TestFiveProgramsWorkAtOnce(t *testing.T) {
	dir := t.TempDir()
	library(t, dir, "window", true)
	var work sync.WaitGroup
	for i := range 5 {
		l, folder := library(t, dir, fmt.Sprintf("client %d", i), i%2 == 0), notes(t, 20)
		for n := range 20 { // not the others' contents
			name := filepath.Join(folder, fmt.Sprintf("note-%04d.md", n))
			if err := os.WriteFile(name, fmt.Appendf(nil, "Turbidity %d of client %d.\n", n, i), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		work.Go(func() {
			if added, err := l.AddPaths(t.Context(), []string{folder}, ""); err != nil || added.New != 20 {
				t.Errorf("client %d: %d new, %v", i, added.New, err)
			}
		})
		work.Go(func() {
			for range 20 {
				if _, err := l.Search(t.Context(), core.SearchRequest{Query: "turbidity", Limit: 5}); err != nil {
					t.Errorf("client %d: %v", i, err)
				}
				if _, err := l.Context(t.Context(), core.ContextRequest{Query: "turbidity"}); err != nil {
					t.Errorf("client %d: %v", i, err)
				}
			}
		})
	}
	work.Wait()
	last := library(t, dir, "last", false)
	if found, err := last.Search(t.Context(), core.SearchRequest{Query: "turbidity", Limit: 500}); err != nil || len(found.Hits) != 100 {
		t.Errorf("%d hits, %v", len(found.Hits), err)
	}
}

// What a person cancels in a client ends in the owner, and the client learns
// what was done until then.
func TestCancelReachesTheOwner(t *testing.T) {
	dir, many := t.TempDir(), notes(t, 2000)
	first, second := library(t, dir, "window", true), library(t, dir, "client", false)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		for first.Progress().Words == 0 && ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	added, err := second.AddPaths(ctx, []string{many}, "")
	if !errors.Is(err, context.Canceled) || len(added.Documents) != 2000 {
		t.Fatalf("%d documents, %v", len(added.Documents), err)
	}
	s, err := first.Status(t.Context())
	if err != nil || s.States[core.StateWaiting] == 0 {
		t.Errorf("nothing waits any more: %+v, %v", s, err)
	}
}

func TestAClientThatVanishesDoesNotStopTheOwner(t *testing.T) {
	dir := t.TempDir()
	first, second := library(t, dir, "window", true), library(t, dir, "client", false)
	h := second.now.(*there)
	for range 50 {
		for _, name := range []string{"AddPaths", askChanges, "Documents"} {
			c, err := h.ask(t.Context(), request{UseCase: name})
			if err != nil {
				t.Fatal(err)
			}
			c.Close()
		}
	}
	if _, err := second.AddPaths(t.Context(), []string{notes(t, 1)}, ""); err != nil {
		t.Fatal(err)
	}
	if docs, err := first.Documents(t.Context()); err != nil || len(docs) != 1 {
		t.Errorf("%d documents, %v", len(docs), err)
	}
}

func TestOnlyThisUserMaySpeak(t *testing.T) {
	dir := t.TempDir()
	library(t, dir, "window", true)
	h := library(t, dir, "client", false).now.(*there)
	for path, want := range map[string]fs.FileMode{h.owner.Address: fs.ModeSocket | 0o700, filepath.Dir(h.owner.Address): fs.ModeDir | 0o700} {
		if info, err := os.Stat(path); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v; want %v", path, info.Mode(), err, want)
		}
	}
	c, err := net.Dial("unix", h.owner.Address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := sameUser(c.(*net.UnixConn)); err != nil {
		t.Errorf("this user is refused: %v", err)
	}
	if err := mine(uint32(os.Geteuid() + 1)); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("another user: %v", err)
	}
	for what, spoil := range map[string]func(string) error{
		"open to others": func(p string) error { return errors.Join(os.Mkdir(p, 0o700), os.Chmod(p, 0o755)) },
		"a link":         func(p string) error { return os.Symlink(t.TempDir(), p) },
		"a file":         func(p string) error { return os.WriteFile(p, nil, 0o700) },
	} {
		folder := filepath.Join(t.TempDir(), "ibid")
		if err := spoil(folder); err != nil {
			t.Fatal(err)
		}
		if private(folder) == nil {
			t.Errorf("a folder that is %s counts as private", what)
		}
	}
	if os.Geteuid() == 0 {
		folder := t.TempDir()
		if err := errors.Join(os.Chmod(folder, 0o700), os.Chown(folder, 65534, 65534)); err != nil {
			t.Fatal(err)
		}
		if private(folder) == nil {
			t.Error("somebody else's folder counts as private")
		}
	}
}

// What is left of an owner that was killed is in nobody's way.
func TestASocketThatIsLeftOverIsReplaced(t *testing.T) {
	dir := t.TempDir()
	killed := owner(t, dir)
	address := library(t, dir, "client", false).now.(*there).owner.Address
	if err := killed.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = killed.Wait()
	if _, err := os.Stat(address); err != nil {
		t.Fatalf("the socket is gone already: %v", err)
	}
	first, second := library(t, dir, "window", true), library(t, dir, "client", false)
	if !first.isHere() || second.isHere() || second.now.(*there).owner.Address != address {
		t.Errorf("the window has it: %v; the client: %+v", first.isHere(), second.now)
	}
}

// Two programs of different versions say so. An owner that says nothing, or
// nonsense, is named; nothing is read as damage.
func TestOwnersThatAnswerOtherwiseAreNamed(t *testing.T) {
	dir := t.TempDir()
	engine, err := app.Open(t.Context(), app.Options{Library: dir, Program: "window", Long: true})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	for want, answer := range map[string]func(net.Conn){
		"it does not answer": func(c net.Conn) { _, _ = io.Copy(io.Discard, c) },
		"not understood":     func(c net.Conn) { _, _ = c.Write([]byte("HTTP/1.1 400 Bad Request\r\n\r\n")) },
		"it is of version 9": func(c net.Conn) { _ = writeFrame(c, frameRefused, []byte("it is of version 9")) },
	} {
		l, err := listen(engine.Epoch(), dir)
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			for c, err := l.Accept(); err == nil; c, err = l.Accept() {
				answer(c)
			}
		}()
		if _, err := engine.Announce(l.Addr().String()); err != nil {
			t.Fatal(err)
		}
		_, err = Open(t.Context(), app.Options{Library: dir, Program: "client"})
		if !errors.Is(err, core.ErrInUse) || errors.Is(err, core.ErrDamaged) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "window (pid ") {
			t.Errorf("%s: %v", want, err)
		}
		l.Close()
	}
}

// Who is cancelled does not wait for the one who looks for the library's owner.
func TestACancelledCallerDoesNotWaitForAnother(t *testing.T) {
	dir := t.TempDir()
	l := library(t, dir, "client", true)
	if err := l.now.(*here).close(); err != nil {
		t.Fatal(err)
	}
	l.now = nil
	engine, err := app.Open(t.Context(), app.Options{Library: dir, Program: "one that hangs", Long: true})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	hung, err := listen(engine.Epoch(), dir) // nobody accepts
	if err != nil {
		t.Fatal(err)
	}
	defer hung.Close()
	if _, err := engine.Announce(hung.Addr().String()); err != nil {
		t.Fatal(err)
	}
	first := make(chan error)
	go func() {
		_, err := l.Status(t.Context())
		first <- err
	}()
	time.Sleep(waitForHello / 4)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	began := time.Now()
	if _, err := l.Documents(cancelled); !errors.Is(err, context.Canceled) || time.Since(began) > waitForHello/4 {
		t.Errorf("a cancelled call: %v after %v", err, time.Since(began))
	}
	select {
	case err := <-first:
		t.Fatalf("the first call ended before: %v", err)
	default:
	}
	if err := <-first; !errors.Is(err, core.ErrInUse) {
		t.Errorf("the first call: %v", err)
	}
}

func TestOwnersAnswerNobodyButClients(t *testing.T) {
	dir := t.TempDir()
	library(t, dir, "window", true)
	l := library(t, dir, "client", false)
	address := l.now.(*there).owner.Address
	frame := func(kind byte, data []byte) []byte {
		head, err := codec.Header(kind, len(data))
		if err != nil {
			t.Fatal(err)
		}
		return append(head, data...)
	}
	asked := func(r request) []byte {
		data, err := r.bytes()
		if err != nil {
			t.Fatal(err)
		}
		return frame(frameRequest, data)
	}
	other, err := codec.Marshal(envelope{Version: "0.0.9 (1.00000000)"})
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		send []byte
		want string // in the answer; empty if there is none
	}{
		"another version":      {frame(frameRequest, other), version() + " and was asked by a program of version \"0.0.9 (1.00000000)\""},
		"the version before":   {frame(frameRequest, append([]byte{18}, "0.1.0 (1.00000000)"...)), version() + " and was asked by a program of version"},
		"no request":           {frame(frameRequest, []byte{0xff}), version()},
		"no such use case":     {asked(request{UseCase: "Close"}), ""},
		"inside of an engine":  {asked(request{UseCase: "Announce"}), ""},
		"arguments lack":       {asked(request{UseCase: "Show"}), "not understood"},
		"arguments too many":   {asked(request{UseCase: "Documents", Args: []byte{0xa0, 7}}), "not understood"},
		"arguments of another": {asked(request{UseCase: "Documents", Args: []byte{0xa1, 0x61, 'A', 7}}), "not understood"},
		"too large":            {[]byte{frameRequest, 0xff, 0xff, 0xff, 0xff}, ""},
		"another frame":        {frame(frameResult, nil), ""},
		"a browser":            {[]byte("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"), ""},
	} {
		c, err := net.Dial("unix", address)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Write(tt.send); err != nil {
			t.Fatal(err)
		}
		if err := c.(*net.UnixConn).CloseWrite(); err != nil {
			t.Fatal(err)
		}
		got, _ := io.ReadAll(c) // a connection that is reset has no answer either
		if !strings.Contains(string(got), tt.want) || tt.want == "" && len(got) > 0 {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
		c.Close()
	}
	if _, err := l.Status(t.Context()); err != nil {
		t.Errorf("after all that: %v", err)
	}
}

// A context through the socket should cost less than 30 ms more.
func BenchmarkContext(b *testing.B) {
	for _, where := range []string{"direct", "socket"} {
		b.Run(where, func(b *testing.B) {
			dir := b.TempDir()
			l := library(b, dir, "window", true)
			if _, err := l.AddPaths(b.Context(), []string{notes(b, 300)}, ""); err != nil {
				b.Fatal(err)
			}
			if where == "socket" {
				l = library(b, dir, "client", false)
			}
			for b.Loop() {
				if _, err := l.Context(b.Context(), core.ContextRequest{Query: "turbidity at noon"}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
