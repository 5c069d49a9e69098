package ollama

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"
)

// DefaultHost is the address of a server if neither environment nor settings name
// one.
const DefaultHost = "127.0.0.1:11434"

// Bounds of what a server may take and send.
const (
	probeTime  = 2 * time.Second
	answerSize = 1 << 20  // bytes of one answer; a list of 1,000 models has 400 kB
	streamSize = 64 << 20 // bytes of all lines of a stream; each piece of an answer is wrapped in 150
)

var (
	errElsewhere  = errors.New("is not this machine")
	errRedirected = errors.New("the server sends us elsewhere")
)

// base parses a host as OLLAMA_HOST gives it: `host`, `host:port`, `:port` or
// an address with http://. The unspecified address, which servers are told to
// listen on, means this machine. Only loopback is accepted.
func base(host string) (*url.URL, error) {
	host = strings.TrimSpace(host)
	if host == "" {
		host = DefaultHost
	}
	if !strings.Contains(host, "://") {
		host = "http://" + host
	}
	u, err := url.Parse(host)
	if err != nil {
		return nil, fmt.Errorf("%q is not an address", host)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("%q is not an address of a server", u.Redacted())
	}
	name, port := u.Hostname(), u.Port()
	if port == "" {
		port = "11434"
	}
	addr, err := netip.ParseAddr(name)
	switch {
	case name == "" || err == nil && addr.IsUnspecified():
		name = "127.0.0.1"
	case err == nil && addr.Unmap().IsLoopback():
	case strings.EqualFold(name, "localhost"):
	default:
		return nil, fmt.Errorf("%q %w", name, errElsewhere)
	}
	u.Host = net.JoinHostPort(name, port)
	return u, nil
}

// CheckHost returns an error if a host, as OLLAMA_HOST gives it, is no address of
// this machine.
func CheckHost(host string) error {
	_, err := base(host)
	return err
}

// client makes a client that connects to this machine only, whatever a name
// resolves to. Answers are cut after size bytes. A limit of 0 is none: a stream ends
// with its context.
func client(limit time.Duration, size int64) *http.Client {
	dialer := &net.Dialer{Timeout: probeTime, Control: onlyLoopback}
	return &http.Client{
		Timeout: limit,
		Transport: limitedTransport{&http.Transport{
			DialContext:       dialer.DialContext,
			DisableKeepAlives: true,
			// Zero would allow a megabyte, beside the answer.
			MaxResponseHeaderBytes: 64 << 10,
		}, size},
		CheckRedirect: func(*http.Request, []*http.Request) error { return errRedirected },
	}
}

// onlyLoopback refuses other machines. It is called after a name was resolved and
// before anything is sent.
func onlyLoopback(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || !to.Addr().Unmap().IsLoopback() {
		return fmt.Errorf("%q %w", address, errElsewhere)
	}
	return nil
}

// limitedTransport cuts answers after size bytes.
type limitedTransport struct {
	next http.RoundTripper
	size int64 // bytes
}

func (s limitedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := s.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	resp.Body = struct {
		io.Reader
		io.Closer
	}{io.LimitReader(resp.Body, s.size), resp.Body}
	return resp, nil
}
