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

	"ibid/app/config"
	"ibid/core"
	"ibid/core/assemble"
	"ibid/core/convert"
	"ibid/core/graph"
	"ibid/core/history"
	"ibid/core/index"
	"ibid/core/ingest"
	"ibid/core/label"
	"ibid/core/library"
	"ibid/core/opener"
	"ibid/core/passage"
	"ibid/core/search"
	"ibid/core/store"
	"ibid/core/thumb"
	"ibid/core/token"
	"ibid/core/worker"
)

// Version is the version of the program.
const Version = "0.1.0"

// Names within the library's folder, beside library.db.
const (
	indexFolder    = "index"
	picturesFolder = "pictures"
	unpackedFolder = "unpacked"
	convertFolder  = "converted"
)

// RunWorkerIfAsked ends the process as a worker if it was started as one. It
// stands first in main.
func RunWorkerIfAsked() { worker.RunIfAsked() }

// DefaultLibrary is the library's folder where none is named: `ibid` in the
// platform's folder for application data.
func DefaultLibrary() string { return filepath.Join(xdg.DataHome, "ibid") }

// Options say which library to open and for whom.
type Options struct {
	Library string   // folder; DefaultLibrary if empty
	Program string   // who holds the library, as another program is told: "ibid", "ibidctl add"
	Long    bool     // the window or a server, as opposed to one command
	Shared  bool     // a command that takes its time: others work through it meanwhile, as through a long one
	Secret  []byte   // key of the marks in contexts; that of the library if nil, as it always is but in tests
	Worker  []string // how a worker is started; this program itself if empty
	// Config is what the settings say; the defaults if nil.
	Config *config.Config
	// Without are parts of the search that are left out; none but in a
	// measurement.
	Without []search.Part
	// LeastModel is the version of Ollama that is asked for plans at least;
	// empty for the first that is safe, as it always is but in tests.
	LeastModel string
}

// Engine is an open library with all that reads, finds and cites.
type Engine struct {
	library      *library.Library
	store        *store.Store
	index        *index.Index
	graph        *graph.Graph
	history      *history.Histories
	servers      servers
	clients      clients // other programs that ask
	workers      *worker.Supervisor
	opener       *opener.Opener
	convert      *convert.Converter
	ingest       *ingest.Ingest
	searcher     *search.Searcher
	builder      *assemble.Assembler
	pictures     *thumb.Cache
	shelf        *shelf
	live         live
	surroundings *surroundings
	long         bool   // for the window or a server, which follow watched folders
	rebuilt      string // what had to be made anew when the library was opened

	mu       sync.Mutex
	watchers []func(core.Change)
	reading  map[*context.CancelFunc]bool // reading that goes on and can be cancelled
	close    []func() error
}

// Open opens a library, making it if there is none. Errors wrap core.ErrInUse
// or core.ErrDamaged where these are the reason.
func Open(ctx context.Context, o Options) (e *Engine, err error) {
	if o.Library == "" {
		o.Library = DefaultLibrary()
	}
	dir, err := filepath.Abs(o.Library)
	if err != nil {
		return nil, fmt.Errorf("open library: %w", err)
	}
	e = &Engine{reading: make(map[*context.CancelFunc]bool), live: live{leastModel: o.LeastModel}}
	settings := config.Default()
	if o.Config != nil {
		settings = *o.Config
	}
	e.surroundings = &surroundings{e: e}
	e.configure(settings)
	defer func() {
		if err != nil {
			err = errors.Join(err, e.Close())
			e = nil
		}
	}()
	if err := e.openStores(ctx, dir, o); err != nil {
		return e, err
	}
	if e.workers, err = worker.New(worker.Options{Command: o.Worker, Readers: readers()}); err != nil {
		return e, err
	}
	e.close = append(e.close, e.workers.Close)
	e.opener = opener.New(opener.Options{Catalogue: e.library, Unpacker: e.workers, Folder: filepath.Join(dir, unpackedFolder)})
	e.convert = convert.New(convert.Options{
		Dir: filepath.Join(dir, convertFolder), Reader: e.workers, Painter: e.workers, Opener: e.opener,
		Ahead: func(ctx context.Context, ending string, most int) ([]core.Document, error) {
			return e.ingest.Ahead(ctx, ending, most)
		},
	})
	if e.pictures, err = thumb.New(filepath.Join(dir, picturesFolder), e.convert); err != nil {
		return e, err
	}
	e.close = append(e.close, e.pictures.Close)
	e.wire(dir, o)
	if e.rebuilt, err = e.recover(ctx); err != nil {
		return e, err
	}
	e.long = o.Long
	return e, e.follow(ctx)
}

