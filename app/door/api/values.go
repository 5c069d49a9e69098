package api

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ibid/app/place"
	"ibid/core"
)

// The types below are the requests and answers of the door, as JSON. Their
// schemas are made from them: the tag jsonschema describes a field.

// Status counts what the library holds.
type Status struct {
	Version    string             `json:"version" jsonschema:"version of Ibid"`
	Documents  int                `json:"documents"`
	Contents   int                `json:"contents" jsonschema:"different files, by content"`
	Pages      int                `json:"pages"`
	Passages   int                `json:"passages"`
	States     map[core.State]int `json:"states" jsonschema:"documents in each state"`
	Generation uint64             `json:"generation" jsonschema:"grows when the library changes"`
}

// ListRequest asks for documents.
type ListRequest struct {
	Kinds  []core.Kind `json:"kinds,omitempty" jsonschema:"only documents of these kinds; all if left out"`
	Name   string      `json:"name,omitempty" jsonschema:"only documents whose name holds this, in any case"`
	Limit  int         `json:"limit,omitempty" jsonschema:"at most so many, 1 to 1000; 100 if left out"`
	Offset int         `json:"offset,omitempty" jsonschema:"pass over so many first"`
}

func (r ListRequest) leavesOut(d core.Document) bool {
	return len(r.Kinds) > 0 && !slices.Contains(r.Kinds, d.Kind) || !strings.Contains(strings.ToLower(d.Name), strings.ToLower(r.Name))
}

// DocumentList is one part of the list of documents.
type DocumentList struct {
	Documents []Document `json:"documents"`
	Total     int        `json:"total" jsonschema:"how many there are in all"`
}

// Document is a file of the library.
type Document struct {
	ID     core.DocumentID `json:"id"`
	Name   string          `json:"name"`
	Source string          `json:"source,omitempty" jsonschema:"name of the folder of the settings that it lies below; absent if there is none"`
	Path   string          `json:"path,omitempty" jsonschema:"path from that folder"`
	Kind   core.Kind       `json:"kind"`
	State  core.State      `json:"state"`
	Reason string          `json:"reason,omitempty" jsonschema:"why the state is not ready, in words"`
	Pages  int             `json:"pages" jsonschema:"0 for kinds without pages"`
	Tokens int             `json:"tokens" jsonschema:"of the whole text, o200k_base"`
	Title  string          `json:"title,omitempty"`
	Author string          `json:"author,omitempty"`
	Added  time.Time       `json:"added"`
}

func documentOf(d core.Document, roots []place.Root) Document {
	out := Document{
		ID: d.ID, Name: d.Name, Kind: d.Kind, State: d.State, Reason: plainly(d.Reason), Pages: d.Pages, Tokens: d.Tokens,
		Title: d.Title, Author: d.Author, Added: d.Added,
	}
	longest := 0
	for _, r := range roots {
		if rel, err := filepath.Rel(r.Path, d.Path); err == nil && filepath.IsLocal(rel) && len(r.Path) > longest {
			out.Source, out.Path, longest = r.Name, filepath.ToSlash(rel), len(r.Path)
		}
	}
	return out
}

// Page is the text of one page.
type Page struct {
	Document core.DocumentID `json:"document"`
	Name     string          `json:"name"`
	Page     int             `json:"page" jsonschema:"1-based place in the file"`
	Pages    int             `json:"pages"`
	Label    string          `json:"label,omitempty" jsonschema:"printed number, where it is another"`
	Text     string          `json:"text"`
	Cut      bool            `json:"cut" jsonschema:"there is more of it"`
	Note     string          `json:"note,omitempty" jsonschema:"why the text is not what the page says"`
}

// LinesRequest asks for lines of a file.
type LinesRequest struct {
	Source  string `json:"source"`
	Path    string `json:"path"`
	Archive string `json:"archive_path"`
	Line    int    `json:"line"`
	Window  int    `json:"window"`
}

// Lines are lines of a file, with their numbers.
type Lines struct {
	Document core.DocumentID `json:"document"`
	Source   string          `json:"source"`
	Path     string          `json:"path"`
	Archive  string          `json:"archive_path,omitempty"`
	Line     int             `json:"line" jsonschema:"that was asked for; 0 is what the file says of itself"`
	Window   int             `json:"window"`
	Total    int             `json:"total" jsonschema:"lines that the file has"`
	Locator  string          `json:"locator" jsonschema:"the place as contexts name it"`
	Stale    bool            `json:"stale" jsonschema:"the file has changed or is gone since it was read"`
	Lines    []Line          `json:"lines"`
}

// Line is one line of a file.
type Line struct {
	Number int    `json:"number" jsonschema:"1-based; 0 for what a file says of itself"`
	Page   int    `json:"page,omitempty" jsonschema:"1-based place in the file, of kinds with pages"`
	Text   string `json:"text"`
}

