package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ibid/app"
	"ibid/core"
)

// asProgram makes the test binary be the program, so that the window that is
// tested is built from the code that is tested.
const asProgram = "IBID_AS_PROGRAM"

func TestMain(m *testing.M) {
	app.RunWorkerIfAsked()
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// window is Ibid's window as a process with a screen of its own.
type window struct {
	t      *testing.T
	cmd    *exec.Cmd
	report string
	stderr bytes.Buffer
}

// open starts the window. It is skipped where nobody provides a screen.
func open(t *testing.T, args ...string) *window {
	t.Helper()
	return openWith(t, nil, args...)
}

// openWith opens the window with preferences that an earlier run kept.
func openWith(t *testing.T, kept map[string]string, args ...string) *window {
	t.Helper()
	if os.Getenv("IBID_WINDOW_TEST") == "" {
		t.Skip("IBID_WINDOW_TEST is not set: `go run ./cmd/dev test` sets it, with a virtual screen")
	}
	w := &window{t: t, report: filepath.Join(t.TempDir(), "report.json")}
	w.cmd = exec.Command(os.Args[0], append(args, "--report", w.report)...)
	config := t.TempDir()
	w.cmd.Env = append(os.Environ(), asProgram+"=1", "XDG_CONFIG_HOME="+config)
	if kept != nil {
		preferences, err := json.Marshal(kept)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(config, "fyne", id, "preferences.json")
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, preferences, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	w.cmd.Stderr = &w.stderr
	if err := w.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if w.cmd.ProcessState == nil {
			_ = w.cmd.Process.Kill()
			_ = w.cmd.Wait()
		}
	})
	return w
}

// ready waits for the report.
func (w *window) ready(limit time.Duration) report {
	w.t.Helper()
	var r report
	eventually(w.t, limit, "the window's report", func() bool {
		data, err := os.ReadFile(w.report)
		if errors.Is(err, fs.ErrNotExist) {
			return false
		}
		if err == nil {
			err = json.Unmarshal(data, &r)
		}
		if err != nil {
			w.t.Fatal(err)
		}
		return true
	})
	if !r.Ready {
		w.t.Fatalf("the window reports %+v and wrote %s", r, &w.stderr)
	}
	return r
}

// quit closes the window by its key and waits for its end.
func (w *window) quit() {
	w.t.Helper()
	w.keys("ctrl+q")
	done := make(chan error, 1)
	go func() { done <- w.cmd.Wait() }()
	select {
	case err := <-done:
		if err != nil {
			w.t.Fatalf("the window ended with %v and wrote %s", err, &w.stderr)
		}
	case <-time.After(15 * time.Second):
		w.t.Fatal("the window does not end")
	}
}

func (w *window) keys(keys ...string) {
	w.t.Helper()
	tool(w.t, "xdotool", append([]string{"key", "--delay", "50"}, keys...)...)
}

// focus gives the keyboard to the window: without a window manager nobody else
// does.
func (w *window) focus() {
	w.t.Helper()
	var id string
	eventually(w.t, 10*time.Second, "the window on the screen", func() bool {
		out, err := exec.Command("xdotool", "search", "--onlyvisible", "--name", "Ibid").Output()
		id, _, _ = strings.Cut(strings.TrimSpace(string(out)), "\n")
		return err == nil && id != ""
	})
	tool(w.t, "xdotool", "windowfocus", "--sync", id)
}

// clipboard waits until it holds something else than before.
func (w *window) clipboard(before string) string {
	w.t.Helper()
	text := before
	eventually(w.t, 20*time.Second, "the clipboard", func() bool {
		out, err := exec.Command("xclip", "-o", "-selection", "clipboard").Output()
		text = string(out)
		return err == nil && text != "" && text != before
	})
	return text
}

// picture writes what the screen shows to the folder that IBID_PICTURES names.
func (w *window) picture(name string) {
	w.t.Helper()
	dir := os.Getenv("IBID_PICTURES")
	if dir == "" {
		dir = w.t.TempDir()
	}
	file := filepath.Join(dir, name)
	time.Sleep(time.Second) // late pictures of pages
	tool(w.t, "import", "-window", "root", file)
	if info, err := os.Stat(file); err != nil || info.Size() < 10_000 {
		w.t.Errorf("picture of the window: %v, %v", info, err)
	}
}

