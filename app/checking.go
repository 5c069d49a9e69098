package app

import (
	"context"

	"ibid/core"
	"ibid/core/check"
)

// Check looks whether the answer of a chat application stands in the sources of
// the context that it was given. An answer over check.MaxAnswer bytes is an
// error that wraps core.ErrQuery.
func (e *Engine) Check(ctx context.Context, answer string, sources []core.Source) (core.CheckReport, error) {
	return check.Checker{Texts: e.store}.Check(ctx, answer, sources)
}
