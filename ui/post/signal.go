package post

import (
	"sync"
	"time"
)

// Signal carries the values of one source to the UI goroutine at most once per
// interval. Values of the same interval are merged into one.
type Signal[T any] struct {
	bridge *Bridge
	every  time.Duration
	merge  func(old, new T) T
	apply  func(T)

	mu      sync.Mutex
	value   T
	waiting bool      // value is to be delivered and a delivery is under way
	last    time.Time // of the last post
}

// NewSignal returns a signal that passes values to apply on the UI goroutine,
// no more often than every, and never more often than Interval. A nil merge
// keeps the newer value.
func NewSignal[T any](b *Bridge, every time.Duration, merge func(old, new T) T, apply func(T)) *Signal[T] {
	if merge == nil {
		merge = func(_, v T) T { return v }
	}
	return &Signal[T]{bridge: b, every: max(every, Interval), merge: merge, apply: apply}
}

// Send takes a value from any goroutine and returns at once.
func (s *Signal[T]) Send(v T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.waiting {
		s.value = s.merge(s.value, v)
		return
	}
	s.value, s.waiting = v, true
	time.AfterFunc(max(0, s.every-time.Since(s.last)), func() { s.bridge.Post(s.deliver) })
}

func (s *Signal[T]) deliver() {
	s.mu.Lock()
	v := s.value
	var zero T
	s.value, s.waiting, s.last = zero, false, time.Now()
	s.mu.Unlock()
	s.apply(v)
}
