package code

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files")

// The entities of the sample files, as someone who reads them would list them.
func TestEntitiesOfTheSamples(t *testing.T) { // R1.3
	files, err := filepath.Glob("../../../testdata/code/*")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, path := range files {
		name := filepath.Base(path)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		c := extract(t, name, string(data))
		for _, e := range c.Entities {
			doc, _, _ := strings.Cut(e.Doc, "\n")
			fmt.Fprintf(&got, "%d-%d %s %s | %s | %s | %s\n", e.FirstLine, e.LastLine, e.Kind, e.Qualified, e.Signature, strings.Join(e.Bases, ", "), doc)
		}
		for _, i := range c.Imports {
			fmt.Fprintf(&got, "%d import %s %q %s\n", i.Line, i.Path, i.Names, i.Alias)
		}
		golden := filepath.Join("testdata", name+".golden")
		if *update {
			if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil || string(want) != got.String() {
			t.Errorf("%s differs, %v; if that is wanted, go test ./core/extract/code -update:\n%s", golden, err, got.String())
		}
	}
}
