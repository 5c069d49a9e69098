package check

import (
	"bytes"
	"sort"
)

// A part is a stretch of a quote whose words follow each other.
type part struct {
	stream
	gap int // most bytes of a stream between the part before it and this one
}

// Bounds of a search. What lies beyond them is not found.
const (
	mostTried   = 512   // places of one gram at which a quote in several pieces is looked for
	mostHits    = 256   // places of one phrase in one document
	ellipsisGap = 6_000 // bytes of a stream, about two pages
	wordGap     = 120   // bytes of a stream that an insertion in brackets may stand for
)

// An extent is words of a document, first to last.
type extent struct{ first, last int }

// find lists the places where all parts stand in order.
func (d *document) find(parts []part) [][]extent {
	if len(parts) == 0 {
		return nil
	}
	var out [][]extent
	places := make([][][]extent, len(parts))
	for i, p := range parts {
		if places[i] = d.findPart(p.stream); places[i] == nil {
			return nil
		}
	}
	for _, head := range places[0] {
		place := head
		for i, p := range parts[1:] {
			next := d.after(places[i+1], place[len(place)-1].last, p.gap)
			if next == nil {
				place = nil
				break
			}
			place = append(place[:len(place):len(place)], next...)
		}
		if place != nil {
			out = append(out, place)
		}
	}
	return out
}

// after returns the first of the places that begins behind a word and at most
// gap bytes from it; nil if there is none.
func (d *document) after(places [][]extent, word, gap int) []extent {
	i := sort.Search(len(places), func(i int) bool { return places[i][0].first > word })
	if i == len(places) || int(d.stream.words[places[i][0].first].at)-d.stream.end(word) > gap {
		return nil
	}
	return places[i]
}

// findPart lists the places of a phrase in the order of the document. Only if it
// stands nowhere in one piece, places that step over lines are looked for.
func (d *document) findPart(p stream) [][]extent {
	var out [][]extent
	for _, i := range d.grams[gramOf(p.bytes)] {
		if last, ok := d.matches(p.bytes, int(i)); ok && len(out) < mostHits {
			out = append(out, []extent{{int(i), last}})
		}
	}
	if out == nil {
		out = d.findOver(p)
	}
	return out
}

// findOver looks for a phrase that steps over whole lines once.
func (d *document) findOver(p stream) [][]extent {
	if len(d.lines) == 0 {
		return nil
	}
	for i, w := range p.words {
		g := gramOf(p.bytes[w.at:])
		if g.length < gramSize && i > 0 {
			break
		}
		for _, at := range first(d.grams[g], mostTried) {
			place := d.overFrom(p, i, int(at))
			if place != nil {
				return [][]extent{place}
			}
		}
	}
	return nil
}

// overFrom looks for a phrase whose word i is word at of the document: the phrase
// begins there and goes on behind other lines, or its rest stands there, at the
// start of a line, and its beginning before other lines.
func (d *document) overFrom(p stream, i, at int) []extent {
	here := d.lineOf(at)
	if here == len(d.lines) {
		return nil // in no passage
	}
	if i == 0 {
		end := d.stream.end(int(d.lines[here].last))
		n := end - int(d.stream.words[at].at)
		if n >= len(p.bytes) || !bytes.Equal(p.bytes[:n], d.stream.bytes[end-n:end]) {
			return nil
		}
		for to := here + 1; to < len(d.lines) && to <= here+mostOver; to++ {
			if !d.follows(here, to) {
				continue
			}
			if last, ok := d.matches(p.bytes[n:], int(d.lines[to].first)); ok {
				return []extent{{at, int(d.lines[here].last)}, {int(d.lines[to].first), last}}
			}
		}
		return nil
	}
	if int(d.lines[here].first) != at {
		return nil
	}
	last, ok := d.matches(p.bytes[p.words[i].at:], at)
	if !ok {
		return nil
	}
	head := p.bytes[:p.end(i-1)]
	for from := here - 1; from >= 0 && from >= here-mostOver; from-- {
		if first := d.endsWith(from, head); first >= 0 && d.follows(from, here) {
			return []extent{{first, int(d.lines[from].last)}, {at, last}}
		}
	}
	return nil
}

// endsWith returns the word at which head begins if it ends with the line, else
// -1.
func (d *document) endsWith(at int, head []byte) int {
	l := d.lines[at]
	end := d.stream.end(int(l.last))
	start := end - len(head)
	if start < int(d.stream.words[l.first].at) || !bytes.Equal(d.stream.bytes[start:end], head) {
		return -1
	}
	return d.stream.beginningAt(start)
}

// first returns the first n of places, or all if there are fewer.
func first(places []int32, n int) []int32 { return places[:min(n, len(places))] }

// lineOf returns the index of the line that holds a word, len(lines) for a word
// of no passage.
func (d *document) lineOf(word int) int {
	return sort.Search(len(d.lines), func(i int) bool { return int(d.lines[i].last) >= word })
}

// beginningAt returns the word that begins at offset, -1 if none does.
func (st *stream) beginningAt(offset int) int {
	i := sort.Search(len(st.words), func(i int) bool { return int(st.words[i].at) >= offset })
	if i == len(st.words) || int(st.words[i].at) != offset {
		return -1
	}
	return i
}
