package index

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"ibid/core"
)

func TestOpenSetsAsideWhatIsNotItsOwn(t *testing.T) { // C2
	store := func(dir string) []string {
		files, err := filepath.Glob(filepath.Join(dir, "store", "*.zap"))
		if err != nil || len(files) == 0 {
			panic(fmt.Sprint("no segments: ", err))
		}
		return files
	}
	check := func(err error) {
		if err != nil {
			panic(err)
		}
	}
	tests := []struct {
		name  string
		harm  func(dir string)
		epoch string
		why   string // part of Rebuilt
	}{
		{"whole", func(string) {}, epoch, ""},
		{"gone", func(dir string) { check(os.RemoveAll(dir)) }, epoch, ""},
		{"other epoch", func(string) {}, "epoch-2", `epoch "epoch-1"`},
		{"empty folder", func(dir string) { check(os.RemoveAll(dir)); check(os.Mkdir(dir, 0o700)) }, epoch, "open index"},
		{"a file", func(dir string) { check(os.RemoveAll(dir)); check(os.WriteFile(dir, nil, 0o600)) }, epoch, "open index"},
		{"no store", func(dir string) { check(os.RemoveAll(filepath.Join(dir, "store"))) }, epoch, "open index"},
		{"garbage for a catalogue", func(dir string) {
			check(os.WriteFile(filepath.Join(dir, "store", "root.bolt"), []byte(strings.Repeat("x", 9000)), 0o600))
		}, epoch, "open index"},
		{"segments gone", func(dir string) {
			for _, f := range store(dir) {
				check(os.Remove(f))
			}
		}, epoch, "index"},
		{"segments cut short", func(dir string) {
			for _, f := range store(dir) {
				check(os.Truncate(f, 10))
			}
		}, epoch, "index"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "index")
			x, err := Open(dir, epoch)
			if err != nil {
				t.Fatal(err)
			}
			put(t, x, 7, nil, file("a", 3, "yield"))
			if err := x.Close(); err != nil {
				t.Fatal(err)
			}
			tt.harm(dir)
			x, err = Open(dir, tt.epoch)
			if err != nil {
				t.Fatal(err)
			}
			defer x.Close()
			e, g, err := x.Generation()
			if e != tt.epoch || g == 7 != (tt.name == "whole") || err != nil {
				t.Errorf("epoch %q, generation %d, %v", e, g, err)
			}
			why := x.Rebuilt()
			// bleve may still have the snapshot from before the passages: then
			// the index is an older one, and its generation says so.
			older := strings.HasPrefix(tt.name, "segments") && why == ""
			if !older && ((why == "") != (tt.why == "") || !strings.Contains(why, tt.why)) {
				t.Errorf("rebuilt because of %q, want %q", why, tt.why)
			}
			if _, err := os.Lstat(dir + ".aside"); (err == nil) != (why != "") {
				t.Errorf("set aside: %v", err)
			}
			put(t, x, 8, nil, file("b", 2, "curve"))
			if got := ask(t, x, "curve"); len(got) != 2 {
				t.Errorf("the new index finds %v", got)
			}
		})
	}
}

func TestOpenSetsAsideAnotherVersion(t *testing.T) {
	dir := t.TempDir()
	x := open(t, dir)
	old := state{Version: version + 1, Epoch: epoch, Generation: 3}
	if err := x.bleve.SetInternal(stateKey, old.encode()); err != nil {
		t.Fatal(err)
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	x = open(t, dir)
	if !strings.Contains(x.Rebuilt(), "version") {
		t.Errorf("rebuilt because of %q", x.Rebuilt())
	}
	checkGeneration(t, x, 0, 0)
}

func TestOpenLeavesAnIndexInUseAlone(t *testing.T) {
	dir := t.TempDir()
	x := open(t, dir)
	put(t, x, 1, nil, file("a", 1, "yield"))
	if _, err := Open(x.dir, epoch); !errors.Is(err, core.ErrInUse) {
		t.Errorf("opened twice: %v, want ErrInUse", err)
	}
	put(t, x, 2, nil, file("b", 1, "yield")) // goes on as if nothing had been
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}

	other, err := bbolt.Open(filepath.Join(x.dir, "store", "root.bolt"), 0o600, nil) // as another program has it
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if _, err := Open(x.dir, epoch); !errors.Is(err, core.ErrInUse) {
		t.Errorf("opened while another has it: %v, want ErrInUse", err)
	}
	if d := time.Since(start); d > 10*lockWait {
		t.Errorf("that took %v", d)
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}

	x = open(t, dir)
	checkGeneration(t, x, 2, 2)
	if x.Rebuilt() != "" {
		t.Errorf("rebuilt because of %q", x.Rebuilt())
	}
}

