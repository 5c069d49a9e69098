package text

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"ibid/core"
)

// RoleMark returns the first mark in s that parts the roles in the prompt of a
// language model, such as `<|im_start|>`, `[INST]` or `### System:`: text that
// a model may take for the end of what is quoted to it.
//
// Marks are found in any case and width, and with accents, white space and
// invisible characters between their signs. Time is linear in the length of s.
func RoleMark(s string) (core.Span, bool) {
	var found []core.Span
	if m := beginSystem.FindStringIndex(s); m != nil {
		found = append(found, core.Span{Start: m[0], End: m[1]})
	}
	if strings.IndexFunc(s, func(r rune) bool { return r == '<' || r == '[' || r == '#' || r >= utf8.RuneSelf }) >= 0 {
		signs := readSigns(s)
		if m := roleMark.FindStringIndex(signs.text); m != nil {
			found = append(found, signs.source(m[0], m[1]))
		}
		if at := strings.Index(signs.text, endMark); at >= 0 && !strings.Contains(signs.text[:at], "<s>") {
			found = append(found, signs.source(at, at+len(endMark)))
		}
	}
	var first core.Span
	for i, sp := range found {
		if i == 0 || sp.Start < first.Start {
			first = sp
		}
	}
	return first, found != nil
}

// endMark ends a prompt, and in HTML what is struck through: there its
// beginning comes first.
const endMark = "</s>"

// beginSystem is the mark that only its capitals tell from ordinary words.
var beginSystem = regexp.MustCompile(`\b(?:BEGIN|START)[ _]+(?:OF[ _]+)?(?:NEW[ _]+)?SYSTEM\b`)

// roleMark matches the other marks as readSigns writes them.
var roleMark = regexp.MustCompile(strings.Join([]string{
	`<\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|eot_id|begin_of_text|end_of_text|start_header_id|end_header_id|endofprompt)\|>`,
	`\[/?inst\]`,
	`<</?sys>>`,
	`<start_of_turn>`, `<end_of_turn>`,
	`###(?:system|human|assistant|instruction):`,
}, "|"))

// signs is a text in lower case and compatible forms, without accents, white
// space and what does not show.
type signs struct {
	text string
	from []core.Span // by byte of text, the character of the source that it comes from
}

func readSigns(s string) signs {
	out, from := make([]byte, 0, len(s)), make([]core.Span, 0, len(s))
	var plain []byte
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		at := core.Span{Start: i, End: i + size}
		i = at.End
		if r >= tags && r < tags+utf8.RuneSelf {
			r -= tags
		}
		plain = norm.NFKD.AppendString(plain[:0], string(r))
		for _, c := range string(plain) {
			if unicode.IsSpace(c) || unicode.In(c, unicode.Cf, unicode.Mn) {
				continue
			}
			out = utf8.AppendRune(out, unicode.ToLower(c))
			for len(from) < len(out) {
				from = append(from, at)
			}
		}
	}
	return signs{string(out), from}
}

// tags is where Unicode has the characters of ASCII once more, to be read by
// machines only.
const tags = 0xe0000

// source is the stretch of the source that the bytes from start to end come from.
func (f signs) source(start, end int) core.Span {
	return core.Span{Start: f.from[start].Start, End: f.from[end-1].End}
}
