package door

import (
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestOnlyAnAddressOfThisMachineIsListenedOn(t *testing.T) { // R0.6
	for address, ok := range map[string]bool{
		"127.0.0.1:0": true, "127.0.0.2:0": true, "0.0.0.0:0": false, ":0": false, "localhost:0": false, "10.1.2.3:0": false, "[::]:0": false, "127.0.0.1": false,
		"127.0.0.1:99999": false, "": false,
	} {
		l, err := Listen(t.Context(), address)
		if (err == nil) != ok {
			t.Errorf("%q: %v", address, err)
		}
		if err == nil {
			_ = l.Close()
		} else if !strings.Contains(err.Error(), "of this machine alone, such as "+DefaultListen) {
			t.Errorf("%q: %v does not say what it takes", address, err)
		}
	}
	taken, err := Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	if l, err := Listen(t.Context(), taken.Addr().String()); err == nil {
		_ = l.Close()
		t.Error("two listen on one port")
	}
}

func TestServingEndsWithItsContext(t *testing.T) {
	l, err := Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		ended <- Serve(ctx, l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Method) }), DefaultTimes)
	}()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+l.Addr().String(), nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	answer, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	if body, err := io.ReadAll(answer.Body); err != nil || string(body) != http.MethodGet {
		t.Errorf("%q: %v", body, err)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("the end of its context is an error: %v", err)
	}
	if err := Serve(t.Context(), l, http.NotFoundHandler(), DefaultTimes); err == nil || !strings.HasPrefix(err.Error(), "serve: ") {
		t.Errorf("a listener that is closed: %v", err)
	}
}

// A connection gives its room back once, however often it is closed.
func TestConnectionsOverTheMostWaitForRoom(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &limited{Listener: inner, room: make(chan struct{}, 2)}
	accepted := make(chan net.Conn)
	go func() {
		defer close(accepted)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			accepted <- c
		}
	}()
	for range 3 {
		c, err := net.Dial("tcp", inner.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.Close() }()
	}
	first, second := <-accepted, <-accepted
	select {
	case <-accepted:
		t.Fatal("a third connection found room")
	case <-time.After(20 * time.Millisecond):
	}
	_ = first.Close()
	_ = first.Close()
	third := <-accepted
	if n := len(l.room); n != 2 {
		t.Errorf("%d connections hold room, want 2", n)
	}
	_ = second.Close()
	_ = third.Close()
	_ = inner.Close()
	for range accepted {
	}
	if n := len(l.room); n != 0 {
		t.Errorf("%d connections hold room at the end", n)
	}
}

func TestATokenIsKeptUntilItIsNoSecretAnyMore(t *testing.T) {
	good := strings.Repeat("0123456789abcdef", tokenBytes/8)
	for _, tt := range []struct {
		name, content string
		mode          os.FileMode
		fresh         string
	}{
		{"kept", good + "\n", 0o600, ""},
		{"kept, read-only", good, 0o400, ""},
		{"readable by a group", good, 0o640, "others could read it"},
		{"readable by all", good, 0o604, "others could read it"},
		{"too short", good[2:], 0o600, "what was there was none"},
		{"too long", good + "00", 0o600, "what was there was none"},
		{"no hexadecimal digits", strings.Repeat("x", 2*tokenBytes), 0o600, "what was there was none"},
		{"empty", "", 0o600, "what was there was none"},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, TokenFile)
		if err := os.WriteFile(path, []byte(tt.content), tt.mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, tt.mode); err != nil { // whatever the umask
			t.Fatal(err)
		}
		token, fresh, err := Token(dir)
		if err != nil || fresh != tt.fresh || (token == good) != (tt.fresh == "") || len(token) != 2*tokenBytes {
			t.Errorf("%s: %q, fresh because %q, want %q: %v", tt.name, token, fresh, tt.fresh, err)
		}
		if again, fresh, err := Token(dir); err != nil || fresh != "" || again != token {
			t.Errorf("%s: the second time %q, fresh because %q: %v", tt.name, again, fresh, err)
		}
	}
}

func TestATokenIsMadeWhereThereIsNone(t *testing.T) {
	dir := t.TempDir()
	token, fresh, err := Token(dir)
	if err != nil || fresh != "there was none" || len(token) != 2*tokenBytes {
		t.Errorf("%q, fresh because %q: %v", token, fresh, err)
	}
	info, err := os.Stat(filepath.Join(dir, TokenFile))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v: %v", info, err)
	}
	next, err := NewToken(dir)
	if err != nil || next == token {
		t.Errorf("a new token is the old one: %v", err)
	}
	if now, _, err := Token(dir); err != nil || now != next {
		t.Errorf("the old token counts: %v", err)
	}
	link := t.TempDir()
	if err := os.Symlink(filepath.Join(dir, TokenFile), filepath.Join(link, TokenFile)); err != nil {
		t.Fatal(err)
	}
	if got, fresh, err := Token(link); err != nil || fresh != "what was there was no file" || got == next {
		t.Errorf("a link: %q, fresh because %q: %v", got, fresh, err)
	}
	if now, _, err := Token(dir); err != nil || now != next {
		t.Errorf("what the link led to was written: %v", err)
	}
	for _, make := range []func(string) error{
		func(dir string) error { _, _, err := Token(dir); return err },
		func(dir string) error { _, err := NewToken(dir); return err },
	} {
		if err := make(filepath.Join(dir, TokenFile)); err == nil || !strings.Contains(err.Error(), "token: ") {
			t.Errorf("no folder: %v", err)
		}
	}
}
