package abbreviation

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ibid/core"
)

// Bounds of a file of synonyms.
const (
	MaxSynonymBytes = 1 << 20 // of the file
	maxForms        = 16      // right of one equals sign
	maxFormBytes    = 120     // of one form
)

// Line is a line of a file of synonyms: a form and what it stands for.
type Line struct {
	Number int // 1-based
	Short  string
	Long   []string
}

// Synonyms are the lines of a person's own file. A nil one has none.
type Synonyms struct {
	lines   []Line
	byShort map[string][]core.Sense // Page is the index of the line
	byLong  map[string][]core.Sense
}

// LineError is a line of a file of synonyms that cannot be read.
type LineError struct {
	Line int // 1-based
	Text string
	Want string // in words, what such a line is
}

// Error returns the line and what it should be.
func (e *LineError) Error() string {
	return fmt.Sprintf("line %d, %q: %s", e.Line, e.Text, e.Want)
}

const synonymGrammar = "a line is a form, an equals sign, and what it stands for, separated by commas, such as KO = knock-out, knockout"

// ParseSynonyms reads a file of synonyms, one pair a line:
//
//	KO = knock-out, knockout
//
// Empty lines, and lines that begin with #, say nothing. The first form stands for
// the others and each of them for the first. An error is a *LineError.
func ParseSynonyms(file string) (*Synonyms, error) {
	s := &Synonyms{byShort: make(map[string][]core.Sense), byLong: make(map[string][]core.Sense)}
	n := 0
	for raw := range strings.Lines(strings.TrimPrefix(file, "\ufeff")) {
		n++
		line := strings.TrimSpace(raw)
		if line == "" || line[0] == '#' {
			continue
		}
		short, rest, ok := strings.Cut(line, "=")
		l := Line{Number: n, Short: strings.Join(strings.Fields(short), " ")}
		for _, long := range strings.Split(rest, ",") {
			l.Long = append(l.Long, strings.Join(strings.Fields(long), " "))
		}
		if want := l.wrong(); !ok || want != "" {
			if !ok {
				want = synonymGrammar
			}
			return nil, &LineError{Line: n, Text: clip(line), Want: want}
		}
		s.add(l)
	}
	return s, nil
}

// wrong returns in words what is wrong with a line; empty if nothing is.
func (l Line) wrong() string {
	forms := append([]string{l.Short}, l.Long...)
	switch {
	case slices.ContainsFunc(forms, func(f string) bool { return Key(f) == "" }):
		return synonymGrammar + "; none of them is empty"
	case slices.ContainsFunc(forms, func(f string) bool { return len(f) > maxFormBytes }):
		return fmt.Sprintf("a form has at most %d bytes", maxFormBytes)
	case len(l.Long) > maxForms:
		return fmt.Sprintf("a form stands for at most %d others", maxForms)
	case slices.ContainsFunc(l.Long, func(f string) bool { return strings.Contains(f, "=") }):
		return "a line has one equals sign"
	}
	return ""
}

func clip(line string) string {
	const most = 60
	if r := []rune(line); len(r) > most {
		return string(r[:most]) + "…"
	}
	return line
}

func (s *Synonyms) add(l Line) {
	at := len(s.lines)
	s.lines = append(s.lines, l)
	short := Key(l.Short)
	for _, long := range l.Long {
		m := core.Sense{Abbreviation: core.Abbreviation{Short: l.Short, Long: long, ShortKey: short, LongKey: Key(long), Page: at}, Contents: 1}
		s.byShort[m.ShortKey] = append(s.byShort[m.ShortKey], m)
		s.byLong[m.LongKey] = append(s.byLong[m.LongKey], m)
	}
}

// Len returns the number of lines with a pair.
func (s *Synonyms) Len() int {
	if s == nil {
		return 0
	}
	return len(s.lines)
}

// Lines lists the lines that say something.
func (s *Synonyms) Lines() []Line {
	if s == nil {
		return nil
	}
	return s.lines
}

// line returns the line that a meaning comes from.
func (s *Synonyms) line(m core.Sense) *Line { return &s.lines[m.Page] }

// Senses implements Meanings.
func (s *Synonyms) Senses(_ context.Context, keys ...string) ([]core.Sense, error) {
	return s.pick(func() map[string][]core.Sense { return s.byShort }, keys), nil
}

// SensesOfLong implements Meanings.
func (s *Synonyms) SensesOfLong(_ context.Context, keys ...string) ([]core.Sense, error) {
	return s.pick(func() map[string][]core.Sense { return s.byLong }, keys), nil
}

func (s *Synonyms) pick(of func() map[string][]core.Sense, keys []string) (out []core.Sense) {
	if s == nil {
		return nil
	}
	for _, k := range keys {
		out = append(out, of()[k]...)
	}
	return out
}
