package main

import (
	"context"
	"flag"
	"fmt"
	"strings"

	"ibid/app/remote"
	"ibid/app/shelf"
	"ibid/core"
	"ibid/core/text"
)

type watchedJSON struct {
	Folders []core.Folder `json:"folders"`
	Read    *addedJSON    `json:"read,omitempty"` // what was read from them at once
}

func defineWatch(fs *flag.FlagSet) action {
	remove := fs.Bool("remove", false, "end the watch; the documents stay")
	most := fs.Int64("max-size", 0, "leave out new files of more than so many `MB`; 0 is no limit but that of every file")
	return func(ctx context.Context, c *call) error {
		switch {
		case *most < 0:
			return usageError("invalid value \"%d\" for --max-size: it takes a number from 0 up", *most)
		case *remove && len(c.words) == 0:
			return usageError("watch --remove needs PATH…")
		case *remove && *most > 0:
			return usageError("watch: --remove takes no --max-size")
		}
		return c.with(ctx, func(e *remote.Library) error {
			switch {
			case *remove:
				if err := e.Unwatch(ctx, c.words...); err != nil {
					return err
				}
			case len(c.words) > 0:
				return c.watch(ctx, e, *most<<20)
			}
			return c.writeFolders(ctx, e, nil)
		})
	}
}

// watch watches the folders and writes what was read from them.
func (c *call) watch(ctx context.Context, e *remote.Library, most int64) error {
	folders := mapSlice(c.words, func(path string) core.Folder { return core.Folder{Path: path, MaxBytes: most} })
	stop := showProgress(c.stderr, e)
	added, err := e.Watch(ctx, folders...)
	stop()
	if err != nil {
		return err
	}
	for _, err := range added.Errors {
		c.say("ibidctl: %v", err)
	}
	c.say("%s", summary(added))
	if err := c.writeFolders(ctx, e, &added); err != nil {
		return err
	}
	if added.Failed() > 0 {
		return &someFailedError{exitFailed}
	}
	return nil
}

// writeFolders writes the watched folders, one to a line.
func (c *call) writeFolders(ctx context.Context, e *remote.Library, added *shelf.Added) error {
	folders, err := e.Folders(ctx)
	if err != nil {
		return err
	}
	if c.json {
		result := watchedJSON{Folders: orEmpty(folders)}
		if added != nil {
			read := addedResult(*added)
			result.Read = &read
		}
		return c.writeJSON(result)
	}
	if len(folders) == 0 {
		c.say("no folder is watched")
	}
	for _, f := range folders {
		line := fmt.Sprintf("%s  %s", f.State, text.OneLine(f.Path))
		if f.MaxBytes > 0 {
			line += fmt.Sprintf("  (files up to %d MB)", f.MaxBytes>>20)
		}
		if f.Reason != "" {
			line += "  " + text.OneLine(f.Reason)
		}
		if _, err := fmt.Fprintln(c.stdout, strings.TrimSpace(line)); err != nil {
			return err
		}
	}
	return nil
}
