package extracttest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/core"
)

// Update makes tests write their golden files instead of comparing with them.
var Update = flag.Bool("update", false, "write the golden files")

// Golden checks that x conforms on in, and reads it as the golden file
// testdata/NAME.golden of the test's package shows.
func Golden(t *testing.T, x core.Extractor, in core.Input) {
	t.Helper()
	Same(t, in.Name, shown(Conform(t, x, in)))
}

// Same checks that got equals the golden file of a name.
func Same(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *Update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is read otherwise; if that is wanted, run with -update:\n%s", name, got)
	}
}

// shown formats a reading for a golden file.
func shown(r Reading) string {
	var b strings.Builder
	fmt.Fprintf(&b, "title %q author %q\n", r.Metadata.Title, r.Metadata.Author)
	for i, p := range r.Pages {
		l := r.Layouts[i]
		fmt.Fprintf(&b, "=== page %d label %q note %q tables %d pictures %d\n%s\n", p.Index, p.Label, p.Note, l.Tables, l.Pictures, p.Text)
		for _, h := range l.Headings {
			fmt.Fprintf(&b, "--- heading %d at %d: %s\n", h.Level, h.Start, h.Title)
		}
	}
	return b.String()
}
