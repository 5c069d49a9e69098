package core

import (
	"fmt"
	"time"
)

// SavedVersion is the version of the file format for saved contexts that this
// program writes.
const SavedVersion = 1

// SavedContext is a context as it is saved in a file: with the request, so that
// it can be built again, and with the hashes of the files, so that changes can be
// detected.
type SavedContext struct {
	Version   int            `json:"ibid_context"` // SavedVersion
	Saved     time.Time      `json:"saved"`
	Request   ContextRequest `json:"request"`
	Text      string         `json:"text"`
	Tokens    int            `json:"tokens"`
	Budget    int            `json:"budget"`
	Tokenizer string         `json:"tokenizer"`
	Sources   []SavedSource  `json:"sources"`
}

// SavedSource is a source as it is saved in a file.
type SavedSource struct {
	Number   int          `json:"number"`
	Document DocumentID   `json:"document"`
	Path     string       `json:"path"`
	Name     string       `json:"name"`
	Kind     Kind         `json:"kind"`
	Hash     Hash         `json:"hash"` // SHA-256 of the file when it was read
	Place    Place        `json:"place"`
	Locator  Locator      `json:"locator"`
	Section  string       `json:"section,omitempty"`
	Heading  string       `json:"heading"`
	Score    float64      `json:"score"`
	Tokens   int          `json:"tokens"`
	Text     string       `json:"text"`
	Quotes   []SavedQuote `json:"quotes"`
}

// SavedQuote is a stretch of a page with its text.
type SavedQuote struct {
	Quote
	Text string `json:"text"`
}

// Source returns the saved source as a Source of a context.
func (s SavedSource) Source() Source {
	out := Source{
		Number: s.Number, Document: Document{ID: s.Document, Path: s.Path, Name: s.Name, Kind: s.Kind, Hash: s.Hash},
		Place: s.Place, Locator: s.Locator, Label: s.Locator.Label, Section: s.Section, Heading: s.Heading,
		Group: s.Kind.Group(), Score: s.Score, Tokens: s.Tokens, Whole: s.Tokens, Text: s.Text, Shown: ShownFull,
	}
	for _, q := range s.Quotes {
		out.Quotes = append(out.Quotes, q.Quote)
	}
	return out
}

// Fate is the result of comparing a saved source with the library.
type Fate string

// The fates of a saved source.
const (
	FateSame    Fate = "unchanged" // the file is as it was
	FateKept    Fate = "kept"      // the file is another, and the quoted text stands on the same page
	FateMoved   Fate = "moved"     // it stands elsewhere in the file now
	FateLost    Fate = "lost"      // it does not stand in the file any more
	FateMissing Fate = "missing"   // the file is not in the library any more, or cannot be read
)

// SourceFate is the fate of one saved source.
type SourceFate struct {
	Number  int
	Heading string
	Fate    Fate
	Why     string // in words
}

// Replay is a saved context that was built again.
type Replay struct {
	Context Context
	Sources []SourceFate // of the saved context, in its order
	Same    bool         // the text is the same to the byte
}

// Verdict describes the result of the replay in words.
func (r Replay) Verdict() string {
	changed := 0
	for _, s := range r.Sources {
		if s.Fate != FateSame {
			changed++
		}
	}
	switch {
	case r.Same && changed == 0:
		return "nothing has changed: the context is the same to the byte"
	case r.Same:
		return "the context is the same to the byte"
	case changed == 0:
		return "no source has changed, and the context differs: other documents, or another way to rank"
	}
	return fmt.Sprintf("%d of %d sources have changed, and the context differs", changed, len(r.Sources))
}
