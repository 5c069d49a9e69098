package ingest_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"ibid/core"
	"ibid/core/ingest"
)

func TestAddReadsFilesAndFolders(t *testing.T) { // C3
	dir := t.TempDir()
	write(t, filepath.Join(dir, "in", "a.pdf"), "Apples\nred apples\fgreen apples")
	write(t, filepath.Join(dir, "in", "deep", "b.txt"), "Pears\n\nyellow pears")
	write(t, filepath.Join(dir, "in", ".hidden"), "x")
	write(t, filepath.Join(dir, "in", ".git", "config"), "x")
	write(t, filepath.Join(dir, "in", "c.xyz"), "x")
	write(t, filepath.Join(dir, "in", "scan.pdf"), " \n\f ")
	alone := write(t, filepath.Join(dir, ".alone.txt"), "Quinces")
	l := newLab(t, filepath.Join(dir, "lib"), nil)

	r := l.add(t, filepath.Join(dir, "in"), alone, filepath.Join(dir, "in", "a.pdf"))
	if r.Added != 5 || r.Hidden != 2 || len(r.Errors) != 0 || len(r.Documents) != 5 {
		t.Errorf("added %d, hidden %d, errors %v, %d documents", r.Added, r.Hidden, r.Errors, len(r.Documents))
	}
	want := map[string]core.State{
		"a.pdf": core.StateReady, "b.txt": core.StateReady, ".alone.txt": core.StateReady,
		"c.xyz": core.StateUnsupported, "scan.pdf": core.StateNoText,
	}
	if got := l.states(t); !maps.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	d := l.document(t, filepath.Join(dir, "in", "a.pdf"))
	if d.Pages != 2 || d.Title != "Apples" || d.Tokens == 0 || d.Kind != core.KindPDF {
		t.Errorf("document is %+v", d)
	}
	if got := l.finds(t, "pears"); !slices.Equal(got, []string{"b.txt"}) {
		t.Errorf("pears are found in %q", got)
	}
	l.agree(t)

	r = l.add(t, filepath.Join(dir, "in"))
	if r.Unchanged != 4 || r.Added != 0 || l.reader.count("words") != 4 {
		t.Errorf("second time: %d unchanged, %d added, %d read", r.Unchanged, r.Added, l.reader.count("words"))
	}
}

func TestWordsComeBeforeStructure(t *testing.T) {
	dir := t.TempDir()
	for _, n := range []string{"a.pdf", "b.pdf", "c.pdf"} {
		write(t, filepath.Join(dir, "in", n), "Title "+n)
	}
	l := newLab(t, filepath.Join(dir, "lib"), nil)
	l.add(t, filepath.Join(dir, "in"))
	for _, c := range l.reader.calls[:3] {
		if !strings.HasPrefix(c, "words ") {
			t.Errorf("%q came before all words were read: %q", c, l.reader.calls)
		}
	}
	if n := len(l.reader.calls); n != 12 || !strings.HasPrefix(l.reader.calls[5], "outline ") {
		t.Errorf("got %d calls, the outline should come last of a file: %q", n, l.reader.calls)
	}
}

func TestBadInputEndsInANamedState(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "in")
	write(t, filepath.Join(in, "good.txt"), "good")
	write(t, filepath.Join(in, "z-vanishing.txt"), "soon gone")
	if err := os.Symlink(in, filepath.Join(in, "loop")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere", filepath.Join(in, "dangling")); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(in, "pipe.txt"), 0o644); err != nil {
		t.Fatal(err)
	}
	sparse := write(t, filepath.Join(in, "sparse.pdf"), "")
	if err := os.Truncate(sparse, 2<<30); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(in, "damaged.pdf"), "words-fails-always")
	l := newLab(t, filepath.Join(dir, "lib"), nil)
	l.reader.hook = func(call string) {
		if call == "words good.txt" {
			os.Remove(filepath.Join(in, "z-vanishing.txt"))
		}
	}
	began := time.Now()
	r := l.add(t, filepath.Join(dir, "not there.pdf"), in)
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("took %v: the sparse file was read", took)
	}
	want := map[string]core.State{
		"good.txt": core.StateReady, "z-vanishing.txt": core.StateUnreadable, "pipe.txt": core.StateUnsupported,
		"sparse.pdf": core.StateTooLarge, "damaged.pdf": core.StateDamaged,
	}
	if got := l.states(t); !maps.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	for _, d := range r.Documents {
		if d.State != core.StateReady && d.Reason == "" {
			t.Errorf("%s is %s without a reason", d.Name, d.State)
		}
	}
	if len(r.Errors) != 2 || !strings.Contains(r.Errors[0].Error(), "not there.pdf") || !errors.Is(r.Errors[0], fs.ErrNotExist) {
		t.Errorf("errors are %v", r.Errors)
	}
	if n := l.reader.count("words damaged.pdf safe"); n != 1 {
		t.Errorf("a file that ended the worker had %d safe tries", n)
	}
	l.agree(t)
}

