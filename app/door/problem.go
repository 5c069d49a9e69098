package door

import (
	"encoding/json"
	"net/http"
)

// Problem is an error as RFC 9457 has it, with a code of one word that does not
// change. Detail never holds a path of this machine.
type Problem struct {
	Type   string `json:"type"` // "about:blank": the status says it all
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
	Code   string `json:"code"`
}

func problem(status int, code, detail string) *Problem {
	return &Problem{"about:blank", http.StatusText(status), status, detail, code}
}

// Refuse answers with a problem.
func Refuse(w http.ResponseWriter, status int, code, detail string) {
	problem(status, code, detail).write(w)
}

func (p *Problem) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Del("ETag")
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p) // whoever asked has left
}
