// Package label finds out which numbers are printed on the pages of a document
// that does not say so itself: from the running heads and feet of many pages,
// or from what a person said. It is pure: no store, no file.
//
// A wrong number is worse than none, because it is cited. So a number on one
// page counts for nothing; only a sequence that goes on page by page, at one
// height of the paper, makes a run, and where two such sequences contradict
// each other there is none.
package label
