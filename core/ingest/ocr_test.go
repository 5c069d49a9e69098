package ingest_test

import (
	"context"
	"errors"
	"image"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"ibid/core"
	"ibid/core/ingest"
)

// eye draws pages whose first pixel says which they are, and reads those
// pictures, as Tesseract would.
type eye struct {
	mu    sync.Mutex
	why   string               // why it is not ready
	read  []int                // pages, in the order in which they were read
	hook  func(page int) error // called for each page
	notes map[int]string       // pages it cannot read
}

func (e *eye) Draw(ctx context.Context, p core.PageImage) (*image.RGBA, error) {
	file, err := p.Open(ctx)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	img := image.NewRGBA(image.Rect(0, 0, 40, 60))
	img.Pix[0] = byte(p.Page)
	return img, nil
}

func (e *eye) Ready(context.Context) string { return e.why }

func (e *eye) Recognise(ctx context.Context, img *image.RGBA, width, height float32, _ bool) (core.Scan, error) {
	page := int(img.Pix[0])
	if e.hook != nil {
		if err := e.hook(page); err != nil {
			return core.Scan{}, err
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.read = append(e.read, page)
	if note := e.notes[page]; note != "" {
		return core.Scan{Read: true, Note: note}, ctx.Err()
	}
	text := "seen" + strings.Repeat("i", page) + " words"
	return core.Scan{Read: true, Text: text, OCR: 80 + page%10, Layout: core.Layout{
		Width: width, Height: height, Lines: []core.Line{{Span: core.Span{End: len(text)}, Top: 10, Right: 90, Height: 12, Size: 12}},
	}}, ctx.Err()
}

func (e *eye) options(o *ingest.Options) { o.Painter, o.Recogniser = e, e }

// scanned writes a document of so many pages without words.
func scanned(t testing.TB, dir string, pages int) string {
	return write(t, filepath.Join(dir, "in", "scan.pdf"), strings.Repeat("\f", pages-1))
}

func readScans(t testing.TB, l *lab) {
	t.Helper()
	if _, err := l.g.ReadScans(t.Context(), false); err != nil {
		t.Fatal(err)
	}
}

func TestScansAreReadAfterTheRest(t *testing.T) {
	dir, e := t.TempDir(), &eye{}
	l := newLab(t, filepath.Join(dir, "lib"), e.options)
	path := scanned(t, dir, 3)
	l.add(t, path)
	if d := l.document(t, path); d.State != core.StateNoText || !strings.Contains(d.Reason, "OCR is still to read them") || len(e.read) > 0 {
		t.Errorf("before: %s, %q, %d pages read", d.State, d.Reason, len(e.read))
	}
	readScans(t, l)
	d := l.document(t, path)
	if d.State != core.StateReady || d.Reason != "3 pages were read by OCR, mean confidence 82 %" || d.NeedsAttention() {
		t.Errorf("after: %s, %q", d.State, d.Reason)
	}
	pages, err := l.texts.Pages(t.Context(), d.Hash)
	if err != nil || len(pages) != 3 || pages[1].OCR != 82 || pages[1].Text != "seenii words" {
		t.Errorf("pages %+v, %v", pages, err)
	}
	layout, err := l.texts.Layout(t.Context(), d.Hash, 2)
	if err != nil || len(layout.Lines) != 1 || layout.Height != 842 {
		t.Errorf("layout %+v, %v", layout, err)
	}
	if len(l.finds(t, "seeniii")) != 1 {
		t.Error("the words of page 3 are not found")
	}
	readScans(t, l)
	if len(e.read) != 3 {
		t.Errorf("pages %v were read, want each once", e.read)
	}
	l.agree(t)
}

func TestScanWithAStampIsReadToo(t *testing.T) {
	dir, e := t.TempDir(), &eye{}
	l := newLab(t, filepath.Join(dir, "lib"), e.options)
	path := write(t, filepath.Join(dir, "in", "stamped.pdf"), "\vReceived in May\f\f")
	l.add(t, path)
	if d := l.document(t, path); d.State != core.StateReady || len(l.finds(t, "received")) != 1 {
		t.Errorf("before: %s, %q", d.State, d.Reason)
	}
	readScans(t, l)
	if len(e.read) != 3 || len(l.finds(t, "received")) != 1 || len(l.finds(t, "seeni")) != 1 || len(l.finds(t, "seeniii")) != 1 {
		t.Errorf("pages %v were read", e.read)
	}
	hash := l.document(t, path).Hash
	page, err := l.texts.Page(t.Context(), hash, 1)
	if err != nil || page.Text != "seeni words\nReceived in May" || page.Contents() != "seeni words" || page.OCR == 0 {
		t.Errorf("page %+v, %v", page, err)
	}
	layout, err := l.texts.Layout(t.Context(), hash, 1)
	if err != nil || len(layout.Lines) != 2 || layout.Lines[1].Span != (core.Span{Start: 12, End: len(page.Text)}) {
		t.Errorf("layout %+v, %v", layout, err)
	}
	l.agree(t)
}

func TestWhyThereIsNoOCRIsSaid(t *testing.T) {
	dir, e := t.TempDir(), &eye{why: "install it"}
	l := newLab(t, filepath.Join(dir, "lib"), e.options)
	path := scanned(t, dir, 1)
	l.add(t, path)
	for _, why := range []string{"install it", "switched off"} {
		e.why = why
		if _, err := l.g.ReadScans(t.Context(), false); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%v, want %q", err, why)
		}
		if d := l.document(t, path); d.State != core.StateNoText || !strings.HasSuffix(d.Reason, "; "+why) {
			t.Errorf("%s, %q", d.State, d.Reason)
		}
	}
	l.agree(t)
}

func TestCalledOffScansGoOnWhereTheyStopped(t *testing.T) {
	dir, e := t.TempDir(), &eye{}
	l := newLab(t, filepath.Join(dir, "lib"), e.options)
	path := scanned(t, dir, 20)
	l.add(t, path)
	off := errors.New("called off")
	e.hook = func(page int) error {
		if page == 13 {
			return off
		}
		return nil
	}
	if _, err := l.g.ReadScans(t.Context(), false); !errors.Is(err, off) {
		t.Fatal(err)
	}
	if d := l.document(t, path); d.State != core.StatePartial || d.Reason != "8 of 20 pages read by OCR" {
		t.Errorf("%s, %q", d.State, d.Reason)
	}
	e.hook = nil
	readScans(t, l)
	count := make(map[int]int)
	for _, page := range e.read {
		count[page]++
	}
	for page := 1; page <= 20; page++ {
		if count[page] != 1 && (count[page] != 2 || page <= 8) {
			t.Errorf("page %d was read %d times", page, count[page])
		}
	}
	if d := l.document(t, path); d.State != core.StateReady {
		t.Errorf("%s, %q", d.State, d.Reason)
	}
	l.agree(t)
}

func TestPagesThatOCRCannotReadAreTriedAgainWhenAskedFor(t *testing.T) {
	dir, e := t.TempDir(), &eye{notes: map[int]string{2: "it took too long"}}
	l := newLab(t, filepath.Join(dir, "lib"), e.options)
	path := scanned(t, dir, 2)
	l.add(t, path)
	readScans(t, l)
	if d := l.document(t, path); d.State != core.StatePartial || !strings.Contains(d.Reason, "OCR could not read 1 of 2 pages: it took too long") {
		t.Errorf("%s, %q", d.State, d.Reason)
	}
	e.notes = nil
	if _, err := l.g.ReadScans(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	if d := l.document(t, path); d.State != core.StateReady || len(e.read) != 3 {
		t.Errorf("%s, %q, read %v", d.State, d.Reason, e.read)
	}
	l.agree(t)
}

// Decision 5 holds for OCR: after a kill at any step the stores agree, and no
// page that was kept is read a second time.
func TestKilledScanGoesOnWhereItStopped(t *testing.T) {
	points := []string{
		"scan 5 1", "scan 13 1", "before PutScanned 1", "after PutScanned 1", "after Put 1", "after Acknowledge 1",
		"before PutScanned 3", "after PutScanned 3", "after Put 3", "after Acknowledge 3",
	}
	for _, point := range points {
		t.Run(point, func(t *testing.T) {
			dir, e := t.TempDir(), &eye{}
			path := scanned(t, dir, 20)
			l, err := stores(filepath.Join(dir, "lib"))
			if err != nil {
				t.Fatal(err)
			}
			o := l.options()
			e.options(&o)
			if err := l.start(o); err != nil {
				t.Fatal(err)
			}
			l.add(t, path)
			if err := l.close(); err != nil {
				t.Fatal(err)
			}
			crash(t, dir, "scan", point)

			l = newLab(t, filepath.Join(dir, "lib"), e.options)
			l.agree(t)
			hash := l.document(t, path).Hash
			scans, err := l.texts.Scans(t.Context(), hash)
			if err != nil {
				t.Fatal(err)
			}
			readScans(t, l)
			if len(e.read) != scans.Left() {
				t.Errorf("%d pages were read, %d were left", len(e.read), scans.Left())
			}
			if d := l.document(t, path); d.State != core.StateReady || !strings.HasPrefix(d.Reason, "20 pages were read by OCR") {
				t.Errorf("%s, %q", d.State, d.Reason)
			}
			if got := l.finds(t, "words"); len(got) != 20 {
				t.Errorf("%d passages are found, want one a page", len(got))
			}
			l.agree(t)
		})
	}
}
