package search

import "ibid/core"

// nearWindow is the number of words within which neighbours of the query may stand.
const nearWindow = 8

// proximity measures, from 0 to 1, how many of the neighbours among the words of a
// query stand within a window, in any order, and how many follow each other: the mean
// of both (the ordered and unordered pairs of Metzler and Croft 2005).
func proximity(occurrences []core.Occurrence, words int) float64 {
	if words < 2 {
		return 0
	}
	follow, close := make([]bool, words), make([]bool, words)
	for i, a := range occurrences {
		for _, b := range occurrences[i+1:] {
			distance := b.Position - a.Position
			if distance > nearWindow {
				break
			}
			first, second := min(a.Word, b.Word), max(a.Word, b.Word)
			if second-first != 1 || second >= words {
				continue
			}
			close[first] = true
			follow[first] = follow[first] || a.Word == first && distance <= 2
		}
	}
	held := 0.
	for i := range words - 1 {
		if follow[i] {
			held += .5
		}
		if close[i] {
			held += .5
		}
	}
	return held / float64(words-1)
}
