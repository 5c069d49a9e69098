package index

import (
	"fmt"
	"strconv"
	"strings"

	"ibid/core"
)

// name is what a passage is called in the index. It carries all that an answer
// and the statistics need to know of a passage, so that no stored field is
// ever loaded.
type name struct {
	hash    core.Hash
	ordinal int
	page    int
	length  int // terms in the scored field
}

// String has the ordinal padded, so that names sort by hash, then ordinal.
func (n name) String() string {
	return fmt.Sprintf("%s/%08x/%x/%x", n.hash, n.ordinal, n.page, n.length)
}

func parseName(s string) (name, error) {
	parts := strings.Split(s, "/")
	if len(parts) != 4 {
		return name{}, fmt.Errorf("passage %q in the index: %w", s, core.ErrDamaged)
	}
	var n [3]int
	for i, part := range parts[1:] {
		v, err := strconv.ParseInt(part, 16, 64)
		if err != nil {
			return name{}, fmt.Errorf("passage %q in the index: %w", s, core.ErrDamaged)
		}
		n[i] = int(v)
	}
	return name{core.Hash(parts[0]), n[0], n[1], n[2]}, nil
}
