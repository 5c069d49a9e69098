package ask

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"ibid/core"
)

// Scans knows the pages that wait for OCR.
type Scans interface {
	// OpenScans lists the contents with pages that OCR has not finished.
	OpenScans(ctx context.Context) ([]core.OpenScan, error)
	// NoOCR returns why pages cannot be read and what to do about it; empty if they
	// can.
	NoOCR(ctx context.Context) string
	// Hush has OCR wait a little, because a person searches.
	Hush()
	// Want has the pages of contents read before others.
	Want(places ...core.Place)
}

// mostWanted is how many hits have their documents read by OCR before others.
const mostWanted = 10

// unread adds to what was read into a question that documents have pages without
// words, on which the answer may lie: documents that are found, named or searched
// alone, and any if nothing is found. What was named or found is read by OCR first.
func (a *Asker) unread(ctx context.Context, q core.Query, found []core.Place) ([]core.Interpretation, error) {
	meant := slices.Clone(found[:min(len(found), mostWanted)])
	for hash := range q.Likely {
		meant = append(meant, core.Place{Hash: hash})
	}
	for _, hash := range q.Documents {
		meant = append(meant, core.Place{Hash: hash})
	}
	a.p.Scans.Want(meant...)
	open, err := a.p.Scans.OpenScans(ctx)
	if err != nil {
		return nil, fmt.Errorf("look for pages without words: %w", err)
	}
	open = slices.DeleteFunc(open, func(o core.OpenScan) bool {
		return o.Pages == 0 || len(meant) > 0 && !slices.ContainsFunc(meant, func(p core.Place) bool { return p.Hash == o.Hash })
	})
	if len(open) == 0 {
		return q.Read, nil
	}
	slices.SortStableFunc(open, func(x, y core.OpenScan) int { return cmp.Compare(y.Pages, x.Pages) })
	docs, err := a.p.Library.DocumentsByHash(ctx, open[0].Hash)
	if err != nil || len(docs) == 0 {
		return q.Read, err
	}
	pages := 0
	for _, o := range open {
		pages += o.Pages
	}
	said := fmt.Sprintf("%d pages of %s have no words", pages, docs[0].Name)
	switch n := len(open) - 1; {
	case pages == 1:
		said = fmt.Sprintf("1 page of %s has no words", docs[0].Name)
	case n == 1:
		said = fmt.Sprintf("%d pages of %s and another document have no words", pages, docs[0].Name)
	case n > 1:
		said = fmt.Sprintf("%d pages of %s and %d other documents have no words", pages, docs[0].Name, n)
	}
	return append(slices.Clone(q.Read), core.Interpretation{
		Key: "unread", Kind: core.ReadUnread, Text: said, Why: cmp.Or(a.p.Scans.NoOCR(ctx), "OCR is still to read them; the answer may stand there"),
	}), nil
}

// placesOf returns where hits stand.
func placesOf(hits []core.Hit) []core.Place {
	out := make([]core.Place, len(hits))
	for i, h := range hits {
		out[i] = core.Place{Hash: h.Document.Hash, Page: h.Passage.Page}
	}
	return out
}

// sourcesOf returns where the sources of a context stand.
func sourcesOf(c core.Context) []core.Place {
	out := make([]core.Place, len(c.Sources))
	for i, s := range c.Sources {
		out[i] = s.Place
	}
	return out
}
