package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The arrows of the house, kept by a test: it needs no tool to be installed, reads files of every system and build tag,
// and cannot be switched off by a comment. The linter's depguard rules in .golangci.yml say the coarse part of the same
// to an editor.

// A room is a package, or a family of packages, with what it may import of Ibid. A pattern names one package, or with
// "/..." all packages below it as well.
type room struct {
	pattern string
	may     []string
	why     string
}

// rooms is searched from the top; the first pattern that fits a package is its room. Every room may import itself.
var rooms = []room{
	{"cmd/dev", []string{"core/outside/packages"}, "it builds where nothing else does yet, because it installs what the rest needs; the names of packages are a table of the standard library alone"},
	{"cmd/ibid", []string{"cmd/ibid/clip", "ui/...", "app/...", "core", "core/safefile", "assets"}, "joins the window to the engine; what is below the engine is the engine's business"},
	{"cmd/ibid/clip", nil, "the clipboard for pictures, which the window's toolkit lacks, knows no window"},
	{"cmd/ibidctl", []string{"app/...", "core", "core/query", "core/safefile", "core/text", "core/window", "assets"}, "the same engine without a screen; core/query reads the names of kinds, core/safefile replaces the files of --save and --picture as a whole, core/text makes text safe for a terminal, core/window has the names of the strategies it takes, assets the manual"},

	{"ui", []string{"ui/...", "core", "assets"}, "a pane says in a small interface what it needs and never learns who answers"},
	{"ui/library/...", uiBase, uiWhy}, {"ui/search/...", uiBase, uiWhy}, {"ui/context/...", uiBase, uiWhy},
	{"ui/reader/...", uiBase, uiWhy}, {"ui/settings/...", uiBase, uiWhy},
	{"ui/browse/...", uiBase, uiWhy}, {"ui/widget/...", uiBase, uiWhy}, {"ui/theme/...", uiBase, uiWhy},
	{"ui/post/...", []string{"core"}, "the bridge to the window's goroutine knows no pane"},
	{"ui/say/...", []string{"core"}, "words for errors, used by everyone who shows one"},

	{"app", []string{"app/ask", "app/place", "app/shelf", "app/code", "app/fresh", "app/config", "app/caller", "core/..."}, "opens, wires and closes the rooms of use cases, and does nothing else"},
	{"app/ask", useCaseRoom, "a question's road to its context; other rooms of use cases come in as ports"},
	{"app/place", useCaseRoom, "places of documents; other rooms of use cases come in as ports"},
	{"app/shelf", useCaseRoom, "the library's stock; other rooms of use cases come in as ports"},
	{"app/code", append([]string{"app/place"}, useCaseRoom...), "source code; it names documents as places does"},
	{"app/fresh", onlyCoreRooms, "looks at files for the rooms of use cases, and knows none of them"},
	{"app/caller", []string{"app/config"}, "who asks, across a process boundary"},
	{"app/wireerr", []string{"app/config", "core", "core/codec", "core/ollama"}, "errors that other processes look for, wherever they are made"},
	{"app/config", onlyCoreRooms, "what a person wrote by hand"},
	{"app/...", []string{"core/..."}, "doors, measurements and what else stands above the use cases"},

	{"core/text/...", onlyCore, "pure functions that everyone needs once, so they can need nobody"},
	{"core/extract/...", withText, "a family of formats runs in the worker: no store, no index, no network"},
	{"core/draw/...", []string{"core", "core/extract/pdf"}, "runs in the worker, where it opens a PDF as its reader does"},
	{"core/codec/...", onlyCore, "how values become bytes, wherever the bytes go"},
	{"core/worker/...", []string{"core", "core/codec", "core/extract/...", "core/draw/..."}, "nothing untrusted is parsed anywhere else"},
	{"core/outside/packages", nil, "what programs are called by package managers, for whoever installs them or says how"},
	{"core/outside/...", onlyCore, "programs of the system, one run each, whoever wants it"},
	{"core/safefile/...", nil, "how a file is replaced as a whole, whoever does it"},
	{"core/opener/...", []string{"core", "core/safefile"}, "whoever opens a document asks here; catalogue and worker come in as interfaces"},
	{"core/convert/...", []string{"core", "core/outside/..."}, "stands before the worker, which it knows as an interface"},
	{"core/ocr/...", []string{"core", "core/outside/..."}, "reads pixels that the worker drew, with a program of the system"},
	{"core/passage/...", withText, "cuts text that was already read"},
	{"core/abbreviation/...", withText, "what a text says that its short forms mean, and what that says of a question"},
	{"core/label/...", onlyCore, "numbers pages that were already read"},
	{"core/sqlite/...", nil, "what the stores have in common in how they speak to SQLite"},
	{"core/library/...", []string{"core", "core/sqlite"}, "what a person made depends on nothing that can be made again"},
	{"core/derived/...", []string{"core", "core/sqlite"}, "how a file of what can be made again is opened, whatever it holds"},
	{"core/store/...", []string{"core", "core/codec", "core/derived", "core/sqlite"}, "what can be made again can be deleted by itself"},
	{"core/ingest/...", onlyCore, "the queue sees interfaces; the app hands over reader, store and index"},
	{"core/index/...", withQuery, "the index behind our own words"},
	{"core/graph/...", []string{"core", "core/derived", "core/text/..."}, "entities and their edges, apart from the text of files"},
	{"core/history/...", withOutside, "git, a program of the system, read-only"},
	{"core/lsp/...", withOutside, "language servers are programs of the system, apart from the graph"},
	{"core/query/...", withText, "the analyser works on the question alone"},
	{"core/plan/...", []string{"core", "core/query/..."}, "plans from an analysed question"},
	{"core/snapshot/...", withQuery, "what the library says of its documents, made once a revision for all questions"},
	{"core/search/...", []string{"core", "core/text/...", "core/query/...", "core/plan/...", "core/snapshot", "core/pageform"}, "retrievers come in as interfaces"},
	{"core/assemble/...", withText, "a context from hits, whoever found them"},
	{"core/pageform/...", onlyCore, "what the form of a passage says, whatever its words"},
	{"core/window/...", withText, "the text around a place, whoever asks for it"},
	{"core/check/...", withText, "an answer against sources, whoever wrote it"},
	{"core/token/...", onlyCore, "counts tokens, knows nothing else"},
	{"core/ollama/...", onlyCore, "the only room that speaks to a language model"},
	{"core/thumb/...", []string{"core", "core/safefile"}, "asks the worker through an interface"},
	{"core", nil, "the vocabulary: whatever it imported, every room would import"},

	{"assets", nil, "embedded files"},
	{"testdata/...", nil, "source files that are read as documents, not built"},
}

