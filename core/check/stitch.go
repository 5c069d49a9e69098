package check

import "ibid/core"

// A quote is stitched if it does not stand in one piece, but can be divided
// into at most mostRuns runs of at least leastRun words and gramSize letters each
// that do: in the cited documents, or in any where nothing is cited. Where the
// quote itself says by `…` that it has several parts, each part must stand or be
// divided so.
const (
	leastRun     = 3
	mostRuns     = 4
	mostStitched = 400 // words of a part; longer ones are not divided
)

// A run is the longest stretch of a part that stands in a document.
type run struct {
	content int
	page    int   // index into the content's pages
	start   int   // offset there
	ends    []int // offset there at which each number of words ends, from leastRun on; 0 within a word
}

// words is how many words of the part the run holds.
func (r *run) words() int {
	if len(r.ends) == 0 {
		return 0
	}
	return len(r.ends) + leastRun - 1
}

// spot is where the first words of the run stand.
func (r *run) spot(words int) spot {
	return spot{r.page, core.Span{Start: r.start, End: r.ends[words-leastRun]}}
}

// longest returns the longest run that begins at word i of p.
func (d *document) longest(p stream, i int) (best run) {
	start := int(p.words[i].at)
	for _, at := range d.grams[gramOf(p.bytes[start:])] {
		from := int(d.stream.words[at].at)
		limit := start + commonPrefix(p.bytes[start:], d.stream.bytes[from:])
		if p.words[min(len(p.words)-1, i+max(leastRun, best.words()+1)-1)].at >= int32(limit) {
			continue // no longer than the best one
		}
		if ends := d.ends(p, i, from, limit); len(ends) > len(best.ends) {
			w := d.stream.words[at]
			best = run{page: int(w.page), start: int(w.start), ends: ends}
		}
	}
	return best
}

// ends lists where the words of p from i on end that stand at offset from of
// the document, up to offset limit of p.
func (d *document) ends(p stream, i, from, limit int) []int {
	var out []int
	whole := 0
	for j := i; j < len(p.words); j++ {
		end := p.end(j)
		if end > limit {
			break
		}
		if j-i+1 < leastRun {
			continue
		}
		size := end - int(p.words[i].at)
		out = append(out, 0)
		if last := d.stream.endingAt(from + size); last >= 0 && size >= gramSize {
			out[len(out)-1] = int(d.stream.words[last].end)
			whole = len(out)
		}
	}
	return out[:whole]
}

func commonPrefix(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// A stretch is words of a part that stand in a content.
type stretch struct {
	content int
	spot    spot
	words   int
}

// divide covers a part with as few runs as can be; longest[i] is the longest
// run at word i. It returns nil if that takes more than mostRuns.
func divide(longest []run) []stretch {
	n := len(longest)
	fewest := make([]int, n+1) // runs that cover the words before i, mostRuns+1 if too many
	via := make([]stretch, n+1)
	for i := 1; i <= n; i++ {
		fewest[i] = mostRuns + 1
	}
	for i := range n {
		r := &longest[i]
		for w := leastRun; w <= r.words() && fewest[i] < mostRuns; w++ {
			if r.ends[w-leastRun] > 0 && fewest[i]+1 < fewest[i+w] {
				fewest[i+w], via[i+w] = fewest[i]+1, stretch{r.content, r.spot(w), w}
			}
		}
	}
	if fewest[n] > mostRuns {
		return nil
	}
	out := make([]stretch, fewest[n])
	for i := n; i > 0; i -= via[i].words {
		out[fewest[i]-1] = via[i]
	}
	return out
}
