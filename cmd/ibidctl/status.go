package main

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"ibid/app"
	"ibid/app/doctor"
	"ibid/app/remote"
	"ibid/core"
	"ibid/core/text"
)

// allStates lists the states in the order in which they are printed.
var allStates = []core.State{
	core.StateReady, core.StatePartial, core.StateNoText, core.StateUnsupported, core.StateNeedsPassword, core.StateTooLarge,
	core.StateDamaged, core.StateTimedOut, core.StateUnreadable, core.StateQuarantined, core.StateWaiting, core.StateReading,
}

func defineList(fs *flag.FlagSet) action {
	var states []core.State
	var kinds []core.Kind
	fs.Func("state", "list only documents in this `STATE`, as in \"needs password\" or needs-password; may be repeated", func(s string) error {
		state := core.State(strings.ReplaceAll(strings.ToLower(s), "-", " "))
		if !slices.Contains(allStates, state) {
			return fmt.Errorf("the states are %s", strings.Join(stringsOf(allStates), ", "))
		}
		states = append(states, state)
		return nil
	})
	kindOption(fs, &kinds)
	return func(ctx context.Context, c *call) error {
		return c.with(ctx, func(e *remote.Library) error {
			docs, err := e.Documents(ctx)
			if err != nil {
				return err
			}
			docs = slices.DeleteFunc(docs, func(d core.Document) bool {
				return len(states) > 0 && !slices.Contains(states, d.State) || len(kinds) > 0 && !slices.Contains(kinds, d.Kind)
			})
			if len(docs) == 0 {
				c.say("no documents")
			}
			if c.json {
				return c.writeJSON(mapSlice(docs, documentResult))
			}
			return c.writeDocuments(docs)
		})
	}
}

// writeDocuments writes a table without a heading: id, state, kind, pages, tokens,
// path, reason.
func (c *call) writeDocuments(docs []core.Document) error {
	table := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	for _, d := range docs {
		fmt.Fprintf(table, "%d\t%s\t%s\t%d\t%d\t%s", d.ID, d.State, d.Kind, d.Pages, d.Tokens, text.OneLine(d.Path))
		if d.Reason != "" {
			fmt.Fprintf(table, "  (%s)", text.OneLine(d.Reason))
		}
		fmt.Fprintln(table)
	}
	return table.Flush()
}

func defineStatus(*flag.FlagSet) action {
	return func(ctx context.Context, c *call) error {
		return c.with(ctx, func(e *remote.Library) error {
			s, err := e.Status(ctx)
			if err != nil {
				return err
			}
			if c.json {
				return c.writeJSON(s)
			}
			fmt.Fprintf(c.stdout, "library     %s\n", text.OneLine(s.Library))
			fmt.Fprintf(c.stdout, "documents   %d, %d of them different\n", s.Documents, s.Contents)
			for _, state := range allStates {
				if n := s.States[state]; n > 0 {
					fmt.Fprintf(c.stdout, "            %d %s\n", n, state)
				}
			}
			if s.Scans > 0 {
				fmt.Fprintf(c.stdout, "for OCR     %s\n", plural(s.Scans, "page waits", "pages wait"))
			}
			if s.Pictures > 0 {
				fmt.Fprintf(c.stdout, "            pictures on %s\n", plural(s.Pictures, "page wait", "pages wait"))
			}
			if s.NoOCR != "" {
				fmt.Fprintf(c.stdout, "            %s\n", text.OneLine(s.NoOCR))
			}
			fmt.Fprintf(c.stdout, "pages       %d\npassages    %d\ngeneration  %d\n", s.Pages, s.Passages, s.Generation)
			return nil
		})
	}
}

func defineOwner(*flag.FlagSet) action {
	return func(ctx context.Context, c *call) error {
		return c.with(ctx, func(e *remote.Library) error {
			o, err := e.Owner(ctx)
			if err != nil {
				return err
			}
			if c.json {
				return c.writeJSON(o)
			}
			_, err = fmt.Fprintf(c.stdout, "%s (pid %d), since %s\n", text.OneLine(o.Program), o.PID, o.Since.Local().Format(time.DateTime))
			return err
		})
	}
}

func defineDoctor(*flag.FlagSet) action {
	return func(ctx context.Context, c *call) error {
		checks := doctor.Examine(ctx, c.options(), c.config, func(ctx context.Context, o app.Options) (doctor.Counted, error) { return remote.Open(ctx, o) })
		if c.json {
			if err := c.writeJSON(checks); err != nil {
				return err
			}
		} else {
			for _, check := range checks {
				fmt.Fprintf(c.stdout, "%-5s %-8s %s\n", check.Verdict, check.Name, text.OneLine(check.Found))
				if check.Advice != "" {
					fmt.Fprintf(c.stdout, "%14s → %s\n", "", text.OneLine(check.Advice))
				}
			}
		}
		if slices.ContainsFunc(checks, func(k doctor.Check) bool { return k.Verdict == doctor.Fail }) {
			return &someFailedError{exitError}
		}
		return ctx.Err()
	}
}
