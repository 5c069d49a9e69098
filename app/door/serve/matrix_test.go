package serve_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"ibid/app/door"
	"ibid/app/door/mcp"
	"ibid/app/door/serve"
)

// A trick is a change to a request that was to be let in.
type trick struct {
	name string
	play func(r *http.Request)
}

func header(name string, values ...string) trick {
	return trick{fmt.Sprintf("%s: %q", name, values), func(r *http.Request) { r.Header[http.CanonicalHeaderKey(name)] = values }}
}

// tokens are ways to ask without the token.
func tokens(token string) []trick {
	flipped := []byte(token)
	flipped[len(flipped)-1] ^= 1
	tricks := []trick{
		{"token in the address", func(r *http.Request) { r.Header.Del("Authorization"); r.URL.RawQuery = "token=" + token }},
		{"token in a cookie", func(r *http.Request) {
			r.Header.Del("Authorization")
			r.AddCookie(&http.Cookie{Name: "token", Value: token})
		}},
		{"token in another header", func(r *http.Request) { r.Header.Del("Authorization"); r.Header.Set("X-Api-Key", token) }},
		{"token as a password", func(r *http.Request) { r.SetBasicAuth("ibid", token) }},
		header("Authorization"), header("Authorization", ""), header("Authorization", "Bearer"), header("Authorization", "Bearer "),
		header("Authorization", "Bearer "+string(flipped)), header("Authorization", "Bearer "+token[:63]), header("Authorization", "Bearer "+token+"0"),
		header("Authorization", "Bearer  "+token), header("Authorization", token), header("Authorization", "Token "+token),
		header("Authorization", "Bearer "+token, "Bearer "+token), header("Authorization", "Bearer "+strings.ToUpper(token)+"x"),
	}
	return tricks
}

// hosts are names that a page could have resolve to this machine.
func hosts(port string) (tricks []trick) {
	for _, h := range []string{
		"evil.example", "evil.example:" + port, "127.0.0.1", "127.0.0.1:1", "localhost", "localhost:1", "127.0.0.1.evil.example:" + port,
		"localhost.evil.example:" + port, "evil.example:" + port + "@127.0.0.1", "127.0.0.2:" + port, "127.1:" + port, "0.0.0.0:" + port,
		"2130706433:" + port, "0x7f000001:" + port, "0177.0.0.1:" + port, "[::1]:" + port, "[::ffff:127.0.0.1]:" + port, "localhost.:" + port,
		"127.0.0.1.:" + port, "rebind.network:" + port, "a.127.0.0.1.nip.io:" + port, "127.0.0.1:" + port + "0", "127.0.0.1:0" + port,
		"ibid.local:" + port, "xn--lcalhost-45a:" + port,
	} {
		tricks = append(tricks, trick{"host " + h, func(r *http.Request) { r.Host = h }})
	}
	return tricks
}

// origins are web pages.
func origins(port string) (tricks []trick) {
	for _, o := range []string{
		"null", "", "http://evil.example", "https://evil.example", "http://127.0.0.1", "https://127.0.0.1:" + port, "http://127.0.0.1:1",
		"http://localhost", "https://localhost:" + port, "http://localhost:1", "http://localhost.evil.example:" + port, "file://",
		"chrome-extension://abcdefgh", "http://127.0.0.1:" + port + "/", "HTTP://EVIL.EXAMPLE",
	} {
		tricks = append(tricks, header("Origin", o))
	}
	return append(tricks, header("Origin", "http://127.0.0.1:"+port, "http://evil.example"))
}

// forms are what a page can send without being asked first, and other bodies
// that are not JSON.
func forms() (tricks []trick) {
	for _, kind := range []string{
		"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "text/json", "application/json; charset=utf-16",
		"application/jsonp", "text/plain; application/json", "application/json, text/plain", "application/json;",
	} {
		if kind != "application/json;" { // a parser takes that for JSON, rightly
			tricks = append(tricks, header("Content-Type", kind))
		}
	}
	return append(tricks, header("Content-Encoding", "gzip"))
}

