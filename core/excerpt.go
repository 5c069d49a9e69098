package core

// Excerpt is the text of a place with the requested amount of text around it.
type Excerpt struct {
	Document Document
	Locator  Locator // of what is shown, with the index of its pages
	Text     string  // `…` where something was left out
	First    int     // number of the first line of Text, for kinds that are read as lines; 0 for rows below a header
	OCR      int     // least confidence in percent of its pages that were read by OCR, else 0
	Quotes   []Quote // where Text lies in the document, in reading order
	Marks    []Span  // where the place itself lies in Text, in order
	Reach    Reach   // how much is around it
	Note     string  // why it is not the function that was asked for, in words; empty if it is
	Stale    bool    // the file has changed or is gone since it was read
}

// Measure is the unit in which the reach of an excerpt is counted.
type Measure string

// The measures.
const (
	MeasureLines      Measure = "line"
	MeasureCharacters Measure = "character"
	MeasureRows       Measure = "row"
	MeasureMessages   Measure = "message"
	MeasureFunction   Measure = "function" // the whole of it
	MeasureWhole      Measure = "whole"    // the whole text or page
)

// Reach is how much of a document is shown before and after a place.
type Reach struct {
	N       int // of Measure; 0 is the place alone
	Measure Measure
}

// Spot is a place of a document that was typed in and found.
type Spot struct {
	Document Document
	Locator  Locator // with the index of its pages
	Quotes   []Quote // where it lies, in reading order; empty for pages that have no text
	Whole    bool    // a document or whole pages: no passage is meant
}
