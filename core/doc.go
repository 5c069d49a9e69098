// Package core is the vocabulary of Ibid: the words that every room uses and
// the limits that all of them obey. It imports the standard library only and
// does nothing by itself.
//
// Files become documents, documents become passages with an exact place, a
// question becomes hits, hits become a cited context that fits a budget, and a
// person copies it. The place of a passage is fixed when its text is read: no
// later step searches for its page.
//
// Counting: pages, lines, citation numbers and ranks are 1-based; byte offsets
// are 0-based with the end excluded and always refer to UTF-8 text as it lies
// in the store.
package core
