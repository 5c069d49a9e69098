package code

import (
	"fmt"
	"slices"
	"strings"

	sitter "github.com/tree-sitter/go-tree-sitter"

	"ibid/core"
)

// job is the meaning of a capture.
type job int

const (
	jobNone job = iota
	jobDefinition
	jobName
	jobDeclarator
	jobQualifier
	jobBody
	jobBase
	jobBases
	jobDoc
	jobWrapper
	jobDecorator
	jobComment
	jobPackage
	jobImport
	jobPath
	jobItem
	jobAlias
	jobUse
	jobCall
	jobType
	jobValue
	jobScope
	jobLocal
	jobLocals
	jobField
	jobOf
	jobFrom
	jobEach
	jobAt
	jobs
)

// role is a capture of a query.
type role struct {
	job  job
	kind core.EntityKind // of a definition
}

var jobNames = map[string]job{
	"name": jobName, "declarator": jobDeclarator, "qualifier": jobQualifier, "body": jobBody, "base": jobBase, "bases": jobBases,
	"doc": jobDoc, "wrapper": jobWrapper, "decorator": jobDecorator, "comment": jobComment, "package": jobPackage,
	"import": jobImport, "path": jobPath, "item": jobItem, "alias": jobAlias, "use": jobUse, "call": jobCall, "type": jobType,
	"value": jobValue, "scope": jobScope, "local": jobLocal, "locals": jobLocals, "field": jobField, "of": jobOf, "from": jobFrom, "each": jobEach, "at": jobAt,
}

// kinds holds the kinds that @definition.KIND may name.
var kinds = map[core.EntityKind]bool{
	core.EntityModule: true, core.EntityFunction: true, core.EntityMethod: true, core.EntityClass: true, core.EntityStruct: true,
	core.EntityInterface: true, core.EntityTrait: true, core.EntityEnum: true, core.EntityType: true, core.EntityConstant: true,
	core.EntityVariable: true, core.EntityImpl: true,
}

func roleOf(capture string) (role, error) {
	if kind, ok := strings.CutPrefix(capture, "definition."); ok && kinds[core.EntityKind(kind)] {
		return role{jobDefinition, core.EntityKind(kind)}, nil
	}
	j, ok := jobNames[capture]
	if !ok && !strings.HasPrefix(capture, "_") { // _ marks a capture that only a predicate uses
		return role{}, fmt.Errorf("capture @%s is none of those that are understood", capture)
	}
	return role{job: j}, nil
}

// definition is an entity as the query finds it.
type definition struct {
	core.Span
	kind      core.EntityKind
	pattern   uint // the last pattern that found it
	node      sitter.Node
	name      core.Span
	nameLine  int
	qualifier string
	body      core.Span // empty if it has none
	bases     []string
	doc       string
	docStart  int
}

// reference is a use of a name.
type reference struct {
	core.Reference
	at     int          // offset of the name
	before *sitter.Node // the qualifier, nil if there is none
	value  bool         // the name is neither called nor a type
}

// findings is what the query finds in one file. Places are byte offsets.
type findings struct {
	source      string
	definitions map[[2]int]*definition // by where they and their names begin
	wrappers    map[int][]core.Span    // by where they end
	attached    map[int]attachment     // comments and decorators, by where they end
	names       map[int]bool           // offsets of the names of definitions
	imports     importList
	references  []reference
	scopes      []core.Span
	bindings    []binding
	pack        string
	note        string
}

// attachment is a comment or decorator that may belong to what follows it.
type attachment struct {
	core.Span
	comment bool
}

// Bounds of what is kept of one file.
const (
	maxEntities   = 50_000
	maxReferences = 50_000
	maxImports    = 5_000
)

// captured holds the nodes of one match, the last one of each job.
type captured struct {
	nodes   [jobs]*sitter.Node
	bases   []sitter.Node
	kind    core.EntityKind
	pattern uint
}

func span(n *sitter.Node) core.Span {
	return core.Span{Start: int(n.StartByte()), End: int(n.EndByte())}
}

func (f *findings) text(n *sitter.Node) string {
	if n == nil {
		return ""
	}
	s := span(n)
	return f.source[s.Start:s.End]
}

// collect runs the query over a tree.
func (p *parser) collect(root *sitter.Node, source string) *findings {
	f := &findings{
		source: source, definitions: make(map[[2]int]*definition), wrappers: make(map[int][]core.Span),
		attached: make(map[int]attachment), names: make(map[int]bool),
	}
	cursor := sitter.NewQueryCursor()
	defer cursor.Close()
	matches := cursor.Matches(p.query, root, []byte(source))
	for m := matches.Next(); m != nil; m = matches.Next() {
		var c captured
		c.pattern = m.PatternIndex
		for i := range m.Captures {
			r := p.roles[m.Captures[i].Index]
			node := m.Captures[i].Node // a copy, since the next match overwrites it
			c.nodes[r.job] = &node
			switch r.job {
			case jobDefinition:
				c.kind = r.kind
			case jobBase:
				c.bases = append(c.bases, node)
			}
		}
		f.take(p, &c)
	}
	return f
}

