package query

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/core/text"
)

// token is one typed word of a question, or a quoted phrase.
type token struct {
	text  string   // without the marks around it
	form  string   // folded; empty for what is not one plain word
	kind  NameKind // empty for a plain word
	pause bool     // a comma, colon or the like follows
	ends  bool     // a sentence ends with it
}

// sentence is a question as its words, in order.
type sentence []token

// scan cuts a question into words and finds what is named in it.
func scan(question string) sentence {
	p := parser{rest: clip(question)}
	var s sentence
	for {
		t, ok := p.next()
		switch {
		case !ok:
			return s
		case t.prefix != "":
		case t.quoted:
			if strings.TrimSpace(t.value) != "" {
				s = append(s, token{text: strings.TrimSpace(t.value), kind: Phrase})
			}
		default:
			s = s.word(t.value)
		}
	}
}

// Marks that stand around words.
const (
	opening = "([{<'`‘¿¡«"
	closing = ")]}>'`’.,;:!?…»"
)

// word adds one typed word.
func (s sentence) word(raw string) sentence {
	inner := strings.TrimLeft(raw, opening)
	code := strings.Contains(raw, "`")
	body := strings.TrimRight(inner, closing)
	tail := inner[len(body):]
	called := strings.HasPrefix(tail, "()") || strings.Contains(body, "(")
	if i := strings.IndexByte(body, '('); i >= 0 {
		body, tail = body[:i], inner[i:]
	}
	if body == "" {
		if n := len(s); n > 0 && tail != "" {
			s[n-1].pause = true
		}
		return s
	}
	t := token{text: body, kind: nameKind(body, called || code)}
	t.pause = strings.ContainsAny(tail, ",;:")
	t.ends = strings.ContainsAny(tail, ".!?")
	if forms := text.Forms(body); len(forms) == 1 {
		t.form = strings.TrimSuffix(forms[0], "'s")
	}
	return append(s, t)
}

var (
	scoped     = regexp.MustCompile(`^[A-Za-z_~]\w*((::|->|#)~?[A-Za-z_]\w*)+$`)
	dotted     = regexp.MustCompile(`^[A-Za-z_]\w+(\.[A-Za-z_]\w+)+$`)
	identifier = regexp.MustCompile(`^[A-Za-z_$][\w$]*$`)
	extension  = regexp.MustCompile(`[\w)\]]\.[A-Za-z][A-Za-z0-9]{0,7}$`)
	pathLike   = regexp.MustCompile(`^(~|\.{1,2})?/?[\w.@+*-]+(/[\w.@+*-]+)*/?$`)
)

// nameKind returns the kind of name that a typed word is, empty if it is none.
// marked reports that call brackets follow it or that it is in backticks.
func nameKind(s string, marked bool) NameKind {
	switch {
	case isPath(s):
		return Path
	case scoped.MatchString(s), dotted.MatchString(s) && !products[strings.ToLower(s)]:
		return Symbol
	case !identifier.MatchString(s):
		return ""
	case marked, isSnake(s), isCamel(s):
		return Symbol
	}
	return ""
}

// products are names with a dot that are names of neither files nor members.
var products = map[string]bool{"node.js": true, "vue.js": true, "next.js": true, "asp.net": true, "d3.js": true, "three.js": true}

// fileTypes are extensions that files of text and code have, beside those of
// programming languages.
var fileTypes = setOf(`pdf md txt csv tsv json jsonl yaml yml toml xml html htm epub mobi docx doc odt pptx ppt odp xlsx xls ods tex bib
	rst org ipynb png jpg jpeg tif tiff gif webp heic avif svg mp3 flac m4a ogg opus wav eml mbox srt vtt zip tar gz 7z log ini cfg conf
	lock mod sum gradle mk vue svelte scss less graphql tf go rs java py pyi ts mts cts tsx js mjs cjs jsx c h cc cpp cxx hh hpp hxx cs
	rb php swift kt scala lua r jl f90 sql sh bash pl hs ml ex erl clj zig css proto`)

