package search

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"ibid/core"
)

// addImports raises the score of candidates that one of the best files imports.
// The more files the import leads to, the less it adds.
func (s *Searcher) addImports(ctx context.Context, q core.Query, found []candidate) error {
	if s.Graph == nil || !q.Code || !s.with(PartImports) {
		return nil
	}
	best := bestFiles(found, linkedFiles)
	at := make(map[core.DocumentID]*sourceFile)
	for i := range found {
		at[found[i].source.document.ID] = found[i].source
	}
	for _, c := range best {
		links, err := s.Graph.Imports(ctx, c.source.document.ID, 1)
		if err != nil && !errors.Is(err, core.ErrNotFound) {
			return fmt.Errorf("follow imports: %w", err)
		}
		for _, l := range links {
			near := share(c.score, best[0].score) / (1 + math.Log2(float64(max(1, len(l.To)))))
			for _, to := range l.To {
				if f := at[to.ID]; f != nil && f != c.source && near > f.imports {
					f.imports, f.importsWhy = near, c.source.document.Name+", which matches well, imports it"
				}
			}
		}
	}
	for i := range found {
		c := &found[i]
		c.values[ofImports] = c.source.imports
		c.score += codeWeights[PartImports] * c.source.imports * s.factor(c)
	}
	return nil
}

// bestFiles returns the best candidate of each of the best files of source code,
// at most limit.
func bestFiles(found []candidate, limit int) []candidate {
	best := make(map[*sourceFile]candidate)
	for _, c := range found {
		if b, ok := best[c.source]; c.source.document.Kind == core.KindCode && (!ok || c.score > b.score) {
			best[c.source] = c
		}
	}
	list := slices.Collect(maps.Values(best))
	rank(list)
	return slices.Clip(list[:min(limit, len(list))])
}

// historyHalfLife is the number of days after which a change counts half as much.
const historyHalfLife = 180

// historyFeatures sets the feature history: the mean of how recently and of how
// often a file was changed, each compared with the other candidates.
func (s *Searcher) historyFeatures(ctx context.Context, files []*sourceFile) error {
	if s.Changes == nil || !s.with(PartHistory) {
		return nil
	}
	paths := make([]string, len(files))
	for i, f := range files {
		paths[i] = f.document.Path
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
	for _, f := range files {
		h := known[f.document.Path]
		if h.Changes == 0 {
			continue
		}
		age := last.Last.Sub(h.Last).Hours() / 24
		often := math.Log1p(float64(h.Changes)) / math.Log1p(float64(most))
		f.history = (math.Exp2(-age/historyHalfLife) + often) / 2
		f.historyWhy = fmt.Sprintf("changed %d times, the last time on %s", h.Changes, h.Last.Format("2 January 2006"))
		if h.Changes == 1 {
			f.historyWhy = "changed once, on " + h.Last.Format("2 January 2006")
		}
	}
	return nil
}
