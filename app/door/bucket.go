package door

import (
	"sync"
	"time"
)

// bucket bounds how often something may happen: so often at once, and then at a
// rate (a token bucket). Safe for concurrent use.
type bucket struct {
	rate, most float64 // a second, and at once

	mu   sync.Mutex
	left float64
	last time.Time
}

func newBucket(rate, most float64) *bucket {
	return &bucket{rate: rate, most: most, left: most, last: time.Now()}
}

// take reports whether it may happen once more now.
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