// take adds one match to the findings.
func (f *findings) take(p *parser, c *captured) {
	n := &c.nodes
	switch {
	case n[jobDefinition] != nil:
		f.define(c)
	case n[jobLocal] != nil || n[jobField] != nil || n[jobLocals] != nil:
		if len(f.bindings) < maxReferences {
			f.bind(c)
		}
	case n[jobScope] != nil:
		f.scopes = append(f.scopes, span(n[jobScope]))
	case n[jobComment] != nil:
		f.attach(n[jobComment], true)
	case n[jobDecorator] != nil:
		f.attach(n[jobDecorator], false)
	case n[jobWrapper] != nil:
		s := span(n[jobWrapper])
		f.wrappers[s.End] = append(f.wrappers[s.End], s)
	case n[jobPackage] != nil:
		f.pack = f.text(n[jobPackage])
	case n[jobUse] != nil:
		line := int(n[jobUse].StartPosition().Row) + 1
		for _, i := range p.uses(f.text(n[jobUse])) {
			i.Line = line
			f.imports.add(i)
		}
	case n[jobImport] != nil:
		f.imports.match(f, c)
	case n[jobName] != nil && (n[jobCall] != nil || n[jobType] != nil || n[jobValue] != nil):
		f.refer(c)
	}
}

func (f *findings) attach(n *sitter.Node, comment bool) {
	s := span(n)
	for s.End > s.Start && f.source[s.End-1] == '\n' { // included in Rust, and for macros of C
		s.End--
	}
	f.attached[s.End] = attachment{s, comment}
}

func (f *findings) define(c *captured) {
	n := &c.nodes
	name := n[jobName]
	if n[jobDeclarator] != nil {
		name = declared(n[jobDeclarator], c.kind != core.EntityVariable)
	}
	if name == nil {
		return
	}
	s, at := span(n[jobDefinition]), span(name)
	if at.Len() == 0 || at.Len() > maxName {
		return
	}
	key := [2]int{s.Start, at.Start}
	d := f.definitions[key]
	switch {
	case d == nil && len(f.definitions) >= maxEntities:
		f.note = fmt.Sprintf("only the first %d definitions are known", maxEntities)
		return
	case d == nil:
		d = &definition{Span: s, kind: c.kind, pattern: c.pattern, node: *n[jobDefinition], name: at, nameLine: int(name.StartPosition().Row) + 1}
		f.definitions[key] = d
		f.names[at.Start] = true
	case c.pattern >= d.pattern:
		d.kind, d.pattern = c.kind, c.pattern
	}
	if n[jobQualifier] != nil {
		d.qualifier = f.text(n[jobQualifier])
	}
	if n[jobBody] != nil {
		d.body = span(n[jobBody])
	}
	if n[jobDoc] != nil {
		d.doc = f.text(n[jobDoc])
	}
	f.base(d, c)
}

// maxName bounds a name, in bytes.
const maxName = 300

// base adds the types that a definition extends.
func (f *findings) base(d *definition, c *captured) {
	found := c.bases
	if list := c.nodes[jobBases]; list != nil {
		for i := range min(list.NamedChildCount(), maxBases) {
			found = append(found, *list.NamedChild(i))
		}
	}
	for i := range found {
		name := oneLine(f.text(&found[i]), maxName)
		if !strings.Contains(name, "=") && name != "" && len(d.bases) < maxBases && !slices.Contains(d.bases, name) {
			d.bases = append(d.bases, name)
		}
	}
}

// maxBases bounds the types that one definition extends.
const maxBases = 100

// declared returns the name in a declarator of C or C++ if it declares a function
// and wanted is true, or something else and wanted is false; else nil.
func declared(n *sitter.Node, wanted bool) *sitter.Node {
	function := false
	for range 20 {
		switch n.Kind() {
		case "identifier", "field_identifier", "qualified_identifier", "operator_name", "destructor_name", "template_function", "operator_cast":
			if (function || n.Kind() == "operator_cast") == wanted {
				return n
			}
			return nil
		case "function_declarator":
			function = true
		}
		next := n.ChildByFieldName("declarator")
		if next == nil && (n.Kind() == "reference_declarator" || n.Kind() == "parenthesized_declarator" || n.Kind() == "attributed_declarator") {
			next = n.NamedChild(0)
		}
		if next == nil {
			return nil
		}
		n = next
	}
	return nil
}

func (f *findings) refer(c *captured) {
	n := &c.nodes
	at := span(n[jobName])
	if f.names[at.Start] || at.Len() == 0 || at.Len() > maxName {
		return
	}
	if len(f.references) >= maxReferences {
		f.note = fmt.Sprintf("only the first %d uses of names are known", maxReferences)
		return
	}
	f.references = append(f.references, reference{at: at.Start, before: n[jobQualifier], value: n[jobCall] == nil && n[jobType] == nil, Reference: core.Reference{
		Name: f.text(n[jobName]), Qualifier: lastName(f.text(n[jobQualifier])), Line: int(n[jobName].StartPosition().Row) + 1, Call: n[jobCall] != nil,
	}})
}
