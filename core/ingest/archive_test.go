package ingest_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ibid/core"
	"ibid/core/extract/archive"
	"ibid/core/ingest"
	"ibid/core/library"
	"ibid/core/opener"
)

// unpacker reads archives as a worker does, in this process, and counts how
// often.
type unpacker struct{ listed, unpacked int }

func (u *unpacker) input(req core.ReadRequest) (core.Input, error) {
	if _, err := req.File.Seek(0, io.SeekStart); err != nil {
		return core.Input{}, err
	}
	data, err := io.ReadAll(req.File)
	return core.Input{Name: req.Name, Data: data, Kind: req.Kind, Password: req.Password}, err
}

func (u *unpacker) List(ctx context.Context, req core.ReadRequest) (core.Listing, error) {
	u.listed++
	in, err := u.input(req)
	if err != nil {
		return core.Listing{}, err
	}
	return archive.List(ctx, in, archive.DefaultLimits())
}

func (u *unpacker) Unpack(ctx context.Context, req core.ReadRequest, names []string, take func(core.Piece) error) error {
	u.unpacked++
	in, err := u.input(req)
	if err != nil {
		return err
	}
	return archive.Unpack(ctx, in, archive.DefaultLimits(), names, take)
}

// packing has a lab read archives; its library is lib.
func packing(lib func() *library.Library, dir string, u *unpacker) func(*ingest.Options) {
	return func(o *ingest.Options) {
		kind := o.Kind
		o.Kind = func(name string, head []byte) core.Kind {
			if bytes.HasPrefix(head, []byte("PK")) || filepath.Ext(name) == ".zip" {
				return core.KindArchive
			}
			return kind(name, head)
		}
		o.Unpacker = u
		o.Opener = opener.New(opener.Options{Catalogue: late{lib}, Unpacker: u, Folder: filepath.Join(dir, "unpacked")})
	}
}

// late is a library that is opened after the opener is made.
type late struct{ lib func() *library.Library }

func (l late) Document(ctx context.Context, id core.DocumentID) (core.Document, error) {
	return l.lib().Document(ctx, id)
}

func (l late) Members(ctx context.Context, id core.DocumentID) ([]core.Document, error) {
	return l.lib().Members(ctx, id)
}

func (l late) Content(ctx context.Context, hash core.Hash) (core.Content, error) {
	return l.lib().Content(ctx, hash)
}