// mostReaders bounds how many files are read side by side, since each reader may
// take core.Limits.ResidentSize.
const mostReaders = 4

// readers is how many files are read side by side: one a core.
func readers() int { return min(runtime.GOMAXPROCS(0), mostReaders) }

// openStores opens the precious store, which takes the lock, and the derived
// ones.
func (e *Engine) openStores(ctx context.Context, dir string, o Options) (err error) {
	host, err := os.Hostname()
	if err != nil {
		host = "this machine"
	}
	owner := core.Owner{PID: os.Getpid(), Host: host, Program: o.Program, Since: time.Now(), Long: o.Long}
	if e.library, err = library.Open(ctx, dir, owner); err != nil {
		return err
	}
	e.close = append(e.close, e.library.Close)
	e.clients.path = filepath.Join(dir, clientsFile)
	e.close = append(e.close, e.clients.close)
	if e.store, err = store.Open(dir, e.library.Epoch()); err != nil {
		return err
	}
	e.close = append(e.close, e.store.Close)
	if e.index, err = index.Open(filepath.Join(dir, indexFolder), e.library.Epoch()); err != nil {
		return err
	}
	e.close = append(e.close, e.index.Close)
	if e.graph, err = graph.Open(dir, e.library.Epoch(), e.library, e.store); err != nil {
		return err
	}
	e.close = append(e.close, e.graph.Close)
	e.history = history.New()
	e.close = append(e.close, e.history.Close, e.servers.close)
	return nil
}

// wire joins the rooms.
func (e *Engine) wire(dir string, o Options) {
	e.shelf = newShelf(e.library, e.store)
	e.searcher = &search.Searcher{Index: e.index, Documents: e.shelf, Texts: e.store, Ratings: e.shelf, Graph: e.graph, Changes: e.history, Without: o.Without}
	e.builder = &assemble.Assembler{Texts: e.store, Tokens: token.For, Key: o.Secret}
	if o.Secret == nil {
		e.builder.Key = e.library.Secret()
	}
	e.ingest = ingest.New(ingest.Options{
		Catalogue:  e.library,
		Texts:      e.store,
		Index:      e.index,
		Graph:      e.graph,
		Reader:     e.convert,
		Readers:    readers(),
		Opener:     e.opener,
		Unpacker:   e.workers,
		Tokens:     token.O200k,
		Kind:       worker.DetectKind,
		Cut:        passage.Cut,
		CutCode:    passage.CutCode,
		Label:      label.Of,
		Limits:     core.DefaultLimits(),
		Avoid:      dir,
		Painter:    e.workers,
		Recogniser: recogniser{e},
		Scan:       o.Long,
		OnChange:   e.changed,
	})
	e.close = append(e.close, func() error { e.ingest.Close(); return nil })
}

// recover makes the stores agree and says what was done, empty for nothing.
func (e *Engine) recover(ctx context.Context) (string, error) {
	note, err := e.ingest.Recover(ctx)
	if err != nil {
		return "", fmt.Errorf("bring library up to date: %w", err)
	}
	notes := []string{e.index.Rebuilt(), e.store.Rebuilt(), note}
	return strings.Join(slices.DeleteFunc(notes, func(n string) bool { return n == "" }), "; "), nil
}

// Close ends all work and closes the library. Documents that are not read yet
// stay in the queue. No method may be called afterwards.
func (e *Engine) Close() error {
	e.Cancel()
	var errs []error
	for i := len(e.close) - 1; i >= 0; i-- {
		errs = append(errs, e.close[i]())
	}
	e.close = nil
	return errors.Join(errs...)
}

// Warm starts the workers, so that the first file need not wait for them.
func (e *Engine) Warm(ctx context.Context) { e.workers.Warm(ctx) }

// Rebuilt says in words what had to be made anew when the library was opened;
// empty if nothing had to.
func (e *Engine) Rebuilt() string { return e.rebuilt }

// Epoch names this library among all others.
func (e *Engine) Epoch() string { return e.library.Epoch() }

// Announce tells programs that come for the library where they can speak to
// this one. They are told who it is, too.
func (e *Engine) Announce(address string) (core.Owner, error) {
	err := e.library.Announce(address)
	return e.library.Owner(), err
}

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
