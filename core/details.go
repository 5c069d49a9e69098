package core

import "time"

// SourceDetails is what is known of a source beyond the text of a context (R3.1).
// Its pictures are drawn on request.
type SourceDetails struct {
	Document  DocumentID `json:"document"`
	File      string     `json:"file"`      // name
	Extension string     `json:"extension"` // with its dot, in lower case; may be empty
	Added     time.Time  `json:"added"`
	Page      int        `json:"page"` // 1-based index; 0 for kinds without pages
	Label     string     `json:"label"`
	OCR       int        `json:"ocr"`      // mean confidence in percent if the page was read by OCR, else 0
	Section   string     `json:"section"`  // path of headings, "Introduction > Methods"
	Parent    string     `json:"parent"`   // the heading right above
	Headings  int        `json:"headings"` // on the page
	Tables    int        `json:"tables"`
	Pictures  int        `json:"pictures"`
	Passage   string     `json:"passage"`   // Markdown
	Text      string     `json:"page_text"` // of the whole page, or the whole document without pages; Markdown
	Relevance float64    `json:"relevance"` // 0 to 1
}
