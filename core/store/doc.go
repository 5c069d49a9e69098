// Package store keeps what was read from the documents: the text of their
// pages, the place of every line, their passages and tables of contents. It is
// all derived: one SQLite file, derived.db, that can be deleted and comes back.
//
// Everything lies under the hash of the content it was read from and is
// replaced as a whole, one content in one transaction. The file carries the
// epoch of its library and the generation of the index batch that was written
// last, so that library, store and index can be compared for equality.
package store
