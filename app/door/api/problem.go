package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"ibid/core"
	"ibid/core/ollama"
)

// asked returns the error of an invalid request.
func asked(format string, args ...any) error {
	return fmt.Errorf(format+": %w", append(args, core.ErrQuery)...)
}

// local refuses locators that look like paths out of the library, such as
// absolute ones. They would find nothing anyway: only documents of the library
// are searched.
func local(locator string) error {
	if len(locator) > MaxQuestion || strings.ContainsAny(locator, "\x00\\") || strings.HasPrefix(strings.TrimLeft(locator, "\" "), "/") ||
		strings.Contains("/"+locator+"/", "/../") {
		return asked("a locator names a document of the library, as contexts do: report.pdf p. 3")
	}
	return nil
}

// within refuses names that a search is restricted to if they are paths of this
// machine.
func within(names []string) error {
	if len(names) > core.MaxPlanScope {
		return asked("in has %d names at most", core.MaxPlanScope)
	}
	for _, name := range names {
		if local(name) != nil {
			return asked("in names documents as results do, and folders by their names")
		}
	}
	return nil
}

// Fault is an error as another program receives it.
type Fault struct {
	Status int // HTTP status
	Code   string
	Detail string // one line, without any path of this machine
}

// Explain returns the status, code and message of an error. The message of an
// unknown error is replaced by a general one, because it may quote anything.
func Explain(err error) Fault {
	var file *core.FileError
	var model *ollama.Unusable
	var broken *ollama.Failed
	f := Fault{Detail: plainly(err.Error())}
	switch {
	case errors.Is(err, core.ErrBudget):
		f.Status, f.Code = http.StatusUnprocessableEntity, "budget"
	case errors.Is(err, core.ErrAmbiguous):
		f.Status, f.Code = http.StatusConflict, "ambiguous"
	case errors.Is(err, core.ErrNoSuchPage):
		f.Status, f.Code = http.StatusNotFound, "no_such_page"
	case errors.Is(err, core.ErrNotFound):
		f.Status, f.Code = http.StatusNotFound, "not_found"
	case errors.Is(err, core.ErrQuery):
		f.Status, f.Code = http.StatusBadRequest, "query"
	case errors.As(err, &file):
		f = Fault{http.StatusUnprocessableEntity, "file", plainly(fmt.Sprintf("%s: %s", file.State, file.Reason))}
	case errors.As(err, &model):
		f.Status, f.Code = http.StatusServiceUnavailable, "model"
	case errors.As(err, &broken):
		f.Status, f.Code = http.StatusBadGateway, "model"
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		f = Fault{http.StatusServiceUnavailable, "interrupted", "interrupted"}
	default:
		f = Fault{http.StatusInternalServerError, "error", "it could not be done; `ibidctl doctor` checks what could be wrong"}
	}
	return f
}

// absolute matches absolute paths, in quotes or up to the next blank.
var absolute = regexp.MustCompile(`"(?:[A-Za-z]:)?[/\\][^"\n]*"|(^|[\s('=:,])(?:[A-Za-z]:)?/[^\s"'/,;:)]+/[^\s"',;:)]*`)

// plainly shortens each absolute path in a message to its last element.
func plainly(s string) string {
	return absolute.ReplaceAllStringFunc(s, func(found string) string {
		i := strings.IndexAny(found, `/\`)
		before, path := found[:i], strings.TrimRight(found[i:], `"`)
		last := path[strings.LastIndexAny(path, `/\`)+1:]
		if before = strings.TrimRight(before, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz:"); strings.HasPrefix(found, `"`) {
			return `"` + last + `"`
		}
		return before + last
	})
}
