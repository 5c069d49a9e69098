// Package subtitles reads SubRip (.srt) and WebVTT (.vtt). A file is one page with
// a line for each cue in the order of their start: its time, then its words
// without tags. Both formats are a few rules on lines and need no module.
package subtitles

import (
	"context"
	"fmt"
	"strings"

	"ibid/core"
	"ibid/core/extract/text"
)

// Extractor reads files of core.KindSubtitles. The zero value is ready; it
// holds no state.
type Extractor struct{}

// Words emits the cues as page 1, `00:12:31 Speaker: words` each.
func (Extractor) Words(ctx context.Context, in core.Input, emit func(core.Page) error) error {
	decoded, err := decode(ctx, in)
	if err != nil {
		return err
	}
	lines := spoken(cues(decoded))
	if len(lines) == 0 {
		return &core.FileError{State: core.StateNoText, Reason: "holds no words at a time"}
	}
	return emit(core.Page{Index: 1, Text: strings.Join(lines, "\n") + "\n"})
}

// Structure emits an empty layout: subtitles have neither headings nor
// pictures.
func (Extractor) Structure(ctx context.Context, _ core.Input, pages []core.Page, emit func(core.Layout) error) error {
	for _, p := range pages {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := emit(core.Layout{Page: p.Index}); err != nil {
			return err
		}
	}
	return nil
}

// Outline returns nil: subtitles have none.
func (Extractor) Outline(ctx context.Context, _ core.Input) ([]core.OutlineEntry, error) {
	return nil, ctx.Err()
}

// Metadata returns the title that WebVTT may have in its first line.
func (Extractor) Metadata(ctx context.Context, in core.Input) (core.Metadata, error) {
	decoded, err := decode(ctx, in)
	if err != nil || !IsWebVTT(decoded) {
		return core.Metadata{}, err
	}
	first, _, _ := strings.Cut(decoded, "\n")
	title := strings.TrimPrefix(strings.TrimSpace(strings.TrimPrefix(first, "WEBVTT")), "- ")
	return core.Metadata{Title: words(title)}, nil
}

func decode(ctx context.Context, in core.Input) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	decoded, err := text.Decode(in.Data)
	if err != nil {
		return "", fmt.Errorf("decode %q: %w", in.Name, err)
	}
	return decoded, nil
}
