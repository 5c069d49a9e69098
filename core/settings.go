package core

import "time"

// Visit is a request from another program.
type Visit struct {
	Name string    // what the program calls itself
	At   time.Time // zero if no program has asked
}

// Door describes the address at which the window answers other programs.
type Door struct {
	Wanted  bool   // the settings say that it is to be open
	Address string // as http://127.0.0.1:7423; empty while it is shut
	Problem string // why it is shut though it is wanted, in words
}

// Snippet is the text that a person copies into the settings of another program
// to let it query this library.
type Snippet struct {
	Program string // "Claude Desktop"
	Where   string // the file or page of it that Text goes into, in words
	Text    string // empty if something is missing
	Missing string // what is missing and what to do, in words
	Secret  bool   // Text holds a token
}

// Settings holds the settings as text by key, such as "search.context_lines": the
// values that a person set, else the defaults.
type Settings struct {
	File   string // that they stand in; it may not be there yet
	Values map[string]string
}

// SettingError reports that a setting does not accept a value, or that the value
// could not be saved.
type SettingError struct {
	Key  string // empty if it is not about one setting
	Want string // in words: "it takes a whole number from 0 to 1000"
	Err  error
}

func (e *SettingError) Error() string { return e.Err.Error() }

func (e *SettingError) Unwrap() error { return e.Err }
