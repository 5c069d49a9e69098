package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"ibid/app"
	"ibid/app/meter"
	"ibid/core"
)

// Growth is how long answers take in a library of a given size.
type Growth struct {
	Passages   int     `json:"passages"`
	Query50    float64 `json:"query_p50_ms"`
	Query95    float64 `json:"query_p95_ms"`
	Context50  float64 `json:"context_p50_ms"`
	Context95  float64 `json:"context_p95_ms"`
	MemoryMain float64 `json:"memory_main_mb,omitempty"` // of this process, after the library was opened and asked once
}

// Grown documents are text files made of passages of the folder's documents with some words
// exchanged: as a library grows, most words stay the same and new ones keep appearing.
const (
	grownBlocks = 40   // passages of a grown document
	exchanged   = 0.25 // share of words taken from any other passage
	coined      = 0.01 // share of words that occur nowhere else
)

// growth measures libraries of 1,000, 10,000 … passages and fits the exponent of the time over the
// size.
func (r *run) growth(ctx context.Context) (err error) {
	folder := filepath.Join(r.dir, "grown")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	g := &grower{run: r, folder: folder, random: rand.New(rand.NewPCG(1, 9)), each: grownBlocks}
	for size := 1000; size <= r.Passages; size *= 10 {
		if err := g.to(ctx, size); err != nil {
			return err
		}
	}
	if len(r.report.Growth) > 1 {
		r.report.Exponent = exponent(r.report.Growth)
	}
	last := r.report.Growth[len(r.report.Growth)-1]
	r.best[stepQuery] = Cost{Wall: time.Duration(last.Query50 * float64(time.Millisecond))}
	asked := questions(g.texts, r.asked)
	if err := errors.Join(r.askSQLite(ctx, g.texts, asked), r.askRg(ctx, folder, asked)); err != nil {
		return err
	}
	what := fmt.Sprintf("query p50 at %d passages", last.Passages)
	r.ratio(what, stepQuery, sqliteQuery, 0, wall)
	r.ratio(what+", one word in text files", stepQuery, rgQuery, 0, wall)
	return nil
}

// grower makes documents and asks the library that holds them.
type grower struct {
	*run
	folder string
	random *rand.Rand
	files  int
	each   float64  // passages of a document so far, on average
	texts  []string // what was written
}

// to grows the library to at least that many passages and measures it.
func (g *grower) to(ctx context.Context, size int) (err error) {
	g.Say(fmt.Sprintf("library of %d passages", size))
	passages, err := g.fill(ctx, size)
	if err != nil {
		return err
	}
	e, err := g.open(ctx, "grown-library")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	asked := questions(g.texts, g.asked)
	if _, err := e.Search(ctx, core.SearchRequest{Query: asked[0], Limit: hits}); err != nil {
		return err
	}
	debug.FreeOSMemory()
	memory := megabytes(meter.Resident("self"))
	one, err := waits(ctx, e, asked)
	one.Passages, one.MemoryMain = passages, memory
	g.report.Growth = append(g.report.Growth, one)
	return err
}

// fill writes documents and adds them until the library has so many passages.
func (g *grower) fill(ctx context.Context, size int) (have int, err error) {
	e, err := g.open(ctx, "grown-library")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	if have, err = count(ctx, e); err != nil {
		return 0, err
	}
	for have < size {
		for range int(math.Ceil(float64(size-have) / g.each)) {
			if err := g.write(); err != nil {
				return 0, err
			}
		}
		added, err := e.AddPaths(ctx, []string{g.folder}, "")
		if err = errors.Join(append(added.Errors, err)...); err != nil {
			return 0, err
		}
		now, err := count(ctx, e)
		if err != nil || now == have {
			return 0, errors.Join(err, errors.New("grown documents give no passages"))
		}
		have = now
		g.each = float64(have) / float64(g.files)
	}
	return have, nil
}

func count(ctx context.Context, e *app.Engine) (int, error) {
	s, err := e.Status(ctx)
	return s.Passages, err
}

// write writes one document.
func (g *grower) write() error {
	var s strings.Builder
	for range grownBlocks {
		block := g.vary(g.passages[g.random.IntN(len(g.passages))])
		g.texts = append(g.texts, block)
		s.WriteString(block)
		s.WriteString("\n\n")
	}
	g.files++
	// A folder of a thousand files at most, as people keep them.
	dir := filepath.Join(g.folder, fmt.Sprintf("%03d", g.files/1000))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, fmt.Sprintf("grown-%05d.txt", g.files)), []byte(s.String()), 0o600)
}

// vary exchanges some words of a passage.
func (g *grower) vary(passage string) string {
	words := strings.Fields(passage)
	for i := range words {
		switch p := g.random.Float64(); {
		case p < coined:
			words[i] = coin(g.random)
		case p < coined+exchanged:
			if other := strings.Fields(g.passages[g.random.IntN(len(g.passages))]); len(other) > 0 {
				words[i] = other[g.random.IntN(len(other))]
			}
		}
	}
	return strings.Join(words, " ")
}

// coin invents a pronounceable word of six to ten letters.
func coin(r *rand.Rand) string {
	var b strings.Builder
	for range 3 + r.IntN(3) {
		b.WriteByte("bdfgklmnprstvz"[r.IntN(14)])
		b.WriteByte("aeiou"[r.IntN(5)])
	}
	return b.String()
}

// exponent fits the power with which the median time of a query grows with the size: the slope of
// the least-squares line through their logarithms.
func exponent(list []Growth) float64 {
	var x, y, xx, xy float64
	n := float64(len(list))
	for _, g := range list {
		lx, ly := math.Log(float64(g.Passages)), math.Log(g.Query50)
		x, y, xx, xy = x+lx, y+ly, xx+lx*lx, xy+lx*ly
	}
	return (n*xy - x*y) / (n*xx - x*x)
}
