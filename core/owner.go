package core

import "time"

// Owner is the program that has a library open.
type Owner struct {
	PID     int       `json:"pid"`
	Host    string    `json:"host"`
	Program string    `json:"program"` // "ibid", "ibidctl add"
	Since   time.Time `json:"since"`
	Long    bool      `json:"long"`              // the window or a server, as opposed to one command
	Address string    `json:"address,omitempty"` // socket at which it accepts requests of other programs; empty if there is none
}

// Status is the state of a whole library.
type Status struct {
	Library    string        `json:"library"` // folder
	Documents  int           `json:"documents"`
	Contents   int           `json:"contents"` // different files, by content
	Pages      int           `json:"pages"`
	Passages   int           `json:"passages"`
	Scans      int           `json:"scans"`            // pages without words that wait for OCR
	Pictures   int           `json:"pictures"`         // pages with words whose pictures wait for OCR
	NoOCR      string        `json:"no_ocr,omitempty"` // why they cannot be read and what to do about it, in words; empty if they can or none wait
	States     map[State]int `json:"states"`           // documents in each state
	Generation uint64        `json:"generation"`
	Note       string        `json:"note,omitempty"` // a repair that is going on or was done, in words
}

// Progress is a snapshot of work in progress. It is a value and safe to keep.
type Progress struct {
	Total   int           // files of the present run
	Words   int           // whose words can be found, those that are settled among them
	Done    int           // settled
	Skipped int           // settled in a state other than ready
	Scans   int           // pages that OCR has to read in its present run, after all files
	Scanned int           // of which it has read so many
	Left    time.Duration // estimate; 0 while unknown
	Current string        // name of the file being read; may be empty
}

// Active reports whether files are left to be read. OCR continues after them: see
// Scans.
func (p Progress) Active() bool { return p.Done < p.Total }
