package main

import (
	"context"
	"errors"
	"flag"
	"slices"

	"ibid/app/remote"
	"ibid/core"
)

// defineOCR defines `ocr`, which reads the pages that wait for OCR; `add` leaves them,
// since OCR takes seconds a page.
func defineOCR(*flag.FlagSet) action {
	return func(ctx context.Context, c *call) error {
		return c.with(ctx, func(e *remote.Library) error {
			stop := showProgress(c.stderr, e)
			read, err := e.OCR(ctx)
			stop()
			if err != nil && !errors.Is(err, context.Canceled) {
				return err
			}
			for _, err := range read.Errors {
				c.say("ibidctl: %v", err)
			}
			if len(read.Documents) == 0 {
				c.say("no page waits for OCR")
			}
			read.Documents = slices.DeleteFunc(read.Documents, func(d core.Document) bool {
				return d.State == core.StateReady && d.Reason == "" // a photo without text
			})
			if c.json && err == nil {
				return c.writeJSON(mapSlice(read.Documents, documentResult))
			}
			if werr := c.writeDocuments(read.Documents); werr != nil || err != nil {
				return errors.Join(werr, err)
			}
			if read.Failed() > 0 {
				return &someFailedError{exitFailed}
			}
			return nil
		})
	}
}

// sayScans says how many pages wait for OCR, if any of docs has no text.
func (c *call) sayScans(ctx context.Context, e *remote.Library, docs []core.Document) error {
	if inState(docs, core.StateNoText) == 0 {
		return nil
	}
	s, err := e.Status(ctx)
	if err == nil && s.Scans > 0 {
		c.say("%s for OCR: ibidctl ocr", plural(s.Scans, "page waits", "pages wait"))
	}
	return err
}