var (
	onlyCore      = []string{"core"}
	onlyCoreRooms = []string{"core", "core/..."}
	useCaseRoom   = []string{"app/fresh", "app/config", "app/caller", "app/wireerr", "core", "core/..."}
	withText      = []string{"core", "core/text/..."}
	withOutside   = []string{"core", "core/outside"}
	withQuery     = []string{"core", "core/text/...", "core/query/..."}
	uiBase        = []string{"core", "assets", "ui/browse", "ui/widget/...", "ui/theme/...", "ui/post/...", "ui/say/..."}
)

const uiWhy = "panes stand beside each other; what two of them need is a widget"

// A module is a direct dependency with the places that may import it.
type module struct {
	path  string   // of the module or of a package in it; what lies below is meant too
	in    []string // patterns, as for rooms
	tests []string // patterns of the packages whose tests may import it as well
	why   string
}

// modules is searched from the top. A module that is not here may not be imported at all: it wants a line here, a
// reason, and a line in .github/CONTRIBUTING.md first.
var modules = []module{
	{"fyne.io/fyne/v2", []string{"ui/...", "cmd/ibid"}, nil, "everything else must build without OpenGL and X11"},
	{"github.com/blevesearch/bleve/v2", []string{"core/index/..."}, nil, "the engine can be changed behind one small interface"},
	{"github.com/blevesearch/bleve_index_api", []string{"core/index/..."}, nil, "as bleve"},
	{"github.com/blevesearch/snowballstem", []string{"core/index/..."}, nil, "the stemmer that bleve uses, so that a highlight agrees with the search"},
	{"go.etcd.io/bbolt", []string{"core/index/..."}, nil, "the file below bleve: its time-out is how a locked index is told from a damaged one"},
	{"github.com/gen2brain/go-fitz", []string{"core/extract/...", "core/draw/..."}, nil, "MuPDF can end a process, so it runs in the worker only"},
	{"github.com/pdfcpu/pdfcpu", []string{"core/extract/..."}, nil, "parses untrusted files, so it runs in the worker only"},
	{"github.com/rwcarlsen/goexif", []string{"core/extract/image"}, nil, "can loop for ever on 20 bytes, so it runs in the worker only"},
	{"github.com/bep/imagemeta", []string{"core/extract/image"}, nil, "parses untrusted files, so it runs in the worker only"},
	{"github.com/tree-sitter", []string{"core/extract/code"}, nil, "can take minutes over hostile nesting, so it runs in the worker only"},
	{"github.com/dhowden/tag", []string{"core/extract/audio"}, nil, "allocates what a file says, so it runs in the worker only"},
	{"github.com/richardlehane/mscfb", []string{"core/extract/office"}, nil, "parses untrusted files, so it runs in the worker only"},
	{"github.com/mholt/archives", []string{"core/extract/archive"}, nil, "unpacks untrusted files, so it runs in the worker only"},
	{"github.com/bodgit/sevenzip", []string{"core/extract/archive"}, nil, "as archives, which reads 7z with it: its errors say that a password lacks"},
	{"github.com/mattn/go-sqlite3", sqlRooms, nil, "facts lie in the stores; no other room knows how"},
	{"database/sql", sqlRooms, nil, "as SQLite"},
	{"github.com/fxamacker/cbor/v2", []string{"core/codec"}, nil, "one room decides how values become bytes, and what is refused on the way back"},
	{"github.com/ollama/ollama", []string{"core/ollama/..."}, nil, "one room speaks to a language model, so one room decides what leaves the machine"},
	{"github.com/tiktoken-go/tokenizer", []string{"core/token/..."}, nil, "counts come from one place"},
	{"github.com/adrg/xdg", []string{"app/...", "cmd/ibid", "cmd/ibidctl"}, nil, "rooms are told their folders, they do not look for them"},
	{"github.com/pelletier/go-toml/v2", []string{"app/config"}, nil, "one room reads what a person wrote by hand"},
	{"github.com/rogpeppe/go-internal", nil, []string{"cmd/ibidctl", "cmd/ibid"}, "terminal stories"},
	{"github.com/google/go-cmp", nil, everywhereElse, "says where two values differ"},
	{"github.com/santhosh-tekuri/jsonschema/v6", nil, []string{"core/assemble", "app/door/serve"}, "contexts and answers in JSON have to be what their schemas say"},
	{"github.com/modelcontextprotocol/go-sdk", []string{"app/door/mcp"}, []string{"app/door/...", "cmd/ibidctl"}, "one room speaks the protocol of chat applications"},
	{"github.com/google/jsonschema-go", []string{"app/door/api", "app/door/mcp", "app/door/rest"}, nil, "the schemas of the protocol's SDK, so that MCP and OpenAPI describe a value alike"},
	{"github.com/yuin/goldmark", []string{"core/assemble/assembletest"}, nil, "a context has to parse for readers that are not ours"},
	{"github.com/go-pdf/fpdf", nil, []string{"core/..."}, "draws PDFs for tests; Ibid itself writes none"},
	{"golang.org/x/text", belowWindow, nil, "encodings and normal forms"},
	{"golang.org/x/net", []string{"core/extract/..."}, nil, "parses HTML, whose nesting it bounds, and knows the encodings of the web; in the worker only"},
	{"golang.org/x/sys", belowWindow, nil, "limits, locks and mappings that the standard library has no call for"},
	{"golang.org/x/image", []string{"core/draw/...", "core/extract/...", "core/thumb/...", "app/eval", "ui/..."}, nil, "scaling, charts, and decoders in the worker"},
	{"github.com/jezek/xgb", []string{"cmd/ibid/clip"}, nil, "what speaks to the screen past the toolkit is one small package"},
	{"github.com/fsnotify/fsnotify", []string{"core/ingest/..."}, nil, "what the system tells of files is for the one who follows them"},
	{"github.com/hashicorp/golang-lru/v2", []string{"core/thumb/...", "ui/search"}, nil, "what was not used for longest goes first"},
	{"golang.org/x/sync", belowWindow, nil, "groups of goroutines that end together"},
	{"C", []string{"core/worker/..."}, nil, "our own code is Go; only the worker's test hooks crash as C libraries do"},
}