func tool(t *testing.T, name string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %q: %v: %s", name, args, err, &stderr)
	}
	return string(out)
}

func eventually(t *testing.T, limit time.Duration, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(limit); !holds(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: not within %v", what, limit)
		}
	}
}

const sample = "../../testdata/sample"

// A person adds documents, types a question, presses the copy key and pastes:
// what arrives is what the terminal gives, to the byte.
func TestWindowCopiesTheContextOfTheTerminal(t *testing.T) { // C1, C4
	library := t.TempDir()
	w := open(t, "--library", library, "--add", sample)
	w.ready(time.Minute)
	w.focus()
	pasted := ""
	for i, question := range []string{
		"How did dredging change the depth limit of the kelp forest?",
		"turbid days and recruits",
	} {
		w.keys("ctrl+e", "ctrl+a")
		tool(t, "xdotool", "type", "--delay", "10", question)
		w.keys("ctrl+shift+c") // at once, while the entry has the keyboard
		pasted = w.clipboard(pasted)
		w.picture(fmt.Sprintf("window-%d.png", i+1))
		if !strings.HasPrefix(pasted, "Evidence, quoted word for word. ") {
			t.Fatalf("the clipboard holds %.200q", pasted)
		}
	}
	w.quit()
	terminalGives(t, pasted, "context", "--library", library, "turbid days and recruits")
}

