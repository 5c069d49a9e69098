package ollama

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"github.com/ollama/ollama/api"

	"ibid/core"
)

// Bounds of an answer.
const (
	maxAnswer = 256 << 10 // bytes
	maxPrompt = 4 << 20   // bytes
	quietTime = 2 * time.Minute
)

var (
	errBroken = errors.New("the answer broke off: the server ended it before it was complete")
	errLong   = fmt.Errorf("the answer is longer than %d kB", maxAnswer>>10)
	errQuiet  = fmt.Errorf("nothing came for %v", quietTime)
	errAway   = errors.New("the model answers from another machine")
)

// Unusable is the error for a server that cannot be used, with the reason and
// what to do about it.
type Unusable struct {
	Reason string
	Advice string
}

func (e *Unusable) Error() string { return "Ollama: " + e.Reason + " (" + e.Advice + ")" }

// Unwrap returns core.ErrNotAsked: nothing was asked of a model.
func (e *Unusable) Unwrap() error { return core.ErrNotAsked }

// Failed is the error of an answer that went wrong on the side of the server, in
// words that can be shown.
type Failed struct {
	Model string
	Err   error `cbor:"-"`
}

func (e *Failed) Error() string { return "ask " + e.Model + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *Failed) Unwrap() error { return e.Err }

// Chat implements core.Model. It asks for the status of the server first: an error
// that is *Unusable means that nothing was asked of a model. An answer ends with
// ctx, when nothing comes for two minutes, and when it is longer than 256 kB. What
// goes wrong on the side of the server is *Failed.
func (s *Server) Chat(ctx context.Context, req core.ChatRequest, each func(string) error) (core.ChatAnswer, error) {
	out := core.ChatAnswer{Model: s.options.Model}
	if len(req.System)+len(req.Prompt) > maxPrompt {
		return out, fmt.Errorf("ask %s: the question has more than %d MB", s.options.Model, maxPrompt>>20)
	}
	if st := s.Status(ctx); st.Reason != "" {
		if err := ctx.Err(); err != nil {
			return out, fmt.Errorf("ask %s: %w", s.options.Model, err)
		}
		return out, &Unusable{st.Reason, st.Advice}
	}
	address, err := base(s.options.Host)
	if err != nil {
		return out, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	quiet := time.AfterFunc(quietTime, func() { cancel(errQuiet) })
	defer quiet.Stop()
	a := answer{each: each, alive: func() { quiet.Reset(quietTime) }}
	err = api.NewClient(address, client(0, streamSize)).Chat(ctx, message(s.options.Model, req), a.take)
	out.Text, out.Complete = a.text.String(), a.reason == "stop"
	switch {
	case errors.Is(context.Cause(ctx), errQuiet):
		err = &Failed{s.options.Model, errQuiet}
	case ctx.Err() != nil:
		err = fmt.Errorf("ask %s: %w", s.options.Model, context.Cause(ctx))
	case errors.Is(a.ended, errAway), errors.Is(a.ended, errLong):
		err = &Failed{s.options.Model, a.ended}
	case a.ended != nil:
		err = fmt.Errorf("ask %s: %w", s.options.Model, a.ended)
	case err == nil && !a.done, errors.Is(err, io.ErrUnexpectedEOF):
		err = &Failed{s.options.Model, errBroken}
	case err != nil:
		err = &Failed{s.options.Model, errors.New(chatWords(err))}
	}
	return out, err
}

// message translates a request. What does not fit must be an error and not be cut
// silently, as older servers do.
func message(model string, req core.ChatRequest) *api.ChatRequest {
	no := false
	out := &api.ChatRequest{Model: model, Format: req.Format, Truncate: &no, Shift: &no, Options: map[string]any{"temperature": 0, "seed": 1}}
	if req.System != "" {
		out.Messages = append(out.Messages, api.Message{Role: "system", Content: req.System})
	}
	out.Messages = append(out.Messages, api.Message{Role: "user", Content: req.Prompt})
	if req.Tokens > 0 {
		out.Options["num_predict"] = req.Tokens
	}
	if req.Window > 0 {
		out.Options["num_ctx"] = req.Window
	}
	return out
}

// answer collects an answer while it comes.
type answer struct {
	each   func(string) error
	alive  func()
	text   strings.Builder
	done   bool
	reason string
	ended  error // why this side ended it; nil if it did not
}

func (a *answer) take(r api.ChatResponse) error {
	a.alive()
	piece := strings.ToValidUTF8(r.Message.Content, "�")
	switch {
	case r.RemoteHost != "" || r.RemoteModel != "":
		a.ended = errAway
	case a.text.Len()+len(piece) > maxAnswer:
		a.ended = errLong
	default:
		a.text.WriteString(piece)
		if a.each != nil && piece != "" {
			a.ended = a.each(piece)
		}
	}
	a.done, a.reason = a.done || r.Done, r.DoneReason
	return a.ended
}

// chatWords returns what the server found wrong with a request.
func chatWords(err error) string {
	var status api.StatusError
	if errors.As(err, &status) && status.ErrorMessage != "" {
		return "the server says: " + clean(status.ErrorMessage)
	}
	return inWords(err)
}

// modelName matches names of models. A name with another registry in it would be
// fetched from there.
var modelName = regexp.MustCompile(`^[A-Za-z0-9][\w.-]*(/[\w.-]+)?(:[\w.-]+)?$`)

// IsModelName reports whether s can be the name of a model.
func IsModelName(s string) bool { return len(s) <= maxName && modelName.MatchString(s) }

// Pull has the server fetch a model from the registry of Ollama. It calls each with
// the progress, in the goroutine of the caller. A later call continues where an
// earlier one ended with ctx.
func (s *Server) Pull(ctx context.Context, model string, each func(core.Pulled)) error {
	if !IsModelName(model) {
		return fmt.Errorf("fetch model: %q is not the name of a model", clean(model))
	}
	address, err := base(s.options.Host)
	if err != nil {
		return fmt.Errorf("fetch model %s: %w", model, err)
	}
	last := ""
	err = api.NewClient(address, client(0, streamSize)).Pull(ctx, &api.PullRequest{Model: model}, func(p api.ProgressResponse) error {
		last = p.Status
		if each != nil {
			each(core.Pulled{Step: clean(p.Status), Done: max(p.Completed, 0), Total: max(p.Total, 0)})
		}
		return nil
	})
	switch {
	case ctx.Err() != nil:
		err = ctx.Err()
	case err != nil:
		err = errors.New(pullWords(err))
	case last != "success":
		err = errors.New("the server ended it before it was complete")
	}
	if err != nil {
		return fmt.Errorf("fetch model %s: %w", model, err)
	}
	return nil
}

func pullWords(err error) string {
	var syntax *json.SyntaxError
	if words := chatWords(err); !errors.As(err, &syntax) && strings.HasPrefix(words, "it does not answer as Ollama does: ") {
		return "the server says: " + strings.TrimPrefix(words, "it does not answer as Ollama does: ")
	}
	return chatWords(err)
}
