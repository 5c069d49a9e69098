package search

import (
	"context"
	"fmt"
	"time"

	"ibid/core"
)

// firstWave is when the first wave is looked for, if the whole answer is not there
// by then. What takes few milliseconds then stands on the screen within 100 ms.
const firstWave = 40 * time.Millisecond

// Wave is an answer or the first part of one.
type Wave struct {
	Hits []core.Hit // best first, as Grouped returns them
	Gone []string   // why hits of the first wave are not among them, one sentence each
}

// Waves is Grouped for somebody who waits. If the answer takes longer than a moment,
// each receives what the words of the question alone find, without the graph and the
// history of source code and without a look at the files. A hit that then stands
// lower than there has a reason that says why. The hits and their order are those of
// Grouped. If each is nil there is no first wave.
func (s *Searcher) Waves(ctx context.Context, q core.Query, limit int, each func(Wave)) (Wave, error) {
	if each == nil {
		hits, err := s.Grouped(ctx, q, limit)
		return Wave{Hits: hits}, err
	}
	var whole []core.Hit
	var failed error
	done := make(chan struct{})
	soon, stop := context.WithCancel(ctx) // ends when nobody needs a first wave any more
	go func() {
		defer close(done)
		defer stop()
		whole, failed = s.Grouped(ctx, q, limit)
	}()
	moment := time.NewTimer(firstWave)
	defer moment.Stop()
	select {
	case <-done:
		return Wave{Hits: whole}, failed
	case <-moment.C:
	}
	first, err := s.byWords().Grouped(soon, q, limit)
	if shown := err == nil && soon.Err() == nil && len(first) > 0; shown {
		each(Wave{Hits: first})
	} else {
		first = nil
	}
	<-done
	return settle(first, whole), failed
}

// byWords returns the searcher without the parts that can be slow: those that follow
// source code, and those that look at files.
func (s *Searcher) byWords() *Searcher {
	quick := *s
	quick.Graph, quick.Changes, quick.Files = nil, nil, nil
	return &quick
}

// settle gives each hit that stands lower than in the first wave a reason which says
// what came before it, and says why others are gone.
func settle(first, whole []core.Hit) Wave {
	stood, stands := make(map[core.Place]int), make(map[core.Place]int)
	for i, h := range first {
		stood[h.Place()] = i
	}
	out := Wave{Hits: whole}
	for i := range whole {
		h := &whole[i]
		stands[h.Place()] = i
		before, known := stood[h.Place()]
		if !known || before >= i {
			continue
		}
		for j := range whole[:i] {
			if at, known := stood[whole[j].Place()]; !known || at > before {
				h.Reasons = append(h.Reasons, core.Reason{Retriever: "moved", Rank: before + 1, Detail: fmt.Sprintf("stood at %d by its words alone; before it came %s", before+1, overtaking(whole[j], known))})
				break
			}
		}
	}
	for i, h := range first {
		if _, known := stands[h.Place()]; !known {
			out.Gone = append(out.Gone, fmt.Sprintf("%s, at %d by its words alone, is not among the best any more: its file changed, or others came before it", h.Locator, i+1))
		}
	}
	return out
}

// overtaking names a hit that came before another one, with what speaks for it
// beside its words.
func overtaking(h core.Hit, known bool) string {
	for _, r := range h.Reasons {
		switch Part(r.Retriever) {
		case PartNames, PartImports, PartHistory:
			return fmt.Sprintf("%s: %s", h.Locator, r.Detail)
		}
	}
	if !known {
		return fmt.Sprintf("%s, whose file was looked at again", h.Locator)
	}
	return h.Locator.String()
}