func newPackingLab(t testing.TB, dir string) (*lab, *unpacker) {
	t.Helper()
	u := &unpacker{}
	l, err := stores(dir)
	if err != nil {
		t.Fatal(err)
	}
	o := l.options()
	packing(func() *library.Library { return l.lib }, dir, u)(&o)
	if err := l.start(o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return l, u
}

// pack is a zip of name and text in turn.
func pack(t testing.TB, members ...string) string {
	t.Helper()
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for i := 0; i < len(members); i += 2 {
		f, err := w.Create(members[i])
		if err == nil {
			_, err = f.Write([]byte(members[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

// R0.1: members of archives, and of archives in them, are documents of their
// own; deeper than three they are named.
func TestMembersAreDocuments(t *testing.T) {
	dir := t.TempDir()
	l, u := newPackingLab(t, filepath.Join(dir, "lib"))
	deep := pack(t, "deep.txt", "too deep")
	three := pack(t, "c.txt", "kelp in three", "four.zip", deep)
	two := pack(t, "b.txt", "kelp in two", "three.zip", three)
	path := write(t, filepath.Join(dir, "in", "bundle.zip"), pack(t, "src/a.txt", "kelp in one", "two.zip", two, "data.bin", "\x00"))
	r := l.add(t, path)
	want := map[string]core.State{
		"bundle.zip": core.StateReady, "bundle.zip!/src/a.txt": core.StateReady, "bundle.zip!/data.bin": core.StateUnsupported,
		"bundle.zip!/two.zip": core.StateReady, "bundle.zip!/two.zip!/b.txt": core.StateReady,
		"bundle.zip!/two.zip!/three.zip": core.StateReady, "bundle.zip!/two.zip!/three.zip!/c.txt": core.StateReady,
		"bundle.zip!/two.zip!/three.zip!/four.zip": core.StateTooLarge,
	}
	if got := l.states(t); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v", got)
	}
	if len(r.Documents) != len(want) || r.Added != len(want) || len(r.Errors) > 0 {
		t.Errorf("report names %d, added %d, %v", len(r.Documents), r.Added, r.Errors)
	}
	if d := l.document(t, path); d.Reason != "3 files" || d.Container != 0 || d.NeedsAttention() {
		t.Errorf("the archive is %+v", d)
	}
	if found := l.finds(t, "kelp"); len(found) != 3 {
		t.Errorf("kelp is found in %q", found)
	}
	if u.unpacked != 3 {
		t.Errorf("%d passes over three archives", u.unpacked)
	}
	l.agree(t)
	again := l.add(t, path)
	if again.Added != 0 || again.Changed != 0 || len(again.Documents) != len(want) || u.listed != 3 {
		t.Errorf("added again, listed %d times: %+v", u.listed, again)
	}
}

func TestChangedArchiveIsListedAgain(t *testing.T) {
	dir := t.TempDir()
	l, _ := newPackingLab(t, filepath.Join(dir, "lib"))
	path := write(t, filepath.Join(dir, "in", "a.zip"), pack(t, "same.txt", "mussels", "other.txt", "limpets", "gone.txt", "urchins"))
	l.add(t, path)
	same, other := l.document(t, path+"!/same.txt"), l.document(t, path+"!/other.txt")
	write(t, path, pack(t, "new.txt", "wrasse", "same.txt", "mussels", "other.txt", "barnacles"))
	r, err := l.g.Refresh(t.Context())
	if err != nil || r.Added != 1 {
		t.Errorf("refresh: %+v, %v", r, err)
	}
	if d := l.document(t, path+"!/same.txt"); d.ID != same.ID || d.Hash != same.Hash || d.State != core.StateReady {
		t.Errorf("what is the same became %+v", d)
	}
	if d := l.document(t, path+"!/other.txt"); d.ID != other.ID || d.Hash == other.Hash {
		t.Errorf("what changed became %+v", d)
	}
	if got := fmt.Sprint(l.finds(t, "urchins"), l.finds(t, "limpets"), l.finds(t, "wrasse")); got != "[] [] [a.zip!/new.txt]" {
		t.Errorf("found %s", got)
	}
	l.agree(t)
	write(t, path, "no archive any more")
	if _, err := l.g.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := l.states(t); len(got) != 1 || got["a.zip"] != core.StateDamaged {
		t.Errorf("a damaged archive leaves %v", got)
	}
	l.agree(t)
}

func TestArchiveTakesItsMembersAlong(t *testing.T) {
	dir := t.TempDir()
	l, _ := newPackingLab(t, filepath.Join(dir, "lib"))
	in := filepath.Join(dir, "in")
	path := write(t, filepath.Join(in, "a.zip"), pack(t, "x.txt", "mussels", "in.zip", pack(t, "y.txt", "limpets")))
	twin := write(t, filepath.Join(in, "twin.zip"), pack(t, "x.txt", "mussels", "in.zip", pack(t, "y.txt", "limpets")))
	r := l.add(t, path, twin)
	if len(r.Documents) != 8 {
		t.Fatalf("%d documents: %v", len(r.Documents), l.states(t))
	}
	id := l.document(t, path+"!/in.zip!/y.txt").ID
	moved := filepath.Join(in, "sub", "b.zip")
	if err := errors.Join(os.MkdirAll(filepath.Dir(moved), 0o755), os.Rename(path, moved)); err != nil {
		t.Fatal(err)
	}
	if r, err := l.g.Sync(t.Context(), core.Folder{Path: in}); err != nil || r.Moved != 1 || r.Added != 0 {
		t.Errorf("sync: %+v, %v", r, err)
	}
	if d := l.document(t, moved+"!/in.zip!/y.txt"); d.ID != id || d.Name != "b.zip!/in.zip!/y.txt" {
		t.Errorf("moved: %+v", d)
	}
	if err := os.Rename(moved, path); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := l.g.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if d := l.document(t, moved+"!/x.txt"); d.State != core.StatePartial || !strings.Contains(d.Reason, "gone") {
		t.Errorf("of a missing archive: %+v", d)
	}
	for _, p := range []string{moved, twin} {
		if err := l.g.Remove(t.Context(), l.document(t, p).ID); err != nil {
			t.Fatal(err)
		}
	}
	if got := l.states(t); len(got) != 0 || len(l.finds(t, "mussels")) != 0 {
		t.Errorf("removal leaves %v", got)
	}
	l.agree(t)
}

// A real file may be called as a member is; neither takes the other's place.
func TestFolderThatLooksLikeAnArchive(t *testing.T) {
	dir := t.TempDir()
	l, _ := newPackingLab(t, filepath.Join(dir, "lib"))
	in := filepath.Join(dir, "in")
	write(t, filepath.Join(in, "a.zip"), pack(t, "x.txt", "mussels", "y.txt", "urchins"))
	real := write(t, filepath.Join(in, "a.zip!", "x.txt"), "limpets")
	l.add(t, in)
	if d := l.document(t, real); d.Container != 0 || d.Name != "x.txt" {
		t.Errorf("the file is %+v", d)
	}
	if got := fmt.Sprint(l.finds(t, "limpets"), l.finds(t, "urchins"), l.finds(t, "mussels")); got != "[x.txt] [a.zip!/y.txt] []" {
		t.Errorf("found %s", got)
	}
}

// Members that were queued when the program ended are read when it starts
// again, and an archive whose listing was cut short is listed again.
func TestArchiveSurvivesKills(t *testing.T) {
	for _, at := range []string{"before Assign", "after Assign", "before Acknowledge", "after Acknowledge"} {
		for hits := range 4 {
			t.Run(fmt.Sprint(at, hits), func(t *testing.T) { survives(t, at, hits) })
		}
	}
}

func survives(t *testing.T, at string, hits int) {
	dir := t.TempDir()
	lib := filepath.Join(dir, "lib")
	path := write(t, filepath.Join(dir, "in", "a.zip"), pack(t, "x.txt", "mussels", "in.zip", pack(t, "y.txt", "limpets"), "z.txt", "wrasse"))
	l, err := stores(lib)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	o := l.options()
	packing(func() *library.Library { return l.lib }, lib, &unpacker{})(&o)
	o.Catalogue = &falling{Library: l.lib, at: at, left: hits, fell: cancel}
	if err := l.start(o); err != nil {
		t.Fatal(err)
	}
	_, _ = l.g.Add(ctx, []string{path}, ingest.AddOptions{}) // ends as it was made to
	if err := l.close(); err != nil {
		t.Fatal(err)
	}
	again, _ := newPackingLab(t, lib)
	if _, err := again.g.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := again.states(t); len(got) != 5 || slices.Contains([]core.State{got["a.zip!/z.txt"], got["a.zip!/in.zip!/y.txt"]}, core.StateWaiting) {
		t.Errorf("after the kill: %v", got)
	}
	if got := again.finds(t, "limpets"); !slices.Equal(got, []string{"a.zip!/in.zip!/y.txt"}) {
		t.Errorf("limpets are in %q", got)
	}
	again.agree(t)
}

// falling is a library that fails from one call on, as one whose disk is gone.
type falling struct {
	*library.Library
	at   string
	left int
	fell func()

	mu   sync.Mutex
	down bool
}

var errFallen = errors.New("the disk is gone")

func (f *falling) step(name string, do func() error) error {
	if f.hit("before " + name) {
		return errFallen
	}
	if err := do(); err != nil {
		return err
	}
	if f.hit("after " + name) {
		return errFallen
	}
	return nil
}

func (f *falling) hit(at string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.down && at == f.at {
		if f.left--; f.left < 0 {
			f.down = true
			f.fell()
		}
	}
	return f.down
}

func (f *falling) Assign(ctx context.Context, d core.Document) (c core.Content, err error) {
	err = f.step("Assign", func() error { c, err = f.Library.Assign(ctx, d); return err })
	return c, err
}

func (f *falling) Acknowledge(ctx context.Context, n uint64, done []core.Content) error {
	return f.step("Acknowledge", func() error { return f.Library.Acknowledge(ctx, n, done) })
}
