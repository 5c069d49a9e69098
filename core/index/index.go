package index

import (
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/search/searcher"
)

// version is the version of the format: identifiers, terms and fields. A change
// of any of them must raise it; every index is then rebuilt.
const version = 6

// Fields. Every entry has hash. A passage also has text and kind, a whole page has
// page and place, a whole file has whole and file.
const (
	fieldText  = "text"  // scored
	fieldHash  = "hash"  // one term, not scored: whose entry it is
	fieldKind  = "kind"  // one term, not scored
	fieldPage  = "page"  // scored: the terms of all passages of the page
	fieldPlace = "place" // one term, not scored: hash and page, of the page's entry alone
	fieldWhole = "whole" // scored: the terms of all passages of the file
	fieldFile  = "file"  // one term, not scored: the hash, of the whole file's entry alone
)

// Bounds of one batch. What fits in one is written as a whole or not at all.
const (
	batchPassages = 1000
	batchBytes    = 4 << 20 // of text
)

// maxClauses bounds the clauses of one disjunction of bleve. Queries of core/query
// stay far below it.
const maxClauses = 1024

// maxScored bounds the scored words of a query, pairs of ideographs counted
// singly. Each costs two lists of passages.
const maxScored = 256

func init() { searcher.DisjunctionMaxClauseCount = maxClauses }

// Index is the index of one library. Safe for concurrent use; writes wait for
// each other, searches see whole batches.
type Index struct {
	dir     string
	bleve   bleve.Index
	rebuilt string
	tuning  tuning
	batch   struct{ passages, bytes int }
	turns   chan struct{} // holds an item for each search that is running

	writing    sync.Mutex
	closed     bool // guarded by writing
	state      atomic.Pointer[state]
	marked     atomic.Pointer[marked] // of the last question
	background atomic.Pointer[error]  // first error of the goroutines of bleve
	languages  atomic.Pointer[languages]
}

// state is kept in the index itself and changes in the same batch as what it
// describes.
type state struct {
	Version    int    `json:"version"`
	Epoch      string `json:"epoch"`
	Generation uint64 `json:"generation"`
	Passages   uint64 `json:"passages"`
	Terms      uint64 `json:"terms"` // in the scored field of all passages
	Files      uint64 `json:"files"` // whole ones
	FileTerms  uint64 `json:"file_terms"`
	Pages      uint64 `json:"pages"` // whole ones
	PageTerms  uint64 `json:"page_terms"`
}

// count adds an entry to the statistics, or takes it off.
func (s *state) count(id entryID, in bool) {
	entries, terms, length := &s.Passages, &s.Terms, uint64(id.length)
	switch id.ordinal {
	case wholeFile:
		entries, terms = &s.Files, &s.FileTerms
	case wholePage:
		entries, terms = &s.Pages, &s.PageTerms
	}
	if in {
		*entries++
		*terms += length
	} else {
		*entries--
		*terms -= length
	}
}

var stateKey = []byte("ibid")

func (s state) encode() []byte {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // numbers and a string always encode
	}
	return b
}

func decodeState(b []byte) (state, error) {
	var s state
	if err := json.Unmarshal(b, &s); err != nil {
		return state{}, fmt.Errorf("read state of the index: %w", err)
	}
	return s, nil
}

// Generation returns the epoch of the library that the index was made for and the
// generation of the last complete Put. They are compared for equality with those
// of the catalogue; where they differ, the difference is put again.
func (x *Index) Generation() (epoch string, generation uint64, err error) {
	s := x.state.Load()
	return s.Epoch, s.Generation, nil
}

// Count returns the number of passages in the index.
func (x *Index) Count() (uint64, error) {
	b, err := x.bleve.GetInternal(stateKey)
	if err != nil {
		return 0, fmt.Errorf("count passages: %w", err)
	}
	s, err := decodeState(b)
	if err != nil {
		return 0, fmt.Errorf("count passages: %w", err)
	}
	return s.Passages, nil
}

// Rebuilt returns the reason, in words, why Open set an older index aside and began
// an empty one; empty if it did not.
func (x *Index) Rebuilt() string { return x.rebuilt }

// Close waits for what is being written and closes the index. A second Close
// does nothing; all else fails after the first.
func (x *Index) Close() error {
	x.writing.Lock()
	defer x.writing.Unlock()
	if x.closed {
		return nil
	}
	x.closed = true // bleve panics when it is closed twice
	err := x.bleve.Close()
	openIndexes.Delete(storePath(x.dir))
	if err != nil {
		return fmt.Errorf("close index %q: %w", x.dir, err)
	}
	return nil
}

// failed returns the first error of the background work of bleve, nil if none.
func (x *Index) failed() error {
	if err := x.background.Load(); err != nil {
		return fmt.Errorf("write index %q in the background: %w", x.dir, *err)
	}
	return nil
}
