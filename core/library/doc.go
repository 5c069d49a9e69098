// Package library keeps the precious store: which documents a person added,
// what became of each, and a journal of the attempts to read them.
//
// It is one SQLite file, library.db, written through one connection, beside a
// lock file that names the program that has it open and up to three backups.
// Everything derived from the documents lies elsewhere and can be made again;
// a row here says that the rest holds a content only after it does, so the
// catalogue may know too little after a crash, never too much.
//
// A document is a path; a content is the bytes under it. Two paths with the
// same bytes are two documents of one content. A content that has lost its last
// document is an orphan: it stays listed, as a note that its text is still to
// be taken out of the derived stores, until Drop.
package library
