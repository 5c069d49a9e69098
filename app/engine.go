package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/adrg/xdg"

	"ibid/app/ask"
	"ibid/app/code"
	"ibid/app/config"
	"ibid/app/fresh"
	"ibid/app/place"
	"ibid/app/shelf"
	"ibid/core"
	"ibid/core/abbreviation"
	"ibid/core/assemble"
	"ibid/core/convert"
	"ibid/core/graph"
	"ibid/core/history"
	"ibid/core/index"
	"ibid/core/ingest"
	"ibid/core/label"
	"ibid/core/library"
	"ibid/core/ollama"
	"ibid/core/opener"
	"ibid/core/passage"
	"ibid/core/search"
	"ibid/core/snapshot"
	"ibid/core/store"
	"ibid/core/thumb"
	"ibid/core/token"
	"ibid/core/worker"
)

// Version is the version of the program.
const Version = "0.3.0"

// Names within the library's folder, beside library.db.
const (
	indexFolder    = "index"
	picturesFolder = "pictures"
	unpackedFolder = "unpacked"
	convertFolder  = "converted"
)

// RunWorkerIfAsked runs a worker and ends the process if the process was
// started as a worker. It must come first in main.
func RunWorkerIfAsked() { worker.RunIfAsked() }

// DefaultLibrary returns the default folder of the library: `ibid` in the
// platform's folder for application data.
func DefaultLibrary() string { return filepath.Join(xdg.DataHome, "ibid") }

// Options say which library to open and for what program.
type Options struct {
	Library string   // folder; DefaultLibrary if empty
	Program string   // name of this program for others that find the library in use: "ibid", "ibidctl add"
	Long    bool     // the program is the window or a server, not a single command
	Shared  bool     // a single command that takes long; others use the library through it meanwhile, as through a long one
	Secret  []byte   // key of the marks in contexts; nil, outside of tests, takes the library's own
	Worker  []string // command line that starts a worker; this program itself if empty
	// Config is the settings; the defaults if nil.
	Config *config.Config
	// Without lists parts of the search that are switched off; only
	// measurements set it.
	Without []search.Part
	// Weights replace the weights of the ranking of text; only evaluations set them. nil
	// is search.DefaultWeights.
	Weights search.Weights
	// LeastModel is the oldest version of Ollama that may make plans; empty,
	// outside of tests, for the first safe one.
	LeastModel string
}

// Engine is an open library. Its use cases are the methods of the types that it
// embeds. Safe for concurrent use.
type Engine struct {
	*ask.Asker
	*place.Reader
	*shelf.Shelf
	*code.Navigator
	visits

	library *library.Library
	ingest  *ingest.Ingest
	workers *worker.Supervisor
	live    live
	long    bool   // opened for a window or a server
	rebuilt string // what had to be rebuilt when the library was opened, in words

	mu       sync.Mutex
	watchers []func(core.Change)
	close    []func() error
}

// Open opens a library, or makes it if there is none. An error wraps
// core.ErrInUse if another program has the library open, and core.ErrDamaged if
// it is damaged.
func Open(ctx context.Context, o Options) (e *Engine, err error) {
	if o.Library == "" {
		o.Library = DefaultLibrary()
	}
	dir, err := filepath.Abs(o.Library)
	if err != nil {
		return nil, fmt.Errorf("open library: %w", err)
	}
	e = &Engine{long: o.Long}
	defer func() {
		if err != nil {
			err = errors.Join(err, e.Close())
			e = nil
		}
	}()
	var s stores
	if err := e.openStores(ctx, dir, o, &s); err != nil {
		return e, err
	}
	if e.workers, err = worker.New(worker.Options{Command: o.Worker, Readers: readers()}); err != nil {
		return e, err
	}
	e.close = append(e.close, e.workers.Close)
	if err := e.wire(dir, o, &s); err != nil {
		return e, err
	}
	if e.rebuilt, err = e.recover(ctx, &s); err != nil {
		return e, err
	}
	e.Shelf = shelf.New(shelf.Ports{
		Ingest: e.ingest, Library: e.library, Texts: s.texts, Pictures: s.pictures, Converted: s.converted, Long: o.Long, Rebuilt: e.rebuilt, NoOCR: recogniser{&e.live}.Ready,
	})
	return e, e.FollowAll(ctx)
}

