package worker_test

import (
	"strings"
	"testing"
	"time"

	"ibid/core"
)

func TestSyntaxIsReadByTheWorker(t *testing.T) {
	s := supervisor(t, nil)
	ctx := within(t, time.Minute)
	source := "package pay\n\nimport \"fmt\"\n\n// Charge takes it.\nfunc Charge() { fmt.Println() }\n"
	req := request(write(t, "pay.go", []byte(source)), core.KindCode)
	c, err := s.Syntax(ctx, req, source)
	if err != nil || c.Language != "go" || len(c.Entities) != 1 || c.Entities[0].Doc != "Charge takes it." || len(c.Imports) != 1 || len(c.References) != 1 {
		t.Errorf("got %+v, %v", c, err)
	}
	hostile := "package pay\nvar x = " + strings.Repeat("(", 100_000)
	if c, err := s.Syntax(ctx, req, hostile); err != nil || len(c.Entities) > 0 || c.Note == "" {
		t.Errorf("100,000 parentheses: got %d entities, note %q, %v", len(c.Entities), c.Note, err)
	}
	if c, err := s.Syntax(ctx, req, source); err != nil || len(c.Entities) != 1 {
		t.Errorf("the next file: got %+v, %v", c, err)
	}
}
