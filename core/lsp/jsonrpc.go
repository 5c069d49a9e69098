package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"strconv"
	"sync"
)

var errEnded = errors.New("the language server ended")

// message is one of JSON-RPC 2.0: a request, an answer or a notice.
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  any             `json:"params,omitempty"`
	Result  any             `json:"result,omitempty"`
}

// received is a message as it arrives.
type received struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// connection speaks JSON-RPC with a program. Who speaks and who listens never
// wait for each other: a program that writes before it reads on would have both
// wait for ever.
type connection struct {
	ready   chan struct{} // closed once there is somebody to speak to
	gone    chan struct{} // closed when there is not any more
	end     func()        // closes gone: all who wait give up
	queue   chan []byte   // messages to be written
	writing sync.WaitGroup

	mu      sync.Mutex
	next    int
	waiting map[string]chan received
	judged  map[string]chan struct{} // by URI: closed when it has said what is wrong with a file
}

func newConnection() *connection {
	gone := make(chan struct{})
	return &connection{
		ready: make(chan struct{}), gone: gone, end: sync.OnceFunc(func() { close(gone) }), queue: make(chan []byte),
		waiting: make(map[string]chan received), judged: make(map[string]chan struct{}),
	}
}

// run reads what the program says until it ends, and what is queued goes to in
// meanwhile. ctx ends with the program.
func (c *connection) run(ctx context.Context, in io.Writer, out io.Reader) error {
	c.writing.Go(func() { c.write(in) })
	close(c.ready)
	r := bufio.NewReader(out)
	for {
		m, err := read(r)
		switch {
		case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.ErrClosedPipe):
			return errEnded
		case err != nil:
			return err
		case m.Method != "" && m.ID != nil:
			err = c.answer(ctx, m)
		case m.ID != nil:
			c.mu.Lock()
			if w := c.waiting[string(m.ID)]; w != nil {
				w <- m
				delete(c.waiting, string(m.ID))
			}
			c.mu.Unlock()
		case m.Method == "textDocument/publishDiagnostics":
			c.judge(m)
		}
		if err != nil {
			return err
		}
	}
}

// write writes what is queued until nobody reads it any more.
func (c *connection) write(in io.Writer) {
	for {
		select {
		case body := <-c.queue:
			if _, err := in.Write(body); err != nil {
				c.end()
				return
			}
		case <-c.gone:
			return
		}
	}
}

// read takes one message off the stream.
func read(r *bufio.Reader) (received, error) {
	head, err := textproto.NewReader(r).ReadMIMEHeader()
	if err != nil {
		return received{}, err
	}
	n, err := strconv.Atoi(head.Get("Content-Length"))
	if err != nil || n < 0 || n > maxMessage {
		return received{}, fmt.Errorf("a message of %q bytes", head.Get("Content-Length"))
	}
	body := make([]byte, n)
	if _, err := io.ReadFull(r, body); err != nil {
		return received{}, err
	}
	var m received
	if err := json.Unmarshal(body, &m); err != nil {
		return m, fmt.Errorf("read message: %w", err)
	}
	return m, nil
}

// judge takes note that the server has said what is wrong with a file.
func (c *connection) judge(m received) {
	var params struct{ URI string }
	if json.Unmarshal(m.Params, &params) != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if w := c.judged[params.URI]; w != nil {
		close(w)
		delete(c.judged, params.URI)
	}
}

// judgement is closed when the server says what is wrong with a file, for the
// next time.
func (c *connection) judgement(uri string) <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.judged[uri] == nil {
		c.judged[uri] = make(chan struct{})
	}
	return c.judged[uri]
}

// answer answers what the server asks: it has no settings and gets no rights.
func (c *connection) answer(ctx context.Context, m received) error {
	var result any = json.RawMessage("null")
	if m.Method == "workspace/configuration" {
		var params struct{ Items []json.RawMessage }
		if json.Unmarshal(m.Params, &params) == nil {
			result = make([]any, len(params.Items))
		}
	}
	return c.send(ctx, message{ID: m.ID, Result: result})
}

// send hands a message over to be written: whole, also if ctx ends then.
func (c *connection) send(ctx context.Context, m message) error {
	m.Version = "2.0"
	body, err := json.Marshal(m)
	if err != nil {
		return err
	}
	select {
	case c.queue <- fmt.Appendf(nil, "Content-Length: %d\r\n\r\n%s", len(body), body):
		return nil
	case <-c.gone:
		return errEnded
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// tell sends a notice.
func (c *connection) tell(ctx context.Context, method string, params any) error {
	return c.send(ctx, message{Method: method, Params: params})
}

// ask sends a request and waits for its answer.
func (c *connection) ask(ctx context.Context, method string, params, result any) error {
	select {
	case <-c.ready:
	case <-c.gone:
		return errEnded
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	answer := make(chan received, 1)
	c.mu.Lock()
	c.next++
	id := strconv.Itoa(c.next)
	c.waiting[id] = answer
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.waiting, id)
	}()
	if err := c.send(ctx, message{ID: json.RawMessage(id), Method: method, Params: params}); err != nil {
		return err
	}
	var m received
	select {
	case m = <-answer:
	case <-c.gone:
		select {
		case m = <-answer: // the last word of the server
		default:
			return errEnded
		}
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if m.Error != nil {
		return fmt.Errorf("%s: %s", method, m.Error.Message)
	}
	if result == nil || len(m.Result) == 0 {
		return nil
	}
	return json.Unmarshal(m.Result, result)
}
