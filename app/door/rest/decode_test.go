package rest

import (
	"strings"
	"testing"

	"ibid/app/door/api"
)

// What is wrong with a body is said, and none of it is repeated.
func TestBodiesThatMakeNoSenseAreNamed(t *testing.T) {
	for _, tt := range []struct{ body, want string }{
		{`{"querry": "kelp"}`, "there are query, kinds, limit, plan"},
		{`{"query": "kelp"`, "no whole JSON"},
		{``, "no whole JSON"},
		{`{query}`, "no whole JSON"},
		{`{"query": 7}`, `the field "query" takes a string`},
		{`{"query": "kelp"} {}`, "more than one value"},
	} {
		err := decode(strings.NewReader(tt.body), new(api.SearchRequest))
		if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "querry") {
			t.Errorf("%s: %v, want %q", tt.body, err, tt.want)
		}
	}
}
