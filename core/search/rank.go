package search

import (
	"cmp"
	"slices"

	"ibid/core"
)

// Weights of the parts of a score. The BM25 score of the passage has the weight 1,
// as a share of the best one. Every part is between 0 and 1.
const (
	weightFile  = 0.4 // BM25 score of the whole file: the passage need not name what the file is about
	weightOrder = 0.2 // neighbours in the query that follow each other in the passage
	weightNear  = 0.2 // neighbours in the query that stand within a window
	nearWindow  = 8   // words
	weightScope = 0.6 // how likely the document is meant by what the question calls it

	// The most that feedback on sources of earlier questions adds to a score or takes
	// from it. A passage never passes one whose score without feedback is more than
	// one and a half times its own.
	weightFeedback = 0.2
)

// Weights where source code is asked about, measured on bug reports with the files
// that were changed for them. Reciprocal rank fusion found fewer of these files with
// any weights.
const (
	weightCodeFile = 1.0  // BM25 score of the whole file: a report names much of what a file deals with
	weightNames    = 0.35 // a definition of what the question names, by how few things have the name
	weightPath     = 0.6  // words of the question in the path, by how few files have them
	weightQuoted   = 0.5  // a path that the question quotes, a stack trace say
	weightNgrams   = 0.2  // word n-grams that a pasted text has too: messages, and code
	weightImports  = 0.1  // files that match best are one import away
	weightHistory  = 0.1  // how lately and how often it was changed

	besideShare = 0.4 // what tests and documents keep of their score, unless tests are asked for
	linkedFiles = 5   // best files whose imports are followed
)

// Passages of one document behind the first spreadFree ones keep spreadShare of
// their score, so that one book does not take all places.
const (
	spreadFree  = 8
	spreadShare = 0.8
)

// Scores of what query expansion adds from the graph of the source code. The hits
// are cited in the order of their scores; over the budget the last are left out.
const (
	scoreNamed = 1.0  // what the question names
	scoreTable = 0.9  // the schema of a table that it reads or writes
	scoreUsed  = 0.85 // what it calls or imports
	scoreType  = 0.8  // a type that it takes, returns, extends or implements
	scoreTest  = 0.75 // its tests
	scoreUser  = 0.6  // what calls it
	scorePath  = 0.5  // on the way to it from where the program begins

	importDecay = 0.8 // share of the score that remains after each further import
)

// distant returns the score of a file that is imports away; 1 is imported
// directly.
func distant(score float64, imports int) float64 {
	for range imports - 1 {
		score *= importDecay
	}
	return score
}

// candidate is a passage that may become a hit, with its features.
type candidate struct {
	match       core.Match
	passage     core.Passage
	ocr         int
	label       string
	text        string
	occurrences []core.Occurrence
	bm25Rank    int       // 1-based
	file        float64   // raw score of the whole file
	fileRank    int       // 1-based among the files that have a candidate; 0 if file is 0
	order, near float64   // 0 to 1, as proximity measures
	scope       float64   // 0 to 1, how likely the document is meant
	defines     float64   // 0 to 1, whether it defines what the question names, if the question is about code
	name        string    // what it defines
	ngram       core.Span // of text: the rarest n-gram that the question has too
	features    *features // of its file; nil where code is not asked about
	covered     float64   // 0 to 1, as coverage measures
	feedback    float64   // -1 to 1, what feedback says
	feedbackWhy string    // in words
	spread      bool      // better passages of its document rank before it
	score       float64   // 0 to 1, 1 for the best
}

// score sets the scores of candidates from the features of each of them, but for
// the parts in without. files are the scores of the whole files.
func score(q core.Query, files map[core.Hash]float64, found []candidate, without ...Part) {
	var top, topFile float64
	for i := range found {
		c := &found[i]
		c.file = files[c.match.Hash]
		top, topFile = max(top, c.match.Score), max(topFile, c.file)
	}
	ranks := rankFiles(found)
	for i := range found {
		c := &found[i]
		c.fileRank = ranks[c.match.Hash]
		c.order, c.near = proximity(c.occurrences, len(q.Words))
		c.scope = q.Likely[c.match.Hash]
		c.score = c.worth(share(c.match.Score, top), share(c.file, topFile), q.Code, without)
	}
}

