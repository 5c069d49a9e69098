package search

import (
	"hash/maphash"
	"slices"
	"strings"

	"ibid/core"
	"ibid/core/query"
	"ibid/core/text"
)

// Bounds of a wording: a pasted message stands in the file that gives it, but for
// the values in it.
const (
	wordingWords = 3 // words in a row, on one line
	wordingFiles = 4 // files that may say the same
	wordingHalf  = 3 // as many that no other file says count half
)

var wordingSeed = maphash.MakeSeed()

// wordings calls f for each few words in a row that stand on one line of a text.
func wordings(s string, f func(key uint64, span core.Span)) {
	var keys [wordingWords]uint64
	var starts [wordingWords]int
	n, end := 0, 0
	for w := range text.Words(s) {
		if n > 0 && strings.IndexByte(s[min(end, w.Start):w.Start], '\n') >= 0 {
			n = 0
		}
		copy(keys[:], keys[1:])
		copy(starts[:], starts[1:])
		keys[wordingWords-1], starts[wordingWords-1] = maphash.String(wordingSeed, w.Form), w.Start
		n, end = n+1, w.End
		if n >= wordingWords {
			var key uint64
			for _, k := range keys {
				key = key*0x9E3779B97F4A7C15 + k
			}
			f(key, core.Span{Start: starts[0], End: w.End})
		}
	}
}

// said is a wording of the question in a candidate.
type said struct {
	key uint64
	core.Span
}

// tellWording measures which files say in a row what a pasted text does, and few
// others say.
func tellWording(q core.Query, found []candidate) {
	if len(q.Body) == 0 {
		return
	}
	asked := make(map[uint64]bool)
	wordings(text.Clip(q.Raw, query.MaxBytes), func(key uint64, _ core.Span) { asked[key] = true })
	in := make([][]said, len(found))
	files := make(map[uint64][]*clue) // that say it
	for i := range found {
		c := &found[i]
		wordings(c.text, func(key uint64, span core.Span) {
			if !asked[key] {
				return
			}
			in[i] = append(in[i], said{key, span})
			if !slices.Contains(files[key], c.clue) && len(files[key]) <= wordingFiles {
				files[key] = append(files[key], c.clue)
			}
		})
	}
	counts := make(map[*clue][wordingFiles + 1]int) // by how many files share a wording
	for _, list := range files {
		for _, k := range list {
			if n := counts[k]; len(list) <= wordingFiles {
				n[len(list)]++
				counts[k] = n
			}
		}
	}
	for k, n := range counts {
		sum := 0.
		for sharing := 1; sharing <= wordingFiles; sharing++ {
			sum += float64(n[sharing]) / float64(sharing)
		}
		k.wording = sum / (sum + wordingHalf)
	}
	for i := range found {
		found[i].says = rarest(in[i], files)
	}
}

// rarest is where the wording stands that the fewest files share; an empty span
// if too many share each.
func rarest(list []said, files map[uint64][]*clue) (span core.Span) {
	least := wordingFiles + 1
	for _, s := range list {
		if n := len(files[s.key]); n < least {
			least, span = n, s.Span
		}
	}
	return span
}
