package assemble

import (
	"regexp"
	"slices"
	"strings"

	"ibid/core/text"
)

// Bounds of what is said of the surroundings of source code.
const (
	maxImports = 20
	maxRelated = 12
)

// importLines recognise an import in one line, for the languages that need no
// parser for it. The parentheses of Go are dealt with apart.
var importLines = map[string]*regexp.Regexp{
	"go":         regexp.MustCompile(`^import\s+(?:[\w.]+\s+)?"[^"]+"`),
	"python":     regexp.MustCompile(`^\s*(?:import|from)\s+[\w.]+`),
	"rust":       regexp.MustCompile(`^\s*(?:pub\s+)?(?:use|mod)\s+[\w:{}, *]+;`),
	"java":       regexp.MustCompile(`^import\s+[\w.* ]+;`),
	"typescript": importJS, "tsx": importJS, "javascript": importJS, "jsx": importJS,
	"c": include, "cpp": include,
}

var (
	importJS   = regexp.MustCompile(`^\s*(?:import\b|export\b.*\bfrom\b|(?:const|let|var)\b.*\brequire\()`)
	include    = regexp.MustCompile(`^\s*#\s*include\b`)
	goImport   = regexp.MustCompile(`^\s+(?:[\w.]+\s+)?"[^"]+"`)
	definition = regexp.MustCompile(`^\s*(?:(?:pub|public|private|protected|static|final|abstract|async|export|default|const)\s+)*` +
		`(?:func(?:\s*\([^)]*\))?|def|class|fn|function|struct|enum|trait|interface|type|record)\s+([A-Za-z_]\w*)`)
	identifier = regexp.MustCompile(`[A-Za-z_]\w*`)
)

// surroundings are the imports of the file and the names that the quoted code
// uses and the file defines elsewhere, one line each. Other kinds have none.
func (c *candidate) surroundings() []string {
	language := c.hit.Document.Language()
	if language == "" {
		return nil
	}
	var out []string
	if found := imports(language, c.page.text); len(found) > 0 {
		out = append(out, "imports: "+text.OneLine(strings.Join(found, "; ")))
	}
	if found := related(c.page.text, c.view().body); len(found) > 0 {
		out = append(out, "related: "+text.OneLine(strings.Join(found, ", ")))
	}
	return out
}

func imports(language, source string) []string {
	line := importLines[language]
	if line == nil {
		return nil
	}
	var out []string
	inside := false // the parentheses of Go
	for s := range strings.SplitSeq(source, "\n") {
		switch {
		case len(out) == maxImports:
			return append(out, "…")
		case language == "go" && strings.HasPrefix(s, "import ("):
			inside = true
		case inside && strings.HasPrefix(s, ")"):
			inside = false
		case inside && goImport.MatchString(s), line.MatchString(s):
			out = append(out, strings.TrimSpace(strings.TrimPrefix(s, "import ")))
		}
	}
	return out
}

func related(source, quoted string) []string {
	used := make(map[string]bool)
	for _, name := range identifier.FindAllString(quoted, -1) {
		used[name] = true
	}
	for s := range strings.SplitSeq(quoted, "\n") {
		if m := definition.FindStringSubmatch(s); m != nil {
			delete(used, m[1])
		}
	}
	var out []string
	for s := range strings.SplitSeq(source, "\n") {
		m := definition.FindStringSubmatch(s)
		if m != nil && used[m[1]] && !slices.Contains(out, m[1]) && len(out) < maxRelated {
			out = append(out, m[1])
		}
	}
	return out
}
