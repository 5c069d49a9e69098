package code

import (
	"embed"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unsafe"

	sitter "github.com/tree-sitter/go-tree-sitter"
	c "github.com/tree-sitter/tree-sitter-c/bindings/go"
	cpp "github.com/tree-sitter/tree-sitter-cpp/bindings/go"
	golang "github.com/tree-sitter/tree-sitter-go/bindings/go"
	java "github.com/tree-sitter/tree-sitter-java/bindings/go"
	javascript "github.com/tree-sitter/tree-sitter-javascript/bindings/go"
	python "github.com/tree-sitter/tree-sitter-python/bindings/go"
	rust "github.com/tree-sitter/tree-sitter-rust/bindings/go"
	typescript "github.com/tree-sitter/tree-sitter-typescript/bindings/go"

	"ibid/core"
)

// language is one row of the table.
type language struct {
	grammar func() unsafe.Pointer
	query   string // names of files in queries, without .scm, joined in this order
	// prepare makes source easier to parse without moving a byte; nil if not needed.
	prepare func(source string) string
	// uses expands an import with braces; nil if the language has none.
	uses func(text string) []core.Import
	// constants matches the names of constants among variables, where the language
	// has no keyword for them.
	constants *regexp.Regexp
}

// languages is the table, by the names of core.Language.
var languages = map[string]language{
	"go":         {grammar: golang.Language, query: "go"},
	"python":     {grammar: python.Language, query: "python", constants: regexp.MustCompile(`^_*[A-Z][A-Z0-9_]*$`)},
	"javascript": {grammar: javascript.Language, query: "ecmascript javascript"},
	"jsx":        {grammar: javascript.Language, query: "ecmascript javascript"},
	"typescript": {grammar: typescript.LanguageTypescript, query: "ecmascript typescript"},
	"tsx":        {grammar: typescript.LanguageTSX, query: "ecmascript typescript"},
	"rust":       {grammar: rust.Language, query: "rust", uses: rustUses},
	"java":       {grammar: java.Language, query: "java"},
	"c":          {grammar: c.Language, query: "c", prepare: withoutMacros},
	"cpp":        {grammar: cpp.Language, query: "c cpp", prepare: withoutMacros},
}

//go:embed queries/*.scm
var queries embed.FS

// parser is a language that is ready for use. It is made once and never freed.
type parser struct {
	language
	syntax *sitter.Language
	query  *sitter.Query
	roles  []role // by index of the capture
}

var parsers sync.Map // by name of the language: func() (*parser, error)

// parserFor returns the parser of a language, nil if there is none.
func parserFor(name string) (*parser, error) {
	row, known := languages[name]
	if !known {
		return nil, nil
	}
	once, _ := parsers.LoadOrStore(name, sync.OnceValues(func() (*parser, error) { return newParser(row) }))
	p, err := once.(func() (*parser, error))()
	if err != nil {
		return nil, fmt.Errorf("prepare parser of %s: %w", name, err)
	}
	return p, nil
}

func newParser(row language) (*parser, error) {
	var source strings.Builder
	for _, name := range strings.Fields(row.query) {
		part, err := queries.ReadFile("queries/" + name + ".scm")
		if err != nil {
			return nil, err
		}
		source.Write(part)
	}
	p := &parser{language: row, syntax: sitter.NewLanguage(row.grammar())}
	query, fault := sitter.NewQuery(p.syntax, source.String())
	if fault != nil {
		return nil, fmt.Errorf("query %q: %w", row.query, fault)
	}
	p.query = query
	for _, name := range query.CaptureNames() {
		r, err := roleOf(name)
		if err != nil {
			return nil, fmt.Errorf("query %q: %w", row.query, err)
		}
		p.roles = append(p.roles, r)
	}
	return p, nil
}

// onlyCPP matches what only C++ has, at the beginning of a line.
var onlyCPP = regexp.MustCompile(`(?m)^\s*(?:class|namespace|template|using|public:|private:|protected:|constexpr|virtual)\b|^\s*#\s*include\s*<\w+>`)

// dialect returns the language of a file: headers of C++ may have the extension of
// those of C.
func dialect(name, language, source string) string {
	if language == "c" && strings.HasSuffix(strings.ToLower(name), ".h") && onlyCPP.MatchString(source) {
		return "cpp"
	}
	return language
}