// topFolders are folders that code bases have at the top.
var topFolders = setOf(`src lib libs cmd internal pkg app apps core test tests docs doc include bin config scripts api server client web
	ui backend frontend packages crates modules tools examples testdata repo`)

// isPath reports whether a word is a path, and not a pair of words like
// input/output or a unit.
func isPath(s string) bool {
	if products[strings.ToLower(s)] || !pathLike.MatchString(s) {
		return false
	}
	last := s[strings.LastIndexByte(s, '/')+1:]
	dot := strings.LastIndexByte(last, '.')
	typed := dot > 0 && extension.MatchString(last) && fileTypes[strings.ToLower(last[dot+1:])]
	parts := strings.Split(strings.Trim(s, "/"), "/")
	if len(parts) == 1 {
		return typed || len(s) > 2 && (strings.HasPrefix(s, "./") || strings.HasPrefix(s, "~/") || strings.HasSuffix(s, "/"))
	}
	return typed || s[0] == '.' || s[0] == '~' || topFolders[parts[0]] || len(parts) > 2 && !isDigits(parts[0])
}

func isDigits(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' }) < 0
}

// isSnake reports whether s is a name like find_by_email or MAX_RETRIES.
func isSnake(s string) bool {
	i := strings.IndexByte(s, '_')
	return i >= 0 && len(s) > 2 && strings.IndexFunc(s, unicode.IsLetter) >= 0
}

// isCamel reports whether s is a name of at least five letters in which a capital
// follows two small letters. Shorter ones are units and titles: pH, PhD, kWh.
func isCamel(s string) bool {
	if len(s) < 5 || strings.HasPrefix(s, "Mc") {
		return false
	}
	small := 0
	for _, r := range s {
		if unicode.IsUpper(r) && small >= 2 {
			return true
		}
		if unicode.IsLower(r) {
			small++
		} else {
			small = 0
		}
	}
	return false
}

func (s sentence) names() []Name {
	var out []Name
	for _, t := range s {
		n := Name{text.Clip(t.text, MaxWordBytes), t.kind}
		if t.kind != "" && len(out) < maxNames && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

// any reports whether a plain word is one of the set.
func (s sentence) any(set map[string]bool) bool {
	for _, t := range s {
		if t.kind == "" && set[t.form] {
			return true
		}
	}
	return false
}

// form returns the folded word at i; it is empty for names and beyond the ends.
func (s sentence) form(i int) string {
	if i < 0 || i >= len(s) || s[i].kind != "" {
		return ""
	}
	return s[i].form
}

// follows reports whether the words stand next to each other from i on. A word
// may be several alternatives divided by |, and * is any word.
func (s sentence) follows(i int, words ...string) bool {
	for n, w := range words {
		if w == "*" {
			if i+n >= len(s) {
				return false
			}
			continue
		}
		form := s.form(i + n)
		ok := false
		for alternative := range strings.SplitSeq(w, "|") {
			ok = ok || form != "" && form == alternative
		}
		if !ok {
			return false
		}
	}
	return true
}

// holds reports whether the words stand next to each other anywhere.
func (s sentence) holds(words ...string) bool {
	for i := range s {
		if s.follows(i, words...) {
			return true
		}
	}
	return false
}

// capital reports whether a word begins with a capital or is like 3M.
func capital(s string) bool {
	r, size := utf8.DecodeRuneInString(s)
	if unicode.IsDigit(r) {
		return strings.IndexFunc(s, unicode.IsUpper) >= 0 && strings.IndexFunc(s, unicode.IsLower) < 0
	}
	return unicode.IsUpper(r) && (len(s) > size || !strings.ContainsRune("AI", r))
}

// setOf makes a set of words, folded as those of a question are.
func setOf(list string) map[string]bool {
	set := make(map[string]bool)
	for w := range strings.FieldsSeq(list) {
		for _, form := range text.Forms(w) {
			set[form] = true
		}
	}
	return set
}
