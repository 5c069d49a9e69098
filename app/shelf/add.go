package shelf

import (
	"context"
	"errors"

	"ibid/app/caller"
	"ibid/app/wireerr"
	"ibid/core"
	"ibid/core/ingest"
)

// Added is the result of adding paths.
type Added struct {
	Documents []core.Document // that were named or found, in their current state
	New       int             // that were not in the library
	Changed   int             // that were in the library with other content
	Unchanged int             // that were not read again
	Moved     int             // that are at another path than before
	Gone      int             // whose file no longer exists
	Hidden    int             // entries of folders left out because their name begins with a dot
	Ignored   int             // excluded by a .gitignore or .ibidignore
	Large     int             // over the size limit of a watched folder
	Errors    wireerr.List    // paths that could not be read, each with its path
}

// Failed counts the documents in a failed state and the paths that could not be
// read.
func (a Added) Failed() int {
	n := len(a.Errors)
	for _, d := range a.Documents {
		if d.State.Failed() {
			n++
		}
	}
	return n
}

// AddPaths adds files and folders to the library and returns when their words
// and structure are read. A file that cannot be read gives no error: it is
// listed with its state. The password, if any, is tried on documents that need
// one.
func (s *Shelf) AddPaths(ctx context.Context, paths []string, password string) (Added, error) {
	return s.read(ctx, func(ctx context.Context) (ingest.Report, error) {
		return s.p.Ingest.Add(ctx, paths, ingest.AddOptions{Password: password, Dir: caller.Of(ctx).Dir})
	})
}

// Add is AddPaths for a window that shows the documents' states as they change:
// it returns an error only for what no document's state shows.
func (s *Shelf) Add(ctx context.Context, paths []string, password string) (core.Taken, error) {
	a, err := s.AddPaths(ctx, paths, password)
	taken := core.Taken{New: a.New, Changed: a.Changed, Unchanged: a.Unchanged, Moved: a.Moved, Hidden: a.Hidden, Ignored: a.Ignored}
	return taken, errors.Join(append(a.Errors, err)...)
}

// Resume reads what an earlier run left in the queue, then the files that
// changed since.
func (s *Shelf) Resume(ctx context.Context) (Added, error) {
	return s.read(ctx, func(ctx context.Context) (ingest.Report, error) {
		if _, err := s.p.Ingest.Resume(ctx); err != nil {
			return ingest.Report{}, err
		}
		if err := s.prune(ctx); err != nil {
			return ingest.Report{}, err
		}
		return s.p.Ingest.Refresh(ctx)
	})
}

// prune deletes pictures and converted files of documents that are no longer in
// the library.
func (s *Shelf) prune(ctx context.Context) error {
	docs, err := s.p.Library.Documents(ctx)
	if err != nil {
		return err
	}
	keep := make(map[core.Hash]bool, len(docs))
	for _, d := range docs {
		keep[d.Hash] = true
	}
	return errors.Join(s.p.Pictures.Prune(keep), s.p.Converted.Prune(keep))
}

// read runs work with a context that Cancel ends.
func (s *Shelf) read(ctx context.Context, work func(context.Context) (ingest.Report, error)) (Added, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.mu.Lock()
	s.reading[&cancel] = true
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		delete(s.reading, &cancel)
		s.mu.Unlock()
	}()
	r, err := work(ctx)
	return Added{
		Documents: r.Documents, New: r.Added, Changed: r.Changed, Unchanged: r.Unchanged, Moved: r.Moved, Gone: r.Gone,
		Hidden: r.Hidden, Ignored: r.Ignored, Large: r.Large, Errors: r.Errors,
	}, err
}

// OCR reads by OCR all pages that wait for it, and those that failed before,
// and returns when that is done; Added.Documents lists the documents of these
// pages. Pages that were read stay read when ctx ends. A window does the same
// in the background. If OCR is not available the error is the reason.
func (s *Shelf) OCR(ctx context.Context) (Added, error) {
	return s.read(ctx, func(ctx context.Context) (ingest.Report, error) { return s.p.Ingest.ReadScans(ctx, true) })
}

// Cancel ends the current reading after the file that is being read. The rest
// stays in the queue.
func (s *Shelf) Cancel() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for cancel := range s.reading {
		(*cancel)()
	}
}

// Progress returns how far the reading has come.
func (s *Shelf) Progress() core.Progress { return s.p.Ingest.Progress() }

// Documents lists all documents by name.
func (s *Shelf) Documents(ctx context.Context) ([]core.Document, error) {
	return s.p.Library.Documents(ctx)
}

// Document returns one document, or an error that wraps core.ErrNotFound.
func (s *Shelf) Document(ctx context.Context, id core.DocumentID) (core.Document, error) {
	return s.p.Library.Document(ctx, id)
}

// Remove removes documents, and with archives their members, from the library
// and from every store, all at once. The files themselves stay. Unknown ids are
// skipped; if no id is known the error wraps core.ErrNotFound.
func (s *Shelf) Remove(ctx context.Context, ids ...core.DocumentID) error {
	var gone []core.Document
	for _, id := range ids {
		d, err := s.p.Library.Document(ctx, id)
		if errors.Is(err, core.ErrNotFound) && len(ids) > 1 {
			continue
		}
		if err != nil {
			return err
		}
		members, err := s.p.Library.Members(ctx, id)
		if err != nil {
			return err
		}
		gone = append(append(gone, d), members...)
	}
	if err := s.p.Ingest.Remove(ctx, ids...); err != nil {
		return err
	}
	for _, d := range gone {
		others, err := s.p.Library.DocumentsByHash(ctx, d.Hash)
		if err == nil && len(others) == 0 {
			err = errors.Join(s.p.Pictures.Forget(d.Hash), s.p.Converted.Forget(d.Hash))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Status counts what the library holds.
func (s *Shelf) Status(ctx context.Context) (core.Status, error) {
	status, err := s.p.Library.Status(ctx)
	if err != nil {
		return core.Status{}, err
	}
	status.Note = s.p.Rebuilt
	open, err := s.p.Texts.OpenScans(ctx)
	if err != nil {
		return core.Status{}, err
	}
	for _, o := range open {
		status.Scans += o.Pages
		status.Pictures += o.Beside
	}
	if status.Scans+status.Pictures > 0 {
		status.NoOCR = s.p.NoOCR(ctx)
	}
	status.Passages, err = s.p.Texts.PassageCount(ctx)
	return status, err
}
