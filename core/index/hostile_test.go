package index

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"ibid/core"
	"ibid/core/query"
)

// hostileQueries are what a person can paste into the search field, by
// accident or not.
func hostileQueries() map[string]string {
	words := func(n, step int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, syllables(uint64(i*step)))
		}
		return b.String()
	}
	rubbish := make([]byte, 4000)
	r := rand.New(rand.NewPCG(1, 1))
	for i := range rubbish {
		rubbish[i] = byte(r.IntN(256))
	}
	var runes strings.Builder
	for runes.Len() < 4000 {
		runes.WriteRune(rune(r.IntN(0x30000)))
	}
	common := syllables(0) + " " + syllables(1)
	return map[string]string{
		"10,000 words":        words(10_000, 1, "%s "),
		"common words":        words(128, 1, "%s "),
		"rare words":          words(128, 400, "%s "),
		"200 phrases":         words(200, 1, `"`+syllables(0)+` %s" `),
		"phrase of one word":  `"` + strings.Repeat(syllables(0)+" ", 900) + `"`,
		"common phrase":       `"` + common + `"`,
		"phrases never found": `"` + common + ` ` + common + `" "` + syllables(1) + ` ` + common + `" "` + common + ` ` + syllables(2) + `"`,
		"200 exclusions":      words(1, 1, "%s ") + words(200, 1, "-%s "),
		"excluded phrases":    words(1, 1, "%s ") + words(16, 1, `-"%s `+syllables(0)+`" `),
		"4 KB of one letter":  strings.Repeat("a", 4096),
		"star":                "*",
		"regular expression":  "/w.*/",
		"wildcards":           strings.Repeat("b* ?a ", 600),
		"fuzzy":               strings.Repeat("ba~2 ", 800),
		"parentheses":         strings.Repeat("(", 4000),
		"bytes":               string(rubbish),
		"unicode":             runes.String(),
		"ideographs":          strings.Repeat("漢字かなカナ", 300),
		"quotes":              strings.Repeat(`"`, 4000),
		"marks":               strings.Repeat("a\u0301\u0302\u0303", 500),
		"nothing":             strings.Repeat(" ", 4000),
	}
}

// checkHostile asks everything once; each search ends well or at its own
// time-out, never after it.
func checkHostile(t *testing.T, x *Index, scope []core.Hash) {
	for name, s := range hostileQueries() {
		q, err := query.Parse(s)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		ctx, cancel := context.WithTimeout(context.Background(), searchTime+3*time.Second)
		start := time.Now()
		m, err := x.Search(ctx, q, scope, 200)
		took := time.Since(start)
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", name, err)
		}
		if ctx.Err() != nil {
			t.Errorf("%s: took %v, its own limit is %v", name, took, searchTime)
		}
		cancel()
		t.Logf("%-20s %8.1f ms, %3d matches, %v", name, took.Seconds()*1e3, len(m), err)
	}
}

// The library holds 50,000 passages where IBID_CASES asks for many cases, else a fifth of them.
func TestHostileQueriesEndInTime(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time, which means nothing under the race detector")
	}
	n := 10
	if os.Getenv("IBID_CASES") != "" {
		n = 50
	}
	x := open(t, t.TempDir())
	files := randomFiles(1, n*5, 200, 150)
	var g uint64
	for chunk := range slices.Chunk(files, 5000) {
		g++
		put(t, x, g, nil, chunk)
	}
	scope := make([]core.Hash, 0, n*5)
	for i := range n * 5 {
		scope = append(scope, files[i*200].Hash)
	}
	t.Run("whole library", func(t *testing.T) { checkHostile(t, x, nil) })
	t.Run("every file in scope", func(t *testing.T) { checkHostile(t, x, scope) })
}
