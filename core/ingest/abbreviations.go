package ingest

import (
	"context"

	"ibid/core"
)

// abbreviate stores the definitions of short forms in the pages of a content.
func (o *Options) abbreviate(ctx context.Context, content core.Content, pages []core.Page) error {
	if o.Abbreviations.Find == nil {
		return nil
	}
	found := o.Abbreviations.Find(content.Kind, pages)
	return o.Texts.PutAbbreviations(ctx, content.Hash, o.Abbreviations.Rules, found)
}

// abbreviate looks through the stored pages of contents that were read before
// abbreviations were looked for, or when this was done by other rules.
func (r *repair) abbreviate(ctx context.Context) error {
	if r.o.Abbreviations.Find == nil {
		return nil
	}
	hashes, err := r.o.Texts.WithoutAbbreviations(ctx, r.o.Abbreviations.Rules)
	if err != nil || len(hashes) == 0 {
		return err
	}
	for _, hash := range hashes {
		if err := ctx.Err(); err != nil {
			return err
		}
		content, known := r.contents[hash]
		if !known {
			continue
		}
		pages, err := r.o.Texts.Pages(ctx, hash)
		if err == nil {
			err = r.o.abbreviate(ctx, content, pages)
		}
		if err != nil {
			return err
		}
	}
	r.note("the stored text of %d contents was looked through for abbreviations", len(hashes))
	return nil
}