var (
	sqlRooms       = []string{"core/sqlite", "core/library/...", "core/derived/...", "core/store/...", "core/graph/..."}
	belowWindow    = []string{"core/...", "app/..."}
	everywhereElse = []string{"core/...", "app/...", "ui/...", "cmd/ibid", "cmd/ibidctl"}
)

// covers reports whether pattern names the package pkg.
func covers(pattern, pkg string) bool {
	base, below := strings.CutSuffix(pattern, "/...")
	return pkg == base || below && strings.HasPrefix(pkg, base+"/")
}

func coversAny(patterns []string, pkg string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return covers(p, pkg) })
}

// An edge is one import: package from, as its folder in the repository, imports to.
type edge struct {
	from string
	to   string // an import path as it stands in the source
	test bool   // in a _test.go file
}

// wrong says why the house does not allow e, or "" where it does.
//
// Tests put real parts together instead of mocks, so a test of core may import any room of core, and one of app any room of
// app. Everything else holds for tests too: a test that needs OpenGL keeps its whole package from being tested without it.
func wrong(e edge) string {
	i := slices.IndexFunc(rooms, func(r room) bool { return covers(r.pattern, e.from) })
	if i < 0 {
		return fmt.Sprintf("%s is no room of the house: give it a line in the table", e.from)
	}
	r := rooms[i]
	own, ours := strings.CutPrefix(e.to, "ibid/")
	switch {
	case ours && (own == e.from || covers(r.pattern, own) || coversAny(r.may, own)):
		return ""
	case ours && e.test && strings.HasPrefix(e.from, "core/") && covers("core/...", own):
		return ""
	case ours && e.test && covers("app/...", e.from) && coversAny([]string{"app/...", "core/..."}, own):
		return ""
	case ours:
		return fmt.Sprintf("%s may not import %s: %s", e.from, own, r.why)
	}
	if first, _, _ := strings.Cut(e.to, "/"); !strings.Contains(first, ".") && e.to != "C" && e.to != "database/sql" {
		return "" // the standard library
	}
	i = slices.IndexFunc(modules, func(m module) bool { return covers(m.path+"/...", e.to) })
	if i < 0 {
		return fmt.Sprintf("%s imports %s, which no line of the table allows", e.from, e.to)
	}
	allowed := coversAny(modules[i].in, e.from) || e.test && coversAny(modules[i].tests, e.from)
	// The vocabulary takes nothing from outside, whatever the module's line says.
	if e.from == "core" || !allowed {
		return fmt.Sprintf("%s may not import %s: %s", e.from, e.to, modules[i].why)
	}
	return ""
}

