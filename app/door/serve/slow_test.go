package serve_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ibid/app/door"
)

// hurried has a server that waits a moment only.
var hurried = door.Times{Header: 100 * time.Millisecond, Body: 200 * time.Millisecond, Idle: time.Second}

// zeros never ends. The transport may still read it when its request is over.
type zeros struct{ sent atomic.Int64 }

func (z *zeros) Read(p []byte) (int, error) {
	clear(p)
	z.sent.Add(int64(len(p)))
	return len(p), nil
}

func TestLargeBodiesAreRefused(t *testing.T) { // R0.6
	h := open(t, door.Times{})
	const size = 64 << 20
	for _, path := range h.posts() {
		for _, token := range []string{h.token, strings.Repeat("0", 64)} {
			for _, length := range []int64{size, -1} {
				body := &zeros{}
				r := h.request(t, http.MethodPost, path, "")
				r.Header.Set("Authorization", "Bearer "+token)
				r.Body, r.ContentLength = io.NopCloser(io.LimitReader(body, size)), length
				status, _, answer, err := send(r)
				if err == nil && status < 400 || strings.Contains(answer, secretWord) { // an error is a connection that was ended
					t.Errorf("%s, length %d: %d %.200s", path, length, status, answer)
				}
				if body.sent.Load() >= size {
					t.Errorf("%s, length %d: all of it was taken", path, length)
				}
			}
		}
	}
}

// Whoever sends slowly is left, whether it is the head or the body that does not
// come.
func TestSlowSendersAreLeft(t *testing.T) { // R0.6
	h := open(t, hurried)
	at := strings.TrimPrefix(h.address, "http://")
	var senders sync.WaitGroup
	for _, path := range h.posts() {
		head := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n", path, at, h.token)
		for name, sent := range map[string]string{
			"nothing": "", "half a head": head[:40], "a head without an end": head, "half a body": head + "Content-Length: 100\r\n\r\n{\"query\":\"bu",
			"half a chunk": head + "Transfer-Encoding: chunked\r\n\r\n20\r\n{\"query\":\"bu", "no body": head + "Content-Length: 100\r\n\r\n",
		} {
			senders.Go(func() {
				answer, err := leaves(at, sent)
				if err != nil || strings.Contains(answer, " 200 ") || strings.Contains(answer, secretWord) {
					t.Errorf("%s: %s: %q, %v", path, name, answer, err)
				}
			})
		}
	}
	senders.Wait()
}

// leaves sends something and reads until the server ends the connection.
func leaves(at, sent string) (answer string, err error) {
	c, err := net.Dial("tcp", at)
	if err != nil {
		return "", err
	}
	defer c.Close()
	if _, err := io.WriteString(c, sent); err != nil {
		return "", err
	}
	data, _ := io.ReadAll(bufio.NewReader(c)) // a connection that is reset is ended too
	return string(data), nil
}