// A file without permission can only be seen by a process that is not root.
func TestPermissionDeniedIsUnreadable(t *testing.T) {
	if os.Getenv("IBID_TEST_DENIED") == "" && os.Geteuid() == 0 {
		asNobody(t, "TestPermissionDeniedIsUnreadable")
		return
	}
	dir := t.TempDir()
	secret := write(t, filepath.Join(dir, "in", "secret.txt"), "hush")
	write(t, filepath.Join(dir, "in", "open.txt"), "hello")
	closed := filepath.Join(dir, "in", "closed")
	if err := errors.Join(os.Chmod(secret, 0), os.Mkdir(closed, 0)); err != nil {
		t.Fatal(err)
	}
	l := newLab(t, filepath.Join(dir, "lib"), nil)
	r := l.add(t, filepath.Join(dir, "in"))
	d := l.document(t, secret)
	if d.State != core.StateUnreadable || !strings.Contains(d.Reason, "permission") {
		t.Errorf("got %s: %s", d.State, d.Reason)
	}
	if len(r.Errors) != 1 || !strings.Contains(r.Errors[0].Error(), "closed") {
		t.Errorf("errors are %v, want one for the closed folder", r.Errors)
	}
	if err := os.Chmod(secret, 0o600); err != nil {
		t.Fatal(err)
	}
	l.add(t, secret)
	if d := l.document(t, secret); d.State != core.StateReady {
		t.Errorf("after chmod it is %s", d.State)
	}
	l.agree(t)
}

// asNobody runs one test again as a user without rights.
func asNobody(t *testing.T, name string) {
	t.Helper()
	dir, err := os.MkdirTemp("", "nobody")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	self, err := os.ReadFile(os.Args[0])
	bin := filepath.Join(dir, "test")
	if err = errors.Join(err, os.Chmod(dir, 0o777), os.WriteFile(bin, self, 0o755)); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(bin, "-test.run=^"+name+"$", "-test.v")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "IBID_TEST_DENIED=1", "TMPDIR="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "PASS: "+name) {
		t.Errorf("as nobody: %v\n%s", err, out)
	}
}

func TestPasswordIsKeptOnlyWhereItIsNeeded(t *testing.T) {
	dir := t.TempDir()
	path := write(t, filepath.Join(dir, "in", "secret.pdf"), "locked treasure")
	open := write(t, filepath.Join(dir, "in", "open.pdf"), "open treasure")
	l := newLab(t, filepath.Join(dir, "lib"), nil)
	for _, try := range []struct {
		password string
		want     core.State
	}{{"", core.StateNeedsPassword}, {"wrong", core.StateNeedsPassword}, {"sesame", core.StateReady}} {
		if _, err := l.g.Add(context.Background(), []string{path, open}, ingest.AddOptions{Password: try.password}); err != nil {
			t.Fatal(err)
		}
		if d := l.document(t, path); d.State != try.want {
			t.Errorf("with password %q: %s, want %s", try.password, d.State, try.want)
		}
	}
	for p, want := range map[string]string{path: "sesame", open: ""} {
		c, err := l.lib.Content(context.Background(), l.document(t, p).Hash)
		if err != nil || c.Password != want {
			t.Errorf("%s: password %q kept, want %q (%v)", p, c.Password, want, err)
		}
	}
	if got := l.finds(t, "treasure"); len(got) != 2 {
		t.Errorf("treasure is found in %q", got)
	}
	l.agree(t)
}

