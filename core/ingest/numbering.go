package ingest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ibid/core"
)

// SetNumbering corrects the printed page numbers of a document by hand or, without
// ranges, removes the correction: then the pages have the document's own numbers
// again, or those printed on them. The pages have the new numbers when it returns.
// Documents with the same content share its pages, so the last correction of any
// of them counts, and removing one removes all.
//
// Removing needs the unchanged file, because only the file has the document's own
// numbers; otherwise the error wraps core.ErrNotFound and the correction stays.
func (g *Ingest) SetNumbering(ctx context.Context, id core.DocumentID, ranges core.Numbering) error {
	if err := g.ready(ctx); err != nil {
		return err
	}
	doc, err := g.o.Catalogue.Document(ctx, id)
	if err != nil {
		return err
	}
	var own []string
	if len(ranges) == 0 && doc.State.Searchable() {
		if own, err = g.ownLabels(ctx, doc); err != nil {
			return fmt.Errorf("page numbers of %q: %w", doc.Name, err)
		}
	}
	if err := g.commit.number(ctx, doc, ranges, own); err != nil {
		g.doubts.Add(1) // the next call makes pages and correction agree
		return fmt.Errorf("page numbers of %q: %w", doc.Name, err)
	}
	g.queue.noteChange()
	return nil
}

// ownLabels returns the page numbers that are stored in a document's file; nil if
// there are none or they cannot be read.
func (g *Ingest) ownLabels(ctx context.Context, doc core.Document) ([]string, error) {
	content, err := g.o.Catalogue.Content(ctx, doc.Hash)
	if err != nil {
		return nil, err
	}
	src, err := g.sameSource(ctx, doc.Hash)
	if err != nil {
		return nil, err
	}
	if src == nil {
		return nil, fmt.Errorf("its own cannot be read again, the file is gone or has changed: %w", core.ErrNotFound)
	}
	defer src.close()
	var m core.Metadata
	req := src.request(content)
	err = g.attempt(ctx, doc.Hash, core.StepMetadata, req, func(req core.ReadRequest) (err error) {
		m, err = g.o.Reader.Metadata(ctx, req)
		return err
	})
	if stateOf(err) != "" {
		return nil, nil
	}
	return m.Labels, err
}

// number stores a correction and gives the pages their numbers. A correction is
// stored before the pages have its numbers, and deleted after they no longer have
// them, so that Recover finds it if the program ends in between.
func (c *committer) number(ctx context.Context, doc core.Document, ranges core.Numbering, own []string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.g.binding.Lock()
	defer c.g.binding.Unlock()
	now, err := c.g.o.Catalogue.Document(ctx, doc.ID)
	if err != nil {
		return err
	}
	if now.Hash != doc.Hash {
		return errors.New("the document changed meanwhile; try again")
	}
	if len(ranges) > 0 {
		if err := c.g.o.Catalogue.SetNumbering(ctx, doc.ID, ranges); err != nil {
			return err
		}
		return c.relabel(ctx, doc.Hash, ranges, nil)
	}
	if err := c.relabel(ctx, doc.Hash, nil, own); err != nil {
		return err
	}
	return c.g.o.Catalogue.SetNumbering(ctx, doc.ID, nil)
}

// relabel gives the stored pages of a content their numbers, if there are pages
// and their numbers differ. The caller holds mu.
func (c *committer) relabel(ctx context.Context, hash core.Hash, hand core.Numbering, own []string) error {
	pages, err := c.g.o.Texts.Pages(ctx, hash)
	if errors.Is(err, core.ErrNotFound) {
		return nil // they get them when they are read
	}
	if err != nil {
		return err
	}
	layouts, err := c.g.o.Texts.Layouts(ctx, hash)
	if err != nil {
		return err
	}
	labels := c.g.o.Label(hand, own, pages, layouts)
	if slices.EqualFunc(pages, labels, func(p core.Page, label string) bool { return p.Label == label }) {
		return nil
	}
	return c.g.o.Texts.PutLabels(ctx, hash, labels)
}

// corrected applies to a content that was read before the correction of a
// document that has just got this content.
func (c *committer) corrected(ctx context.Context, hash core.Hash) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	hand, err := c.g.o.Catalogue.Numbering(ctx, hash)
	if err != nil || len(hand) == 0 {
		return err
	}
	return c.relabel(ctx, hash, hand, nil)
}
