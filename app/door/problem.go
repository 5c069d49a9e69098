package door

import (
	"encoding/json"
	"net/http"
)

// Problem is an error in the form of RFC 9457, with a stable code of one word.
// Detail never has a path of this machine.
type Problem struct {
	Type   string `json:"type"` // always "about:blank": the status is the type
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
	Code   string `json:"code"`
}

func problem(status int, code, detail string) *Problem {
	return &Problem{"about:blank", http.StatusText(status), status, detail, code}
}

// Refuse writes a problem as the answer.
func Refuse(w http.ResponseWriter, status int, code, detail string) {
	problem(status, code, detail).write(w)
}

func (p *Problem) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Del("ETag")
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p) // an error means that the client has gone
}
