package search

// Part is a part of the search beside the BM25 score of passages. It can be left
// out, so that a measurement shows what it is worth (ablation).
type Part string

// The parts. The code of a part does nothing where Searcher.Without holds it.
const (
	PartPassage       Part = "passage"       // BM25 score of the passage
	PartPage          Part = "page"          // BM25 score of its whole page
	PartOpening       Part = "opening"       // words in the first lines of its page
	PartProximity     Part = "proximity"     // words that stand near each other
	PartScope         Part = "scope"         // documents that the question names, first
	PartAside         Part = "aside"         // words that name a document, left out within it
	PartMention       Part = "mention"       // contents, indexes, lists and covers, ranked down
	PartAbbreviations Part = "abbreviations" // what short forms of the question mean
	PartFeedback      Part = "feedback"      // feedback on sources of similar questions

	// Where source code is asked about:
	PartDocument Part = "document" // BM25 score of the whole file
	PartCode     Part = "code"     // whole files
	PartTemplate Part = "template" // lines of issue templates left out
	PartJoined   Part = "joined"   // names as one word
	PartNames    Part = "names"    // definitions of what the question names
	PartPaths    Part = "path"     // words of paths
	PartQuoted   Part = "quoted"   // paths and stack traces in the question
	PartWording  Part = "wording"  // messages and code in the question
	PartImports  Part = "imports"  // how near files are to the strongest hits, in imports
	PartHistory  Part = "history"  // how lately and how often files were changed
	PartBeside   Part = "beside"   // tests and documents ranked down
	PartSpread   Part = "spread"   // no file takes all places
)

// PartExpand is what the graph of the source code adds to contexts. It does not
// belong to the ranking that --ablate measures.
const PartExpand Part = "expand"

// Parts is the table of all parts, in the order in which they are reported.
// `ibidctl eval --ablate` measures whatever stands here.
var Parts = []Part{PartPage, PartOpening, PartProximity, PartScope, PartAside, PartMention, PartAbbreviations, PartFeedback, PartDocument, PartCode, PartTemplate, PartJoined, PartNames, PartPaths, PartQuoted, PartWording, PartImports, PartHistory, PartBeside, PartSpread}
