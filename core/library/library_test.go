package library

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"ibid/core"
)

const envHold = "IBID_TEST_HOLD" // folder of a library to open and hold

// TestMain is also the other program: it opens a library, says so and waits.
func TestMain(m *testing.M) {
	dir := os.Getenv(envHold)
	if dir == "" {
		os.Exit(m.Run())
	}
	l, err := Open(context.Background(), dir, owner("holder"))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("open")
	os.Stdin.Read(make([]byte, 1))
	l.Close()
	os.Exit(0)
}

func owner(program string) core.Owner {
	host, _ := os.Hostname()
	return core.Owner{PID: os.Getpid(), Host: host, Program: program, Since: time.Now()}
}

func mustOpen(t testing.TB, dir string) *Library {
	t.Helper()
	l, err := Open(context.Background(), dir, owner("test"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func enqueue(t testing.TB, l *Library, paths ...string) []core.DocumentID {
	t.Helper()
	var files []core.Document
	for _, p := range paths {
		files = append(files, core.Document{Path: p, Kind: core.KindText, Size: 3, Modified: time.Unix(7, 9)})
	}
	ids, err := l.Enqueue(context.Background(), files, "")
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

func assign(t testing.TB, l *Library, id core.DocumentID, hash core.Hash) core.Content {
	t.Helper()
	c, err := l.Assign(context.Background(), core.Document{ID: id, Hash: hash, Kind: core.KindText, Size: 4, Modified: time.Unix(8, 1)})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestFolderAndFilesArePrivate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "lib")
	l := mustOpen(t, dir)
	enqueue(t, l, "/a.txt")
	for name, want := range map[string]os.FileMode{"": 0o700, "library.db": 0o600, "library.db-wal": 0o600, "library.lock": 0o600} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%q: %v, %v; want %v", name, info.Mode(), err, want)
		}
	}
}

func TestSecondProgramIsToldWhoHasTheLibrary(t *testing.T) {
	dir := t.TempDir()
	holder, release := hold(t, dir)
	began := time.Now()
	_, err := Open(context.Background(), dir, owner("second"))
	var in *core.InUseError
	if !errors.As(err, &in) || !errors.Is(err, core.ErrInUse) || errors.Is(err, core.ErrDamaged) {
		t.Fatalf("got %v", err)
	}
	if in.Owner.PID != holder.Process.Pid || in.Owner.Program != "holder" {
		t.Errorf("owner is %+v, want pid %d", in.Owner, holder.Process.Pid)
	}
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("a short program waited %v", took)
	}
	release()
	mustOpen(t, dir)
}

func TestShortProgramsWaitForEachOther(t *testing.T) {
	dir := t.TempDir()
	first := mustOpen(t, dir)
	time.AfterFunc(100*time.Millisecond, func() { first.Close() })
	if l, err := Open(context.Background(), dir, owner("second")); err != nil {
		t.Errorf("the second did not wait: %v", err)
	} else {
		l.Close()
	}
}

// Whoever comes for a library that can be spoken to is told where, and waits
// for nothing.
func TestLockSaysWhereItsOwnerListens(t *testing.T) {
	dir := t.TempDir()
	l := mustOpen(t, dir)
	const address = "/run/user/1000/ibid/0123456789abcdef"
	for _, want := range []string{address, "/short", address} {
		if err := l.Announce(want); err != nil {
			t.Fatal(err)
		}
		_, err := Open(context.Background(), dir, owner("second"))
		var in *core.InUseError
		if !errors.As(err, &in) || in.Owner.Address != want || in.Owner.PID != os.Getpid() {
			t.Errorf("announced %q: %v", want, err)
		}
	}
}

// hold has another process open the library; release ends it.
func hold(t *testing.T, dir string) (cmd *exec.Cmd, release func()) {
	t.Helper()
	cmd = exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), envHold+"="+dir)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 5)); err != nil {
		t.Fatalf("the holder did not open the library: %v", err)
	}
	return cmd, func() { in.Close(); cmd.Wait() }
}

func TestLockOfAKilledProgramIsGone(t *testing.T) {
	dir := t.TempDir()
	holder, _ := hold(t, dir)
	if err := holder.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	holder.Wait()
	mustOpen(t, dir)
}

func TestLongOwnerWaitsForAShortOne(t *testing.T) {
	dir := t.TempDir()
	short := mustOpen(t, dir)
	long := owner("window")
	long.Long = true
	if _, err := open(context.Background(), dir, long, 50*time.Millisecond); !errors.Is(err, core.ErrInUse) {
		t.Errorf("after its wait: %v", err)
	}
	time.AfterFunc(100*time.Millisecond, func() { short.Close() })
	l, err := Open(context.Background(), dir, long)
	if err != nil {
		t.Fatalf("the long owner did not wait: %v", err)
	}
	defer l.Close()
	began := time.Now()
	if _, err := Open(context.Background(), dir, long); !errors.Is(err, core.ErrInUse) || time.Since(began) > 3*time.Second {
		t.Errorf("a long owner waited %v for a long one: %v", time.Since(began), err)
	}
}