// edges lists the imports of every Go file below root.
func edges(t *testing.T, root string) map[string][]edge {
	t.Helper()
	files, err := goFiles(root)
	if err != nil {
		t.Fatal(err)
	}
	out := make(map[string][]edge)
	for _, file := range files {
		tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, file), nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range tree.Imports {
			to, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatalf("%s: import %s: %v", file, spec.Path.Value, err)
			}
			from := filepath.ToSlash(filepath.Dir(file))
			out[file] = append(out[file], edge{from, to, strings.HasSuffix(file, "_test.go")})
		}
	}
	return out
}

const repository = "../.." // from this package

func TestEveryImportFollowsTheArrows(t *testing.T) {
	for file, list := range edges(t, repository) {
		for _, e := range list {
			if why := wrong(e); why != "" {
				t.Errorf("%s: %s", file, why)
			}
		}
	}
}

func TestArrowRulesBite(t *testing.T) {
	tests := []struct {
		edge
		allowed bool
	}{
		{edge{from: "core/index", to: "ibid/core"}, true},
		{edge{from: "core/index", to: "ibid/core/query"}, true},
		{edge{from: "core/index", to: "github.com/blevesearch/bleve/v2/search/query"}, true},
		{edge{from: "core/extract/pdf", to: "github.com/gen2brain/go-fitz"}, true},
		{edge{from: "core/worker", to: "ibid/core/extract/pdf"}, true},
		{edge{from: "app/door", to: "ibid/core/search"}, true},
		{edge{from: "app", to: "ibid/app/config"}, true},
		{edge{from: "ui/search", to: "ibid/ui/widget"}, true},
		{edge{from: "ui", to: "ibid/ui/search"}, true},
		{edge{from: "cmd/ibid", to: "fyne.io/fyne/v2/app"}, true},
		{edge{from: "core/store", to: "database/sql"}, true},
		{edge{from: "core", to: "encoding/json"}, true},
		{edge{from: "core/ingest", to: "ibid/core/store", test: true}, true},
		{edge{from: "core/text", to: "github.com/google/go-cmp/cmp", test: true}, true},

		{edge{from: "core", to: "ibid/core/text"}, false},
		{edge{from: "core", to: "golang.org/x/text/unicode/norm"}, false},
		{edge{from: "core/text", to: "ibid/core/query"}, false},
		{edge{from: "core/search", to: "ibid/core/index"}, false},
		{edge{from: "core/store", to: "ibid/core/library"}, false},
		{edge{from: "core/ingest", to: "ibid/core/store"}, false},
		{edge{from: "app/ask", to: "ibid/app/apptest", test: true}, true},
		{edge{from: "app/ask", to: "ibid/app"}, false},
		{edge{from: "app/ask", to: "ibid/app/place"}, false},
		{edge{from: "core/index", to: "ibid/app", test: true}, false},
		{edge{from: "core/search", to: "github.com/blevesearch/bleve/v2"}, false},
		{edge{from: "core/thumb", to: "github.com/gen2brain/go-fitz"}, false},
		{edge{from: "core/index", to: "github.com/mattn/go-sqlite3"}, false},
		{edge{from: "app", to: "database/sql"}, false},
		{edge{from: "app", to: "fyne.io/fyne/v2"}, false},
		{edge{from: "app", to: "fyne.io/fyne/v2", test: true}, false},
		{edge{from: "app", to: "ibid/ui"}, false},
		{edge{from: "ui", to: "ibid/app"}, false},
		{edge{from: "ui/search", to: "ibid/ui/library"}, false},
		{edge{from: "ui/search", to: "ibid/core/search"}, false},
		{edge{from: "ui/post", to: "ibid/ui/widget"}, false},
		{edge{from: "cmd/ibidctl", to: "ibid/ui/say"}, false},
		{edge{from: "cmd/ibidctl", to: "fyne.io/fyne/v2"}, false},
		{edge{from: "cmd/ibid", to: "ibid/core/index"}, false},
		{edge{from: "cmd/dev", to: "ibid/core"}, false},
		{edge{from: "cmd/dev", to: "golang.org/x/sys/unix"}, false},
		{edge{from: "core/thumb", to: "C"}, false},
		{edge{from: "core/text", to: "github.com/google/go-cmp/cmp"}, false},
		{edge{from: "core", to: "github.com/google/go-cmp/cmp", test: true}, false},
		{edge{from: "core/worker", to: "github.com/go-pdf/fpdf"}, false},
		{edge{from: "core/index", to: "github.com/unheard/of"}, false},
		{edge{from: "core/indexer", to: "ibid/core"}, false},
		{edge{from: "util", to: "fmt"}, false},
	}
	for _, tt := range tests {
		if why := wrong(tt.edge); (why == "") != tt.allowed {
			t.Errorf("%s -> %s (test %v): allowed %v, want %v; %s", tt.from, tt.to, tt.test, why == "", tt.allowed, why)
		}
	}
}

