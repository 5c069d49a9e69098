// Package graph answers questions about the source code of a library: what a file
// imports, where a name is defined, what uses it and which tests are about it.
//
// The syntax trees are read elsewhere (core/extract/code). What they say of a
// content - definitions, imports, references, fields - is stored in graph.db by the
// hash of the content; it is derived and can be made again. Which files have the
// content, and what their imports lead to, is worked out when a question is asked:
// a file that comes, moves or goes changes that for other files, and nothing has to
// be written for it.
//
// Names are resolved by the rules of scope: the same file, its imports, its package.
// The type of what stands before a method is inferred from what the trees say of it
// (inference.go). Where that fails, methods are found by their name alone, and the
// answer says that it is a guess.
package graph