// mostReaders bounds how many files are read side by side, since each reader may
// take core.Limits.ResidentSize.
const mostReaders = 4

// readers returns how many files are read side by side: one a core, up to
// mostReaders.
func readers() int { return min(runtime.GOMAXPROCS(0), mostReaders) }

// stores are the files of a library, each opened by its own package.
type stores struct {
	texts     *store.Store
	index     *index.Index
	graph     *graph.Graph
	history   *history.Histories
	opener    *opener.Opener
	converted *convert.Converter
	pictures  *thumb.Cache
}

// openStores opens the precious store, which takes the lock, and the derived
// ones.
func (e *Engine) openStores(ctx context.Context, dir string, o Options, s *stores) (err error) {
	host, err := os.Hostname()
	if err != nil {
		host = "this machine"
	}
	owner := core.Owner{PID: os.Getpid(), Host: host, Program: o.Program, Since: time.Now(), Long: o.Long}
	if e.library, err = library.Open(ctx, dir, owner); err != nil {
		return err
	}
	e.close = append(e.close, e.library.Close)
	epoch := e.library.Epoch()
	if s.texts, err = store.Open(dir, epoch); err != nil {
		return err
	}
	e.close = append(e.close, s.texts.Close)
	if s.index, err = index.Open(filepath.Join(dir, indexFolder), epoch); err != nil {
		return err
	}
	e.close = append(e.close, s.index.Close)
	if s.graph, err = graph.Open(dir, epoch, e.library, s.texts); err != nil {
		return err
	}
	e.close = append(e.close, s.graph.Close)
	s.history = history.New()
	e.close = append(e.close, s.history.Close)
	return nil
}

// wire connects the packages of the engine.
func (e *Engine) wire(dir string, o Options, s *stores) (err error) {
	s.opener = opener.New(opener.Options{Catalogue: e.library, Unpacker: e.workers, Folder: filepath.Join(dir, unpackedFolder)})
	s.converted = convert.New(convert.Options{
		Dir: filepath.Join(dir, convertFolder), Reader: e.workers, Painter: e.workers, Opener: s.opener,
		Ahead: func(ctx context.Context, ending string, most int) ([]core.Document, error) {
			return e.ingest.Ahead(ctx, ending, most)
		},
	})
	if s.pictures, err = thumb.New(filepath.Join(dir, picturesFolder), s.converted); err != nil {
		return err
	}
	e.close = append(e.close, s.pictures.Close)
	now := snapshot.NewKeeper(e.library, s.texts)
	now.Words = s.index
	e.live.words, e.live.leastModel = &search.Vocabulary{Words: s.index, Texts: s.texts, Snapshot: now}, o.LeastModel
	settings := config.Default()
	if o.Config != nil {
		settings = *o.Config
	}
	e.live.configure(settings)
	e.wireIngest(dir, o, s)
	e.wireQuestions(o, s, now)
	return nil
}

func (e *Engine) wireIngest(dir string, o Options, s *stores) {
	e.ingest = ingest.New(ingest.Options{
		Catalogue:     e.library,
		Texts:         s.texts,
		Index:         s.index,
		Graph:         s.graph,
		Reader:        s.converted,
		Readers:       readers(),
		Opener:        s.opener,
		Unpacker:      e.workers,
		Tokens:        token.O200k,
		Kind:          worker.DetectKind,
		Cut:           passage.Cut,
		CutCode:       passage.CutCode,
		Label:         label.Of,
		Abbreviations: ingest.Abbreviations{Rules: abbreviation.Rules, Find: abbreviation.Document},
		Limits:        core.DefaultLimits(),
		Avoid:         dir,
		Painter:       e.workers,
		Recogniser:    recogniser{&e.live},
		Scan:          o.Long,
		OnChange:      e.changed,
	})
	e.close = append(e.close, func() error { e.ingest.Close(); return nil })
}