func TestSameBytesAreOneContentOfTwoDocuments(t *testing.T) {
	dir := t.TempDir()
	a := write(t, filepath.Join(dir, "in", "a.txt"), "twins")
	b := write(t, filepath.Join(dir, "in", "b.txt"), "twins")
	l := newLab(t, filepath.Join(dir, "lib"), nil)
	l.add(t, a, b)
	da, db := l.document(t, a), l.document(t, b)
	if da.Hash != db.Hash || da.ID == db.ID || db.State != core.StateReady || l.reader.count("words") != 1 {
		t.Errorf("%+v\n%+v\nread %d times", da, db, l.reader.count("words"))
	}
	for i, id := range []core.DocumentID{da.ID, db.ID} {
		if err := l.g.Remove(context.Background(), id); err != nil {
			t.Fatal(err)
		}
		if got := l.finds(t, "twins"); len(got) != 1-i {
			t.Errorf("after %d removals twins are found in %q", i+1, got)
		}
		l.agree(t)
	}
	if err := l.g.Remove(context.Background(), da.ID); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("second removal: %v", err)
	}
	l.add(t, a)
	if again := l.document(t, a); again.ID <= db.ID {
		t.Errorf("id %d was given again", again.ID)
	}
}

func TestChangedFileKeepsItsDocument(t *testing.T) { // R1.6
	dir := t.TempDir()
	path := write(t, filepath.Join(dir, "in", "a.txt"), "before")
	l := newLab(t, filepath.Join(dir, "lib"), nil)
	l.add(t, path)
	was := l.document(t, path)

	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(path, later, later); err != nil {
		t.Fatal(err)
	}
	if r := l.add(t, path); r.Changed != 0 || r.Unchanged != 1 || l.reader.count("words") != 1 {
		t.Errorf("a touched file: %d changed, read %d times", r.Changed, l.reader.count("words"))
	}
	write(t, path, "afterwards")
	r, err := l.g.Refresh(context.Background())
	if err != nil || r.Changed != 1 {
		t.Fatalf("refresh: %+v, %v", r, err)
	}
	is := l.document(t, path)
	if is.ID != was.ID || is.Hash == was.Hash || is.State != core.StateReady {
		t.Errorf("was %+v\nis  %+v", was, is)
	}
	if before, after := l.finds(t, "before"), l.finds(t, "afterwards"); len(before) != 0 || len(after) != 1 {
		t.Errorf("before in %q, after in %q", before, after)
	}
	l.agree(t)
}

func TestMissingFileKeepsItsText(t *testing.T) { // R1.6
	dir := t.TempDir()
	path := write(t, filepath.Join(dir, "in", "a.txt"), "memory")
	l := newLab(t, filepath.Join(dir, "lib"), nil)
	l.add(t, path)
	aside := filepath.Join(dir, "aside.txt")
	if err := os.Rename(path, aside); err != nil {
		t.Fatal(err)
	}
	r, err := l.g.Refresh(context.Background())
	d := l.document(t, path)
	if err != nil || r.Gone != 1 || d.State != core.StatePartial || !strings.Contains(d.Reason, "gone since 20") {
		t.Errorf("refresh: %+v, %v; %s: %s", r, err, d.State, d.Reason)
	}
	if got := l.finds(t, "memory"); len(got) != 1 {
		t.Errorf("its text is found in %q", got)
	}
	if err := os.Rename(aside, path); err != nil {
		t.Fatal(err)
	}
	if _, err := l.g.Refresh(context.Background()); err != nil {
		t.Fatal(err)
	}
	if d := l.document(t, path); d.State != core.StateReady || l.reader.count("words") != 1 {
		t.Errorf("back again it is %s, read %d times", d.State, l.reader.count("words"))
	}
}

