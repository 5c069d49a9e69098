package ingest

import (
	"context"

	"ibid/core"
)

// Documents is the part of the catalogue about paths and documents.
type Documents interface {
	Documents(ctx context.Context) ([]core.Document, error)
	Document(ctx context.Context, id core.DocumentID) (core.Document, error)
	DocumentsByHash(ctx context.Context, hash core.Hash) ([]core.Document, error)
	// DocumentsBelow lists the documents at the absolute paths or in folders there.
	DocumentsBelow(ctx context.Context, paths []string) ([]core.Document, error)
	// DocumentsBySize lists the documents whose files had one of the sizes, oldest
	// first.
	DocumentsBySize(ctx context.Context, sizes []int64) ([]core.Document, error)
	// Move gives documents the paths where their files are now, and returns those
	// whose new path no other document has.
	Move(ctx context.Context, docs []core.Document) ([]core.DocumentID, error)
	// Missing lists the documents whose files were missing at the last check.
	Missing(ctx context.Context) (map[core.DocumentID]bool, error)
	// Gone records that files are missing, or are back unchanged.
	Gone(ctx context.Context, ids []core.DocumentID, gone bool) error
	// Enqueue adds paths as waiting documents, or sets them back to waiting.
	Enqueue(ctx context.Context, files []core.Document, password string) ([]core.DocumentID, error)
	// Settle records the outcome for a file whose content could not be determined;
	// with keep the document keeps its earlier content.
	Settle(ctx context.Context, d core.Document, keep bool) error
	// Assign gives a document its content, and creates the content if it is new.
	Assign(ctx context.Context, d core.Document) (core.Content, error)
	// Remove deletes documents, with the members of archives, and returns the
	// contents that have no document any more.
	Remove(ctx context.Context, ids ...core.DocumentID) ([]core.Hash, error)
	// Members lists the members of an archive, and those of archives in it.
	Members(ctx context.Context, id core.DocumentID) ([]core.Document, error)
	// Listed records that the members of an archive with the content are in the
	// catalogue.
	Listed(ctx context.Context, id core.DocumentID, hash core.Hash) error
}

// Contents is the part of the catalogue about contents and the outcome of reading.
type Contents interface {
	Epoch() string
	Generation(ctx context.Context) (uint64, error)
	Contents(ctx context.Context) ([]core.Content, error)
	// Content returns core.ErrNotFound also for a content without documents.
	Content(ctx context.Context, hash core.Hash) (core.Content, error)
	Orphans(ctx context.Context) ([]core.Hash, error)
	Acknowledge(ctx context.Context, generation uint64, done []core.Content) error
	Requeue(ctx context.Context, hashes []core.Hash) error
	Drop(ctx context.Context, generation uint64, hashes []core.Hash) error
}

// Numberings is the part of the catalogue about corrected page numbers.
type Numberings interface {
	// SetNumbering stores a correction, or deletes it if there are no ranges.
	SetNumbering(ctx context.Context, id core.DocumentID, ranges core.Numbering) error
	// Numbering returns the last correction of a document with the content.
	Numbering(ctx context.Context, hash core.Hash) (core.Numbering, error)
	Numberings(ctx context.Context) (map[core.Hash]core.Numbering, error)
}

// Journal stores attempts on disk, so that they are known after the program has
// ended.
type Journal interface {
	Begin(ctx context.Context, hash core.Hash, step core.Step) (int64, error)
	End(ctx context.Context, attempt int64, outcome string) error
	// Died reports whether the program has ended during an attempt.
	Died(ctx context.Context, hash core.Hash) (bool, error)
}

// Catalogue is the store of everything that cannot be derived again: see
// core/library.
type Catalogue interface {
	Documents
	Contents
	Numberings
	Journal
}

