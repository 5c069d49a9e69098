package core

import (
	"fmt"
	"strings"
)

// Format is the format in which a context is written.
type Format string

// The formats of a context.
const (
	FormatMarkdown Format = "markdown"
	FormatXML      Format = "xml"
	FormatPlain    Format = "plain"
	FormatJSON     Format = "json"
)

// Formats are all formats, the default first.
var Formats = []Format{FormatMarkdown, FormatXML, FormatPlain, FormatJSON}

// Truncation is the way in which a passage is shortened.
type Truncation string

// The ways to shorten a passage.
const (
	TruncateWindow    Truncation = "window"          // the sentences around the match
	TruncateSignature Truncation = "signature-first" // a signature or first sentence, and the first lines of what follows
	TruncateBookend   Truncation = "bookend"         // head and tail, the middle left out
)

// Truncations are all ways to shorten a passage, the default first.
var Truncations = []Truncation{TruncateWindow, TruncateSignature, TruncateBookend}

// Group is a type of source. Sources can be ordered by it (R4.2).
type Group string

// The groups. Their values are the headings in a context.
const (
	GroupCode          Group = "Relevant code"
	GroupDocumentation Group = "Related documentation"
	GroupConversation  Group = "Previous conversations"
	GroupOther         Group = "Other context"
)

// Groups are all groups in the order in which a context has them.
var Groups = []Group{GroupCode, GroupDocumentation, GroupConversation, GroupOther}

// Place is the key that tells sources apart: one page of a paged document, or one
// passage of another document.
type Place struct {
	Hash  Hash `json:"hash"`
	Page  int  `json:"page,omitempty"`  // 1-based index; 0 for kinds that are one text
	Start int  `json:"start,omitempty"` // byte offset of the passage, for kinds that are not Paged
}

// NoAnswer is what the reader of a context is asked to say if the sources do not
// answer the question.
const NoAnswer = "the sources do not say"

// CitePrompt tells a language model what to do with a context.
const CitePrompt = "Answer from the evidence alone. Put the number of its source after every statement, as [n]. " +
	"Quote figures and names exactly. Where the evidence does not answer, write: " + NoAnswer + "."

// ContextRequest asks for a cited context. The zero value of every field except
// Query selects the default. It can be saved as JSON and repeated.
type ContextRequest struct {
	Query      string     `json:"query"`
	Budget     int        `json:"budget,omitempty"`       // tokens for the whole formatted text
	Model      int        `json:"model_tokens,omitempty"` // size of the model's context window in tokens; 0 is not known
	Reserve    int        `json:"reserve,omitempty"`      // tokens of Model kept free for question and answer
	Tokenizer  string     `json:"tokenizer,omitempty"`    // how tokens are counted; see token.For
	MaxSources int        `json:"max_sources,omitempty"`  // 0 lets the budget and the scores decide, up to AutoSources
	MinScore   float64    `json:"min_score,omitempty"`    // 0 to 1; hits below it are left out
	Format     Format     `json:"format,omitempty"`
	Truncation Truncation `json:"truncation,omitempty"`
	Group      bool       `json:"group,omitempty"`                  // order sources by type
	Prompt     string     `json:"prompt,omitempty"`                 // instruction in front of the sources, as one line; CitePrompt or own words
	NoSources  bool       `json:"no_sources,omitempty"`             // no list of sources at the end
	NoCode     bool       `json:"no_code,omitempty"`                // leave source code out
	NoImports  bool       `json:"no_imports,omitempty"`             // without the imports and related names of source code
	Lines      int        `json:"lines,omitempty"`                  // before and after a passage of source code; negative is none
	Root       string     `json:"root,omitempty"`                   // folder: files below it are named by their path from there
	Kinds      []Kind     `json:"kinds,omitempty" cbor:"kinds"`     // only documents of these kinds
	In         []string   `json:"in,omitempty" cbor:"in"`           // only in these: documents by name or path, folders by path; empty is the whole library
	Without    []string   `json:"without,omitempty" cbor:"without"` // keys of interpretations that a person has taken off
	// Entities restricts source code to passages about these kinds of entities;
	// empty is no restriction.
	Entities []EntityKind `json:"entities,omitempty" cbor:"entities"`
	Exclude  []Place      `json:"exclude,omitempty" cbor:"exclude"`
	Order    []Place      `json:"order,omitempty" cbor:"order"` // these first, in this order, whatever their rank; chosen by hand
	Explain  bool         `json:"explain,omitempty"`            // put each source's reasons into the text
	Plan     *Plan        `json:"plan,omitempty"`               // where to look; nil is what the question says, and for source code the plan of rules
	Strategy Strategy     `json:"strategy,omitempty"`           // instead of that of the plan
}

// Retrieval is what a search found for a context.
type Retrieval struct {
	Query Query // the question as it was searched
	Hits  []Hit // best first
	Sure  int   // the best sources, which are worth their tokens whatever their score; 0 is SureSources
}

// Shown is how much of a source's passages is quoted.
type Shown string

// The amounts quoted of a source, from all to nothing.
const (
	ShownFull       Shown = "full"       // whole passages
	ShownTrimmed    Shown = "trimmed"    // a part of them, by the request's Truncation; of a source beyond the sure ones, what matches
	ShownOutline    Shown = "outline"    // heading and first sentence; signatures
	ShownDefinition Shown = "definition" // a type without the bodies of its methods
)

