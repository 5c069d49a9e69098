package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"ibid/app"
	"ibid/app/doctor"
	"ibid/app/place"
	"ibid/app/remote"
	"ibid/core"
	"ibid/core/window"
)

// allStates are in the order in which they are counted.
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
			return fmt.Errorf("the states are %s", strings.Join(each(allStates, func(s core.State) string { return string(s) }), ", "))
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
				return c.writeJSON(each(docs, documentResult))
			}
			return c.writeDocuments(docs)
		})
	}
}

// writeDocuments writes a table without a head: id, state, kind, pages,
// tokens, path, reason.
func (c *call) writeDocuments(docs []core.Document) error {
	table := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	for _, d := range docs {
		fmt.Fprintf(table, "%d\t%s\t%s\t%d\t%d\t%s", d.ID, d.State, d.Kind, d.Pages, d.Tokens, app.OneLine(d.Path))
		if d.Reason != "" {
			fmt.Fprintf(table, "  (%s)", app.OneLine(d.Reason))
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
			fmt.Fprintf(c.stdout, "library     %s\n", app.OneLine(s.Library))
			fmt.Fprintf(c.stdout, "documents   %d, %d of them different\n", s.Documents, s.Contents)
			for _, state := range allStates {
				if n := s.States[state]; n > 0 {
					fmt.Fprintf(c.stdout, "            %d %s\n", n, state)
				}
			}
			if s.Scans > 0 {
				fmt.Fprintf(c.stdout, "for OCR     %s\n", plural(s.Scans, "page waits", "pages wait"))
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
			_, err = fmt.Fprintf(c.stdout, "%s (pid %d), since %s\n", app.OneLine(o.Program), o.PID, o.Since.Local().Format(time.DateTime))
			return err
		})
	}
}

// around defines the options of a window around a place.
func around(fs *flag.FlagSet) *place.Around {
	a, given := &place.Around{}, false
	fs.Func("window", "`N` more before and after: lines, rows or messages, or characters of a PDF, a book or web page; auto is what the settings say", func(s string) error {
		n, err := strconv.Atoi(s)
		if s == "auto" {
			n, err = place.BySettings, nil
		} else if err != nil || n < 0 {
			return errors.New("it takes a number from 0 up, or auto")
		}
		a.N, given = n, true
		return nil
	})
	bySettings := func() {
		if !given {
			a.N = place.BySettings
		}
	}
	fs.Func("match", "centre on these `WORDS` within the place; with --window auto if none is given", func(s string) error {
		if strings.TrimSpace(s) == "" {
			return errors.New("it takes words")
		}
		a.Match = s
		bySettings()
		return nil
	})
	fs.BoolFunc("function", "of source code, show the whole function or class around the place", func(s string) error {
		on, err := strconv.ParseBool(s)
		if on {
			a.Strategy = window.Function
			bySettings()
		}
		return err
	})
	return a
}

func defineShow(fs *flag.FlagSet) action {
	a := around(fs)
	return func(ctx context.Context, c *call) error {
		return c.with(ctx, func(e *remote.Library) error {
			s, err := e.Show(ctx, strings.Join(c.words, " "), *a)
			if err != nil {
				return err
			}
			if c.json {
				return c.writeJSON(shownResult(s))
			}
			if s.Stale {
				c.say("the file has changed or is gone since it was read: this is the stored text")
			}
			if s.Note != "" {
				c.say("lines instead of a function: %s", s.Note)
			}
			if mark := core.OCRMark(s.OCR); mark != "" {
				c.say("%s (%s)", s.Locator.String(), mark)
			} else if *a != (place.Around{}) {
				c.say("%s", s.Locator.String())
			}
			return c.writeShown(s)
		})
	}
}

// writeShown writes a text, with the numbers of its lines if they have any.
func (c *call) writeShown(s place.Shown) error {
	body := strings.TrimSuffix(app.Visible(s.Text), "\n")
	if s.First == 0 {
		_, err := fmt.Fprintln(c.stdout, body)
		return err
	}
	for i, line := range strings.Split(body, "\n") {
		if _, err := fmt.Fprintf(c.stdout, "%6d  %s\n", s.First+i, line); err != nil {
			return err
		}
	}
	return nil
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
				fmt.Fprintf(c.stdout, "%-5s %-8s %s\n", check.Verdict, check.Name, app.OneLine(check.Found))
				if check.Advice != "" {
					fmt.Fprintf(c.stdout, "%14s → %s\n", "", app.OneLine(check.Advice))
				}
			}
		}
		if slices.ContainsFunc(checks, func(k doctor.Check) bool { return k.Verdict == doctor.Fail }) {
			return &someFailedError{exitError}
		}
		return ctx.Err()
	}
}
