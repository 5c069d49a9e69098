package rest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"ibid/app/door/api"
	"ibid/core"
	"ibid/core/text"
)

// query reads the parameters of an address. err is the error of the first
// invalid one.
type query struct {
	request *http.Request
	values  url.Values
	err     error
}

func readQuery(r *http.Request, known []parameter) *query {
	q := &query{request: r}
	if q.values, q.err = url.ParseQuery(r.URL.RawQuery); q.err != nil {
		q.err = &wrong{"the address cannot be read"}
	}
	for _, name := range slices.Sorted(maps.Keys(q.values)) {
		if !slices.ContainsFunc(known, func(p parameter) bool { return p.name == name }) {
			q.wrong("this address has no such parameter: " + strconv.Quote(text.Clip(name, 40)))
		}
	}
	return q
}

// wrong records an invalid parameter if it is the first.
func (q *query) wrong(what string) {
	if q.err == nil {
		q.err = &wrong{what}
	}
}

// text returns a parameter that may occur once.
func (q *query) text(name string) string {
	if len(q.values[name]) > 1 {
		q.wrong(name + " may be given once")
	}
	return q.values.Get(name)
}

// number returns a parameter that is a number of at least 0.
func (q *query) number(name string, otherwise int) int {
	s := q.text(name)
	if s == "" && !q.values.Has(name) {
		return otherwise
	}
	return q.parse(name, s)
}

// place returns a number in the path.
func (q *query) place(name string) int { return q.parse(name, q.request.PathValue(name)) }

func (q *query) id() core.DocumentID { return core.DocumentID(q.place("id")) }

func (q *query) parse(name, s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || strconv.Itoa(n) != s {
		q.wrong(name + " takes a number from 0 up")
	}
	return n
}

// write answers with JSON, or with the problem that err is. An answer to GET
// has a tag of its bytes, so that it need not be sent twice.
func (s *server) write(w http.ResponseWriter, r *http.Request, out any, err error) {
	if err != nil {
		s.fail(w, r, err)
		return
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(out); err != nil {
		s.fail(w, r, fmt.Errorf("write answer: %w", err))
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if r.Method != http.MethodPost {
		sum := sha256.Sum256(b.Bytes())
		if unchanged(w, r, hex.EncodeToString(sum[:16])) {
			return
		}
	}
	_, _ = w.Write(b.Bytes()) // an error means that the client has gone
}

// unchanged sets the tag of an answer, and reports whether the client already
// has it.
func unchanged(w http.ResponseWriter, r *http.Request, tag string) bool {
	tag = `"` + tag + `"`
	w.Header().Set("ETag", tag)
	w.Header().Set("Cache-Control", "private, no-cache")
	for has := range strings.SplitSeq(r.Header.Get("If-None-Match"), ",") {
		if has = strings.TrimPrefix(strings.TrimSpace(has), "W/"); has == tag || has == "*" {
			w.Header().Del("Content-Type")
			w.WriteHeader(http.StatusNotModified)
			return true
		}
	}
	return false
}

// picture is an operation that draws a page. Its tag is the hash of the file's
// content, so a picture that the client has is not drawn again.
func (s *server) picture(path, about string, params []parameter, side int) operation {
	answer := func(w http.ResponseWriter, r *http.Request) {
		q := readQuery(r, params)
		id, page, side := q.id(), q.place("page"), q.number("size", side)
		if q.err != nil {
			s.fail(w, r, q.err)
			return
		}
		tag, err := s.service.Tag(r.Context(), id)
		if err == nil && r.Header.Get("If-None-Match") != "" && unchanged(w, r, fmt.Sprintf("%s-%d-%d", tag, page, side)) {
			return
		}
		var data []byte
		if err == nil {
			data, err = s.service.Picture(r.Context(), id, page, side)
		}
		if err != nil {
			s.fail(w, r, err)
			return
		}
		unchanged(w, r, fmt.Sprintf("%s-%d-%d", tag, page, side))
		w.Header().Set("Content-Type", api.PictureType)
		_, _ = w.Write(data) // an error means that the client has gone
	}
	return operation{method: http.MethodGet, path: path, about: about, query: params, media: api.PictureType, answer: http.HandlerFunc(answer)}
}
