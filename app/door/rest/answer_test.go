package rest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"ibid/app/ask"
	"ibid/app/door/api"
	"ibid/app/place"
	"ibid/app/usecase"
	"ibid/core"
)

// library holds one document of two pages; what else is asked of it would end the
// test.
type library struct {
	usecase.Library
	visitors []string
	drawn    int
	lines    place.LinesRequest
	events   []ask.AskEvent
	err      error
}

func (l *library) Visit(_ context.Context, name string) error {
	l.visitors = append(l.visitors, name)
	if name == "nobody" {
		return errors.New("disk on fire")
	}
	return nil
}

func (l *library) Document(_ context.Context, id core.DocumentID) (core.Document, error) {
	if id != 1 {
		return core.Document{}, fmt.Errorf("document %d: %w", id, core.ErrNotFound)
	}
	return core.Document{ID: 1, Name: "a.pdf", Kind: core.KindPDF, Hash: "aa"}, l.err
}

func (l *library) Documents(ctx context.Context) ([]core.Document, error) {
	d, err := l.Document(ctx, 1)
	return []core.Document{d}, err
}

func (l *library) Roots(context.Context) ([]place.Root, error) { return nil, nil }

func (l *library) Pages(context.Context, core.DocumentID) ([]core.Page, error) {
	return []core.Page{{Text: "a < b"}, {Text: "tide"}}, nil
}

func (l *library) Page(context.Context, core.DocumentID, int, int, int) (*image.RGBA, error) {
	l.drawn++
	return image.NewRGBA(image.Rect(0, 0, 1, 1)), nil
}

func (l *library) Lines(_ context.Context, r place.LinesRequest) (place.Lines, error) {
	l.lines = r
	return place.Lines{Lines: []place.Line{{Number: 3, Text: "tide"}}}, nil
}

func (l *library) Ask(_ context.Context, _ core.ContextRequest, each func(ask.AskEvent)) (ask.Answer, error) {
	for _, e := range l.events {
		each(e)
	}
	return ask.Answer{Text: "Yes."}, l.err
}

// asked sends a request to the routes of a library, and returns the answer and what
// was logged.
func asked(t *testing.T, l *library, method, target, body string, header ...string) (*httptest.ResponseRecorder, string) {
	t.Helper()
	var log strings.Builder
	mux := http.NewServeMux()
	for _, r := range Routes(api.New(l), slog.New(slog.NewTextHandler(&log, nil))) {
		mux.Handle(r.Pattern, r.Handler)
	}
	r := httptest.NewRequest(method, Base+target, strings.NewReader(body))
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, r)
	return w, log.String()
}

// problem is the code and the detail of an answer that is a problem.
func problem(t *testing.T, w *httptest.ResponseRecorder) (code, detail string) {
	t.Helper()
	var p struct{ Code, Detail string }
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
	return p.Code, p.Detail
}

func TestAddressesThatMakeNoSenseAreNamed(t *testing.T) {
	for _, tt := range []struct {
		target string
		status int
		detail string
	}{
		{"/documents?limit=1&offset=0", 200, ""},
		{"/documents?kind=pdf&kind=code", 200, ""},
		{"/documents?limit=1&limit=2", 400, "limit may be given once"},
		{"/documents?limit=-1", 400, "limit takes a number from 0 up"},
		{"/documents?limit=01", 400, "limit takes a number from 0 up"},
		{"/documents?limit=", 400, "limit takes a number from 0 up"},
		{"/documents?limit=9999", 400, "limit is from 1 to 1000"},
		{"/documents?colour=red", 400, `no such parameter: "colour"`},
		{"/documents?" + strings.Repeat("x", 60) + "=1", 400, `"` + strings.Repeat("x", 40) + `"`},
		{"/documents?%zz", 400, "the address cannot be read"},
		{"/documents/1", 200, ""},
		{"/documents/one", 400, "id takes a number from 0 up"},
		{"/documents/2", 404, "document 2"},
		{"/documents/1/pages/2", 200, ""},
		{"/documents/1/pages/3", 404, "it has 2"},
		{"/documents/1/pages/x", 400, "page takes a number from 0 up"},
		{"/documents/1/pages/1/image?size=15", 400, "from 16 to 2048"},
		{"/documents/1/pages/1/image?size=big", 400, "size takes a number from 0 up"},
		{"/documents/2/pages/1/image", 404, "document 2"},
		{"/context?source=own&path=a.md&line=3&window=x", 400, "window takes a number from 0 up"},
	} {
		w, _ := asked(t, &library{}, "GET", tt.target, "")
		if w.Code != tt.status {
			t.Errorf("%s: %d, want %d: %s", tt.target, w.Code, tt.status, w.Body)
			continue
		}
		if tt.status == 200 {
			continue
		}
		if _, detail := problem(t, w); !strings.Contains(detail, tt.detail) {
			t.Errorf("%s: %q lacks %q", tt.target, detail, tt.detail)
		}
	}
}

