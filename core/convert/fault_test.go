package convert_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"image"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ibid/core"
	"ibid/core/convert"
	"ibid/core/opener"
)

// plain reads files that begin with "new", as a worker reads what it knows, and
// refuses all others.
type plain struct {
	core.Reader
	refusal core.FileError
}

func (p plain) Words(_ context.Context, req core.ReadRequest) ([]core.Page, error) {
	data, err := io.ReadAll(io.NewSectionReader(req.File, 0, 1<<20))
	if err != nil || !bytes.HasPrefix(data, []byte("new")) {
		return nil, errors.Join(err, &p.refusal)
	}
	return []core.Page{{Index: 1, Text: string(data)}}, nil
}

func (p plain) Draw(ctx context.Context, page core.PageImage) (*image.RGBA, error) {
	f, err := page.Open(ctx)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	_, err = p.Words(ctx, core.ReadRequest{File: f})
	return image.NewRGBA(image.Rect(0, 0, 1, 1)), err
}

// fault is a converter with a program of a script of its own, before a worker
// that reads what the script writes.
type fault struct {
	*convert.Converter
	dir   string
	ahead []core.Document
}

// converting is a program that does what LibreOffice does: it writes a new file
// for each one that it is given, and notes how many these were.
const converting = `n=0; for a in "$@"; do case $out in next) out=$a;; esac; case $a in --outdir) out=next;; *.in) n=$((n+1));; esac; done
echo $n >> ../../runs
mkdir -p "$out"; for a in "$@"; do case $a in *.in) b=${a##*/}; { printf 'new '; cat "$a"; } > "$out/${b%.in}.docx";; esac; done
`

func newFault(t *testing.T, script string, change func(*convert.Options)) *fault {
	t.Helper()
	f := &fault{dir: t.TempDir()}
	program := filepath.Join(f.dir, "soffice")
	if err := os.WriteFile(program, []byte("#!/bin/sh\n"+script), 0o700); err != nil {
		t.Fatal(err)
	}
	p := plain{refusal: core.FileError{State: core.StateUnsupported, Reason: "is an old Word document", Err: core.ErrNeedsConversion}}
	o := convert.Options{
		Dir: filepath.Join(f.dir, "converted"), Reader: p, Painter: p, Program: program, Opener: opener.New(opener.Options{}),
		Ahead: func(context.Context, string, int) ([]core.Document, error) { return f.ahead, nil },
	}
	if change != nil {
		change(&o)
	}
	f.Converter = convert.New(o)
	return f
}

// file makes a file and asks for it.
func (f *fault) file(t *testing.T, name, text string) core.ReadRequest {
	t.Helper()
	path := filepath.Join(f.dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	sum := sha256.Sum256([]byte(text))
	return core.ReadRequest{Name: name, Hash: core.Hash(hex.EncodeToString(sum[:])), Kind: core.KindDocument, File: file}
}

// runs says how many files each run of the program was given.
func (f *fault) runs(t *testing.T) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(f.dir, "runs"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return strings.Fields(string(data))
}

func (f *fault) wants(t *testing.T, req core.ReadRequest) {
	t.Helper()
	pages, err := f.Words(t.Context(), req)
	if err != nil || len(pages) != 1 || !strings.HasPrefix(pages[0].Text, "new ") {
		t.Errorf("%s: %v, %v", req.Name, pages, err)
	}
}

func TestEveryEndOfLibreOfficeIsANamedState(t *testing.T) {
	for _, tt := range []struct {
		name, script string
		change       func(*convert.Options)
		state        core.State
		reason       string
	}{
		{"hangs", "exec sleep 600", func(o *convert.Options) { o.Time = 100 * time.Millisecond }, core.StateTimedOut, "longer than 100ms"},
		{"killed", "kill -9 $$", nil, core.StateDamaged, "could not read it"},
		{"writes nothing", "exit 0", nil, core.StateDamaged, "could not read it"},
		{"not there", "", func(o *convert.Options) { o.Program = "no-such-program-here" }, core.StateUnsupported,
			"is an old Word document: install LibreOffice (libreoffice-writer-nogui) and add it again"},
		{"encrypted", "exit 0", func(o *convert.Options) {
			o.Reader = plain{refusal: core.FileError{State: core.StateNeedsPassword, Reason: "is encrypted", Err: core.ErrNeedsConversion}}
		}, core.StateNeedsPassword, "is encrypted"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := newFault(t, tt.script, tt.change)
			_, err := f.Words(t.Context(), f.file(t, "old.doc", "minutes"))
			var fate *core.FileError
			if !errors.As(err, &fate) || fate.State != tt.state || !strings.Contains(fate.Reason, tt.reason) {
				t.Errorf("got %v, want %s: %s", err, tt.state, tt.reason)
			}
			if left, _ := filepath.Glob(filepath.Join(f.dir, "converted", "run-*")); len(left) > 0 {
				t.Errorf("%v was left", left)
			}
		})
	}
}

