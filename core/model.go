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
