package eval

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"ibid/app/meter"
	"ibid/core/search"
)

// Pair is a measure of both programs.
type Pair struct {
	Ibid      float64  `json:"ibid"`
	BM25      *float64 `json:"bm25,omitempty"`       // nil if plain BM25 has no such measure
	IbidCount *int     `json:"ibid_count,omitempty"` // where a rate is a count over Of
	BM25Count *int     `json:"bm25_count,omitempty"`
	Of        int      `json:"of,omitempty"` // questions, quotes or contexts that the rate is of
}

// Measure is a named Pair.
type Measure struct {
	Name string
	Pair
}

// Class is the result for the questions of one kind of evidence.
type Class struct {
	Name      string `json:"class"`
	Questions int    `json:"questions"`
	Ibid      int    `json:"ibid"` // hit@5
	BM25      int    `json:"bm25"`
}

// Worth is the contribution of one part of the search to a measure: the measure with all parts
// minus that without it.
type Worth struct {
	Part     search.Part        `json:"part"`
	Measures map[string]float64 `json:"measures"`
}

// Report is the result of measuring a set.
type Report struct {
	Set      string
	Counts   []Count
	Measures []Measure
	Unseen   []Measure // of ranks and contexts, with weights fitted without the set; empty if none were fitted with it
	Classes  []Class
	Parts    []Worth     // only with Options.Ablate
	Pairs    *Robustness // only for sets of pairs
	Astray   []AstrayQuote
	Notes    []string // what could not be measured, and why
	Outcomes []Outcome
	code     bool // the set is about source code
}

// Count is a named number.
type Count struct {
	Name string
	N    int
}

// Of returns a measure of the report; false if there is none of that name.
func (r Report) Of(name string) (Measure, bool) {
	i := slices.IndexFunc(r.Measures, func(m Measure) bool { return m.Name == name })
	if i < 0 {
		return Measure{}, false
	}
	return r.Measures[i], true
}

// report summarises the outcomes.
func (r *run) report() Report {
	r.memory.Stop()
	answerable := answerable(r.outcomes)
	out := Report{Set: r.set.Name, Counts: r.counts(answerable), Outcomes: r.outcomes, Astray: r.quotes.astray, code: r.set.Libraries[0].module != ""}
	out.Measures = r.set.ranked(answerable)
	if len(r.unseen) > 0 {
		out.Unseen = r.set.ranked(withBM25(answerable, r.unseen))
	}
	out.Measures = append(out.Measures, fillings(answerable)...)
	out.Measures = append(out.Measures, r.contextPairs()...)
	if r.quotes.reader == "" {
		out.Notes = append(out.Notes, "page citations are not looked up: pdftotext is not installed")
	}
	if n := r.quotes.scanned; n > 0 {
		out.Notes = append(out.Notes, fmt.Sprintf("%d quotes of pages that OCR read are not looked up: pdftotext reads no pictures", n))
	}
	out.Measures = append(out.Measures, r.costs()...)
	out.Classes, out.Pairs = classes(answerable), robustness(answerable)
	if r.Ablate {
		out.Parts = r.worths(answerable)
	}
	return out
}

// Names of counts.
const (
	pagesByOCR  = "pages_by_ocr"
	pagesUnread = "pages_unread" // that wait for OCR
)

func (r *run) counts(answerable []Outcome) []Count {
	readable, searchable, pages := 0, 0, 0
	for _, o := range answerable {
		if o.Readable {
			readable++
		}
	}
	for _, d := range r.docs {
		if d.State.Searchable() {
			searchable++
		}
		pages += d.Pages
	}
	return []Count{
		{"questions", len(answerable)}, {"questions_with_readable_answer", readable}, {"unanswerable", len(r.outcomes) - len(answerable)},
		{"libraries", len(r.set.Libraries)}, {"documents", len(r.docs)}, {"searchable", searchable}, {"pages", pages},
		{"contexts", r.tally.contexts}, {"sources", r.tally.sources}, {pagesByOCR, r.byOCR}, {pagesUnread, r.unread},
	}
}

func rankPair(m rankMeasure, outcomes []Outcome) Measure {
	ibid := mean(outcomes, func(o Outcome) float64 { return m.of(o.Ibid.Places, o.Question.gold) })
	bm25 := mean(outcomes, func(o Outcome) float64 { return m.of(o.BM25.Places, o.Question.gold) })
	return pair(m.name, ibid, bm25, len(outcomes), m.all)
}

func withinPair(budget int, outcomes []Outcome) Measure {
	ibid := mean(outcomes, func(o Outcome) float64 { return o.Ibid.Within[budget] })
	bm25 := mean(outcomes, func(o Outcome) float64 { return o.BM25.Within[budget] })
	return pair(withinName(budget), ibid, bm25, len(outcomes), false)
}

// answeredPair is the share of the questions with at least one right place within a budget: R2.12 wants .95.
func answeredPair(budget int, outcomes []Outcome) Measure {
	some := func(a Answer) float64 { return float64(count(a.Within[budget] > 0)) }
	ibid := mean(outcomes, func(o Outcome) float64 { return some(o.Ibid) })
	bm25 := mean(outcomes, func(o Outcome) float64 { return some(o.BM25) })
	return pair(answeredName(budget), ibid, bm25, len(outcomes), true)
}

