package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"ibid/app/remote"
	"ibid/core"
	"ibid/core/query"
	"ibid/core/text"
)

// Bounds of what search prints.
const (
	defaultHits = 10
	excerptSize = 240 // characters of a passage for people; JSON has all of it
)

// kindOption adds --kind, which may be given several times.
func kindOption(fs *flag.FlagSet, kinds *[]core.Kind) {
	fs.Func("kind", "only documents of this `KIND`: "+strings.Join(stringsOf(core.Kinds), ", ")+"; may be repeated", func(s string) error {
		k, err := query.ParseKind(s)
		if err != nil {
			return err
		}
		*kinds = append(*kinds, k)
		return nil
	})
}

// numberOption adds an option that takes a number from 1 up.
func numberOption(fs *flag.FlagSet, name, usage string, n *int) {
	fs.Func(name, usage, func(s string) error {
		v, err := strconv.Atoi(s)
		if err != nil || v < 1 {
			return errors.New("it takes a number from 1 up")
		}
		*n = v
		return nil
	})
}

func defineSearch(fs *flag.FlagSet) action {
	limit := defaultHits
	var kinds []core.Kind
	numberOption(fs, "limit", fmt.Sprintf("at most `N` passages (default %d)", defaultHits), &limit)
	kindOption(fs, &kinds)
	var planned *core.Plan
	planOption(fs, &planned)
	return func(ctx context.Context, c *call) error {
		return c.with(ctx, func(e *remote.Library) error {
			hits, err := e.SearchPlanned(ctx, strings.Join(c.words, " "), kinds, planned, limit)
			if err != nil {
				return err
			}
			if err := c.sayUnread(ctx, e, len(hits)); err != nil {
				return err
			}
			if c.json {
				return c.writeJSON(mapSlice(hits, hitResult))
			}
			return writeHits(c.stdout, hits)
		})
	}
}

func writeHits(w io.Writer, hits []core.Hit) error {
	for i, h := range hits {
		if i > 0 {
			fmt.Fprintln(w)
		}
		var why []string
		for _, r := range h.Reasons {
			why = append(why, r.Detail)
		}
		stale := ""
		if h.Stale {
			stale = " · changed since it was read"
		}
		place := text.OneLine(h.Locator.String())
		if mark := core.OCRMark(h.OCR); mark != "" {
			place += " (" + mark + ")"
		}
		_, err := fmt.Fprintf(w, "%d. %s\n   %s\n   %.2f · %s%s\n", i+1, place,
			clip(text.OneLine(h.Text), excerptSize), h.Score, text.OneLine(strings.Join(why, " · ")), stale)
		if err != nil {
			return err
		}
	}
	return nil
}

// sayUnread says that nothing was found, and what could not be found yet.
func (c *call) sayUnread(ctx context.Context, e *remote.Library, found int) error {
	s, err := e.Status(ctx)
	if err != nil {
		return err
	}
	if n := s.States[core.StateWaiting] + s.States[core.StateReading]; n > 0 {
		c.say("%s still to be read and cannot be found yet: ibidctl add PATH goes on", plural(n, "document is", "documents are"))
	}
	switch {
	case found > 0:
	case s.Documents == 0:
		c.say("nothing found: the library %s is empty, ibidctl add PATH fills it", s.Library)
	default:
		c.say("nothing found")
	}
	return nil
}
