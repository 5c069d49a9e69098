package main

import (
	"context"
	"flag"

	"ibid/app/bench"
)

func defineBench(fs *flag.FlagSet) action {
	var o bench.Options
	var markdown bool
	fs.BoolVar(&o.Quick, "quick", false, "one round, a library of 1,000 passages, few questions")
	fs.IntVar(&o.Rounds, "rounds", 3, "do each step `N` times and count the best")
	fs.IntVar(&o.Passages, "passages", 100_000, "let a library grow to `N` passages, ten times as large at each step from 1,000")
	fs.StringVar(&o.Window, "window", "", "`PROGRAM` of the window (default: ibid beside this program, or on the PATH)")
	fs.BoolVar(&markdown, "markdown", false, "write Markdown")
	return func(ctx context.Context, c *call) error {
		switch {
		case len(c.words) != 1:
			return usageError("bench takes one folder")
		case o.Rounds < 1 || o.Passages < 1000:
			return usageError("bench takes at least 1 of --rounds and 1000 --passages")
		case c.json && markdown:
			return usageError("bench writes --json or --markdown, not both")
		}
		o.Folder, o.Say = c.words[0], func(s string) { c.say("%s", s) }
		r, err := bench.Run(ctx, o)
		if err != nil {
			return err
		}
		return writeReports(c, []bench.Report{r}, markdown)
	}
}