func TestEveryRuleHasAReason(t *testing.T) {
	for _, r := range rooms {
		if r.why == "" {
			t.Errorf("room %s has no reason", r.pattern)
		}
	}
	for _, m := range modules {
		if m.why == "" {
			t.Errorf("module %s has no reason", m.path)
		}
	}
}

func TestContributingTellsWhatEachImportedModuleIsFor(t *testing.T) {
	table, err := os.ReadFile(filepath.Join(repository, ".github", "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range edges(t, repository) {
		for _, e := range list {
			for _, m := range modules {
				if strings.Contains(m.path, ".") && covers(m.path+"/...", e.to) && !strings.Contains(string(table), m.path) {
					t.Errorf("%s imports %s: CONTRIBUTING.md has no line for it", e.from, m.path)
				}
			}
		}
	}
}

// The terminal twin runs on servers: neither it nor anything below it may want OpenGL, X11 or Wayland.
func TestTerminalTwinBuildsWithoutAScreen(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "./cmd/ibidctl")
	cmd.Dir = repository
	cmd.Stderr = os.Stderr
	list, err := cmd.Output()
	if err != nil {
		t.Fatalf("list the packages of cmd/ibidctl: %v", err)
	}
	for pkg := range strings.FieldsSeq(string(list)) {
		for _, screen := range []string{"fyne.io/", "github.com/go-gl/", "ibid/ui"} {
			if strings.HasPrefix(pkg, screen) {
				t.Errorf("cmd/ibidctl is built from %s", pkg)
			}
		}
	}
}
