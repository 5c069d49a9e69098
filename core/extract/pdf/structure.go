package pdf

import (
	"context"

	"ibid/core"
)

// Structure emits the layout of every page.
func (x Extractor) Structure(_ context.Context, _ core.Input, pages []core.Page, emit func(core.Layout) error) error {
	for _, p := range pages {
		if err := emit(core.Layout{Page: p.Index}); err != nil {
			return err
		}
	}
	return nil
}
