package text_test

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"ibid/core"
	"ibid/core/extract/pdf"
	"ibid/core/text"
)

// tally counts passages and those that read like an instruction.
type tally struct{ passages, marked int }

// look goes through a document in pieces as long as a passage.
func (n *tally) look(t *testing.T, name, s string) {
	for len(s) > 0 {
		piece := text.Clip(s, 1300)
		if piece == "" {
			return
		}
		s = s[len(piece):]
		n.passages++
		if sp, ok := text.Instruction(piece); ok {
			n.marked++
			t.Logf("%s: …%s[%s]%s…", name, piece[max(0, sp.Start-50):sp.Start], piece[sp.Start:sp.End], piece[sp.End:min(len(piece), sp.End+50)])
		}
	}
}

func (n *tally) pdf(t *testing.T, path string) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	in := core.Input{Name: path, Data: data, Kind: core.KindPDF}
	err = pdf.Extractor{MaxPages: 2000}.Words(context.Background(), in, func(p core.Page) error {
		n.look(t, filepath.Base(path), p.Text)
		return nil
	})
	if err != nil {
		t.Logf("%s: %v", path, err)
	}
}

// abstracts goes through the corpus of scifact, a line of JSON a document.
func (n *tally) abstracts(t *testing.T, path string) {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var doc struct{ ID, Title, Text string }
		if err := json.Unmarshal(lines.Bytes(), &doc); err != nil {
			t.Fatal(err)
		}
		n.look(t, doc.ID, doc.Title+". "+doc.Text)
	}
}

// Real papers, reports, manuals and filings hold next to nothing that reads
// like an instruction: less than one passage in 5,000. Every one is printed.
func TestRealDocumentsAreHardlyMarked(t *testing.T) {
	root := os.Getenv("IBID_EVAL")
	if root == "" {
		t.Skip("IBID_EVAL names no folder of evaluation data")
	}
	var n tally
	for _, pattern := range []string{"pages/*/documents/*.pdf", "kinds/multilingual/*.pdf"} {
		files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range files {
			n.pdf(t, path)
		}
	}
	n.abstracts(t, filepath.Join(root, "scifact", "corpus.jsonl.gz"))
	t.Logf("%d of %d passages read like an instruction", n.marked, n.passages)
	if n.passages < 20_000 || n.marked*5000 >= n.passages {
		t.Errorf("%d of %d passages are marked", n.marked, n.passages)
	}
}

// The sample library is for researchers and tells no model what to do.
func TestSampleLibraryIsNotMarked(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "sample", "*"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var n tally
	for _, path := range files {
		switch data, err := os.ReadFile(path); {
		case err != nil:
			t.Fatal(err)
		case filepath.Ext(path) == ".pdf":
			n.pdf(t, path)
		default:
			n.look(t, path, string(data))
		}
	}
	if n.marked > 0 || n.passages < 50 {
		t.Errorf("%d of %d passages are marked", n.marked, n.passages)
	}
}
