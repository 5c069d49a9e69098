package window

import (
	"regexp"
	"strings"

	"ibid/core"
	"ibid/core/text"
)

// maxSource is the size of a program, in bytes, beyond which no functions are
// looked for.
const maxSource = 4 << 20

// enclosing finds the innermost function or class around lines: by what is
// stored of the syntax, else by the look of the text.
func (d Document) enclosing(source string, table text.LineTable, target [2]int) (lines [2]int, ok bool, err error) {
	var code core.Code
	if d.Code != nil {
		if code, err = d.Code(); err != nil {
			return lines, false, err
		}
	}
	if len(code.Entities) == 0 {
		lines, ok = enclosing(d.Language(), source, target)
		return lines, ok, nil
	}
	for _, e := range code.Entities {
		first := table.Line(e.DocStart)
		if first <= target[0] && e.LastLine >= target[1] && isBlock[e.Kind] {
			lines, ok = [2]int{first, e.LastLine}, true // the last one is the innermost
		}
	}
	return lines, ok, nil
}

// isBlock are the kinds of entities that a window can be.
var isBlock = map[core.EntityKind]bool{
	core.EntityFunction: true, core.EntityMethod: true, core.EntityClass: true, core.EntityStruct: true, core.EntityInterface: true,
	core.EntityTrait: true, core.EntityEnum: true, core.EntityType: true, core.EntityImpl: true,
}

// enclosing finds the innermost named function or class that holds lines
// first to last, with the comments and annotations right above it. It goes by
// braces or by indentation and knows no grammar: where these mislead it, or a
// language is none of syntaxes, ok is false or the stretch is one further out.
func enclosing(language, source string, target [2]int) (lines [2]int, ok bool) {
	x, known := syntaxes[language]
	if !known || len(source) > maxSource {
		return lines, false
	}
	return newProgram(language, x, source).around(target)
}

// A program is source code, and the same with blanks for comments and strings.
type program struct {
	language     string
	syntax       syntax
	source, code string
	table        text.LineTable
}

func newProgram(language string, x syntax, source string) program {
	return program{language: language, syntax: x, source: source, code: mask(x, source), table: text.NewLineTable(source)}
}

func (p program) around(target [2]int) (lines [2]int, ok bool) {
	if p.syntax.indent {
		return p.byIndent(target)
	}
	return p.byBraces(target)
}

// line is one line of the source, or of what is left of it, without its break.
func (p program) line(of string, n int) string {
	s := p.table.Span(n, n)
	return strings.TrimRight(of[s.Start:s.End], "\r\n")
}

// annotated finds comments, annotations and attributes right above a line.
var annotated = regexp.MustCompile(`^\s*(?://|/\*|\*(?:[\s/]|$)|@\w|#\[|#|--|\[\w.*\]\s*$)`)

// above moves the first line of a definition up to what belongs to it.
func (p program) above(first int) int {
	for first > 1 && annotated.MatchString(p.line(p.source, first-1)) && !preprocessor.MatchString(p.line(p.source, first-1)) {
		first--
	}
	return first
}

// preprocessor finds lines of C that are no annotation.
var preprocessor = regexp.MustCompile(`^\s*#\s*(?:include|define|undef|if|ifdef|ifndef|else|elif|endif|pragma|error|line|region|endregion)\b`)

// A block is what stands between braces, with what leads to it.
type block struct {
	lead        int // where the statement begins that the block belongs to
	open, close int // the braces
}

// blocks finds the blocks that hold lines or whose lead may hold them, outermost
// first.
func (p program) blocks(target core.Span) []block {
	type open struct {
		block
		bracket byte
		resume  int // lead behind the block; -1 is behind its end
	}
	var stack []open
	var out []block
	lead := 0
	for i := range len(p.code) {
		switch c := p.code[i]; c {
		case ';':
			if len(stack) == 0 || stack[len(stack)-1].bracket == '{' {
				lead = i + 1
			}
		case '(', '[':
			stack = append(stack, open{bracket: c, resume: lead})
		case '{':
			resume := -1
			if len(stack) > 0 && stack[len(stack)-1].bracket != '{' || isType(p.code[lead:i]) {
				resume = lead
			}
			stack = append(stack, open{block: block{lead: lead, open: i}, bracket: c, resume: resume})
			lead = i + 1
		case ')', ']', '}':
			for n := len(stack) - 1; n >= 0 && (c == '}' || stack[n].bracket != '{'); n-- {
				top := stack[n]
				stack = stack[:n]
				if top.bracket != '{' {
					if c != '}' {
						break
					}
					continue // a bracket that was not closed
				}
				top.close = i
				if lead = top.resume; lead < 0 {
					lead = i + 1
				}
				if top.lead <= target.Start && i >= target.End-1 {
					out = append(out, top.block)
				}
				break
			}
		}
	}
	return out
}

