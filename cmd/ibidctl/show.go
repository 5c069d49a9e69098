package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"

	"ibid/app/place"
	"ibid/app/remote"
	"ibid/core"
	"ibid/core/text"
	"ibid/core/window"
)

// windowOptions adds the options of the window that `show` shows around a place.
func windowOptions(fs *flag.FlagSet) *place.Around {
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
	a := windowOptions(fs)
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
	body := strings.TrimSuffix(text.Visible(s.Text), "\n")
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
