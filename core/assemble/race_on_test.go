//go:build race

package assemble_test

// raced says that the race detector is on, which makes all ten times slower: an
// eighth of the random cases is tried.
const raced = true
