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
	search.PartPassage, search.PartPage, search.PartDocument, search.PartHeadings, search.PartOpening, search.PartProximity, search.PartCoverage, search.PartScope,
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
	Figures []SetFigure               `json:"figures"`
	Worth   []FeatureWorth            `json:"worth"`
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
	Gain    float64     `json:"gain"`
	Low     float64     `json:"low"`
	High    float64     `json:"high"`
}

// Fit fits the weights of the ranking of text with the questions of sets. Sets about
// source code are left out.
func Fit(ctx context.Context, sets []Set, o Options) (Fitted, error) {
	if o.Say == nil {
		o.Say = func(string) {}
	}
	var asked []askedSet
	for _, s := range sets {
		if s.Libraries[0].module != "" {
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
	say("fitting weights with all sets")
	all := fit.Fit(every, len(fittable), nil, onlyDown, nil)
	out := Fitted{All: named(all), Without: make(map[string]search.Weights)}
	for i, s := range sets {
		others := slices.DeleteFunc(slices.Clone(every), func(q fit.Question) bool { return q.Set == i })
		if len(others) == 0 {
			others = every
		}
		say("fitting weights without " + s.name)
		w := fit.Fit(others, len(fittable), nil, onlyDown, nil)
		out.Without[path.Base(s.name)] = named(w)
		out.Figures = append(out.Figures, SetFigure{
			Set: s.name, Questions: len(s.questions),
			NDCG: average(fit.Each(s.questions, all)), NDCGWithout: average(fit.Each(s.questions, w)),
			Hit: average(fit.Hits(s.questions, all, 5)), HitWithout: average(fit.Hits(s.questions, w, 5)),
		})
		for f := 1; f < len(fittable); f++ {
			less := fit.Fit(others, len(fittable), nil, onlyDown, []int{f})
			out.Worth = append(out.Worth, worthOf(fittable[f], s, w, less))
		}
	}
	return out
}

// worthOf compares weights with those that were fitted without a feature.
func worthOf(feature search.Part, s askedSet, with, less fit.Weights) FeatureWorth {
	a, b := fit.Each(s.questions, with), fit.Each(s.questions, less)
	for i := range a {
		a[i] -= b[i]
	}
	out := FeatureWorth{Feature: feature, Set: s.name, Gain: average(a)}
	out.Low, out.High = fit.Interval(a)
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
	sets := slices.Sorted(maps.Keys(f.Without))
	weights := report.Table{Title: "weights", Heading: append([]string{"feature", "all sets"}, sets...)}
	for _, part := range fittable {
		row := []string{string(part), number(f.All[part])}
		for _, s := range sets {
			row = append(row, number(f.Without[s][part]))
		}
		weights.Add(row...)
	}
	figures := report.Table{Title: "fitted with the set and without it", Heading: []string{"set", "questions", "ndcg@10", "without", "hit@5", "without"}}
	for _, s := range f.Figures {
		figures.Add(s.Set, strconv.Itoa(s.Questions), three(s.NDCG), three(s.NDCGWithout), three(s.Hit), three(s.HitWithout))
	}
	worth := report.Table{Title: "what each feature adds to ndcg@10 of a set that its weight was not fitted with, with its 90 % interval", Heading: []string{"feature", "set", "gain", "low", "high"}}
	for _, w := range f.Worth {
		worth.Add(string(w.Feature), w.Set, signed(w.Gain), signed(w.Low), signed(w.High))
	}
	return report.Report{Tables: []report.Table{weights, figures, worth}}
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
func three(v float64) string  { return strconv.FormatFloat(v, 'f', 3, 64) }
func signed(v float64) string { return fmt.Sprintf("%+.4f", v) }
