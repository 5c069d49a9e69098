package rest

import (
	"bytes"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write the golden file")

func TestDescriptionIsAsAgreed(t *testing.T) {
	s := &server{}
	got, err := document(s.described(s.table()))
	if err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/openapi.json"
	if *update {
		if err := os.WriteFile(golden, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%v: what other programs were told is not what they are told now; -update writes it:\n%s", err, got)
	}
}
