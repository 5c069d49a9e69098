// Package rest answers programs on this machine over HTTP: JSON in and out,
// errors in the form of RFC 9457. One table lists all operations; the routes
// and the OpenAPI document are made from it.
package rest

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"ibid/app/door"
	"ibid/app/door/api"
	"ibid/core"
)

// Base is the prefix of every address.
const Base = "/api/v1"

// operation is one line of the table.
type operation struct {
	method, path string
	about        string
	query        []parameter
	in, out      reflect.Type // types of the JSON; nil if there is none
	media        string       // type of the answer, if it is not JSON
	stream       bool
	answer       http.Handler
}

// parameter is a parameter in the path or query of an address.
type parameter struct {
	name     string
	about    string
	number   bool
	required bool
}

// Routes returns the routes of a service. Errors that are not the client's
// fault are logged.
func Routes(srv *api.Service, log *slog.Logger) []door.Route {
	s := &server{service: srv, log: log}
	var routes []door.Route
	for _, o := range s.described(s.table()) {
		routes = append(routes, door.Route{Pattern: o.method + " " + Base + o.path, Handler: s.noted(o.answer), Stream: o.stream})
	}
	return routes
}

// noted records each request as a visit, under the first product name of its
// User-Agent.
func (s *server) noted(answer http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, _, _ := strings.Cut(r.UserAgent(), "/")
		if err := s.service.Visit(r.Context(), name); err != nil {
			s.fail(w, r, err)
			return
		}
		answer.ServeHTTP(w, r)
	})
}

type server struct {
	service *api.Service
	log     *slog.Logger
}

// table lists all operations.
func (s *server) table() []operation {
	d := s.service
	id := parameter{name: "id", about: "of the document", number: true, required: true}
	page := parameter{name: "page", about: "1-based place in the file", number: true, required: true}
	picture := []parameter{id, page, {name: "size", about: "pixels of the longer side, at most", number: true}}
	return []operation{
		get(s, "/status", "count what the library holds", nil, func(ctx context.Context, q *query) (api.Status, error) { return d.Status(ctx) }),
		get(s, "/context", "lines of a file below a folder that the settings name, with their numbers", []parameter{
			{name: "source", about: "name of the folder", required: true},
			{name: "path", about: "path of the file from there", required: true},
			{name: "archive_path", about: "path within the archive that the file is"},
			{name: "line", about: "1-based; 0 is what the file says of itself", number: true},
			{name: "window", about: "lines before and after, of a PDF 80 characters each", number: true},
		}, func(ctx context.Context, q *query) (api.Lines, error) {
			r := api.LinesRequest{Source: q.text("source"), Path: q.text("path"), Archive: q.text("archive_path"), Line: q.number("line", 0), Window: q.number("window", 0)}
			return answered(q, func() (api.Lines, error) { return d.Lines(ctx, r) })
		}),
		get(s, "/documents", "list documents by name", []parameter{
			{name: "kind", about: "only documents of this kind; may be repeated"}, {name: "name", about: "only documents whose name holds this"},
			{name: "limit", about: "at most so many", number: true}, {name: "offset", about: "pass over so many first", number: true},
		}, func(ctx context.Context, q *query) (api.DocumentList, error) {
			r := api.ListRequest{Name: q.text("name"), Limit: q.number("limit", 0), Offset: q.number("offset", 0)}
			for _, k := range q.values["kind"] {
				r.Kinds = append(r.Kinds, core.Kind(k))
			}
			return answered(q, func() (api.DocumentList, error) { return d.Documents(ctx, r) })
		}),
		get(s, "/documents/{id}", "one document", []parameter{id}, func(ctx context.Context, q *query) (api.Document, error) {
			id := q.id()
			return answered(q, func() (api.Document, error) { return d.Document(ctx, id) })
		}),
		get(s, "/documents/{id}/pages/{page}", "the text of a page", []parameter{id, page}, func(ctx context.Context, q *query) (api.Page, error) {
			id, n := q.id(), q.place("page")
			return answered(q, func() (api.Page, error) { return d.Page(ctx, id, n) })
		}),
		s.picture("/documents/{id}/pages/{page}/image", "the picture of a page", picture, api.ImageSide),
		s.picture("/documents/{id}/pages/{page}/thumbnail", "a small picture of a page", picture, api.ThumbnailSide),
		post(s, "/search", "find passages that answer a question, best first", d.Search),
		post(s, "/contexts", "build a numbered, cited context that fits a token budget", d.Context),
		post(s, "/plan", "say where the sources of an answer would be looked for", d.Plan),
		s.ask(),
		post(s, "/check", "check the citations, quotes and numbers of an answer", d.Check),
	}
}

