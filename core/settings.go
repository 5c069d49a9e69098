package core

import "time"

// Visit is a request of another program.
type Visit struct {
	Name string    // what the program calls itself
	At   time.Time // zero if no program has asked
}

// Door is where the window answers other programs.
type Door struct {
	Wanted  bool   // the settings say that it is to be open
	Address string // as http://127.0.0.1:7423; empty while it is shut
	Problem string // why it is shut though it is wanted, in words
}

// Snippet is what a person copies into another program's settings, so that it
// asks this library.
type Snippet struct {
	Program string // "Claude Desktop"
	Where   string // the file or page of it that Text goes into, in words
	Text    string // empty if something is missing
	Missing string // what is missing and what to do, in words
	Secret  bool   // Text holds a token
}

// Settings are what a person set, or the defaults, as text by key:
// "search.context_lines".
type Settings struct {
	File   string // that they stand in; it may not be there yet
	Values map[string]string
}

// SettingError says that a setting does not take a value, or that it could not be
// kept.
type SettingError struct {
	Key  string // empty if it is not about one setting
	Want string // in words: "it takes a whole number from 0 to 1000"
	Err  error
}

func (e *SettingError) Error() string { return e.Err.Error() }

func (e *SettingError) Unwrap() error { return e.Err }
