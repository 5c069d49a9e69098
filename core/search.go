package core

import (
	"slices"
	"strconv"
)

// Query is a parsed question in the form that the index understands.
type Query struct {
	Raw   string   // as typed
	Words []string // scored; at least one should occur

	// Counts has the words that the question says more than once: a long question says
	// often what it is about.
	Counts  map[string]int
	Body    []string // scored less: what else a pasted text says, after its first line
	Phrases []string // "in quotes": each must occur, words in this order
	Exact   []string // phrases whose words are among Words: what holds them word for word comes first
	Not     []string // -word: must not occur
	Kinds   []Kind   // kind:pdf; empty is all
	Names   []string // in:name: part of a file name, case folded; any of them

	Expansions []Expansion // what may stand in a text in place of words of the query

	Likely    map[Hash]float64 // contents that seem to be meant, and how likely, 0 to 1: ranked first
	LikelyWhy string           // in words
	// NameWords are the words of the query, folded, that name a content: all of it is
	// about them, so they tell none of its passages from another.
	NameWords map[Hash][]string
	Quoted    map[Hash]float64 // contents of files whose path is quoted, and how surely, 0 to 1
	Code      bool             // source code is asked about: paths count, documents and tests count less
	Tests     bool             // tests count as much as what they test
	Documents []Hash           // the only contents that are meant; empty is all
	In        []DocumentID     // documents chosen by a person: of several with the same bytes one of these is cited
	Places    []Place          // asked for by number or name, first: pages with a Start of -1, or passages
	Root      string           // folder that all documents lie in, which says nothing of any of them

	Read    []Interpretation // what was read into the question beyond its words
	Without []string         // keys of interpretations that a person has taken off
}

// Expansion is another way of saying words of a query (query expansion). Where a
// text holds it, it holds the words that it stands for.
type Expansion struct {
	Of     string   // one or several words of Query.Words, Phrases or Body, folded, with single spaces
	Words  []string // folded; several count only where they follow each other
	Weight float64  // of an occurrence beside one of the words it stands for, above 0, at most 1
}

// Spelling is a way to spell a word that is not spelt so in any document.
type Spelling struct {
	Words    []string // folded; two if the blank between them was left out
	Edits    int      // letters that differ; 0 if Words are two
	Passages int      // that hold the word, of one word
}

// Empty reports whether the query asks for nothing that could be found.
func (q Query) Empty() bool { return len(q.Words) == 0 && len(q.Phrases) == 0 }

// Accept records an interpretation and reports whether it acts. One that a person
// has taken off is not recorded, and what it stands for must not be done.
func (q *Query) Accept(i Interpretation) bool {
	if i.Removable && slices.Contains(q.Without, i.Key) {
		return false
	}
	q.Read = append(q.Read, i)
	return true
}

// Reason is one reason for the rank of a hit.
type Reason struct {
	Retriever string  `json:"retriever"` // "words"
	Rank      int     `json:"rank"`      // 1-based rank in that retriever
	Score     float64 `json:"score"`     // raw score of that retriever
	Detail    string  `json:"detail"`    // in words: `BM25 rank 2 for "yield curve"`
}

// Shape is how much of a hit's passage is worth quoting, regardless of the
// budget.
type Shape string

// The shapes.
const (
	ShapeWindow     Shape = ""           // the passage with what stands around it
	ShapeFull       Shape = "full"       // the passage as it is
	ShapeOutline    Shape = "outline"    // the signatures in it
	ShapeDefinition Shape = "definition" // the passage without the bodies of the functions in it
	ShapeNone       Shape = "none"       // nothing: it is to be listed as left out
)

// Hit is a passage that answers a query.
type Hit struct {
	Document Document `json:"-" cbor:"document"`
	Passage  Passage  `json:"-" cbor:"passage"`
	Locator  Locator  `json:"-" cbor:"locator"`
	Label    string   `json:"label,omitempty"`  // printed page number where it differs from the index
	OCR      int      `json:"ocr,omitempty"`    // mean confidence in percent if the page was read by OCR, else 0
	Score    float64  `json:"score"`            // 0 to 1, 1 for the best hit of the answer
	Covered  float64  `json:"covered"`          // share of the question's words, each counted by its rarity, that the passage holds: 0 to 1
	Text     string   `json:"text"`             // the passage
	Matches  []Span   `json:"-" cbor:"matches"` // words of Text that matched, in order, not overlapping
	Part     string   `json:"part,omitempty"`   // what it is if it only mentions: "a list of references"; empty for text, and where the question asks for it
	Stale    bool     `json:"stale,omitempty"`  // the file has changed or is gone since it was read
	Reasons  []Reason `json:"reasons"`
	Shape    Shape    `json:"shape,omitempty"`
	More     []Hit    `json:"-" cbor:"more"` // further hits on its page, or beside it where there are no pages, best first; without any of their own
}

// MoreMark says how many further hits stand where a hit stands: `2 more on this
// page`. It is empty if there are none.
func MoreMark(h Hit) string {
	n := len(h.More)
	if n == 0 {
		return ""
	}
	where := "beside it"
	if h.Document.Kind.Paged() {
		where = "on this " + string(h.Document.Kind.Unit())
	}
	return strconv.Itoa(n) + " more " + where
}

// Place returns the key of the hit's source.
func (h Hit) Place() Place {
	if h.Document.Kind.Paged() {
		return Place{Hash: h.Document.Hash, Page: h.Passage.Page}
	}
	p := Place{Hash: h.Document.Hash, Start: h.Passage.Spans[0].Start}
	if u := h.Document.Kind.Unit(); u == UnitChapter || u == UnitSheet {
		p.Page = h.Passage.Page
	}
	return p
}
