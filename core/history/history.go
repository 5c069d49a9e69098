// Package history reads from a git repository how often and how recently files were
// changed, and which files change together. It only reads: git runs as an external
// program within limits, without anybody's settings, a pager, hooks, a file system
// monitor or a network, so that nothing in a repository is executed.
package history

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"ibid/core"
	"ibid/core/outside"
)

// Limits of what is read of one repository.
const (
	maxCommits = 5_000
	maxBytes   = 32 << 20
	maxTime    = 10 * time.Second
	// maxTogether is how many files a commit may change to say something of
	// which go together: larger ones are moves, formatting, imports.
	maxTogether   = 50
	maxCompanions = 20
)

// repository is what is known of one. Paths have slashes, from the root.
type repository struct {
	head    string
	note    string // why nothing is, in words
	files   map[string]*fileHistory
	commits [][]string // files of those that say what goes together
}

// fileHistory is what is known of one file.
type fileHistory struct {
	changes int
	last    time.Time
	commits []int // indexes into the repository's
}

// Histories caches the histories of repositories as long as their HEAD stays the
// same. Safe for concurrent use.
type Histories struct {
	turn  chan struct{}          // has a token while nobody reads
	known map[string]*repository // by root; held with turn

	asking sync.Mutex
	recent map[string]*recent // by root

	reading context.Context // ends with Close
	stop    context.CancelFunc
	readers sync.WaitGroup
}

// recent is what Changes knows of a repository.
type recent struct {
	*repository
	asked time.Time
	done  chan struct{} // closed when the repository has been read
}

// New returns an empty Histories, to be closed.
func New() *Histories {
	ctx, stop := context.WithCancel(context.Background())
	h := &Histories{turn: make(chan struct{}, 1), known: make(map[string]*repository), recent: make(map[string]*recent), reading: ctx, stop: stop}
	h.turn <- struct{}{}
	return h
}

// Close stops the background reading that Changes started, and waits for its end.
func (h *Histories) Close() error {
	h.stop()
	h.readers.Wait()
	return nil
}

const (
	fresh    = 10 * time.Second       // for which Changes does not look again whether there are new commits
	patience = 300 * time.Millisecond // that Changes waits for a repository that it does not know
)

// Changes returns how often and how recently files were changed, by absolute path;
// Together is empty. A repository that takes long to read is read in the
// background and is included in later calls. Commits of the last ten seconds may
// be missing.
func (h *Histories) Changes(ctx context.Context, paths []string) map[string]core.FileHistory {
	out := make(map[string]core.FileHistory)
	wait, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	roots := make(map[string]string) // of folders
	for _, path := range paths {
		dir := filepath.Dir(path)
		root, known := roots[dir]
		if !known {
			root, _ = rootOf(path)
			roots[dir] = root
		}
		if root == "" {
			continue
		}
		rel, err := filepath.Rel(root, path)
		if r := h.look(wait, root); err == nil && r != nil {
			if f := r.files[filepath.ToSlash(rel)]; f != nil {
				out[path] = core.FileHistory{Root: root, Changes: f.changes, Last: f.last}
			}
		}
	}
	return out
}

// look is what is known of a repository when it has been read or ctx ends; nil
// if that is nothing.
func (h *Histories) look(ctx context.Context, root string) *repository {
	h.asking.Lock()
	r := h.recent[root]
	if r == nil || time.Since(r.asked) > fresh {
		next := &recent{asked: time.Now(), done: make(chan struct{})}
		if r != nil {
			next.repository = r.repository
		}
		h.recent[root], r = next, next
		h.readers.Go(func() {
			defer close(next.done)
			read := h.read(h.reading, root)
			h.asking.Lock()
			next.repository = read
			h.asking.Unlock()
		})
	}
	h.asking.Unlock()
	select {
	case <-r.done:
	case <-ctx.Done():
	}
	h.asking.Lock()
	defer h.asking.Unlock()
	return r.repository
}

