package search

import "strings"

// Bounds of the opening of a page.
const (
	openingLines = 4
	openingBytes = 320
)

// opening returns the first lines of a page that are not empty. What a page is about,
// a statement, a table or a slide, is said there.
func opening(page string) string {
	end, lines := 0, 0
	for end < min(len(page), openingBytes) && lines < openingLines {
		line, _, found := strings.Cut(page[end:], "\n")
		if strings.TrimSpace(line) != "" {
			lines++
		}
		end += len(line)
		if found {
			end++
		}
	}
	return strings.ToValidUTF8(page[:min(end, len(page), openingBytes)], "")
}
