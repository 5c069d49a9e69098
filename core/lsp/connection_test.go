package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// frame is body as it goes over the stream.
func frame(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

func TestAMessageIsReadWholeOrRefused(t *testing.T) {
	for _, tt := range []struct {
		name, stream string
		method, fail string // fail is part of the error; empty if there is none
	}{
		{"a notice", frame(`{"method":"window/logMessage"}`), "window/logMessage", ""},
		{"another header is left alone", "Content-Type: application/json\r\n" + frame(`{"method":"a"}`), "a", ""},
		{"the name of the header in small letters", "content-length: 14\r\n\r\n" + `{"method":"b"}`, "b", ""},
		{"what follows belongs to the next", frame(`{"method":"c"}`) + "rest", "c", ""},
		{"no length", "Content-Type: x\r\n\r\n{}", "", `a message of ""`},
		{"a length that is no number", "Content-Length: ten\r\n\r\n{}", "", `a message of "ten"`},
		{"a length below nothing", "Content-Length: -1\r\n\r\n{}", "", `a message of "-1"`},
		{"a length over the limit", fmt.Sprintf("Content-Length: %d\r\n\r\n{}", maxMessage+1), "", strconv.Itoa(maxMessage + 1)},
		{"a body that breaks off", "Content-Length: 20\r\n\r\n{}", "", io.ErrUnexpectedEOF.Error()},
		{"a body that is not JSON", frame(`{"method"`), "", "read message"},
		{"nothing", "", "", io.EOF.Error()},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, err := read(bufio.NewReader(strings.NewReader(tt.stream)))
			if got := fmt.Sprint(err); (tt.fail == "") != (err == nil) || !strings.Contains(got, tt.fail) {
				t.Errorf("read: %v, want %q", err, tt.fail)
			}
			if m.Method != tt.method {
				t.Errorf("method %q, want %q", m.Method, tt.method)
			}
		})
	}
}

// fake is a language server in the test: it answers each message by a function.
type fake struct {
	in  *bufio.Reader
	out io.Writer
	got []received // what it was sent
}

// next reads one message that the client sent.
func (f *fake) next() (received, error) {
	m, err := read(f.in)
	f.got = append(f.got, m)
	return m, err
}

func (f *fake) say(format string, args ...any) {
	io.WriteString(f.out, frame(fmt.Sprintf(format, args...)))
}

// serverOf starts a connection to a fake that runs serve and ends when done is called.
func serverOf(t *testing.T, serve func(*fake)) (s *Server, done func() (*fake, error)) {
	t.Helper()
	toServer, client := io.Pipe()
	fromServer, server := io.Pipe()
	s = &Server{connection: newConnection(), open: make(map[string]bool)}
	f := &fake{in: bufio.NewReader(toServer), out: server}
	served, ran, end := make(chan struct{}), make(chan error, 1), make(chan struct{})
	go func() {
		defer close(served)
		serve(f)
		<-end
		server.Close()
		io.Copy(io.Discard, f.in)
	}()
	go func() {
		err := s.connection.run(context.WithoutCancel(t.Context()), client, fromServer)
		s.connection.end()
		s.connection.writing.Wait()
		client.Close()
		ran <- err
	}()
	return s, func() (*fake, error) {
		close(end)
		err := <-ran
		<-served
		return f, err
	}
}

