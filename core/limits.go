package core

import "time"

// Limits bound what reading one untrusted file may cost.
type Limits struct {
	FileBytes    int64         // larger files are not opened
	TextTime     time.Duration // one document's words, and again its structure
	DrawTime     time.Duration // one page picture
	Pages        int           // documents that claim more are `too large`
	Pixels       int           // of one drawn page
	OutputBytes  int64         // text and layout that one document may send back
	ResidentSize int64         // bytes of a worker's resident memory, watched
	AddressSpace int64         // bytes of a worker's address space; 0 is no limit
	FilesPerLife int           // a worker is replaced after so many files
}

// DefaultLimits are the limits of the product.
func DefaultLimits() Limits {
	return Limits{
		FileBytes:    2<<30 - 1,
		TextTime:     60 * time.Second,
		DrawTime:     10 * time.Second,
		Pages:        20_000,
		Pixels:       25_000_000,
		OutputBytes:  256 << 20,
		ResidentSize: 1 << 30,
		AddressSpace: 3 << 30,
		FilesPerLife: 200,
	}
}

// Bounds of a document's metadata and headings. Every passage is stored and
// indexed with the titles of its sections, so these bounds limit the cost of a
// title.
const (
	MaxTitle   = 300   // bytes of a title, a heading or an entry of an outline; the rest is left out
	MaxAuthors = 2_000 // bytes of the names of all authors
	MaxLevel   = 16    // of a heading; deeper ones are of this level
)

// Defaults of a context (R3.3).
const (
	DefaultBudget = 10_000 // tokens
	SureSources   = 10     // the best sources, which a context without a limit of sources takes whatever their score
	AutoSources   = 100    // most sources of a context without a limit of sources
	MostConnected = 24     // sources taken whatever their score, where source code hangs together with what a question names
	MostPrompt    = 4000   // characters of ContextRequest.Prompt
	MostSources   = 1000   // a larger limit is taken for this one
	DefaultLines  = 3      // before and after a passage of source code (R1.1)
)

// Sizes of a contact sheet: pixels of its longer side (X5).
const (
	SmallSheet = 1568 // what most chat applications take without scaling it down
	LargeSheet = 2048 // what the others take; small print is easier to read on it
	MinSheet   = 256
	MaxSheet   = 4096
)
