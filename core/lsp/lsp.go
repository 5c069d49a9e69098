// Package lsp asks a language server, such as gopls, where things are defined
// and used. The server is a program of the system: it is spoken to over its
// standard input and output, within time limits, and ends with Ibid.
package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"ibid/core"
	"ibid/core/outside"
)

// Limits of one server.
const (
	answerTime = 60 * time.Second // for one question
	readTime   = 20 * time.Second // for reading a project, where that is waited for
	maxMessage = 64 << 20         // bytes
	maxPlaces  = 20_000           // of one answer
)

// Options say which server to start, and for which files.
type Options struct {
	Program string   // name on the PATH
	Args    []string // that have it speak over standard input and output
	Root    string   // folder of the files
	Env     []string // added to a bare environment; servers mostly want HOME
	// Settings are its options at the start, as it documents them; may be nil.
	Settings any
	// Late reports that the server answers before it knows which files the project
	// has. It knows them once it has published diagnostics for a file.
	Late bool
}

// Place is a line of a file.
type Place struct {
	Path   string
	Line   int // 1-based
	Column int // 0-based, of UTF-16 units as the protocol counts them
}

// Server is a language server that runs. Safe for concurrent use.
type Server struct {
	connection *connection
	late       bool
	stop       context.CancelFunc
	ended      chan struct{}
	err        error // why it ended; after ended

	mu   sync.Mutex
	open map[string]bool
}

// Start starts a server and waits until it is ready for questions. A program
// that is not installed gives an error that wraps outside.ErrMissing.
func Start(ctx context.Context, o Options) (*Server, error) {
	// The go command leaves out a module that lies where temporary files do.
	home, err := os.MkdirTemp("", "ibid-lsp-")
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", o.Program, err)
	}
	life, stop := context.WithCancel(context.WithoutCancel(ctx))
	s := &Server{connection: newConnection(), late: o.Late, stop: stop, ended: make(chan struct{}), open: make(map[string]bool)}
	go func() {
		defer close(s.ended)
		defer os.RemoveAll(home)
		s.err = outside.Talk(life, outside.Command{Program: o.Program, Args: o.Args, Dir: home, Env: o.Env}, func(in io.Writer, out io.Reader) error {
			return s.connection.run(life, in, out)
		})
		s.connection.end()
		s.connection.writing.Wait()
	}()
	root := toURI(o.Root)
	hello := map[string]any{
		"processId": os.Getpid(), "rootUri": root, "capabilities": map[string]any{},
		"initializationOptions": o.Settings, "workspaceFolders": []map[string]string{{"uri": root, "name": filepath.Base(o.Root)}},
	}
	err = s.ask(ctx, "initialize", hello, nil)
	if err == nil {
		err = s.connection.tell(ctx, "initialized", map[string]any{})
	}
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", o.Program, errors.Join(err, s.Close()))
	}
	return s, nil
}

// Close ends the server. It returns the reason if the server had ended before.
func (s *Server) Close() error {
	s.stop()
	<-s.ended
	if s.err != nil && !errors.Is(s.err, context.Canceled) && !errors.Is(s.err, errEnded) {
		return s.err
	}
	return nil
}

func (s *Server) ask(ctx context.Context, method string, params, result any) error {
	ctx, cancel := context.WithTimeoutCause(ctx, answerTime, outside.ErrTime)
	defer cancel()
	return s.connection.ask(ctx, method, params, result)
}

// References lists where the name at a place is used, ordered by file and line,
// each line once and without the place itself. The files beside are opened in the
// server first: without a project file, some servers know only open files.
func (s *Server) References(ctx context.Context, at Place, beside ...string) ([]Place, error) {
	for _, path := range beside {
		if err := s.show(ctx, path, false); err != nil {
			return nil, fmt.Errorf("ask for references: %w", err)
		}
	}
	return s.locate(ctx, "textDocument/references", at, map[string]any{"context": map[string]bool{"includeDeclaration": true}})
}

// Definition lists where the name at a place is defined.
func (s *Server) Definition(ctx context.Context, at Place) ([]Place, error) {
	return s.locate(ctx, "textDocument/definition", at, map[string]any{})
}

type location struct {
	URI   string `json:"uri"`
	Range struct {
		Start struct{ Line, Character int }
	} `json:"range"`
}

func (s *Server) locate(ctx context.Context, method string, at Place, params map[string]any) ([]Place, error) {
	if err := s.show(ctx, at.Path, s.late); err != nil {
		return nil, fmt.Errorf("ask for %s: %w", method, err)
	}
	params["textDocument"] = map[string]string{"uri": toURI(at.Path)}
	params["position"] = map[string]int{"line": at.Line - 1, "character": at.Column}
	var found []location
	if err := s.ask(ctx, method, params, &found); err != nil {
		return nil, fmt.Errorf("ask for %s: %w", method, err)
	}
	var out []Place
	for _, l := range found[:min(len(found), maxPlaces)] {
		start := l.Range.Start
		if path, ok := toPath(l.URI); ok && (path != at.Path || start.Line != at.Line-1 || start.Character != at.Column) {
			out = append(out, Place{path, l.Range.Start.Line + 1, l.Range.Start.Character})
		}
	}
	slices.SortFunc(out, func(a, b Place) int {
		if c := strings.Compare(a.Path, b.Path); c != 0 {
			return c
		}
		return a.Line - b.Line
	})
	return slices.CompactFunc(out, func(a, b Place) bool { return a.Path == b.Path && a.Line == b.Line }), nil
}

// show opens a file in the server, once, and waits until the server has read it
// if wait is set.
func (s *Server) show(ctx context.Context, path string, wait bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[path] {
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	uri := toURI(path)
	judged := s.connection.judgement(uri)
	err = s.connection.tell(ctx, "textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": uri, "languageId": languageID(path), "version": 1, "text": string(text),
	}})
	if err != nil {
		return err
	}
	if s.open[path] = true; !wait {
		return nil
	}
	select {
	case <-judged:
	case <-s.connection.gone: // the question says so
	case <-time.After(readTime): // one that never says what is wrong may know all the same
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	return nil
}

// languageID is what the protocol calls the language of a file.
func languageID(path string) string {
	switch l := core.Language(path); l {
	case "tsx":
		return "typescriptreact"
	case "jsx":
		return "javascriptreact"
	default:
		return l
	}
}

// Column returns the column of the first use of name as a whole word in line, at or
// after the byte offset from, in UTF-16 units as the protocol counts; ok is false
// if there is none.
func Column(line, name string, from int) (int, bool) {
	for at := from; at < len(line); {
		i := strings.Index(line[at:], name)
		if i < 0 || name == "" {
			break
		}
		at += i
		before, _ := utf8.DecodeLastRuneInString(line[:at])
		after, _ := utf8.DecodeRuneInString(line[at+len(name):])
		if !inName(before) && !inName(after) {
			return len(utf16.Encode([]rune(line[:at]))), true
		}
		at += len(name)
	}
	return 0, false
}

func inName(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

func toURI(path string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
}

func toPath(uri string) (string, bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return "", false
	}
	return filepath.FromSlash(u.Path), true
}
