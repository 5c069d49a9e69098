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

// ChatAnswer is the answer of a model.
type ChatAnswer struct {
	Text     string
	Model    string // that answered
	Complete bool   // it came to its own end; false if it was cut at a limit
}

// Model is a language model on this machine. Safe for concurrent use.
type Model interface {
	// Name returns the name of the model.
	Name() string
	// Chat answers a request. If each is not nil it is called in the caller's
	// goroutine with every piece of the answer as it arrives; an error from each
	// stops the answer and is returned. If there is an error, the answer holds the
	// text received so far.
	Chat(ctx context.Context, req ChatRequest, each func(piece string) error) (ChatAnswer, error)
}

// LocalModel is a model that a server on this machine offers.
type LocalModel struct {
	Name         string
	Size         int64    // bytes
	Capabilities []string // "completion", "vision", "embedding"; nil if the server did not say
	Remote       bool     // it runs elsewhere: what is asked of it leaves this machine
}

// ModelServer describes a server of models.
type ModelServer struct {
	Host    string // as it was asked for
	Running bool
	Version string       // empty if it did not say
	Models  []LocalModel // by name
	Model   string       // the one that would be used
	Reason  string       // why it should not be used as it is, in words; empty if it can
	Advice  string       // what to do about the Reason
}

// Pulled is the progress of downloading a model.
type Pulled struct {
	Step  string // in the server's words: "pulling manifest"
	Done  int64  // bytes of the part that is fetched now
	Total int64  // bytes; 0 if not known
}

// Reply is the answer of a model to a question with its context.
type Reply struct {
	Text    string
	Model   string // that answered; empty if none was asked, because nothing was found
	Tokens  int    // of question, context and instructions together
	Check   CheckReport
	Checked bool // the answer came to its own end, and Check is what became of its citations
}