func TestAQuestionGetsItsOwnAnswer(t *testing.T) {
	s, done := serverOf(t, func(f *fake) {
		first, _ := f.next()
		f.say(`{"method":"window/logMessage","params":{}}`) // a notice between
		f.say(`{"id":77,"result":"of nobody"}`)
		f.say(`{"id":%s,"result":"kelp"}`, first.ID)
		second, _ := f.next()
		f.say(`{"id":%s,"error":{"code":-32601,"message":"no such method"}}`, second.ID)
		third, _ := f.next()
		f.say(`{"id":%s}`, third.ID)
		fourth, _ := f.next()
		f.say(`{"id":%s,"result":{}}`, fourth.ID)
	})
	var got string
	if err := s.connection.ask(t.Context(), "first", nil, &got); err != nil || got != "kelp" {
		t.Errorf("an answer: %q, %v", got, err)
	}
	if err := s.connection.ask(t.Context(), "second", nil, &got); err == nil || err.Error() != "second: no such method" {
		t.Errorf("a refusal: %v", err)
	}
	if err := s.connection.ask(t.Context(), "third", nil, &got); err != nil || got != "kelp" {
		t.Errorf("an answer without a result leaves the value: %q, %v", got, err)
	}
	if err := s.connection.ask(t.Context(), "fourth", nil, &got); err == nil {
		t.Error("an object was taken for a string")
	}
	f, err := done()
	if !errors.Is(err, errEnded) {
		t.Errorf("a server that goes: %v", err)
	}
	for i, m := range f.got {
		if string(m.ID) != strconv.Itoa(i+1) {
			t.Errorf("question %d has the number %s", i+1, m.ID)
		}
	}
	if err := s.connection.ask(t.Context(), "fifth", nil, nil); !errors.Is(err, errEnded) {
		t.Errorf("a question to a server that is gone: %v", err)
	}
	if len(s.connection.waiting) != 0 {
		t.Errorf("still waiting for %v", s.connection.waiting)
	}
}

func TestAServerThatAsksGetsNoSettingsAndNoRights(t *testing.T) {
	for _, tt := range []struct{ name, request, want string }{
		{"one empty setting for each that it asks for", `{"id":1,"method":"workspace/configuration","params":{"items":[{},{"section":"a"}]}}`, `[null,null]`},
		{"none for none", `{"id":2,"method":"workspace/configuration","params":{"items":[]}}`, `[]`},
		{"nothing for a request that cannot be read", `{"id":3,"method":"workspace/configuration","params":4}`, `null`},
		{"nothing for an edit", `{"id":4,"method":"workspace/applyEdit","params":{"edit":{}}}`, `null`},
		{"a number that is a word", `{"id":"x","method":"client/registerCapability"}`, `null`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, done := serverOf(t, func(f *fake) {
				f.say("%s", tt.request)
				f.next()
			})
			f, _ := done()
			var asked received
			if err := json.Unmarshal([]byte(tt.request), &asked); err != nil {
				t.Fatal(err)
			}
			answer := f.got[0]
			if got := string(answer.Result); got != tt.want || string(answer.ID) != string(asked.ID) || answer.Method != "" {
				t.Errorf("answer %s to %s, want %s to %s", got, answer.ID, tt.want, asked.ID)
			}
		})
	}
}

func TestAnAnswerIsKeptIfTheServerEndsAfterIt(t *testing.T) {
	for range 50 { // which of the two is seen first is chance
		c := newConnection()
		close(c.ready)
		go func() {
			<-c.queue
			c.mu.Lock()
			c.waiting["1"] <- received{Result: []byte(`"kelp"`)}
			c.mu.Unlock()
			c.end()
		}()
		var got string
		if err := c.ask(t.Context(), "a", nil, &got); err != nil || got != "kelp" {
			t.Fatalf("%q, %v", got, err)
		}
	}
}

func TestABrokenStreamEndsTheConnection(t *testing.T) {
	_, done := serverOf(t, func(f *fake) { io.WriteString(f.out, "Content-Length: many\r\n\r\n") })
	if _, err := done(); err == nil || errors.Is(err, errEnded) || !strings.Contains(err.Error(), "many") {
		t.Errorf("a stream that breaks: %v", err)
	}
}

func TestAQuestionEndsWithItsContext(t *testing.T) {
	stopped := errors.New("stopped by the test")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(stopped)
	c := newConnection() // nobody is there yet
	if err := c.ask(ctx, "a", nil, nil); !errors.Is(err, stopped) {
		t.Errorf("before the server is there: %v", err)
	}
	close(c.ready) // there, but it never reads
	if err := c.send(ctx, message{Method: "b"}); !errors.Is(err, stopped) {
		t.Errorf("while the message waits: %v", err)
	}
	if err := c.send(ctx, message{Params: make(chan int)}); err == nil || errors.Is(err, stopped) {
		t.Errorf("a message that is no JSON: %v", err)
	}
	c.end()
	c.end() // twice is once
	if err := c.tell(t.Context(), "c", nil); !errors.Is(err, errEnded) {
		t.Errorf("after the end: %v", err)
	}
}

