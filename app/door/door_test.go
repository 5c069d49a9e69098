package door

import (
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

const secret = "5ec4e7"

// shut returns a door at 127.0.0.1:7423 with one route of each kind, and its log.
func shut(t *testing.T, o Options) (http.Handler, *strings.Builder) {
	t.Helper()
	var log strings.Builder
	o.Token, o.Listen = secret, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 7423}
	o.Log = slog.New(slog.NewTextHandler(&log, nil))
	echo := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, _ = io.WriteString(w, "in:"+r.Header.Get("Authorization")+string(body))
	})
	panics := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("oh no: " + secret) })
	aborts := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	return New(o).Handler([]Route{
		{Pattern: "GET /papers", Handler: echo}, {Pattern: "POST /papers", Handler: echo, Stream: true}, {Pattern: "GET /panics", Handler: panics}, {Pattern: "GET /aborts", Handler: aborts},
	}), &log
}

// request is one that the door lets in; edit spoils it.
func request(method, target, body string, edit func(*http.Request)) *http.Request {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	r.Host = "127.0.0.1:7423"
	r.Header.Set("Authorization", "Bearer "+secret)
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
	}
	if edit != nil {
		edit(r)
	}
	return r
}

func with(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

// Each row differs in one thing from a request that is let in.
func TestTheDoorLetsInWhatItShouldAndNamesTheRest(t *testing.T) { // R0.6
	for _, tt := range []struct {
		name, method, target, body string
		edit                       func(*http.Request)
		status                     int
		code                       string
	}{
		{"plain", "GET", "/papers", "", nil, 200, ""},
		{"by name", "GET", "/papers", "", func(r *http.Request) { r.Host = "LOCALHOST:7423" }, 200, ""},
		{"another host", "GET", "/papers", "", func(r *http.Request) { r.Host = "evil.example:7423" }, 421, "host"},
		{"another port", "GET", "/papers", "", func(r *http.Request) { r.Host = "127.0.0.1:7424" }, 421, "host"},
		{"a proxy's address", "GET", "/papers", "", func(r *http.Request) { r.URL.Scheme, r.URL.Host = "http", "127.0.0.1:7423" }, 421, "host"},
		{"own origin", "GET", "/papers", "", with("Origin", "http://localhost:7423"), 200, ""},
		{"no origin of its own", "GET", "/papers", "", with("Origin", "null"), 403, "origin"},
		{"own origin, encrypted", "GET", "/papers", "", with("Origin", "https://localhost:7423"), 403, "origin"},
		{"typed in", "GET", "/papers", "", with("Sec-Fetch-Site", "none"), 200, ""},
		{"of its own page", "GET", "/papers", "", with("Sec-Fetch-Site", "same-origin"), 200, ""},
		{"of a page beside it", "GET", "/papers", "", with("Sec-Fetch-Site", "same-site"), 403, "cross_site"},
		{"the scheme in small letters", "GET", "/papers", "", with("Authorization", "bearer "+secret), 200, ""},
		{"another scheme", "GET", "/papers", "", with("Authorization", "Basic "+secret), 401, "token"},
		{"no scheme", "GET", "/papers", "", with("Authorization", secret), 401, "token"},
		{"no token", "GET", "/papers", "", with("Authorization", ""), 401, "token"},
		{"half a token", "GET", "/papers", "", with("Authorization", "Bearer "+secret[:5]), 401, "token"},
		{"two tokens", "GET", "/papers", "", func(r *http.Request) { r.Header.Add("Authorization", "Bearer "+secret) }, 401, "token"},
		{"the token in the address", "GET", "/papers?token=" + secret, "", with("Authorization", ""), 401, "token"},
		{"an address of the most", "GET", "/papers?" + strings.Repeat("a", maxURL-len("/papers?")), "", nil, 200, ""},
		{"an address over the most", "GET", "/papers?" + strings.Repeat("a", maxURL-len("/papers?")+1), "", nil, 414, "address"},
		{"a detour", "GET", "/x/../papers", "", nil, 400, "address"},
		{"a slash at the end", "GET", "/papers/", "", nil, 400, "address"},
		{"a slash that is hidden", "GET", "/a%2fpapers", "", nil, 400, "address"},
		{"a slash of another system", "GET", "/a%5cpapers", "", nil, 400, "address"},
		{"a post", "POST", "/papers", "{}", nil, 200, ""},
		{"a post in utf-8", "POST", "/papers", "{}", with("Content-Type", "application/json; charset=UTF-8"), 200, ""},
		{"a post in another charset", "POST", "/papers", "{}", with("Content-Type", "application/json; charset=utf-7"), 415, "media_type"},
		{"a post of a form", "POST", "/papers", "{}", with("Content-Type", "text/plain"), 415, "media_type"},
		{"a post of nothing known", "POST", "/papers", "{}", with("Content-Type", ""), 415, "media_type"},
		{"a post of two kinds", "POST", "/papers", "{}", func(r *http.Request) { r.Header.Add("Content-Type", "application/json") }, 415, "media_type"},
		{"a packed post", "POST", "/papers", "{}", with("Content-Encoding", "gzip"), 415, "media_type"},
		{"a body where none belongs", "GET", "/papers", "{}", nil, 400, "body"},
		{"said to be too large", "POST", "/papers", "{}", func(r *http.Request) { r.ContentLength = MaxBody + 1 }, 413, "size"},
		{"said to be of the most", "POST", "/papers", "{}", func(r *http.Request) { r.ContentLength = MaxBody }, 200, ""},
		{"no end in time", "POST", "/papers", "", func(r *http.Request) {
			r.Body = io.NopCloser(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("{}"))))
		}, 408, "slow"},
		{"nothing there", "GET", "/nothing", "", nil, 404, "no_such_route"},
		{"another method", "DELETE", "/papers", "", nil, 405, "method"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h, log := shut(t, Options{})
			w := httptest.NewRecorder()
			h.ServeHTTP(w, request(tt.method, tt.target, tt.body, tt.edit))
			if w.Code != tt.status {
				t.Fatalf("status %d, want %d: %s", w.Code, tt.status, w.Body)
			}
			if w.Header().Get("X-Content-Type-Options") != "nosniff" || w.Header().Get("Cache-Control") != "no-store" || strings.Contains(log.String(), secret) {
				t.Errorf("header %v, log %s", w.Header(), log)
			}
			if tt.code == "" {
				if got := w.Body.String(); got != "in:"+tt.body {
					t.Errorf("the handler answers %q", got)
				}
				return
			}
			var p Problem
			if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || p.Code != tt.code || p.Status != tt.status || p.Title != http.StatusText(tt.status) || p.Detail == "" {
				t.Errorf("%v: %s", err, w.Body)
			}
			if w.Header().Get("Content-Type") != "application/problem+json" {
				t.Errorf("media type %q", w.Header().Get("Content-Type"))
			}
			if want := map[int]string{401: "Bearer"}[tt.status]; w.Header().Get("WWW-Authenticate") != want {
				t.Errorf("asks for %q", w.Header().Get("WWW-Authenticate"))
			}
		})
	}
}

