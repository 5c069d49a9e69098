package ingest

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"ibid/core"
)

// The results of OCR are stored after scanBatch pages of a content or, if that is
// more, after one in scanBatches of its pages: cutting and indexing all pages
// again after each of thousands would take longer than reading them.
const (
	scanBatch   = 8
	scanBatches = 8
)

// scanBatchOf returns the number of pages after which the results of OCR for a
// content with so many pages are stored.
func scanBatchOf(pages int) int { return max(scanBatch, pages/scanBatches) }

// mostScanners bounds how many pages are read by OCR at a time: each takes up to
// 0.3 GB for the drawing, its copies and Tesseract.
const mostScanners = 8

// scanners returns how many pages are read by OCR at a time: one a core, apart from
// one that is left to the person unless they wait for just this.
func scanners(cores int, waited bool) int {
	if !waited {
		cores--
	}
	return max(1, min(cores, mostScanners))
}

// wishes are the contents that were asked for: opened, cited or found. Their pages
// are read by OCR first. Safe for concurrent use.
type wishes struct {
	mu   sync.Mutex
	list []core.Place // the last comes first; each content once; Page is the page that was asked for, 0 for none
	till time.Time    // until then a person is thought to be searching
}

// mostWishes is how many contents are remembered.
const mostWishes = 64

// Want has the pages of contents read by OCR before others, from the given page on
// where there is one. The last call comes first, and in it the first place.
func (g *Ingest) Want(places ...core.Place) {
	w := &g.wishes
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range slices.Backward(places) {
		w.list = slices.DeleteFunc(w.list, func(q core.Place) bool { return q.Hash == p.Hash })
		w.list = append(w.list, core.Place{Hash: p.Hash, Page: p.Page})
	}
	if n := len(w.list) - mostWishes; n > 0 {
		w.list = slices.Delete(w.list, 0, n)
	}
}

// rank returns how recently a content was asked for, 0 for never, and the page.
func (w *wishes) rank(hash core.Hash) (rank, page int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	i := slices.IndexFunc(w.list, func(p core.Place) bool { return p.Hash == hash })
	if i < 0 {
		return 0, 0
	}
	return i + 1, w.list[i].Page
}

// While a person searches no page is begun: for hushed after each search, but no
// page waits longer than longestHush, so that a program that asks all the time does
// not end OCR.
const (
	hushed      = 2 * time.Second
	longestHush = 20 * time.Second
)

// Hush has OCR wait a little, because a person searches.
func (g *Ingest) Hush() {
	g.wishes.mu.Lock()
	defer g.wishes.mu.Unlock()
	g.wishes.till = time.Now().Add(hushed)
}

