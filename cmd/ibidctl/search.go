package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

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

// readingOptions adds --in and --without, which may be given several times.
func readingOptions(fs *flag.FlagSet, in, without *[]string) {
	inOption(fs, in)
	fs.Func("without", "do not read this into the question: `KEY` as an earlier answer says it; may be repeated", func(s string) error {
		*without = append(*without, s)
		return nil
	})
}

// inOption adds --in, which may be given several times.
func inOption(fs *flag.FlagSet, in *[]string) {
	fs.Func("in", "only in `NAME`: a document by its name or path, or a folder by its path; may be repeated", func(s string) error {
		if _, err := os.Stat(s); err == nil { // a saved context is built again from another folder
			path, err := filepath.Abs(s)
			*in = append(*in, path)
			return err
		}
		*in = append(*in, s)
		return nil
	})
}

// sayRead says what was read into the question, one line each, with the option
// that takes it off.
func (c *call) sayRead(read []core.Interpretation) {
	for _, r := range read {
		line := r.Text
		if r.Why != "" {
			line += ": " + r.Why
		}
		if r.Removable {
			line += " (--without " + shellWord(r.Key) + " takes it off)"
		}
		c.say("%s", line)
	}
}

// shellWord quotes a word for a shell, if it has to be quoted.
func shellWord(s string) string {
	plain := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_.:/,+@", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
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
	req := core.SearchRequest{Limit: defaultHits}
	numberOption(fs, "limit", fmt.Sprintf("at most `N` pages (default %d)", defaultHits), &req.Limit)
	kindOption(fs, &req.Kinds)
	planOption(fs, &req.Plan)
	readingOptions(fs, &req.In, &req.Without)
	return func(ctx context.Context, c *call) error {
		return c.with(ctx, func(e *remote.Library) error {
			req.Query = strings.Join(c.words, " ")
			found, err := e.Search(ctx, req)
			if err != nil {
				return err
			}
			c.sayRead(found.Read)
			if err := c.sayUnread(ctx, e, len(found.Hits)); err != nil {
				return err
			}
			if c.json {
				return c.writeJSON(mapSlice(found.Hits, hitResult))
			}
			return writeHits(c.stdout, found.Hits)
		})
	}
}

// more says how many passages stand on the page of a hit beside it, and where they
// stand if there are no pages.
func more(h core.Hit) string {
	places := mapSlice(h.More, func(m core.Hit) string { return m.Locator.Place() })
	if h.Document.Kind.Paged() {
		return core.MoreMark(h)
	}
	return core.MoreMark(h) + ": " + strings.Join(places, ", ")
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
		if err == nil && len(h.More) > 0 {
			_, err = fmt.Fprintf(w, "   %s\n", text.OneLine(more(h)))
		}
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