// detours are addresses that a careless reader would take for that of a route.
func detours(path string) (targets []string) {
	for _, behind := range []string{
		"/", "/.", "/..", "/../../../../etc/passwd", "%2f..%2f..%2fetc%2fpasswd", "%5c..%5c..", "%00", "/%2e%2e/%2e%2e", "//", ";jsessionid=1", "%20", "%0d%0aX:%20y",
	} {
		targets = append(targets, path+behind)
	}
	for _, before := range []string{"/", "/.", "/x/..", "/%2e", "/%2fetc", "/static/..%2f"} {
		targets = append(targets, before+path)
	}
	return append(targets, strings.ToUpper(path), strings.Replace(path, "/", "/%2F", 1))
}

// TestNoHostileRequestIsAnswered goes over every route that the mux has.
func TestNoHostileRequestIsAnswered(t *testing.T) { // R0.6
	h := open(t, door.Times{})
	at, err := url.Parse(h.address)
	if err != nil {
		t.Fatal(err)
	}
	sites := []trick{header("Sec-Fetch-Site", "cross-site"), header("Sec-Fetch-Site", "same-site"), header("Sec-Fetch-Site", "")}
	sent := 0
	try := func(r *http.Request, name string) {
		sent++
		status, head, body, err := send(r)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		if status < 400 || head.Get("Content-Type") != "application/problem+json" || strings.Contains(body, secretWord) {
			t.Errorf("%s: %d %.200s", name, status, body)
		}
		h.harmless(t, name, head, body)
	}
	for _, route := range serve.Routes(h.engine, slog.New(slog.DiscardHandler)) {
		method, path, body := h.samples(route.Pattern)
		session := path == mcp.Path && method != http.MethodPost // it answers only in one that was begun
		if status, _, answer, err := send(h.request(t, method, path, body)); err != nil || status != http.StatusOK && !session {
			t.Errorf("%s without a trick: %d %.300s %v", route.Pattern, status, answer, err)
		}
		for _, tricks := range [][]trick{tokens(h.token), hosts(at.Port()), origins(at.Port()), sites, forms()} {
			for _, trick := range tricks {
				r := h.request(t, method, path, body)
				if method != http.MethodPost && strings.HasPrefix(trick.name, "Content-") {
					if !strings.HasPrefix(trick.name, "Content-Type: [\"t") {
						continue
					}
					r = h.request(t, method, path, "line=3") // a form that is sent where no body is taken
				}
				trick.play(r)
				try(r, route.Pattern+" "+trick.name)
				if r.Header.Get("Authorization") == "Bearer "+h.token { // and by somebody who does not know the token
					r = h.request(t, method, path, body)
					trick.play(r)
					r.Header.Set("Authorization", "Bearer "+strings.Repeat("0", 64))
					try(r, route.Pattern+" no token, "+trick.name)
				}
			}
		}
		plain, query, _ := strings.Cut(path, "?")
		for _, target := range detours(plain) {
			r := h.request(t, method, "/", body)
			r.URL.Opaque, r.URL.RawQuery = target, query // as it stands, not made plain by the client
			try(r, method+" "+target)
		}
		for _, other := range []string{"PUT", "PATCH", "TRACE", "OPTIONS", "PROPFIND", "get"} {
			try(h.request(t, other, path, ""), other+" "+path)
		}
	}
	if t.Logf("%d requests", sent); sent < 2000 {
		t.Errorf("only %d requests", sent)
	}
	if log := h.log.String(); strings.Contains(log, h.token) || strings.Contains(log, h.token[:16]) || strings.Contains(log, secretWord) {
		t.Error("the log holds the token or what was asked")
	}
}

// harmless looks at an answer for what none may hold.
func (h *hall) harmless(t *testing.T, name string, head http.Header, body string) {
	t.Helper()
	for _, s := range h.secrets() {
		if strings.Contains(body, s) || strings.Contains(fmt.Sprint(head), s) {
			t.Errorf("%s: the answer holds %q", name, s)
		}
	}
	if head.Get("X-Content-Type-Options") != "nosniff" || head.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("%s: headers %v", name, head)
	}
}
