package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

const (
	mutationList = "testdata/mutations.txt"
	leastKilled  = .8              // share of the mutations that a test must notice
	mutationTime = 4 * time.Minute // for the tests of one room; a mutation may make them wait for ever
)

// A mutation is one small change of a room's source that a test of the same package should notice.
type mutation struct {
	line     int    // of the list, 1-based, for messages
	room     string // folder of the package, slash-separated, relative to the repository
	old, new string // old stands exactly once in the sources of the room
}

// parseMutations reads a list: a line with the folder of a room, then pairs of lines that begin with "- " and "+ " and
// hold the text before and the text after, without the white space around it. Lines that begin with # are comments.
func parseMutations(list string) ([]mutation, error) {
	var out []mutation
	room, old := "", ""
	number := 0
	for line := range strings.Lines(list) {
		number++
		line = strings.TrimSpace(line)
		before, isOld := strings.CutPrefix(line, "- ")
		after, isNew := strings.CutPrefix(line, "+ ")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case old != "" && !isNew:
			return nil, fmt.Errorf("%s:%d: %q is followed by no line that begins with +", mutationList, number, old)
		case isOld && room != "":
			old = before
		case isNew && old != "" && after != old:
			out = append(out, mutation{number, room, old, after})
			old = ""
		case roomLine.MatchString(line):
			room = line
		default:
			return nil, fmt.Errorf("%s:%d: %q is neither the folder of a room nor a change in one", mutationList, number, line)
		}
	}
	if old != "" {
		return nil, fmt.Errorf("%s:%d: %q is followed by no line that begins with +", mutationList, number, old)
	}
	return out, nil
}

var roomLine = regexp.MustCompile(`^[a-z0-9]+(/[a-z0-9]+)*$`)

// apply returns the path of the mutated file and its source.
func (m mutation) apply(root string) (file string, source []byte, err error) {
	files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(m.room), "*.go"))
	if err != nil {
		return "", nil, fmt.Errorf("%s:%d: %w", mutationList, m.line, err)
	}
	found := 0
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return "", nil, fmt.Errorf("%s:%d: %w", mutationList, m.line, err)
		}
		if n := bytes.Count(text, []byte(m.old)); n > 0 {
			found += n
			file, source = path, bytes.Replace(text, []byte(m.old), []byte(m.new), 1)
		}
	}
	if found != 1 {
		return "", nil, fmt.Errorf("%s:%d: %q stands %d times in %s, want once", mutationList, m.line, m.old, found, m.room)
	}
	return file, source, nil
}

// mutateCommand tries the mutations of the list, or n of them if n is not 0, in the given room or in all. It fails if
// an entry does not apply or does not compile, or if too few are noticed.
func mutateCommand(ctx context.Context, m *machine, n int, room string) error {
	root, err := m.moduleRoot(ctx)
	if err != nil {
		return err
	}
	list, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(mutationList)))
	if err != nil {
		return fmt.Errorf("read the mutations: %w", err)
	}
	all, err := parseMutations(string(list))
	if err != nil {
		return err
	}
	if room != "" {
		all = slices.DeleteFunc(all, func(x mutation) bool { return x.room != path.Clean(room) })
	}
	if all = spread(all, n); len(all) == 0 {
		return fmt.Errorf("%s holds no change of %q", mutationList, room)
	}
	dir, err := os.MkdirTemp("", "ibid-mutations-")
	if err != nil {
		return fmt.Errorf("try mutations: %w", err)
	}
	defer os.RemoveAll(dir)
	t := &mutator{m: m, root: root, dir: dir}
	return t.tryAll(ctx, all)
}

// spread picks n of list at even distances; all if n is 0 or larger than the list.
func spread(list []mutation, n int) []mutation {
	if n == 0 || n >= len(list) {
		return list
	}
	var out []mutation
	for i := range n {
		out = append(out, list[i*len(list)/n])
	}
	return out
}

// A mutator runs the tests of rooms with one changed file each.
type mutator struct {
	m         *machine
	root, dir string // of the repository; of what is made
}

// A verdict is what the tests of a room said of a mutation.
type verdict string

const (
	killed   verdict = "killed"
	timedOut verdict = "timed out" // counts as killed: the tests did not pass
	survived verdict = "SURVIVED"
)

