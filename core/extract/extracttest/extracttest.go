// Package extracttest holds every extractor to what core.Extractor promises.
package extracttest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"ibid/core"
)

// Reading is everything that an extractor reads of a file.
type Reading struct {
	Pages    []core.Page
	Layouts  []core.Layout
	Outline  []core.OutlineEntry
	Metadata core.Metadata
}

// Read calls all methods of x up to the first error.
func Read(ctx context.Context, x core.Extractor, in core.Input) (r Reading, err error) {
	err = x.Words(ctx, in, func(p core.Page) error {
		r.Pages = append(r.Pages, p)
		return nil
	})
	if err != nil {
		return r, err
	}
	err = x.Structure(ctx, in, r.Pages, func(l core.Layout) error {
		r.Layouts = append(r.Layouts, l)
		return nil
	})
	if err != nil {
		return r, err
	}
	if r.Outline, err = x.Outline(ctx, in); err != nil {
		return r, err
	}
	r.Metadata, err = x.Metadata(ctx, in)
	return r, err
}

// Conform checks that x reads in as core.Extractor promises, and returns what it
// reads.
func Conform(t testing.TB, x core.Extractor, in core.Input) Reading {
	t.Helper()
	first, err := Read(context.Background(), x, in)
	if err != nil {
		t.Fatalf("read %s: %v", in.Name, err)
	}
	Check(t, first)
	second, err := Read(context.Background(), x, in)
	if err != nil || !reflect.DeepEqual(first, second) {
		t.Errorf("%s reads differently the second time: %v", in.Name, err)
	}
	checkStops(t, x, in)
	return first
}

// checkStops checks that the errors of a context and of emit are returned. A file of
// one page may be read although the context has ended.
func checkStops(t testing.TB, x core.Extractor, in core.Input) {
	t.Helper()
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	n := 0
	if err := x.Words(cancelled, in, func(core.Page) error { n++; return nil }); !errors.Is(err, context.Canceled) && (err != nil || n > 1) {
		t.Errorf("%s: %d pages and error %v though it was cancelled", in.Name, n, err)
	}
	enough := errors.New("enough")
	if err := x.Words(context.Background(), in, func(core.Page) error { return enough }); !errors.Is(err, enough) {
		t.Errorf("%s: the error of emit became %v", in.Name, err)
	}
}

// Check checks a reading against the contract of pages, layouts and outlines.
func Check(t testing.TB, r Reading) {
	t.Helper()
	for i, p := range r.Pages {
		if p.Index != i+1 {
			t.Errorf("page %d has index %d", i+1, p.Index)
		}
		if !utf8.ValidString(p.Text) || strings.ContainsAny(p.Text, "\x00\r") {
			t.Errorf("the text of page %d is not clean", i+1)
		}
	}
	if len(r.Layouts) != len(r.Pages) {
		t.Fatalf("%d layouts for %d pages", len(r.Layouts), len(r.Pages))
	}
	for i, l := range r.Layouts {
		if l.Page != i+1 {
			t.Errorf("layout %d is of page %d", i+1, l.Page)
		}
		checkHeadings(t, r.Pages[i], l)
	}
	for _, e := range r.Outline {
		if e.Level < 1 || e.Page < 0 || e.Page > len(r.Pages) || !isTitle(e.Title) {
			t.Errorf("outline entry %+v of %d pages", e, len(r.Pages))
		}
	}
}

// checkHeadings checks that headings are in the order of the text, unless the layout
// has another order of reading.
func checkHeadings(t testing.TB, p core.Page, l core.Layout) {
	t.Helper()
	at := 0
	for _, h := range l.Headings {
		if h.Level < 1 || h.Start < at || h.Start > len(p.Text) || !isTitle(h.Title) {
			t.Errorf("page %d of %d bytes: heading %+v after %d", p.Index, len(p.Text), h, at)
		}
		if l.Order == nil {
			at = h.Start
		}
	}
}

func isTitle(s string) bool {
	return s != "" && s == strings.Join(strings.Fields(s), " ") && utf8.ValidString(s)
}

// Fate checks that err is nil or a *core.FileError with a settled state and a reason.
func Fate(t testing.TB, name string, err error) {
	t.Helper()
	var file *core.FileError
	if err != nil && (!errors.As(err, &file) || !file.State.Settled() || file.Reason == "") {
		t.Errorf("%s: %v names no fate", name, err)
	}
}

// Folder reads every file with one of the endings below the folder dir of IBID_EVAL,
// each within a minute, checks the readings and logs them. It skips the test if
// IBID_EVAL is not set or there is no such file.
func Folder(t *testing.T, x core.Extractor, kind core.Kind, dir string, endings ...string) {
	t.Helper()
	root := os.Getenv("IBID_EVAL")
	if root == "" {
		t.Skip("IBID_EVAL names no folder of evaluation data")
	}
	var paths []string
	err := filepath.WalkDir(filepath.Join(root, dir), func(path string, _ os.DirEntry, err error) error {
		if slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(strings.ToLower(path), e) }) {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 0 {
		t.Skipf("%s holds no files of this kind", dir)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		logFile(t, x, core.Input{Name: filepath.Base(path), Data: data, Kind: kind})
	}
}

func logFile(t *testing.T, x core.Extractor, in core.Input) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	began := time.Now()
	r, err := Read(ctx, x, in)
	Fate(t, in.Name, err)
	if err != nil {
		t.Logf("%-40s %v", in.Name, err)
		return
	}
	Check(t, r)
	n := 0
	for _, p := range r.Pages {
		n += utf8.RuneCountInString(p.Text)
	}
	t.Logf("%-40s %4d pages %8d characters %3d outline  %s  %q by %q", in.Name, len(r.Pages), n, len(r.Outline),
		time.Since(began).Round(time.Millisecond), r.Metadata.Title, r.Metadata.Author)
}
