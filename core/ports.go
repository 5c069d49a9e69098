package core

import (
	"context"
	"image"
	"os"
)

// Input is an opened file as an extractor sees it.
type Input struct {
	Name     string // for messages and for kinds decided by name
	Data     []byte // the whole file, mapped; must not be written to or kept
	Kind     Kind
	Password string // empty if none was given
}

// Extractor reads documents of some kinds. Its methods run in the worker process,
// one at a time, and return a *FileError if the file is the cause.
type Extractor interface {
	// Words emits the text of every page in order. An error from emit is returned at
	// once.
	Words(ctx context.Context, in Input, emit func(Page) error) error
	// Structure emits the layout of every page in order; pages are the ones that
	// Words emitted.
	Structure(ctx context.Context, in Input, pages []Page, emit func(Layout) error) error
	// Outline returns the document's own table of contents, nil if none.
	Outline(ctx context.Context, in Input) ([]OutlineEntry, error)
	// Metadata returns what the document states about itself.
	Metadata(ctx context.Context, in Input) (Metadata, error)
}

// Opener opens the bytes of documents, stored in files of their own or packed in
// other files. Nothing else opens them. Safe for concurrent use.
type Opener interface {
	// Open opens the current bytes of a document. A *FileError gives the reason why
	// they are not available. The caller closes the file.
	Open(ctx context.Context, d Document) (*os.File, error)
}

// PageImage asks for a picture of one page.
type PageImage struct {
	Name     string                                      // of the file, for messages and for kinds decided by name
	Open     func(ctx context.Context) (*os.File, error) // called only if the page has to be drawn; the painter closes the file
	Hash     Hash
	Kind     Kind
	Page     int // 1-based index
	Width    int // pixels of the box the picture must fit
	Height   int
	Password string
	Bare     bool // a picture that cannot be decoded is an error, not a sheet with the reason
}

// Painter draws pages. Safe for concurrent use.
type Painter interface {
	Draw(ctx context.Context, page PageImage) (*image.RGBA, error)
}

// Recogniser reads the words in pictures of pages. Safe for concurrent use.
type Recogniser interface {
	// Ready returns the reason why it cannot read and what to do about it, in words;
	// empty if it can.
	Ready(ctx context.Context) string
	// Recognise reads one picture; width and height are the size of the page in
	// points. A strict picture need not show any text, such as a photo: little text
	// then counts as none. Faults of the picture are described in Scan.Note; an
	// error is one of ctx, or means that no picture can be read.
	Recognise(ctx context.Context, img *image.RGBA, width, height float32, strict bool) (Scan, error)
}

// TokenCounter counts the tokens of a text. Safe for concurrent use.
type TokenCounter interface {
	Name() string // "o200k_base"
	Exact() bool  // the count is that of the named encoding, not an estimate
	Count(text string) int
}

// ReadRequest asks a worker to read one file. The worker neither moves nor closes
// the file.
type ReadRequest struct {
	Name     string // for messages
	Hash     Hash   // of the file; may be empty
	File     *os.File
	Kind     Kind
	Password string
	Safe     bool // no outline, no pictures: the second try of a file that ended a worker
}

// Reader reads files outside this process, several at the same time. A file that
// cannot be read gives a *FileError and does not affect later calls. Safe for
// concurrent use; a call waits while too many files are being read.
type Reader interface {
	Words(ctx context.Context, req ReadRequest) ([]Page, error)
	Structure(ctx context.Context, req ReadRequest, pages []Page) ([]Layout, error)
	Outline(ctx context.Context, req ReadRequest) ([]OutlineEntry, error)
	Metadata(ctx context.Context, req ReadRequest) (Metadata, error)
	// Syntax parses the text of a source file, as returned by Words.
	Syntax(ctx context.Context, req ReadRequest, text string) (Code, error)
}

// Piece is a part of the bytes of an archive's member while it is unpacked.
type Piece struct {
	Member int        // index in what was asked for
	Data   []byte     // must not be kept
	Last   bool       // the member is complete, or Fate says why it is not
	Fate   *FileError // only with Last
}

// Unpacker reads archives outside this process, one at a time. Errors are like
// those of Reader. Safe for concurrent use; calls wait for each other.
type Unpacker interface {
	List(ctx context.Context, req ReadRequest) (Listing, error)
	// Unpack calls take with the bytes of the members in pieces, each member from
	// its beginning to its last piece, in the order of the archive. A member that
	// does not exist has no piece. An error from take is returned.
	Unpack(ctx context.Context, req ReadRequest, names []string, take func(Piece) error) error
}

// IndexedPassage is a passage with the data that the index needs.
type IndexedPassage struct {
	Hash    Hash
	Kind    Kind
	Ordinal int
	Page    int    // 1-based index
	Section string // path of headings; found as if it stood before the text
	Text    string // as stored; the index normalises it
}

// Match is a passage that the index found.
type Match struct {
	Hash    Hash
	Ordinal int
	Page    int     // 1-based index
	Score   float64 // raw score of the retriever, comparable within one answer
}

// Occurrence is a place in a text where a word of a query occurs.
type Occurrence struct {
	Span
	Word     int // which word of the query, 0-based
	Position int // which word of the text, 1-based
}
