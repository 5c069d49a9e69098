package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"ibid/app/remote"
	"ibid/app/shelf"
	"ibid/core"
)

// mostPassword is how much of a password file is read, in bytes.
const mostPassword = 64 << 10

func defineAdd(fs *flag.FlagSet) action {
	file := fs.String("password-file", "", "`FILE` whose first line opens documents that need a password")
	env := fs.String("password-env", "", "`NAME` of an environment variable with the password")
	return func(ctx context.Context, c *call) error {
		password, err := readPassword(*file, *env)
		if err != nil {
			return err
		}
		return c.with(ctx, func(e *remote.Library) error {
			return c.read(ctx, e, func(ctx context.Context) (shelf.Added, error) { return e.AddPaths(ctx, c.words, password) })
		})
	}
}

func readPassword(file, env string) (string, error) {
	switch {
	case file != "" && env != "":
		return "", usageError("add takes --password-file or --password-env, not both")
	case env != "":
		password, ok := os.LookupEnv(env)
		if !ok || password == "" {
			return "", usageError("the environment variable %q of --password-env is not set", env)
		}
		return password, nil
	case file == "":
		return "", nil
	}
	f, err := os.Open(file)
	if err != nil {
		return "", fmt.Errorf("read password: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, mostPassword))
	if err != nil {
		return "", fmt.Errorf("read password: %w", err)
	}
	password, _, _ := strings.Cut(string(data), "\n")
	if password = strings.TrimSuffix(password, "\r"); password == "" {
		return "", fmt.Errorf("read password: the first line of %q is empty", file)
	}
	return password, nil
}

// read runs work, which reads documents, and writes a line for every document that is
// new, changed or failed.
func (c *call) read(ctx context.Context, e *remote.Library, work func(context.Context) (shelf.Added, error)) error {
	before, err := e.Documents(ctx)
	if err != nil {
		return err
	}
	stop := showProgress(c.stderr, e)
	added, err := work(ctx)
	stop()
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	if werr := c.writeAdded(added, before, err == nil); werr != nil {
		return werr
	}
	if serr := c.sayScans(context.WithoutCancel(ctx), e, added.Documents); serr != nil {
		return serr
	}
	switch {
	case err != nil:
		return err
	case added.Failed() > 0:
		return &someFailedError{exitFailed}
	}
	return nil
}

// writeAdded writes what was read. complete is false if reading was interrupted: then
// no JSON is written, since the JSON of the error follows.
func (c *call) writeAdded(added shelf.Added, before []core.Document, complete bool) error {
	for _, err := range added.Errors {
		c.say("ibidctl: %s", oneLine(err))
	}
	if slices.ContainsFunc(added.Errors, core.DiskFull) {
		c.say("the disk is full: make room, and the same command goes on with the rest")
	}
	c.say("%s", summary(added))
	if locked := inState(added.Documents, core.StateNeedsPassword); locked > 0 {
		c.say("%s a password: ibidctl add --password-file FILE PATH", plural(locked, "document needs", "documents need"))
	}
	if c.json {
		if !complete {
			return nil
		}
		return c.writeJSON(addedResult(added))
	}
	return c.writeDocuments(slices.DeleteFunc(slices.Clone(added.Documents), func(d core.Document) bool {
		i := slices.IndexFunc(before, func(b core.Document) bool { return b.ID == d.ID })
		same := i >= 0 && before[i].State == d.State && before[i].Hash == d.Hash
		return !d.State.Settled() || same && !d.State.Failed()
	}))
}

// summary counts in one line what was added and the states of the documents.
func summary(added shelf.Added) string {
	var parts, states []string
	for _, part := range []struct {
		n    int
		what string
	}{{added.New, "new"}, {added.Changed, "changed"}, {added.Moved, "moved"}, {added.Gone, "gone"}, {added.Unchanged, "as before"},
		{added.Hidden, "hidden left out"}, {added.Ignored, "ignored"}, {added.Large, "over the limit of the folder"}} {
		if part.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", part.n, part.what))
		}
	}
	for _, s := range allStates {
		if n := inState(added.Documents, s); n > 0 {
			states = append(states, fmt.Sprintf("%d %s", n, s))
		}
	}
	line := plural(len(added.Documents), "document", "documents")
	if len(parts) > 0 {
		line += " (" + strings.Join(parts, ", ") + ")"
	}
	if len(states) > 0 {
		line += ": " + strings.Join(states, ", ")
	}
	return line
}

func inState(docs []core.Document, s core.State) (n int) {
	for _, d := range docs {
		if d.State == s {
			n++
		}
	}
	return n
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
