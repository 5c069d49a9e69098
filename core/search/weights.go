package search

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

// Weights are how much each feature counts in the score of a passage. Features that
// are not in it count nothing.
type Weights map[Part]float64

// fitted is the table that `ibidctl eval --fit` writes.
type fitted struct {
	All     Weights            `json:"all"`     // fitted with every set
	Without map[string]Weights `json:"without"` // fitted without the set of that name
	// For each fold of a set of that name, with which alone some features can be
	// fitted: these fitted with its other folds, the rest without the set.
	Folds map[string][]Weights `json:"folds"`
}

//go:embed weights.json
var table []byte

var weightTable = func() (f fitted) {
	if err := json.Unmarshal(table, &f); err != nil {
		panic(fmt.Sprintf("read the table of weights: %v", err)) // it is compiled in, and a test reads it
	}
	return f
}()

// UnseenWeights returns the weights that were fitted without a set of questions, so that
// its figures are of questions that they have not seen: one for all questions, or one for
// each of its folds. It returns none for a set that no weights were fitted with.
func UnseenWeights(set string) []Weights {
	if folds := weightTable.Folds[set]; len(folds) > 0 {
		return folds
	}
	if w := weightTable.Without[set]; w != nil {
		return []Weights{w}
	}
	return nil
}

// codeWeights are for questions about source code, measured on bug reports with the
// files that were changed for them. Reciprocal rank fusion found fewer of these files
// with any weights.
var codeWeights = Weights{
	PartPassage:   1,
	PartDocument:  1, // a report names much of what a file deals with
	PartProximity: .4,
	PartScope:     .6,
	PartNames:     .35,
	PartPaths:     .6,
	PartQuoted:    .5,
	PartWording:   .2,
	PartImports:   .1,
	PartHistory:   .1,
}

// weights returns the weights of the features, without the parts that are left out.
func (s *Searcher) weights(code bool) *[features]float64 {
	from := s.Weights
	switch {
	case code:
		from = codeWeights
	case from == nil:
		from = weightTable.All
	}
	var w [features]float64
	for f, part := range partOf {
		if s.with(part) {
			w[f] = from[part]
		}
	}
	if s.with(PartNames) { // a question about text may name code too
		w[ofNames] = codeWeights[PartNames]
	}
	return &w
}
