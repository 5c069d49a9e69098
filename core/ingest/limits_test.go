package ingest

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ibid/core"
)

// The numbers here are written out, not taken from the constants: a limit that
// changes by one is to be noticed.

// stores stands for all stores; it does and keeps only what the limits need.
type stores struct {
	Catalogue
	Texts
	docs     map[core.DocumentID]core.Document
	members  []core.Document
	passages []core.Passage
	text     string
	puts     []int // passages in each batch of the index
	codes    []int // contents in each batch of the graph
}

func (s *stores) Generation(context.Context) (uint64, error) { return 0, nil }
func (s *stores) Content(_ context.Context, hash core.Hash) (core.Content, error) {
	return core.Content{Hash: hash, Kind: core.KindText}, nil
}
func (s *stores) Document(_ context.Context, id core.DocumentID) (core.Document, error) {
	return s.docs[id], nil
}
func (s *stores) Members(context.Context, core.DocumentID) ([]core.Document, error) {
	return s.members, nil
}
func (s *stores) DocumentsByHash(context.Context, core.Hash) ([]core.Document, error) {
	return []core.Document{{Name: "scan.pdf"}}, nil
}
func (s *stores) Acknowledge(context.Context, uint64, []core.Content) error { return nil }
func (s *stores) PutPages(context.Context, core.Hash, []core.Page) error    { return nil }
func (s *stores) PutPassages(context.Context, core.Hash, uint64, []core.Passage) error {
	return nil
}
func (s *stores) PutScan(context.Context, core.Hash, core.Scan) error { return nil }
func (s *stores) Pages(context.Context, core.Hash) ([]core.Page, error) {
	return []core.Page{{Index: 1, Text: s.text}}, nil
}
func (s *stores) Passages(context.Context, core.Hash) ([]core.Passage, error) {
	return s.passages, nil
}
func (s *stores) Code(context.Context, core.Hash) (core.Code, error) {
	return core.Code{Language: "go"}, nil
}

type index struct {
	Index
	s *stores
}

func (x index) Put(_ context.Context, _ uint64, _ []core.Hash, add []core.IndexedPassage) error {
	x.s.puts = append(x.s.puts, len(add))
	return nil
}

type graph struct {
	Graph
	s *stores
}

func (g graph) Generation(context.Context) (uint64, error) { return 0, nil }
func (g graph) Contents(context.Context) (map[core.Hash]bool, error) {
	return nil, nil
}
func (g graph) Put(_ context.Context, _ uint64, _ []core.Hash, add map[core.Hash]core.Code) error {
	g.s.codes = append(g.s.codes, len(add))
	return nil
}

type counter struct{}

func (counter) Name() string     { return "none" }
func (counter) Exact() bool      { return true }
func (counter) Count(string) int { return 0 }

// newIngest is an Ingest without goroutines.
func newIngest(s *stores) *Ingest {
	g := &Ingest{queue: newQueue(1), o: Options{
		Catalogue: s, Texts: s, Index: index{s: s}, Graph: graph{s: s}, Tokens: counter{},
		Cut: func(core.Kind, []core.Page, []core.Layout, []core.OutlineEntry) []core.Passage { return s.passages },
	}}
	g.ctx, g.stop = context.WithCancel(context.Background())
	g.commit = newCommitter(g)
	return g
}

// passages are n passages that together have so many bytes.
func passages(n, bytes int) []core.Passage {
	all := make([]core.Passage, n)
	for i := range all {
		all[i] = core.Passage{Ordinal: i, Page: 1, Spans: []core.Span{{End: bytes / n}}}
	}
	all[0].Spans[0].End += bytes % n
	return all
}

func TestBatchIsWrittenWhenItIsLargeEnough(t *testing.T) {
	for _, tt := range []struct {
		passages, bytes int
		written         bool
	}{
		{1, 1, false}, {499, 499, false}, {500, 500, true}, {1, 4<<20 - 1, false}, {1, 4 << 20, true},
	} {
		s := &stores{passages: passages(tt.passages, tt.bytes), text: strings.Repeat("x", tt.bytes)}
		g := newIngest(s)
		g.commit.take(result{content: core.Content{Hash: "h", Kind: core.KindText}, step: core.StepWords, pages: []core.Page{{Index: 1, Text: s.text}}})
		if written := len(s.puts) > 0; written != tt.written {
			t.Errorf("%d passages, %d bytes: written %v", tt.passages, tt.bytes, written)
		}
		r := repair{o: g.o, c: newCommitter(g), contents: map[core.Hash]core.Content{"h": {Hash: "h"}}}
		s.puts = nil
		if err := r.put(t.Context(), []core.Hash{"h"}, 1); err != nil {
			t.Fatal(err)
		}
		if early := len(s.puts) > 1; early != tt.written {
			t.Errorf("%d passages, %d bytes: recovered in batches of %v", tt.passages, tt.bytes, s.puts)
		}
	}
}

