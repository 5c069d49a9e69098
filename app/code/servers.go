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
	"sync"

	"ibid/core"
	"ibid/core/lsp"
	"ibid/core/outside"
)

// By says who gave an answer about code.
type By struct {
	Server string // name of a language server; empty for Ibid's rules of scope
	Note   string // why the server that is there did not answer, in words; may be empty
}

// Used is where something is used, and who says so.
type Used struct {
	Uses []core.Use
	By   By
}

// Defined is where something is defined, and who says so.
type Defined struct {
	Symbols []core.Symbol
	By      By
}

// maxServers bounds how many language servers run at a time.
const maxServers = 3

// Limits of the files that a server is shown for one question.
const (
	maxBeside      = 200
	maxBesideBytes = 16 << 20
)

// servers are the language servers that run for a library. Safe for concurrent
// use; questions wait for each other.
type servers struct {
	mu      sync.Mutex
	running []running
}

// running is a server for the files below a folder as they were when it
// started.
type running struct {
	language, root, state string
	server                *lsp.Server
}

// roots are the files that lie where a project begins, by language.
var roots = map[string][]string{
	"go": {"go.work", "go.mod"}, "rust": {"Cargo.toml"}, "python": {"pyproject.toml", "setup.py", "setup.cfg", "pyrightconfig.json"},
	"typescript": {"tsconfig.json", "jsconfig.json", "package.json"},
}

// projectOf is the folder of the project that a file belongs to: the nearest
// above it with one of the files that say so, else its own.
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

// serverLanguage is the language of the server for a document; empty if there
// is none.
func serverLanguage(d core.Document) string {
	switch l := d.Language(); l {
	case "go", "rust", "python", "typescript":
		return l
	case "tsx", "javascript", "jsx":
		return "typescript"
	}
	return ""
}

// start returns the server for files below a folder in a state.
func (s *servers) start(ctx context.Context, language, root, state string) (*lsp.Server, error) {
	for i, r := range s.running {
		if r.language == language && r.root == root {
			if r.state == state {
				return r.server, nil
			}
			s.running = slices.Delete(s.running, i, i+1)
			_ = r.server.Close() // it knows the files as they were
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

// close ends all servers.
func (s *servers) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.running {
		_ = r.server.Close() // one that ended by itself has said so when it was asked
	}
	s.running = nil
	return nil
}

// question is what a server is asked about a name that stands in a file.
type question struct {
	kind string // "references" or "definition"
	at   core.Document
	line int
	name string
}

// consult asks the server for a file, or what it answered before about the same
// files. ok is false where there is none, or none may be asked.
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
	n.servers.mu.Lock()
	defer n.servers.mu.Unlock()
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

// askServer asks the server itself.
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

// put puts a question about a place to a server.
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

// beside are the files that may use what is asked about, of a language whose
// server knows no project where no settings say so.
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

// columnOf is where the name stands in its line: behind the receiver, if it is
// a method of Go.
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

// stateBelow prints the source files of the library below a folder, so that an
// answer about them holds as long as they stay.
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

// referencesBy lists where a named thing is used: by the language server that
// may be asked, else by the rules of scope.
func (n *Navigator) referencesBy(ctx context.Context, s core.Symbol) ([]core.Use, By, error) {
	places, by, ok, err := n.consult(ctx, question{kind: "references", at: s.Document, line: s.NameLine, name: s.Name})
	if err != nil {
		return nil, by, fmt.Errorf("ask language server: %w", err)
	}
	// The others may take the file, or those that use it, for no part of the project.
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

// definitionBy finds what a name means that a file uses, by the language server;
// ok is false if it cannot say.
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
