// Package text holds the pure functions over text that every room needs once:
// words, sentences, lines, normalisation and safe fencing. Nothing here keeps
// state; everything is safe for concurrent use.
//
// Offsets are byte offsets into the string that was given, so that whatever is
// found can be quoted from the stored text as it stands.
package text
