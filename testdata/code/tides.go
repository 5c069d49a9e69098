// Package tides reads tide gauges and says when a harbour can be entered.
package tides

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"
	"time"
)

// ErrNoReading is returned where a gauge was silent.
var ErrNoReading = errors.New("no reading")

// Limits of what a gauge can say, in metres.
const (
	Lowest  = -2.5
	Highest = 9.75

	// interval is how often a gauge speaks.
	interval = 10 * time.Minute
)

// Level is a height above chart datum in metres.
type Level float64

// String prints the level with its unit.
func (l Level) String() string { return strconv.FormatFloat(float64(l), 'f', 2, 64) + " m" }

// Reading is what a gauge said at one time.
type Reading struct {
	At    time.Time
	Level Level
	// Quality is 1 for checked readings.
	Quality int
}

// Source gives readings in order of time.
type Source interface {
	// Next returns the next reading, or io.EOF.
	Next() (Reading, error)
	io.Closer
}

type (
	// Station is where a gauge stands.
	Station struct {
		Name     string
		Datum    Level
		readings []Reading
	}

	// byTime sorts readings.
	byTime []Reading
)

func (b byTime) Len() int           { return len(b) }
func (b byTime) Less(i, j int) bool { return b[i].At.Before(b[j].At) }
func (b byTime) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

// csvSource reads lines of time, level and quality.
type csvSource struct {
	lines *bufio.Scanner
	close func() error
	line  int
}

var _ Source = (*csvSource)(nil)

// NewSource reads r as lines of comma-separated values.
func NewSource(r io.ReadCloser) Source {
	return &csvSource{lines: bufio.NewScanner(r), close: r.Close}
}

// Next reads one line. Lines that begin with # are skipped.
func (s *csvSource) Next() (Reading, error) {
	for s.lines.Scan() {
		s.line++
		text := strings.TrimSpace(s.lines.Text())
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		r, err := parse(text)
		if err != nil {
			return Reading{}, fmt.Errorf("line %d: %w", s.line, err)
		}
		return r, nil
	}
	if err := s.lines.Err(); err != nil {
		return Reading{}, err
	}
	return Reading{}, io.EOF
}

func (s *csvSource) Close() error { return s.close() }

func parse(line string) (r Reading, err error) {
	fields := strings.Split(line, ",")
	if len(fields) != 3 {
		return r, fmt.Errorf("%d fields instead of 3", len(fields))
	}
	if r.At, err = time.Parse(time.RFC3339, fields[0]); err != nil {
		return r, err
	}
	level, err := strconv.ParseFloat(fields[1], 64)
	if err != nil {
		return r, err
	}
	if level < Lowest || level > Highest {
		return r, fmt.Errorf("level of %.2f m: %w", level, ErrNoReading)
	}
	r.Level = Level(level)
	r.Quality, err = strconv.Atoi(fields[2])
	return r, err
}

// Load takes in all readings of a source.
func (st *Station) Load(s Source) error {
	for {
		r, err := s.Next()
		switch {
		case errors.Is(err, io.EOF):
			sort.Sort(byTime(st.readings))
			return s.Close()
		case errors.Is(err, ErrNoReading):
			continue
		case err != nil:
			return fmt.Errorf("load %s: %w", st.Name, errors.Join(err, s.Close()))
		}
		r.Level += st.Datum
		st.readings = append(st.readings, r)
	}
}

// At returns the level at a time, between the readings around it.
func (st *Station) At(t time.Time) (Level, error) {
	i := sort.Search(len(st.readings), func(i int) bool { return !st.readings[i].At.Before(t) })
	if i == 0 || i == len(st.readings) {
		return 0, ErrNoReading
	}
	a, b := st.readings[i-1], st.readings[i]
	if b.At.Sub(a.At) > 3*interval {
		return 0, ErrNoReading
	}
	share := float64(t.Sub(a.At)) / float64(b.At.Sub(a.At))
	return interpolate(a.Level, b.Level, share), nil
}

func interpolate[T ~float64](a, b T, share float64) T {
	return a + T(share)*(b-a)
}

// Window is a time in which a ship can enter.
type Window struct{ From, To time.Time }

// Windows lists when the level is at least draught and clearance.
func (st *Station) Windows(draught, clearance Level) []Window {
	var out []Window
	var open *Window
	for _, r := range st.readings {
		deep := r.Level >= draught+clearance
		switch {
		case deep && open == nil:
			open = &Window{From: r.At, To: r.At}
		case deep:
			open.To = r.At
		case open != nil:
			out = append(out, *open)
			open = nil
		}
	}
	if open != nil {
		out = append(out, *open)
	}
	return out
}
