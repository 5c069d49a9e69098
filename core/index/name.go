package index

import (
	"fmt"
	"strconv"
	"strings"

	"ibid/core"
)

// name is what an entry is called in the index. It carries all that an answer
// and the statistics need to know of an entry, so that no stored field is
// ever loaded.
type name struct {
	hash    core.Hash
	ordinal int // wholeFile if the entry is no passage
	page    int // 0 for a whole file
	length  int // terms in the scored field
}

// wholeFile is the ordinal of the entry for all passages of a file.
const wholeFile = -1

func (n name) whole() bool { return n.ordinal == wholeFile }

// wholeMark stands for the ordinal in the name of a whole file.
const wholeMark = "whole"

// String has the ordinal padded, so that names sort by hash, then ordinal.
func (n name) String() string {
	if n.whole() {
		return fmt.Sprintf("%s/%s/%x/%x", n.hash, wholeMark, n.page, n.length)
	}
	return fmt.Sprintf("%s/%08x/%x/%x", n.hash, n.ordinal, n.page, n.length)
}

func parseName(s string) (name, error) {
	parts := strings.Split(s, "/")
	if len(parts) != 4 {
		return name{}, fmt.Errorf("entry %q in the index: %w", s, core.ErrDamaged)
	}
	n := [3]int{wholeFile}
	for i, part := range parts[1:] {
		if i == 0 && part == wholeMark {
			continue
		}
		v, err := strconv.ParseUint(part, 16, 32)
		if err != nil {
			return name{}, fmt.Errorf("entry %q in the index: %w", s, core.ErrDamaged)
		}
		n[i] = int(v)
	}
	return name{core.Hash(parts[0]), n[0], n[1], n[2]}, nil
}
