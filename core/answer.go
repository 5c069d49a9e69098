package core

// Verdict is the outcome of checking one claim.
type Verdict string

// The verdicts of a check. Only the first and the last leave nothing to do.
const (
	VerdictFound     Verdict = "found"           // stands in a cited source; a quote without a citation: anywhere
	VerdictElsewhere Verdict = "found elsewhere" // stands in the cited document or another source, but not where it is cited
	VerdictStitched  Verdict = "stitched"        // a quote whose parts, of three words or more, stand in the sources, but not one after the other
	VerdictNotFound  Verdict = "not found"       // stands in no source
	VerdictNoSource  Verdict = "no such source"  // a citation of a number that does not exist
	VerdictUnchecked Verdict = "unchecked"       // a sentence without quote or number: only a person can judge it
)

// Verdicts lists all verdicts, in the order in which they are counted.
var Verdicts = []Verdict{VerdictFound, VerdictElsewhere, VerdictStitched, VerdictNotFound, VerdictNoSource, VerdictUnchecked}

// Held reports whether the verdict raises no objection to the answer.
func (v Verdict) Held() bool { return v == VerdictFound || v == VerdictUnchecked }

// ClaimKind is the kind of text in an answer that is checked.
type ClaimKind string

// The kinds of claim.
const (
	ClaimQuote    ClaimKind = "quote"    // a phrase in quotation marks
	ClaimNumber   ClaimKind = "number"   // a number in a cited sentence
	ClaimCitation ClaimKind = "citation" // a citation whose number does not exist
	ClaimSentence ClaimKind = "sentence" // a cited sentence with neither quote nor number
)

// Evidence is a place where the text of a claim, or a part of it, was found. A
// text that continues over other lines or over the end of a page has one Evidence
// for each stretch.
type Evidence struct {
	Number   int // of the source that has it; 0 if it is in a document but not quoted
	Document DocumentID
	Locator  Locator
	Quote    Quote  // the stretch that matches; zero if the document's text is not stored any more
	OCR      int    // confidence in percent if its page was read by OCR, else 0
	Text     string // of that stretch, as it stands there
}

// Claim is one thing in an answer that a source must support.
type Claim struct {
	Kind      ClaimKind
	Text      string // the phrase or number as it stands in the answer, the citation, or the sentence
	Span             // of Text in the answer, in bytes
	Sentence  Span   // of the sentence that holds it
	Citations []int  // numbers that the sentence cites, in order, whether they exist or not; nil for a quote without a citation
	Verdict   Verdict
	Why       string     // the verdict in words: `stands on p. 5 of crisis.pdf, not in [2]`
	Evidence  []Evidence // where the text stands, the best place first; empty if nowhere
}

// CheckReport is the result of checking the citations of an answer.
type CheckReport struct {
	Answer string
	Claims []Claim // in the order of the answer
}

// Held reports whether no claim is contradicted.
func (r CheckReport) Held() bool {
	for _, c := range r.Claims {
		if !c.Verdict.Held() {
			return false
		}
	}
	return true
}

// Count returns the number of claims with a verdict.
func (r CheckReport) Count(v Verdict) int {
	n := 0
	for _, c := range r.Claims {
		if c.Verdict == v {
			n++
		}
	}
	return n
}
