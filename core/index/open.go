package index

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	bolt "go.etcd.io/bbolt/errors"

	"ibid/core"
)

// lockWait is how long Open waits for another program to release the index. bleve
// would wait for ever.
const lockWait = time.Second

// Open opens the index in dir, which belongs to the library with the given
// epoch, or makes an empty one. An index that does not open, is of another
// epoch or was made by another version of the program is renamed to
// dir.aside (an older dir.aside is removed) and a new one is begun; Rebuilt
// then says why. An index that another program has open gives an error that
// wraps core.ErrInUse, and is left alone.
//
// bleve may silently open an older state of a damaged index; Generation is then the
// older one.
func Open(dir, epoch string) (*Index, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("open index: %w", err)
	}
	x, err := reopen(dir, epoch)
	if err == nil || errors.Is(err, core.ErrInUse) {
		return x, err
	}
	var rebuilt string
	if !errors.Is(err, fs.ErrNotExist) {
		rebuilt = err.Error()
		if err := setAside(dir); err != nil {
			return nil, err
		}
	}
	if err := create(dir, epoch); err != nil {
		return nil, err
	}
	if x, err = reopen(dir, epoch); err != nil {
		return nil, err
	}
	x.rebuilt = rebuilt
	return x, nil
}

// reopen opens an index that is there and is what it should be.
func reopen(dir, epoch string) (*Index, error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("open index: %w", err)
	}
	x := &Index{dir: dir, tuning: passageTuning, turns: make(chan struct{}, runtime.GOMAXPROCS(0))}
	x.batch.passages, x.batch.bytes = batchPassages, batchBytes
	if _, there := openIndexes.LoadOrStore(storePath(dir), x); there {
		return nil, fmt.Errorf("open index %q twice: %w", dir, core.ErrInUse)
	}
	err := x.open(epoch)
	if err != nil {
		openIndexes.Delete(storePath(dir))
		return nil, err
	}
	return x, nil
}

func (x *Index) open(epoch string) (err error) {
	if x.bleve, err = openBleve(x.dir); err != nil {
		return err
	}
	if err := x.check(epoch); err != nil {
		return errors.Join(err, x.bleve.Close())
	}
	return nil
}

// floorSegment is the number of entries that bleve takes smaller segments to have
// when it decides which to merge. With its default of 2,000 the first batches of a
// reading are merged over and over.
const floorSegment = 500

// openBleve opens a bleve index. It waits no longer than lockWait, and a panic over
// a damaged file is an error.
func openBleve(dir string) (b bleve.Index, err error) {
	defer func() {
		if p := recover(); p != nil {
			b, err = nil, fmt.Errorf("open index %q: %v", dir, p)
		}
	}()
	b, err = bleve.OpenUsing(dir, map[string]any{
		"bolt_timeout":           lockWait.String(),
		"asyncErrorCallbackName": callbackName,
		"scorchMergePlanOptions": map[string]any{"FloorSegmentSize": floorSegment},
	})
	switch {
	case errors.Is(err, bolt.ErrTimeout):
		return nil, fmt.Errorf("open index %q: %w", dir, core.ErrInUse)
	case err != nil:
		// The cause is not wrapped: a file that is missing inside the folder
		// must not look like a folder that is missing.
		return nil, fmt.Errorf("open index %q: %v", dir, err)
	}
	return b, nil
}

// check reads the state of an opened index and compares it with what bleve really
// holds, since bleve silently replaces a damaged snapshot by an older one.
func (x *Index) check(epoch string) error {
	b, err := x.bleve.GetInternal(stateKey)
	if err != nil {
		return fmt.Errorf("read state of the index: %w", err)
	}
	s, err := decodeState(b)
	if err != nil {
		return err
	}
	n, err := x.bleve.DocCount()
	switch {
	case err != nil:
		return fmt.Errorf("count entries of the index: %w", err)
	case s.Version != version:
		return fmt.Errorf("index %q is of version %d, not %d", x.dir, s.Version, version)
	case s.Epoch != epoch:
		return fmt.Errorf("index %q is of epoch %q, not %q", x.dir, s.Epoch, epoch)
	case s.Passages+s.Pages+s.Files != n:
		return fmt.Errorf("index %q holds %d entries, not %d passages, %d pages and %d files", x.dir, n, s.Passages, s.Pages, s.Files)
	}
	x.state.Store(&s)
	return nil
}

// create makes an empty index in a folder beside dir and renames it when it is
// whole: one that was cut short while being made would never open.
func create(dir, epoch string) error {
	parent, base := filepath.Split(dir)
	stale, _ := filepath.Glob(filepath.Join(parent, base+".new-*")) // left by a kill; the pattern is good
	for _, s := range stale {
		if err := os.RemoveAll(s); err != nil {
			return fmt.Errorf("create index: %w", err)
		}
	}
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return fmt.Errorf("create index: %w", err)
	}
	tmp, err := os.MkdirTemp(parent, base+".new-*")
	if err != nil {
		return fmt.Errorf("create index: %w", err)
	}
	defer os.RemoveAll(tmp)
	made := filepath.Join(tmp, "index")
	b, err := bleve.NewUsing(made, bleve.NewIndexMapping(), scorch.Name, scorch.Name, nil)
	if err != nil {
		return fmt.Errorf("create index %q: %w", dir, err)
	}
	err = b.SetInternal(stateKey, state{Version: version, Epoch: epoch}.encode())
	if err = errors.Join(err, b.Close()); err != nil {
		return fmt.Errorf("create index %q: %w", dir, err)
	}
	if err := os.Rename(made, dir); err != nil {
		return fmt.Errorf("create index: %w", err)
	}
	return nil
}

func setAside(dir string) error {
	aside := dir + ".aside"
	if err := os.RemoveAll(aside); err != nil {
		return fmt.Errorf("set index aside: %w", err)
	}
	if err := os.Rename(dir, aside); err != nil {
		return fmt.Errorf("set index aside: %w", err)
	}
	return nil
}

// bleve reports errors of its own goroutines to a callback that is registered by
// name for the whole process; the path tells which index the error is of.
const callbackName = "ibid/core/index"

var openIndexes sync.Map // storePath → *Index

func init() { scorch.RegistryAsyncErrorCallbacks[callbackName] = onBackgroundError }

// retryPause slows bleve down: on a full disk it tries again without a pause.
const retryPause = 100 * time.Millisecond

func onBackgroundError(err error, path string) {
	if x, ok := openIndexes.Load(path); ok {
		x.(*Index).background.CompareAndSwap(nil, &err)
	}
	time.Sleep(retryPause)
}

// storePath is where bleve keeps the segments of the index in dir.
func storePath(dir string) string { return filepath.Join(dir, "store") }