func TestLinesAreAskedForByTheirAddress(t *testing.T) { // R0.6
	l := &library{}
	w, _ := asked(t, l, "GET", "/context?source=own&path=x/a.zip&archive_path=b.md&line=3&window=2", "")
	want := place.LinesRequest{Source: "own", Path: "x/a.zip", Archive: "b.md", Line: 3, Window: 2}
	if w.Code != 200 || l.lines != want || !strings.Contains(w.Body.String(), `"lines":[{"number":3,"text":"tide"}]`) {
		t.Errorf("%d, asked for %+v: %s", w.Code, l.lines, w.Body)
	}
}

// A tag saves sending what is known; what is asked in a body has none.
func TestWhatTheProgramHasIsNotSentAgain(t *testing.T) {
	first, _ := asked(t, &library{}, "GET", "/documents/1/pages/1", "")
	tag := first.Header().Get("ETag")
	if first.Code != 200 || tag == "" || first.Header().Get("Cache-Control") != "private, no-cache" || !strings.Contains(first.Body.String(), `"text":"a < b"`) {
		t.Fatalf("%d %v %s", first.Code, first.Header(), first.Body)
	}
	for has, status := range map[string]int{tag: 304, "W/" + tag: 304, `"x", ` + tag: 304, "*": 304, `"x"`: 200, strings.Trim(tag, `"`): 200, "": 200} {
		w, _ := asked(t, &library{}, "GET", "/documents/1/pages/1", "", "If-None-Match", has)
		if w.Code != status || (w.Body.Len() == 0) != (status == 304) || (w.Header().Get("Content-Type") == "") != (status == 304) {
			t.Errorf("has %s: %d, %d bytes, %v", has, w.Code, w.Body.Len(), w.Header())
		}
	}
	other, _ := asked(t, &library{}, "GET", "/documents/1/pages/2", "", "If-None-Match", tag)
	if other.Code != 200 || other.Header().Get("ETag") == tag {
		t.Errorf("another page: %d %v", other.Code, other.Header())
	}
}

func TestAPictureThatIsKnownIsNotDrawn(t *testing.T) {
	l := &library{}
	w, _ := asked(t, l, "GET", "/documents/1/pages/1/thumbnail", "")
	if w.Code != 200 || w.Header().Get("Content-Type") != api.PictureType || w.Header().Get("ETag") != `"aa-1-240"` || l.drawn != 1 {
		t.Fatalf("%d %v, drawn %d times", w.Code, w.Header(), l.drawn)
	}
	for _, tt := range []struct {
		target, has   string
		status, drawn int
	}{
		{"/documents/1/pages/1/thumbnail", `"aa-1-240"`, 304, 0},
		{"/documents/1/pages/1/thumbnail?size=240", `"aa-1-240"`, 304, 0},
		{"/documents/1/pages/1/thumbnail?size=100", `"aa-1-240"`, 200, 1},
		{"/documents/1/pages/2/thumbnail", `"aa-1-240"`, 200, 1},
		{"/documents/1/pages/1/image", `"aa-1-240"`, 200, 1},
	} {
		l.drawn = 0
		if w, _ := asked(t, l, "GET", tt.target, "", "If-None-Match", tt.has); w.Code != tt.status || l.drawn != tt.drawn {
			t.Errorf("%s: %d, drawn %d times", tt.target, w.Code, l.drawn)
		}
	}
}

