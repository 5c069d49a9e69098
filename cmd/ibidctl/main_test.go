package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"ibid/app"
	"ibid/app/remote"
)

var update = flag.Bool("update", false, "write what the commands print into the stories' golden files")

// storySecret makes the marks in contexts the same for every library.
var storySecret = []byte("of the stories")

// TestMain makes the test program be ibidctl, its worker, and the test.
func TestMain(m *testing.M) {
	app.RunWorkerIfAsked()
	testscript.Main(m, map[string]func(){
		"ibidctl":      func() { secret = storySecret; main() },
		"unprivileged": unprivileged,
		"owner":        ownUntilKilled,
	})
}

// The stories tell every command, every exit code and every shape of JSON.
// Each has a library of its own, in the default place.
func TestStories(t *testing.T) {
	sample, err := filepath.Abs("../../testdata/sample")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("XDG_DATA_HOME", filepath.Join(env.WorkDir, "data"))
			env.Setenv("XDG_CONFIG_HOME", filepath.Join(env.WorkDir, "settings"))
			env.Setenv("LIB", filepath.Join(env.WorkDir, "data", "ibid"))
			env.Setenv("KINDS", filepath.Join(filepath.Dir(sample), "kinds"))
			env.Setenv("BAD", filepath.Join(filepath.Dir(sample), "bad"))
			env.Setenv("OLLAMA_HOST", "127.0.0.1:1") // nobody listens there
			return os.CopyFS(filepath.Join(env.WorkDir, "sample"), os.DirFS(sample))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":     exits,
			"hold":      hold,
			"own":       own,
			"pack":      pack,
			"shape":     shape,
			"sparse":    sparse,
			"tree":      tree,
			"badstates": badStates,
		},
	})
}

// R3.3: whatever is asked, the context comes, within its budget, and its
// numbers have no gaps.
func TestEverySampleQuestionGetsAContextWithinItsBudget(t *testing.T) {
	data, err := os.ReadFile("../../testdata/questions/sample.json")
	if err != nil {
		t.Fatal(err)
	}
	var questions []struct{ Question, File string }
	if err := json.Unmarshal(data, &questions); err != nil {
		t.Fatal(err)
	}
	library := t.TempDir()
	settings := filepath.Join(t.TempDir(), "config.toml") // not those of whoever runs the test
	if err := os.WriteFile(settings, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("IBID_CONFIG", settings)
	var out, log bytes.Buffer
	if code := run(t.Context(), []string{"--library", library, "add", "../../testdata/sample"}, &out, &log); code != exitFailed {
		t.Fatalf("add: exit %d\n%s", code, &log)
	}
	found := 0
	for _, q := range questions {
		for _, budget := range []int{300, 2000, 10_000} {
			out.Reset()
			log.Reset()
			args := []string{"context", "--library", library, "--json", "--budget", strconv.Itoa(budget), "--", q.Question}
			if code := run(t.Context(), args, &out, &log); code != exitDone {
				t.Errorf("%q: exit %d\n%s", q.Question, code, &log)
				continue
			}
			var c contextJSON
			if err := json.Unmarshal(out.Bytes(), &c); err != nil {
				t.Fatalf("%q: %v", q.Question, err)
			}
			if c.Tokens > budget || c.Budget != budget || len(c.Sources) == 0 {
				t.Errorf("%q: %d tokens of %d, %d sources", q.Question, c.Tokens, budget, len(c.Sources))
			}
			for i, s := range c.Sources {
				if s.Number != i+1 || !strings.Contains(c.Text, fmt.Sprintf("\n[%d] ", i+1)) {
					t.Errorf("%q: source %d has number %d", q.Question, i+1, s.Number)
				}
			}
			if budget == 10_000 && slices.ContainsFunc(c.Sources, func(s sourceJSON) bool { return filepath.Base(s.File) == q.File }) {
				found++
			}
		}
	}
	if t.Logf("the file of %d of %d questions is cited", found, len(questions)); found < len(questions)*9/10 {
		t.Errorf("the file of only %d of %d questions is cited", found, len(questions))
	}
}

// shortly is how long a program may take to say that the library is in use.
const shortly = 6 * time.Second

// exits CODE COMMAND… runs a command and wants exactly that exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got, began := 0, time.Now()
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%s: %v", args[1], err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
	if took := time.Since(began); want == exitInUse && took > shortly {
		ts.Fatalf("it waited %v", took)
	}
}

// own LIBRARY has this process own a library and work for others, as an open
// window does, until the story ends.
func own(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: own LIBRARY")
	}
	l, err := remote.Open(context.Background(), app.Options{Library: args[0], Program: "ibid", Long: true, Secret: storySecret})
	ts.Check(err)
	ts.Defer(func() { ts.Check(l.Close()) })
}

