package context

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"ibid/core"
	"ibid/ui/say"
)

// options are a person's settings for every context: a request without question
// and edits. The zero value of a field is the default.
type options core.ContextRequest

// optionsKey is the preference that stores options.
const optionsKey = "context"

// The bounds of what can be set.
const (
	maxBudget  = 1_000_000  // tokens, more than any chat application takes
	maxModel   = 10_000_000 // tokens, more than any model holds
	maxSources = 100
)

// otherModel selects a tokenizer of no known encoding: tokens are estimated.
const otherModel = "other"

// tokenizers are the ways to count tokens, the default first.
var tokenizers = []struct{ name, title string }{
	{"", "o200k_base (GPT-4o and later)"},
	{"cl100k_base", "cl100k_base (GPT-4, GPT-3.5)"},
	{otherModel, "Other model (estimate)"},
}

// truncations are the ways to shorten a passage in words, the default first.
var truncations = []struct {
	name  core.Truncation
	title string
}{
	{"", "To what surrounds the match"},
	{core.TruncateSignature, "Signature or first sentence first"},
	{core.TruncateBookend, "To head and tail"},
}

// formats are the forms of a context in words, the default first.
var formats = []struct {
	name  core.Format
	title string
}{
	{"", "Markdown"}, {core.FormatXML, "XML"}, {core.FormatPlain, "Plain text"}, {core.FormatJSON, "JSON"},
}

// budget returns how many tokens a context may cost, unless the model's window
// is smaller.
func (o options) budget() int { return cmp.Or(o.Budget, core.DefaultBudget) }

// check returns an error in words if the options cannot be used.
func (o options) check() error {
	switch {
	case o.Budget < 0 || o.Budget > maxBudget:
		return errBudget
	case o.Model < 0 || o.Model > maxModel:
		return fmt.Errorf("a model holds a whole number of tokens up to %s", say.Count(maxModel))
	case o.Reserve < 0:
		return errors.New("what is kept free is a whole number of tokens")
	case o.Reserve > 0 && o.Model == 0:
		return errors.New("say how many tokens the model holds, or keep none free")
	case o.Model > 0 && o.Reserve >= o.Model:
		return fmt.Errorf("keep less than %s tokens free: the model holds no more", say.Count(o.Model))
	case utf8.RuneCountInString(o.Prompt) > core.MostPrompt:
		return fmt.Errorf("a prompt has at most %s characters", say.Count(core.MostPrompt))
	case o.MaxSources < 0 || o.MaxSources > maxSources:
		return fmt.Errorf("at most %d sources are possible", maxSources)
	case !(o.MinScore >= 0 && o.MinScore <= 1): // also refuses NaN
		return errScore
	}
	return nil
}

var (
	errBudget = errors.New("a budget is a whole number from 1 to 1,000,000")
	errScore  = errors.New("a score is a number from 0 to 1, as 0.3")
)

// request returns the options with a question. Without a number of sources the
// engine chooses one: connected source code needs more of them than documents
// do.
func (o options) request(question string) core.ContextRequest {
	r := core.ContextRequest(o)
	r.Query, r.Budget = question, o.budget()
	r.Format = cmp.Or(o.Format, core.FormatMarkdown)
	return r
}

// words lists the options that differ from their defaults; empty if none does.
func (o options) words() string {
	var parts []string
	add := func(holds bool, text string) {
		if holds {
			parts = append(parts, text)
		}
	}
	add(o.Model > 0 && o.Reserve > 0, "model holds "+say.Count(o.Model)+", "+say.Count(o.Reserve)+" kept free")
	add(o.Model > 0 && o.Reserve == 0, "model holds "+say.Count(o.Model))
	add(o.MaxSources > 0, "at most "+say.Plural(o.MaxSources, "source"))
	add(o.MinScore > 0, "score from "+strconv.FormatFloat(o.MinScore, 'f', -1, 64))
	add(o.Tokenizer == otherModel, "tokens estimated")
	add(o.Tokenizer != "" && o.Tokenizer != otherModel, o.Tokenizer)
	add(o.Truncation != "", string(o.Truncation))
	add(o.Group, "by type")
	add(o.Prompt == core.CitePrompt, "prompt to cite")
	add(o.Prompt != "" && o.Prompt != core.CitePrompt, "own prompt")
	add(o.NoSources, "no list of sources")
	add(o.NoCode, "no source code")
	add(o.NoImports, "no imports")
	return strings.Join(parts, " · ")
}

// marshal returns the options in the form that is stored.
func (o options) marshal() string {
	data, err := json.Marshal(core.ContextRequest(o))
	if err != nil {
		return "" // a request is plain values, so this cannot happen
	}
	return string(data)
}

// remembered reads what marshal returned. Options that are invalid, perhaps of
// another version of the program, are dropped.
func remembered(s string) options {
	var r core.ContextRequest
	if s == "" || json.Unmarshal([]byte(s), &r) != nil {
		return options{}
	}
	o := options{Budget: r.Budget, Model: r.Model, Reserve: r.Reserve, Tokenizer: r.Tokenizer, MaxSources: r.MaxSources,
		MinScore: r.MinScore, Format: r.Format, Truncation: r.Truncation, Group: r.Group, NoSources: r.NoSources,
		Prompt: r.Prompt, NoCode: r.NoCode, NoImports: r.NoImports}
	known := o.check() == nil
	known = known && (o.Format == "" || slices.Contains(core.Formats, o.Format))
	known = known && (o.Truncation == "" || slices.Contains(core.Truncations, o.Truncation))
	if !known {
		return options{}
	}
	return o
}

// parseTokens reads "10,000 tokens", "10000" or "10k"; empty is 0.
func parseTokens(s string) (int, error) {
	s = strings.TrimSuffix(strings.TrimSpace(s), " tokens")
	s = strings.NewReplacer(",", "", " ", "").Replace(s)
	if s == "" {
		return 0, nil
	}
	factor := 1
	if t, ok := strings.CutSuffix(strings.ToLower(s), "k"); ok {
		s, factor = t, 1000
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n > maxModel/factor {
		return 0, errors.New("a number of tokens is written as 10,000 or 10k")
	}
	return n * factor, nil
}

// parseBudget is parseTokens for a number that must be given.
func parseBudget(s string) (int, error) {
	n, err := parseTokens(s)
	if err != nil || n < 1 || n > maxBudget {
		return 0, errBudget
	}
	return n, nil
}