func TestACancelledConversionIsNobodysFault(t *testing.T) {
	f := newFault(t, "exec sleep 600", nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := f.Words(ctx, f.file(t, "old.doc", "minutes"))
	var fate *core.FileError
	if !errors.Is(err, context.Canceled) || errors.As(err, &fate) {
		t.Errorf("got %v", err)
	}
}

func TestAFileIsConvertedOnceAndAgainWhenItsCopyIsGone(t *testing.T) {
	f := newFault(t, converting, nil)
	req := f.file(t, "old.doc", "minutes")
	page := core.PageImage{Name: req.Name, Hash: req.Hash, Kind: req.Kind, Page: 1, Width: 9, Height: 9,
		Open: func(context.Context) (*os.File, error) { return os.Open(req.File.Name()) }}
	draw := func() {
		t.Helper()
		if _, err := f.Draw(t.Context(), page); err != nil {
			t.Error(err)
		}
	}
	f.wants(t, req)
	f.wants(t, req)
	draw()
	if got := f.runs(t); !slices.Equal(got, []string{"1"}) {
		t.Errorf("files in each run: %v, want one run", got)
	}
	if err := os.RemoveAll(filepath.Join(f.dir, "converted")); err != nil {
		t.Fatal(err)
	}
	draw()
	f.wants(t, req)
	if got := f.runs(t); len(got) != 2 {
		t.Errorf("files in each run: %v, want two runs", got)
	}
}

// documents are those of requests, as the queue knows them.
func (f *fault) documents(list ...core.ReadRequest) (out []core.Document) {
	for _, r := range list {
		out = append(out, core.Document{Name: r.Name, Path: r.File.Name()})
	}
	return out
}

// Those that will be read soon are converted with the first, but not what only
// has such a name, nor the same bytes twice.
func TestOneRunConvertsTheNextFilesAsWell(t *testing.T) {
	f := newFault(t, converting, nil)
	one, two, three := f.file(t, "one.doc", "old 1"), f.file(t, "two.doc", "old 2"), f.file(t, "three.doc", "old 3")
	f.ahead = f.documents(two, three, f.file(t, "twin.doc", "old 3"), f.file(t, "text.doc", "no mark"))
	f.ahead = append(f.ahead, core.Document{Name: "gone.doc", Path: filepath.Join(f.dir, "gone.doc")})
	for _, r := range []core.ReadRequest{one, two, three} {
		f.wants(t, r)
	}
	if got := f.runs(t); !slices.Equal(got, []string{"3"}) {
		t.Errorf("files in each run: %v, want one run of 3", got)
	}
}

// A file that ends the program costs the others one run, and itself no more
// than one by itself.
func TestAFileThatEndsLibreOfficeIsConvertedByItself(t *testing.T) {
	f := newFault(t, `cat *.in | grep -q deadly && { echo $# >> ../../runs; kill -9 $$; }
`+converting, nil)
	one, bad, three := f.file(t, "one.doc", "old 1"), f.file(t, "bad.doc", "old and deadly"), f.file(t, "three.doc", "old 3")
	f.ahead = f.documents(bad, three)
	f.wants(t, one)
	f.wants(t, three)
	var fate *core.FileError
	if _, err := f.Words(t.Context(), bad); !errors.As(err, &fate) || fate.State != core.StateDamaged {
		t.Errorf("the bad file: %v", err)
	}
	if got := f.runs(t); len(got) != 4 {
		t.Errorf("%d runs, want 4: together, and each by itself", len(got))
	}
}

func TestWhatIsConvertedGoesWithItsContent(t *testing.T) {
	f := newFault(t, converting, func(o *convert.Options) { o.Ahead = nil })
	one, two := f.file(t, "one.doc", "old 1"), f.file(t, "two.doc", "old 2")
	kept := func() int {
		list, err := filepath.Glob(filepath.Join(f.dir, "converted", "*"))
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	f.wants(t, one)
	f.wants(t, two)
	if err := f.Forget(one.Hash); err != nil || kept() != 1 {
		t.Errorf("%d are kept, %v; want 1", kept(), err)
	}
	if err := f.Prune(map[core.Hash]bool{two.Hash: true}); err != nil || kept() != 1 {
		t.Errorf("%d are kept, %v; want 1", kept(), err)
	}
	if err := errors.Join(f.Prune(nil), f.Forget(two.Hash)); err != nil || kept() != 0 {
		t.Errorf("%d are kept, %v; want none", kept(), err)
	}
}

func TestConvertedFilesAreBounded(t *testing.T) {
	f := newFault(t, converting, func(o *convert.Options) { o.Kept, o.Ahead = 2500, nil })
	for _, name := range []string{"a.doc", "b.doc", "c.doc", "d.doc"} {
		f.wants(t, f.file(t, name, name+strings.Repeat(".", 1000)))
	}
	kept, err := filepath.Glob(filepath.Join(f.dir, "converted", "*"))
	if err != nil || len(kept) != 2 {
		t.Errorf("%d files are kept, %v; want 2", len(kept), err)
	}
}

// One run takes a bounded number of files, of the extension that the first one has.
func TestABatchIsBounded(t *testing.T) {
	asked, ending := 0, ""
	f := newFault(t, converting, func(o *convert.Options) {
		o.Ahead = func(_ context.Context, e string, most int) ([]core.Document, error) {
			asked, ending = most, e
			return nil, nil
		}
	})
	f.wants(t, f.file(t, "old.DOC", "minutes"))
	if asked != 31 || ending != ".doc" {
		t.Errorf("asked for %d files that end in %q, want 31 in \".doc\"", asked, ending)
	}
}

// The oldest go when the converted files take more than they may.
func TestTheLastConvertedFilesAreKeptToTheByte(t *testing.T) {
	for kept, want := range map[int64]int{28: 2, 27: 1} { // "new " and ten bytes each
		f := newFault(t, converting, func(o *convert.Options) { o.Kept, o.Ahead = kept, nil })
		f.wants(t, f.file(t, "a.doc", "0123456789"))
		f.wants(t, f.file(t, "b.doc", "abcdefghij"))
		list, err := filepath.Glob(filepath.Join(f.dir, "converted", "*.docx"))
		if err != nil || len(list) != want {
			t.Errorf("%d bytes: %d files are kept, want %d; %v", kept, len(list), want, err)
		}
	}
}
