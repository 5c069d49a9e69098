package door

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"io"
	"log/slog"
	"mime"
	"net"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"
)

// Bounds of a request.
const (
	MaxBody = 4 << 20 // bytes; an answer to be checked has at most a megabyte, twice that when escaped
	maxURL  = 8 << 10 // bytes
)

// Route is a pattern of http.ServeMux with a method, and its handler.
type Route struct {
	Pattern string
	Handler http.Handler
	// Stream lets the answer take as long as the client stays connected.
	Stream bool
}

// Options configure a Door.
type Options struct {
	Token  string       // as returned by Token
	Listen net.Addr     // loopback address
	Log    *slog.Logger // one line for each refused or failed request; never a token, a question or a text
	// Rate and Burst bound the requests in a second and at once; DefaultRate
	// and DefaultBurst if 0.
	Rate, Burst float64
}

// Limits of the rate of requests. Requests without the token have lower ones.
const (
	DefaultRate  = 2000
	DefaultBurst = 4000
	wrongRate    = 20
	wrongBurst   = 200
)

// answerTime bounds the time to write an answer that is no stream.
const answerTime = 2 * time.Minute

// Door checks requests before they reach a handler. Safe for concurrent use.
type Door struct {
	token   string
	hosts   []string
	origins []string
	log     *slog.Logger
	asked   *bucket // limits requests with the token
	refused *bucket // limits requests without it
}

// New returns a door for a listener's address.
func New(o Options) *Door {
	d := &Door{token: o.Token, log: o.Log}
	if o.Rate == 0 {
		o.Rate, o.Burst = DefaultRate, DefaultBurst
	}
	d.asked, d.refused = newBucket(o.Rate, o.Burst), newBucket(wrongRate, wrongBurst)
	_, port, err := net.SplitHostPort(o.Listen.String())
	if err != nil {
		panic("door: no address to listen on: " + err.Error()) // the address of a listener always has a port
	}
	d.hosts = []string{o.Listen.String(), net.JoinHostPort("localhost", port)}
	for _, h := range d.hosts {
		d.origins = append(d.origins, "http://"+h)
	}
	return d
}

// Handler returns a handler that checks each request and then routes it.
func (d *Door) Handler(routes []Route) http.Handler {
	mux := http.NewServeMux()
	for _, r := range routes {
		mux.Handle(r.Pattern, d.timed(r))
	}
	return d.before(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, pattern := mux.Handler(r); pattern != "" {
			mux.ServeHTTP(w, r)
			return
		}
		s := &silent{w.Header(), http.StatusNotFound}
		mux.ServeHTTP(s, r)
		if s.status == http.StatusMethodNotAllowed {
			Refuse(w, s.status, "method", "this address takes "+w.Header().Get("Allow"))
			return
		}
		Refuse(w, http.StatusNotFound, "no_such_route", "there is nothing at this address; /api/v1/openapi.json lists what there is")
	}))
}

// silent records the answer of the mux to a request that matches no route.
type silent struct {
	header http.Header
	status int
}

func (s *silent) Header() http.Header         { return s.header }
func (s *silent) WriteHeader(status int)      { s.status = status }
func (s *silent) Write(p []byte) (int, error) { return len(p), nil }

// timed sets a deadline for writing the answer, unless the route is a stream.
func (d *Door) timed(r Route) http.Handler {
	if r.Stream {
		return r.Handler
	}
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(answerTime)) // a test's recorder has no deadline
		r.Handler.ServeHTTP(w, req)
	})
}

// before checks a request and passes it to next if it is allowed.
func (d *Door) before(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		shield(w.Header())
		defer d.recover(w, r)
		p := d.look(r)
		if p == nil {
			p = whole(w, r)
		}
		if p != nil {
			d.log.Info("refused", "method", clip(r.Method), "why", p.Code)
			w.Header().Set("Connection", "close") // the rest of the body is not read
			if p.Status == http.StatusUnauthorized {
				w.Header().Set("WWW-Authenticate", "Bearer")
			}
			if p.Status == http.StatusTooManyRequests {
				w.Header().Set("Retry-After", "1")
			}
			p.write(w)
			return
		}
		r.Header.Del("Authorization") // handlers do not need the token and cannot log it
		next.ServeHTTP(w, r)
	})
}

