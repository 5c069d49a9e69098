package core

// Format is a form that a context is written in.
type Format string

// The formats of a context.
const (
	FormatMarkdown Format = "markdown"
	FormatPlain    Format = "plain"
)

// Place is the key under which sources are told apart: one page of a paged
// document, one passage of another.
type Place struct {
	Hash  Hash
	Page  int // 1-based index; 0 for kinds without pages
	Start int // byte offset of the passage, for kinds without pages
}

// ContextRequest asks for a cited context. The zero value of every field but
// Query means the default.
type ContextRequest struct {
	Query      string
	Budget     int    // tokens of o200k_base for the whole formatted text
	MaxSources int    // at most so many sources
	Format     Format // markdown by default
	Kinds      []Kind // only documents of these kinds
	Exclude    []Place
	Order      []Place // these first, in this order, whatever their rank; chosen by hand
	Explain    bool    // put each source's reasons into the text
}

// Source is one numbered piece of evidence in a context.
type Source struct {
	Number   int // 1-based, in the order of the text, no gaps
	Document Document
	Place    Place
	Locator  Locator
	Label    string  // printed page number where it differs from the index
	Section  string  // path of headings
	Heading  string  // the heading as it stands in the context: `crisis.pdf, p. 3`
	Score    float64 // 0 to 1
	Tokens   int     // what the formatted block costs
	Text     string  // the quoted text as it stands in the block, `…` where it was cut
	Quotes   []Quote // where the quoted text lies, in reading order
	Cut      bool    // something of its passages was left out to fit
	Stale    bool    // the file has changed or is gone since it was read
	Reasons  []Reason
}

// Quote is a stretch of a page that stands word for word in a source.
type Quote struct {
	Page int // 1-based index
	Span     // of that page's text
}

// LeftOut is a hit that did not become a source, and why.
type LeftOut struct {
	Locator Locator
	Place   Place
	Reason  string // "over the budget of 10000 tokens", "removed by hand", "over the limit of 10 sources"
	Tokens  int    // what it would cost; 0 if unknown
}

// Context is the cited context: formatted text that fits its budget.
type Context struct {
	Text      string
	Sources   []Source // in citation order; Sources[n-1] is citation n (R3.2)
	Tokens    int      // of Text, counted with o200k_base, exact
	Budget    int
	Truncated bool // something was cut or left out to fit the budget
	LeftOut   []LeftOut
}
