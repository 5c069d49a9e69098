package main

import (
	"context"
	"encoding/json"
	"fmt"

	"ibid/app/eval"
	"ibid/core/safefile"
)

// fit fits the weights of the ranking with sets, writes them into a file and prints
// what they gave.
func (c *call) fit(ctx context.Context, sets []eval.Set, o eval.Options, file string) error {
	fitted, err := eval.Fit(ctx, sets, o)
	if err != nil {
		return err
	}
	data, err := json.MarshalIndent(fitted, "", "  ")
	if err != nil {
		return fmt.Errorf("write weights: %w", err)
	}
	if err := safefile.Write(file, append(data, '\n'), 0o644); err != nil {
		return fmt.Errorf("write weights: %w", err)
	}
	if c.json {
		return c.writeJSON(fitted)
	}
	return writeReports(c, []eval.Fitted{fitted}, false)
}
