// Package place holds the use cases of a place in a document: resolving a
// locator, showing its text and what is around it, drawing its pages, and
// listing what is known of it.
package place

import (
	"context"
	"image"

	"ibid/app/config"
	"ibid/app/fresh"
	"ibid/core"
	"ibid/core/snapshot"
)

// Library is the precious store, with the methods that places need.
type Library interface {
	Documents(ctx context.Context) ([]core.Document, error)
	Document(ctx context.Context, id core.DocumentID) (core.Document, error)
	DocumentByPath(ctx context.Context, path string) (core.Document, error)
	Content(ctx context.Context, hash core.Hash) (core.Content, error)
	Folders(ctx context.Context) ([]core.Folder, error)
}

// Texts reads the stored text of contents.
type Texts interface {
	Page(ctx context.Context, hash core.Hash, index int) (core.Page, error)
	Pages(ctx context.Context, hash core.Hash) ([]core.Page, error)
	Passages(ctx context.Context, hash core.Hash) ([]core.Passage, error)
	Layout(ctx context.Context, hash core.Hash, page int) (core.Layout, error)
	Code(ctx context.Context, hash core.Hash) (core.Code, error)
}

// Index finds the words of a query in a text.
type Index interface {
	Occurrences(q core.Query, kind core.Kind, text string) []core.Occurrence
}

// Pictures draws pages, or takes them from its cache.
type Pictures interface {
	Picture(ctx context.Context, page core.PageImage) (*image.RGBA, error)
}

// Ports are what the use cases need. All are safe for concurrent use.
type Ports struct {
	Library  Library
	Texts    Texts
	Index    Index
	Pictures Pictures
	Opener   core.Opener
	Files    *fresh.Files
	Snapshot *snapshot.Keeper
	Settings func(ctx context.Context) config.Config // the settings of the calling process
	Opened   func(core.Place)                        // is told of each page that a person looks at
}

// Reader shows places of documents. Safe for concurrent use.
type Reader struct{ p Ports }

// New returns a Reader with its ports.
func New(p Ports) *Reader { return &Reader{p} }
