package abbreviation

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"

	"ibid/core"
	"ibid/core/text"
)

// Bounds of what is read into one question.
const (
	maxQuestionWords = 64 // that are looked up; what follows in a pasted text is not
	maxShortRun      = 3  // words of a question that one short form takes: TNF-alpha, Pol β
	maxLongRun       = 8  // words that one long form takes; looking up more costs time, and hardly any has more
	maxReadings      = 8  // of one question
	// maxSenses bounds the meanings of one short form, and the short forms of one
	// meaning. With more of them a question would ask for what most do not mean.
	maxSenses = 2
	// leastShare is how many contents define a further meaning for each that defines
	// the most frequent one. What is rarer is rather an error of Find, one pair in
	// twenty-five, or another spelling than what is meant.
	leastShare = 0.25
)

// Meanings looks up meanings of short forms by their keys, the most frequent of a
// short form first.
type Meanings interface {
	Senses(ctx context.Context, shortKeys ...string) ([]core.Sense, error)
	SensesOfLong(ctx context.Context, longKeys ...string) ([]core.Sense, error)
}

// Speller tells short forms from ordinary words.
type Speller interface {
	// Ordinary reports whether a word in lower case is used as a word like any in the
	// library, as "cat" beside CAT.
	Ordinary(ctx context.Context, word string) (bool, error)
}

// Reading is an abbreviation that a question holds.
type Reading struct {
	Key   string // names it: the same for the same short form and meaning
	Of    string // words of the question, as typed
	Sense core.Sense
	Other []string // what is searched in place of Of: the long forms, or the short one
	Own   *Line    // of the person's own file; nil for one of the library
}

// run is a stretch of words of a question.
type run struct {
	from, to int    // words, to excluded
	typed    string // as typed, with what stands between the words
	key      string
}

// question is a question as it is looked up.
type question struct {
	runs    []run
	loud    bool            // it has no lower-case letter, so that capitals mean nothing
	settled map[string]bool // keys of forms that it explains itself
}

// newQuestion divides a question into the stretches that may be short or long forms.
func newQuestion(s string) question {
	q := question{settled: make(map[string]bool)}
	for _, p := range Find(s) {
		q.settled[Key(s[p.Short.Start:p.Short.End])] = true
		q.settled[Key(s[p.Long.Start:p.Long.End])] = true
	}
	var words []core.Span
	start := -1
	for i, r := range s + " " {
		inside := r != ' ' && (isAlphanumeric(r) || unicode.IsMark(r) || r == '&' || r == '.' && start >= 0 && i+1 < len(s) && s[i+1] > ' ')
		switch {
		case inside && start < 0:
			start = i
		case !inside && start >= 0:
			words = append(words, core.Span{Start: start, End: i})
			start = -1
		}
	}
	words = words[:min(len(words), maxQuestionWords)]
	letters := func(f func(rune) bool) bool { return strings.IndexFunc(s, f) >= 0 }
	q.loud = len(words) > 1 && letters(unicode.IsUpper) && !letters(unicode.IsLower)
	link := func(w core.Span) bool { return slices.Contains(links, strings.ToLower(s[w.Start:w.End])) }
	for from := range words {
		most := maxLongRun
		if link(words[from]) { // it begins no long form
			most = 1
		}
		for to := from + 1; to <= min(from+most, len(words)); to++ {
			typed := s[words[from].Start:words[to-1].End]
			if len(typed) <= maxLong && (to == from+1 || !link(words[to-1])) {
				q.runs = append(q.runs, run{from, to, typed, Key(Singular(typed))})
			}
		}
	}
	return q
}

