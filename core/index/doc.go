// Package index finds passages by their words. It is the only room that knows
// bleve: bleve keeps the postings, safe against a kill at any moment; what is
// a term, and what a match is worth, is decided here.
//
// There is one scored field. Every word stands in it twice at one position, as the
// stem of its normal form and, marked with '=', as it was written: the stem finds
// "markets" for "market" and "colour" for "color", the written form makes an exact
// match worth more and a phrase exact. Two words with nothing but a hyphen between
// them stand there as one word as well, at the position of the first: "sys-tem" is
// found as "system". What is written as one word or as several ("IL6", "IL-6") is
// looked for in each of its forms.
// Scripts without spaces are indexed by pairs of characters.
//
// Beside its passages every file has one entry with the stems of all of them,
// without positions. Its score says what a file is about, which no passage of
// it needs to say.
//
// Scores are BM25 over the whole index. They are computed here and not by
// bleve, whose average length is the number of different terms in each segment
// divided by the number of documents: it changes with every merge of
// segments, and the ranking with it. Here the same passages give the same
// scores to the last bit, in whatever order and batches they came.
package index
