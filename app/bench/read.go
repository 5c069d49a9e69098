package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"ibid/app/meter"
	"ibid/core"
	"ibid/core/worker"
)

// Names of the steps of Ibid.
const (
	stepWords      = "words of PDFs"
	stepStructure  = "structure of PDFs"
	stepSearchable = "until all is searchable"
	stepAdding     = "adding all"
	stepThumbnails = "thumbnails of PDFs"
	stepIndexing   = "indexing alone"
	stepOCR        = "OCR"
)

// words reads every PDF in a worker, words first and then structure, as the
// queue does.
func (r *run) words(ctx context.Context, round int) error {
	if len(r.pdfs) == 0 {
		return nil
	}
	r.Say(fmt.Sprintf("round %d of %d: words of %d PDFs", round+1, r.Rounds, len(r.pdfs)))
	read := make(map[string][]core.Page)
	err := r.inWorker(stepWords, func(s *worker.Supervisor, path string, req core.ReadRequest) (err error) {
		read[path], err = s.Words(ctx, req)
		return err
	})
	if err != nil {
		return err
	}
	return r.inWorker(stepStructure, func(s *worker.Supervisor, path string, req core.ReadRequest) error {
		if read[path] == nil {
			return nil
		}
		_, err := s.Structure(ctx, req, read[path])
		return err
	})
}

// inWorker runs a step with every PDF. A file that cannot be read is skipped.
func (r *run) inWorker(name string, do func(*worker.Supervisor, string, core.ReadRequest) error) error {
	return r.measure(name, func() error {
		s, err := worker.New(worker.Options{})
		if err != nil {
			return err
		}
		for _, path := range r.pdfs {
			f, err := os.Open(path)
			if err != nil {
				return errors.Join(err, s.Close())
			}
			err = do(s, path, core.ReadRequest{Name: filepath.Base(path), File: f, Kind: core.KindPDF})
			f.Close() // only read
			var fault *core.FileError
			if err != nil && !errors.As(err, &fault) {
				return errors.Join(err, s.Close())
			}
		}
		return s.Close()
	})
}

// pause is the time between two checks of the progress of reading.
const pause = 5 * time.Millisecond

// adding adds the folder to a library of its own. When the words of all files
// are read, all that can be found is searchable.
func (r *run) adding(ctx context.Context, round int) error {
	r.Say(fmt.Sprintf("round %d of %d: adding %d files", round+1, r.Rounds, r.files))
	name := fmt.Sprintf("library-%d", round)
	return r.measure(stepAdding, func() (err error) {
		began, cpu := time.Now(), meter.CPU()
		e, err := r.open(ctx, name)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, e.Close()) }()
		done := make(chan error, 1)
		go func() {
			added, err := e.AddPaths(ctx, []string{r.Folder}, "")
			r.documents = added.Documents
			done <- errors.Join(append(added.Errors, err)...)
		}()
		searchable := false
		for {
			select {
			case err := <-done:
				return err
			case <-time.After(pause):
			}
			p := e.Progress()
			switch now := p.Total > 0 && p.Words == p.Total; {
			case now && !searchable:
				r.keep(stepSearchable, Cost{time.Since(began), meter.CPU() - cpu})
				searchable = true
			case !now:
				searchable = false // more files were found
			}
		}
	})
}

// library returns the name of the library that the last round filled.
func (r *run) library() string { return fmt.Sprintf("library-%d", r.Rounds-1) }

// halfPoint turns points into pixels at 36 dots an inch.
const halfPoint = .5

// thumbnails draws every page of every PDF at 36 dots an inch.
func (r *run) thumbnails(ctx context.Context, round int) (err error) {
	e, err := r.open(ctx, fmt.Sprintf("library-%d", round))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	r.Say(fmt.Sprintf("round %d of %d: thumbnails", round+1, r.Rounds))
	return r.measure(stepThumbnails, func() error {
		for _, d := range r.documents {
			if d.Kind != core.KindPDF {
				continue
			}
			for page := 1; page <= d.Pages; page++ {
				width, height := 306, 396 // of a letter, where no layout is known
				if l, err := e.Layout(ctx, d.ID, page); err == nil && l.Width > 0 {
					width, height = int(halfPoint*l.Width+.5), int(halfPoint*l.Height+.5)
				}
				_, err := e.Page(ctx, d.ID, page, max(1, width), max(1, height))
				var fault *core.FileError
				if err != nil && !errors.As(err, &fault) {
					return err
				}
			}
		}
		return nil
	})
}

// ocr reads the smallest scan of the folder, for 30 s at most.
func (r *run) ocr(ctx context.Context) (err error) {
	var scan core.Document
	for _, d := range r.documents {
		if d.State == core.StateNoText && d.Pages > 0 && (scan.Pages == 0 || d.Pages < scan.Pages) {
			scan = d
		}
	}
	if scan.Pages == 0 || r.absent("tesseract") {
		return nil
	}
	r.Say(fmt.Sprintf("OCR of %q", scan.Name))
	e, err := r.open(ctx, "scan")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	added, err := e.AddPaths(ctx, []string{scan.Path}, "")
	if err = errors.Join(append(added.Errors, err)...); err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, ocrTime)
	defer cancel()
	began := time.Now()
	if _, err := e.OCR(limited); err != nil && limited.Err() == nil {
		return err
	}
	spent := time.Since(began)
	pages, err := e.Pages(ctx, added.Documents[0].ID)
	if err != nil {
		return err
	}
	read := 0
	for _, p := range pages {
		if p.OCR > 0 {
			read++
		}
	}
	if read > 0 {
		r.value(stepOCR, float64(read)/spent.Seconds(), "pages/s")
	}
	return ctx.Err()
}