// Of returns the history of the file at an absolute path. It is empty for a file
// that is in no repository; if the repository cannot be read, Note says why. The
// only error is the one of ctx.
func (h *Histories) Of(ctx context.Context, path string) (core.FileHistory, error) {
	root, ok := rootOf(path)
	if !ok {
		return core.FileHistory{}, nil
	}
	rel, err := filepath.Rel(root, path)
	if err != nil {
		return core.FileHistory{}, nil
	}
	r := h.read(ctx, root)
	if err := ctx.Err(); err != nil {
		return core.FileHistory{}, err
	}
	out := core.FileHistory{Root: root, Note: r.note}
	name := filepath.ToSlash(rel)
	f := r.files[name]
	if f == nil {
		return out, nil
	}
	out.Changes, out.Last = f.changes, f.last
	for other, n := range r.together(f) {
		if n > 1 && other != name {
			out.Together = append(out.Together, core.Companion{Path: filepath.Join(root, filepath.FromSlash(other)), Times: n})
		}
	}
	slices.SortFunc(out.Together, func(a, b core.Companion) int { return cmp.Or(b.Times-a.Times, strings.Compare(a.Path, b.Path)) })
	out.Together = out.Together[:min(len(out.Together), maxCompanions)]
	return out, nil
}

// rootOf is the folder of the repository that a path is in.
func rootOf(path string) (string, bool) {
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir, true
		}
		if dir == filepath.Dir(dir) {
			return "", false
		}
	}
}

// read reads a repository, if its HEAD is not the one that is known. One is read
// at a time.
func (h *Histories) read(ctx context.Context, root string) *repository {
	select {
	case <-h.turn:
		defer func() { h.turn <- struct{}{} }()
	case <-ctx.Done():
		return &repository{note: note(root, context.Cause(ctx))}
	}
	head, err := git(ctx, root, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
	if err != nil {
		return &repository{note: note(root, err)}
	}
	if known := h.known[root]; known != nil && known.head == string(head) {
		return known
	}
	r := &repository{head: string(head)}
	log, err := git(ctx, root, "log", "-z", "--name-only", "--format=%x01%ct", "--no-color", "--no-merges", "--no-renames", "--no-show-signature",
		"--no-ext-diff", "--no-textconv", "--no-mailmap", "-n", strconv.Itoa(maxCommits), string(bytes.TrimSpace(head)), "--")
	if err != nil {
		r.note = note(root, err)
	} else {
		r.parse(log)
	}
	if ctx.Err() == nil {
		h.known[root] = r
	}
	return r
}

func note(root string, err error) string {
	if errors.Is(err, outside.ErrMissing) {
		return "its history is not known: git is not installed"
	}
	return fmt.Sprintf("its history in %q could not be read: %v", root, err)
}

// git runs one command of git in a repository, in an empty folder, so that
// nothing of the repository is the home of anybody.
func git(ctx context.Context, root string, args ...string) ([]byte, error) {
	home, err := os.MkdirTemp("", "ibid-git-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(home)
	safe := []string{
		"--no-pager", "--no-optional-locks", "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "protocol.allow=never",
		"-c", "protocol.file.allow=never", "-c", "safe.directory=*", "-c", "log.showSignature=false", "-C", root,
	}
	return outside.Run(ctx, outside.Command{
		Program: "git", Args: append(safe, args...), Dir: home, Time: maxTime, Output: maxBytes, Memory: 2 << 30,
		Env: []string{
			"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_ATTR_NOSYSTEM=1", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1",
			"GIT_ALLOW_PROTOCOL=none", "GIT_CEILING_DIRECTORIES=" + filepath.Dir(root),
		},
	})
}

// parse reads the log: commits, newest first, each a time and its files.
func (r *repository) parse(log []byte) {
	r.files = make(map[string]*fileHistory)
	var when time.Time
	var changed []string
	for _, token := range strings.Split(string(log), "\x00") {
		token = strings.TrimLeft(token, "\n")
		if head, ok := strings.CutPrefix(token, "\x01"); ok {
			r.commit(when, changed)
			head, token, _ = strings.Cut(head, "\n")
			seconds, _ := strconv.ParseInt(head, 10, 64)
			when, changed = time.Unix(seconds, 0).UTC(), nil
		}
		if token != "" {
			changed = append(changed, token)
		}
	}
	r.commit(when, changed)
}

// commit counts one commit.
func (r *repository) commit(when time.Time, changed []string) {
	telling := len(changed) > 1 && len(changed) <= maxTogether
	for _, name := range changed {
		f := r.files[name]
		if f == nil {
			f = &fileHistory{last: when}
			r.files[name] = f
		}
		if f.changes++; telling {
			f.commits = append(f.commits, len(r.commits))
		}
	}
	if telling {
		r.commits = append(r.commits, changed)
	}
}

// together counts with which files a file was changed, itself among them. It is
// counted when it is asked: for all files at once it would take room for the
// square of what each commit changes.
func (r *repository) together(f *fileHistory) map[string]int {
	times := make(map[string]int)
	for _, n := range f.commits {
		for _, name := range r.commits[n] {
			times[name]++
		}
	}
	return times
}
