package eval

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"maps"
	"math"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strconv"

	"ibid/app"
	"ibid/app/eval/fit"
	"ibid/app/report"
	"ibid/core/search"
)

// fittable lists the features whose weights are fitted, BM25 of the passage first.
// Feedback is not among them: it counts what a person said, and no set has it.
var fittable = []search.Part{
	search.PartPassage, search.PartPage, search.PartOpening, search.PartProximity, search.PartScope,
	search.PartMention,
}

// onlyDown are the features in fittable that may only rank down.
var onlyDown = []int{slices.Index(fittable, search.PartMention)}

// asked are the questions of one set with their features.
type askedSet struct {
	name      string
	questions []fit.Question
}

// collect asks the questions of a set and returns the features of what was found.
func collect(ctx context.Context, s Set, o Options, number int) (askedSet, error) {
	out := askedSet{name: s.Name}
	for i := range s.Libraries {
		l := &s.Libraries[i]
		folder := filepath.Join(o.Folder, url.PathEscape(s.Name), url.PathEscape(l.Name))
		if err := s.prepare(ctx, l, folder); err != nil {
			return out, err
		}
		r := &run{Options: o, set: s}
		if err := r.features(ctx, l, filepath.Join(folder, "library"), number, &out); err != nil {
			return out, fmt.Errorf("collect features of %s in %s: %w", s.Name, l.Name, err)
		}
	}
	return out, nil
}

// features reads the documents of a library and collects the features of its questions.
func (r *run) features(ctx context.Context, l *Library, dir string, number int, out *askedSet) (err error) {
	r.Say(fmt.Sprintf("%s: reading %s", r.set.Name, l.Name))
	e, err := app.Open(ctx, app.Options{Library: dir, Program: "ibidctl eval"})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	added, err := e.AddPaths(ctx, []string{l.Root}, "")
	if err = errors.Join(append(added.Errors, err)...); err != nil {
		return err
	}
	if _, err := r.scans(ctx, e); err != nil {
		return err
	}
	a := asker{run: r, library: l, engine: e}
	for _, q := range l.Questions {
		if q.Unanswerable {
			continue
		}
		found, err := e.Features(ctx, q.Text)
		if err != nil {
			return fmt.Errorf("question %s: %w", q.ID, err)
		}
		out.questions = append(out.questions, a.featured(q, found, number))
	}
	return nil
}

// featured makes a question for a fit. Its fold is the document that answers it.
func (a *asker) featured(q Question, found []search.Featured, set int) fit.Question {
	out := fit.Question{Set: set}
	numbers := make(map[Place]int)
	for _, f := range found {
		p := a.place(f.Document, f.Page)
		n, known := numbers[p]
		if !known {
			n = len(numbers)
			numbers[p], out.Gains = n, append(out.Gains, q.gold[p])
		}
		c := fit.Candidate{Place: n, Features: make([]float64, len(fittable))}
		for i, part := range fittable {
			c.Features[i] = f.Values[part]
		}
		out.Candidates = append(out.Candidates, c)
	}
	ideal := slices.Sorted(maps.Values(q.gold))
	slices.Reverse(ideal)
	for i, g := range ideal[:min(depth, len(ideal))] {
		out.Ideal += g / math.Log2(float64(i)+2)
	}
	out.Fold = foldOf(q)
	return out
}

// folds is the number of parts that a set is divided into where weights are fitted
// within it.
const folds = 5

// foldOf returns the fold of a question. Questions about the same document have the
// same fold.
func foldOf(q Question) int {
	places := q.places()
	if len(places) == 0 {
		return 0
	}
	h := fnv.New32a()
	h.Write([]byte(places[0].Document))
	return int(h.Sum32() % folds)
}

// Fitted are weights with the figures that they gave.
type Fitted struct {
	All     search.Weights            `json:"all"`
	Without map[string]search.Weights `json:"without"`
	// Folds has, for a set that alone exercises a feature, the weights for each of its
	// five folds, in which that feature was fitted with the other folds.
	Folds   map[string][]search.Weights `json:"folds"`
	Figures []SetFigure                 `json:"figures"`
	Worth   []FeatureWorth              `json:"worth"`
}

