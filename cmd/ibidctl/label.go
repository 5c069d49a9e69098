package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"

	"ibid/app/remote"
	"ibid/core"
	"ibid/core/text"
)

// origins says in words where page numbers come from.
var origins = map[core.NumberOrigin]string{
	core.OriginIndex:    "the pages are counted from 1, they print no other numbers",
	core.OriginDocument: "from the document",
	core.OriginPages:    "seen on its pages",
	core.OriginHand:     "by hand",
}

type numberingJSON struct {
	Document core.DocumentID   `json:"document"`
	Ranges   string            `json:"ranges"` // as they are given to label; empty if there are none
	Origin   core.NumberOrigin `json:"origin"`
}

func defineLabel(fs *flag.FlagSet) action {
	remove := fs.Bool("clear", false, "take a correction back")
	return func(ctx context.Context, c *call) error {
		var ranges core.Numbering
		if len(c.words) > 1 {
			var err error
			if ranges, err = core.ParseNumbering(strings.Join(c.words[1:], " ")); err != nil {
				return labelFault(err)
			}
			if *remove {
				return usageError("label: --clear takes no ranges")
			}
		}
		return c.with(ctx, func(e *remote.Library) error { return labelFault(c.label(ctx, e, ranges, *remove)) })
	}
}

// label corrects the page numbers of the document that is named, if asked to,
// and prints those it has then.
func (c *call) label(ctx context.Context, e *remote.Library, ranges core.Numbering, remove bool) error {
	d, err := e.Named(ctx, c.words[0])
	if err != nil {
		return err
	}
	if len(ranges) > 0 || remove {
		if err := e.SetNumbering(ctx, d.ID, ranges); err != nil {
			return err
		}
	}
	numbers, origin, err := e.Numbering(ctx, d.ID)
	if err != nil {
		return err
	}
	if c.json {
		return c.writeJSON(numberingJSON{d.ID, numbers.String(), origin})
	}
	if len(numbers) > 0 {
		_, err = fmt.Fprintf(c.stdout, "%s  (%s)\n", text.OneLine(numbers.String()), origins[origin])
	} else {
		_, err = fmt.Fprintf(c.stdout, "(%s)\n", origins[origin])
	}
	return err
}

// labelFault makes ranges that mean nothing, or are given to a document without
// pages, a fault of the command line.
func labelFault(err error) error {
	if errors.Is(err, core.ErrQuery) {
		return usageError("%v", err)
	}
	return err
}
