package eval

import (
	"context"
	"path"

	"ibid/app/code"
	"ibid/core"
)

// Filling describes what the context of the largest budget consists of, for a question about source
// code.
type Filling struct {
	All       amount
	Right     amount  // in relevant files
	Connected amount  // in relevant files and in files one import away from them
	Size      float64 // of the whole context, as a share of the budget
}

type amount struct{ tokens, files int }

// add counts tokens of a file; first is true for the first ones of that file.
func (f *Filling) add(tokens int, first, right, connected bool) {
	count := func(a *amount) {
		a.tokens += tokens
		if first {
			a.files++
		}
	}
	count(&f.All)
	if right {
		count(&f.Right)
	}
	if right || connected {
		count(&f.Connected)
	}
}

// fillingMeasures are means over the questions that have a context.
var fillingMeasures = []struct {
	name string
	of   func(Filling) float64
}{
	{"context_tokens_right", func(f Filling) float64 { return ratio(float64(f.Right.tokens), float64(f.All.tokens)) }},
	{"context_tokens_connected", func(f Filling) float64 { return ratio(float64(f.Connected.tokens), float64(f.All.tokens)) }},
	{"context_files_right", func(f Filling) float64 { return ratio(float64(f.Right.files), float64(f.All.files)) }},
	{"context_files_connected", func(f Filling) float64 { return ratio(float64(f.Connected.files), float64(f.All.files)) }},
	{"context_files", func(f Filling) float64 { return float64(f.All.files) }},
	{"context_size", func(f Filling) float64 { return f.Size }},
}

// fillings returns the measures of the contents of contexts; none for sets that are not about
// source code.
func fillings(outcomes []Outcome) []Measure {
	var list []Measure
	for _, m := range fillingMeasures {
		var sums, counts [2]float64
		for _, o := range outcomes {
			for i, f := range []Filling{o.Ibid.Filling, o.BM25.Filling} {
				if f.All.files > 0 {
					sums[i] += m.of(f)
					counts[i]++
				}
			}
		}
		if counts[0] > 0 {
			list = append(list, pair(m.name, ratio(sums[0], counts[0]), ratio(sums[1], counts[1]), int(counts[0]), false))
		}
	}
	return list
}

// connected lists, by path, the files that import a relevant file or are imported by one. The files
// of a Go package count as connected, because they use each other without an import.
func (a *asker) connected(ctx context.Context, gold gains) (map[string]bool, error) {
	out := make(map[string]bool)
	for _, d := range a.docs {
		name := within(a.library.Root, d.Path)
		for g := range gold {
			if d.Language() == "go" && core.Language(g.Document) == "go" && path.Dir(g.Document) == path.Dir(name) {
				out[name] = true
			}
		}
		if gold[Place{Document: name}] == 0 || d.Kind != core.KindCode {
			continue
		}
		for _, reverse := range []bool{false, true} {
			links, err := a.engine.Imports(ctx, code.Subject{Document: d}, 1, reverse)
			if err != nil {
				return nil, err
			}
			for _, l := range links {
				out[within(a.library.Root, l.From.Path)] = true
				for _, to := range l.To {
					out[within(a.library.Root, to.Path)] = true
				}
			}
		}
	}
	return out, nil
}

// fill measures the contents of a context.
func (a *asker) fill(c core.Context, gold gains, connected map[string]bool) Filling {
	f := Filling{Size: ratio(float64(c.Tokens), float64(c.Budget))}
	seen := make(map[string]bool)
	for _, s := range c.Sources {
		name := within(a.library.Root, s.Document.Path)
		f.add(s.Tokens, !seen[name], gold[Place{Document: name}] > 0, connected[name])
		seen[name] = true
	}
	return f
}
