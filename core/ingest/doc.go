// Package ingest turns paths into documents that can be found: it walks
// folders, decides what is new, has files read and puts what they hold into
// the derived stores, the catalogue last.
//
// The words of all queued files come first, then their structure, so that
// everything is searchable early. Options.Readers goroutines have files read, each
// one at a time; another stores, cuts and indexes what was read before, several
// small files to an index batch.
//
// Every batch has a generation. Texts are stored under it first, then graph and
// index get it, then the catalogue. If the program ends in between, Recover sees
// from the generations what has to be done again, without reading any file a
// second time.
package ingest