// SetFigure is what weights gave on a set, fitted with the set and without it.
type SetFigure struct {
	Set         string  `json:"set"`
	Questions   int     `json:"questions"`
	NDCG        float64 `json:"ndcg@10"`
	NDCGWithout float64 `json:"ndcg@10_fitted_without"`
	Hit         float64 `json:"hit@5"`
	HitWithout  float64 `json:"hit@5_fitted_without"`
}

// FeatureWorth is what a feature adds to the nDCG@10 of a set that its weight was not
// fitted with: the mean over the questions with its 90 % interval.
type FeatureWorth struct {
	Feature search.Part `json:"feature"`
	Set     string      `json:"set"`
	Within  bool        `json:"within,omitempty"` // fitted within the set, in folds
	Gain    float64     `json:"gain"`
	Low     float64     `json:"low"`
	High    float64     `json:"high"`
}

// Fit fits the weights of the ranking of text with the questions of sets. Sets about
// source code and pairs of a question and its variant are left out.
func Fit(ctx context.Context, sets []Set, o Options) (Fitted, error) {
	if o.Say == nil {
		o.Say = func(string) {}
	}
	var asked []askedSet
	for _, s := range sets {
		if s.Libraries[0].module != "" || s.ranks {
			continue
		}
		set, err := collect(ctx, s, o, len(asked))
		if err != nil {
			return Fitted{}, err
		}
		asked = append(asked, set)
	}
	if len(asked) == 0 {
		return Fitted{}, fmt.Errorf("fit weights: no set of questions about text: %w", fs.ErrNotExist)
	}
	return fitSets(asked, o.Say), nil
}

func fitSets(sets []askedSet, say func(string)) Fitted {
	var every []fit.Question
	for _, s := range sets {
		every = append(every, s.questions...)
	}
	owners := exercised(sets)
	say("fitting weights with all sets")
	all := fit.Fit(every, len(fittable), fit.Options{Negative: onlyDown})
	out := Fitted{All: named(all), Without: make(map[string]search.Weights), Folds: make(map[string][]search.Weights)}
	for i, s := range sets {
		say("fitting weights without " + s.name)
		unseen := fitWithout(sets, i, owners)
		name := path.Base(s.name)
		if len(unseen) == 1 {
			out.Without[name] = named(unseen[0])
		}
		for _, w := range unseen[1:] {
			out.Folds[name] = append(out.Folds[name], named(w))
		}
		out.Figures = append(out.Figures, s.figure(all, unseen))
		for f := 1; f < len(fittable); f++ {
			out.Worth = append(out.Worth, s.worth(f, unseen, slices.Contains(owners[i], f)))
		}
	}
	return out
}

// exercised lists, for each set, the features that only this set exercises: whose
// values tell candidates apart in at least leastExercised of its questions.
func exercised(sets []askedSet) (owners map[int][]int) {
	owners = make(map[int][]int)
	for f := range fittable {
		var by []int
		for i, s := range sets {
			told := 0
			for _, q := range s.questions {
				if slices.ContainsFunc(q.Candidates, func(c fit.Candidate) bool { return c.Features[f] != q.Candidates[0].Features[f] }) {
					told++
				}
			}
			if float64(told) >= leastExercised*float64(len(s.questions)) {
				by = append(by, i)
			}
		}
		if len(by) == 1 {
			owners[by[0]] = append(owners[by[0]], f)
		}
	}
	return owners
}

// leastExercised is the share of the questions of a set in which a feature must tell
// candidates apart for the set to say something about its weight.
const leastExercised = .5

// fitWithout returns the weights that were not fitted with set number i: one for all of
// its questions. Where the set alone exercises features, these cannot be fitted with
// others: then the first is followed by those for each of its folds, in which these
// features are fitted with the other folds.
func fitWithout(sets []askedSet, i int, owners map[int][]int) []fit.Weights {
	var others []fit.Question
	for n, s := range sets {
		if n != i || len(sets) == 1 {
			others = append(others, s.questions...)
		}
	}
	own := owners[i]
	base := fit.Fit(others, len(fittable), fit.Options{Negative: onlyDown, Frozen: own})
	if len(own) == 0 {
		return []fit.Weights{base}
	}
	out := []fit.Weights{base}
	var rest []int
	for f := range fittable {
		if !slices.Contains(own, f) {
			rest = append(rest, f)
		}
	}
	for k := range folds {
		known := slices.DeleteFunc(slices.Clone(sets[i].questions), func(q fit.Question) bool { return q.Fold == k })
		out = append(out, fit.Fit(known, len(fittable), fit.Options{Negative: onlyDown, Frozen: rest, Start: base}))
	}
	return out
}

