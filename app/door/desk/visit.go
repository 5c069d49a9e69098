package desk

import (
	"context"

	"ibid/core"
)

type visitKey struct{}

// Receive notes that a program asks, and returns a context in which what it asks
// is noted too. One whose access was revoked gives an error that wraps
// core.ErrRevoked.
func (d *Desk) Receive(ctx context.Context, v core.Visit) (context.Context, error) {
	if err := d.engine.Visit(ctx, v); err != nil {
		return nil, err
	}
	return context.WithValue(ctx, visitKey{}, v), nil
}

// note keeps the question or place that the program asks for which ctx was
// received.
func (d *Desk) note(ctx context.Context, asked string) error {
	v, ok := ctx.Value(visitKey{}).(core.Visit)
	if !ok || asked == "" {
		return nil
	}
	v.Asked = asked
	return d.engine.Visit(ctx, v)
}