func TestAFileIsShownOnceAndItsJudgementAwaited(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a file.tsx")
	if err := os.WriteFile(path, []byte("kelp 🌿"), 0o644); err != nil {
		t.Fatal(err)
	}
	s, done := serverOf(t, func(f *fake) {
		f.next()
		f.say(`{"method":"textDocument/publishDiagnostics","params":7}`) // not readable: not about the file
		f.say(`{"method":"textDocument/publishDiagnostics","params":{"uri":"file:///other"}}`)
		f.say(`{"method":"textDocument/publishDiagnostics","params":{"uri":%q}}`, toURI(path))
		f.next()
	})
	for range 2 {
		if err := s.show(t.Context(), path, true); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.show(t.Context(), filepath.Join(t.TempDir(), "none.go"), true); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	if err := s.connection.tell(t.Context(), "end", nil); err != nil {
		t.Fatal(err)
	}
	f, _ := done()
	if len(f.got) != 2 {
		t.Fatalf("%d messages, want the file and the end", len(f.got))
	}
	var shown struct {
		TextDocument struct{ URI, LanguageID, Text string }
	}
	if err := json.Unmarshal(f.got[0].Params, &shown); err != nil {
		t.Fatal(err)
	}
	if d := shown.TextDocument; d.LanguageID != "typescriptreact" || d.Text != "kelp 🌿" || !strings.HasSuffix(d.URI, "/a%20file.tsx") {
		t.Errorf("shown as %+v", d)
	}
}

// spot is a location as a server writes it, of a 0-based line and column.
func spot(uri string, line, column int) string {
	return fmt.Sprintf(`{"uri":%q,"range":{"start":{"line":%d,"character":%d},"end":{"line":9,"character":9}}}`, uri, line, column)
}

func TestPlacesAreSortedAndEachLineNamedOnce(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.go"), filepath.Join(dir, "b.go")
	for _, path := range []string{a, b} {
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	at := Place{a, 3, 5}
	for _, tt := range []struct {
		name  string
		found []string
		want  []Place
	}{
		{"none", nil, nil},
		{"not the place itself", []string{spot(toURI(a), 2, 5)}, nil},
		{"the same line at another column", []string{spot(toURI(a), 2, 6)}, []Place{{a, 3, 6}}},
		{"the same column of another line", []string{spot(toURI(a), 3, 5)}, []Place{{a, 4, 5}}},
		{"the same numbers in another file", []string{spot(toURI(b), 2, 5)}, []Place{{b, 3, 5}}},
		{"by file, then by line", []string{spot(toURI(b), 0, 0), spot(toURI(a), 10, 0), spot(toURI(a), 8, 0)}, []Place{{a, 9, 0}, {a, 11, 0}, {b, 1, 0}}},
		{"one of two in a line", []string{spot(toURI(b), 4, 1), spot(toURI(b), 4, 8)}, []Place{{b, 5, 1}}},
		{"not what is no file", []string{spot("untitled:1", 4, 1), spot("https://example.org/b.go", 4, 1), spot("%zz", 1, 1)}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, done := serverOf(t, func(f *fake) {
				for {
					m, err := f.next()
					if err != nil {
						return
					}
					if m.ID != nil {
						f.say(`{"id":%s,"result":[%s]}`, m.ID, strings.Join(tt.found, ","))
						return
					}
				}
			})
			got, err := s.References(t.Context(), at, b)
			if err != nil || !slices.Equal(got, tt.want) {
				t.Errorf("%v, want %v: %v", got, tt.want, err)
			}
			f, _ := done()
			var methods []string
			for _, m := range f.got {
				methods = append(methods, m.Method)
			}
			if want := []string{"textDocument/didOpen", "textDocument/didOpen", "textDocument/references"}; !slices.Equal(methods, want) {
				t.Errorf("asked %q, want %q", methods, want)
			}
			var asked struct {
				Position struct{ Line, Character int }
				Context  struct{ IncludeDeclaration bool }
			}
			if err := json.Unmarshal(f.got[2].Params, &asked); err != nil || asked.Position.Line != 2 || asked.Position.Character != 5 || !asked.Context.IncludeDeclaration {
				t.Errorf("asked for %+v: %v", asked, err)
			}
		})
	}
}

func TestAQuestionAboutAFileThatIsGoneFails(t *testing.T) {
	s := &Server{connection: newConnection(), open: make(map[string]bool)}
	gone := filepath.Join(t.TempDir(), "gone.go")
	if _, err := s.Definition(t.Context(), Place{gone, 1, 0}); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "textDocument/definition") {
		t.Errorf("definition: %v", err)
	}
	if _, err := s.References(t.Context(), Place{gone, 1, 0}, gone); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "references") {
		t.Errorf("references: %v", err)
	}
}

