package worker

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"

	"ibid/core"
	"ibid/core/codec"
)

// Argument is the hidden first argument that makes a program a worker.
const Argument = "__ibid-worker"

// socketFD is the file descriptor of a worker's end of the socket. Standard
// output is not used, because the C libraries print to it.
const socketFD = 3

// RunIfAsked serves and ends the process if it was started as a worker, and
// returns at once otherwise. It is called first in main, before flags are read or
// anything is opened; test programs that start workers call it in TestMain.
func RunIfAsked() {
	if len(os.Args) < 2 || os.Args[1] != Argument {
		return
	}
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, "worker:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// incoming is one frame from the supervisor.
type incoming struct {
	tag     tag
	payload []byte
	file    *os.File // of a request; nil if none came with it
}

type server struct {
	conn   *net.UnixConn
	out    *bufio.Writer
	in     <-chan incoming
	limits core.Limits
	sent   int64    // bytes of the present answer
	kept   *drawing // of the last drawing request
}

func serve() error {
	runtime.GOMAXPROCS(2)
	debug.SetGCPercent(200)
	lowerPriority()
	file := os.NewFile(socketFD, "supervisor")
	conn, err := net.FileConn(file)
	if err != nil {
		return fmt.Errorf("open socket: %w", err)
	}
	_ = file.Close()
	socket, ok := conn.(*net.UnixConn)
	if !ok {
		return fmt.Errorf("open socket: descriptor %d is a %T", socketFD, conn)
	}
	in := make(chan incoming)
	go receive(socket, in)
	s := &server{conn: socket, out: bufio.NewWriterSize(socket, 1<<16), in: in}
	hello := <-in
	if s.limits, err = decode[core.Limits](hello.payload); err != nil || hello.tag != tagHello {
		return fmt.Errorf("read limits: %w", errors.Join(err, errGarbage))
	}
	if err := limitProcess(s.limits.AddressSpace); err != nil {
		return err
	}
	if err := s.send(tagReady, nil); err != nil {
		return err
	}
	for m := range in {
		if err := s.answer(m); err != nil {
			return err
		}
	}
	return nil
}

// receive passes on frames until the supervisor is gone, and then ends the
// process in any state: no worker outlives the program that started it.
func receive(conn *net.UnixConn, in chan<- incoming) {
	for {
		m, err := receiveFrame(conn)
		if err != nil {
			os.Exit(0)
		}
		in <- m
	}
}

func receiveFrame(conn *net.UnixConn) (incoming, error) {
	in := rightsReader{conn: conn}
	t, payload, err := readFrame(&in, math.MaxUint32)
	return incoming{tag: t, payload: payload, file: in.file}, err
}

// rightsReader reads from a socket and keeps the open file that is passed with
// the data.
type rightsReader struct {
	conn *net.UnixConn
	file *os.File // nil if none came
}

func (r *rightsReader) Read(p []byte) (int, error) {
	rights := make([]byte, syscall.CmsgSpace(4))
	n, oobn, _, _, err := r.conn.ReadMsgUnix(p, rights)
	if err == nil && n == 0 {
		err = io.EOF
	}
	if err == nil && oobn > 0 {
		r.file, err = passedFile(rights[:oobn])
	}
	return n, err
}

// passedFile returns the file that was passed with a message, nil if there is
// none.
func passedFile(rights []byte) (*os.File, error) {
	messages, err := syscall.ParseSocketControlMessage(rights)
	if err != nil {
		return nil, fmt.Errorf("parse control message: %w", err)
	}
	for _, m := range messages {
		fds, err := syscall.ParseUnixRights(&m)
		if err != nil || len(fds) == 0 {
			continue
		}
		syscall.CloseOnExec(fds[0])
		return os.NewFile(uintptr(fds[0]), "document"), nil
	}
	return nil, nil
}

// answer performs one request and sends its result. An error means that the
// socket failed and nothing more can be sent.
func (s *server) answer(m incoming) error {
	if m.tag != tagRequest {
		return fmt.Errorf("frame %#x where a request is due: %w", m.tag, errGarbage)
	}
	r, err := decode[request](m.payload)
	if err != nil {
		return fmt.Errorf("read request: %w", err)
	}
	s.sent = 0
	ctx := context.Background()
	if r.Budget > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, r.Budget)
		defer cancel()
	}
	if err := s.do(ctx, r, m.file); err != nil {
		return s.send(tagFailed, newFailed(failure(r.Step, err)))
	}
	return s.send(tagDone, nil)
}

// send sends a message that is not part of an answer, as CBOR.
func (s *server) send(t tag, v any) error {
	if err := send(s.out, t, v); err != nil {
		return err
	}
	return s.out.Flush()
}

// emit sends a part of an answer, as CBOR, and counts it.
func (s *server) emit(t tag, v any) error {
	payload, err := encode(v)
	if err != nil {
		return err
	}
	return s.emitPacked(t, payload)
}

// emitPacked sends a packed part of an answer, and counts it.
func (s *server) emitPacked(t tag, payload []byte) error {
	s.sent += int64(len(payload)) + codec.FrameHeader
	if t != tagImage && s.sent > s.limits.OutputBytes {
		return tooMuchOutput(s.limits.OutputBytes)
	}
	if err := codec.WriteFrame(s.out, byte(t), payload); err != nil {
		return err
	}
	return s.out.Flush()
}

func tooMuchOutput(limit int64) error {
	return &core.FileError{State: core.StateTooLarge, Reason: fmt.Sprintf("holds more than %d MB of text", limit>>20)}
}

// failure returns err as a FileError. An empty state means that the request was
// wrong, not the file.
func failure(what step, err error) *core.FileError {
	var file *core.FileError
	switch {
	case errors.As(err, &file):
		return file
	case errors.Is(err, core.ErrNoSuchPage):
		return &core.FileError{Reason: strings.TrimSuffix(err.Error(), ": "+core.ErrNoSuchPage.Error())}
	case errors.Is(err, context.DeadlineExceeded):
		return &core.FileError{State: core.StateTimedOut, Reason: what.String() + " took too long", Err: err}
	}
	return &core.FileError{State: core.StateDamaged, Reason: what.String() + " did not work", Err: err}
}
