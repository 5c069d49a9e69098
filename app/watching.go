package app

import (
	"context"
	"errors"
	"fmt"
	"os"

	"ibid/app/caller"
	"ibid/core"
	"ibid/core/ingest"
)

// Watch has the library follow folders from now on, reads what is new or
// changed in them, and returns when that is done. Of each, Path and MaxBytes are
// taken; one that is watched already gets the new limit. A path that is no
// folder is an error, and then none is watched.
//
// While a window or server has the library open, what happens in the folders is
// taken in by itself, within seconds. Otherwise it is when one opens.
func (e *Engine) Watch(ctx context.Context, folders ...core.Folder) (Added, error) {
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
		if err := e.library.AddFolder(ctx, f); err != nil {
			return Added{}, err
		}
	}
	added, err := e.read(ctx, func(ctx context.Context) (ingest.Report, error) {
		return e.syncAll(ctx, folders)
	})
	if e.long {
		for _, f := range folders {
			e.ingest.Watch(f)
		}
		e.ingest.Settle(ctx)
	}
	return added, err
}

func (e *Engine) syncAll(ctx context.Context, folders []core.Folder) (all ingest.Report, err error) {
	for _, f := range folders {
		r, err := e.ingest.Sync(ctx, f)
		all.Join(r)
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

// Unwatch ends that for folders. Their documents stay. A folder that is not
// watched gives an error that wraps core.ErrNotFound; the others are done.
func (e *Engine) Unwatch(ctx context.Context, paths ...string) error {
	var errs []error
	for _, p := range paths {
		path, err := caller.Absolute(ctx, p)
		if err == nil {
			err = e.library.RemoveFolder(ctx, path)
		}
		if err == nil {
			e.ingest.Unwatch(path)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// Folders lists the watched folders by path, and how they are followed now.
func (e *Engine) Folders(ctx context.Context) ([]core.Folder, error) {
	folders, err := e.library.Folders(ctx)
	if err != nil {
		return nil, err
	}
	states := make(map[string]core.Folder)
	for _, f := range e.ingest.Watched() {
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

// follow begins to follow the watched folders. A short owner follows none.
func (e *Engine) follow(ctx context.Context) error {
	if !e.long {
		return nil
	}
	folders, err := e.library.Folders(ctx)
	if err != nil {
		return err
	}
	for _, f := range folders {
		e.ingest.Watch(f)
	}
	return nil
}
