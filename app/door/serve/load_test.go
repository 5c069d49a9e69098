package serve_test

import (
	"fmt"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ibid/app/door"
)

// loadVariable is how long the load lasts, as in 60s.
const loadVariable = "IBID_LOAD"

// TestManyClientsAtOnce has 50 clients ask different things, and prints how long
// that takes.
func TestManyClientsAtOnce(t *testing.T) { // R1.5
	last, err := time.ParseDuration(os.Getenv(loadVariable))
	if err != nil {
		t.Skipf("%s says no time, such as 60s", loadVariable)
	}
	h := open(t, door.Times{})
	var (
		mu    sync.Mutex
		took  = make(map[string][]time.Duration)
		group sync.WaitGroup
	)
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc >> 10
	}
	before, end := heap(), time.Now().Add(last)
	for n := range 50 {
		group.Go(func() {
			for i := n; time.Now().Before(end); i++ {
				kind := []string{"POST /api/v1/contexts", "POST /api/v1/search", "GET /api/v1/documents", "GET /api/v1/context", "GET /api/v1/documents/{id}/pages/{page}/thumbnail"}[i%5]
				method, path, body := h.samples(kind)
				if method == http.MethodPost {
					body = fmt.Sprintf(`{"query":"buoy or tide %d"}`, i%97)
				}
				began := time.Now()
				status, _, answer, err := send(h.request(t, method, path, body))
				if err != nil || status != http.StatusOK {
					t.Errorf("%s: %d %.200s %v", kind, status, answer, err)
					return
				}
				mu.Lock()
				took[kind] = append(took[kind], time.Since(began))
				mu.Unlock()
			}
		})
	}
	group.Wait()
	for kind, all := range took {
		slices.Sort(all)
		t.Logf("%-60s %6d answers, p50 %v, p95 %v", strings.TrimSpace(kind), len(all), all[len(all)/2], all[len(all)*95/100])
	}
	t.Logf("heap %d kB before, %d kB after", before, heap())
}