// quiet waits until no file is being read and nobody searches.
func (g *Ingest) quiet(ctx context.Context) error {
	end := time.Now().Add(longestHush)
	for {
		if err := g.queue.calm(ctx); err != nil {
			return err
		}
		now := time.Now()
		g.wishes.mu.Lock()
		wait := min(g.wishes.till.Sub(now), end.Sub(now))
		g.wishes.mu.Unlock()
		if wait <= 0 {
			return ctx.Err()
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// scanRun is one call of ReadScans.
type scanRun struct {
	g      *Ingest
	report *Report

	mu    sync.Mutex
	known uint64      // of g.noted
	work  []*scanWork // contents with pages that are not begun yet
	begun map[core.Hash]*scanWork
}

// scanWork is a content with pages that wait for OCR.
type scanWork struct {
	hash    core.Hash
	added   time.Time // of its newest document
	content core.Content
	sizes   map[int]core.Layout // by page, as before OCR
	pages   []core.Scan         // not begun, in order; those without words first
	bare    int                 // how many of them have no words
	batch   int                 // pages after which results are stored
	flight  int                 // pages being read
	fresh   int                 // pages read since results were stored
	gone    error               // why the rest cannot be read
}

func (g *Ingest) readScans(ctx context.Context, again bool, r *Report) error {
	if again {
		if err := g.o.Texts.ForgetFailedScans(ctx); err != nil {
			return err
		}
	}
	open, err := g.o.Texts.OpenScans(ctx)
	if err != nil || len(open) == 0 {
		return err
	}
	why := g.o.Recogniser.Ready(ctx)
	if why != "" && why == g.scanWhy {
		return errors.New(why) // all documents have this reason already
	}
	run := &scanRun{g: g, report: r, begun: make(map[core.Hash]*scanWork)}
	if why == "" {
		defer g.queue.scans(0)
		err = run.read(ctx, cmp.Or(g.o.Scanners, scanners(runtime.GOMAXPROCS(0), again)))
	} else {
		for _, o := range open {
			err = cmp.Or(err, run.keep(ctx, o.Hash))
		}
	}
	if err != nil {
		return err
	}
	if g.scanWhy = why; why != "" {
		return errors.New(why)
	}
	return nil
}

// read reads pages, most at a time, until none is left. Each time the page that is
// wanted most is next.
func (run *scanRun) read(ctx context.Context, most int) error {
	group, each := errgroup.WithContext(ctx)
	free := make(chan struct{}, most)
	for range most {
		free <- struct{}{}
	}
	group.Go(func() error {
		for {
			select {
			case <-free:
			case <-each.Done():
				return each.Err()
			}
			if err := run.g.quiet(each); err != nil {
				return err
			}
			w, scan, err := run.next(each)
			if err != nil || w == nil {
				return err
			}
			group.Go(func() error {
				defer func() { free <- struct{}{} }()
				return run.one(each, w, scan)
			})
		}
	})
	return group.Wait()
}

// one reads a page, and stores the results of its content if there are enough of
// them.
func (run *scanRun) one(ctx context.Context, w *scanWork, scan core.Scan) error {
	err := run.g.scanPage(ctx, w.content, scan, w.sizes[scan.Page])
	run.mu.Lock()
	w.flight--
	w.fresh++
	if errors.Is(err, errNoFile) {
		if w.gone == nil {
			run.report.Errors = append(run.report.Errors, err)
		}
		w.gone, w.pages, err = err, nil, nil
	}
	over := w.flight == 0 && len(w.pages) == 0
	full := w.fresh >= w.batch
	if over || full {
		w.fresh = 0
	}
	run.mu.Unlock()
	switch {
	case err != nil:
		return err
	case over:
		return run.keep(ctx, w.hash)
	case full:
		return run.g.commit.scanned(ctx, w.hash)
	}
	return nil
}

// keep stores the last results of a content, and reports its documents.
func (run *scanRun) keep(ctx context.Context, hash core.Hash) error {
	if err := run.g.commit.scanned(ctx, hash); err != nil {
		return err
	}
	docs, err := run.g.o.Catalogue.DocumentsByHash(ctx, hash)
	run.mu.Lock()
	defer run.mu.Unlock()
	run.report.Documents = append(run.report.Documents, docs...)
	return err
}

// next returns the page that is read next, and its content; nil if none is left.
func (run *scanRun) next(ctx context.Context) (*scanWork, core.Scan, error) {
	for {
		if err := run.refresh(ctx); err != nil {
			return nil, core.Scan{}, err
		}
		w, page := run.best()
		if w == nil {
			return nil, core.Scan{}, nil
		}
		if w.sizes == nil {
			if err := run.open(ctx, w); err != nil {
				return nil, core.Scan{}, err
			}
			if w.sizes == nil { // nothing of it can be read now
				continue
			}
		}
		if scan, ok := run.take(w, page); ok {
			return w, scan, nil
		}
	}
}

// refresh lists the contents anew if pages were noted since the last time, and first
// of all.
func (run *scanRun) refresh(ctx context.Context) error {
	noted := run.g.noted.Load()
	if run.known == noted+1 {
		return nil
	}
	run.known = noted + 1
	open, err := run.g.o.Texts.OpenScans(ctx)
	if err != nil {
		return err
	}
	left := 0
	for _, o := range open {
		left += o.Pages + o.Beside
		if run.begun[o.Hash] != nil {
			continue
		}
		docs, err := run.g.o.Catalogue.DocumentsByHash(ctx, o.Hash)
		if err != nil {
			return err
		}
		w := &scanWork{hash: o.Hash, bare: o.Pages}
		for _, d := range docs {
			if d.Added.After(w.added) {
				w.added = d.Added
			}
		}
		run.mu.Lock()
		run.begun[o.Hash] = w
		run.work = append(run.work, w)
		run.mu.Unlock()
	}
	run.g.queue.scans(left)
	return nil
}

// best returns the content whose pages are to be read next, and the page that was
// asked for: what was asked for last, then pages without words before pictures
// beside words, then what was added last.
func (run *scanRun) best() (best *scanWork, page int) {
	run.mu.Lock()
	defer run.mu.Unlock()
	run.work = slices.DeleteFunc(run.work, func(w *scanWork) bool { return w.sizes != nil && len(w.pages) == 0 })
	first := 0
	for _, w := range run.work {
		rank, at := run.g.wishes.rank(w.hash)
		if best == nil || cmp.Or(cmp.Compare(rank, first), cmp.Compare(min(w.bare, 1), min(best.bare, 1)), w.added.Compare(best.added), cmp.Compare(best.hash, w.hash)) > 0 {
			best, first, page = w, rank, at
		}
	}
	return best, page
}

// open reads what is known of the pages of a content. A content that is read anew or
// was removed has none, and one without any left is over.
func (run *scanRun) open(ctx context.Context, w *scanWork) error {
	o := run.g.o
	drop := func() {
		run.mu.Lock()
		defer run.mu.Unlock()
		run.work = slices.DeleteFunc(run.work, func(v *scanWork) bool { return v == w })
	}
	content, err := o.Catalogue.Content(ctx, w.hash)
	if errors.Is(err, core.ErrNotFound) || err == nil && (!content.Structured || content.Generation == 0) {
		drop()
		if err == nil {
			delete(run.begun, w.hash) // its pages are noted again
		}
		return run.keep(ctx, w.hash)
	}
	if err != nil {
		return err
	}
	scans, err := o.Texts.Scans(ctx, w.hash)
	if err != nil {
		return err
	}
	layouts, err := o.Texts.Layouts(ctx, w.hash)
	if err != nil {
		return err
	}
	var pages []core.Scan
	for _, s := range scans.Pages {
		if !s.Read {
			pages = append(pages, core.Scan{Page: s.Page, Beside: s.Beside})
		}
	}
	slices.SortStableFunc(pages, func(a, b core.Scan) int { return cmp.Compare(bit(a.Beside), bit(b.Beside)) })
	if len(pages) == 0 {
		drop()
		return run.keep(ctx, w.hash)
	}
	sizes := make(map[int]core.Layout, len(layouts))
	for _, l := range layouts {
		sizes[l.Page] = l
	}
	run.mu.Lock()
	defer run.mu.Unlock()
	w.content, w.sizes, w.pages, w.batch = content, sizes, pages, scanBatchOf(len(scans.Pages))
	return nil
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// take removes the next page of a content, from the one that was asked for on.
func (run *scanRun) take(w *scanWork, from int) (core.Scan, bool) {
	run.mu.Lock()
	defer run.mu.Unlock()
	if len(w.pages) == 0 {
		return core.Scan{}, false
	}
	i := max(slices.IndexFunc(w.pages, func(s core.Scan) bool { return s.Page >= from && (from > 0 || !s.Beside) }), 0)
	scan := w.pages[i]
	w.pages = slices.Delete(w.pages, i, i+1)
	if !scan.Beside {
		w.bare--
	}
	w.flight++
	return scan, true
}
