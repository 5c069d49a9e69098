package core

import "time"

// FolderState is how a watched folder is followed.
type FolderState string

// The states of a watched folder.
const (
	FolderIdle     FolderState = "idle"     // nobody follows it now: no window or server is open
	FolderWatching FolderState = "watching" // the system reports changes
	FolderPolling  FolderState = "polling"  // it is looked through repeatedly
	FolderMissing  FolderState = "missing"  // it is not there; it is followed again when it is back
)

// Folder is a folder whose files the library follows: new ones are added,
// changed ones are read again, moved ones keep their document.
type Folder struct {
	Path     string      `json:"path"`      // absolute, as it was given
	MaxBytes int64       `json:"max_bytes"` // new files that are larger are left out; 0: Limits alone count
	Added    time.Time   `json:"added"`
	State    FolderState `json:"state"`
	Reason   string      `json:"reason,omitempty"` // why it is not watching, in words
	Looked   time.Time   `json:"looked,omitzero"`  // when its files were last compared with the library; zero if not since the start
}
