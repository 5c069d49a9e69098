package worker_test

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/go-pdf/fpdf"

	"ibid/core"
	"ibid/core/worker"
)

// Every way in which a worker can go wrong ends as a named state of that file,
// and the next file is read.
func TestMisbehaviourBecomesAState(t *testing.T) {
	tests := []struct {
		name   string
		file   string
		change func(*core.Limits)
		state  core.State
		reason string
	}{
		{"exit in C", "hook: exit\n", nil, core.StateDamaged, "exit 1: aborting process from uncaught error!"},
		{"crash in C", "hook: crash\n", nil, core.StateDamaged, "SIGSEGV"},
		{"panic in Go", "hook: panic\n", nil, core.StateDamaged, "panic: hook"},
		{"endless loop in C", "hook: hang\n", func(l *core.Limits) { l.TextTime = 300 * time.Millisecond }, core.StateTimedOut, "longer than 300ms"},
		{"slow growth", "hook: memory\n", func(l *core.Limits) { l.ResidentSize = 200 << 20 }, core.StateTooLarge, "more than 200 MB of memory"},
		{"growth in one go", "hook: memory at once\n", func(l *core.Limits) { l.ResidentSize = 0 }, core.StateTooLarge, "of memory"},
		{"garbage on the socket", "hook: garbage\n", nil, core.StateDamaged, "made no sense"},
		{"more text than allowed", strings.Repeat("text ", 1000), func(l *core.Limits) { l.OutputBytes = 1000 }, core.StateTooLarge, "of text"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if runtime.GOOS != "linux" && tt.state == core.StateTooLarge {
				t.Skip("memory is watched on Linux only")
			}
			s := supervisor(t, tt.change)
			ctx := within(t, time.Minute)
			_, err := s.Words(ctx, request(write(t, "bad.txt", []byte(tt.file)), core.KindText))
			f := wantState(t, err, tt.state)
			if !strings.Contains(f.Reason, tt.reason) {
				t.Errorf("reason %q does not say %q", f.Reason, tt.reason)
			}
			pages, err := s.Words(ctx, request(write(t, "good.txt", []byte("good")), core.KindText))
			if err != nil || len(pages) != 1 || pages[0].Text != "good" {
				t.Errorf("the next file gave %v, %v", pages, err)
			}
		})
	}
}

// The painter fares like the reader: a page that cannot be drawn ends as a named
// state of its file, and the next page is drawn.
func TestMisbehaviourOfThePainterBecomesAState(t *testing.T) {
	tests := []struct {
		name   string
		file   string
		change func(*core.Limits)
		state  core.State
	}{
		{"exit in C", "hook: exit\n", nil, core.StateDamaged},
		{"crash in C", "hook: crash\n", nil, core.StateDamaged},
		{"endless loop in C", "hook: hang\n", func(l *core.Limits) { l.DrawTime = 300 * time.Millisecond }, core.StateTimedOut},
		{"garbage on the socket", "hook: garbage\n", nil, core.StateDamaged},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := supervisor(t, tt.change)
			ctx := within(t, time.Minute)
			page := func(name, content string) core.PageImage {
				f := write(t, name, []byte(content))
				return core.PageImage{Name: filepath.Base(f.Name()), Open: opening(f.Name()), Hash: core.Hash(name), Kind: core.KindText, Page: 1, Width: 60, Height: 80}
			}
			_, err := s.Draw(ctx, page("bad.txt", tt.file))
			wantState(t, err, tt.state)
			if img, err := s.Draw(ctx, page("good.txt", "good")); err != nil || img.Bounds().Dx() == 0 {
				t.Errorf("the next page: %v", err)
			}
		})
	}
}

