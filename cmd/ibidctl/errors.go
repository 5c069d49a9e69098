package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"ibid/app/config"
	"ibid/app/doctor"
	"ibid/core"
	"ibid/core/text"
)

// The exit codes of the contract.
const (
	exitDone    = 0
	exitError   = 1
	exitUsage   = 2
	exitFailed  = 3 // some files failed, or a path is not there
	exitCheck   = 4 // a check did not hold
	exitInUse   = 10
	exitDamaged = 11
)

// leastRoom is the smallest budget worth proposing, in tokens: less holds
// little more than a heading and a sentence.
const leastRoom = 200

// A usageFault says what is wrong with a command line.
type usageFault struct{ message string }

func (e *usageFault) Error() string { return e.message }

func usageError(format string, args ...any) error {
	return &usageFault{fmt.Sprintf(format, args...)}
}

// someFailedError ends a command whose result, already written, names what
// failed.
type someFailedError struct{ exit int }

func (e *someFailedError) Error() string { return "some failed" }

// fault is an error in the form for scripts.
type fault struct {
	Code    string `json:"code"`    // one word, stable
	Message string `json:"message"` // one line
	Hint    string `json:"hint"`    // what to do
	exit    int
}

func exitCode(err error) int {
	var failed *someFailedError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &failed):
		return failed.exit
	}
	return explain(err, "").exit
}

// explain turns an error into its code, message, hint and exit code. library is the
// folder of the library, for the hint on its backups.
func explain(err error, library string) fault {
	var (
		usage     *usageFault
		inUse     *core.InUseError
		ambiguous *core.AmbiguousError
		budget    *core.BudgetError
		window    *core.WindowError
		settings  *config.Error
	)
	f := fault{Code: "error", Message: oneLine(err), Hint: "`ibidctl doctor` checks what could be wrong", exit: exitError}
	set := func(code string, exit int, hint string) { f.Code, f.exit, f.Hint = code, exit, hint }
	switch {
	case errors.As(err, &usage):
		set("usage", exitUsage, "`ibidctl help` lists the commands, `ibidctl help COMMAND` its options")
	case errors.As(err, &settings):
		set("settings", exitUsage, fmt.Sprintf("correct %s, or name another file with --config", text.OneLine(settings.File)))
	case errors.Is(err, context.Canceled):
		f.Message = "interrupted"
		set("interrupted", exitError, "what was read stays; the same command goes on with the rest")
	case errors.As(err, &inUse):
		set("in_use", exitInUse, fmt.Sprintf("close %s (pid %d) or wait until it is done, or name another library with --library",
			text.OneLine(inUse.Owner.Program), inUse.Owner.PID))
	case errors.Is(err, core.ErrInUse):
		set("in_use", exitInUse, "close the other program, or name another library with --library")
	case errors.Is(err, core.ErrDamaged):
		set("damaged", exitDamaged, restoring(library))
	case core.DiskFull(err):
		set("disk_full", exitError, "make room on the disk; what was read stays, and the same command goes on with the rest")
	case errors.As(err, &ambiguous):
		set("ambiguous", exitError, "say which: "+text.OneLine(strings.Join(ambiguous.Candidates, " · ")))
	case errors.As(err, &budget):
		set("budget", exitError, fmt.Sprintf("allow at least that: --budget %d", budget.Minimum))
	case errors.As(err, &window) && window.Room >= leastRoom:
		set("budget", exitError, fmt.Sprintf("give the context less: --budget %d, or ask a model that takes more", window.Room))
	case errors.Is(err, core.ErrBudget):
		set("budget", exitError, "ask a model that takes more")
	case errors.Is(err, core.ErrQuery):
		set("query", exitUsage, "`ibidctl help search` says how a question is written")
	case errors.Is(err, core.ErrNoSuchPage):
		set("no_such_page", exitError, "`ibidctl list` shows how many pages a document has")
	case errors.Is(err, core.ErrNotFound):
		set("not_found", exitError, "`ibidctl list` shows the documents")
	}
	return f
}

// oneLine is the message of an error on one line, with semicolons between joined errors.
func oneLine(err error) string { return text.OneLine(strings.ReplaceAll(err.Error(), "\n", "; ")) }

// restoring explains how to replace a damaged library by a backup.
func restoring(library string) string {
	backups := doctor.Backups(library)
	if len(backups) == 0 {
		return fmt.Sprintf("there is no backup: move library.db out of %s and add the documents again", text.OneLine(library))
	}
	names := make([]string, len(backups))
	for i, b := range backups {
		names[i] = filepath.Base(b)
	}
	return fmt.Sprintf("move library.db, library.db-wal and library.db-shm out of %s, then copy a backup to library.db; newest first: %s",
		text.OneLine(library), strings.Join(names, ", "))
}

// report writes an error: for people on standard error, with --json for
// scripts on standard output as well.
func (c *call) report(err error) {
	f := explain(err, c.library)
	if f.Code == "query" && (c.command == "show" || c.command == "graph") {
		f.Hint = "`ibidctl help show` says how a place is written"
	}
	fmt.Fprintf(c.stderr, "ibidctl: %s\n", f.Message)
	var usage *usageFault
	switch cmd, ok := find(c.command); {
	case !errors.As(err, &usage):
		fmt.Fprintln(c.stderr, f.Hint)
	case ok:
		fmt.Fprintf(c.stderr, "usage: %s\n", synopsis(cmd))
	default:
		writeUsage(c.stderr)
	}
	if c.json {
		_ = c.writeJSON(f) // standard output is broken: nobody is left to tell
	}
}

// writeJSON writes one value to standard output.
func (c *call) writeJSON(v any) error {
	enc := json.NewEncoder(c.stdout)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