// isType reports whether a brace belongs to the type of a result in Go:
// `interface{}`, `struct{`.
func isType(lead string) bool {
	return strings.HasSuffix(lead, "interface") || strings.HasSuffix(lead, "struct")
}

// byBraces finds the definition around lines in a language with braces.
func (p program) byBraces(target [2]int) (lines [2]int, ok bool) {
	s := text.Trim(p.source, p.table.Span(target[0], target[1]))
	blocks := p.blocks(s)
	blocks = blocks[max(0, len(blocks)-maxNesting):]
	inFunction := false
	for i := len(blocks) - 1; i >= 0; i-- { // they close from the inside out
		b := blocks[i]
		first, function := p.definition(b, inFunction)
		if first == 0 {
			continue
		}
		inFunction = inFunction || function
		if first = p.above(first); first <= target[0] {
			lines, ok = [2]int{first, p.table.Line(b.close)}, true
		}
	}
	return lines, ok
}

// Bounds of what is looked at.
const (
	maxNesting   = 100  // blocks around a place
	maxLead      = 4096 // bytes that lead to a block
	maxLeadLines = 30   // lines of them
)

// definition is the line on which the function or class of a block begins, 0 if
// it is another block, and whether it is a function.
func (p program) definition(b block, inFunction bool) (first int, function bool) {
	from := max(b.lead, b.open-maxLead)
	last := p.table.Line(b.open)
	for n := last; n >= max(p.table.Line(from), last-maxLeadLines); n-- {
		head := p.code[max(from, p.table.Span(n, n).Start):b.open]
		if strings.TrimSpace(head) == "" || !balanced(head) {
			continue
		}
		if control.MatchString(head) {
			return 0, false
		}
		if m := keyword.FindStringSubmatch(head); m != nil {
			return n, isFunction[m[1]]
		}
		if p.isMethod(head, inFunction) {
			return n, true
		}
	}
	return 0, false
}

// balanced reports whether as many brackets open as close.
func balanced(s string) bool {
	return strings.Count(s, "(") == strings.Count(s, ")") && strings.Count(s, "[") == strings.Count(s, "]")
}

const modifiers = `^\s*(?:(?:pub(?:\s*\([^)]*\))?|public|private|protected|internal|fileprivate|open|static|final|abstract|sealed|async|` +
	`export|default|const|unsafe|extern|override|inline|virtual|data|suspend|partial|readonly|declare|mutating|indirect|case|companion|` +
	`template\s*<[^>]*>)\s+)*`

var (
	control = regexp.MustCompile(`^\s*(?:\}?\s*else|if|for|foreach|while|do|switch|catch|try|finally|return|new|throw|with|using|lock|fixed|` +
		`synchronized|guard|when|match|loop|select|defer|go|case|default:|yield|await|namespace|module|mod)\b`)
	keyword = regexp.MustCompile(modifiers + `(func|fun|fn|def|function|class|struct|enum|trait|interface|impl|record|protocol|extension|object|type|message|service)\b` +
		`(?:\s*\*?\s*(?:\([^)]*\)\s*)?[\w$]|\s*<)`)
	method  = regexp.MustCompile(`(?s)` + modifiers + `(?:[\w$~:<>,&*.?@\[\]]+\s+)*[&*]*[\w$~:#]+\s*(?:<[^()]*>)?\s*\(.*\)[^=;]*$`)
	typed   = regexp.MustCompile(`(?s)` + modifiers + `(?:[\w$:<>,&*.?@\[\]]+\s+)+[&*]*[\w$~:]+\s*\(`)
	arrow   = regexp.MustCompile(`(?s)` + modifiers + `(?:(?:let|var)\s+)?[\w$.]+\s*(?::[^=]+)?=\s*(?:async\s*)?(?:.*=>|function\b.*)\s*$`)
	inSwift = regexp.MustCompile(modifiers + `(?:init|deinit|constructor|subscript)\b`)

	isFunction = map[string]bool{"func": true, "fun": true, "fn": true, "def": true, "function": true}
)

// isMethod reports whether what leads to a block declares a function without a
// word that says so. Within a function of C or Java it is a macro or a call.
func (p program) isMethod(head string, inFunction bool) bool {
	switch p.language {
	case "c", "cpp", "java", "csharp":
		return !inFunction && method.MatchString(head) && (typed.MatchString(head) || p.language != "c")
	case "javascript", "jsx", "typescript", "tsx":
		return method.MatchString(head) && !strings.Contains(head, "=>") || arrow.MatchString(head)
	case "swift", "kotlin":
		return inSwift.MatchString(head)
	}
	return false
}
