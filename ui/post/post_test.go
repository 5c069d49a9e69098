package post_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ibid/ui/post"
	"ibid/ui/post/posttest"
)

func TestLatestAppliesOnlyTheLastResult(t *testing.T) {
	q := posttest.New()
	l := post.NewLatest(post.NewBridge(q))
	var applied []string
	started, cancelled := make(chan struct{}), make(chan struct{})
	l.Start(func(ctx context.Context) func() {
		close(started)
		<-ctx.Done() // the next Start ends this one
		close(cancelled)
		return func() { applied = append(applied, "old") }
	})
	if !l.Busy() {
		t.Error("not busy while work runs")
	}
	<-started
	l.Start(func(context.Context) func() { return func() { applied = append(applied, "new") } })
	q.Until(t, "the new result", func() bool { return len(applied) > 0 })
	<-cancelled
	q.For(50 * time.Millisecond)
	if len(applied) != 1 || applied[0] != "new" {
		t.Errorf("applied %q, want only the new result", applied)
	}
	if l.Busy() {
		t.Error("busy after the result")
	}
}

func TestLatestDropsAResultThatWasQueuedBeforeTheNextStart(t *testing.T) {
	q := posttest.New()
	l := post.NewLatest(post.NewBridge(q))
	var applied []string
	l.Start(func(context.Context) func() { return func() { applied = append(applied, "old") } })
	for len(q) == 0 {
		time.Sleep(time.Millisecond) // the old result waits in the queue
	}
	l.Start(func(context.Context) func() { return func() { applied = append(applied, "new") } })
	q.Until(t, "the new result", func() bool { return len(applied) > 0 })
	if applied[0] != "new" {
		t.Errorf("applied %q", applied)
	}
}

func TestStopDropsQueuedPostsAndThenRunsTheLast(t *testing.T) {
	q := posttest.New()
	b := post.NewBridge(q)
	var ended atomic.Bool
	b.Go(func(ctx context.Context) {
		<-ctx.Done()
		time.Sleep(20 * time.Millisecond)
		ended.Store(true)
		b.Post(func() { t.Error("a post after Stop was run") })
	})
	b.Post(func() { t.Error("a post that was queued before Stop was run") })
	last := false
	b.Stop(time.Second, func() {
		last = true
		if !ended.Load() {
			t.Error("the last function ran before the work had ended")
		}
	})
	b.Stop(time.Second, func() { t.Error("the second Stop counted") })
	b.Go(func(context.Context) { t.Error("work was started after Stop") })
	q.Until(t, "the last function", func() bool { return last })
	q.For(50 * time.Millisecond)
}

func TestStopLosesPatience(t *testing.T) {
	q := posttest.New()
	b := post.NewBridge(q)
	hang := make(chan struct{})
	defer close(hang)
	b.Go(func(context.Context) { <-hang })
	last := false
	b.Stop(10*time.Millisecond, func() { last = true })
	q.Until(t, "the last function", func() bool { return last })
	if b.Wait(10 * time.Millisecond) {
		t.Error("Wait says that work ended that has not")
	}
}

func TestSignalDeliversAtMostOncePerIntervalAndTheLastValueWins(t *testing.T) {
	q := posttest.New()
	var got []int
	var at []time.Time
	s := post.NewSignal(post.NewBridge(q), 0, nil, func(v int) { got, at = append(got, v), append(at, time.Now()) })
	var senders sync.WaitGroup
	senders.Go(func() {
		for i := range 100 {
			s.Send(i)
			time.Sleep(3 * time.Millisecond)
		}
		s.Send(1000)
	})
	q.Until(t, "the last value", func() bool { return len(got) > 0 && got[len(got)-1] == 1000 })
	senders.Wait()
	for i := 1; i < len(at); i++ {
		if d := at[i].Sub(at[i-1]); d < post.Interval-5*time.Millisecond {
			t.Errorf("delivery %d came %v after the one before", i, d)
		}
		if got[i] < got[i-1] {
			t.Errorf("values out of order: %v", got)
		}
	}
}

func TestSignalMergesValuesThatMeet(t *testing.T) {
	q := posttest.New()
	var got []int
	s := post.NewSignal(post.NewBridge(q), 0, func(a, b int) int { return a + b }, func(v int) { got = append(got, v) })
	for range 10 {
		s.Send(1)
	}
	sum := 0
	q.Until(t, "all ten", func() bool {
		sum = 0
		for _, v := range got {
			sum += v
		}
		return sum == 10
	})
	if len(got) > 2 {
		t.Errorf("%d deliveries of ten values sent at once", len(got))
	}
}

func TestHeartbeatSeesABlockedGoroutine(t *testing.T) {
	q := posttest.New()
	b := post.NewBridge(q)
	h := post.StartHeartbeat(b)
	q.Until(t, "three beats", func() bool { return h.Beats() >= 3 })
	h.Reset()
	q.Post(func() { time.Sleep(150 * time.Millisecond) })
	before := h.Beats()
	q.Until(t, "two more beats", func() bool { return h.Beats() >= before+2 })
	if h.Worst() < 80*time.Millisecond {
		t.Errorf("worst %v although the goroutine was blocked for 150 ms", h.Worst())
	}
	b.Stop(time.Second, func() {})
	q.For(20 * time.Millisecond)
	end := h.Beats()
	q.For(120 * time.Millisecond)
	if h.Beats() != end {
		t.Error("the heart beats after Stop")
	}
}

func TestDelayRunsTheLastFunctionOnlyAndOnce(t *testing.T) {
	q := posttest.New()
	d := post.NewDelay(post.NewBridge(q))
	var ran []string
	d.Start(time.Millisecond, func() { ran = append(ran, "replaced") })
	d.Start(time.Millisecond, func() { ran = append(ran, "last") })
	if !d.Waiting() {
		t.Error("nothing waits although a function was started")
	}
	q.Until(t, "the function", func() bool { return !d.Waiting() })
	d.Start(0, func() { ran = append(ran, "cancelled") })
	for len(q) == 0 {
		time.Sleep(time.Millisecond) // it waits in the queue
	}
	d.Cancel()
	q.For(30 * time.Millisecond)
	if d.Waiting() || len(ran) != 1 || ran[0] != "last" {
		t.Errorf("ran %q, waiting %v; want the last function alone", ran, d.Waiting())
	}
}