func TestColumnFindsWholeWordsInUTF16(t *testing.T) {
	for _, tt := range []struct {
		line, name string
		from, want int // want -1 for none
	}{
		{"depth := 4", "depth", 0, 0},
		{"return depth", "depth", 0, 7},
		{"depths, depth", "depth", 0, 8},
		{"my_depth depth", "depth", 0, 9},
		{"depth2 2depth depth", "depth", 0, 14},
		{"depth + depth", "depth", 1, 8},
		{"depth + depth", "depth", 9, -1},
		{"depth", "depth", 5, -1},
		{"größe(x)", "größe", 0, 0},
		{"ößx x", "x", 0, 4},
		{"🌿 depth", "depth", 0, 3},
		{"a.depth(b)", "depth", 0, 2},
		{"width", "depth", 0, -1},
		{"width", "", 0, -1},
		{"", "depth", 0, -1},
	} {
		got, ok := Column(tt.line, tt.name, tt.from)
		if ok != (tt.want >= 0) || ok && got != tt.want {
			t.Errorf("Column(%q, %q, %d) = %d, %v, want %d", tt.line, tt.name, tt.from, got, ok, tt.want)
		}
	}
}

func TestAPathComesBackFromItsURI(t *testing.T) {
	for _, path := range []string{"/a/b.go", "/a b/ü#1?.go", "/100%/x.py", "/a:b.ts"} {
		uri := toURI(path)
		if back, ok := toPath(uri); !ok || back != path || !strings.HasPrefix(uri, "file:///") || strings.ContainsAny(uri, " #?") {
			t.Errorf("%q is %q and back %q, %v", path, uri, back, ok)
		}
	}
	for _, uri := range []string{"http://a/b.go", "untitled:b.go", "%zz", ""} {
		if path, ok := toPath(uri); ok {
			t.Errorf("%q is taken for the file %q", uri, path)
		}
	}
}