// get returns an operation that takes its arguments from the address alone.
func get[Out any](s *server, path, about string, params []parameter, do func(context.Context, *query) (Out, error)) operation {
	answer := func(w http.ResponseWriter, r *http.Request) {
		q := readQuery(r, params)
		out, err := do(r.Context(), q)
		if q.err != nil {
			err = q.err
		}
		s.write(w, r, out, err)
	}
	return operation{method: http.MethodGet, path: path, about: about, query: params, out: reflect.TypeFor[Out](), answer: http.HandlerFunc(answer)}
}

// answered calls do unless the address is invalid.
func answered[Out any](q *query, do func() (Out, error)) (out Out, err error) {
	if q.err != nil {
		return out, q.err
	}
	return do()
}

// post returns an operation that takes its arguments as JSON. It changes
// nothing.
func post[In, Out any](s *server, path, about string, do func(context.Context, In) (Out, error)) operation {
	answer := func(w http.ResponseWriter, r *http.Request) {
		var in In
		var out Out
		err := decode(r.Body, &in)
		if err == nil {
			out, err = do(r.Context(), in)
		}
		s.write(w, r, out, err)
	}
	return operation{
		method: http.MethodPost, path: path, about: about, in: reflect.TypeFor[In](), out: reflect.TypeFor[Out](), answer: http.HandlerFunc(answer),
	}
}

// wrong is the error of an invalid request.
type wrong struct{ what string }

func (e *wrong) Error() string { return e.what }

// decode reads one JSON value without unknown fields.
func decode(body io.Reader, to any) error {
	dec := json.NewDecoder(body)
	dec.DisallowUnknownFields()
	if err := dec.Decode(to); err != nil {
		return &wrong{"the body is not what /api/v1/openapi.json says: " + reason(err, to)}
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return &wrong{"the body holds more than one value"}
	}
	return nil
}

// reason describes why a body does not decode. It quotes nothing that was sent
// but names of known fields. to is the type that was expected.
func reason(err error, to any) string {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return "the field " + strconv.Quote(kind.Field) + " takes a " + kind.Type.String()
	}
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "it is no whole JSON"
	case strings.HasPrefix(err.Error(), "json: unknown field"):
		return "it holds a field that is not known; there are " + strings.Join(fields(reflect.TypeOf(to).Elem()), ", ")
	}
	return "it cannot be read"
}

// fields lists the names of a type's fields in JSON.
func fields(t reflect.Type) (names []string) {
	for _, f := range reflect.VisibleFields(t) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); !f.Anonymous && name != "" && name != "-" {
			names = append(names, name)
		}
	}
	return names
}

// fail writes an error as the answer.
func (s *server) fail(w http.ResponseWriter, r *http.Request, err error) {
	var bad *wrong
	if errors.As(err, &bad) {
		door.Refuse(w, http.StatusBadRequest, "request", bad.what)
		return
	}
	f := api.Explain(err)
	if f.Status == http.StatusInternalServerError {
		s.log.Error("failed", "route", r.Pattern, "why", err.Error())
	}
	door.Refuse(w, f.Status, f.Code, f.Detail)
}
