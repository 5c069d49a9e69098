// Package query understands what a person typed into the search field.
//
// The grammar is small and our own, because a general query language lets one
// keystroke (`*`, `/w.*/`) read the whole vocabulary of a library:
//
//	words            scored; at least one should occur
//	"two words"      must occur, in this order, as written
//	-word -"a b"     must not occur, as written
//	kind:pdf         only documents of this kind; several are alternatives
//	in:name in:"a b" only documents whose file name contains this; several are alternatives
//
// Everything else is plain words: `field:x`, `~`, `^`, `AND` mean nothing
// special. No input is refused for its form. A quote that is never closed is
// ignored, so that a search made while typing does not lose its hits.
//
// Beside the parser there is an analyser that needs no model: Analyse finds what
// a question names and wants done. A Catalogue finds the documents that it means,
// a PathIndex the source files that a pasted text quotes, and RelatedWords what
// else a library calls the same thing (query expansion).
package query
