package main

import (
	"bytes"
	"context"
	"fmt"
	"image/png"

	"ibid/app/remote"
	"ibid/core"
)

// Sides of the squares that the pictures of a source fit, in pixels.
const (
	thumbnailSide = 240
	imageSide     = core.SmallSheet
)

// addDetails adds the details of every source, and pictures of its page if asked to.
func addDetails(ctx context.Context, e *remote.Library, to *contextJSON, built core.Context, pictures bool) error {
	for i, s := range built.Sources {
		known, err := e.Details(ctx, s)
		if err != nil {
			return err
		}
		details := &detailsJSON{SourceDetails: known}
		if pictures {
			if details.Thumbnail, err = pagePNG(ctx, e, s, thumbnailSide); err != nil {
				return err
			}
			if details.Image, err = pagePNG(ctx, e, s, imageSide); err != nil {
				return err
			}
		}
		to.Sources[i].Details = details
	}
	return nil
}

// pagePNG returns the page of a source as a PNG that fits a square of side
// pixels.
func pagePNG(ctx context.Context, e *remote.Library, s core.Source, side int) ([]byte, error) {
	picture, err := e.Page(ctx, s.Document.ID, max(s.Place.Page, 1), side, side)
	if err != nil {
		return nil, fmt.Errorf("draw %q: %w", s.Heading, err)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		return nil, fmt.Errorf("draw %q: %w", s.Heading, err)
	}
	return b.Bytes(), nil
}
