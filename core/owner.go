package core

import "time"

// Owner is the program that has a library open.
type Owner struct {
	PID     int       `json:"pid"`
	Host    string    `json:"host"`
	Program string    `json:"program"` // "ibid", "ibidctl add"
	Since   time.Time `json:"since"`
	Long    bool      `json:"long"` // the window or a server, as opposed to one command
	Address string    `json:"address,omitempty"`
}

// Status is the state of a whole library.
type Status struct {
	Library    string        `json:"library"` // folder
	Documents  int           `json:"documents"`
	Contents   int           `json:"contents"` // different files, by content
	Pages      int           `json:"pages"`
	Passages   int           `json:"passages"`
	States     map[State]int `json:"states"` // documents in each state
	Generation uint64        `json:"generation"`
	Note       string        `json:"note,omitempty"` // a repair that is going on or was done, in words
}

// Progress is a snapshot of work that goes on. It is a value: safe to keep.
type Progress struct {
	Total   int           // files of the present run
	Words   int           // whose words are read, those that are settled among them
	Done    int           // settled
	Skipped int           // settled in a state other than ready
	Left    time.Duration // estimate; 0 while unknown
	Current string        // name of the file being read; may be empty
}

// Active reports whether there is work left.
func (p Progress) Active() bool { return p.Done < p.Total }
