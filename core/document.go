package core

import "time"

// DocumentID identifies a document in one library. An id is never reused, so a
// saved citation never refers to another file.
type DocumentID int64

// Hash is the lower-case hexadecimal SHA-256 of a file's bytes. Everything
// derived from a file (text, passages, pictures) is stored under it, so that the
// same bytes at two paths are read once.
type Hash string

// State is the outcome of reading a file. Every added file is in exactly one
// state; none is skipped silently.
type State string

// The states of a document.
const (
	StateWaiting       State = "waiting"        // in the queue
	StateReading       State = "reading"        // an attempt has begun
	StateReady         State = "ready"          // read whole and searchable
	StatePartial       State = "partial"        // searchable, some pages missing or without structure
	StateNoText        State = "no text"        // a scan: pages, but no words on any of them
	StateNeedsPassword State = "needs password" // encrypted, and no password or the wrong one given
	StateUnsupported   State = "unsupported"    // no extractor for this kind
	StateTooLarge      State = "too large"      // over one of the Limits
	StateDamaged       State = "damaged"        // not readable as what it claims to be
	StateTimedOut      State = "timed out"      // reading took longer than Limits allow
	StateUnreadable    State = "unreadable"     // could not be opened: permission, vanished
	StateQuarantined   State = "quarantined"    // ended the program itself more than once; not tried again
)

// Settled reports whether reading has ended, with or without success.
func (s State) Settled() bool { return s != StateWaiting && s != StateReading }

// Searchable reports whether documents in this state can have hits.
func (s State) Searchable() bool { return s == StateReady || s == StatePartial }

// Failed reports whether the state counts as a failure of `add`: `no text` and
// `unsupported` are facts about a file, not failures.
func (s State) Failed() bool {
	switch s {
	case StateNeedsPassword, StateTooLarge, StateDamaged, StateTimedOut, StateUnreadable, StateQuarantined:
		return true
	}
	return false
}

// NeedsAttention reports whether a person could act on the state, or should at
// least know that nothing of the file can be found.
func (s State) NeedsAttention() bool { return s.Settled() && s != StateReady }

// Document is one file of the library.
type Document struct {
	ID       DocumentID `json:"id"`
	Path     string     `json:"path"` // absolute, as it was added; of a member MemberPath
	Name     string     `json:"name"` // last element of Path; of a member from the name of its outermost archive on
	Kind     Kind       `json:"kind"`
	State    State      `json:"state"`
	Reason   string     `json:"reason,omitempty"`  // why the state is not ready, or what is not as it should be, in words
	Remark   bool       `json:"-" cbor:"remark"`   // Reason is for information only: nothing has to be done
	Hash     Hash       `json:"-" cbor:"hash"`     // empty until the file could be opened
	Size     int64      `json:"-" cbor:"size"`     // bytes
	Modified time.Time  `json:"-" cbor:"modified"` // of the file when it was read
	Added    time.Time  `json:"added"`
	Pages    int        `json:"pages"`  // 0 for kinds without pages
	Tokens   int        `json:"tokens"` // o200k_base tokens of the whole text
	Title    string     `json:"title,omitempty"`
	Author   string     `json:"author,omitempty"`

	Container DocumentID `json:"container,omitempty"` // the archive that it is a member of; 0 for a file of its own
	Listed    Hash       `json:"-" cbor:"listed"`     // of an archive: the content whose members are documents; empty if none is
}

// NeedsAttention reports whether a person could act on the document, or should at
// least know that not all of it can be found.
func (d Document) NeedsAttention() bool {
	remarked := d.Reason != "" && !d.Remark && d.Kind != KindArchive // of an archive it says how many files it holds
	blank := d.State == StateNoText && d.Kind.Unit() == UnitLine     // as a package's empty __init__.py
	return d.State.NeedsAttention() && !blank || d.State == StateReady && remarked
}

// Taken counts the files and folders of a call that adds some, apart from the
// states that the documents have afterwards.
type Taken struct {
	New       int // documents that the library did not have
	Changed   int // documents that it had with other bytes
	Unchanged int // documents that have not changed
	Moved     int // documents whose file is at another path now
	Hidden    int // entries of folders that were left out because their name begins with a dot
	Ignored   int // entries left out by a .gitignore or .ibidignore
}

// Packed separates an archive from the name of a member in paths and names:
// `bundle.zip!/src/a.py`.
const Packed = "!/"

// Member is a file in an archive. Its name is clean and unique in the archive:
// elements joined by slashes, none of them empty, "." or "..", no control
// characters.
type Member struct {
	Name     string
	Size     int64     // bytes when it is unpacked
	Modified time.Time // as the archive says; may be zero
}

// Document returns the member as a waiting document.
func (m Member) Document(archive Document) Document {
	return Document{
		Path: archive.Path + Packed + m.Name, Name: archive.Name + Packed + m.Name, Container: archive.ID,
		Kind: KindOther, Size: m.Size, Modified: m.Modified,
	}
}

// Listing is the list of the members of an archive.
type Listing struct {
	Members []Member
	LeftOut string // entries that are no members, counted, in words: "2 links"; empty if there are none
	Lacks   string // why members may be missing that a person would look for, in words; empty if none are
}

// Metadata is what a document states about itself. Every field may be empty.
type Metadata struct {
	Title  string
	Author string
	Labels []string // printed number of each page; nil if they are what the index says
}

// OutlineEntry is one line of a document's own table of contents.
type OutlineEntry struct {
	Level int // 1 is the top
	Title string
	Page  int // 1-based index; 0 if the entry leads nowhere
}
