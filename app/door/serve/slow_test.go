package serve_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
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
	for _, path := range []string{"/api/v1/search", "/api/v1/contexts", "/api/v1/check", "/api/v1/ask", "/api/v1/plan", "/mcp"} {
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
	head := fmt.Sprintf("POST /api/v1/search HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n", at, h.token)
	for name, sent := range map[string]string{
		"nothing": "", "half a head": head[:40], "a head without an end": head, "half a body": head + "Content-Length: 100\r\n\r\n{\"query\":\"bu",
		"half a chunk": head + "Transfer-Encoding: chunked\r\n\r\n20\r\n{\"query\":\"bu", "no body": head + "Content-Length: 100\r\n\r\n",
	} {
		c, err := net.Dial("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(c, sent); err != nil {
			t.Fatal(err)
		}
		answer, err := io.ReadAll(bufio.NewReader(c)) // until the server ends the connection
		if strings.Contains(string(answer), " 200 ") || strings.Contains(string(answer), secretWord) {
			t.Errorf("%s: %q, %v", name, answer, err)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
}
