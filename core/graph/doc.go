// Package graph knows what the source code of a library defines, what it takes
// in and what it names, and answers whom a file imports, where a name is
// defined, who uses it and which tests are about it.
//
// What one content says lies in graph.db, by its hash, one content in one
// transaction; it is all derived and comes back from the stored code. Which
// files have the content, and hence what their imports mean, is worked out when
// it is asked: a file that comes, moves or goes changes what the imports of
// others lead to, and nothing has to be written for that.
//
// Names are found by scope rules, not by types: what stands in the same file,
// what is imported, what is in the same package. Where these do not say, a
// method is found by its name alone, and the answer says that it is a guess.
package graph
