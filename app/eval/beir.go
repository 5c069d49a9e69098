package eval

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
)

// beirRow is one line of a BEIR corpus or of its queries.
type beirRow struct {
	ID    string `json:"_id"`
	Title string `json:"title"`
	Text  string `json:"text"`
}

// readBEIR reads a set in the BEIR layout: qrels/test.tsv where there is one,
// else all of qrels. Queries without a right document are left out.
func readBEIR(dir, corpus string) (Set, error) {
	golds, err := readJudgements(filepath.Join(dir, "qrels"))
	if err != nil {
		return Set{}, err
	}
	l := Library{Name: "all"}
	err = readLines(filepath.Join(dir, "queries.jsonl"), func(q beirRow) error {
		if len(golds[q.ID]) == 0 {
			return nil
		}
		return l.add(Question{ID: q.ID, Text: q.Text, gold: golds[q.ID]})
	})
	write := func(folder string) error { return writeCorpus(filepath.Join(dir, corpus), folder) }
	return Set{Libraries: []Library{l}, write: write}, err
}

// readJudgements reads the relevance judgements: lines of query, document and gain, after a header.
func readJudgements(dir string) (map[string]gains, error) {
	files := []string{filepath.Join(dir, "test.tsv")}
	if !exists(files[0]) {
		var err error
		if files, err = filepath.Glob(filepath.Join(dir, "*.tsv")); err != nil {
			return nil, err
		}
	}
	golds := make(map[string]gains)
	for _, path := range files {
		if err := readTable(path, golds); err != nil {
			return nil, fmt.Errorf("read judgements %q: %w", path, err)
		}
	}
	return golds, nil
}

func readTable(path string, golds map[string]gains) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close() // only read
	table := csv.NewReader(f)
	table.Comma, table.FieldsPerRecord, table.LazyQuotes, table.ReuseRecord = '\t', 3, true, true
	for first := true; ; first = false {
		row, err := table.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		gain, err := strconv.ParseFloat(row[2], 64)
		if err != nil && !first {
			return err
		}
		if gain <= 0 {
			continue // the header, or a document that was judged irrelevant
		}
		if golds[row[0]] == nil {
			golds[row[0]] = make(gains)
		}
		golds[row[0]][Place{Document: corpusName(row[1])}] = gain
	}
}

// corpusName returns the file name of a document of a corpus.
func corpusName(id string) string { return "doc-" + url.PathEscape(id) + ".txt" }

// writeCorpus writes every document of a corpus as a text file, title first. Existing files stay as
// they are.
func writeCorpus(corpus, folder string) error {
	return readLines(corpus, func(d beirRow) error {
		path, text := filepath.Join(folder, corpusName(d.ID)), []byte(d.Title+"\n\n"+d.Text+"\n")
		if d.Title == "" {
			text = text[2:]
		}
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, text) {
			return nil
		}
		return os.WriteFile(path, text, 0o600)
	})
}
