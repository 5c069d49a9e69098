package query

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"ibid/core"
	"ibid/core/text"
)

// Bounds of what is taken from a text that quotes code.
const (
	maxQuoted     = 24 // paths, and again names
	minQuotedName = 3  // bytes of a name
)

var (
	// filePath is a path that ends in an extension, as links, stack traces and
	// people write it: `/src/a.go:12`, `blob/3f55/cmd/main.go#L150`, `Bar.java:4`.
	filePath = regexp.MustCompile(`(?:\b[A-Za-z]:)?[\w@.+~/\\!-]*\w\.[A-Za-z][A-Za-z0-9]{0,4}\b`)

	// goMethod is a method of Go with its receiver: `gin.(*Engine).handleHTTPRequest`.
	goMethod = regexp.MustCompile(`\(\*?([A-Za-z_]\w*)(?:\[\.\.\.\])?\)\.([A-Za-z_]\w*)`)

	// dottedName is what could be a name of code, with what qualifies it.
	dottedName = regexp.MustCompile(`[\pL_][\pL\pN_]*(?:(?:\.|::|#)[\pL_][\pL\pN_]*)*`)
)

// QuotedPaths lists the paths of source files that a text quotes, in order, each
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

// QuotedNames lists the names of source code below the first line of a text, in
// order, each once: methods with their receiver as `Engine.handle`, and words in
// camel case, in snake case or with a qualifier. Names of files are left out.
func QuotedNames(s string) []string {
	s = clip(s)
	_, body, _ := strings.Cut(strings.TrimSpace(s), "\n")
	var out []string
	for _, m := range goMethod.FindAllStringSubmatch(body, -1) {
		out = appendNew(out, m[1]+"."+m[2], maxQuoted)
	}
	for _, name := range dottedName.FindAllString(body, -1) {
		if len(name) < minQuotedName || core.Language(name) != "" || slices.ContainsFunc(out, func(o string) bool { return strings.HasSuffix(o, "."+name) }) {
			continue
		}
		last := name[strings.LastIndexAny(name, ".:#")+1:]
		if isCamel(last) || isSnake(last) || last != name && len(last) >= minQuotedName {
			out = appendNew(out, strings.NewReplacer("::", ".", "#", ".").Replace(name), maxQuoted)
		}
	}
	return out
}

// PathIndex finds which files of a library a text quotes. Safe for concurrent use.
type PathIndex struct {
	byBase map[string][]indexedPath
}

// indexedPath is a file: its whole path, and the elements of its path below the
// folder that all files lie in.
type indexedPath struct {
	path     string
	elements []string
}

// NewPathIndex makes an index of the paths of a library's files, written with
// slashes. All of them lie below root, whose folders do not count.
func NewPathIndex(root string, paths []string) *PathIndex {
	p := &PathIndex{byBase: make(map[string][]indexedPath)}
	for _, path := range paths {
		elements := strings.Split(strings.TrimPrefix(strings.TrimPrefix(path, root), "/"), "/")
		base := elements[len(elements)-1]
		p.byBase[base] = append(p.byBase[base], indexedPath{path, elements})
	}
	return p
}

const (
	frameDecay   = 0.8 // what each further path counts of the one before: stack traces begin where it went wrong
	otherFolders = 0.3 // what a file counts that has the quoted name, but lies in other folders
)

// commonFiles are the names of files that every project has. Quoted without a
// folder they identify no file, and a reporter's own example often has such a
// name.
var commonFiles = setOf("main index app test init lib mod setup conftest example")

// Quoted returns the files that a text quotes, each with how sure that is, above
// 0 and at most 1. Of each quoted path these are the files that have most of it
// in common; the more of them there are, the less sure is each.
func (p *PathIndex) Quoted(s string) map[string]float64 {
	out := make(map[string]float64)
	weight := 1.
	for _, quoted := range QuotedPaths(s) {
		elements := strings.Split(quoted, "/")
		files, common := p.longestMatch(elements)
		if len(files) == 0 {
			continue
		}
		sure := weight / (1 + math.Log2(float64(len(files))))
		weight *= frameDecay
		whole := common == len(files[0].elements)
		base := elements[len(elements)-1]
		if stem, _, _ := strings.Cut(base, "."); common == 1 && commonFiles[strings.ToLower(stem)] {
			continue
		}
		if common == 1 && len(elements) > 1 && !whole {
			sure *= otherFolders
		}
		for _, f := range files {
			out[f.path] = max(out[f.path], sure)
		}
	}
	return out
}

// longestMatch returns the files that share most elements with the end of a path,
// and how many they share. Of these, files whose whole path it holds go before
// the others.
func (p *PathIndex) longestMatch(elements []string) (files []indexedPath, common int) {
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

// JoinedNames lists the identifiers in the first line of a text, each as one
// folded word: `log_level`, `logLevel` and `--log-level` are loglevel.
func JoinedNames(s string) (out []string) {
	line, _, _ := strings.Cut(strings.TrimSpace(clip(s)), "\n")
	for id := range text.Identifiers(line) {
		out = appendNew(out, text.Clip(id.Form, MaxWordBytes), MaxWords)
		for _, p := range id.Parts {
			out = appendNew(out, text.Clip(p.Joined, MaxWordBytes), MaxWords)
		}
	}
	return out
}
