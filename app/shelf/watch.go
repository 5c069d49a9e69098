package shelf

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"ibid/app/caller"
	"ibid/core"
	"ibid/core/ingest"
)

// Watch makes the library watch folders, reads the files in them that are new
// or changed, and returns when that is done. It uses Path and MaxBytes of each;
// a folder that is already watched gets the new limit. If a path is no folder,
// it returns an error and watches none.
//
// While a window or server has the library open, changes in the folders are
// read within seconds. Otherwise they are read when one opens it.
func (s *Shelf) Watch(ctx context.Context, folders ...core.Folder) (Added, error) {
	folders = slices.Clone(folders) // the caller's stay as they are
	for i, f := range folders {
		path, err := caller.Absolute(ctx, f.Path)
		if err != nil {
			return Added{}, fmt.Errorf("watch %q: %w", f.Path, err)
		}
		info, err := os.Stat(path)
		if err == nil && !info.IsDir() {
			err = fmt.Errorf("watch %q: it is a file; add it instead: %w", path, core.ErrQuery)
		}
		if err != nil {
			return Added{}, err
		}
		folders[i].Path = path
	}
	for _, f := range folders {
		if err := s.p.Library.AddFolder(ctx, f); err != nil {
			return Added{}, err
		}
	}
	added, err := s.read(ctx, func(ctx context.Context) (ingest.Report, error) {
		return s.syncAll(ctx, folders)
	})
	if s.p.Long {
		for _, f := range folders {
			s.p.Ingest.Watch(f)
		}
		s.p.Ingest.Settle(ctx)
	}
	return added, err
}

func (s *Shelf) syncAll(ctx context.Context, folders []core.Folder) (all ingest.Report, err error) {
	for _, f := range folders {
		r, err := s.p.Ingest.Sync(ctx, f)
		all.Join(r)
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

// Unwatch stops watching folders. Their documents stay. A folder that is not
// watched gives an error that wraps core.ErrNotFound; the other folders are
// still handled.
func (s *Shelf) Unwatch(ctx context.Context, paths ...string) error {
	var errs []error
	for _, p := range paths {
		path, err := caller.Absolute(ctx, p)
		if err == nil {
			err = s.p.Library.RemoveFolder(ctx, path)
		}
		if err == nil {
			s.p.Ingest.Unwatch(path)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// Folders lists the watched folders by path, with the state of each watch.
func (s *Shelf) Folders(ctx context.Context) ([]core.Folder, error) {
	folders, err := s.p.Library.Folders(ctx)
	if err != nil {
		return nil, err
	}
	states := make(map[string]core.Folder)
	for _, f := range s.p.Ingest.Watched() {
		states[f.Path] = f
	}
	for i, f := range folders {
		now, ok := states[f.Path]
		if !ok {
			now = core.Folder{State: core.FolderIdle, Reason: "it is looked through when the window opens"}
			if info, err := os.Stat(f.Path); err != nil || !info.IsDir() {
				now = core.Folder{State: core.FolderMissing, Reason: "it is not there"}
			}
		}
		folders[i].State, folders[i].Reason, folders[i].Looked = now.State, now.Reason, now.Looked
	}
	return folders, nil
}

// FollowAll starts to follow the watched folders if the library is open in a
// window or a server.
func (s *Shelf) FollowAll(ctx context.Context) error {
	if !s.p.Long {
		return nil
	}
	folders, err := s.p.Library.Folders(ctx)
	if err != nil {
		return err
	}
	for _, f := range folders {
		s.p.Ingest.Watch(f)
	}
	return nil
}

// Follow is Watch of one folder for a window that shows the documents' states
// as they change: it returns an error only for what no document's state shows.
func (s *Shelf) Follow(ctx context.Context, path string) error {
	added, err := s.Watch(ctx, core.Folder{Path: path})
	return errors.Join(append(added.Errors, err)...)
}