// Source is one numbered piece of evidence in a context.
type Source struct {
	Number   int // 1-based, in the order of the text, no gaps
	Document Document
	Place    Place
	Locator  Locator
	Label    string     // printed page number where it differs from the index
	OCR      int        // least mean confidence in percent of its pages that were read by OCR, else 0
	Section  string     // path of headings
	Entity   EntityName // function, type or the like that it is about, of source code; zero for others
	Imports  []string   // of the file, of source code: `./db as d`; nil if they are switched off
	Related  []string   // what the file defines elsewhere and the text names: `limit (constant, line 3)`
	Heading  string     // the heading as it stands in the context: `crisis.pdf, p. 3 (OCR 91 %)`
	Group    Group      // type of source, whether the context is ordered by it or not
	Score    float64    // 0 to 1
	Tokens   int        // what the formatted block costs
	Whole    int        // what it would cost if nothing were cut; Tokens if nothing is
	Text     string     // the quoted text as it stands in the block, `…` where it was cut
	Quotes   []Quote    // where the quoted text lies, in reading order
	Shown    Shown
	Cut      bool     // something of its passages was left out to fit
	Stale    bool     // the file has changed or is gone since it was read
	Warnings []string // why the text should not be trusted: hidden on the page, marks that part the roles in a prompt
	Reasons  []Reason
}

// Quote is a stretch of a page that a source quotes word for word.
type Quote struct {
	Page int `json:"page"` // 1-based index
	Span     // of that page's text
}

// Cut returns the quoted text of a page. If the page is shorter than when it was
// quoted, for example after it was read again by OCR, the error wraps
// ErrNoSuchPage.
func (q Quote) Cut(p Page) (string, error) {
	if !q.Fits(p.Text) {
		return "", fmt.Errorf("bytes %d to %d of page %d are not there: %w", q.Start, q.End, q.Page, ErrNoSuchPage)
	}
	return p.Text[q.Start:q.End], nil
}

// Cause is the kind of reason why a hit did not become a source.
type Cause string

// The causes for leaving out a hit.
const (
	CauseBudget    Cause = "budget"    // over the budget
	CauseLimit     Cause = "limit"     // over the limit of sources
	CauseHand      Cause = "hand"      // removed by hand
	CauseScore     Cause = "score"     // below the score floor
	CauseWorth     Cause = "worth"     // scores too little of the best, and no limit of sources asks for more
	CausePage      Cause = "page"      // a weaker passage of a page that is a source
	CauseDuplicate Cause = "duplicate" // the same text as a source
	CauseCode      Cause = "code"      // source code is switched off
	CauseMention   Cause = "mention"   // a part that only mentions, as a source already does
	CauseApart     Cause = "apart"     // nothing connects it with what the question names
)

// LeftOut is a hit that did not become a source, and why.
type LeftOut struct {
	Locator Locator
	Place   Place
	Cause   Cause
	Reason  string // "over the budget of 10000 tokens", "same page as [2]", "removed by hand"
	Of      int    // number of the source that makes it superfluous; 0 for other causes
	Hits    int    // number of passages that are left out with it
	Tokens  int    // what its block would cost in full; 0 if unknown
	// More is the number of tokens by which the budget would have to grow to let
	// this hit in at its shortest. It is set only for the first hit below the
	// budget, else 0.
	More int
}

// Context is the cited context: formatted text that fits its budget.
type Context struct {
	Text      string
	Sources   []Source         // in citation order; Sources[n-1] is citation n (R3.2)
	Tokens    int              // of Text, counted as Tokenizer says
	Budget    int              // tokens that Text may cost
	Tokenizer string           // "o200k_base", "cl100k_base", "estimate"
	Estimated bool             // Tokens is an estimate, not a count
	Nonce     string           // the mark that fences off quoted text; empty if there is none
	Truncated bool             // something was cut or left out to fit the budget
	Missing   []string         // words of the question that none of the sources holds, as it has them; Text says so
	Read      []Interpretation // what was read into the question beyond its words
	Shortened []int            // numbers of the sources that were cut to fit
	LeftOut   []LeftOut
}

// Lacking says that no source holds some words of a question; empty for none.
func Lacking(words []string) string {
	if len(words) == 0 {
		return ""
	}
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = `"` + w + `"`
	}
	last := len(quoted) - 1
	if last > 0 {
		quoted = []string{strings.Join(quoted[:last], ", "), quoted[last]}
	}
	return "none of these sources holds " + strings.Join(quoted, " or ")
}

// Summary counts what a context holds (R1.3).
type Summary struct {
	Included  int  `json:"included" jsonschema:"sources in the text"`
	Excluded  int  `json:"excluded" jsonschema:"places that were found and are not in it"`
	ForBudget int  `json:"left_out_for_budget" jsonschema:"of these, left out for the budget"`
	Files     int  `json:"files" jsonschema:"different files that are quoted"`
	Truncated bool `json:"truncated" jsonschema:"something was cut or left out to fit the budget"`
}

// Summary counts what the context holds.
func (c Context) Summary() Summary {
	s := Summary{Included: len(c.Sources), Truncated: c.Truncated}
	for _, l := range c.LeftOut {
		if s.Excluded++; l.Cause == CauseBudget {
			s.ForBudget++
		}
	}
	files := make(map[Hash]bool)
	for _, source := range c.Sources {
		files[source.Place.Hash] = true
	}
	s.Files = len(files)
	return s
}