// hold LIBRARY has this process hold a library and speak to nobody, until the
// story ends.
func hold(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: hold LIBRARY")
	}
	e, err := app.Open(context.Background(), app.Options{Library: args[0], Program: "ibid", Long: true})
	ts.Check(err)
	ts.Defer(func() { ts.Check(e.Close()) })
	ts.Setenv("OWNER", strconv.Itoa(os.Getpid()))
}

// shape FIELD KEY… wants the object in that field of the last output, or every
// object of the list there, to have exactly these keys in this order. The field
// . is the output itself; a field of a field is written a.b.
func shape(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: shape FIELD KEY…")
	}
	value := json.RawMessage(ts.ReadFile("stdout"))
	for _, field := range strings.FieldsFunc(args[0], func(r rune) bool { return r == '.' }) {
		var object map[string]json.RawMessage
		if err := json.Unmarshal(first(ts, value)[0], &object); err != nil {
			ts.Fatalf("%s: %v", field, err)
		}
		value = object[field]
	}
	for _, object := range first(ts, value) {
		if got := keys(ts, object); !slices.Equal(got, args[1:]) {
			ts.Fatalf("keys of %s are %q, want %q", args[0], got, args[1:])
		}
	}
}

// first lists the objects of a value: itself, or its elements, at least one.
func first(ts *testscript.TestScript, value json.RawMessage) []json.RawMessage {
	var list []json.RawMessage
	if bytes.HasPrefix(bytes.TrimSpace(value), []byte("[")) {
		ts.Check(json.Unmarshal(value, &list))
		if len(list) == 0 {
			ts.Fatalf("an empty list shows no keys")
		}
		return list
	}
	return []json.RawMessage{value}
}

// keys are the keys of an object in the order in which they are written.
func keys(ts *testscript.TestScript, object json.RawMessage) []string {
	dec := json.NewDecoder(bytes.NewReader(object))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		ts.Fatalf("%.80s is no object", object)
	}
	var names []string
	for dec.More() {
		name, err := dec.Token()
		ts.Check(err)
		names = append(names, fmt.Sprint(name))
		var skipped json.RawMessage
		ts.Check(dec.Decode(&skipped))
	}
	return names
}

// sparse FILE BYTES makes a file that has a size and takes no room.
func sparse(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: sparse FILE BYTES")
	}
	size, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	path := ts.MkAbs(args[0])
	ts.Check(os.WriteFile(path, []byte("%PDF-1.4\n"), 0o600))
	ts.Check(os.Truncate(path, size))
}

// tree FOLDER N makes a folder with so many notes, each different.
func tree(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: tree FOLDER N")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	dir := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(dir, 0o755))
	body := strings.Repeat("Turbidity was read from the buoy at noon and written down. ", 400)
	for i := range n {
		text := fmt.Sprintf("# Note %d\n\n%s\n", i, body)
		ts.Check(os.WriteFile(filepath.Join(dir, fmt.Sprintf("note-%04d.md", i)), []byte(text), 0o644))
	}
}

// badStates wants the last output, a list of documents, to hold every file of
// $BAD, each in a state that says what became of it.
func badStates(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: badstates")
	}
	var docs []documentJSON
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &docs))
	entries, err := os.ReadDir(ts.Getenv("BAD"))
	ts.Check(err)
	for _, e := range entries {
		i := slices.IndexFunc(docs, func(d documentJSON) bool { return filepath.Base(d.Path) == e.Name() })
		switch {
		case i < 0:
			ts.Fatalf("%s is not in the list", e.Name())
		case !docs[i].State.Settled():
			ts.Fatalf("%s is still %s", e.Name(), docs[i].State)
		case docs[i].State.NeedsAttention() && docs[i].Reason == "":
			ts.Fatalf("%s is %s without a reason", e.Name(), docs[i].State)
		}
	}
}

// unprivileged is ibidctl run by somebody who is not root, for whom
// permissions mean something.
func unprivileged() {
	if os.Geteuid() == 0 {
		if err := becomeNobody(); err != nil {
			fmt.Fprintln(os.Stderr, "become nobody:", err)
			os.Exit(99)
		}
	}
	main()
}

const nobody = 65534

// becomeNobody lets others into the test's own temporary folders first: the
// worker is started from one of them.
func becomeNobody() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	work, err := os.Getwd()
	if err != nil {
		return err
	}
	return errors.Join(
		os.Chmod(filepath.Dir(filepath.Dir(self)), 0o755),
		os.Chmod(filepath.Dir(work), 0o755),
		os.Chmod(work, 0o777),
		syscall.Setgroups(nil), syscall.Setgid(nobody), syscall.Setuid(nobody),
	)
}
