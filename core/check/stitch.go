package check

import "slices"

// A quote is stitched if it does not stand in one piece, but can be divided into
// at most mostRuns runs of at least leastRun words and gramSize letters each that
// do: in the cited documents, or in any if nothing is cited. If `…` divides the
// quote, this must hold for each part of it.
const (
	leastRun     = 3
	mostRuns     = 4
	mostStitched = 400 // words of a part; longer ones are not divided
)

// A run is the longest piece of a part that stands in a document.
type run struct {
	content int
	bytes   int    // of the stream that are the same
	at      []word // of the document
	upto    []int  // how many of them hold so many words of the part, from leastRun on; 0 if none do
}

// words returns how many words of the part the run holds.
func (r *run) words() int {
	if len(r.upto) == 0 {
		return 0
	}
	return len(r.upto) + leastRun - 1
}

// longest returns the longest run that begins at word i of p.
func (d *document) longest(p stream, i int) (best run) {
	start := int(p.words[i].at)
	for _, at := range first(d.grams[gramOf(p.bytes[start:])], mostTried) {
		from := int(d.stream.words[at].at)
		if n := best.bytes; n > 0 && (start+n >= len(p.bytes) || from+n >= len(d.stream.bytes) || p.bytes[start+n] != d.stream.bytes[from+n]) {
			continue // no longer than the best one
		}
		limit := start + commonPrefix(p.bytes[start:], d.stream.bytes[from:])
		if upto := d.upto(p, i, int(at), limit); len(upto) > len(best.upto) {
			best = run{bytes: limit - start, at: d.stream.words[at : int(at)+upto[len(upto)-1]], upto: upto}
		}
	}
	best.at = slices.Clone(best.at) // the document goes
	return best
}

// upto counts the words of the document from word at on that hold the words of
// p from i on, up to offset limit of p.
func (d *document) upto(p stream, i, at, limit int) []int {
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
		if last := d.stream.endingAt(int(d.stream.words[at].at) + size); last >= 0 && size >= gramSize {
			out[len(out)-1] = last + 1 - at
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

// A piece is a run of a part that is used to cover it.
type piece struct {
	content int
	at      []word // of the content
	words   int    // of the part
}

// divide covers a part with as few runs as can be; longest[i] is the longest
// run at word i. It returns nil if that takes more than mostRuns.
func divide(longest []run) []piece {
	n := len(longest)
	fewest := make([]int, n+1) // runs that cover the words before i, mostRuns+1 if too many
	via := make([]piece, n+1)
	for i := 1; i <= n; i++ {
		fewest[i] = mostRuns + 1
	}
	for i := range n {
		r := &longest[i]
		for w := leastRun; w <= r.words() && fewest[i] < mostRuns; w++ {
			if n := r.upto[w-leastRun]; n > 0 && fewest[i]+1 < fewest[i+w] {
				fewest[i+w], via[i+w] = fewest[i]+1, piece{r.content, r.at[:n], w}
			}
		}
	}
	if fewest[n] > mostRuns {
		return nil
	}
	out := make([]piece, fewest[n])
	for i := n; i > 0; i -= via[i].words {
		out[fewest[i]-1] = via[i]
	}
	return out
}
