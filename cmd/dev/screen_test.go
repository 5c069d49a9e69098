package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The test binary plays the window when this is set: what Ibid's window may do, without building it.
const playKey = "DEV_TEST_PLAY"

func TestMain(m *testing.M) {
	if part := os.Getenv(playKey); part != "" {
		os.Exit(play(part, os.Args))
	}
	os.Exit(m.Run())
}

func play(part string, args []string) int {
	file := args[len(args)-1]
	question := args[len(args)-3]
	fmt.Fprintln(os.Stderr, "window: hello")
	switch part {
	case "answers":
		half := `{"ready":true,"context":"[1] a.pdf, p. 3\n`
		if os.WriteFile(file, []byte(half), 0o600) != nil {
			return 1
		}
		time.Sleep(300 * time.Millisecond) // a reader that takes half a line for a report would fail here
		if os.WriteFile(file, []byte(half+question+"\"}\n"), 0o600) != nil {
			return 1
		}
	case "complains":
		if os.WriteFile(file, []byte(`{"error":"library damaged"}`+"\n"), 0o600) != nil {
			return 1
		}
	case "ends":
		fmt.Fprintln(os.Stderr, "window: no OpenGL")
		return 7
	}
	time.Sleep(time.Minute)
	return 0
}

func TestContextComesFromTheWindowsReport(t *testing.T) {
	tests := []struct {
		part  string
		limit time.Duration
		want  string
		fails []string // what the error says
	}{
		{part: "answers", limit: 30 * time.Second, want: "[1] a.pdf, p. 3\nwhy?"},
		{part: "complains", limit: 30 * time.Second, fails: []string{"library damaged", "window: hello"}},
		{part: "ends", limit: 30 * time.Second, fails: []string{"ended before", "exit status 7", "window: no OpenGL"}},
		{part: "is silent", limit: 2 * time.Second, fails: []string{"no context within 2s", "window: hello"}},
	}
	for _, tt := range tests {
		t.Run(tt.part, func(t *testing.T) {
			t.Parallel()
			w, err := openWindow(t.Context(), &screen{display: ":0"}, []string{"env", playKey + "=" + tt.part, os.Args[0]}, "why?")
			if err != nil {
				t.Fatal(err)
			}
			defer w.Close()
			got, err := w.context(tt.limit)
			if got != tt.want || (err != nil) != (tt.fails != nil) {
				t.Fatalf("context = %q, %v; want %q", got, err, tt.want)
			}
			for _, words := range tt.fails {
				if !strings.Contains(err.Error(), words) {
					t.Errorf("error lacks %q: %v", words, err)
				}
			}
		})
	}
}

func TestVirtualScreenIsFreshAndEndsWithClose(t *testing.T) {
	t.Parallel()
	for _, n := range []string{"Xvfb", "xclip"} {
		if _, err := exec.LookPath(n); err != nil {
			t.Skipf("%s is not installed; `go run ./cmd/dev test` installs it", n)
		}
	}
	first := mustStart(t)
	second := mustStart(t)
	if first.display == second.display {
		t.Errorf("two screens share the display %s", first.display)
	}
	if err := clip(t.Context(), first); err != nil {
		t.Errorf("use the clipboard of %s: %v", first.display, err)
	}
	first.Close()
	if err := clip(t.Context(), first); err == nil {
		t.Errorf("%s still answers after Close", first.display)
	}
}

func TestPictureShowsTheNamedWindow(t *testing.T) {
	t.Parallel()
	for _, n := range []string{"Xvfb", "xdotool", "import", "display"} {
		if _, err := exec.LookPath(n); err != nil {
			t.Skipf("%s is not installed; `go run ./cmd/dev test` installs it", n)
		}
	}
	s := mustStart(t)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	viewer := prepared(ctx, command{argv: []string{"display", "-title", "A page", "-size", "320x200", "xc:navy"}, env: s.env()})
	if err := viewer.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { cancel(); _ = viewer.Wait() }()
	m := thisMachine()
	m.stderr = new(bytes.Buffer)
	file := filepath.Join(t.TempDir(), "a.png")
	err := errors.New("no try")
	for err != nil && ctx.Err() == nil {
		_ = sleep(ctx, 200*time.Millisecond)
		err = s.picture(ctx, m, "A page", file)
	}
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if width := img.Bounds().Dx(); width != 320 {
		t.Errorf("the picture is %d pixels wide, want 320: the window, not the screen", width)
	}
	if err := s.picture(ctx, m, "Another page", file); err == nil {
		t.Error("a window that is not there was pictured")
	}
}

func mustStart(t *testing.T) *screen {
	t.Helper()
	s, err := startScreen(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// clip asks the screen's clipboard for its kinds of content; an empty clipboard is an error too, so it is filled first.
func clip(ctx context.Context, s *screen) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return executeHere(ctx, command{argv: []string{"xclip", "-selection", "clipboard"}, env: s.env(), stdin: strings.NewReader("x")})
}