// The limits are promises to the person who uses Ibid: a change is a decision.
func TestDefaultLimits(t *testing.T) {
	want := core.Limits{
		FileBytes: 2<<30 - 1, TextTime: time.Minute, DrawTime: 10 * time.Second, Pages: 20_000, Pixels: 25_000_000,
		OutputBytes: 256 << 20, ResidentSize: 1 << 30, AddressSpace: 3 << 30, FilesPerLife: 200,
	}
	if got := core.DefaultLimits(); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestWhatLibrariesPrintDoesNotReachTheProtocol(t *testing.T) {
	s := supervisor(t, nil)
	text := "hook: print\nand the text goes on"
	pages, err := s.Words(within(t, time.Minute), request(write(t, "a.txt", []byte(text)), core.KindText))
	if err != nil || len(pages) != 1 || pages[0].Text != text {
		t.Errorf("got %v, %v", pages, err)
	}
}

func TestReadsAPaper(t *testing.T) {
	s := supervisor(t, nil)
	ctx := within(t, time.Minute)
	req := request(write(t, "paper.pdf", paper(t, 3, nil)), core.KindPDF)
	pages, err := s.Words(ctx, req)
	if err != nil || len(pages) != 3 {
		t.Fatalf("got %d pages, %v", len(pages), err)
	}
	if want := "The yield curve inverted on page 2."; pages[1].Text != want || pages[1].Index != 2 {
		t.Errorf("page 2 is %+v, want %q", pages[1], want)
	}
	layouts, err := s.Structure(ctx, req, pages)
	if err != nil || len(layouts) != 3 {
		t.Fatalf("got %d layouts, %v", len(layouts), err)
	}
	for i, l := range layouts {
		if len(l.Lines) != 1 || l.Lines[0].Span != (core.Span{End: len(pages[i].Text)}) {
			t.Errorf("page %d has lines %+v", i+1, l.Lines)
		}
	}
	outline, err := s.Outline(ctx, req)
	if err != nil || len(outline) != 3 || outline[2] != (core.OutlineEntry{Level: 1, Title: "Section 3", Page: 3}) {
		t.Errorf("outline is %+v, %v", outline, err)
	}
	meta, err := s.Metadata(ctx, req)
	if err != nil || !reflect.DeepEqual(meta, core.Metadata{Title: "A short paper", Author: "N. Body"}) {
		t.Errorf("metadata is %+v, %v", meta, err)
	}
}

// The program itself is the worker where nothing else is named.
func TestStartsItselfAsWorker(t *testing.T) {
	s, err := worker.New(worker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	ctx := within(t, time.Minute)
	s.Warm(ctx)
	pages, err := s.Words(ctx, request(write(t, "paper.pdf", paper(t, 1, nil)), core.KindPDF))
	if err != nil || len(pages) != 1 {
		t.Errorf("got %d pages, %v", len(pages), err)
	}
}

func TestBadPDFBecomesAState(t *testing.T) {
	good := paper(t, 3, nil)
	locked := paper(t, 1, func(f *fpdf.Fpdf) { f.SetProtection(0, "sesame", "owner") })
	tests := []struct {
		name  string
		data  []byte
		kind  core.Kind
		state core.State
	}{
		{"not a PDF", []byte("Dear diary, this is not a PDF."), core.KindPDF, core.StateDamaged},
		{"empty", nil, core.KindPDF, core.StateDamaged},
		{"empty text", nil, core.KindText, core.StateNoText},
		{"empty code", nil, core.KindCode, core.StateNoText},
		{"only a mark", []byte("%PDF-1.7\n"), core.KindPDF, core.StateDamaged},
		{"password", locked, core.KindPDF, core.StateNeedsPassword},
		{"negative count", []byte(strings.Replace(string(good), "/Count 3", "/Count -5", 1)), core.KindPDF, core.StateDamaged},
		{"binary named text", []byte(strings.Repeat("\x00\x01\x02\x03\xff", 200)), core.KindText, core.StateDamaged},
		{"no extractor", []byte("PK\x03\x04"), core.KindOther, core.StateUnsupported},
	}
	s := supervisor(t, nil)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := s.Words(within(t, time.Minute), request(write(t, "file", tt.data), tt.kind))
			wantState(t, err, tt.state)
		})
	}
}

// A truncated file is repaired as far as it goes; what matters is that it ends.
func TestTruncatedPDFEnds(t *testing.T) {
	good := paper(t, 5, nil)
	s := supervisor(t, nil)
	for _, n := range []int{10, 200, len(good) / 2, len(good) - 20} {
		pages, err := s.Words(within(t, time.Minute), request(write(t, "cut.pdf", good[:n]), core.KindPDF))
		if err != nil {
			wantState(t, err, core.StateDamaged)
		} else if len(pages) == 0 {
			t.Errorf("cut at %d: neither pages nor an error", n)
		}
	}
}