// A person types places into the go-to field; what the reader then copies as a
// quote is the text there with its citation.
func TestWindowGoesToPlaces(t *testing.T) { // X4
	docs, library := t.TempDir(), t.TempDir()
	for name, content := range map[string]string{
		"reef.go":    "package reef\n\n// Depth is in metres.\nfunc Depth() float64 {\n\treturn 12.4\n}\n",
		"chat.jsonl": `{"role":"user","content":"How deep?"}` + "\n" + `{"role":"assistant","content":"About twelve metres."}` + "\n",
		"a/notes.md": "# Week 6\n\nneap tide\n", "b/notes.md": "# Week 7\n\nspring tide\n",
	} {
		file := filepath.Join(docs, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	w := open(t, "--library", library, "--add", docs, "--add", sample)
	w.ready(time.Minute)
	w.focus()
	copied := ""
	for _, tt := range []struct {
		name, typed string
		keys        []string // after the place was typed
		want        string
	}{
		{"code", "reef.go:5", nil, "\treturn 12.4\n\n— reef.go:5\n"},
		{"chat", "chat.jsonl msg 2", nil, "About twelve metres.\n\n— chat.jsonl, msg 2\n"},
		{"pdf", "okafor-reid-resuspension.pdf [PDF 2]", nil, "[PDF 2]\n"},
		{"choice", "notes.md:3", []string{"Down", "Down", "Return"}, "spring tide\n\n— notes.md:3\n"},
	} {
		w.keys("ctrl+l")
		tool(t, "xdotool", "type", "--delay", "10", tt.typed)
		w.keys("Return")
		if len(tt.keys) > 0 {
			time.Sleep(time.Second) // for the places that it could mean
			w.keys(tt.keys...)
		}
		w.picture("window-goto-" + tt.name + ".png")
		w.keys("ctrl+shift+q")
		copied = w.clipboard(copied)
		if !strings.Contains(copied, tt.want) {
			t.Errorf("%s: the clipboard holds %q, want %q", tt.typed, copied, tt.want)
		}
	}
	w.quit()
}

// terminalGives compares with what ibidctl prints.
func terminalGives(t *testing.T, pasted string, args ...string) {
	t.Helper()
	ibidctl := filepath.Join(t.TempDir(), "ibidctl")
	tool(t, "go", "build", "-o", ibidctl, "ibid/cmd/ibidctl")
	if want := tool(t, ibidctl, args...); pasted != want {
		t.Errorf("pasted:\n%s\nibidctl %q:\n%s", pasted, args, want)
	}
}

// While a window is open, the terminal and a second window work through it and
// give the same bytes.
func TestTerminalAndSecondWindowWorkThroughTheFirst(t *testing.T) {
	library := t.TempDir()
	const question = "turbid days and recruits"
	r := open(t, "--library", library, "--add", sample, "--ask", question).ready(time.Minute)
	terminalGives(t, r.Context, "context", "--library", library, question)
	if second := open(t, "--library", library, "--ask", question).ready(time.Minute); second.Context != r.Context || r.Context == "" {
		t.Errorf("the first window:\n%s\nthe second:\n%s", r.Context, second.Context)
	}
}

// A question about source code has as many sources as it needs, in the window as
// in the terminal.
func TestWindowBringsAllThatSourceCodeNeeds(t *testing.T) { // R2.13
	library := t.TempDir()
	const question = "Implement authentication"
	r := open(t, "--library", library, "--add", "../../testdata/code-a/berth", "--ask", question).ready(time.Minute)
	if n := strings.Count(r.Context, "\n["); n <= core.SureSources {
		t.Errorf("%d sources", n)
	}
	terminalGives(t, r.Context, "context", "--library", library, question)
}

// Options that were set in an earlier run hold in this one, and what is copied
// is what the terminal gives for the same ones. The picture of the pages goes to
// the clipboard too.
func TestWindowKeepsItsOptionsAndCopiesPictures(t *testing.T) { // X5
	library := t.TempDir()
	const question = "turbid days and recruits"
	kept := map[string]string{"context": `{"format":"xml","budget":3000,"model_tokens":4096,"reserve":1500,"tokenizer":"other",` +
		`"group":true,"no_sources":true,"truncation":"bookend","max_sources":6}`}
	w := openWith(t, kept, "--library", library, "--add", sample, "--ask", question)
	r := w.ready(time.Minute)
	w.focus()
	w.keys("ctrl+shift+c")
	pasted := w.clipboard("")
	if pasted != r.Context {
		t.Errorf("pasted:\n%s\nreported:\n%s", pasted, r.Context)
	}
	w.keys("ctrl+shift+p")
	eventually(t, 20*time.Second, "the picture on the clipboard", func() bool {
		out, err := exec.Command("xclip", "-o", "-selection", "clipboard", "-t", "image/png").Output()
		if err != nil {
			return false
		}
		picture, err := png.DecodeConfig(bytes.NewReader(out))
		return err == nil && max(picture.Width, picture.Height) <= core.SmallSheet
	})
	w.keys("ctrl+k")
	w.picture("window-check.png")
	w.quit()
	terminalGives(t, pasted, "context", "--library", library, question, "--format", "xml", "--budget", "3000", "--model-tokens", "4096",
		"--reserve", "1500", "--tokenizer", "other", "--group", "--no-sources", "--truncate", "bookend", "--max-sources", "6")
}

// While 1,500 pages are read, the UI goroutine is hardly later than while
// nothing is: by 100 ms at worst, or three times as much as the same machine
// makes the same window wait by itself just before. A virtual screen on a busy
// machine may be late once, so the best of five windows counts.
func TestWindowStaysAliveWhileReading(t *testing.T) {
	folder := t.TempDir()
	original, err := os.ReadFile(filepath.Join(sample, "carrow-sound-monitoring-report-2023.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 100 { // 15 pages each; the comment makes each another content
		data := fmt.Appendf(bytes.Clone(original), "\n%% copy %d\n", i)
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("report-%03d.pdf", i)), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var figures []string
	for range 5 {
		w := open(t, "--library", t.TempDir(), "--add", folder, "--rest", "8s")
		r := w.ready(5 * time.Minute)
		w.focus()
		w.quit()
		figures = append(figures, fmt.Sprintf("worst of %d beats at rest %.0f ms late, worst of %d while reading 1,500 pages %.0f ms", r.RestBeats, r.RestLate, r.Beats, r.Late))
		t.Log(figures[len(figures)-1])
		if r.Beats < 50 || r.RestBeats < 50 {
			t.Fatalf("%d beats, %d at rest", r.Beats, r.RestBeats)
		}
		if r.Late <= max(100, 3*r.RestLate) {
			return
		}
	}
	t.Errorf("reading kept the UI goroutine from its work each time:\n%s", strings.Join(figures, "\n"))
}
