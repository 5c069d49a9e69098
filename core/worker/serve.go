package worker

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"

	"ibid/core"
)

// Argument is the hidden first argument that makes a program a worker.
const Argument = "__ibid-worker"

// socketFD is where a worker finds its end of the socket. Standard output is
// not used, because the C libraries print on it.
const socketFD = 3

// RunIfAsked serves and ends the process if it was started as a worker, and
// returns at once otherwise. It stands first in main, before flags are read or
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
	if s.limits, err = decodeLimits(hello.payload); err != nil || hello.tag != tagHello {
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

// receive hands over frames until the supervisor is gone, then ends the process
// whatever it is doing: no worker outlives the program that started it.
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
	var head [headerSize]byte
	rights := make([]byte, syscall.CmsgSpace(4))
	n, oobn, _, _, err := conn.ReadMsgUnix(head[:], rights)
	if err != nil {
		return incoming{}, err
	}
	if n == 0 {
		return incoming{}, io.EOF
	}
	if _, err := io.ReadFull(conn, head[n:]); err != nil {
		return incoming{}, err
	}
	m := incoming{tag: tag(head[0]), payload: make([]byte, binary.BigEndian.Uint32(head[1:]))}
	if m.file, err = passedFile(rights[:oobn]); err != nil {
		return incoming{}, err
	}
	_, err = io.ReadFull(conn, m.payload)
	return m, err
}

// passedFile returns the file that came with a message, nil if none did.
func passedFile(rights []byte) (*os.File, error) {
	if len(rights) == 0 {
		return nil, nil
	}
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

// answer does one request and sends what it came to. An error is one of the
// socket, after which nothing can be done.
func (s *server) answer(m incoming) error {
	if m.tag != tagRequest {
		return fmt.Errorf("frame %#x where a request is due: %w", m.tag, errGarbage)
	}
	r, err := decodeRequest(m.payload)
	if err != nil {
		return fmt.Errorf("read request: %w", err)
	}
	s.sent = 0
	ctx := context.Background()
	if r.budget > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, r.budget)
		defer cancel()
	}
	if err := s.do(ctx, r, m.file); err != nil {
		return s.send(tagFailed, encodeFailure(failure(r.step, err)))
	}
	return s.send(tagDone, nil)
}

func (s *server) send(t tag, payload []byte) error {
	if err := writeFrame(s.out, t, payload); err != nil {
		return err
	}
	return s.out.Flush()
}

// emit sends a part of an answer and counts it.
func (s *server) emit(t tag, payload []byte) error {
	s.sent += int64(len(payload)) + headerSize
	if t != tagImage && s.sent > s.limits.OutputBytes {
		return tooMuchOutput(s.limits.OutputBytes)
	}
	return s.send(t, payload)
}

func tooMuchOutput(limit int64) error {
	return &core.FileError{State: core.StateTooLarge, Reason: fmt.Sprintf("holds more than %d MB of text", limit>>20)}
}

// failure is err as the fate of a file. The empty state stands for a request
// that was wrong, not the file.
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
