package code

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ibid/core"
	"ibid/core/lsp"
	"ibid/core/outside"
)

// By describes who gave an answer about code.
type By struct {
	Server string // name of a language server; empty for Ibid's rules of scope
	Note   string // why the server that is there did not answer; may be empty
}

// Used lists where something is used, and who found it.
type Used struct {
	Uses []core.Use
	By   By
}

// Defined lists where something is defined, and who found it.
type Defined struct {
	Symbols []core.Symbol
	By      By
}

// maxServers bounds how many language servers run at the same time.
const maxServers = 3

// Bounds of the files that are opened in a server for one question.
const (
	maxBeside      = 200
	maxBesideBytes = 16 << 20
)

// servers holds the language servers that run for a library. Safe for
// concurrent use; questions are answered one after the other.
type servers struct {
	turn    chan struct{} // of one slot, full while somebody asks
	running []running     // touched by who has the turn
}

// running is a server for the files below a folder, with their state when it
// started.
type running struct {
	language, root, state string
	server                *lsp.Server
}

// roots lists for each language the files that mark the root folder of a
// project.
var roots = map[string][]string{
	"go": {"go.work", "go.mod"}, "rust": {"Cargo.toml"}, "python": {"pyproject.toml", "setup.py", "setup.cfg", "pyrightconfig.json"},
	"typescript": {"tsconfig.json", "jsconfig.json", "package.json"},
}

// projectOf returns the folder of the project that a file belongs to: the
// nearest folder above it with a file of roots, else the file's own folder.
func projectOf(path, language string) string {
	own := filepath.Dir(path)
	for dir := own; ; dir = filepath.Dir(dir) {
		for _, name := range roots[language] {
			if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
				return dir
			}
		}
		if dir == filepath.Dir(dir) {
			return own
		}
	}
}

// serverLanguage returns the language of the server for a document; empty if
// there is none.
func serverLanguage(d core.Document) string {
	switch l := d.Language(); l {
	case "go", "rust", "python", "typescript":
		return l
	case "tsx", "javascript", "jsx":
		return "typescript"
	}
	return ""
}

// start returns the server for the files below a folder in a given state. It
// starts one if none runs.
func (s *servers) start(ctx context.Context, language, root, state string) (*lsp.Server, error) {
	for i, r := range s.running {
		if r.language == language && r.root == root {
			if r.state == state {
				return r.server, nil
			}
			s.running = slices.Delete(s.running, i, i+1)
			_ = r.server.Close() // it knows an older state of the files
			break
		}
	}
	if len(s.running) >= maxServers {
		_ = s.running[0].server.Close()
		s.running = slices.Delete(s.running, 0, 1)
	}
	o, err := lsp.For(language, root)
	if err != nil {
		return nil, err
	}
	server, err := lsp.Start(ctx, o)
	if err != nil {
		return nil, err
	}
	s.running = append(s.running, running{language, root, state, server})
	return server, nil
}

