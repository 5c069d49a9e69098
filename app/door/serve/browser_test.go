package serve_test

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"ibid/app/door"
	"ibid/app/door/serve"
)

//go:embed testdata/evil.html
var evilPage string

// browserTime bounds what the page may take in all.
const browserTime = 3 * time.Minute

// controlWord shows that the page can read what it may.
const controlWord = "the page reads"

// attempt is what a page reports of one way to ask.
type attempt struct{ Way, At, What string }

// A page of another place reads nothing, though its name leads to the door by the
// time that it asks (DNS rebinding), and though it knows the token.
func TestABrowserReadsNothing(t *testing.T) { // R0.6
	browser := findBrowser(t)
	h := open(t, door.Times{})
	// The page comes from the port that the door has a moment later: then browsers
	// take both for one place.
	lure, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := lure.Addr().(*net.TCPAddr).Port
	rebound := make(chan bool)
	reported := make(chan []attempt, 1)
	reports := httptest.NewServer(reporting(t, rebound, reported))
	defer reports.Close()
	page := strings.NewReplacer(
		"$DOORS", fmt.Sprintf(`["http://evil.test:%d", "http://127.0.0.1:%d", "http://localhost:%d", %q]`, at, at, at, h.address),
		"$TOKEN", fmt.Sprintf("%q", h.token), "$REPORTS", fmt.Sprintf("%q", strings.Replace(reports.URL, "127.0.0.1", "evil.test", 1)),
	).Replace(evilPage)
	served := make(chan bool, 1)
	trap := &http.Server{ReadHeaderTimeout: browserTime, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Connection", "close")
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, page)
		if r.URL.Path == "/" {
			served <- true
		}
	})}
	go func() { _ = trap.Serve(lure) }()
	ctx, cancel := context.WithTimeout(t.Context(), browserTime)
	defer cancel()
	surf(t, ctx, browser, fmt.Sprintf("http://evil.test:%d/", at))
	wait(t, ctx, served, "the browser asks for the page")
	if err := trap.Shutdown(ctx); err != nil {
		t.Fatal(err)
	}
	h.alsoAt(t, ctx, fmt.Sprintf("127.0.0.1:%d", at))
	close(rebound)
	h.judge(t, wait(t, ctx, reported, "the page reports"))
}

func wait[T any](t *testing.T, ctx context.Context, c <-chan T, what string) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-ctx.Done():
		t.Fatalf("%s: not in time", what)
		panic("not reached")
	}
}

// judge wants the page to have read what it may, and beside it refusals only.
func (h *hall) judge(t *testing.T, all []attempt) {
	t.Helper()
	counts := make(map[string]int)
	for _, a := range all {
		way, _, _ := strings.Cut(a.What, " ")
		counts[way]++
		var problem struct{ Code string }
		_, after, _ := strings.Cut(a.What, "{")
		isProblem := json.Unmarshal([]byte("{"+after), &problem) == nil && slices.Contains([]string{"host", "origin", "cross_site", "token", "rate"}, problem.Code)
		switch {
		case a.Way == "control":
			if a.What != controlWord {
				t.Errorf("the page cannot read what it may: %q", a.What)
			}
		case way == "refused", way == "nothing", isProblem, a.What == "opaque 0 ", a.What == "frame ", a.What == "frame empty":
		default:
			t.Errorf("%s %s: the page read %q", a.Way, a.At, a.What)
		}
	}
	if t.Logf("%d attempts: %v", len(all), counts); len(all) < 250 || counts["basic"] == 0 {
		t.Errorf("only %d attempts, %v", len(all), counts)
	}
	if log := h.log.String(); strings.Contains(log, h.token) {
		t.Error("the log holds the token")
	}
}

// reporting is where the page waits, and tells what it read.
func reporting(t *testing.T, rebound <-chan bool, reported chan<- []attempt) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/ready", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		select {
		case <-rebound:
			_, _ = io.WriteString(w, controlWord)
		case <-r.Context().Done():
		}
	})
	mux.HandleFunc("/report", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		var all []attempt
		if err := json.NewDecoder(r.Body).Decode(&all); err != nil {
			t.Error(err)
		}
		reported <- all
	})
	return mux
}

// alsoAt serves the library at an address of our choice too.
func (h *hall) alsoAt(t *testing.T, ctx context.Context, address string) {
	t.Helper()
	l, err := door.Listen(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() {
		ended <- serve.Serve(ctx, l, h.engine, serve.Options{Token: h.token, Log: slog.New(slog.NewTextHandler(h.log, nil))})
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

func findBrowser(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("there is no Chromium; apt-get install chromium")
	return ""
}

// surf opens a page in a browser to which evil.test is this machine, until the
// test ends.
func surf(t *testing.T, ctx context.Context, browser, address string) {
	t.Helper()
	args := []string{
		"--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking", "--disable-component-update",
		"--user-data-dir=" + t.TempDir(), "--host-resolver-rules=MAP evil.test 127.0.0.1", address,
	}
	if os.Geteuid() == 0 { // its sandbox refuses to
		args = append([]string{"--no-sandbox"}, args...)
	}
	cmd := exec.CommandContext(ctx, browser, args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait() // it was interrupted
	})
}
