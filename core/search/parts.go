package search

// Part is a part of the search beside the BM25 score of passages that can be
// left out, so that a measurement can say what it is worth.
type Part string

// The parts. The code of a part does nothing where Searcher.Without holds it.
const (
	PartFile     Part = "file"     // the score of the whole file
	PartOrder    Part = "order"    // words that follow each other as asked
	PartNear     Part = "near"     // words that stand near each other
	PartScope    Part = "scope"    // documents that the question names, first
	PartCode     Part = "code"     // whole files, paths, and tests ranked down, where code is asked about
	PartContents Part = "contents" // tables of contents ranked down
	PartFeedback Part = "feedback" // what was said of sources of like questions
	PartNames    Part = "names"    // definitions of what the question names, where code is asked about
)

// PartExpand is what the graph of the source code adds to contexts. It is no
// part of the ranking that --ablate measures.
const PartExpand Part = "expand"

// Parts is the table of all parts, in the order in which they are reported.
// `ibidctl eval --ablate` measures whatever stands here.
var Parts = []Part{PartFile, PartOrder, PartNear, PartScope, PartCode, PartContents, PartNames, PartFeedback}
