package search

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"ibid/core"
)

// link adds to candidates what it says that files which match best import them,
// or are imported by them: the less, the more files the import leads to.
func (s *Searcher) link(ctx context.Context, q core.Query, found []candidate) error {
	if s.Graph == nil || !q.Code || !s.with(PartImports) {
		return nil
	}
	best := strongest(found, linkedFiles)
	at := make(map[core.DocumentID]*clue)
	for i := range found {
		at[found[i].clue.document.ID] = found[i].clue
	}
	for _, c := range best {
		links, err := s.Graph.Imports(ctx, c.clue.document.ID, 1)
		if err != nil && !errors.Is(err, core.ErrNotFound) {
			return fmt.Errorf("follow imports: %w", err)
		}
		for _, l := range links {
			near := share(c.score, best[0].score) / (1 + math.Log2(float64(max(1, len(l.To)))))
			for _, to := range l.To {
				if k := at[to.ID]; k != nil && k != c.clue && near > k.linked {
					k.linked, k.linkedWhy = near, c.clue.document.Name+", which matches well, imports it"
				}
			}
		}
	}
	for i := range found {
		c := &found[i]
		worth := weightImports * c.clue.linked
		if c.clue.beside && s.with(PartBeside) {
			worth *= besideShare
		}
		c.score += worth
	}
	return nil
}

// strongest are the best candidates of the best files of source code.
func strongest(found []candidate, most int) []candidate {
	best := make(map[*clue]candidate)
	for _, c := range found {
		if b, ok := best[c.clue]; c.clue.document.Kind == core.KindCode && (!ok || c.score > b.score) {
			best[c.clue] = c
		}
	}
	list := make([]candidate, 0, len(best))
	for _, c := range best {
		list = append(list, c)
	}
	rank(list)
	return slices.Clip(list[:min(most, len(list))])
}

// tellChanges measures how lately and how often files were changed, beside the
// other candidates.
func (s *Searcher) tellChanges(ctx context.Context, clues []*clue) error {
	if s.Changes == nil || !s.with(PartHistory) {
		return nil
	}
	paths := make([]string, len(clues))
	for i, k := range clues {
		paths[i] = k.document.Path
	}
	known := s.Changes.Changes(ctx, paths)
	if err := ctx.Err(); err != nil {
		return err
	}
	var most int
	var last core.FileHistory
	for _, h := range known {
		most = max(most, h.Changes)
		if h.Last.After(last.Last) {
			last = h
		}
	}
	for _, k := range clues {
		h := known[k.document.Path]
		if h.Changes == 0 {
			continue
		}
		age := last.Last.Sub(h.Last).Hours() / 24
		often := math.Log1p(float64(h.Changes)) / math.Log1p(float64(most))
		k.changed = (math.Exp2(-age/halfChanged) + often) / 2
		k.changedWhy = fmt.Sprintf("changed %d times, the last time on %s", h.Changes, h.Last.Format("2 January 2006"))
		if h.Changes == 1 {
			k.changedWhy = "changed once, on " + h.Last.Format("2 January 2006")
		}
	}
	return nil
}

// halfChanged is in how many days a change comes to say half as much.
const halfChanged = 180
