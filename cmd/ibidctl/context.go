package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ibid/app/ask"
	"ibid/app/remote"
	"ibid/core"
	"ibid/core/safefile"
)

// contextOptions are the options of `context`; `ask` has some of them.
type contextOptions struct {
	req      core.ContextRequest
	save     string // file to write the context to
	replay   string // file of the context to build again
	picture  string // file for the contact sheet
	planner  core.Planner
	details  bool // add the details of each source to the JSON
	pictures bool // and pictures of its page
}

func defineContext(fs *flag.FlagSet) action {
	var o contextOptions
	o.budgetOptions(fs)
	o.formatOptions(fs)
	planOption(fs, &o.req.Plan)
	o.searchOptions(fs)
	readingOptions(fs, &o.req.In, &o.req.Without)
	fs.StringVar(&o.save, "save", "", "keep the context in `FILE`, to be checked against and built again")
	fs.StringVar(&o.replay, "replay", "", "build the context that was kept in `FILE` again and say what has changed; needs no QUERY")
	fs.BoolVar(&o.details, "details", false, "with --json, what is known of each source: its page's text, headings, tables, pictures")
	fs.BoolVar(&o.pictures, "pictures", false, "as --details, with each source's page as PNG in base64, small and large")
	fs.StringVar(&o.picture, "picture", "", "draw the cited pages, numbered and with their passages boxed, into the PNG `FILE`")
	return func(ctx context.Context, c *call) error {
		o.req.Query = strings.Join(c.words, " ")
		asked := strings.TrimSpace(o.req.Query) != ""
		switch {
		case asked && o.replay != "":
			return usageError("context: --replay asks what was asked then: leave QUERY out")
		case !asked && o.replay == "":
			return usageError("context needs QUERY")
		}
		return c.with(ctx, func(e *remote.Library) error { return c.context(ctx, e, o) })
	}
}

// budgetOptions adds the options that bound what is cited.
func (o *contextOptions) budgetOptions(fs *flag.FlagSet) {
	req := &o.req
	numberOption(fs, "budget", fmt.Sprintf("at most `N` tokens for all of the text (default %d)", core.DefaultBudget), &req.Budget)
	numberOption(fs, "model-tokens", "the model holds `N` tokens in all: the budget is what it leaves beside the reserve", &req.Model)
	numberOption(fs, "reserve", "keep `N` of the model's tokens free for question and answer (default: a quarter)", &req.Reserve)
	fs.StringVar(&req.Tokenizer, "tokenizer", "", "count tokens as `NAME` does: o200k_base (default), cl100k_base, or a model's name; an estimate for models whose tokenizer is not known")
	sourcesOption(fs, &req.MaxSources)
	fs.Func("min-score", "leave out what scores less than `X`, from 0 to 1", func(s string) error {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil || !(x >= 0 && x <= 1) {
			return fmt.Errorf("it takes a number from 0 to 1")
		}
		req.MinScore = x
		return nil
	})
	kindOption(fs, &req.Kinds)
	choiceOption(fs, "truncate", "shorten passages to a `PART`", core.Truncations, &req.Truncation)
}

// sourcesOption adds the option that bounds the number of sources.
func sourcesOption(fs *flag.FlagSet, n *int) {
	usage := fmt.Sprintf("at most `N` sources, whatever their score; auto (default) takes the best %d, and up to %d while they fit and are worth it", core.SureSources, core.AutoSources)
	fs.Func("max-sources", usage, func(s string) error {
		v, err := strconv.Atoi(s)
		if s != "auto" && (err != nil || v < 1) {
			return errors.New("it takes auto or a number from 1 up")
		}
		*n = v
		return nil
	})
}

