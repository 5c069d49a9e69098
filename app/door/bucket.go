package door

import (
	"sync"
	"time"
)

// bucket is a token bucket: it allows a burst of events at once, and after that
// a constant rate. Safe for concurrent use.
type bucket struct {
	rate, most float64 // events a second, and at once

	mu   sync.Mutex
	left float64
	last time.Time
}

func newBucket(rate, most float64) *bucket {
	return &bucket{rate: rate, most: most, left: most, last: time.Now()}
}

// take reports whether one more event is allowed now, and counts it.
func (b *bucket) take() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	b.left = min(b.most, b.left+b.rate*now.Sub(b.last).Seconds())
	b.last = now
	if b.left < 1 {
		return false
	}
	b.left--
	return true
}
