package core

import (
	"fmt"
	"time"
)

// SavedVersion is the form of a saved context that this program writes.
const SavedVersion = 1

// SavedContext is a context as it is kept in a file: with the request, so that
// it can be built again, and with the hashes of the files, so that it can be
// said what has changed.
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

// SavedSource is a source as it is kept in a file.
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

// SavedQuote is a stretch of a page with its words.
type SavedQuote struct {
	Quote
	Text string `json:"text"`
}

// Source is the saved source as a context has it.
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

// Fate says what became of a saved source.
type Fate string

// The fates of a saved source.
const (
	FateSame    Fate = "unchanged" // the file is as it was
	FateKept    Fate = "kept"      // the file is another, and the quoted text stands on the same page
	FateMoved   Fate = "moved"     // it stands elsewhere in the file now
	FateLost    Fate = "lost"      // it does not stand in the file any more
	FateMissing Fate = "missing"   // the file is not in the library any more, or cannot be read
)

// SourceFate is what became of one saved source.
type SourceFate struct {
	Number  int
	Heading string
	Fate    Fate
	Why     string // in words
}

// Replay is a saved context built again.
type Replay struct {
	Context Context
	Sources []SourceFate // of the saved context, in its order
	Same    bool         // the text is the same to the byte
}

// Verdict says in words what the replay came to.
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