// searchOptions adds the options of the search for sources.
func (o *contextOptions) searchOptions(fs *flag.FlagSet) {
	planners := []core.Planner{core.PlannerHeuristic, core.PlannerAuto, core.PlannerModel}
	choiceOption(fs, "planner", "look where the plan of a `PLANNER` says", planners, &o.planner)
	fs.Func("strategy", "look for source code by a `STRATEGY`, not by that of the plan: focused (what is named, and what that uses), broad (files that are called so), entry (where programs begin, and what they import), semantic (words alone)", func(s string) error {
		if s == "entry" {
			s = string(core.StrategyEntry)
		}
		if o.req.Strategy = core.Strategy(s); !slices.Contains(core.Strategies, o.req.Strategy) {
			return fmt.Errorf("it takes focused, broad, entry, semantic")
		}
		return nil
	})
}

// plan has a model make the plan, if --planner asks for one and no --plan is given.
// Context itself makes the heuristic plan, for questions about source code.
func (c *call) plan(ctx context.Context, e *remote.Library, o *contextOptions) error {
	if o.planner == "" || o.planner == core.PlannerHeuristic || o.req.Plan != nil {
		return nil
	}
	p, err := e.Plan(ctx, o.req.Query, o.planner, nil)
	if err != nil {
		return err
	}
	if p.Planner != core.PlannerModel {
		c.say("the plan is not a model's: %s", p.Why)
		return nil
	}
	o.req.Plan = &p
	return nil
}

// formatOptions adds the options of the text's form.
func (o *contextOptions) formatOptions(fs *flag.FlagSet) {
	req := &o.req
	choiceOption(fs, "format", "`FORMAT` of the text", core.Formats, &req.Format)
	fs.BoolVar(&req.Explain, "explain", false, "say of each source why it was found")
	fs.BoolVar(&req.Group, "group", false, "order sources by type: code, documentation, conversations, other")
	fs.Func("prompt", "tell the reader before the sources what to do: `PROMPT` is cite, for an answer from the sources alone with [n], or your own words", func(s string) error {
		if req.Prompt = s; s == "cite" {
			req.Prompt = core.CitePrompt
		}
		return nil
	})
	fs.BoolVar(&req.NoSources, "no-sources", false, "without the list of sources at the end")
	fs.BoolVar(&req.NoCode, "no-code", false, "without source code")
	fs.Func("imports", "with the imports and related names of source code, and with files because they are imported: `on` (default) or off", func(s string) error {
		if s != "on" && s != "off" {
			return fmt.Errorf("it takes on or off")
		}
		req.NoImports = s == "off"
		return nil
	})
	fs.Func("context-lines", fmt.Sprintf("`N` lines before and after a passage of source code (default %d)", core.DefaultLines), func(s string) error {
		n, err := strconv.Atoi(s)
		if err != nil || n < 0 {
			return fmt.Errorf("it takes a number from 0 up")
		}
		if req.Lines = n; n == 0 {
			req.Lines = -1
		}
		return nil
	})
	fs.Func("root", "name files below the folder `DIR` by their path from there", func(s string) (err error) {
		req.Root, err = filepath.Abs(s)
		return err
	})
}

// choiceOption adds an option that takes one of several words, the first by
// default.
func choiceOption[T ~string](fs *flag.FlagSet, name, usage string, choices []T, to *T) {
	words := stringsOf(choices)
	fs.Func(name, usage+": "+words[0]+" (default), "+strings.Join(words[1:], ", "), func(s string) error {
		if !slices.Contains(words, s) {
			return fmt.Errorf("it takes %s", strings.Join(words, ", "))
		}
		*to = T(s)
		return nil
	})
}

// context builds or replays a context and writes its text unchanged.
func (c *call) context(ctx context.Context, e *remote.Library, o contextOptions) error {
	built, err := c.buildContext(ctx, e, &o)
	if err != nil {
		return err
	}
	c.sayRead(built.Read)
	if err := c.sayUnread(ctx, e, len(built.Sources)+len(built.LeftOut)); err != nil {
		return err
	}
	if left := len(built.LeftOut); left > 0 && len(built.Sources) == 0 {
		c.say("nothing is cited: %s, %s", plural(left, "place was found and is left out", "places were found and are left out"), built.LeftOut[0].Reason)
	}
	c.sayCautions(built)
	if err := c.writeFiles(ctx, e, o, built); err != nil {
		return err
	}
	if c.json {
		result := contextResult(built)
		if o.details || o.pictures {
			if err := addDetails(ctx, e, &result, built, o.pictures); err != nil {
				return err
			}
		}
		return c.writeJSON(result)
	}
	_, err = io.WriteString(c.stdout, built.Text)
	return err
}

