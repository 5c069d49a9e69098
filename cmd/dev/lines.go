package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
)

// A lineCount is how many lines of Go some files hold, blank lines and comments too.
type lineCount struct{ source, tests int }

func (c lineCount) plus(d lineCount) lineCount {
	return lineCount{c.source + d.source, c.tests + d.tests}
}

// ratio is the lines of tests for each line of source, "-" where there is no source.
func (c lineCount) ratio() string {
	if c.source == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", float64(c.tests)/float64(c.source))
}

// linesCommand prints how many lines of source and of tests each room holds.
func linesCommand(ctx context.Context, m *machine) error {
	root, err := m.moduleRoot(ctx)
	if err != nil {
		return err
	}
	rooms, err := countLines(root)
	if err != nil {
		return err
	}
	return writeLines(m.stdout, rooms)
}

// countLines counts the lines of the Go files below root, by room.
func countLines(root string) (map[string]lineCount, error) {
	files, err := goFiles(root)
	if err != nil {
		return nil, err
	}
	out := make(map[string]lineCount)
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			return nil, fmt.Errorf("count lines: %w", err)
		}
		c := lineCount{source: bytes.Count(text, []byte("\n"))}
		if strings.HasSuffix(file, "_test.go") {
			c = lineCount{tests: c.source}
		}
		name := roomName(path.Dir(file))
		out[name] = out[name].plus(c)
	}
	return out, nil
}

// roomName is the part of a folder's path that names its room: the first two elements.
func roomName(dir string) string {
	parts := strings.SplitN(dir, "/", 3)
	return strings.Join(parts[:min(2, len(parts))], "/")
}

// writeLines writes a table with a row a room and the sum below.
func writeLines(w io.Writer, rooms map[string]lineCount) error {
	tabs := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(name string, c lineCount) {
		fmt.Fprintf(tabs, "%d\t%d\t%s\t  %s\n", c.source, c.tests, c.ratio(), name)
	}
	fmt.Fprintln(tabs, "source\ttests\tratio\t  room")
	var all lineCount
	for _, name := range slices.Sorted(maps.Keys(rooms)) {
		row(name, rooms[name])
		all = all.plus(rooms[name])
	}
	row("all", all)
	return tabs.Flush()
}
