package core

import (
	"context"
	"encoding/json"
)

// ChatRequest asks a language model for one answer.
type ChatRequest struct {
	System string          // what holds for every question; may be empty
	Prompt string          // the question
	Format json.RawMessage // JSON schema of the answer; nil is plain text
	Tokens int             // at most so many in the answer; 0 leaves it to the model
	Window int             // tokens that question and answer together may take; 0 leaves it to the model
}

// ChatAnswer is what a model said.
type ChatAnswer struct {
	Text     string
	Model    string // that answered
	Complete bool   // it came to its own end; false if it was cut at a limit
}

// Model is a language model on this machine. Safe for concurrent use.
type Model interface {
	// Name is what the model is called.
	Name() string
	// Chat answers a request. each, if not nil, is called with every piece of
	// the answer as it comes, in the caller's goroutine; an error of it ends the
	// answer and is returned. With an error, the answer holds what had come.
	Chat(ctx context.Context, req ChatRequest, each func(piece string) error) (ChatAnswer, error)
}

// LocalModel is a model that a server on this machine holds.
type LocalModel struct {
	Name         string
	Size         int64    // bytes
	Capabilities []string // "completion", "vision", "embedding"; nil if the server did not say
	Remote       bool     // it runs elsewhere: what is asked of it leaves this machine
}

// ModelServer is what a server of models said of itself.
type ModelServer struct {
	Host    string // as it was asked for
	Running bool
	Version string       // empty if it did not say
	Models  []LocalModel // by name
	Model   string       // the one that would be used
	Reason  string       // why it should not be used as it is, in words; empty if it can
	Advice  string       // what to do about the Reason
}

// Pulled is how far fetching a model has come.
type Pulled struct {
	Step  string // in the server's words: "pulling manifest"
	Done  int64  // bytes of the part that is fetched now
	Total int64  // bytes; 0 if not known
}

// Reply is what a model answered from a context.
type Reply struct {
	Text    string
	Model   string // that answered; empty if none was asked, because nothing was found
	Tokens  int    // of question, context and instructions together
	Check   CheckReport
	Checked bool // the answer came to its own end, and Check is what became of its citations
}
