package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// absent reports whether a program is not installed, and adds it to the report if so.
func (r *run) absent(program string) bool {
	if _, err := exec.LookPath(program); err == nil {
		return false
	}
	if !slices.Contains(r.report.Absent, program) {
		r.report.Absent = append(r.report.Absent, program)
	}
	return true
}

// runPrograms runs other programs and keeps the best sum of their costs under name.
func (r *run) runPrograms(ctx context.Context, name string, runs [][]string) error {
	if r.absent(runs[0][0]) {
		return nil
	}
	var sum Cost
	for _, argv := range runs {
		c, err := spend(ctx, argv)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		sum.Wall, sum.CPU = sum.Wall+c.Wall, sum.CPU+c.CPU
	}
	r.keep(name, sum)
	return nil
}

// spend runs a program and returns its cost. An exit code other than 0 is no error: it could not read a file, or found
// nothing.
func spend(ctx context.Context, argv []string) (Cost, error) {
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	began := time.Now()
	err := cmd.Run()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) || ctx.Err() != nil {
		return Cost{}, errors.Join(err, ctx.Err())
	}
	return Cost{time.Since(began), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}, nil
}

// middle stores the median wall time of several runs of a program.
func (r *run) middle(ctx context.Context, name string, runs [][]string) error {
	if len(runs) == 0 || r.absent(runs[0][0]) {
		return nil
	}
	var times []time.Duration
	for _, argv := range runs {
		c, err := spend(ctx, argv)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		times = append(times, c.Wall)
	}
	slices.Sort(times)
	r.keep(name, Cost{Wall: times[len(times)/2]})
	return nil
}

// Names of the steps of other programs.
const (
	mutoolText    = "mutool draw -F text"
	mutoolDraw    = "mutool draw -r 36"
	pdftotextText = "pdftotext"
	recollIndex   = "recollindex"
	recollQuery   = "recollq"
	sqliteQuery   = "SQLite FTS5"
	rgQuery       = "rg"
)

// peers runs the other programs that do a part of the same work with the same files.
func (r *run) peers(ctx context.Context, round int) error {
	r.Say(fmt.Sprintf("round %d of %d: other programs", round+1, r.Rounds))
	pictures := filepath.Join(r.dir, "pictures")
	if err := os.MkdirAll(pictures, 0o700); err != nil {
		return err
	}
	each := func(name string, argv func(path string) []string) error {
		var runs [][]string
		for _, path := range r.pdfs {
			runs = append(runs, argv(path))
		}
		if len(runs) == 0 {
			return nil
		}
		return r.runPrograms(ctx, name, runs)
	}
	return errors.Join(
		each(mutoolText, func(path string) []string {
			return []string{"mutool", "draw", "-q", "-F", "text", "-o", os.DevNull, path}
		}),
		each(pdftotextText, func(path string) []string { return []string{"pdftotext", "-q", path, os.DevNull} }),
		each(mutoolDraw, func(path string) []string {
			return []string{"mutool", "draw", "-q", "-r", "36", "-o", filepath.Join(pictures, "%d.png"), path}
		}),
		r.recoll(ctx, round),
	)
}

// recoll indexes the folder with Recoll, from scratch each time.
func (r *run) recoll(ctx context.Context, round int) error {
	config := r.recollFolder(round)
	if err := os.MkdirAll(config, 0o700); err != nil {
		return err
	}
	settings := fmt.Sprintf("topdirs = %q\nfollowLinks = 1\nidxflushmb = 50\n", r.Folder)
	if err := os.WriteFile(filepath.Join(config, "recoll.conf"), []byte(settings), 0o600); err != nil {
		return err
	}
	return r.runPrograms(ctx, recollIndex, [][]string{{"recollindex", "-c", config}})
}

func (r *run) recollFolder(round int) string {
	return filepath.Join(r.dir, fmt.Sprintf("recoll-%d", round))
}

// askRecoll asks Recoll the questions, a process for each.
func (r *run) askRecoll(ctx context.Context, questions []string) error {
	config := r.recollFolder(r.Rounds - 1)
	var runs [][]string
	for _, q := range questions {
		runs = append(runs, []string{"recollq", "-c", config, "-o", "-n", "0-30", q})
	}
	return r.middle(ctx, recollQuery, runs)
}

// askSQLite stores texts in a table of SQLite FTS5 and runs all questions on it in one process.
func (r *run) askSQLite(ctx context.Context, texts, questions []string) error {
	if r.absent("sqlite3") {
		return nil
	}
	db := filepath.Join(r.dir, "fts.db")
	quote := func(s string) string {
		return "'" + strings.ReplaceAll(strings.ReplaceAll(s, "\x00", " "), "'", "''") + "'"
	}
	var fill, ask bytes.Buffer
	fill.WriteString("CREATE VIRTUAL TABLE t USING fts5(text, tokenize='porter unicode61');\nBEGIN;\n")
	for _, t := range texts {
		fmt.Fprintf(&fill, "INSERT INTO t VALUES(%s);\n", quote(t))
	}
	fill.WriteString("COMMIT;\n")
	for _, q := range questions {
		fmt.Fprintf(&ask, "SELECT count(*) FROM (SELECT rowid FROM t WHERE t MATCH %s ORDER BY rank LIMIT 30);\n", quote(`"`+strings.ReplaceAll(q, " ", `" OR "`)+`"`))
	}
	for _, script := range []*bytes.Buffer{&fill, &ask} {
		cmd := exec.CommandContext(ctx, "sqlite3", db)
		cmd.Stdin = script
		began := time.Now()
		if out, err := cmd.CombinedOutput(); err != nil {
			r.report.Notes = append(r.report.Notes, fmt.Sprintf("SQLite FTS5 was not measured: %v: %.120s", err, out))
			return ctx.Err()
		}
		if script == &ask {
			r.keep(sqliteQuery, Cost{Wall: time.Since(began) / time.Duration(len(questions))})
		}
	}
	return nil
}

// askRg searches a folder of texts for the longest word of each question.
func (r *run) askRg(ctx context.Context, folder string, questions []string) error {
	var runs [][]string
	for _, q := range questions[:min(10, len(questions))] {
		longest := slices.MaxFunc(strings.Fields(q), func(a, b string) int { return len(a) - len(b) })
		runs = append(runs, []string{"rg", "-i", "-w", "-F", "--count-matches", longest, folder})
	}
	return r.middle(ctx, rgQuery, runs)
}