func TestBatchIsWrittenWhenItIsOldEnough(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newIngest(new(stores)).commit
		if c.due() != nil {
			t.Error("an empty batch is due")
		}
		c.began = time.Now()
		due := c.due()
		fires := func() bool {
			synctest.Wait()
			select {
			case <-due:
				return true
			default:
				return false
			}
		}
		time.Sleep(500*time.Millisecond - 1)
		if fires() {
			t.Error("it is due too early")
		}
		time.Sleep(time.Nanosecond)
		if !fires() {
			t.Error("it is not due after half a second")
		}
	})
}

func TestGraphIsFilledInBatches(t *testing.T) {
	for contents, want := range map[int]string{0: "[0]", 199: "[199]", 200: "[200 0]", 201: "[200 1]"} {
		s := new(stores)
		g := newIngest(s)
		r := repair{o: g.o, c: g.commit, contents: make(map[core.Hash]core.Content), stored: make(map[core.Hash]uint64)}
		for i := range contents {
			hash := core.Hash(fmt.Sprint(i))
			r.contents[hash], r.stored[hash] = core.Content{Kind: core.KindCode}, 1
		}
		if err := r.graph(t.Context(), 1); err != nil || fmt.Sprint(s.codes) != want {
			t.Errorf("%d contents: batches of %v, %v; want %s", contents, s.codes, err, want)
		}
	}
}

func stateIs(err error, want core.State) bool {
	return stateOf(err) == want && (err == nil) == (want == "")
}

func TestArchivesAreReadToABoundedDepthAndNumber(t *testing.T) {
	s := &stores{docs: make(map[core.DocumentID]core.Document)}
	g := newIngest(s)
	for id := core.DocumentID(1); id < 6; id++ {
		s.docs[id] = core.Document{ID: id, Container: id - 1}
	}
	for around, want := range map[core.DocumentID]core.State{0: "", 2: "", 3: core.StateTooLarge} {
		if err := g.shallow(t.Context(), s.docs[around+1]); !stateIs(err, want) {
			t.Errorf("an archive in %d others: %v", around, err)
		}
	}
	s.members = make([]core.Document, 19_000)
	for more, want := range map[int]core.State{1000: "", 1001: core.StateTooLarge} {
		if err := g.roomFor(t.Context(), s.docs[2], more); !stateIs(err, want) {
			t.Errorf("19,000 files and %d: %v", more, err)
		}
	}
	if err := g.roomFor(t.Context(), s.docs[1], 100_000); err != nil {
		t.Errorf("an archive in no other: %v", err)
	}
}

type opener struct{ times int }

func (o *opener) Open(_ context.Context, d core.Document) (*os.File, error) {
	o.times++
	return os.Open(d.Path)
}
func (o *opener) Stale(context.Context, core.Document) bool { return false }

