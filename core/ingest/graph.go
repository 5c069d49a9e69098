package ingest

import (
	"context"

	"ibid/core"
)

// graphBatch is how many contents one write puts into the graph again.
const graphBatch = 200

// syntax adds the code of a content to the graph with the batch. The graph has a
// generation of its own for it.
func (c *committer) syntax(hash core.Hash, code core.Code) {
	if c.code == nil {
		c.code = make(map[core.Hash]core.Code)
	}
	c.code[hash] = code
	c.indexed = true
}

// graph adds stored code that the graph lacks, and removes code that the store
// does not have, because it was deleted or because the last batch was not
// completed.
func (r *repair) graph(ctx context.Context, target uint64) error {
	g := r.o.Graph
	generation, err := g.Generation(ctx)
	if err != nil || generation == target {
		return err
	}
	have, err := g.Contents(ctx)
	if err != nil {
		return err
	}
	var unknown []core.Hash
	for hash := range have {
		if _, ok := r.stored[hash]; !ok {
			unknown = append(unknown, hash)
		}
	}
	add, put := make(map[core.Hash]core.Code), 0
	for hash := range r.stored {
		if have[hash] || r.contents[hash].Kind != core.KindCode {
			continue
		}
		code, err := r.o.Texts.Code(ctx, hash)
		if err != nil {
			return err
		}
		if code.Language == "" {
			continue // not parsed yet
		}
		add[hash] = code
		if put++; len(add) == graphBatch {
			if err := g.Put(ctx, generation, nil, add); err != nil {
				return err
			}
			clear(add)
		}
	}
	if put > 0 {
		r.note("the code of %d contents was put into the graph again", put)
	}
	return g.Put(ctx, target, unknown, add)
}
