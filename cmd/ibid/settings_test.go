package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ibid/app/door"
)

// A person switches on that other programs are answered: from then on they are,
// with the library's token, until the window is closed; and what the person wrote
// into the settings is still there.
func TestWindowAnswersOtherProgramsOnceItIsSwitchedOn(t *testing.T) { // R0.6
	library, file := t.TempDir(), filepath.Join(t.TempDir(), "config.toml")
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	written := fmt.Sprintf("# mine\n[door]\nlisten = %q # not the usual one\n", address)
	if err := os.WriteFile(file, []byte(written), 0o600); err != nil {
		t.Fatal(err)
	}
	w := open(t, "--library", library, "--add", "../../testdata/sample/lab-notebook.md", "--config", file)
	w.ready(time.Minute)
	w.focus()
	status := func() int {
		token, _, err := door.Token(library)
		if err != nil {
			t.Fatal(err)
		}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+address+"/api/v1/status", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+token)
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			return 0
		}
		defer resp.Body.Close()
		return resp.StatusCode
	}
	if got := status(); got != 0 {
		t.Errorf("before it is switched on: %d", got)
	}
	w.keys("ctrl+comma")
	w.picture("window-settings.png")
	w.keys("Tab", "space")
	eventually(t, 20*time.Second, "an answer", func() bool { return status() == http.StatusOK })
	w.picture("window-settings-door.png")
	data, err := os.ReadFile(file)
	if want := strings.TrimSuffix(written, "\n") + "\nenabled = true\n"; err != nil || string(data) != want {
		t.Errorf("%v: the settings hold\n%s\nwant\n%s", err, data, want)
	}
	w.quit()
	if got := status(); got != 0 {
		t.Errorf("after the window was closed: %d", got)
	}
}
