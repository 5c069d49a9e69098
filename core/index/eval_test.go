package index

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ibid/core"
	"ibid/core/query"
)

// The folder that IBID_EVAL names holds scifact in the BEIR layout.
func evalFolder(t *testing.T) string {
	dir := os.Getenv("IBID_EVAL")
	if dir == "" {
		t.Skip("IBID_EVAL does not name the folder with the evaluation sets")
	}
	return filepath.Join(dir, "scifact")
}

type evalSet struct {
	docs    []core.IndexedPassage // hash is the document's id
	queries []struct{ id, text string }
	gains   map[string]map[core.Hash]float64 // query id → document → relevance
}

// readLines calls do for every line of a JSONL file, unpacked if it ends in .gz.
func readLines(t *testing.T, path string, do func([]byte)) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(path, ".gz") {
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		r = z
	}
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		do(sc.Bytes())
	}
	if err := sc.Err(); err != nil {
		t.Fatal(err)
	}
}

func readEvalSet(t *testing.T) evalSet {
	t.Helper()
	dir := evalFolder(t)
	set := evalSet{gains: make(map[string]map[core.Hash]float64)}
	type row struct {
		ID    string `json:"_id"`
		Title string `json:"title"`
		Text  string `json:"text"`
	}
	parse := func(line []byte) row {
		var r row
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		return r
	}
	readLines(t, filepath.Join(dir, "corpus.jsonl.gz"), func(line []byte) {
		r := parse(line)
		set.docs = append(set.docs, core.IndexedPassage{Hash: core.Hash(r.ID), Kind: core.KindText, Page: 1, Text: r.Title + " " + r.Text})
	})
	readLines(t, filepath.Join(dir, "qrels", "test.tsv"), func(line []byte) {
		f := strings.Split(string(line), "\t")
		gain, err := strconv.ParseFloat(f[2], 64)
		if err != nil {
			return // the heading
		}
		if set.gains[f[0]] == nil {
			set.gains[f[0]] = make(map[core.Hash]float64)
		}
		set.gains[f[0]][core.Hash(f[1])] = gain
	})
	readLines(t, filepath.Join(dir, "queries.jsonl"), func(line []byte) {
		if r := parse(line); set.gains[r.ID] != nil {
			set.queries = append(set.queries, struct{ id, text string }{r.ID, r.Text})
		}
	})
	if len(set.docs) < 5000 || len(set.queries) != 300 {
		t.Fatalf("%d documents and %d queries in %q", len(set.docs), len(set.queries), dir)
	}
	return set
}

// ndcg10 is nDCG@10 of one ranking.
func ndcg10(ranked []core.Hash, gains map[core.Hash]float64) float64 {
	var got, best float64
	for i, h := range ranked[:min(10, len(ranked))] {
		got += gains[h] / math.Log2(float64(i)+2)
	}
	ideal := make([]float64, 0, len(gains))
	for _, g := range gains {
		ideal = append(ideal, g)
	}
	slices.SortFunc(ideal, func(a, b float64) int { return cmp.Compare(b, a) })
	for i, g := range ideal[:min(10, len(ideal))] {
		best += g / math.Log2(float64(i)+2)
	}
	return got / best
}

func (set evalSet) mean(t *testing.T, search func(question string) []core.Hash) float64 {
	t.Helper()
	var sum float64
	for _, q := range set.queries {
		sum += ndcg10(search(q.text), set.gains[q.id])
	}
	return sum / float64(len(set.queries))
}

func TestEvalSciFact(t *testing.T) { // R3.9
	set := readEvalSet(t)
	x := open(t, t.TempDir())
	start, size := time.Now(), 0
	put(t, x, 1, nil, set.docs)
	took := time.Since(start).Seconds()
	for _, d := range set.docs {
		size += len(d.Text)
	}
	t.Logf("indexed %.0f abstracts/s, %.1f MB/s", float64(len(set.docs))/took, float64(size)/1e6/took)
	run := func(parse func(string) (core.Query, error)) float64 {
		return set.mean(t, func(question string) []core.Hash {
			q, err := parse(question)
			if err != nil {
				t.Fatal(err)
			}
			return hashes(find(t, x, q, nil, 10))
		})
	}
	verbatim := func(s string) (core.Query, error) { return core.Query{Words: strings.Fields(s)}, nil }
	product := run(query.Parse)
	t.Logf("product           %.4f", product)
	t.Logf("with stop words   %.4f", run(verbatim))
	for _, v := range []tuning{
		{.9, .4, 0}, {.9, .4, .1}, {.9, .4, .2}, {.9, .4, .3}, {.9, .4, .5}, {.9, .4, 1},
		{1.2, .4, .2}, {1.2, .75, 0}, {1.2, .75, .2}, {.9, .6, .2}, {.9, .3, .2}, {1.5, .75, .2},
	} {
		x.tuning = v
		t.Logf("k1 %.1f b %.2f exact %.1f: %.4f", v.k1, v.b, v.exact, run(query.Parse))
	}
	bare := set.mean(t, bareBM25(t, set.docs))
	t.Logf("bare bleve        %.4f", bare)
	if product < .68 || product < bare {
		t.Errorf("nDCG@10 %.4f, want at least .68 and what bare bleve gives", product)
	}
}

// bareBM25 ranks the documents of a set with the baseline.
func bareBM25(t *testing.T, docs []core.IndexedPassage) func(string) []core.Hash {
	t.Helper()
	b, err := NewBaseline(filepath.Join(t.TempDir(), "bare"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := b.Add(docs); err != nil {
		t.Fatal(err)
	}
	return func(question string) []core.Hash {
		matches, err := b.Search(t.Context(), question, 10)
		if err != nil {
			t.Fatal(err)
		}
		return hashes(matches)
	}
}
