package core

// InterpretationKind is the kind of thing that was read into a question.
type InterpretationKind string

// The kinds of interpretations.
const (
	ReadWithin       InterpretationKind = "within"       // only some documents are searched, because a person said so
	ReadDocuments    InterpretationKind = "documents"    // documents that the question seems to name come first
	ReadPlace        InterpretationKind = "place"        // "page 17", "figure 3" is looked up as a place
	ReadAbbreviation InterpretationKind = "abbreviation" // an abbreviation of the library or of the synonyms file
	ReadSpelling     InterpretationKind = "spelling"     // a word of the library near one that stands nowhere
	ReadNowhere      InterpretationKind = "nowhere"      // words that no document holds
	ReadLanguage     InterpretationKind = "language"     // the question is in another language than the library
	ReadQuotes       InterpretationKind = "quotes"       // phrases in quotes are required, or are not
	ReadUnread       InterpretationKind = "unread"       // pages without words, on which the answer may stand
)

// Interpretation is one thing that was read into a question beyond its words. It
// is shown wherever the answer is, and a person can take it off.
type Interpretation struct {
	// Key names it in requests: the same for the same reading of a question, and
	// without white space where the question allows that: "abbr:ko", "quotes".
	Key       string             `json:"key" jsonschema:"names it in without"`
	Kind      InterpretationKind `json:"kind"`
	Text      string             `json:"text" jsonschema:"what it does, in a few words"`
	Why       string             `json:"why,omitempty" jsonschema:"what it comes from"`
	Removable bool               `json:"removable" jsonschema:"a request whose without holds the key is answered as if it were not there"`
}

// SearchRequest asks for passages. The zero value of every field except Query and
// Limit selects the default.
type SearchRequest struct {
	Query   string
	Kinds   []Kind   // only documents of these kinds; a kind that the question itself names is searched as well
	In      []string // only in these: documents by name or path, folders by path; empty is the whole library
	Plan    *Plan    // where to look; nil is what the question says
	Limit   int      // at most so many pages; where there are no pages, passages that do not stand beside each other
	Without []string // keys of interpretations that a person has taken off
}

// Found is the answer to a SearchRequest.
type Found struct {
	Hits []Hit            // best first, one for each page
	Read []Interpretation // what was read into the question
	Gone []string         // why hits of a first wave are not among Hits, one sentence each
}
