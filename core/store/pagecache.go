package store

import (
	"sync"

	"ibid/core"
)

// pageCacheBytes bounds the text of the newer pages in a pageCache, in bytes; the
// older ones have at most as much again.
const pageCacheBytes = 8 << 20

// pageKey names a page of a content.
type pageKey struct {
	hash core.Hash
	page int
}

// pageCache keeps recently read pages: searching, viewing a hit and building a
// context read the same pages again, and the page of a kind without pages is the
// whole document. Safe for concurrent use.
type pageCache struct {
	mu      sync.Mutex
	changes uint64 // of the store when the pages were read
	young   map[pageKey]core.Page
	old     map[pageKey]core.Page // goes as soon as young is full
	bytes   int                   // of text in young
}

// find returns a page that was read since the store's last change.
func (r *pageCache) find(k pageKey, changes uint64) (core.Page, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.changes != changes {
		return core.Page{}, false
	}
	p, known := r.young[k]
	if !known {
		if p, known = r.old[k]; known {
			r.put(k, p)
		}
	}
	return p, known
}

// keep adds a page; changes is the store's number of changes when it was read.
func (r *pageCache) keep(k pageKey, changes uint64, p core.Page) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if changes < r.changes || len(p.Text) > pageCacheBytes {
		return
	}
	if changes > r.changes {
		r.changes, r.young, r.old, r.bytes = changes, nil, nil, 0
	}
	r.put(k, p)
}

// put adds a page to the newer ones. The caller holds mu.
func (r *pageCache) put(k pageKey, p core.Page) {
	if r.bytes += len(p.Text); r.young == nil || r.bytes > pageCacheBytes {
		r.young, r.old, r.bytes = make(map[pageKey]core.Page), r.young, len(p.Text)
	}
	r.young[k] = p
}