// ReadRequest asks for the text of a place.
type ReadRequest struct {
	Locator string `json:"locator" jsonschema:"a place as contexts and searches name it: report.pdf p. 12, notes.md:40-52, a.py::Class.method, chat.json msg 17"`
	Window  *int   `json:"window,omitempty" jsonschema:"so many lines, rows or messages before and after, or characters of a PDF, book or web page; what the settings say if left out"`
}

// Excerpt is the text of a place and around it.
type Excerpt struct {
	Document  core.DocumentID `json:"document"`
	Locator   string          `json:"locator" jsonschema:"of what is shown"`
	Page      int             `json:"page" jsonschema:"1-based page that it begins on"`
	FirstLine int             `json:"first_line" jsonschema:"number of the first line; 0 for kinds that have none"`
	Text      string          `json:"text"`
	Cut       bool            `json:"cut" jsonschema:"there is more of it"`
}

// SearchRequest asks for passages.
type SearchRequest struct {
	Query string      `json:"query" jsonschema:"a question or words; \"in quotes\" is wanted word for word, -word must not occur, in:report keeps to names with report"`
	Kinds []core.Kind `json:"kinds,omitempty" jsonschema:"only documents of these kinds; all if left out"`
	Limit int         `json:"limit,omitempty" jsonschema:"at most so many pages, 1 to 100; 10 if left out"`
	Plan  *Plan       `json:"plan,omitempty" jsonschema:"look where this plan says"`

	In      []string `json:"in,omitempty" jsonschema:"search only in these documents, by name, and folders; the whole library if left out"`
	Without []string `json:"without,omitempty" jsonschema:"keys of what an earlier answer's read lists and is not to be read into the question"`
}

// SearchResult lists the passages that were found.
type SearchResult struct {
	Hits []Hit                 `json:"hits" jsonschema:"best first"`
	Read []core.Interpretation `json:"read" jsonschema:"what was read into the question beyond its words"`
}

// Hit is the best passage of a page.
type Hit struct {
	Document core.DocumentID `json:"document"`
	Name     string          `json:"name"`
	Kind     core.Kind       `json:"kind"`
	Locator  string          `json:"locator" jsonschema:"the place as contexts name it"`
	Page     int             `json:"page" jsonschema:"1-based place in the file; 0 for kinds without pages"`
	Score    float64         `json:"score" jsonschema:"0 to 1, 1 for the best"`
	Text     string          `json:"text"`
	Stale    bool            `json:"stale" jsonschema:"the file has changed or is gone since it was read"`
	Part     string          `json:"part,omitempty" jsonschema:"what it is if it only mentions what it names, such as an index"`
	Reasons  []string        `json:"reasons" jsonschema:"why it was found"`
	More     []More          `json:"more" jsonschema:"further passages on its page, or beside it where there are no pages"`
}

// More is a further passage at the place of a hit.
type More struct {
	Locator string  `json:"locator" jsonschema:"the place as contexts name it"`
	Score   float64 `json:"score"`
	Text    string  `json:"text"`
}

// Plan describes where to look for sources. It has the form of `ibidctl plan`,
// with ids in place of paths.
type Plan struct {
	Keywords     []string          `json:"keywords"`
	Symbols      []string          `json:"symbols"`
	Patterns     []string          `json:"patterns"`
	IncludeTests bool              `json:"include_tests"`
	Depth        int               `json:"depth"`
	Strategy     core.Strategy     `json:"strategy"`
	Planner      core.Planner      `json:"planner"`
	Why          string            `json:"why"`
	Documents    []core.DocumentID `json:"documents" jsonschema:"the only documents that are meant; none is all"`
}

// PlanRequest asks for a plan.
type PlanRequest struct {
	Query   string       `json:"query"`
	Planner core.Planner `json:"planner,omitempty" jsonschema:"who makes the plan: auto, heuristic or model"`
}

// ContextRequest asks for a cited context.
type ContextRequest struct {
	Query       string            `json:"query" jsonschema:"the question that the context is to answer"`
	Strategies  []core.Strategy   `json:"strategies,omitempty" jsonschema:"ways to look for sources that may be used; all if left out"`
	Limit       int               `json:"limit,omitempty" jsonschema:"at most so many sources, 1 to 100; 10 if left out"`
	EntityTypes []core.EntityKind `json:"entity_types,omitempty" jsonschema:"only source code about these; everything if left out"`
	Kinds       []core.Kind       `json:"kinds,omitempty" jsonschema:"only documents of these kinds; all if left out"`
	MinScore    *float64          `json:"min_score,omitempty" jsonschema:"leave out what scores less, 0 to 1"`
	Budget      int               `json:"budget,omitempty" jsonschema:"at most so many tokens for all of the text"`
	Format      core.Format       `json:"format,omitempty" jsonschema:"form of the text: markdown if left out, xml, plain or json"`
	Tokenizer   string            `json:"tokenizer,omitempty" jsonschema:"count tokens as this does: o200k_base if left out, cl100k_base, or a model's name"`
	Plan        *Plan             `json:"plan,omitempty" jsonschema:"look where this plan says, instead of strategies"`
	In          []string          `json:"in,omitempty" jsonschema:"cite only these documents, by name, and folders; the whole library if left out"`
	Without     []string          `json:"without,omitempty" jsonschema:"keys of what an earlier answer's read lists and is not to be read into the question"`
}

