// Package text holds the pure functions over text that several rooms need:
// words, sentences, lines, places, headers of tables and safe escaping. Nothing
// here keeps state; everything is safe for concurrent use.
//
// Offsets are byte offsets into the string that was given, so that what is found
// can be quoted from the stored text as it stands.
package text