func TestPasswordOpensAFile(t *testing.T) {
	s := supervisor(t, nil)
	ctx := within(t, time.Minute)
	req := request(write(t, "locked.pdf", paper(t, 1, func(f *fpdf.Fpdf) { f.SetProtection(0, "sesame", "owner") })), core.KindPDF)
	for _, password := range []string{"sesame", "owner"} {
		req.Password = password
		pages, err := s.Words(ctx, req)
		if err != nil || len(pages) != 1 || !strings.Contains(pages[0].Text, "yield curve") {
			t.Errorf("password %q: got %v, %v", password, pages, err)
		}
	}
	req.Password = "wrong"
	_, err := s.Words(ctx, req)
	if f := wantState(t, err, core.StateNeedsPassword); !errors.Is(err, core.ErrNeedsPassword) || !strings.Contains(f.Reason, "does not open") {
		t.Errorf("wrong password gives %v", err)
	}
}

func TestFileOverTheLimitIsNotOpened(t *testing.T) {
	f := write(t, "sparse.pdf", nil)
	if err := os.Truncate(f.Name(), 2<<30); err != nil {
		t.Skipf("no sparse files here: %v", err)
	}
	_, err := supervisor(t, nil).Words(within(t, time.Minute), request(f, core.KindPDF))
	wantState(t, err, core.StateTooLarge)
}

func TestTooManyPagesIsTooLarge(t *testing.T) {
	s := supervisor(t, func(l *core.Limits) { l.Pages = 2 })
	_, err := s.Words(within(t, time.Minute), request(write(t, "long.pdf", paper(t, 3, nil)), core.KindPDF))
	wantState(t, err, core.StateTooLarge)
}

func TestCancelledRequestEndsAtOnce(t *testing.T) {
	s := supervisor(t, nil)
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(300*time.Millisecond, cancel)
	_, err := s.Words(ctx, request(write(t, "hang.txt", []byte("hook: hang\n")), core.KindText))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want a cancellation that is no fault of the file", err)
	}
	var f *core.FileError
	if errors.As(err, &f) {
		t.Errorf("the file got the state %q", f.State)
	}
}

func TestCloseEndsARequest(t *testing.T) {
	s := supervisor(t, nil)
	time.AfterFunc(300*time.Millisecond, func() { _ = s.Close() })
	_, err := s.Words(within(t, time.Minute), request(write(t, "hang.txt", []byte("hook: hang\n")), core.KindText))
	if err == nil {
		t.Error("the request ended well")
	}
	if _, err := s.Words(within(t, time.Minute), request(write(t, "a.txt", []byte("a")), core.KindText)); err == nil {
		t.Error("a closed supervisor reads on")
	}
}