// rank sorts candidates by their scores and divides these by the best one. Equal
// ones are in the order of hash and passage, so that the answer is the same each
// time.
func rank(found []candidate) {
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(
			cmp.Compare(b.score, a.score),
			cmp.Compare(a.match.Hash, b.match.Hash),
			cmp.Compare(a.match.Ordinal, b.match.Ordinal),
		)
	})
	if len(found) == 0 {
		return
	}
	best := found[0].score
	for i := range found {
		found[i].score = share(found[i].score, best)
	}
}

// diversify ranks down what a document has beyond its best passages, unless the
// query names it.
func (s *Searcher) diversify(q core.Query, found []candidate) {
	if !s.with(PartSpread) || len(q.Names) > 0 || len(q.Documents) > 0 {
		return
	}
	taken := make(map[core.Hash]int)
	for i := range found {
		c := &found[i]
		if taken[c.match.Hash]++; taken[c.match.Hash] > spreadFree && c.scope == 0 {
			c.score *= spreadShare
			c.spread = true
		}
	}
	if len(taken) > 1 {
		rank(found)
	}
}

// worth returns the weighted sum of the features of a candidate, but for the parts
// in without. passage and file are the shares of the best BM25 scores; code says
// that source code is asked about.
func (c *candidate) worth(passage, file float64, code bool, without []Part) float64 {
	score, ofFile := passage, weightFile
	if code && !slices.Contains(without, PartCode) {
		ofFile = weightCodeFile
	}
	for _, p := range []struct {
		part  Part
		worth float64
	}{{PartFile, ofFile * file}, {PartOrder, weightOrder * c.order}, {PartNear, weightNear * c.near}, {PartScope, weightScope * c.scope}, {PartNames, weightNames * c.defines}} {
		if !slices.Contains(without, p.part) {
			score += p.worth
		}
	}
	if c.features != nil {
		score += c.features.worth(without)
	}
	if c.features != nil && c.features.beside && !slices.Contains(without, PartBeside) {
		score *= besideShare
	}
	if !slices.Contains(without, PartFeedback) {
		score *= 1 + weightFeedback*c.feedback
	}
	return score
}

// share returns v as a share of top, 0 if top is 0.
func share(v, top float64) float64 {
	if top <= 0 {
		return 0
	}
	return v / top
}

// rankFiles numbers the files of the candidates by their scores; equal ones
// have the same number.
func rankFiles(found []candidate) map[core.Hash]int {
	scores := make(map[core.Hash]float64)
	for _, c := range found {
		if c.file > 0 {
			scores[c.match.Hash] = c.file
		}
	}
	ranks := make(map[core.Hash]int, len(scores))
	for h, score := range scores {
		ranks[h] = 1
		for _, other := range scores {
			if other > score {
				ranks[h]++
			}
		}
	}
	return ranks
}

// proximity measures, each from 0 to 1, how many of the neighbours among the
// words of a query follow each other in the text, and how many stand within a
// window in any order.
func proximity(occurrences []core.Occurrence, words int) (order, near float64) {
	if words < 2 {
		return 0, 0
	}
	follow, close := make([]bool, words), make([]bool, words)
	for i, a := range occurrences {
		for _, b := range occurrences[i+1:] {
			distance := b.Position - a.Position
			if distance > nearWindow {
				break
			}
			first, second := min(a.Word, b.Word), max(a.Word, b.Word)
			if second-first != 1 || second >= words {
				continue
			}
			close[first] = true
			follow[first] = follow[first] || a.Word == first && distance <= 2
		}
	}
	for i := range words - 1 {
		if follow[i] {
			order++
		}
		if close[i] {
			near++
		}
	}
	pairs := float64(words - 1)
	return order / pairs, near / pairs
}
