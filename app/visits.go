package app

import (
	"cmp"
	"context"
	"strings"
	"sync/atomic"
	"time"
	"unicode"

	"ibid/core"
	"ibid/core/text"
)

// maxVisitor is the maximum length of another program's name, in characters.
const maxVisitor = 60

// visits holds the last request of another program while the library is open.
type visits struct{ last atomic.Pointer[core.Visit] }

// Visit records a request of another program under the name that it gives
// itself, cut to one line of at most 60 characters.
func (v *visits) Visit(_ context.Context, name string) error {
	name = strings.Join(strings.FieldsFunc(text.Clip(name, 4*maxVisitor), func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
	if runes := []rune(name); len(runes) > maxVisitor {
		name = string(runes[:maxVisitor])
	}
	v.last.Store(&core.Visit{Name: cmp.Or(name, "a program without a name"), At: time.Now()})
	return nil
}

// LastVisit returns the last request of another program since the library was
// opened; zero if there was none.
func (v *visits) LastVisit(context.Context) (core.Visit, error) {
	if last := v.last.Load(); last != nil {
		return *last, nil
	}
	return core.Visit{}, nil
}