// tryAll tries every mutation and prints a row for each and the share that was killed.
func (t *mutator) tryAll(ctx context.Context, all []mutation) error {
	sound := make(map[string]bool) // rooms whose tests pass as they stand
	count := make(map[string]map[verdict]int)
	noticed := 0
	for _, x := range all {
		room := x.room
		if !sound[room] {
			v, err := t.try(ctx, room, nil)
			if err != nil {
				return err
			}
			if v != survived {
				return fmt.Errorf("try mutations: the tests of %s do not pass without any", room)
			}
			sound[room], count[room] = true, make(map[verdict]int)
		}
		start := time.Now()
		v, err := t.try(ctx, room, &x)
		if err != nil {
			return err
		}
		count[room][v]++
		if v != survived {
			noticed++
		}
		fmt.Fprintf(t.m.stdout, "%-9s %5.1f s  %s: %s → %s\n", v, time.Since(start).Seconds(), x.room, x.old, x.new)
	}
	if err := t.table(all, count); err != nil {
		return err
	}
	share := float64(noticed) / float64(len(all))
	fmt.Fprintf(t.m.stdout, "killed %d of %d, %.0f %%\n", noticed, len(all), 100*share)
	if share < leastKilled {
		return fmt.Errorf("tests notice %.0f %% of the mutations, fewer than %.0f %%", 100*share, 100*leastKilled)
	}
	return nil
}

// table prints a row for each room, in the order of the list.
func (t *mutator) table(all []mutation, count map[string]map[verdict]int) error {
	tabs := tabwriter.NewWriter(t.m.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tabs, "killed\ttimed out\tsurvived\t  room")
	done := make(map[string]bool)
	for _, x := range all {
		room := x.room
		if !done[room] {
			done[room] = true
			c := count[room]
			fmt.Fprintf(tabs, "%d\t%d\t%d\t  %s\n", c[killed], c[timedOut], c[survived], room)
		}
	}
	return tabs.Flush()
}

// try builds the tests of a room with a mutation, or without one, and runs them. An entry that does not apply or does
// not compile is an error: it would count as noticed by any test.
func (t *mutator) try(ctx context.Context, room string, x *mutation) (verdict, error) {
	program := filepath.Join(t.dir, "room.test")
	build := []string{"go", "test", "-c", "-vet=off", "-tags", buildTag, "-o", program}
	if x != nil {
		overlay, err := t.overlay(*x)
		if err != nil {
			return "", err
		}
		build = append(build, "-overlay", overlay)
	}
	if out, err := t.quiet(ctx, t.root, append(build, "./"+room)...); err != nil {
		if x == nil {
			return "", fmt.Errorf("build the tests of %s: %w\n%s", room, err, out)
		}
		return "", fmt.Errorf("%s:%d: the change does not compile: %w\n%s", mutationList, x.line, err, out)
	}
	limited, stop := context.WithTimeout(ctx, mutationTime)
	defer stop()
	_, err := t.quiet(limited, filepath.Join(t.root, filepath.FromSlash(room)), program, "-test.short", "-test.failfast")
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err == nil:
		return survived, nil
	case errors.Is(limited.Err(), context.DeadlineExceeded):
		return timedOut, nil
	}
	return killed, nil
}

// overlay writes the mutated file and the JSON that puts it in the place of the one in the tree.
func (t *mutator) overlay(x mutation) (string, error) {
	original, source, err := x.apply(t.root)
	if err != nil {
		return "", err
	}
	mutated, overlay := filepath.Join(t.dir, "mutated.go"), filepath.Join(t.dir, "overlay.json")
	data, err := json.Marshal(map[string]map[string]string{"Replace": {original: mutated}})
	if err != nil {
		return "", fmt.Errorf("try mutations: %w", err)
	}
	if err := errors.Join(os.WriteFile(mutated, source, 0o600), os.WriteFile(overlay, data, 0o600)); err != nil {
		return "", fmt.Errorf("try mutations: %w", err)
	}
	return overlay, nil
}

// quiet runs a program and returns what it wrote.
func (t *mutator) quiet(ctx context.Context, dir string, argv ...string) (string, error) {
	var out bytes.Buffer
	err := t.m.execute(ctx, command{argv: argv, dir: dir, stdout: &out, stderr: &out})
	return out.String(), err
}
