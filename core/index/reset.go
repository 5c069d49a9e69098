package index

import (
	"context"
	"fmt"

	"ibid/core"
)

// Reset takes everything out of the index and brings it to generation 0.
func (x *Index) Reset(ctx context.Context) error {
	files, err := x.files()
	if err != nil {
		return fmt.Errorf("reset index: %w", err)
	}
	return x.Put(ctx, 0, files, nil)
}

// files lists the files that have passages in the index.
func (x *Index) files() (files []core.Hash, err error) {
	dict, err := x.bleve.FieldDict(fieldHash)
	if err != nil {
		return nil, fmt.Errorf("list files: %w", err)
	}
	defer func() {
		if e := dict.Close(); err == nil {
			err = e
		}
	}()
	for {
		entry, err := dict.Next()
		if err != nil {
			return nil, fmt.Errorf("list files: %w", err)
		}
		if entry == nil {
			return files, nil
		}
		files = append(files, core.Hash(entry.Term))
	}
}
