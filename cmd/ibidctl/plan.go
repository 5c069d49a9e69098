package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"ibid/app/ask"
	"ibid/app/remote"
	"ibid/core"
	"ibid/core/text"
)

// planOption adds --plan, which takes a plan that `plan --json` wrote and that a
// person may have edited.
func planOption(fs *flag.FlagSet, to **core.Plan) {
	fs.Func("plan", "look where the plan in `FILE` says, which `ibidctl plan --json` writes; its words count, not those of QUERY", func(s string) error {
		f, err := os.Open(s)
		if err != nil {
			return err
		}
		defer f.Close()
		p, err := ask.LoadPlan(f)
		*to = &p
		return err
	})
}

func definePlan(fs *flag.FlagSet) action {
	var who core.Planner
	var in []string
	choiceOption(fs, "planner", "have the plan made by `PLANNER`", core.Planners, &who)
	inOption(fs, &in)
	return func(ctx context.Context, c *call) error {
		return c.with(ctx, func(e *remote.Library) error {
			p, err := e.Plan(ctx, strings.Join(c.words, " "), who, c.firstWord(time.Now()))
			if err != nil {
				return err
			}
			if err := planWithin(ctx, e, &p, in); err != nil {
				return err
			}
			if who == core.PlannerModel && p.Planner != who {
				c.say("the plan is not a model's: %s", p.Why)
			}
			if c.json {
				return c.writeJSON(p)
			}
			return writePlan(c.stdout, p)
		})
	}
}

// planWithin restricts a plan to documents and folders; none leaves it as it is. If
// none of the plan's documents is among them, these take their place.
func planWithin(ctx context.Context, e *remote.Library, p *core.Plan, in []string) error {
	var paths, both []string
	for _, name := range in {
		docs, err := e.Within(ctx, name)
		if err != nil {
			return err
		}
		for _, d := range docs {
			paths = append(paths, d.Path)
			if slices.Contains(p.Documents, d.Path) {
				both = append(both, d.Path)
			}
		}
	}
	if len(paths) > core.MaxPlanScope {
		return fmt.Errorf("a plan has %d documents at most, and %d are meant: search and context take --in themselves", core.MaxPlanScope, len(paths))
	}
	if len(both) > 0 {
		paths = both
	}
	if len(paths) > 0 {
		slices.Sort(paths)
		p.Documents = slices.Compact(paths)
	}
	return nil
}

// firstWord returns a function that says once, when it is first called, how long the
// model took to begin its answer.
func (c *call) firstWord(asked time.Time) func(string) {
	said := false
	return func(string) {
		if !said {
			said = true
			c.say("the model answers, after %.1f s", time.Since(asked).Seconds())
		}
	}
}

func writePlan(w io.Writer, p core.Plan) error {
	tests := "no"
	if p.IncludeTests {
		tests = "yes"
	}
	for _, line := range [][2]string{
		{"strategy", string(p.Strategy)},
		{"keywords", strings.Join(p.Keywords, ", ")},
		{"symbols", strings.Join(p.Symbols, ", ")},
		{"patterns", strings.Join(p.Patterns, ", ")},
		{"documents", strings.Join(p.Documents, ", ")},
		{"tests", tests},
		{"depth", fmt.Sprint(p.Depth)},
		{"planner", string(p.Planner)},
		{"why", p.Why},
	} {
		if line[1] == "" {
			continue
		}
		if _, err := fmt.Fprintf(w, "%-10s %s\n", line[0], text.OneLine(line[1])); err != nil {
			return err
		}
	}
	return nil
}
