package text

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"ibid/core"
)

// Instruction returns the first stretch of s that reads like an instruction to
// a language model rather than to a person: to drop what it was told, to take a
// role, to keep something from its user, to praise the paper it reads, or the
// marks that part the roles in a prompt. English, German, French, Spanish and
// Chinese are known.
//
// It compares words, whatever their case, spacing, hyphenation and accents, and
// sees through letters that are spaced out, invisible characters between them
// and look-alikes from other alphabets. It reads form, not intent: a paper that
// quotes such a sentence has it too. Time is linear in the length of s.
func Instruction(s string) (core.Span, bool) {
	best, found := core.Span{}, false
	take := func(sp core.Span) {
		if !found || sp.Start < best.Start {
			best, found = sp, true
		}
	}
	words := readWords(s)
	held := gramsOf(words.text)
	for _, c := range commands() {
		if m := c.find(words.text, held); m != nil {
			take(words.source(m[2], m[3]))
		}
	}
	roleMarks(s, take)
	return best, found
}

// roleMarks hands the first mark of each sort to take.
func roleMarks(s string, take func(core.Span)) {
	if strings.Contains(s, "SYSTEM") {
		if m := begin.FindStringIndex(s); m != nil {
			take(core.Span{Start: m[0], End: m[1]})
		}
	}
	if strings.IndexFunc(s, func(r rune) bool { return r == '<' || r == '[' || r == '#' || r >= utf8.RuneSelf }) < 0 {
		return
	}
	signs := readSigns(s)
	if slices.ContainsFunc(roleParts, func(part string) bool { return strings.Contains(signs.text, part) }) {
		if m := roles.FindStringIndex(signs.text); m != nil {
			take(signs.source(m[0], m[1]))
		}
	}
	if at := strings.Index(signs.text, "</s>"); at >= 0 && !strings.Contains(signs.text[:at], "<s>") {
		take(signs.source(at, at+len("</s>")))
	}
}

// begin is a mark that only capitals tell from ordinary words.
var begin = regexp.MustCompile(`\b(?:BEGIN|START)[ _]+(?:OF[ _]+)?(?:NEW[ _]+)?SYSTEM\b`)

// roles are the marks that part the roles in prompts, in lower case and without
// white space.
var roles = regexp.MustCompile(strings.Join([]string{
	`<\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|eot_id|begin_of_text|end_of_text|start_header_id|end_header_id|endofprompt)\|>`,
	`\[/?inst\]`,
	`<</?sys>>`,
	`<start_of_turn>`, `<end_of_turn>`,
	`###(?:system|human|assistant|instruction):`,
}, "|"))

// roleParts are texts of which one is in every mark.
var roleParts = []string{"<|", "inst]", "sys>>", "_of_turn>", "###"}

// command is one pattern. Its first group is the instruction.
type command struct {
	pattern *regexp.Regexp
	needles [][]needle // a text that matches has one of each
}

// needle is a text that is looked for.
type needle struct {
	text  string
	grams []uint16
}

func (c *command) find(s string, held *grams) []int {
	for _, any := range c.needles {
		if !slices.ContainsFunc(any, func(n needle) bool { return held.all(n.grams) && strings.Contains(s, n.text) }) {
			return nil
		}
	}
	return c.pattern.FindStringSubmatchIndex(s)
}

// grams are the runs of three bytes that a text holds, by the lower five bits of
// each: what lacks one of a needle's need not be searched for it.
type grams [1 << 15 / 64]uint64

func gramAt(s string, i int) uint16 {
	return uint16(s[i]&31)<<10 | uint16(s[i+1]&31)<<5 | uint16(s[i+2]&31)
}

func gramsOf(s string) *grams {
	var g grams
	for i := range len(s) - 2 {
		n := gramAt(s, i)
		g[n/64] |= 1 << (n % 64)
	}
	return &g
}

func (g *grams) all(of []uint16) bool {
	for _, n := range of {
		if g[n/64]&(1<<(n%64)) == 0 {
			return false
		}
	}
	return true
}

// commands are the patterns of all languages for the text of readWords, made
// when they are first asked for.
var commands = sync.OnceValue(func() []command {
	var all []command
	add := func(before, pattern string) {
		all = append(all, command{regexp.MustCompile(before + "(" + pattern + ")"), needles(pattern)})
	}
	for _, p := range slices.Concat(english, german, french, spanish) {
		if rest, ok := strings.CutPrefix(p, "^"); ok {
			add(`(?:^|[,.])`+phrase(`(please |and |then |now |bitte |you must |you should |you will |you have to |always )*`), phrase(rest))
		} else {
			add(`(?:^|[ ,.])`, phrase(p))
		}
	}
	for _, p := range chinese { // has no spaces to begin after
		add("", p)
	}
	return all
})

// phrase makes a regular expression of a pattern. A blank is a gap between
// words, which may be missing, since letters that are spaced out have no words;
// # is the end of a word, and … are up to four words.
func phrase(p string) string {
	return strings.NewReplacer("… ", "(?:[a-z0-9]{1,20} ){0,4}", " ", "[ ,]?", "#", "(?:$|[ ,.])", "(", "(?:").Replace(p)
}

// needles returns sets of texts, of each of which one is in all that matches
// the pattern: a look for them is quicker by far than the pattern. The one that
// is likely to be the rarest comes first.
func needles(pattern string) [][]needle {
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		panic(err) // the patterns are ours
	}
	parts := []*syntax.Regexp{tree}
	if tree = tree.Simplify(); tree.Op == syntax.OpConcat {
		parts = tree.Sub
	}
	var all [][]string
	for _, part := range parts {
		if l := literals(part); l != nil {
			all = append(all, l)
		}
	}
	slices.SortStableFunc(all, func(a, b []string) int { return shortest(b) - shortest(a) })
	out := make([][]needle, len(all))
	for i, any := range all {
		for _, s := range any {
			n := needle{text: s}
			for at := range len(s) - 2 {
				n.grams = append(n.grams, gramAt(s, at))
			}
			out[i] = append(out[i], n)
		}
	}
	return out
}

// literals returns texts of which one is in all that matches tree; nil where none is sure.
func literals(tree *syntax.Regexp) []string {
	switch tree.Op {
	case syntax.OpLiteral:
		return []string{string(tree.Rune)}
	case syntax.OpCapture, syntax.OpPlus:
		return literals(tree.Sub[0])
	case syntax.OpConcat:
		var best []string // of the parts that have to be there, the longest
		for _, sub := range tree.Sub {
			if l := literals(sub); shortest(l) > shortest(best) {
				best = l
			}
		}
		return best
	case syntax.OpAlternate:
		var all []string
		for _, sub := range tree.Sub {
			l := literals(sub)
			if l == nil {
				return nil
			}
			all = append(all, l...)
		}
		return all
	}
	return nil
}

func shortest(texts []string) int {
	if len(texts) == 0 {
		return 0
	}
	return len(slices.MinFunc(texts, func(a, b string) int { return len(a) - len(b) }))
}