// wireQuestions connects the packages that answer questions.
func (e *Engine) wireQuestions(o Options, s *stores, now *snapshot.Keeper) {
	files := &fresh.Files{Opener: s.opener, Snapshot: now, Read: func(ctx context.Context, paths []string) error {
		_, err := e.ingest.Add(ctx, paths, ingest.AddOptions{})
		return err
	}}
	searcher := &search.Searcher{
		Index: s.index, Documents: now, Texts: s.texts, Ratings: now, Graph: s.graph, Changes: s.history, Files: files,
		Without: o.Without, Weights: o.Weights,
	}
	assembler := &assemble.Assembler{Texts: s.texts, Words: s.index, Tokens: token.For, Key: o.Secret}
	if o.Secret == nil {
		assembler.Key = e.library.Secret()
	}
	e.Reader = place.New(place.Ports{
		Library: e.library, Texts: s.texts, Index: s.index, Pictures: s.pictures, Opener: s.opener, Files: files, Snapshot: now, Settings: e.live.settings,
		Opened: func(p core.Place) { e.ingest.Want(p) },
	})
	e.Navigator = code.New(code.Ports{
		Graph: s.graph, Places: e.Reader, Library: e.library, History: s.history, Search: searcher, Files: files,
		Servers: func() bool { return e.live.config.Load().Code.LanguageServers },
	})
	e.close = append(e.close, e.CloseServers)
	e.Asker = ask.New(ask.Ports{
		Searcher: searcher, Assembler: assembler, Snapshot: now, Library: e.library, Texts: s.texts, History: s.history,
		Abbreviations: s.texts, Without: o.Without, Synonyms: e.live.synonyms, Speller: e.live.words, Words: s.index,
		Places: e.Reader, Opener: s.opener, Files: files, Scans: scans{s.texts, e.ingest, recogniser{&e.live}},
		Planner: func() ask.Planner { return e.live.planner.Load() },
		Model:   func() *ollama.Server { return e.live.model.Load() },
	})
}

// recover makes the stores consistent and describes what it did; empty for
// nothing.
func (e *Engine) recover(ctx context.Context, s *stores) (string, error) {
	note, err := e.ingest.Recover(ctx)
	if err != nil {
		return "", fmt.Errorf("bring library up to date: %w", err)
	}
	notes := []string{s.index.Rebuilt(), s.texts.Rebuilt(), note}
	return strings.Join(slices.DeleteFunc(notes, func(n string) bool { return n == "" }), "; "), nil
}

// Close ends all work and closes the library. Documents that are not read yet
// stay in the queue. No method may be called afterwards.
func (e *Engine) Close() error {
	if e.Shelf != nil {
		e.Cancel()
	}
	var errs []error
	for i := len(e.close) - 1; i >= 0; i-- {
		errs = append(errs, e.close[i]())
	}
	e.close = nil
	return errors.Join(errs...)
}

// Warm starts the workers, so that the first file does not wait for them.
func (e *Engine) Warm(ctx context.Context) { e.workers.Warm(ctx) }

// Rebuilt describes in words what had to be rebuilt when the library was
// opened; empty if nothing had to.
func (e *Engine) Rebuilt() string { return e.rebuilt }

// Epoch returns an identifier of this library that no other one has.
func (e *Engine) Epoch() string { return e.library.Epoch() }

// Announce records the address at which other programs that want this library
// can reach this process, and returns the owner that they will see.
func (e *Engine) Announce(address string) (core.Owner, error) {
	err := e.library.Announce(address)
	return e.library.Owner(), err
}

// Owner returns the program that has the library open: this one.
func (e *Engine) Owner(context.Context) (core.Owner, error) { return e.library.Owner(), nil }

// Changes registers a callback for changes of the library. It may be called
// from any goroutine, at most ten times a second, and must return at once.
func (e *Engine) Changes(f func(core.Change)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.watchers = append(e.watchers, f)
}

func (e *Engine) changed(c core.Change) {
	e.mu.Lock()
	watchers := e.watchers
	e.mu.Unlock()
	for _, f := range watchers {
		f(c)
	}
}