func TestLanguagesHaveTheNamesOfTheProtocol(t *testing.T) {
	for path, want := range map[string]string{"a.go": "go", "a.py": "python", "a.ts": "typescript", "a.tsx": "typescriptreact", "a.jsx": "javascriptreact", "a.rs": "rust"} {
		if got := languageID(path); got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
}

// bareHome gives the test a home and a PATH of its own and none of the folders that
// the environment may name.
func bareHome(t *testing.T) (home, bin string) {
	t.Helper()
	home, bin = t.TempDir(), t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("PATH", bin)
	for _, name := range []string{"GOPATH", "GOMODCACHE", "CARGO_HOME", "RUSTUP_HOME"} {
		t.Setenv(name, "")
	}
	return home, bin
}

// environment is what the server of a language gets, by name.
func environment(t *testing.T, language string) map[string]string {
	t.Helper()
	o, err := For(language, "/repo")
	if err != nil || o.Root != "/repo" || o.Program != Servers[language].Program {
		t.Fatalf("%s: %+v, %v", language, o, err)
	}
	out := make(map[string]string)
	for _, line := range o.Env {
		name, value, _ := strings.Cut(line, "=")
		out[name] = value
	}
	return out
}

func TestGoplsFetchesNothingAndFindsTheModulesThatAreThere(t *testing.T) {
	home, _ := bareHome(t)
	e := environment(t, "go")
	for name, want := range map[string]string{
		"GOPROXY": "off", "GOTOOLCHAIN": "local", "GOENV": "off", "GOPACKAGESDRIVER": "off", "CGO_ENABLED": "0",
		"GOFLAGS": "-mod=readonly -buildvcs=false", "GOTELEMETRY": "off", "GOMODCACHE": filepath.Join(home, "go", "pkg", "mod"),
	} {
		if e[name] != want {
			t.Errorf("%s=%q, want %q", name, e[name], want)
		}
	}
	t.Setenv("GOPATH", strings.Join([]string{"/one", "/two"}, string(os.PathListSeparator)))
	if got, want := environment(t, "go")["GOMODCACHE"], filepath.Join("/one", "pkg", "mod"); got != want {
		t.Errorf("modules in %q, want those of the first path, %q", got, want)
	}
	t.Setenv("GOMODCACHE", "/cache")
	if got := environment(t, "go")["GOMODCACHE"]; got != "/cache" {
		t.Errorf("modules in %q, want the folder that is set", got)
	}
}

func TestServersRunNothingOfARepository(t *testing.T) {
	home, _ := bareHome(t)
	e := environment(t, "rust")
	if e["CARGO_NET_OFFLINE"] != "true" || e["CARGO_HOME"] != filepath.Join(home, ".cargo") || e["RUSTUP_HOME"] != filepath.Join(home, ".rustup") {
		t.Errorf("rust: %v", e)
	}
	t.Setenv("CARGO_HOME", "/cargo")
	t.Setenv("RUSTUP_HOME", "/rustup")
	if e = environment(t, "rust"); e["CARGO_HOME"] != "/cargo" || e["RUSTUP_HOME"] != "/rustup" {
		t.Errorf("rust with folders that are set: %v", e)
	}
	rust, _ := For("rust", "/repo")
	off := map[string]bool{"enable": false}
	if want := map[string]any{"checkOnSave": false, "procMacro": off, "cargo": map[string]any{"buildScripts": off}}; !reflect.DeepEqual(rust.Settings, want) {
		t.Errorf("rust: %v, want %v", rust.Settings, want)
	}
	if python, err := For("python", "/repo"); err != nil || python.Env != nil || !python.Late {
		t.Errorf("python: %+v, %v", python, err)
	}
}

func TestTypescriptIsThatOfTheSystem(t *testing.T) {
	home, bin := bareHome(t)
	if _, err := For("typescript", "/repo"); err == nil || !strings.Contains(err.Error(), "tsserver") {
		t.Errorf("without tsserver of the system: %v", err)
	}
	target := filepath.Join(home, "typescript", "bin", "tsserver")
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(target, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, filepath.Join(bin, "tsserver")); err != nil {
		t.Fatal(err)
	}
	o, err := For("typescript", "/repo")
	if err != nil {
		t.Fatal(err)
	}
	real, err := filepath.EvalSymlinks(home)
	if err != nil {
		t.Fatal(err)
	}
	settings := o.Settings.(map[string]any)
	if got, want := settings["tsserver"].(map[string]any)["path"], filepath.Join(real, "typescript", "lib", "tsserver.js"); got != want {
		t.Errorf("typescript runs %q, want %q", got, want)
	}
	if settings["disableAutomaticTypingAcquisition"] != true {
		t.Errorf("typescript may fetch types: %v", settings)
	}
}

// What is sent has the length of its bytes, not of its letters.
func TestAMessageSaysItsLengthInBytes(t *testing.T) {
	c := newConnection()
	go func() { c.tell(t.Context(), "größe", map[string]string{"a": "🌿"}) }()
	sent := bufio.NewReader(strings.NewReader(string(<-c.queue)))
	head, err := textproto.NewReader(sent).ReadMIMEHeader()
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(sent)
	if got := head.Get("Content-Length"); got != strconv.Itoa(len(body)) {
		t.Errorf("length %s of %d bytes", got, len(body))
	}
	if want := `{"jsonrpc":"2.0","method":"größe","params":{"a":"🌿"}}`; string(body) != want {
		t.Errorf("%s, want %s", body, want)
	}
}
