// Package caller carries who asks for a use case: this process, or another one
// across the private socket whose folder and settings then count.
package caller

import (
	"context"
	"path/filepath"

	"ibid/app/config"
)

// Caller is the process that asks. The zero value is this process.
type Caller struct {
	Dir    string         // folder that its relative paths begin in; empty for this process's working folder
	Config *config.Config // its settings; nil for those of the library's owner. The language model is always the owner's
}

type key struct{}

// With returns a context in which a use case is done as it would be in the
// process of c.
func With(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, key{}, c)
}

// Of returns the caller that With set, or the zero Caller.
func Of(ctx context.Context) Caller {
	c, _ := ctx.Value(key{}).(Caller)
	return c
}

// Absolute returns a path as the caller means it.
func Absolute(ctx context.Context, path string) (string, error) {
	if dir := Of(ctx).Dir; dir != "" && !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	return filepath.Abs(path)
}
