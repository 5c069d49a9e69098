package app

import (
	"context"
	"path/filepath"

	"ibid/app/config"
)

// Caller is who asks, where that is another process than this one.
type Caller struct {
	Dir    string         // where its relative paths begin; empty is this process's folder
	Config *config.Config // its settings; those of the engine if nil. The language model is the engine's always
}

type callerKey struct{}

// WithCaller has a use case done as it would be in the caller's process.
func WithCaller(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// CallerOf is what WithCaller said: the zero Caller where this process itself asks.
func CallerOf(ctx context.Context) Caller {
	c, _ := ctx.Value(callerKey{}).(Caller)
	return c
}

// settings are those of who asks.
func (e *Engine) settings(ctx context.Context) config.Config {
	if c := CallerOf(ctx).Config; c != nil {
		return *c
	}
	return *e.live.config.Load()
}

// absolute is a path as who asks means it.
func absolute(ctx context.Context, path string) (string, error) {
	if dir := CallerOf(ctx).Dir; dir != "" && !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	return filepath.Abs(path)
}
