package query

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"ibid/core"
)

// Bounds of what is taken from a text that quotes code.
const (
	maxQuoted = 24 // paths, and again names
	leastName = 3  // bytes of a name
)

var (
	// filePath is a path that ends in an extension, as links, stack traces and
	// people write it: `/src/a.go:12`, `blob/3f55/cmd/main.go#L150`, `Bar.java:4`.
	filePath = regexp.MustCompile(`(?:\b[A-Za-z]:)?[\w@.+~/\\!-]*\w\.[A-Za-z][A-Za-z0-9]{0,4}\b`)

	// method is one of Go's with its receiver: `gin.(*Engine).handleHTTPRequest`.
	method = regexp.MustCompile(`\(\*?([A-Za-z_]\w*)(?:\[\.\.\.\])?\)\.([A-Za-z_]\w*)`)

	// member is what could be a name of code, with what stands before it.
	member = regexp.MustCompile(`[\pL_][\pL\pN_]*(?:(?:\.|::|#)[\pL_][\pL\pN_]*)*`)
)

// QuotedPaths are the paths of source files that a text quotes, in order, each
// once, with slashes and without versions of modules (`gin@v1.9.1` is `gin`).
func QuotedPaths(s string) []string {
	var out []string
	for _, p := range filePath.FindAllString(clip(s), -1) {
		if core.Language(p) == "" {
			continue
		}
		elements := strings.FieldsFunc(strings.ReplaceAll(p, `\`, "/"), func(r rune) bool { return r == '/' })
		for i, e := range elements {
			if at := strings.IndexByte(e, '@'); at > 0 {
				elements[i] = e[:at]
			}
		}
		out = appendNew(out, strings.Join(elements, "/"), maxQuoted)
	}
	return out
}

// QuotedNames are the names of source code below the first line of a text, in
// order, each once: those with a receiver as `Engine.handle`, and words that are
// written as only names are. Names of files are none.
func QuotedNames(s string) []string {
	s = clip(s)
	_, body, _ := strings.Cut(strings.TrimSpace(s), "\n")
	var out []string
	for _, m := range method.FindAllStringSubmatch(body, -1) {
		out = appendNew(out, m[1]+"."+m[2], maxQuoted)
	}
	for _, name := range member.FindAllString(body, -1) {
		if len(name) < leastName || core.Language(name) != "" || slices.ContainsFunc(out, func(o string) bool { return strings.HasSuffix(o, "."+name) }) {
			continue
		}
		last := name[strings.LastIndexAny(name, ".:#")+1:]
		if isCamel(last) || isSnake(last) || last != name && len(last) >= leastName {
			out = appendNew(out, strings.NewReplacer("::", ".", "#", ".").Replace(name), maxQuoted)
		}
	}
	return out
}

// Paths finds which files of a library a text quotes. Safe for concurrent use.
type Paths struct {
	byBase map[string][]filed
}

// filed is a file: its key, and its path below the folder that all lie in.
type filed struct {
	key      string
	elements []string
}

// NewPaths takes the paths of a library's files, in slashes, below a folder that
// all of them lie in and that says nothing of any of them.
func NewPaths(root string, paths []string) *Paths {
	p := &Paths{byBase: make(map[string][]filed)}
	for _, path := range paths {
		elements := strings.Split(strings.TrimPrefix(strings.TrimPrefix(path, root), "/"), "/")
		base := elements[len(elements)-1]
		p.byBase[base] = append(p.byBase[base], filed{path, elements})
	}
	return p
}

const (
	nextFrame  = 0.8 // what each further path counts of the one before: stack traces begin where it went wrong
	otherPlace = 0.3 // what a file counts that has the name, and lies in no folder that is quoted
)

// starts are names of files that every project has: without a folder they tell
// nothing, and what a reporter wrote to show the fault is called so.
var starts = setOf("main index app test init lib mod setup conftest example")

// Quoted are the files that a text quotes and how surely, above 0 and at most 1:
// those that have most of the quoted path, one of several that have as much the
// less.
func (p *Paths) Quoted(s string) map[string]float64 {
	out := make(map[string]float64)
	worth := 1.
	for _, quoted := range QuotedPaths(s) {
		elements := strings.Split(quoted, "/")
		files, common := p.most(elements)
		if len(files) == 0 {
			continue
		}
		sure := worth / (1 + math.Log2(float64(len(files))))
		worth *= nextFrame
		whole := common == len(files[0].elements)
		base := elements[len(elements)-1]
		if stem, _, _ := strings.Cut(base, "."); common == 1 && starts[strings.ToLower(stem)] {
			continue
		}
		if common == 1 && len(elements) > 1 && !whole {
			sure *= otherPlace
		}
		for _, f := range files {
			out[f.key] = max(out[f.key], sure)
		}
	}
	return out
}

// most are the files that share most elements with the end of a path, and how
// many; of these first those whose whole path it holds.
func (p *Paths) most(elements []string) (files []filed, common int) {
	best := 0
	for _, f := range p.byBase[elements[len(elements)-1]] {
		n := 0
		for n < min(len(elements), len(f.elements)) && f.elements[len(f.elements)-1-n] == elements[len(elements)-1-n] {
			n++
		}
		score := 2 * n
		if n == len(f.elements) {
			score++
		}
		if score > best {
			best, files, common = score, nil, n
		}
		if score == best {
			files = append(files, f)
		}
	}
	return files, common
}