func TestABodyOverTheMostIsNotReadOn(t *testing.T) { // R0.6
	h, _ := shut(t, Options{})
	for size, status := range map[int]int{MaxBody: 200, MaxBody + 1: 413} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, request("POST", "/papers", strings.Repeat(" ", size), func(r *http.Request) { r.ContentLength = -1 }))
		if w.Code != status {
			t.Errorf("%d bytes of no said length: %d, want %d", size, w.Code, status)
		}
	}
}

// Who has no token is told to wait much sooner, and does not use up the requests of
// those who have it.
func TestTooManyRequestsWait(t *testing.T) {
	h, _ := shut(t, Options{Rate: 1e-9, Burst: 2})
	ask := func(edit func(*http.Request)) (int, string) {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, request("GET", "/papers", "", edit))
		return w.Code, w.Header().Get("Retry-After")
	}
	wrong, waits := 0, 0
	for range wrongBurst + 50 {
		switch status, after := ask(with("Authorization", "Bearer x")); {
		case status == 401:
			wrong++
		case status == 429 && after == "1":
			waits++
		}
	}
	if wrong < wrongBurst || waits == 0 || wrong+waits != wrongBurst+50 {
		t.Errorf("%d told to show the token, %d to wait", wrong, waits)
	}
	for i, want := range []int{200, 200, 429} {
		if status, _ := ask(nil); status != want {
			t.Errorf("request %d with the token: %d, want %d", i+1, status, want)
		}
	}
}

func TestABucketFillsUpWithTime(t *testing.T) {
	b := newBucket(10, 3)
	taken := func() (n int) {
		for b.take() {
			n++
		}
		return n
	}
	b.rate = 0
	if n := taken(); n != 3 {
		t.Errorf("%d at once, want 3", n)
	}
	b.rate = 10
	b.last = b.last.Add(-150 * time.Millisecond)
	if n := taken(); n != 1 {
		t.Errorf("%d after 150 ms, want 1", n)
	}
	b.rate = 10
	b.last = b.last.Add(-time.Hour)
	if n := taken(); n != 3 {
		t.Errorf("%d after an hour, want 3", n)
	}
}

func TestAPanicEndsItsRequestAlone(t *testing.T) {
	h, log := shut(t, Options{})
	w := httptest.NewRecorder()
	h.ServeHTTP(w, request("GET", "/panics", "", nil))
	if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "oh no") || !strings.Contains(log.String(), "panic") {
		t.Errorf("%d %s, log %s", w.Code, w.Body, log)
	}
	defer func() {
		if recover() != http.ErrAbortHandler { //nolint:errorlint // what was thrown is handed on as it is
			t.Error("the server does not see that the answer was given up")
		}
	}()
	h.ServeHTTP(httptest.NewRecorder(), request("GET", "/aborts", "", nil))
}

func TestALogHoldsLittleOfWhatAStrangerSends(t *testing.T) {
	for in, want := range map[string]string{"GET": "GET", strings.Repeat("A", 16): strings.Repeat("A", 16), strings.Repeat("A", 17): strings.Repeat("A", 16)} {
		if got := clip(in); got != want {
			t.Errorf("%q: %q", in, got)
		}
	}
}
