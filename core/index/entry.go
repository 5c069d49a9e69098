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
	ordinal int // wholeFile if the entry is no passage
	page    int // 0 for a whole file
	length  int // terms in the scored field
}

// wholeFile is the ordinal of the entry for all passages of a file.
const wholeFile = -1

func (id entryID) whole() bool { return id.ordinal == wholeFile }

// wholeMark replaces the ordinal in the identifier of a whole file.
const wholeMark = "whole"

// String pads the ordinal, so that identifiers sort by hash, then ordinal.
func (id entryID) String() string {
	if id.whole() {
		return fmt.Sprintf("%s/%s/%x/%x", id.hash, wholeMark, id.page, id.length)
	}
	return fmt.Sprintf("%s/%08x/%x/%x", id.hash, id.ordinal, id.page, id.length)
}

func parseEntryID(s string) (entryID, error) {
	parts := strings.Split(s, "/")
	if len(parts) != 4 {
		return entryID{}, fmt.Errorf("entry %q in the index: %w", s, core.ErrDamaged)
	}
	n := [3]int{wholeFile}
	for i, part := range parts[1:] {
		if i == 0 && part == wholeMark {
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