func TestDamagedLibraryIsLeftAlone(t *testing.T) {
	whole := t.TempDir()
	l := mustOpen(t, whole)
	for i := range 200 {
		enqueue(t, l, fmt.Sprintf("/folder/%d.txt", i))
	}
	l.Close()
	sound, err := os.ReadFile(filepath.Join(whole, fileName))
	if err != nil {
		t.Fatal(err)
	}
	torn := bytes.Clone(sound)
	copy(torn[len(torn)/2:], bytes.Repeat([]byte{0xa5}, 4096))
	for name, data := range map[string][]byte{
		"no database": []byte(strings.Repeat("these are not the rows ", 500)),
		"torn":        torn,
		"cut short":   sound[:len(sound)/2],
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, fileName)
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := Open(context.Background(), dir, owner("test"))
			if !errors.Is(err, core.ErrDamaged) || errors.Is(err, core.ErrInUse) {
				t.Errorf("got %v", err)
			}
			if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, data) {
				t.Errorf("the damaged file was touched (%v)", err)
			}
		})
	}
}

func TestEmptyLibraryBesideBackupsIsDamaged(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "library.db.backup-4"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(context.Background(), dir, owner("test")); !errors.Is(err, core.ErrDamaged) {
		t.Errorf("got %v", err)
	}
}

func TestLibraryOfANewerProgramIsRefused(t *testing.T) {
	dir := t.TempDir()
	l := mustOpen(t, dir)
	if _, err := l.write.Exec("PRAGMA user_version = 99"); err != nil {
		t.Fatal(err)
	}
	l.Close()
	_, err := Open(context.Background(), dir, owner("test"))
	if !errors.Is(err, errors.ErrUnsupported) || errors.Is(err, core.ErrDamaged) {
		t.Errorf("got %v", err)
	}
}

func TestEpochAndSecretStayAndDiffer(t *testing.T) {
	dir := t.TempDir()
	l := mustOpen(t, dir)
	epoch, secret := l.Epoch(), l.Secret()
	l.Close()
	if again := mustOpen(t, dir); again.Epoch() != epoch || epoch == "" || !bytes.Equal(again.Secret(), secret) || len(secret) != 32 {
		t.Errorf("epoch %q became %q, secret %x became %x", epoch, again.Epoch(), secret, again.Secret())
	}
	if other := mustOpen(t, t.TempDir()); other.Epoch() == epoch || bytes.Equal(other.Secret(), secret) {
		t.Errorf("two libraries have the epoch %q or the secret %x", epoch, secret)
	}
}

func TestOwnerIsToldWhileAChangeIsWritten(t *testing.T) {
	l := mustOpen(t, t.TempDir())
	writing, release := make(chan struct{}), make(chan struct{})
	written := make(chan error)
	go func() {
		written <- l.update(context.Background(), durable, func(*sql.Tx) error {
			close(writing)
			<-release
			return nil
		})
	}()
	<-writing
	told := make(chan core.Owner, 1)
	go func() { told <- l.Owner() }()
	select {
	case o := <-told:
		if o.Program != "test" {
			t.Errorf("the owner is %+v", o)
		}
	case <-time.After(5 * time.Second):
		t.Error("Owner waits for the change")
	}
	close(release)
	if err := <-written; err != nil {
		t.Error(err)
	}
}

// The revision that is told without looking is the one that is kept.
func TestRevisionCountsChanges(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	l := mustOpen(t, dir)
	before := l.Revision()
	ids := enqueue(t, l, "/a.pdf")
	if l.Revision() != before+1 {
		t.Errorf("revision %d after %d and a document", l.Revision(), before)
	}
	if err := l.RemoveFeedback(ctx, 1); !errors.Is(err, core.ErrNotFound) || l.Revision() != before+1 {
		t.Errorf("%v, revision %d after what changed nothing", err, l.Revision())
	}
	assign(t, l, ids[0], "h")
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l = mustOpen(t, dir)
	var kept uint64
	if err := l.read.QueryRowContext(ctx, "SELECT revision FROM meta").Scan(&kept); err != nil || l.Revision() != kept {
		t.Errorf("revision %d when opened again, %d is kept, %v", l.Revision(), kept, err)
	}
}

func TestBackupsAreMadeWhenSomethingChanged(t *testing.T) {
	dir := t.TempDir()
	reopen := func(change bool) (made []int) {
		t.Helper()
		old, err := backups(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range old { // as if they were made two days ago
			if err := os.Chtimes(b.path, time.Time{}, time.Now().Add(-48*time.Hour)); err != nil {
				t.Fatal(err)
			}
		}
		l := mustOpen(t, dir)
		if change {
			enqueue(t, l, fmt.Sprintf("/%d", time.Now().UnixNano()))
		}
		l.Close()
		all, err := backups(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range all {
			made = append(made, b.number)
		}
		return made
	}
	for i, step := range []struct {
		change bool
		want   string
	}{{true, "[]"}, {false, "[1]"}, {false, "[1]"}, {true, "[1]"}, {true, "[1 2]"}, {true, "[1 2 3]"}, {true, "[2 3 4]"}} {
		if got := fmt.Sprint(reopen(step.change)); got != step.want {
			t.Fatalf("opening %d: backups %s, want %s", i, got, step.want)
		}
	}
	restored := t.TempDir()
	data, err := os.ReadFile(filepath.Join(dir, "library.db.backup-4"))
	if err == nil {
		err = os.WriteFile(filepath.Join(restored, fileName), data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	docs, err := mustOpen(t, restored).Documents(context.Background())
	if err != nil || len(docs) != 4 {
		t.Errorf("the backup holds %d documents, want 4: %v", len(docs), err)
	}
	if info, err := os.Stat(filepath.Join(dir, "library.db.backup-4")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("backup is %v, %v", info.Mode(), err)
	}
}
