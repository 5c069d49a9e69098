package graph_test

import (
	"fmt"
	"runtime"
	"testing"

	"ibid/core"
)

// tenThousand is a library of ten thousand Go files in a thousand packages,
// each with ten functions and two hundred uses of names.
func tenThousand(b *testing.B) (*shelf, func(int) core.Code) {
	b.Helper()
	s := newShelf(b, map[string]string{"go.mod": "module m\n"})
	code := func(n int) core.Code {
		c := core.Code{Language: "go", Package: fmt.Sprintf("p%d", n/10)}
		for i := range 10 {
			c.Entities = append(c.Entities, core.Entity{Name: fmt.Sprintf("F%d_%d", n, i), Qualified: fmt.Sprintf("F%d_%d", n, i), Kind: core.EntityFunction, FirstLine: 10 * i, LastLine: 10*i + 9, NameLine: 10 * i, Signature: "func()", Parent: -1})
			c.Imports = append(c.Imports, core.Import{Path: fmt.Sprintf("m/p%d", (n/10+i*7+1)%1000), Line: i + 1})
		}
		for i := range 200 {
			other := (n + i*37) % 10_000
			c.References = append(c.References, core.Reference{Name: fmt.Sprintf("F%d_%d", other, i%10), Qualifier: fmt.Sprintf("p%d", other/10), Line: i, Call: true, Within: i % 10})
		}
		return c
	}
	batch := make(map[core.Hash]core.Code)
	for n := range 10_000 {
		hash := core.Hash(fmt.Sprintf("%064d", n))
		s.docs = append(s.docs, core.Document{ID: core.DocumentID(n + 10), Path: fmt.Sprintf("/lib/p%d/f%d.go", n/10, n), Name: fmt.Sprintf("f%d.go", n), Kind: core.KindCode, State: core.StateReady, Hash: hash})
		batch[hash] = code(n)
		if len(batch) == 500 {
			if err := s.Put(b.Context(), 1, nil, batch); err != nil {
				b.Fatal(err)
			}
			clear(batch)
		}
	}
	return s, code
}

// Issue 5: under 200 ms to update one file of ten thousand.
func BenchmarkUpdateOneFileOfTenThousand(b *testing.B) {
	s, code := tenThousand(b)
	n := 0
	for b.Loop() {
		n = (n + 7919) % 10_000
		if err := s.Put(b.Context(), 2, nil, map[core.Hash]core.Code{s.docs[n+1].Hash: code(n)}); err != nil {
			b.Fatal(err)
		}
	}
}

// The first question after an update looks at the library's files anew.
func BenchmarkUpdateAndAskAmongTenThousand(b *testing.B) {
	s, code := tenThousand(b)
	n := 0
	for b.Loop() {
		n = (n + 7919) % 10_000
		if err := s.Put(b.Context(), 2, nil, map[core.Hash]core.Code{s.docs[n+1].Hash: code(n)}); err != nil {
			b.Fatal(err)
		}
		if links, err := s.Imports(b.Context(), s.docs[n+1].ID, 1); err != nil || len(links[0].To) == 0 {
			b.Fatal(err, len(links))
		}
	}
}

func BenchmarkReferencesAmongTenThousand(b *testing.B) {
	s, _ := tenThousand(b)
	if _, err := s.Importers(b.Context(), s.docs[1].ID, 1); err != nil {
		b.Fatal(err)
	}
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	n := 0
	for b.Loop() {
		n = (n + 7919) % 10_000
		if _, err := s.References(b.Context(), s.docs[n+1].ID, 3); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(m.HeapAlloc)/(1<<20), "MB_kept")
}
