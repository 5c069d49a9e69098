package ingest

import (
	"testing"
	"time"

	"ibid/core"
)

// Of four files of one size the words of one took a second; the structure is
// taken for four times as long.
func TestTimeLeftIsSharedByReaders(t *testing.T) {
	for readers, want := range map[int]time.Duration{1: 19 * time.Second, 2: 19 * time.Second / 2, 4: 19 * time.Second / 4} {
		q := newQueue(readers)
		q.push([]core.Document{{ID: 1}, {ID: 2}, {ID: 3}, {ID: 4}})
		if left := q.progress().Left; left != 0 {
			t.Errorf("%d readers: %v left before anything is known", readers, left)
		}
		q.spend(partWords, 1, time.Second)
		if left := q.progress().Left; left != want {
			t.Errorf("%d readers: %v left, want %v", readers, left, want)
		}
	}
}