// unseenEach returns a value for each question of the set with the weights that have
// not seen it.
func (s askedSet) unseenEach(unseen []fit.Weights, of func([]fit.Question, fit.Weights) []float64) []float64 {
	if len(unseen) == 1 {
		return of(s.questions, unseen[0])
	}
	out := make([]float64, len(s.questions))
	for i, q := range s.questions {
		out[i] = of([]fit.Question{q}, unseen[1+q.Fold])[0]
	}
	return out
}

func hitsAt5(questions []fit.Question, w fit.Weights) []float64 { return fit.Hits(questions, w, 5) }

func (s askedSet) figure(all fit.Weights, unseen []fit.Weights) SetFigure {
	return SetFigure{
		Set: s.name, Questions: len(s.questions),
		NDCG: average(fit.Each(s.questions, all)), NDCGWithout: average(s.unseenEach(unseen, fit.Each)),
		Hit: average(hitsAt5(s.questions, all)), HitWithout: average(s.unseenEach(unseen, hitsAt5)),
	}
}

// worth compares weights that have not seen a set with the same without feature f.
// within says that the feature was fitted within the set.
func (s askedSet) worth(f int, unseen []fit.Weights, within bool) FeatureWorth {
	less := make([]fit.Weights, len(unseen))
	for i, w := range unseen {
		less[i] = slices.Clone(w)
		less[i][f] = 0
	}
	gains := s.unseenEach(unseen, fit.Each)
	for i, v := range s.unseenEach(less, fit.Each) {
		gains[i] -= v
	}
	out := FeatureWorth{Feature: fittable[f], Set: s.name, Within: within, Gain: average(gains)}
	out.Low, out.High = fit.Interval(gains)
	return out
}

func average(values []float64) float64 {
	sum := 0.
	for _, v := range values {
		sum += v
	}
	return ratio(sum, float64(len(values)))
}

// named returns weights by feature, without those that are 0.
func named(w fit.Weights) search.Weights {
	out := make(search.Weights)
	for i, v := range w {
		if v != 0 {
			out[fittable[i]] = v
		}
	}
	return out
}

// Tables returns the weights and what they gave, for people.
func (f Fitted) Tables() report.Report {
	columns := []search.Weights{f.All}
	weights := report.Table{Title: "weights", Heading: []string{"feature", "all sets"}}
	for _, s := range slices.Sorted(maps.Keys(f.Without)) {
		weights.Heading, columns = append(weights.Heading, "without "+s), append(columns, f.Without[s])
	}
	for _, s := range slices.Sorted(maps.Keys(f.Folds)) {
		for k, w := range f.Folds[s] {
			weights.Heading, columns = append(weights.Heading, fmt.Sprintf("%s fold %d", s, k+1)), append(columns, w)
		}
	}
	for _, part := range fittable {
		row := []string{string(part)}
		for _, w := range columns {
			row = append(row, number(w[part]))
		}
		weights.Add(row...)
	}
	figures := report.Table{Title: "fitted with the set and without it", Heading: []string{"set", "questions", "ndcg@10", "without", "hit@5", "without"}}
	for _, s := range f.Figures {
		figures.Add(s.Set, strconv.Itoa(s.Questions), three(s.NDCG), three(s.NDCGWithout), three(s.Hit), three(s.HitWithout))
	}
	worth := report.Table{Title: "what each feature adds to ndcg@10 of a set that its weight was not fitted with, with its 90 % interval", Heading: []string{"feature", "set", "gain", "low", "high"}}
	for _, w := range f.Worth {
		set := w.Set
		if w.Within {
			set += " (in folds)"
		}
		worth.Add(string(w.Feature), set, signed(w.Gain), signed(w.Low), signed(w.High))
	}
	return report.Report{Tables: []report.Table{weights, figures, worth}}
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
func three(v float64) string  { return strconv.FormatFloat(v, 'f', 3, 64) }
func signed(v float64) string { return fmt.Sprintf("%+.4f", v) }