// Context is a cited context.
type Context struct {
	ID        string       `json:"context" jsonschema:"names this context when an answer is checked against it"`
	Text      string       `json:"text" jsonschema:"the context: numbered sources, quoted word for word"`
	Tokens    int          `json:"tokens"`
	Budget    int          `json:"budget"`
	Tokenizer string       `json:"tokenizer"`
	Estimated bool         `json:"estimated" jsonschema:"tokens is an estimate"`
	Results   []Source     `json:"results" jsonschema:"the sources, in the order of their numbers"`
	Summary   core.Summary `json:"summary"`
	LeftOut   []LeftOut    `json:"left_out"`
	Missing   []string     `json:"missing" jsonschema:"words of the question that none of the sources holds"`

	Read []core.Interpretation `json:"read" jsonschema:"what was read into the question beyond its words"`
}

// Source is one numbered source.
type Source struct {
	Number    int              `json:"number"`
	Document  core.DocumentID  `json:"document"`
	Name      string           `json:"name"`
	Kind      core.Kind        `json:"kind"`
	Entity    *core.EntityName `json:"entity,omitempty" jsonschema:"what it is about, of source code"`
	Locator   string           `json:"locator" jsonschema:"the place as contexts name it"`
	Page      int              `json:"page" jsonschema:"1-based place in the file; 0 for kinds without pages"`
	FirstLine int              `json:"first_line" jsonschema:"0 for kinds without lines"`
	LastLine  int              `json:"last_line"`
	Section   string           `json:"section,omitempty" jsonschema:"headings that it stands below"`
	Score     float64          `json:"score" jsonschema:"0 to 1, 1 for the best"`
	Tokens    int              `json:"tokens"`
	Preview   string           `json:"preview" jsonschema:"its first 200 characters"`
	Cut       bool             `json:"cut" jsonschema:"something of it was left out to fit"`
	Stale     bool             `json:"stale" jsonschema:"the file has changed or is gone since it was read"`
	Warnings  []string         `json:"warnings" jsonschema:"why the text should not be trusted"`
	Reasons   []string         `json:"reasons" jsonschema:"why it was found"`
	Imports   []string         `json:"imports,omitempty" jsonschema:"of the file, of source code"`
	Related   []string         `json:"related,omitempty" jsonschema:"what the file defines elsewhere and the text names"`
}

// LeftOut is a place that was found but is not cited as a source.
type LeftOut struct {
	Locator string     `json:"locator"`
	Cause   core.Cause `json:"cause"`
	Reason  string     `json:"reason"`
}

// CheckRequest asks to check an answer.
type CheckRequest struct {
	Answer  string          `json:"answer" jsonschema:"the answer, with its citations [n]"`
	Context string          `json:"context,omitempty" jsonschema:"the context that it was given, as it was named in the result that held it"`
	Request *ContextRequest `json:"request,omitempty" jsonschema:"if the context is not known any more: what it was asked with"`
}

// CheckReport lists the result for every citation, quote and number.
type CheckReport struct {
	Held   bool                 `json:"held" jsonschema:"nothing in the answer is contradicted"`
	Counts map[core.Verdict]int `json:"counts"`
	Claims []Claim              `json:"claims"`
}

// Claim is one citation, quote or number that a source has to support.
type Claim struct {
	Kind      core.ClaimKind `json:"kind"`
	Text      string         `json:"text"`
	Citations []int          `json:"citations"`
	Verdict   core.Verdict   `json:"verdict"`
	Why       string         `json:"why"`
	Evidence  []Evidence     `json:"evidence"`
}

// Evidence is the place in a source that supports a claim.
type Evidence struct {
	Number   int             `json:"number" jsonschema:"of the source; 0 outside of what is quoted"`
	Document core.DocumentID `json:"document"`
	Locator  string          `json:"locator"`
	Text     string          `json:"text"`
}

// Answer is the answer of a local model.
type Answer struct {
	Answer    string       `json:"answer"`
	Model     string       `json:"model" jsonschema:"that answered; empty if none was asked, because nothing was found"`
	Complete  bool         `json:"complete" jsonschema:"it came to its own end"`
	Truncated bool         `json:"truncated" jsonschema:"something of the context was cut or left out to fit"`
	Tokens    int          `json:"tokens" jsonschema:"of what the model was asked with"`
	Check     *CheckReport `json:"check,omitempty" jsonschema:"what became of its citations; absent if it is not complete"`
}
