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

// asked is the error of a request that makes no sense.
func asked(format string, args ...any) error {
	return fmt.Errorf(format+": %w", append(args, core.ErrQuery)...)
}

// local refuses names that are meant to lead out of the library. Nothing would
// be found by them: only documents of the library are looked for.
func local(locator string) error {
	if len(locator) > MaxQuestion || strings.ContainsAny(locator, "\x00\\") || strings.HasPrefix(strings.TrimLeft(locator, "\" "), "/") ||
		strings.Contains("/"+locator+"/", "/../") {
		return asked("a locator names a document of the library, as contexts do: report.pdf p. 3")
	}
	return nil
}

// Fault is what an error is to the one who asked.
type Fault struct {
	Status int // of HTTP
	Code   string
	Detail string // one line, without any path of this machine
}

// Explain says what an error is. What is not known is not told: it may quote
// anything.
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

// absolute finds paths from the root of a file system, in quotes or up to the
// next blank.
var absolute = regexp.MustCompile(`"(?:[A-Za-z]:)?[/\\][^"\n]*"|(^|[\s('=:,])(?:[A-Za-z]:)?/[^\s"'/,;:)]+/[^\s"',;:)]*`)

// plainly keeps the last element of each absolute path in a message.
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
