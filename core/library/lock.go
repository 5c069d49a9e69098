package library

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"

	"ibid/core"
)

const (
	lockName = "library.lock"

	// A window or server waits for at most this time for a short command that is
	// running.
	waitForShort = 5 * time.Second

	// A short command waits for at most this time for another one, and every program
	// for a long owner to announce its address.
	waitAtMost = 2 * time.Second

	// An owner writes its name right after it gets the lock. Before that, the file
	// is empty or names a program that has ended.
	waitForName = 250 * time.Millisecond
	lockPoll    = 20 * time.Millisecond
)

// lock is the exclusive right to use a library. The kernel releases it when the
// process ends, so no lock is ever stale.
type lock struct{ file *os.File }

// takeLock gets the lock of the library in dir for owner, or returns a
// *core.InUseError with the program that has it. A long owner waits up to wait
// for a short one; no program waits for an owner that has announced its address.
func takeLock(ctx context.Context, dir string, owner core.Owner, wait time.Duration) (*lock, error) {
	file, err := os.OpenFile(filepath.Join(dir, lockName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open lock: %w", err)
	}
	l := &lock{file: file}
	if err := l.acquire(ctx, owner, wait); err != nil {
		file.Close()
		return nil, err
	}
	if err := l.write(owner); err != nil {
		file.Close()
		return nil, err
	}
	return l, nil
}

func (l *lock) acquire(ctx context.Context, owner core.Owner, wait time.Duration) error {
	began := time.Now()
	for {
		err := flock(l.file)
		if err == nil {
			return nil
		}
		if !errors.Is(err, unix.EWOULDBLOCK) {
			return fmt.Errorf("lock %q: %w", l.file.Name(), err)
		}
		holder, known := l.read()
		if waited := time.Since(began); waited >= patience(owner, holder, known, wait) {
			return &core.InUseError{Owner: holder}
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait for %s: %w", holder.Program, ctx.Err())
		case <-time.After(lockPoll):
		}
	}
}

// patience returns how long owner waits for holder; wait is the time that a long
// owner waits for a short one.
func patience(owner, holder core.Owner, known bool, wait time.Duration) time.Duration {
	switch {
	case !known:
		return waitForName
	case holder.Address != "":
		return 0
	case owner.Long && !holder.Long:
		return wait
	}
	return min(wait, waitAtMost)
}

// flock tries to lock the file, and tries again if a signal interrupted it.
func flock(f *os.File) error {
	for {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}

// read returns the owner named in the file. known is false if the file names
// none, or one that has ended: the new owner is then about to write its name.
func (l *lock) read() (owner core.Owner, known bool) {
	data, err := io.ReadAll(io.NewSectionReader(l.file, 0, 1<<16))
	if err != nil || json.Unmarshal(data, &owner) != nil {
		return core.Owner{Program: "another program"}, false
	}
	host, _ := os.Hostname()
	if owner.Host == host && errors.Is(unix.Kill(owner.PID, 0), unix.ESRCH) {
		return owner, false
	}
	return owner, true
}

func (l *lock) write(owner core.Owner) error {
	data, err := json.Marshal(owner)
	if err != nil {
		return fmt.Errorf("write lock: %w", err)
	}
	if _, err := l.file.WriteAt(data, 0); err != nil {
		return fmt.Errorf("write lock: %w", err)
	}
	if err := l.file.Truncate(int64(len(data))); err != nil {
		return fmt.Errorf("write lock: %w", err)
	}
	return nil
}

// release gives the lock back. The file stays, because another program may
// already be waiting for it.
func (l *lock) release() error {
	return errors.Join(l.file.Truncate(0), l.file.Close())
}
