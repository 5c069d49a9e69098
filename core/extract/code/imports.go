package code

import (
	"fmt"
	"slices"
	"strings"

	"ibid/core"
)

// importList collects imports. The matches of one statement and path make one
// import, except for names that get an alias.
type importList struct {
	all   []core.Import
	plain map[[2]int]int // import without alias of a statement and path, by their offsets; index into all
	note  string
}

func (l *importList) add(i core.Import) int {
	if len(l.all) >= maxImports {
		l.note = fmt.Sprintf("only the first %d imports are known", maxImports)
		return -1
	}
	l.all = append(l.all, i)
	return len(l.all) - 1
}

// match adds one match of an import.
func (l *importList) match(f *findings, c *captured) {
	n := &c.nodes
	if n[jobPath] == nil {
		return
	}
	one := core.Import{Path: unquote(f.text(n[jobPath])), Line: int(n[jobImport].StartPosition().Row) + 1, Alias: f.text(n[jobAlias])}
	if item := n[jobItem]; item != nil && n[jobAlias] != nil && span(item) == span(n[jobAlias]) {
		one.Names = []string{"default"} // the file chooses the name
	} else if item != nil {
		one.Names = []string{importedName(f.text(item), one.Alias != "")}
	} else if one.Alias == "." { // Go
		one.Alias, one.Names = "", []string{"*"}
	}
	key := [2]int{int(n[jobImport].StartByte()), int(n[jobPath].StartByte())}
	at, seen := l.plain[key]
	switch {
	case one.Alias == "" && seen:
		l.all[at].Names = append(l.all[at].Names, one.Names...)
		return
	case one.Alias != "" && seen && len(l.all[at].Names) == 0 && l.all[at].Alias == "":
		l.all[at] = one // the first match was the statement without the alias
		delete(l.plain, key)
		return
	case one.Alias == "" && one.Names == nil && l.has(one.Line, one.Path):
		return
	}
	if at = l.add(one); at >= 0 && one.Alias == "" {
		if l.plain == nil {
			l.plain = make(map[[2]int]int)
		}
		l.plain[key] = at
	}
}

// has reports whether a path is already imported on a line.
func (l *importList) has(line int, path string) bool {
	for _, i := range slices.Backward(l.all) {
		if i.Line < line {
			return false
		}
		if i.Line == line && i.Path == path {
			return true
		}
	}
	return false
}

// importedName returns an imported name, "*" for an import of everything.
func importedName(written string, alias bool) string {
	if written == "*" || !alias && strings.HasPrefix(written, "*") {
		return "*"
	}
	return unquote(written)
}

func unquote(s string) string {
	if len(s) >= 2 && strings.ContainsRune("\"'`", rune(s[0])) && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return strings.Join(strings.Fields(s), "")
}

// rustUses expands `use a::{b, c::{d as e, *}}`, and returns self::a for `mod a;`.
func rustUses(text string) []core.Import {
	text = strings.TrimSuffix(strings.TrimSpace(text), ";")
	if i := strings.LastIndex(text, "mod "); i >= 0 && !strings.Contains(text[i:], ":") && !strings.Contains(text, "use ") {
		return []core.Import{{Path: "self::" + strings.TrimSpace(text[i+4:])}}
	}
	if i := strings.LastIndex(text, "extern crate "); i >= 0 {
		path, alias, _ := strings.Cut(strings.TrimSpace(text[i+13:]), " as ")
		return []core.Import{{Path: strings.TrimSpace(path), Alias: strings.TrimSpace(alias)}}
	}
	i := strings.Index(text, "use ")
	if i < 0 {
		return nil
	}
	return rustTree("", text[i+4:], 0)
}

// maxUseDepth bounds the nesting of braces in a use.
const maxUseDepth = 20

// rustTree expands one tree of a use, whose path begins with prefix.
func rustTree(prefix, tree string, depth int) []core.Import {
	tree = strings.TrimSpace(tree)
	if open := strings.IndexByte(tree, '{'); open >= 0 && strings.HasSuffix(tree, "}") && depth < maxUseDepth {
		prefix += strings.Join(strings.Fields(tree[:open]), "")
		var out []core.Import
		plain := -1
		for _, part := range splitList(tree[open+1 : len(tree)-1]) {
			for _, one := range rustTree(prefix, part, depth+1) {
				if own := one.Path+"::" == prefix && one.Alias == "" && one.Names != nil; own && plain >= 0 {
					out[plain].Names = append(out[plain].Names, one.Names...)
					continue
				} else if own {
					plain = len(out)
				}
				out = append(out, one)
			}
		}
		return out
	}
	path, alias, _ := strings.Cut(tree, " as ")
	path = prefix + strings.Join(strings.Fields(path), "")
	if path == "" {
		return nil
	}
	i := strings.LastIndex(path, "::")
	if i < 0 {
		return []core.Import{{Path: path, Alias: strings.TrimSpace(alias)}}
	}
	if path[i+2:] == "self" {
		return []core.Import{{Path: path[:i], Alias: strings.TrimSpace(alias)}}
	}
	return []core.Import{{Path: path[:i], Names: []string{path[i+2:]}, Alias: strings.TrimSpace(alias)}}
}

// splitList splits at the commas outside of braces.
func splitList(s string) []string {
	var out []string
	depth, start := 0, 0
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, s[start:i])
				start = i + 1
			}
		}
	}
	if strings.TrimSpace(s[start:]) != "" {
		out = append(out, s[start:])
	}
	return out
}