// keys lists the keys of the runs of at most n words.
func (q question) keys(n int) []string {
	var out []string
	for _, r := range q.runs {
		if r.to-r.from <= n && len(r.key) >= minShort {
			out = append(out, r.key)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// holds reports whether the question holds both forms beside each other.
func (q question) holds(short, long string) bool {
	for _, a := range q.runs {
		if a.key != short {
			continue
		}
		apart := func(b run) bool { return b.key == long && (b.to <= a.from || a.to <= b.from) }
		if slices.ContainsFunc(q.runs, apart) {
			return true
		}
	}
	return false
}

// Read finds the abbreviations in a question, in the order of its words. Where
// several could begin at a word the longest is taken. What the question itself
// defines, or holds both forms of, has nothing to be added. Lines of a person's own
// file, which may be nil, come before what the library says.
func Read(ctx context.Context, s string, library Meanings, own *Synonyms, speller Speller) ([]Reading, error) {
	q := newQuestion(s)
	r := reader{question: q, own: own, speller: speller}
	for _, from := range []Meanings{own, library} {
		shorts, err := from.Senses(ctx, q.keys(maxShortRun)...)
		if err != nil {
			return nil, err
		}
		longs, err := from.SensesOfLong(ctx, q.keys(maxLongRun)...)
		if err != nil {
			return nil, err
		}
		for _, m := range longs {
			if q.holds(m.ShortKey, m.LongKey) {
				q.settled[m.ShortKey], q.settled[m.LongKey] = true, true
			}
		}
		settled := func(m core.Sense) bool { return q.settled[m.ShortKey] || q.settled[m.LongKey] }
		r.shorts, r.longs = slices.DeleteFunc(shorts, settled), slices.DeleteFunc(longs, settled)
		if err := r.read(ctx, from == Meanings(own)); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(r.found, func(a, b placed) int { return cmp.Compare(a.from, b.from) })
	out := make([]Reading, 0, len(r.found))
	for _, p := range r.found[:min(len(r.found), maxReadings)] {
		out = append(out, p.Reading)
	}
	return out, nil
}

// placed is a reading with the word of the question at which it begins.
type placed struct {
	Reading
	from int
}

// reader collects the readings of a question.
type reader struct {
	question
	own           *Synonyms
	speller       Speller
	shorts, longs []core.Sense
	taken         [maxQuestionWords]bool // words that a reading explains
	found         []placed
}

// read looks at the runs, the longest first.
func (r *reader) read(ctx context.Context, mine bool) error {
	runs := slices.Clone(r.runs)
	slices.SortStableFunc(runs, func(a, b run) int { return cmp.Compare(b.to-b.from, a.to-a.from) })
	for _, at := range runs {
		if slices.Contains(r.taken[at.from:at.to], true) {
			continue
		}
		readings, err := r.at(ctx, at, mine)
		if err != nil {
			return err
		}
		for _, reading := range readings {
			r.found = append(r.found, placed{reading, at.from})
		}
		if len(readings) > 0 {
			for i := at.from; i < at.to; i++ {
				r.taken[i] = true
			}
		}
	}
	return nil
}

// at returns what one run of words may mean.
func (r *reader) at(ctx context.Context, at run, mine bool) ([]Reading, error) {
	var meant []core.Sense
	for _, m := range r.shorts {
		if m.ShortKey != at.key || at.to-at.from > maxShortRun {
			continue
		}
		fits, err := r.written(ctx, at.typed, m.Short, mine)
		if err != nil {
			return nil, err
		}
		if fits {
			meant = append(meant, m)
		}
	}
	if len(meant) > 0 {
		return r.of(at, meant, mine, func(m core.Sense) string { return m.LongKey }, func(m core.Sense) string { return m.Long }), nil
	}
	for _, m := range r.longs {
		if m.LongKey != at.key {
			continue
		}
		ordinary, err := r.ordinary(ctx, m.Short, mine)
		if err != nil {
			return nil, err
		}
		if !ordinary {
			meant = append(meant, m)
		}
	}
	return r.of(at, meant, mine, func(m core.Sense) string { return m.ShortKey }, func(m core.Sense) string { return m.Short }), nil
}

// of returns the readings of a run with some meanings; key and form are those of
// what is searched in its place. The lines of a person's own file all count, each
// with all its forms.
func (r *reader) of(at run, meant []core.Sense, mine bool, key, form func(core.Sense) string) (out []Reading) {
	if !mine {
		for _, m := range frequent(meant, key) {
			out = append(out, Reading{Key: m.ShortKey + ":" + m.LongKey, Of: at.typed, Sense: m, Other: []string{form(m)}})
		}
		return out
	}
	for _, m := range meant {
		n := len(out)
		if n == 0 || out[n-1].Own != r.own.line(m) {
			out = append(out, Reading{Key: m.ShortKey, Of: at.typed, Sense: m, Own: r.own.line(m)})
			n++
		}
		out[n-1].Other = append(out[n-1].Other, form(m))
	}
	return out
}

// written reports whether what was typed is the short form: as it is written, or in
// lower case where that is no ordinary word.
func (r *reader) written(ctx context.Context, typed, short string, mine bool) (bool, error) {
	if !r.loud && (sameCase(typed, short) || sameCase(Singular(typed), short)) {
		return true, nil
	}
	ordinary, err := r.ordinary(ctx, typed, mine)
	return !ordinary, err
}

// ordinary reports whether a form is a word like any when case does not count, as
// it does not in the index. A person's own file is taken at its word.
func (r *reader) ordinary(ctx context.Context, form string, mine bool) (bool, error) {
	words := text.Forms(form)
	if mine || len(words) != 1 || strings.IndexFunc(words[0], unicode.IsDigit) >= 0 {
		return false, nil
	}
	return r.speller.Ordinary(ctx, words[0])
}

// sameCase reports whether two spellings of a form agree in their letters and
// digits, capitals included.
func sameCase(a, b string) bool {
	only := func(r rune) rune {
		if isAlphanumeric(r) {
			return r
		}
		return -1
	}
	return strings.Map(only, compact(a)) == strings.Map(only, compact(b))
}

// frequent keeps the most frequent of senses, up to maxSenses. One whose key holds
// that of a better one, or is held by it, is the same with more or fewer words.
func frequent(senses []core.Sense, key func(core.Sense) string) []core.Sense {
	slices.SortStableFunc(senses, func(a, b core.Sense) int { return cmp.Compare(b.Contents, a.Contents) })
	var out []core.Sense
	for _, m := range senses {
		same := func(o core.Sense) bool {
			return strings.Contains(key(o), key(m)) || strings.Contains(key(m), key(o))
		}
		if len(out) < maxSenses && (len(out) == 0 || float64(m.Contents) >= leastShare*float64(out[0].Contents)) && !slices.ContainsFunc(out, same) {
			out = append(out, m)
		}
	}
	return out
}
