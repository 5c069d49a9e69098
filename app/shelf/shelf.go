// Package shelf holds the use cases that manage the documents of a library:
// adding, watching and removing files, OCR, page numbers, and counts.
package shelf

import (
	"context"
	"sync"

	"ibid/core"
	"ibid/core/ingest"
)

// Ingest reads files into the library.
type Ingest interface {
	Add(ctx context.Context, paths []string, o ingest.AddOptions) (ingest.Report, error)
	Resume(ctx context.Context) (ingest.Report, error)
	Refresh(ctx context.Context) (ingest.Report, error)
	ReadScans(ctx context.Context, again bool) (ingest.Report, error)
	Remove(ctx context.Context, ids ...core.DocumentID) error
	Progress() core.Progress
	Sync(ctx context.Context, folder core.Folder) (ingest.Report, error)
	Watch(folder core.Folder)
	Unwatch(path string)
	Watched() []core.Folder
	Settle(ctx context.Context)
	SetNumbering(ctx context.Context, id core.DocumentID, ranges core.Numbering) error
}

// Library is the precious store, with the methods that managing documents
// needs.
type Library interface {
	Document(ctx context.Context, id core.DocumentID) (core.Document, error)
	Documents(ctx context.Context) ([]core.Document, error)
	DocumentsByHash(ctx context.Context, hash core.Hash) ([]core.Document, error)
	Members(ctx context.Context, id core.DocumentID) ([]core.Document, error)
	Numbering(ctx context.Context, hash core.Hash) (core.Numbering, error)
	Folders(ctx context.Context) ([]core.Folder, error)
	AddFolder(ctx context.Context, f core.Folder) error
	RemoveFolder(ctx context.Context, path string) error
	Status(ctx context.Context) (core.Status, error)
}

// Texts reads the stored text of contents.
type Texts interface {
	Pages(ctx context.Context, hash core.Hash) ([]core.Page, error)
	Layouts(ctx context.Context, hash core.Hash) ([]core.Layout, error)
	// OpenScans lists the contents with pages that OCR has not finished.
	OpenScans(ctx context.Context) ([]core.OpenScan, error)
	PassageCount(ctx context.Context) (int, error)
}

// Cache holds pictures and converted files, which can be made again.
type Cache interface {
	Forget(hash core.Hash) error
	Prune(keep map[core.Hash]bool) error
}

// Ports are what the use cases need. All are safe for concurrent use.
type Ports struct {
	Ingest    Ingest
	Library   Library
	Texts     Texts
	Pictures  Cache
	Converted Cache
	Long      bool                             // the library is open in a window or a server, which follow watched folders
	NoOCR     func(ctx context.Context) string // why OCR cannot read; empty if it can
	Rebuilt   string                           // what had to be rebuilt when the library was opened, in words; may be empty
}

// Shelf manages the documents of a library. Safe for concurrent use.
type Shelf struct {
	p Ports

	mu      sync.Mutex
	reading map[*context.CancelFunc]bool // work that Cancel ends
}

// New returns a Shelf with its ports.
func New(p Ports) *Shelf { return &Shelf{p: p, reading: make(map[*context.CancelFunc]bool)} }