// look returns why a request is refused; nil if it is allowed. A client without
// the token learns nothing else.
func (d *Door) look(r *http.Request) *Problem {
	if p := d.fromHere(r); p != nil {
		return p
	}
	if !d.hasToken(r) {
		if !d.refused.take() {
			return problem(http.StatusTooManyRequests, "rate", "too many requests without the token")
		}
		return problem(http.StatusUnauthorized, "token", "the header Authorization: Bearer TOKEN is missing or wrong; the token is in the file that `ibidctl serve` names")
	}
	if !d.asked.take() {
		return problem(http.StatusTooManyRequests, "rate", "too many requests, wait a second")
	}
	if p := address(r); p != nil {
		return p
	}
	return body(r)
}

// fromHere refuses requests whose host is another than this door, and those of
// web pages of other origins.
func (d *Door) fromHere(r *http.Request) *Problem {
	if !slices.Contains(d.hosts, strings.ToLower(r.Host)) || r.URL.IsAbs() || r.URL.Host != "" {
		return problem(http.StatusMisdirectedRequest, "host", "this is not the address that Ibid listens on")
	}
	for _, o := range r.Header.Values("Origin") {
		if !slices.Contains(d.origins, o) {
			return problem(http.StatusForbidden, "origin", "web pages may not ask")
		}
	}
	for _, s := range r.Header.Values("Sec-Fetch-Site") {
		if s != "same-origin" && s != "none" {
			return problem(http.StatusForbidden, "cross_site", "web pages may not ask")
		}
	}
	return nil
}

// hasToken reports whether a request has the token. It compares in constant
// time and reads only the Authorization header, because tokens in addresses end
// up in logs and histories.
func (d *Door) hasToken(r *http.Request) bool {
	given := r.Header.Values("Authorization")
	if len(given) != 1 {
		return false
	}
	scheme, token, _ := strings.Cut(given[0], " ")
	shown, wanted := sha256.Sum256([]byte(token)), sha256.Sum256([]byte(d.token))
	return subtle.ConstantTimeCompare(shown[:], wanted[:]) == 1 && strings.EqualFold(scheme, "Bearer")
}

// address refuses addresses that another parser could read differently.
func address(r *http.Request) *Problem {
	switch p := r.URL.Path; {
	case len(r.RequestURI) > maxURL:
		return problem(http.StatusRequestURITooLong, "address", "the address is too long")
	case r.URL.RawPath != "", strings.ContainsAny(p, "\\\x00"), p != path.Clean(p):
		return problem(http.StatusBadRequest, "address", "the address is not plain")
	}
	return nil
}

// body refuses bodies that an HTML form could send, and bodies that are too
// large.
func body(r *http.Request) *Problem {
	switch {
	case r.ContentLength > MaxBody:
		return problem(http.StatusRequestEntityTooLarge, "size", "the body is too large")
	case r.Header.Get("Content-Encoding") != "":
		return problem(http.StatusUnsupportedMediaType, "media_type", "the body may not be packed")
	case r.Method == http.MethodPost:
		kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		charset := strings.ToLower(params["charset"])
		if err != nil || kind != "application/json" || len(r.Header.Values("Content-Type")) != 1 || charset != "" && charset != "utf-8" {
			return problem(http.StatusUnsupportedMediaType, "media_type", "the body has to be application/json")
		}
	case r.ContentLength != 0:
		return problem(http.StatusBadRequest, "body", "this method takes no body")
	}
	return nil
}

// whole reads the whole body within the server's read timeout, so that no
// handler waits for a slow sender. It then clears the read deadline, because a
// stream may take longer.
func whole(w http.ResponseWriter, r *http.Request) *Problem {
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return problem(http.StatusRequestEntityTooLarge, "size", "the body is too large")
	case err != nil:
		return problem(http.StatusRequestTimeout, "slow", "the body did not come in time, or not whole")
	}
	r.Body = io.NopCloser(bytes.NewReader(data))
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{}) // a test's recorder has no deadline
	return nil
}

// shield sets the headers that keep a browser from sniffing, framing, caching
// or running an answer.
func shield(h http.Header) {
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
}

// recover turns a panic into an error of this request.
func (d *Door) recover(w http.ResponseWriter, r *http.Request) {
	switch p := recover(); p {
	case nil:
	case http.ErrAbortHandler:
		panic(p)
	default:
		d.log.Error("panic", "method", clip(r.Method), "what", p)
		Refuse(w, http.StatusInternalServerError, "internal", "something went wrong, which should not")
	}
}

// clip shortens a value of a client to 16 bytes, so that it cannot fill the
// log.
func clip(s string) string { return s[:min(len(s), 16)] }
