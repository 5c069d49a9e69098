package core

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
)

// Sentinel errors. Rooms wrap them with the step and the thing; ui/say and the
// command line turn them into sentences that end with what to do.
var (
	ErrInUse         = errors.New("library in use by another program")
	ErrDamaged       = errors.New("library damaged")
	ErrNotFound      = errors.New("not found")
	ErrAmbiguous     = errors.New("name fits several documents")
	ErrBudget        = errors.New("budget too small")
	ErrQuery         = errors.New("query not understood")
	ErrNeedsPassword = errors.New("document needs a password")
	ErrNoSuchPage    = errors.New("no such page")
	ErrNotAsked      = errors.New("no model was asked")

	// ErrNeedsConversion is the error for a file in a format that another program
	// has to convert first.
	ErrNeedsConversion = errors.New("file has to be converted first")
)

// DiskFull reports whether an error means that the disk is full, as the system or
// SQLite reports it, also if it came from another process as text.
func DiskFull(err error) bool {
	if err == nil {
		return false
	}
	text := err.Error()
	return strings.Contains(text, "disk is full") || strings.Contains(text, syscall.ENOSPC.Error()) || strings.Contains(text, syscall.EDQUOT.Error())
}

// FileError is the reason why one file could not be read, with the state that the
// file gets.
type FileError struct {
	State  State  // one for which Settled is true
	Reason string // in words, for a person
	Err    error  `cbor:"-"` // cause; may be nil
}

// NewFileError returns a FileError whose reason is formatted from format and
// args. cause may be nil.
func NewFileError(state State, cause error, format string, args ...any) *FileError {
	return &FileError{State: state, Reason: fmt.Sprintf(format, args...), Err: cause}
}

func (e *FileError) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("%s: %s", e.State, e.Reason)
	}
	return fmt.Sprintf("%s: %s: %v", e.State, e.Reason, e.Err)
}

func (e *FileError) Unwrap() error { return e.Err }

// InUseError names the program that holds the library. It wraps ErrInUse.
type InUseError struct{ Owner Owner }

func (e *InUseError) Error() string {
	return fmt.Sprintf("%v: %s (pid %d on %s, since %s)", ErrInUse, e.Owner.Program, e.Owner.PID, e.Owner.Host,
		e.Owner.Since.Local().Format("2006-01-02 15:04:05"))
}

func (e *InUseError) Unwrap() error { return ErrInUse }

// AmbiguousError lists the possible meanings of a name. It wraps ErrAmbiguous.
type AmbiguousError struct {
	Name       string
	Candidates []string // shortest paths or places that tell them apart
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%q: %v: %q", e.Name, ErrAmbiguous, e.Candidates)
}

func (e *AmbiguousError) Unwrap() error { return ErrAmbiguous }

// BudgetError gives the smallest budget that would hold one source. It wraps
// ErrBudget.
type BudgetError struct {
	Budget  int // tokens asked for
	Minimum int // tokens that one heading with one sentence takes
}

func (e *BudgetError) Error() string {
	return fmt.Sprintf("%v: %d tokens, at least %d are needed", ErrBudget, e.Budget, e.Minimum)
}

func (e *BudgetError) Unwrap() error { return ErrBudget }

// WindowError reports that a request does not fit the context window of a model.
// It wraps ErrBudget.
type WindowError struct {
	Model  string
	Window int // tokens that the model takes, question and answer together
	Needed int // tokens that context, question and answer have
	Room   int // tokens left for the context; 0 or less if there are none
}

func (e *WindowError) Error() string {
	return fmt.Sprintf("the context does not fit: %s takes %d tokens at a time; context, question and answer need %d", e.Model, e.Window, e.Needed)
}

func (e *WindowError) Unwrap() error { return ErrBudget }
