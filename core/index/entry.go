package index

import (
	"fmt"
	"strconv"
	"strings"

	"ibid/core"
)

// entryID is the identifier of an entry in the index. It has all that searching
// and the statistics need of the entry, so that no stored field is ever loaded.
type entryID struct {
	hash    core.Hash
	ordinal int // wholeFile or wholePage if the entry is no passage
	page    int // 1-based; 0 for a whole file
	length  int // terms in the scored field
}

// Ordinals of the entries that are no passages.
const (
	wholeFile = -1 // all passages of a file
	wholePage = -2 // all passages of a page
)

// marks replace these ordinals in identifiers.
var marks = map[int]string{wholeFile: "whole", wholePage: "page"}

// String pads the ordinal, so that identifiers sort by hash, then ordinal.
func (id entryID) String() string {
	if mark, ok := marks[id.ordinal]; ok {
		return fmt.Sprintf("%s/%s/%x/%x", id.hash, mark, id.page, id.length)
	}
	return fmt.Sprintf("%s/%08x/%x/%x", id.hash, id.ordinal, id.page, id.length)
}

func parseEntryID(s string) (entryID, error) {
	parts := strings.Split(s, "/")
	if len(parts) != 4 {
		return entryID{}, fmt.Errorf("entry %q in the index: %w", s, core.ErrDamaged)
	}
	var n [3]int
	for i, part := range parts[1:] {
		if i == 0 && part == marks[wholeFile] {
			n[0] = wholeFile
			continue
		}
		if i == 0 && part == marks[wholePage] {
			n[0] = wholePage
			continue
		}
		v, err := strconv.ParseUint(part, 16, 32)
		if err != nil {
			return entryID{}, fmt.Errorf("entry %q in the index: %w", s, core.ErrDamaged)
		}
		n[i] = int(v)
	}
	return entryID{core.Hash(parts[0]), n[0], n[1], n[2]}, nil
}