func TestFilesAreReadBesideOneThatHangs(t *testing.T) { // R2.10
	s, err := worker.New(worker.Options{Command: []string{misbehaving, worker.Argument}, Limits: core.DefaultLimits(), Readers: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	hanging, end := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	stuck := request(write(t, "hang.txt", []byte("hook: hang\n")), core.KindText)
	go func() { _, err := s.Words(hanging, stuck); ended <- err }()
	for worker.FreeReaders(s) == 2 {
		runtime.Gosched()
	}
	for i := range 3 {
		if _, err := s.Words(within(t, time.Minute), request(write(t, "a.txt", []byte("a")), core.KindText)); err != nil {
			t.Fatalf("file %d beside it: %v", i, err)
		}
	}
	end()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the one that hangs ended with %v", err)
	}
}

func TestIdleReadersEnd(t *testing.T) {
	s := supervisor(t, nil)
	read := func() {
		t.Helper()
		if _, err := s.Words(within(t, time.Minute), request(write(t, "a.txt", []byte("a")), core.KindText)); err != nil {
			t.Fatal(err)
		}
	}
	read()
	if n := worker.Readers(s); n != 1 {
		t.Fatalf("%d readers stand ready behind a file, want 1", n)
	}
	worker.EndIdleReaders(s)
	read()
	for ctx := within(t, time.Minute); worker.Readers(s) > 0; {
		if ctx.Err() != nil {
			t.Fatal("the reader goes on though nobody uses it")
		}
		time.Sleep(100 * time.Millisecond)
		if worker.Readers(s) > 0 {
			read() // its time had come while the last file was still being handed over
		}
	}
	read() // by another
}

func TestWhoWaitsForAWorkerCanBeCalledOff(t *testing.T) {
	s := supervisor(t, nil)
	hanging, end := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	stuck := request(write(t, "hang.txt", []byte("hook: hang\n")), core.KindText)
	go func() { _, err := s.Words(hanging, stuck); ended <- err }()
	for worker.FreeReaders(s) == 1 {
		runtime.Gosched()
	}
	off, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Words(off, request(write(t, "a.txt", []byte("a")), core.KindText)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want a cancellation", err)
	}
	end()
	<-ended
}

func TestWorkerIsReplacedAfterItsFiles(t *testing.T) {
	s := supervisor(t, func(l *core.Limits) { l.FilesPerLife = 2 })
	ctx := within(t, time.Minute)
	seen := map[int]bool{}
	for range 6 {
		if _, err := s.Words(ctx, request(write(t, "a.txt", []byte("a")), core.KindText)); err != nil {
			t.Fatal(err)
		}
		seen[worker.ReaderPID(s)] = true
	}
	if len(seen) != 3 {
		t.Errorf("6 files at 2 a life took %d workers, want 3", len(seen))
	}
}

func TestDrawsAPageIntoItsBox(t *testing.T) {
	s := supervisor(t, nil)
	ctx := within(t, time.Minute)
	pdf := write(t, "paper.pdf", paper(t, 3, nil))
	for _, box := range [][2]int{{160, 220}, {1, 1}, {800, 100}, {1000, 1414}} {
		img, err := s.Draw(ctx, core.PageImage{Name: filepath.Base(pdf.Name()), Open: opening(pdf.Name()), Hash: "h", Kind: core.KindPDF, Page: 2, Width: box[0], Height: box[1]})
		if err != nil {
			t.Fatalf("box %v: %v", box, err)
		}
		b := img.Bounds()
		if b.Min.X != 0 || b.Min.Y != 0 || b.Dx() > box[0] || b.Dy() > box[1] || b.Dx() < box[0]*9/10 && b.Dy() < box[1]*9/10 {
			t.Errorf("box %v got a picture of %v", box, b)
		}
		if img.Stride != 4*b.Dx() || len(img.Pix) != img.Stride*b.Dy() {
			t.Errorf("box %v: stride %d, %d bytes for %v", box, img.Stride, len(img.Pix), b)
		}
		checkInk(t, img)
	}
	_, err := s.Draw(ctx, core.PageImage{Name: filepath.Base(pdf.Name()), Open: opening(pdf.Name()), Hash: "h", Kind: core.KindPDF, Page: 4, Width: 100, Height: 100})
	if !errors.Is(err, core.ErrNoSuchPage) {
		t.Errorf("page 4 of 3 gives %v", err)
	}
	text := write(t, "a.txt", []byte("\xff\xfeh\x00i\x00"))
	if _, err := s.Draw(ctx, core.PageImage{Name: filepath.Base(text.Name()), Open: opening(text.Name()), Kind: core.KindText, Page: 1, Width: 100, Height: 100}); err != nil {
		t.Errorf("text: %v", err)
	}
}

// checkInk checks that a picture of a page of paper has ink where its one line of
// text stands, and is white everywhere else.
func checkInk(t *testing.T, img *image.RGBA) {
	t.Helper()
	size := img.Bounds().Size()
	scale := min(float64(size.X)/595.28, float64(size.Y)/841.89) // pixels per point
	// The line begins at 72, 100 in 11 point Times and is about 163 points long.
	line := image.Rect(int(70*scale)-1, int(90*scale)-1, int(245*scale)+2, int(104*scale)+2)
	inside, outside := 0, 0
	for y := range size.Y {
		for x := range size.X {
			switch {
			case img.RGBAAt(x, y) == color.RGBA{255, 255, 255, 255}:
			case image.Pt(x, y).In(line):
				inside++
			default:
				outside++
			}
		}
	}
	if outside > 0 {
		t.Errorf("picture of %v has %d pixels of ink outside of %v", size, outside, line)
	}
	// The letters cover most of the line's length, if only in light grey.
	if least := int(80 * scale); inside < least {
		t.Errorf("picture of %v has %d pixels of ink in %v, want %d or more", size, inside, line, least)
	}
}

func TestHugePageIsDrawnWithinThePixelCap(t *testing.T) {
	s := supervisor(t, func(l *core.Limits) { l.Pixels = 10_000 })
	data := strings.Replace(string(paper(t, 1, nil)), "/MediaBox [0 0 595.28 841.89]", "/MediaBox [0 0 14400 14400] /UserUnit 1000", 1)
	pdf := write(t, "huge.pdf", []byte(data))
	img, err := s.Draw(within(t, time.Minute), core.PageImage{Name: filepath.Base(pdf.Name()), Open: opening(pdf.Name()), Kind: core.KindPDF, Page: 1, Width: 5000, Height: 5000})
	if err != nil {
		t.Fatal(err)
	}
	if b := img.Bounds(); b.Dx()*b.Dy() > 10_200 {
		t.Errorf("picture of %v is over the cap", b)
	}
}

func TestFileThatCannotBeOpenedIsNotDrawn(t *testing.T) {
	s := supervisor(t, nil)
	gone := &core.FileError{State: core.StateUnreadable, Reason: "the file is gone"}
	_, err := s.Draw(within(t, time.Minute), core.PageImage{
		Name: "gone.pdf", Open: func(context.Context) (*os.File, error) { return nil, gone }, Kind: core.KindPDF, Page: 1, Width: 10, Height: 10,
	})
	wantState(t, err, core.StateUnreadable)
}

// A file that becomes shorter after it was mapped takes the worker with it. The
// hook waits in the worker until that has happened, so it happens every time.
func TestFileThatShrinksWhileReadIsDamaged(t *testing.T) {
	s := supervisor(t, nil)
	if _, err := s.Words(within(t, time.Minute), request(write(t, "first.txt", []byte("a")), core.KindText)); err != nil {
		t.Fatal(err) // the worker has to run before the file is changed under it
	}
	big := write(t, "big.txt", []byte("hook: wait\n"+strings.Repeat("line of text\n", 1<<16)))
	time.AfterFunc(100*time.Millisecond, func() { _ = os.Truncate(big.Name(), 20) })
	_, err := s.Words(within(t, time.Minute), request(big, core.KindText))
	if f := wantState(t, err, core.StateDamaged); !strings.Contains(f.Reason, "shorter") {
		t.Errorf("reason is %q", f.Reason)
	}
	if _, err := s.Words(within(t, time.Minute), request(write(t, "a.txt", []byte("a")), core.KindText)); err != nil {
		t.Errorf("the next file: %v", err)
	}
}

// A worker whose supervisor is gone ends, even in the middle of an endless loop.
func TestNoWorkerOutlivesItsSupervisor(t *testing.T) {
	for _, text := range []string{"hook: hang\n", "text"} {
		f := write(t, "a.txt", []byte(text))
		if err := worker.Abandon(within(t, 20*time.Second), []string{misbehaving, worker.Argument}, f); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// The second try of a file leaves out the pages that end the worker.
func TestSafeReadingSkipsPagesThatEndTheWorker(t *testing.T) {
	deadly := func(pages ...int) core.ReadRequest {
		data := paper(t, 6, nil)
		text := string(data)
		for _, n := range pages {
			text = strings.Replace(text, fmt.Sprintf("(The yield curve inverted on page %d.)", n), "(hook: exit)", 1)
		}
		return request(write(t, "deadly.pdf", []byte(text)), core.KindPDF)
	}
	s := supervisor(t, nil)
	ctx := within(t, time.Minute)
	req := deadly(2, 5)
	_, err := s.Words(ctx, req)
	wantState(t, err, core.StateDamaged)
	req.Safe = true
	pages, err := s.Words(ctx, req)
	if err != nil || len(pages) != 6 {
		t.Fatalf("got %d pages, %v", len(pages), err)
	}
	for i, p := range pages {
		if bad := i == 1 || i == 4; bad != (p.Text == "") || bad != (p.Note != "") || p.Index != i+1 {
			t.Errorf("page %d is %+v", i+1, p)
		}
	}
	req = deadly(1, 2, 3, 4)
	req.Safe = true
	_, err = s.Words(ctx, req)
	wantState(t, err, core.StateDamaged)
}
