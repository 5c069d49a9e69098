package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"ibid/app/remote"
	"ibid/core"
	"ibid/core/text"
)

func defineCheck(fs *flag.FlagSet) action {
	saved := ""
	fs.StringVar(&saved, "context", "", "the context that was answered from: a `FILE` of context --save")
	return func(ctx context.Context, c *call) error {
		if saved == "" {
			return usageError("check needs --context FILE, which ibidctl context --save has written")
		}
		if len(c.words) != 1 {
			return usageError("check takes one ANSWER, a file or - for standard input")
		}
		kept, err := readSaved(saved)
		if err != nil {
			return err
		}
		answer, err := readAnswer(c.words[0])
		if err != nil {
			return err
		}
		return c.with(ctx, func(e *remote.Library) error { return c.check(ctx, e, kept, answer) })
	}
}

// maxAnswer bounds an answer, in bytes. One byte more is read, so that the
// engine rejects a longer one.
const maxAnswer = 1 << 20

func readAnswer(name string) (string, error) {
	in := os.Stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return "", fmt.Errorf("read answer: %w", err)
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, maxAnswer+1))
	if err != nil {
		return "", fmt.Errorf("read answer %q: %w", name, err)
	}
	return strings.ToValidUTF8(string(data), "\ufffd"), nil
}

// check writes one line for each claim. If one does not hold, it returns an error with
// exitCheck.
func (c *call) check(ctx context.Context, e *remote.Library, kept core.SavedContext, answer string) error {
	sources := mapSlice(kept.Sources, core.SavedSource.Source)
	report, err := e.Check(ctx, answer, sources)
	if err != nil {
		return err
	}
	if c.json {
		if err := c.writeJSON(checkResult(report)); err != nil {
			return err
		}
	} else {
		for _, claim := range report.Claims {
			line := fmt.Sprintf("%d: %s: %q: %s", 1+strings.Count(answer[:claim.Start], "\n"), claim.Verdict, clip(text.OneLine(claim.Text), excerptSize), claim.Why)
			fmt.Fprintln(c.stdout, text.OneLine(line))
		}
	}
	c.say("%s", summaryOf(report))
	if !report.Held() {
		return &someFailedError{exitCheck}
	}
	return nil
}

// summaryOf returns the number of claims with each verdict, in words.
func summaryOf(r core.CheckReport) string {
	if len(r.Claims) == 0 {
		return "nothing to check: the answer cites no source"
	}
	var parts []string
	for _, v := range core.Verdicts {
		if n := r.Count(v); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v))
		}
	}
	return strings.Join(parts, ", ")
}