func textFile(t *testing.T, size int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(path, make([]byte, size), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFileThatChangesWhileItIsReadIsBegunAnewTwice(t *testing.T) {
	for writes, want := range map[int]core.State{0: "", 2: "", 3: core.StateUnreadable} {
		path, opened, left := textFile(t, 10), &opener{}, writes
		g := newIngest(new(stores))
		g.o.Opener, g.o.Limits = opened, core.DefaultLimits()
		g.o.Kind = func(string, []byte) core.Kind {
			if left--; left >= 0 {
				if err := os.WriteFile(path, make([]byte, 100+left), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			return core.KindText
		}
		src, _, err := g.openSource(t.Context(), core.Document{Path: path})
		if src != nil {
			src.close()
		}
		if !stateIs(err, want) || opened.times != min(writes+1, 3) {
			t.Errorf("written to %d times: opened %d times, %v", writes, opened.times, err)
		}
	}
}

func TestKindIsToldFrom64KB(t *testing.T) {
	for size, want := range map[int]int{10: 10, 64<<10 - 1: 64<<10 - 1, 64 << 10: 64 << 10, 64<<10 + 1: 64 << 10} {
		g, got := newIngest(new(stores)), 0
		g.o.Opener, g.o.Limits = &opener{}, core.DefaultLimits()
		g.o.Kind = func(_ string, head []byte) core.Kind { got = len(head); return core.KindText }
		src, _, err := g.openSource(t.Context(), core.Document{Path: textFile(t, size)})
		if err != nil {
			t.Fatal(err)
		}
		src.close()
		if got != want {
			t.Errorf("of %d bytes %d are shown, want %d", size, got, want)
		}
	}
}

func TestFileThatGrowsOverTheLimitIsTooLarge(t *testing.T) {
	for size, want := range map[int]core.State{9: "", 10: "", 11: core.StateTooLarge} {
		g := newIngest(new(stores))
		g.o.Opener, g.o.Limits.FileBytes = &opener{}, 10
		g.o.Kind = func(string, []byte) core.Kind { return core.KindText }
		src, _, err := g.openSource(t.Context(), core.Document{Path: textFile(t, size)})
		if src != nil {
			src.close()
		}
		if !stateIs(err, want) {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}

func TestEstimateWeighsBytesAndFiles(t *testing.T) {
	q := newQueue(1)
	q.push([]core.Document{{ID: 1}, {ID: 2, Size: 64 << 10}}) // the second weighs as much as two empty files
	q.spend(partWords, 1, time.Second)
	if left := q.progress().Left; left != 14*time.Second {
		t.Errorf("%v left, want 2 s for words and 12 s for structure", left)
	}
	q.spend(partWords, 2, 2*time.Second)
	if left := q.progress().Left; left != 12*time.Second {
		t.Errorf("%v left, want 12 s for structure", left)
	}
	q.on["h"] = []core.DocumentID{1}
	q.spendShape("h", 5*time.Second) // it is known now how long that takes
	if left := q.progress().Left; left != 10*time.Second {
		t.Errorf("%v left, want 10 s for the second", left)
	}
}

func TestAheadListsNoMoreThanAskedFor(t *testing.T) {
	q := newQueue(1)
	q.push([]core.Document{{ID: 1, Name: "a.doc"}, {ID: 2, Name: "b.txt"}, {ID: 3, Name: "c.DOC"}, {ID: 4, Name: "d.doc"}})
	for most, want := range map[int]string{0: "[]", 1: "[1]", 2: "[1 3]", 3: "[1 3 4]", 4: "[1 3 4]"} {
		if got := fmt.Sprint(q.soon(".doc", most)); got != want {
			t.Errorf("at most %d: %s, want %s", most, got, want)
		}
	}
}

func TestChangesAreToldEveryTenthOfASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newIngest(new(stores))
		var told atomic.Int32
		g.o.OnChange = func(core.Change) { told.Add(1) }
		go g.tell()
		for range 3 {
			g.queue.noteChange()
			before := told.Load()
			time.Sleep(100*time.Millisecond - 1)
			synctest.Wait()
			if told.Load() != before {
				t.Error("told too early")
			}
			time.Sleep(time.Nanosecond)
			synctest.Wait()
			if now := told.Load(); now != before+1 {
				t.Errorf("told %d times after a tenth of a second", now-before)
			}
		}
		g.stop()
		synctest.Wait()
	})
}

type recogniser struct {
	core.Recogniser
	width, height float32
}

func (r *recogniser) Ready(context.Context) string { return "" }
func (r *recogniser) Recognise(_ context.Context, _ *image.RGBA, width, height float32, _ bool) (core.Scan, error) {
	r.width, r.height = width, height
	return core.Scan{Read: true}, nil
}

type painter struct {
	core.Painter
	asked core.PageImage
}

func (p *painter) Draw(_ context.Context, page core.PageImage) (*image.RGBA, error) {
	p.asked = page
	return image.NewRGBA(image.Rect(0, 0, 1000, 500)), nil
}

func TestPagesAreDrawnForOCRAt300DPI(t *testing.T) {
	for _, tt := range []struct {
		size          core.Layout
		width, height float32
	}{
		{core.Layout{Width: 600, Height: 800}, 600, 800},
		{core.Layout{}, 842, 421}, // taken for the longer side of A4
		{core.Layout{Width: 600}, 842, 421},
		{core.Layout{Height: 800}, 842, 421},
	} {
		p, r := &painter{}, &recogniser{}
		g := newIngest(new(stores))
		g.o.Painter, g.o.Recogniser = p, r
		if err := g.scanPage(t.Context(), core.Content{Hash: "h"}, core.Scan{Page: 1}, tt.size); err != nil {
			t.Fatal(err)
		}
		if r.width != tt.width || r.height != tt.height || p.asked.Width != 3508 || p.asked.Height != 3508 || !p.asked.Bare {
			t.Errorf("%v: read as %v by %v points, drawn as %+v", tt.size, r.width, r.height, p.asked)
		}
	}
}

func TestWhatOCRReadIsStoredAfterAnEighth(t *testing.T) {
	for pages, want := range map[int]int{1: 8, 64: 8, 71: 8, 72: 9, 79: 9, 80: 10, 8000: 1000} {
		if got := scanBatchOf(pages); got != want {
			t.Errorf("of %d pages: after %d, want %d", pages, got, want)
		}
	}
}

func TestIgnoreFilesAreReadToBounds(t *testing.T) {
	line := func(n int) string { return strings.Repeat("x", n) }
	many := func(n int) string { return strings.Repeat("y\n", n) + "last\n" }
	globs := func(n int) string { return strings.Repeat("?"+line(1022)+"\n", n/1024) + strings.Repeat("a", n%1024) }
	tests := []struct {
		name, text, path string
		want             bool
	}{
		{"a line of 1024 bytes", line(1024) + "\n", line(1024), true},
		{"one of 1025", line(1025) + "\n", line(1025), false},
		{"the 10,000th line", many(9_999), "last", true},
		{"the one after", many(10_000), "last", false},
		{"up to a megabyte", strings.Repeat("#\n", 1<<19-2) + "last", "last", true},
		{"cut off there", strings.Repeat("#\n", 1<<19-2) + "lasts", "lasts", false},
		{"expressions of 32 KB together", globs(31<<10) + "?" + line(1020) + "ab\n", "1" + line(1020) + "ab", true},
		{"and a byte more", globs(31<<10) + "?\n?" + line(1020) + "ab\n", "1" + line(1020) + "ab", false},
	}
	for _, tt := range tests {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, ".ibidignore"), []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		var r *rules
		if got := r.with(dir).ignores(filepath.Join(dir, tt.path), false); got != tt.want {
			t.Errorf("%s: ignored %v", tt.name, got)
		}
	}
}

func TestWatchingHasDefaults(t *testing.T) {
	w := newWatcher(newIngest(new(stores)))
	if w.o.Quiet != time.Second || w.o.Poll != 1500*time.Millisecond {
		t.Errorf("quiet %v, poll %v", w.o.Quiet, w.o.Poll)
	}
	for look, want := range map[time.Duration]time.Duration{
		0: 1500 * time.Millisecond, 150 * time.Millisecond: 1500 * time.Millisecond, 151 * time.Millisecond: 1510 * time.Millisecond, time.Second: 10 * time.Second,
	} {
		if got := w.pauseAfter(look); got != want {
			t.Errorf("after a look of %v: %v, want %v", look, got, want)
		}
	}
}

func TestManyChangesAreAReasonToLookThroughTheFolder(t *testing.T) {
	w := newWatcher(newIngest(new(stores)))
	w.roots["/f"] = &root{folder: core.Folder{Path: "/f"}}
	for i := range 10_000 {
		w.mark(fmt.Sprint("/f/", i))
	}
	if len(w.marked) != 10_000 {
		t.Errorf("of 10,000 changes %d are kept", len(w.marked))
	}
	w.mark("/f/one more")
	if _, whole := w.marked["/f"]; !whole || len(w.marked) != 1 {
		t.Errorf("%d paths are kept, the folder itself: %v", len(w.marked), whole)
	}
}

func TestFileIsReadWhenItHasBeenQuietForLongEnough(t *testing.T) {
	for _, tt := range []struct {
		pause, after time.Duration
		want         bool
	}{
		{0, time.Second - 1, false}, {0, time.Second, true},
		{2 * time.Second, 3*time.Second - 1, false}, {2 * time.Second, 3 * time.Second, true},
	} {
		g := newIngest(new(stores))
		g.stop() // so that nothing is done about it
		w, began := newWatcher(g), time.Now()
		w.roots["/f"] = &root{folder: core.Folder{Path: "/f"}, pause: tt.pause}
		w.marked["/f/a"] = began
		w.dispatch(began.Add(tt.after))
		if w.busy != tt.want {
			t.Errorf("looks %v apart, after %v: read %v", tt.pause, tt.after, w.busy)
		}
		if w.busy {
			<-w.done
		}
	}
}

func TestWhatCouldNotBeNotedIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWatcher(newIngest(new(stores)))
		r := &root{folder: core.Folder{Path: "/f"}}
		w.finish(outcome{root: r, paths: []string{"/f/a"}, err: errors.New("disk full")})
		if in := time.Until(w.marked["/f/a"]); in != 5*time.Second || !strings.Contains(r.note, "disk full") {
			t.Errorf("again in %v, %q", in, r.note)
		}
	})
}

func TestFileThatWasJustWrittenIsLetBe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for age, want := range map[time.Duration]bool{-1: true, 0: false, time.Second - 1: false, time.Second: true} {
			var d difference
			left := d.ripe([]core.Document{{Path: "/a", Modified: time.Now().Add(-age)}}, time.Second)
			if ripe := len(left) == 1; ripe != want || len(d.young) != 1-len(left) {
				t.Errorf("written %v ago: ripe %v, young %v", age, ripe, d.young)
			}
		}
		var d difference
		if left := d.ripe([]core.Document{{Modified: time.Now()}}, 0); len(left) != 1 {
			t.Error("a file was let be though nobody asked for that")
		}
	})
}