// pair makes a measure of two means over n; with counted set they are shares, and their counts are given too.
func pair(name string, ibid, bm25 float64, n int, counted bool) Measure {
	m := Measure{name, Pair{Ibid: ibid, BM25: &bm25, Of: n}}
	if counted {
		a, b := round(ibid*float64(n)), round(bm25*float64(n))
		m.IbidCount, m.BM25Count = &a, &b
	}
	return m
}

// alone makes a measure that plain BM25 does not have.
func alone(name string, count, of int) Measure {
	return Measure{name, Pair{Ibid: ratio(float64(count), float64(of)), IbidCount: &count, Of: of}}
}

func round(x float64) int { return int(x + .5) }

func mean(outcomes []Outcome, of func(Outcome) float64) float64 {
	sum := 0.
	for _, o := range outcomes {
		sum += of(o)
	}
	return ratio(sum, float64(len(outcomes)))
}

// contextPairs returns the rates of faults in contexts, and of quotes that are found on their page.
func (r *run) contextPairs() []Measure {
	if r.tally.contexts == 0 {
		return nil
	}
	list := []Measure{
		{"context_tokens", Pair{Ibid: ratio(float64(r.tally.tokens), float64(len(r.contexts)))}},
		alone("duplicate_rate", r.tally.duplicates, r.tally.sources),
		alone("budget_overshoot", r.tally.overshoots, r.tally.contexts),
	}
	list = append(list, missing(r.outcomes)...)
	if n := r.quotes.whole + r.quotes.parts + len(r.quotes.astray); n > 0 {
		list = append(list, alone("page_citation_accuracy", r.quotes.whole+r.quotes.parts, n),
			alone("page_citation_in_one_piece", r.quotes.whole, n))
	}
	return list
}

// missing returns how many contexts say that none of their sources holds some words of
// the question: where the question has an answer, and where it has none.
func missing(outcomes []Outcome) (list []Measure) {
	var said, all [2]int
	for _, o := range outcomes {
		of := 0
		if o.Question.Unanswerable {
			of = 1
		}
		all[of]++
		if len(o.Missing) > 0 {
			said[of]++
		}
	}
	for of, name := range []string{"missing_answerable", "missing_unanswerable"} {
		if all[of] > 0 {
			list = append(list, alone(name, said[of], all[of]))
		}
	}
	return list
}

// costs returns the measures of time and memory.
func (r *run) costs() []Measure {
	var ours, theirs, contexts []float64
	for _, o := range r.outcomes {
		ours = append(ours, milliseconds(o.Ibid.Search))
		theirs = append(theirs, milliseconds(o.BM25.Search))
	}
	for _, d := range r.contexts {
		contexts = append(contexts, milliseconds(d))
	}
	bm25 := func(p float64) *float64 { v := meter.Percentile(theirs, p); return &v }
	list := []Measure{
		{"search_p50_ms", Pair{Ibid: meter.Percentile(ours, .5), BM25: bm25(.5)}},
		{"search_p95_ms", Pair{Ibid: meter.Percentile(ours, .95), BM25: bm25(.95)}},
	}
	if len(contexts) > 0 {
		list = append(list, Measure{"context_p50_ms", Pair{Ibid: meter.Percentile(contexts, .5)}}, Measure{"context_p95_ms", Pair{Ibid: meter.Percentile(contexts, .95)}})
	}
	list = append(list, Measure{"reading_s", Pair{Ibid: r.reading.Seconds()}})
	if r.ocr > 0 {
		list = append(list, Measure{"ocr_s", Pair{Ibid: r.ocr.Seconds()}})
	}
	if r.memory.Main > 0 {
		list = append(list, Measure{"memory_main_mb", Pair{Ibid: float64(r.memory.Main) / (1 << 20)}},
			Measure{"memory_workers_mb", Pair{Ibid: float64(r.memory.Workers) / (1 << 20)}})
	}
	return list
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// noText is the class of questions whose right files have no text.
const noText = "no text"

// classes returns the results by kind of evidence, the most frequent kind first. A question counts
// in each of its kinds.
func classes(outcomes []Outcome) []Class {
	var list []Class
	for _, o := range outcomes {
		names := o.Question.Evidence
		if !o.Readable {
			names = []string{noText}
		}
		for _, name := range names {
			i := slices.IndexFunc(list, func(c Class) bool { return c.Name == name })
			if i < 0 {
				i, list = len(list), append(list, Class{Name: name})
			}
			list[i].Questions++
			list[i].Ibid += int(hit(o.Ibid.Places, o.Question.gold, 5))
			list[i].BM25 += int(hit(o.BM25.Places, o.Question.gold, 5))
		}
	}
	slices.SortStableFunc(list, func(a, b Class) int { return cmp.Or(b.Questions-a.Questions, cmp.Compare(a.Name, b.Name)) })
	return list
}

// worths returns the contribution of each part of the search.
func (r *run) worths(answerable []Outcome) []Worth {
	var list []Worth
	for _, part := range search.Parts {
		w := Worth{Part: part, Measures: make(map[string]float64)}
		for _, m := range rankMeasures {
			sum := 0.
			for i, without := range r.without[part] {
				sum += m.of(answerable[i].Ibid.Places, without.gold) - m.of(without.places, without.gold)
			}
			w.Measures[m.name] = ratio(sum, float64(len(answerable)))
		}
		list = append(list, w)
	}
	return list
}
