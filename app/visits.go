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

// maxVisitor is how long the name of another program may be, in characters.
const maxVisitor = 60

// visits keeps who asked last, as long as the library is open.
type visits struct{ last atomic.Pointer[core.Visit] }

// Visit notes that another program asks, by what it calls itself: shown as one
// line of at most 60 characters.
func (v *visits) Visit(_ context.Context, name string) error {
	name = strings.Join(strings.FieldsFunc(text.Clip(name, 4*maxVisitor), func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
	if runes := []rune(name); len(runes) > maxVisitor {
		name = string(runes[:maxVisitor])
	}
	v.last.Store(&core.Visit{Name: cmp.Or(name, "a program without a name"), At: time.Now()})
	return nil
}

// LastVisit is the last request of another program since the library was opened;
// zero if there was none.
func (v *visits) LastVisit(context.Context) (core.Visit, error) {
	if last := v.last.Load(); last != nil {
		return *last, nil
	}
	return core.Visit{}, nil
}