const killedEnv = "IBID_INDEX_KILLED"

// killedFile is the one file that putUntilKilled puts again and again, in
// generation g with killedPassages(g) passages that all say so.
func killedFile(g uint64) []core.IndexedPassage {
	return file("killed", killedPassages(g), fmt.Sprintf("cut%d of some words", g))
}

func killedPassages(g uint64) int { return 30 + int(g*37%90) }

// putUntilKilled writes one generation after the other and says so; it is the
// other process of TestKilledPut.
func putUntilKilled(dir string) {
	x, err := Open(dir, epoch)
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	if size, err := strconv.Atoi(os.Getenv(killedEnv + "_BATCH")); err == nil {
		x.batch.passages = size
	}
	_, g, _ := x.Generation()
	for {
		g++
		fmt.Println("begin", g)
		if err := x.Put(context.Background(), g, nil, killedFile(g)); err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		fmt.Println("done", g)
	}
}

func TestKilledPutLeavesTheOldOrTheNewGeneration(t *testing.T) {
	for name, batch := range map[string]int{"one batch": 1000, "several batches": 11} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "index")
			for i := range 12 {
				begun, done := killPut(t, dir, batch, time.Duration(3+i*7)*time.Millisecond)
				checkKilled(t, dir, batch, begun, done)
			}
		})
	}
}

// killPut starts putUntilKilled, kills it some time after its first whole
// generation, and returns the last generations it began and finished.
func killPut(t *testing.T, dir string, batch int, after time.Duration) (begun, done uint64) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), killedEnv+"="+dir, killedEnv+"_BATCH="+strconv.Itoa(batch))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		step, number, _ := strings.Cut(lines.Text(), " ")
		g, err := strconv.ParseUint(number, 10, 64)
		if err != nil {
			t.Error(lines.Text())
			break
		}
		switch {
		case step == "begin":
			begun = g
		case done == 0:
			done = g
			time.AfterFunc(after, func() { cmd.Process.Kill() })
		default:
			done = g
		}
	}
	cmd.Process.Kill()
	if err := cmd.Wait(); err == nil {
		t.Error("the process ended by itself")
	}
	return begun, done
}

// checkKilled opens the index that a killed process left.
func checkKilled(t *testing.T, dir string, batch int, begun, done uint64) {
	t.Helper()
	x, err := Open(dir, epoch)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	if x.Rebuilt() != "" {
		t.Fatalf("rebuilt: %s", x.Rebuilt())
	}
	_, g, err := x.Generation()
	if err != nil || g < done || g > begun {
		t.Fatalf("generation %d, %v; the other process finished %d and began %d", g, err, done, begun)
	}
	whole := batch >= killedPassages(g+1)
	if whole || g == begun {
		n, err := x.Count()
		if got := len(ask(t, x, fmt.Sprintf("cut%d", g))); err != nil || got != killedPassages(g) || n != uint64(got) {
			t.Fatalf("generation %d has %d of its %d passages among %d, %v", g, got, killedPassages(g), n, err)
		}
	}
	// Putting again clears whatever was begun.
	put(t, x, g+1, nil, killedFile(g+1))
	checkGeneration(t, x, g+1, uint64(killedPassages(g+1)))
}
