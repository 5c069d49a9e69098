package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"

	"ibid/core"
	"ibid/core/ollama"
)

func TestErrorsHaveAStatusAndACode(t *testing.T) { // R0.6
	for _, tt := range []struct {
		err  error
		want Fault
	}{
		{asked("limit is from 1 to %d", 9), Fault{http.StatusBadRequest, "query", "limit is from 1 to 9: query not understood"}},
		{fmt.Errorf(`document "a.pdf": %w`, core.ErrNotFound), Fault{http.StatusNotFound, "not_found", `document "a.pdf": not found`}},
		{fmt.Errorf("page 9: %w", core.ErrNoSuchPage), Fault{http.StatusNotFound, "no_such_page", "page 9: no such page"}},
		{&core.AmbiguousError{Name: "a.pdf", Candidates: []string{"x/a.pdf", "y/a.pdf"}}, Fault{http.StatusConflict, "ambiguous", `"a.pdf": name fits several documents: ["x/a.pdf" "y/a.pdf"]`}},
		{&core.BudgetError{Budget: 20, Minimum: 1204}, Fault{http.StatusUnprocessableEntity, "budget", "budget too small: 20 tokens, at least 1204 are needed"}},
		{&core.FileError{State: core.StateDamaged, Reason: "open /home/ada/a.pdf: no pages", Err: errors.New("secret")},
			Fault{http.StatusUnprocessableEntity, "file", "damaged: open a.pdf: no pages"}},
		{fmt.Errorf("ask: %w", &ollama.Unusable{Reason: "it does not run", Advice: "start it"}), Fault{http.StatusServiceUnavailable, "model", "ask: Ollama: it does not run (start it)"}},
		{&ollama.Failed{Model: "tiny", Err: errors.New("out of memory")}, Fault{http.StatusBadGateway, "model", "ask tiny: out of memory"}},
		{fmt.Errorf("search: %w", context.Canceled), Fault{http.StatusServiceUnavailable, "interrupted", "interrupted"}},
		{context.DeadlineExceeded, Fault{http.StatusServiceUnavailable, "interrupted", "interrupted"}},
		{errors.New("open /home/ada/secret: the text of a paper"), Fault{http.StatusInternalServerError, "error", "it could not be done; `ibidctl doctor` checks what could be wrong"}},
	} {
		if got := Explain(tt.err); got != tt.want {
			t.Errorf("%v:\n%+v, want\n%+v", tt.err, got, tt.want)
		}
	}
}

func TestMessagesKeepTheNamesOfFilesAlone(t *testing.T) { // R0.6
	for in, want := range map[string]string{
		"nothing to hide":                         "nothing to hide",
		"open /home/ada/a.pdf: gone":              "open a.pdf: gone",
		`open "/home/ada/my paper.pdf": gone`:     `open "my paper.pdf": gone`,
		`open "C:\Users\Ada\a.pdf": gone`:         `open "a.pdf": gone`,
		`open "C:/Users/Ada/a.pdf": gone`:         `open "a.pdf": gone`,
		"(/home/ada/a.pdf)":                       "(a.pdf)",
		"path=/home/ada/a.pdf, /home/ada/b.pdf":   "path=a.pdf, b.pdf",
		"either/or, 3/4 and and/or":               "either/or, 3/4 and and/or",
		"own/notes.md:40-52":                      "own/notes.md:40-52",
		"the address is /papers":                  "the address is /papers", // one element is no path that tells of a machine
		"/home/ada/a.pdf":                         "a.pdf",
		"two: '/home/ada/a.pdf' and /srv/x/b.pdf": "two: 'a.pdf' and b.pdf",
	} {
		if got := plainly(in); got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}
