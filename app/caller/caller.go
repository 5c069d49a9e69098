// Package caller carries in a context which process asked for a use case: this
// one, or another one over the private socket. The folder and settings of that
// process then apply.
package caller

import (
	"context"
	"path/filepath"

	"ibid/app/config"
)

// Caller is the process that asks. The zero value is this process.
type Caller struct {
	Dir    string         // folder that relative paths are based on; empty for this process's working folder
	Config *config.Config // its settings; nil for those of the library's owner. The language model is always the owner's
}

type key struct{}

// With returns a context in which use cases run with the folder and settings of
// c.
func With(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, key{}, c)
}

// Of returns the caller set by With, or the zero Caller.
func Of(ctx context.Context) Caller {
	c, _ := ctx.Value(key{}).(Caller)
	return c
}

// Absolute makes a path absolute, relative to the caller's folder.
func Absolute(ctx context.Context, path string) (string, error) {
	if dir := Of(ctx).Dir; dir != "" && !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	return filepath.Abs(path)
}
