package app_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/app"
	"ibid/core"
)

// openAt opens a library that may be closed before the test ends.
func openAt(t *testing.T, dir string) *app.Engine {
	t.Helper()
	e, err := app.Open(t.Context(), app.Options{Library: dir, Program: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

func visit(t *testing.T, e *app.Engine, v core.Visit) error {
	t.Helper()
	return e.Visit(t.Context(), v)
}

func listed(t *testing.T, e *app.Engine) []core.Client {
	t.Helper()
	list, err := e.Clients(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestProgramsThatAskAreListedAndRefusedOnceRevoked(t *testing.T) { // R0.6, R1.5
	dir := t.TempDir()
	e := openAt(t, dir)
	zed := core.Visit{Name: "zed", Own: true, Way: core.WayMCP}
	for _, v := range []core.Visit{zed, {Name: "curl", Way: core.WayREST}, zed, {Name: "zed", Way: core.WayREST}} {
		if err := visit(t, e, v); err != nil {
			t.Fatal(err)
		}
	}
	zed.Asked = "How deep is the\nkelp? " + strings.Repeat("and ", 200)
	if err := visit(t, e, zed); err != nil {
		t.Fatal(err)
	}
	list := listed(t, e)
	if len(list) != 3 || list[0].Name != "zed" || !list[0].Own || list[0].Requests != 2 || len(list[0].Asked) != 1 {
		t.Fatalf("%+v", list)
	}
	if asked := list[0].Asked[0].Text; !strings.HasPrefix(asked, "How deep is the kelp? and ") || len(asked) > 300 {
		t.Errorf("asked %q", asked)
	}
	if err := e.Revoke(t.Context(), "zed", true, true); err != nil {
		t.Fatal(err)
	}
	if err := e.Revoke(t.Context(), "emacs", true, true); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("revoke of a program that never asked: %v", err)
	}
	if err := e.ForgetClients(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	e = openAt(t, dir) // what was revoked stays so
	if err := visit(t, e, zed); !errors.Is(err, core.ErrRevoked) {
		t.Errorf("a revoked program: %v", err)
	}
	if err := visit(t, e, core.Visit{Name: "zed", Way: core.WayREST}); err != nil {
		t.Errorf("one that only calls itself so: %v", err)
	}
	if list := listed(t, e); len(list) != 2 || len(list[1].Asked) != 0 || !list[1].Revoked {
		t.Errorf("after forgetting: %+v", list)
	}
	if err := e.Revoke(t.Context(), "zed", true, false); err != nil || visit(t, e, zed) != nil {
		t.Errorf("allowed again: %v", err)
	}
}

// A program that calls itself something else each time pushes no revoked one
// off the list, nor makes it longer and longer.
func TestTheListOfProgramsIsBounded(t *testing.T) {
	e := open(t)
	bad := core.Visit{Name: "bad", Way: core.WayREST}
	if err := visit(t, e, bad); err != nil {
		t.Fatal(err)
	}
	if err := e.Revoke(t.Context(), "bad", false, true); err != nil {
		t.Fatal(err)
	}
	for i := range core.MaxClients + 20 {
		name := fmt.Sprintf("%d\x1b[2J\n%s", i, strings.Repeat("名", 300))
		for range core.MaxAsked/10 + 1 {
			if err := visit(t, e, core.Visit{Name: name, Asked: "?"}); err != nil {
				t.Fatal(err)
			}
		}
	}
	list := listed(t, e)
	if len(list) != core.MaxClients+1 || visit(t, e, bad) == nil {
		t.Errorf("%d programs", len(list))
	}
	for _, c := range list {
		if len([]rune(c.Name)) > 60 || strings.ContainsAny(c.Name, "\n\x1b") || len(c.Asked) > core.MaxAsked {
			t.Errorf("kept %q, %d questions", c.Name, len(c.Asked))
		}
	}
	if err := visit(t, e, core.Visit{}); err != nil || listed(t, e)[0].Name != "a program without a name" {
		t.Error(err, listed(t, e)[0].Name)
	}
}

// A list that cannot be read lets nobody in: it may say who is revoked.
func TestADamagedListOfProgramsLetsNobodyIn(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "clients.json"), []byte("[{"), 0o600); err != nil {
		t.Fatal(err)
	}
	e := openAt(t, dir)
	if err := visit(t, e, core.Visit{Name: "curl"}); err == nil || !strings.Contains(err.Error(), "can be deleted to begin anew") {
		t.Error(err)
	}
}