func TestFailedStructureLeavesTheWords(t *testing.T) {
	tests := []struct {
		text  string
		state core.State
		calls int // of the failing step
	}{
		{"structure-fails-once", core.StateReady, 2},
		{"structure-fails-always", core.StatePartial, 2},
		{"structure-fails-late", core.StatePartial, 2},
		{"outline-fails-always", core.StatePartial, 1},
		{"metadata-fails-once", core.StateReady, 2},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			dir := t.TempDir()
			path := write(t, filepath.Join(dir, "a.pdf"), "persistent "+tt.text)
			l := newLab(t, filepath.Join(dir, "lib"), nil)
			l.add(t, path)
			d := l.document(t, path)
			step, _, _ := strings.Cut(tt.text, "-")
			if d.State != tt.state || l.reader.count(step+" ") != tt.calls {
				t.Errorf("%s (%s) after %d calls", d.State, d.Reason, l.reader.count(step+" "))
			}
			if got := l.finds(t, "persistent"); len(got) != 1 {
				t.Errorf("its words are found in %q", got)
			}
			l.agree(t)
		})
	}
}

func TestCancelledAddIsResumed(t *testing.T) {
	dir := t.TempDir()
	for _, n := range []string{"a.txt", "b.txt", "c.txt"} {
		write(t, filepath.Join(dir, "in", n), "fruit "+n)
	}
	l, err := stores(filepath.Join(dir, "lib"))
	if err != nil {
		t.Fatal(err)
	}
	if err := l.start(l.options()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	l.reader.hook = func(call string) {
		cancel()
		time.Sleep(50 * time.Millisecond) // lets Add notice before the file is over
	}
	r, err := l.g.Add(ctx, []string{filepath.Join(dir, "in")}, ingest.AddOptions{})
	if !errors.Is(err, context.Canceled) || len(r.Documents) != 3 {
		t.Errorf("cancelled add: %v, %d documents", err, len(r.Documents))
	}
	if err := l.close(); err != nil {
		t.Fatal(err)
	}
	if n := l.reader.count("words"); n != 1 {
		t.Errorf("%d files were read after the end", n)
	}
	l = newLab(t, filepath.Join(dir, "lib"), nil)
	if _, err := l.g.Resume(context.Background()); err != nil {
		t.Fatal(err)
	}
	if n := l.reader.count("words"); n != 2 {
		t.Errorf("resume read %d files, want the 2 that were left", n)
	}
	l.agree(t)
}

func TestChangesAreReportedTenTimesASecond(t *testing.T) {
	dir := t.TempDir()
	for i := range 30 {
		write(t, filepath.Join(dir, "in", string(rune('a'+i%26))+strings.Repeat("x", i)+".txt"), "n "+strings.Repeat("y", i))
	}
	began, reports := time.Now(), 0
	var last core.Change
	l := newLab(t, filepath.Join(dir, "lib"), func(o *ingest.Options) {
		o.OnChange = func(c core.Change) { reports, last = reports+1, c }
	})
	l.reader.hook = func(string) { time.Sleep(5 * time.Millisecond) }
	l.add(t, filepath.Join(dir, "in"))
	l.g.Close()
	took := time.Since(began)
	if most := int(took/(100*time.Millisecond)) + 1; reports < 2 || reports > most { // one more when it ends
		t.Errorf("%d changes were reported in %v", reports, took)
	}
	if p := last.Progress; p.Total != 30 || p.Words != 30 || p.Done != 30 || p.Active() || p.Current != "" {
		t.Errorf("at the end: %+v", p)
	}
}

// The directory of an old office file says what it is, wherever it lies.
func TestKindIsToldFromADirectoryFarBehindTheHead(t *testing.T) {
	dir := t.TempDir()
	var heads [][]byte
	l := newLab(t, filepath.Join(dir, "lib"), func(o *ingest.Options) {
		o.Kind = func(_ string, head []byte) core.Kind { heads = append(heads, head); return core.KindOther }
	})
	for _, sector := range []int{200, 1 << 30} {
		file := make([]byte, 201*512+100)
		copy(file, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
		file[0x1e] = 9 // sectors of 512 bytes
		binary.LittleEndian.PutUint32(file[0x30:], uint32(sector-1))
		copy(file[200*512:], "the directory")
		l.add(t, write(t, filepath.Join(dir, fmt.Sprint(sector)), string(file)))
	}
	if len(heads) != 2 || !bytes.HasPrefix(heads[0][64<<10:], []byte("the directory")) || len(heads[1]) != 64<<10 {
		t.Errorf("%d heads, not with the directory behind the first alone", len(heads))
	}
}
