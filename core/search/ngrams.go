package search

import (
	"hash/maphash"
	"slices"
	"strings"

	"ibid/core"
	"ibid/core/query"
	"ibid/core/text"
)

// Bounds of word n-grams. A message that a text quotes stands in the file that
// prints it, but for the values in it.
const (
	ngramWords = 3 // words in a row, on one line
	ngramFiles = 4 // files that may share an n-gram; one that more have does not count
	ngramHalf  = 3 // number of n-grams of one file alone that give half of the feature
)

var ngramSeed = maphash.MakeSeed()

// ngrams calls f for each n-gram of a text: ngramWords words in a row on one line.
func ngrams(s string, f func(key uint64, span core.Span)) {
	var keys [ngramWords]uint64
	var starts [ngramWords]int
	n, end := 0, 0
	for w := range text.Words(s) {
		if n > 0 && strings.IndexByte(s[min(end, w.Start):w.Start], '\n') >= 0 {
			n = 0
		}
		copy(keys[:], keys[1:])
		copy(starts[:], starts[1:])
		keys[ngramWords-1], starts[ngramWords-1] = maphash.String(ngramSeed, w.Form), w.Start
		n, end = n+1, w.End
		if n >= ngramWords {
			var key uint64
			for _, k := range keys {
				key = key*0x9E3779B97F4A7C15 + k
			}
			f(key, core.Span{Start: starts[0], End: w.End})
		}
	}
}

// ngram is an n-gram of the question in a candidate.
type ngram struct {
	key uint64
	core.Span
}

// ngramFeatures sets the feature ngrams: how many n-grams of a pasted text a file
// has, each divided by the number of files that share it.
func ngramFeatures(q core.Query, found []candidate) {
	if len(q.Body) == 0 {
		return
	}
	asked := make(map[uint64]bool)
	ngrams(text.Clip(q.Raw, query.MaxBytes), func(key uint64, _ core.Span) { asked[key] = true })
	in := make([][]ngram, len(found))
	files := make(map[uint64][]*sourceFile) // that have an n-gram
	for i := range found {
		c := &found[i]
		ngrams(c.text, func(key uint64, span core.Span) {
			if !asked[key] {
				return
			}
			in[i] = append(in[i], ngram{key, span})
			if !slices.Contains(files[key], c.source) && len(files[key]) <= ngramFiles {
				files[key] = append(files[key], c.source)
			}
		})
	}
	counts := make(map[*sourceFile][ngramFiles + 1]int) // of a file, by how many files share the n-gram
	for _, list := range files {
		for _, k := range list {
			if n := counts[k]; len(list) <= ngramFiles {
				n[len(list)]++
				counts[k] = n
			}
		}
	}
	for k, n := range counts {
		sum := 0.
		for sharing := 1; sharing <= ngramFiles; sharing++ {
			sum += float64(n[sharing]) / float64(sharing)
		}
		k.ngrams = sum / (sum + ngramHalf)
	}
	for i := range found {
		found[i].ngram = rarest(in[i], files)
	}
}

// rarest returns the place of the n-gram that the fewest files share; an empty span
// if too many share each.
func rarest(list []ngram, files map[uint64][]*sourceFile) (span core.Span) {
	least := ngramFiles + 1
	for _, s := range list {
		if n := len(files[s.key]); n < least {
			least, span = n, s.Span
		}
	}
	return span
}
