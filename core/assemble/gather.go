package assemble

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ibid/core"
)

// goodShare is the least share of the score of the best passage of a page that
// another passage must have to be quoted too (R3.4).
const goodShare = 0.5

// gather makes one candidate for each place, in order of rank, with the places
// that a person put first before all others. What the request keeps out is
// returned in the second list.
func gather(req core.ContextRequest, hits []core.Hit) ([]*candidate, []core.LeftOut) {
	g := gathering{req: req, byPlace: make(map[core.Place]*candidate), reported: make(map[core.Place]bool)}
	for _, h := range hits {
		g.add(h)
	}
	rank := func(c *candidate) int {
		if i := slices.Index(req.Order, c.hit.Place()); i >= 0 {
			return i
		}
		return len(req.Order)
	}
	slices.SortStableFunc(g.all, func(a, b *candidate) int { return rank(a) - rank(b) })
	return g.all, g.out
}

type gathering struct {
	req      core.ContextRequest
	all      []*candidate
	byPlace  map[core.Place]*candidate
	out      []core.LeftOut
	reported map[core.Place]bool // places in out
	mention  bool                // one of all only mentions
}

func (g *gathering) add(h core.Hit) {
	place := h.Place()
	if len(g.req.Kinds) > 0 && !slices.Contains(g.req.Kinds, h.Document.Kind) {
		return
	}
	first, known := g.byPlace[place]
	switch {
	case slices.Contains(g.req.Exclude, place):
		g.leaveOut(h, core.CauseHand, "removed by hand")
	case g.req.NoCode && h.Document.Kind.Group() == core.GroupCode:
		g.leaveOut(h, core.CauseCode, "source code is switched off")
	case known && first.holds(h.Passage.Ordinal):
	case h.Shape == core.ShapeNone && !known && !slices.Contains(g.req.Order, place):
		g.leaveOut(h, core.CauseApart, "not connected with what the question names")
	case known && h.Score >= max(goodShare*first.hit.Score, g.req.MinScore):
		first.others = append(first.others, h)
	case known:
		first.weaker = append(first.weaker, h)
	case h.Score < g.req.MinScore && !slices.Contains(g.req.Order, place):
		g.leaveOut(h, core.CauseScore, fmt.Sprintf("below the score floor of %.2f", g.req.MinScore))
	case h.Part != "" && g.mention && !slices.Contains(g.req.Order, place):
		g.leaveOut(h, core.CauseMention, h.Part+": one source that only mentions is enough")
	default:
		h.Locator.Name = nameFrom(g.req.Root, h)
		g.byPlace[place] = &candidate{hit: h}
		g.all = append(g.all, g.byPlace[place])
		g.mention = g.mention || h.Part != ""
	}
}

// nameFrom returns what a context calls a document: the path from root if it
// lies below, else the name that the hit gives.
func nameFrom(root string, h core.Hit) string {
	if root == "" {
		return h.Locator.Name
	}
	path, err := filepath.Rel(root, h.Document.Path)
	if err != nil || path == ".." || strings.HasPrefix(path, ".."+string(filepath.Separator)) {
		return h.Locator.Name
	}
	return filepath.ToSlash(path)
}

// leaveOut lists a place as left out, once.
func (g *gathering) leaveOut(h core.Hit, cause core.Cause, reason string) {
	if place := h.Place(); !g.reported[place] {
		g.reported[place] = true
		g.out = append(g.out, core.LeftOut{Locator: h.Locator, Place: place, Cause: cause, Reason: reason, Hits: 1})
	}
}

// holds reports whether a passage is known already, as quoted or not.
func (c *candidate) holds(ordinal int) bool {
	same := func(h core.Hit) bool { return h.Passage.Ordinal == ordinal }
	return same(c.hit) || slices.ContainsFunc(c.others, same) || slices.ContainsFunc(c.weaker, same)
}
