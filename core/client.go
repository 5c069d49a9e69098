package core

import "time"

// Way is how another program asks.
type Way string

// The ways to ask.
const (
	WayREST  Way = "rest"
	WayMCP   Way = "mcp"       // over HTTP
	WayStdio Way = "mcp-stdio" // it started `ibidctl mcp` itself
)

// Visit is one request of another program.
type Visit struct {
	Name  string // what the program is called
	Own   bool   // it showed a token that was made for it; else Name is its own word
	Way   Way
	Asked string // the question or place; empty where it asked none, or before that is known
}

// Client is another program that asks the library.
type Client struct {
	Name     string
	Own      bool // as in Visit: a program with a token of its own cannot call itself otherwise
	Way      Way  // how it asked last
	First    time.Time
	Last     time.Time
	Requests int
	Revoked  bool
	Asked    []Asked // the newest first, at most MaxAsked
}

// Asked is what a client asked.
type Asked struct {
	At   time.Time
	Text string // clipped
}

// Bounds of what is kept of other programs.
const (
	MaxClients = 100 // beside those that are revoked; the one that has not asked for longest goes first
	MaxAsked   = 20  // questions of each
)

// Door is where the window answers other programs.
type Door struct {
	Wanted  bool   // the settings say that it is to be open
	Address string // as http://127.0.0.1:7423; empty while it is shut
	Problem string // why it is shut though it is wanted, in words
}

// Setup is how another program is told to ask this one.
type Setup struct {
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