func TestWhoAsksIsNotedByItsFirstName(t *testing.T) {
	for agent, want := range map[string]string{"curl/8.5.0": "curl", "Zed": "Zed", "My App/1.0 (Linux)": "My App", "": ""} {
		l := &library{}
		if w, _ := asked(t, l, "GET", "/documents/1", "", "User-Agent", agent); w.Code != 200 || len(l.visitors) != 1 || l.visitors[0] != want {
			t.Errorf("%q: %d, noted %q", agent, w.Code, l.visitors)
		}
	}
	w, log := asked(t, &library{}, "GET", "/documents/1", "", "User-Agent", "nobody/1")
	if w.Code != 500 || !strings.Contains(log, "disk on fire") || strings.Contains(w.Body.String(), "on fire") {
		t.Errorf("a visit that cannot be noted: %d %s, log %s", w.Code, w.Body, log)
	}
}

// What is the program's own fault is not logged, and what is ours is not told.
func TestOnlyOwnFailuresAreLogged(t *testing.T) {
	for _, tt := range []struct {
		err    error
		status int
		code   string
		logged bool
	}{
		{errors.New("read /home/ada/x/y: broken"), 500, "error", true},
		{fmt.Errorf("document: %w", core.ErrNotFound), 404, "not_found", false},
		{context.Canceled, 503, "interrupted", false},
	} {
		w, log := asked(t, &library{err: tt.err}, "GET", "/documents", "")
		if code, detail := problem(t, w); w.Code != tt.status || code != tt.code || strings.Contains(detail, "/home") || strings.Contains(log, "broken") != tt.logged {
			t.Errorf("%v: %d %s %q, log %q", tt.err, w.Code, code, detail, log)
		}
	}
	if w, _ := asked(t, &library{}, "POST", "/search", `{"query": 7}`); w.Code != 400 {
		t.Errorf("a body that makes no sense: %d", w.Code)
	}
}

func TestAnAnswerComesAsEvents(t *testing.T) { // R3.10
	built := ask.AskEvent{Context: &core.Context{Text: "[1]"}}
	for _, tt := range []struct {
		name   string
		events []ask.AskEvent
		err    error
		status int
		want   []string // events
	}{
		{"to its end", []ask.AskEvent{built, {Piece: "Yes"}, {Piece: "."}}, nil, 200, []string{"context", "piece", "piece", "answer"}},
		{"broken off", []ask.AskEvent{built, {Piece: "Yes"}}, fmt.Errorf("x: %w", context.Canceled), 200, []string{"context", "piece", "problem"}},
		{"never begun", nil, fmt.Errorf("x: %w", core.ErrBudget), 422, nil},
	} {
		w, _ := asked(t, &library{events: tt.events, err: tt.err}, "POST", "/ask", `{"query": "tide"}`)
		var got []string
		for block := range strings.SplitSeq(w.Body.String(), "\n\n") {
			if name, data, ok := strings.Cut(block, "\ndata: "); ok && json.Valid([]byte(data)) {
				got = append(got, strings.TrimPrefix(name, "event: "))
			}
		}
		if w.Code != tt.status || strings.Join(got, " ") != strings.Join(tt.want, " ") || (w.Header().Get("Content-Type") == eventType) != (tt.want != nil) {
			t.Errorf("%s: %d %v %q", tt.name, w.Code, w.Header(), got)
		}
	}
	if w, _ := asked(t, &library{}, "POST", "/ask", "{"); w.Code != 400 {
		t.Errorf("no whole request: %d", w.Code)
	}
}

func TestWhatIsWrongWithABodyIsAProblem(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want string
	}{
		{io.EOF, "it is no whole JSON"}, {io.ErrUnexpectedEOF, "it is no whole JSON"}, {errors.New("read tcp 127.0.0.1: reset"), "it cannot be read"},
		{errors.New(`json: unknown field "querry"`), "it holds a field that is not known; there are query, planner"},
	} {
		if got := reason(tt.err, new(api.PlanRequest)); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.err, got, tt.want)
		}
	}
}
