// Package posttest lets a test be the UI goroutine: posted functions wait in a
// queue until the test runs them, so widgets are touched by one goroutine only.
package posttest

import (
	"testing"
	"time"
)

// Queue is a post.Poster for one test.
type Queue chan func()

// New returns an empty queue.
func New() Queue { return make(Queue, 10_000) }

// Post implements post.Poster.
func (q Queue) Post(f func()) { q <- f }

// Until runs posted functions until done returns true. The test fails if it
// does not within five seconds.
func (q Queue) Until(t *testing.T, what string, done func() bool) {
	t.Helper()
	timeout := time.After(5 * time.Second)
	for !done() {
		select {
		case f := <-q:
			f()
		case <-timeout:
			t.Fatalf("%s: not within 5 s", what)
		}
	}
}

// For runs posted functions for d, to show that something does not happen.
func (q Queue) For(d time.Duration) {
	timeout := time.After(d)
	for {
		select {
		case f := <-q:
			f()
		case <-timeout:
			return
		}
	}
}
