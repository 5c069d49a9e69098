package core

// Abbreviation is a place where a document says what a short form means:
// "knock-out (KO)".
type Abbreviation struct {
	Short    string // as written, in one line, singular: "KO"
	Long     string // as written, in one line: "knock-out"
	ShortKey string // equal for all spellings of the short form
	LongKey  string // equal for all spellings of the long form
	Page     int    // 1-based index
	Span            // of both forms in the page's text
}

// Sense is a meaning of a short form in the library.
type Sense struct {
	Abbreviation      // one of them
	Hash         Hash // of the content that it stands in
	Contents     int  // that define the short form so
}

// Meaning is a meaning of a short form as it is listed.
type Meaning struct {
	Short     string
	Long      string // of the synonyms file all forms, separated by commas
	Documents int    // with different bytes that define the short form so
	Place     string // locator of a definition
	Own       int    // line of the synonyms file that says so, 1-based; 0 if a document does
}
