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

// Extractor reads documents of some kinds. Its methods run in the worker
// process, one at a time, and report a *FileError where a file is to blame.
type Extractor interface {
	// Words emits the text of every page in order. The error of emit is
	// returned at once.
	Words(ctx context.Context, in Input, emit func(Page) error) error
	// Structure emits the layout of every page that Words emitted, in order;
	// pages are those of Words.
	Structure(ctx context.Context, in Input, pages []Page, emit func(Layout) error) error
	// Outline returns the document's own table of contents, nil if none.
	Outline(ctx context.Context, in Input) ([]OutlineEntry, error)
	// Metadata returns what the document says of itself.
	Metadata(ctx context.Context, in Input) (Metadata, error)
}

// Opener opens the bytes of documents, wherever they lie: in files of their own
// or packed in others. It is the one way to them. Safe for concurrent use.
type Opener interface {
	// Open opens a document's bytes as they are now. A *FileError says why they
	// cannot be had. The caller closes the file.
	Open(ctx context.Context, d Document) (*os.File, error)
}

// PageImage asks for a picture of one page.
type PageImage struct {
	Name     string                                      // of the file, for messages and for kinds decided by name
	Open     func(ctx context.Context) (*os.File, error) // called only if the page has to be drawn; who draws closes the file
	Hash     Hash
	Kind     Kind
	Page     int // 1-based index
	Width    int // pixels of the box the picture must fit
	Height   int
	Password string
	Bare     bool // of a picture its pixels or an error, no sheet in their place that says why there are none
}

// Painter draws pages. Safe for concurrent use.
type Painter interface {
	Draw(ctx context.Context, page PageImage) (*image.RGBA, error)
}

// Recogniser reads the words off pictures of pages. Safe for concurrent use.
type Recogniser interface {
	// Ready says why it cannot read, in words and with what to do about it;
	// empty if it can.
	Ready(ctx context.Context) string
	// Recognise reads one picture; width and height are those of the page in
	// points. A picture is strict if it need not show any text, as a photo: then
	// little is no text. What the picture is to blame for stands in Scan.Note; an
	// error is one of ctx, or of a program that cannot read any picture.
	Recognise(ctx context.Context, img *image.RGBA, width, height float32, strict bool) (Scan, error)
}

// TokenCounter counts the tokens of a text. Safe for concurrent use.
type TokenCounter interface {
	Name() string // "o200k_base"
	Exact() bool  // the count is that of the named encoding, not an estimate
	Count(text string) int
}

// ReadRequest asks a worker to read one file. The file stays the caller's: it
// is neither moved nor closed.
type ReadRequest struct {
	Name     string // for messages
	Hash     Hash   // of the file; may be empty
	File     *os.File
	Kind     Kind
	Password string
	Safe     bool // no outline, no pictures: the second try of a file that ended a worker
}

// Reader reads files outside this process, some side by side. A file that
// cannot be read gives a *FileError; the next call works whatever the last one
// did. Safe for concurrent use; calls wait where too many read already.
type Reader interface {
	Words(ctx context.Context, req ReadRequest) ([]Page, error)
	Structure(ctx context.Context, req ReadRequest, pages []Page) ([]Layout, error)
	Outline(ctx context.Context, req ReadRequest) ([]OutlineEntry, error)
	Metadata(ctx context.Context, req ReadRequest) (Metadata, error)
	// Syntax reads what the text of a source file says; text is that of Words.
	Syntax(ctx context.Context, req ReadRequest, text string) (Code, error)
}

// Piece is a part of a member's bytes on their way out of an archive.
type Piece struct {
	Member int        // index in what was asked for
	Data   []byte     // must not be kept
	Last   bool       // the member is complete, or Fate says why it is not
	Fate   *FileError // only with Last
}

// Unpacker reads archives outside this process, one at a time. Errors are as
// those of Reader. Safe for concurrent use; calls wait for each other.
type Unpacker interface {
	List(ctx context.Context, req ReadRequest) (Listing, error)
	// Unpack hands over the bytes of members, each from its beginning to its
	// last piece, in the order of the archive. A member that is not there has no
	// piece. The error of take is returned.
	Unpack(ctx context.Context, req ReadRequest, names []string, take func(Piece) error) error
}

// IndexedPassage is a passage on its way into the index.
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

// Occurrence is a word of a query that stands in a text.
type Occurrence struct {
	Span
	Word     int // which word of the query, 0-based
	Position int // which word of the text, 1-based
}
