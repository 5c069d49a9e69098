package main

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"text/tabwriter"

	"ibid/app/remote"
	"ibid/core"
	"ibid/core/text"
)

// meaningJSON is the JSON of a line of abbreviations.
type meaningJSON struct {
	Short     string `json:"short"`
	Long      string `json:"long"`
	Documents int    `json:"documents"` // that define it so
	Locator   string `json:"locator"`   // of a definition; empty for a line of the synonyms file
	Line      int    `json:"line"`      // of the synonyms file; 0 for the library
}

func defineAbbreviations(*flag.FlagSet) action {
	return func(ctx context.Context, c *call) error {
		return c.with(ctx, func(e *remote.Library) error {
			list, err := e.Abbreviations(ctx, strings.TrimSpace(strings.Join(c.words, " ")))
			if err != nil {
				return err
			}
			return c.writeAbbreviations(list)
		})
	}
}

// writeAbbreviations writes a table with a line for each meaning.
func (c *call) writeAbbreviations(list []core.Meaning) error {
	if len(list) == 0 {
		c.say("nothing found")
	}
	if c.json {
		return c.writeJSON(mapSlice(list, func(m core.Meaning) meaningJSON {
			return meaningJSON{m.Short, m.Long, m.Documents, m.Place, m.Own}
		}))
	}
	table := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	for _, m := range list {
		from := m.Place
		switch {
		case m.Own > 0:
			from = fmt.Sprintf("your synonyms file, line %d", m.Own)
		case m.Documents > 1:
			from += fmt.Sprintf(" and %d more", m.Documents-1)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", text.OneLine(m.Short), text.OneLine(m.Long), text.OneLine(from))
	}
	return table.Flush()
}