// take waits for the turn to ask; give ends it.
func (s *servers) take(ctx context.Context) error {
	select {
	case s.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *servers) give() { <-s.turn }

// close ends all servers.
func (s *servers) close() error {
	s.turn <- struct{}{}
	defer s.give()
	for _, r := range s.running {
		_ = r.server.Close() // a server that ended by itself was reported by the question that met it
	}
	s.running = nil
	return nil
}

// question is a question to a server about a name at a place in a file.
type question struct {
	kind string // "references" or "definition"
	at   core.Document
	line int
	name string
}

// consult returns the server's answer, or its stored answer about the same
// state of the files. ok is false if there is no server or none is allowed.
func (n *Navigator) consult(ctx context.Context, q question) (places []core.FileLine, by By, ok bool, err error) {
	language := serverLanguage(q.at)
	if !n.p.Servers() || language == "" || q.at.Container != 0 || n.p.Files.Stale(ctx, q.at) {
		return nil, By{}, false, nil
	}
	program := lsp.Servers[language].Program
	if _, found := outside.Find(program); !found {
		return nil, By{Note: program + " is not installed"}, false, nil
	}
	root := projectOf(q.at.Path, language)
	state, err := n.stateBelow(ctx, root)
	if err != nil {
		return nil, By{}, false, err
	}
	if err := n.servers.take(ctx); err != nil {
		return nil, By{}, false, err
	}
	defer n.servers.give()
	by = By{Server: program}
	key := fmt.Sprintf("%s %s %d %s", program, q.kind, q.line, q.name)
	places, known, err := n.p.Graph.Answer(ctx, q.at.Hash, key, state)
	if err != nil || known {
		return places, by, err == nil, err
	}
	places, err = n.askServer(ctx, q, language, root, state)
	switch {
	case ctx.Err() != nil:
		return nil, By{}, false, ctx.Err()
	case err != nil:
		return nil, By{Note: err.Error()}, false, nil
	}
	return places, by, true, n.p.Graph.KeepAnswer(ctx, q.at.Hash, key, state, places)
}

// askServer sends a question to the server.
func (n *Navigator) askServer(ctx context.Context, q question, language, root, state string) ([]core.FileLine, error) {
	column, err := columnOf(q)
	if err != nil {
		return nil, err
	}
	server, err := n.servers.start(ctx, language, root, state)
	if err != nil {
		return nil, err
	}
	found, err := n.put(ctx, server, q, lsp.Place{Path: q.at.Path, Line: q.line, Column: column})
	if err != nil {
		return nil, err
	}
	places := make([]core.FileLine, len(found))
	for i, p := range found {
		places[i] = core.FileLine{Path: p.Path, Line: p.Line}
	}
	return places, nil
}

// put sends a question about a position to a server.
func (n *Navigator) put(ctx context.Context, server *lsp.Server, q question, at lsp.Place) ([]lsp.Place, error) {
	if q.kind == "definition" {
		return server.Definition(ctx, at)
	}
	beside, err := n.beside(ctx, q)
	if err != nil {
		return nil, err
	}
	return server.References(ctx, at, beside...)
}

// beside lists other files that may use the name. They are opened in the server
// with the file, for languages whose servers find the files of a project only
// if a settings file names them.
func (n *Navigator) beside(ctx context.Context, q question) (paths []string, err error) {
	language := serverLanguage(q.at)
	if language != "typescript" {
		return nil, nil
	}
	docs, err := n.p.Graph.Near(ctx, q.name, q.at.ID)
	if err != nil {
		return nil, err
	}
	var size int64
	for _, d := range docs {
		if serverLanguage(d) != language || d.Container != 0 || n.p.Files.Stale(ctx, d) {
			continue
		}
		if size += d.Size; size > maxBesideBytes || len(paths) == maxBeside {
			break
		}
		paths = append(paths, d.Path)
	}
	return paths, nil
}

// columnOf returns the column of the name in its line; of a method of Go that
// is after the receiver.
func columnOf(q question) (int, error) {
	data, err := os.ReadFile(q.at.Path)
	if err != nil {
		return 0, err
	}
	lines := strings.SplitN(string(data), "\n", q.line+1)
	if len(lines) < q.line {
		return 0, fmt.Errorf("%q has no line %d", q.at.Path, q.line)
	}
	line := lines[q.line-1]
	from := 0
	if i := strings.Index(line, ") "); strings.HasPrefix(line, "func (") && i > 0 {
		from = i
	}
	column, ok := lsp.Column(line, q.name, from)
	if !ok {
		return 0, fmt.Errorf("%q does not stand in line %d of %q", q.name, q.line, q.at.Path)
	}
	return column, nil
}

// stateBelow returns a fingerprint of the library's source files below a
// folder. A stored answer about them is valid as long as it stays the same.
func (n *Navigator) stateBelow(ctx context.Context, root string) (string, error) {
	docs, err := n.p.Library.Documents(ctx)
	if err != nil {
		return "", err
	}
	var lines []string
	for _, d := range docs {
		if rel, err := filepath.Rel(root, d.Path); err == nil && filepath.IsLocal(rel) && d.Container == 0 {
			lines = append(lines, d.Path+"\x00"+string(d.Hash))
		}
	}
	slices.Sort(lines)
	sum := sha256.Sum256([]byte(root + "\x00" + strings.Join(lines, "\x00")))
	return hex.EncodeToString(sum[:]), nil
}

// referencesBy lists where a symbol is used: found by the language server if
// one is allowed, else by rules of scope.
func (n *Navigator) referencesBy(ctx context.Context, s core.Symbol) ([]core.Use, By, error) {
	places, by, ok, err := n.consult(ctx, question{kind: "references", at: s.Document, line: s.NameLine, name: s.Name})
	if err != nil {
		return nil, by, fmt.Errorf("ask language server: %w", err)
	}
	// Other servers may consider the file, or those that use it, not to be part
	// of the project.
	if ok && len(places) == 0 && by.Server != lsp.Servers["go"].Program {
		ok, by = false, By{Note: by.Server + " found nothing"}
	}
	if ok {
		uses, err := n.p.Graph.UsesAt(ctx, s.Name, places)
		return uses, by, err
	}
	uses, err := n.p.Graph.References(ctx, s.Document.ID, s.Ordinal)
	return uses, by, err
}

// definitionBy asks the language server what a name in a file refers to; ok is
// false if it has no answer.
func (n *Navigator) definitionBy(ctx context.Context, name string, d core.Document) (found []core.Symbol, by By, ok bool, err error) {
	if !n.p.Servers() {
		return nil, By{}, false, nil
	}
	last := name[strings.LastIndexAny(name, ".:")+1:]
	line, err := n.p.Graph.UsedIn(ctx, last, d.ID)
	if errors.Is(err, core.ErrNotFound) {
		return nil, By{}, false, nil
	}
	if err != nil {
		return nil, By{}, false, err
	}
	places, by, ok, err := n.consult(ctx, question{kind: "definition", at: d, line: line, name: last})
	if err != nil || !ok {
		return nil, by, false, err
	}
	found, err = n.p.Graph.DefinedAt(ctx, places)
	return found, by, len(found) > 0, err
}
