package rest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"

	"ibid/app/door/api"
)

// eventType is the media type of server-sent events.
const eventType = "text/event-stream"

// ask is the operation that answers piece by piece with server-sent events:
// context, any number of pieces, then answer, or problem if it fails before.
func (s *server) ask() operation {
	answer := func(w http.ResponseWriter, r *http.Request) {
		var in api.ContextRequest
		if err := decode(r.Body, &in); err != nil {
			s.fail(w, r, err)
			return
		}
		began := false
		event := func(name string, value any) {
			if !began {
				began = true
				w.Header().Set("Content-Type", eventType)
			}
			data, err := json.Marshal(value)
			if err == nil {
				_, err = fmt.Fprintf(w, "event: %s\ndata: %s\n\n", name, data)
			}
			if err == nil {
				_ = http.NewResponseController(w).Flush() // if the client has gone, the request's context ends
			}
		}
		out, err := s.service.Ask(r.Context(), in, func(c *api.Context, piece string) {
			if c != nil {
				event("context", c)
				return
			}
			event("piece", map[string]string{"text": piece})
		})
		switch {
		case err == nil:
			event("answer", out)
		case began:
			f := api.Explain(err)
			event("problem", map[string]string{"code": f.Code, "detail": f.Detail})
		default:
			s.fail(w, r, err)
		}
	}
	return operation{
		method: http.MethodPost, path: "/ask", stream: true, in: reflect.TypeFor[api.ContextRequest](), media: eventType, answer: http.HandlerFunc(answer),
		about: "have the local model answer from a context, as events: context, piece (many), answer; or problem",
	}
}