// Texts is the derived store: see core/store.
type Texts interface {
	PutPages(ctx context.Context, hash core.Hash, pages []core.Page) error
	PutLayouts(ctx context.Context, hash core.Hash, layouts []core.Layout) error
	PutPassages(ctx context.Context, hash core.Hash, generation uint64, passages []core.Passage) error
	PutOutline(ctx context.Context, hash core.Hash, outline []core.OutlineEntry) error
	PutCode(ctx context.Context, hash core.Hash, code core.Code) error
	PutLabels(ctx context.Context, hash core.Hash, labels []string) error
	// PutScans records which pages OCR has to read; results that exist are kept.
	PutScans(ctx context.Context, hash core.Hash, state core.State, reason string, pages []core.Scan) error
	PutScan(ctx context.Context, hash core.Hash, scan core.Scan) error
	// PutAbbreviations stores what was found by the rules with a number; PutPages and
	// PutScanned forget that it was.
	PutAbbreviations(ctx context.Context, hash core.Hash, rules int, list []core.Abbreviation) error
	// PutScanned combines PutPages, PutLayouts and PutPassages.
	PutScanned(ctx context.Context, hash core.Hash, generation uint64, pages []core.Page, layouts []core.Layout, passages []core.Passage) error
	SettleScans(ctx context.Context, hash core.Hash) error
	ForgetFailedScans(ctx context.Context) error
	Delete(ctx context.Context, hashes ...core.Hash) error
	SetGeneration(ctx context.Context, generation uint64) error

	Pages(ctx context.Context, hash core.Hash) ([]core.Page, error)
	Layouts(ctx context.Context, hash core.Hash) ([]core.Layout, error)
	Passages(ctx context.Context, hash core.Hash) ([]core.Passage, error)
	// Code returns the syntax of source code; it is empty before the syntax is
	// known.
	Code(ctx context.Context, hash core.Hash) (core.Code, error)
	Outline(ctx context.Context, hash core.Hash) ([]core.OutlineEntry, error)
	Scans(ctx context.Context, hash core.Hash) (core.Scans, error)
	// OpenScans lists the contents whose scans are not settled.
	OpenScans(ctx context.Context) ([]core.OpenScan, error)
	Generation(ctx context.Context) (uint64, error)
	// Generations lists the contents that are stored completely.
	Generations(ctx context.Context) (map[core.Hash]uint64, error)
	PassageCount(ctx context.Context) (int, error)
	// WithoutAbbreviations lists complete contents of which PutAbbreviations stored
	// nothing by these rules.
	WithoutAbbreviations(ctx context.Context, rules int) ([]core.Hash, error)
}

// Index finds passages by their words.
type Index interface {
	// Generation returns the library's epoch and the generation of the last complete
	// Put.
	Generation() (epoch string, generation uint64, err error)
	// Count returns the number of passages in the index.
	Count() (uint64, error)
	// Put removes all passages of the contents in remove and of those in add, then
	// adds those in add, and sets the generation when everything is on disk.
	Put(ctx context.Context, generation uint64, remove []core.Hash, add []core.IndexedPassage) error
	// Reset empties the index and sets its generation to 0.
	Reset(ctx context.Context) error
}

// Graph holds what source code defines and uses.
type Graph interface {
	// Generation returns the generation of the last Put.
	Generation(ctx context.Context) (uint64, error)
	// Contents lists the contents in the graph.
	Contents(ctx context.Context) (map[core.Hash]bool, error)
	// Put removes the contents in remove, replaces or adds those in add, and sets
	// the generation, in one transaction.
	Put(ctx context.Context, generation uint64, remove []core.Hash, add map[core.Hash]core.Code) error
}

// Cutter cuts pages into passages. layouts and outline are empty before the
// structure is known.
type Cutter func(kind core.Kind, pages []core.Page, layouts []core.Layout, outline []core.OutlineEntry) []core.Passage

// CodeCutter cuts source code into passages by its syntax.
type CodeCutter func(pages []core.Page, code core.Code) []core.Passage

// Abbreviations finds the definitions of short forms in a content. Contents that were
// looked through by rules with another number are looked through again.
type Abbreviations struct {
	Rules int
	Find  func(kind core.Kind, pages []core.Page) []core.Abbreviation
}

// Labeller returns the printed number of every page, empty for none: from hand if
// it has ranges, else the document's own, else those printed on the pages.
type Labeller func(hand core.Numbering, own []string, pages []core.Page, layouts []core.Layout) []string