// buildContext builds the context, or with --replay the saved one again.
func (c *call) buildContext(ctx context.Context, e *remote.Library, o *contextOptions) (core.Context, error) {
	if o.replay == "" {
		if err := c.plan(ctx, e, o); err != nil {
			return core.Context{}, err
		}
		if o.req.Strategy == core.StrategySemantic {
			c.say("semantic: found by words, since meaning is not measured")
		}
		return e.Context(ctx, o.req)
	}
	saved, err := readSaved(o.replay)
	if err != nil {
		return core.Context{}, err
	}
	o.req = saved.Request
	replay, err := e.Replay(ctx, saved)
	if err != nil {
		return core.Context{}, err
	}
	for _, s := range replay.Sources {
		c.say("[%d] %s: %s", s.Number, s.Heading, s.Why)
	}
	c.say("%s", replay.Verdict())
	return replay.Context, nil
}

// sayCautions warns of stale sources, hidden text, and words that no source holds.
func (c *call) sayCautions(built core.Context) {
	stale, warned := 0, 0
	for _, s := range built.Sources {
		if s.Stale {
			stale++
		}
		if len(s.Warnings) > 0 {
			warned++
		}
	}
	if stale > 0 {
		c.say("%s changed or gone since it was read: ibidctl add PATH reads a file again", plural(stale, "source is", "sources are"))
	}
	if len(built.Missing) > 0 {
		c.say("%s", core.Lacking(built.Missing))
	}
	if warned > 0 {
		c.say("%s hidden text or what reads like instructions: look at the page before you trust it", plural(warned, "source holds", "sources hold"))
	}
}

// writeFiles writes the files of --save and --picture.
func (c *call) writeFiles(ctx context.Context, e *remote.Library, o contextOptions, built core.Context) error {
	if o.save != "" {
		data, err := e.Save(ctx, o.req, built)
		if err != nil {
			return err
		}
		if err := writeFile(o.save, data); err != nil {
			return fmt.Errorf("save context in %q: %w", o.save, err)
		}
	}
	if o.picture != "" && len(built.Sources) > 0 {
		picture, err := e.ContactSheet(ctx, built.Sources, core.LargeSheet)
		if err != nil {
			return err
		}
		if err := writeFile(o.picture, picture); err != nil {
			return fmt.Errorf("save picture in %q: %w", o.picture, err)
		}
	}
	return nil
}

// writeFile replaces a person's file as a whole, so that one that cannot be
// written stays as it was. It keeps the mode of a file that is there and follows
// links; a new file only its owner can read. What is no regular file, such as a
// pipe, is written to.
func writeFile(path string, data []byte) error {
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return safefile.Write(path, data, 0o600)
	}
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return os.WriteFile(path, data, 0o600)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0) // a file that may not be written is not replaced
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return err
	}
	return safefile.Write(path, data, info.Mode().Perm())
}

// readSaved reads a file that --save wrote.
func readSaved(name string) (core.SavedContext, error) {
	f, err := os.Open(name)
	if err != nil {
		return core.SavedContext{}, fmt.Errorf("read saved context: %w", err)
	}
	defer f.Close()
	saved, err := ask.LoadContext(f)
	if errors.Is(err, core.ErrQuery) {
		return core.SavedContext{}, usageError("%q is no file that ibidctl context --save has written: %s", name, strings.TrimSuffix(err.Error(), ": "+core.ErrQuery.Error()))
	}
	if err != nil {
		return core.SavedContext{}, fmt.Errorf("read saved context %q: %w", name, err)
	}
	return saved, nil
}
