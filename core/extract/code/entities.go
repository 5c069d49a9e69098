package code

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	sitter "github.com/tree-sitter/go-tree-sitter"

	"ibid/core"
	"ibid/core/text"
)

// Bounds of what is kept of one entity.
const (
	maxSignature = 500   // bytes
	maxDoc       = 4_000 // bytes
)

// entities returns the entities of the file in order, each after the one that
// encloses it.
func (f *findings) entities(p *parser) []core.Entity {
	all := slices.Collect(maps.Values(f.definitions))
	begins := make(map[*definition]int, len(all)) // where a definition itself begins
	for _, d := range all {
		begins[d] = f.widen(d)
	}
	slices.SortFunc(all, func(a, b *definition) int {
		return cmp.Or(a.Start-b.Start, b.End-a.End, a.name.Start-b.name.Start)
	})
	b := builder{findings: f, parser: p, lines: text.NewLineTable(f.source)}
	for _, d := range all {
		b.add(d, begins[d])
	}
	for i, d := range b.from {
		b.cut(&b.out[i], d)
	}
	return b.out
}

// widen extends a definition to its wrappers, decorators and comments, and returns
// where it begins without decorators and comments.
func (f *findings) widen(d *definition) (start int) {
	end := d.End
	for end < len(f.source) && (f.source[end] == ' ' || f.source[end] == ';') {
		end++
	}
	for _, e := range []int{d.End, end} {
		for _, w := range f.wrappers[e] {
			// A wrapper around more than one definition begins on another line.
			if w.Start < d.Start && !strings.Contains(f.source[w.Start:d.Start], "{") {
				d.Start = w.Start
			}
		}
	}
	start = d.Start
	for {
		a, ok := f.before(d.Start)
		if !ok || a.comment {
			break
		}
		d.Start = a.Start
	}
	comments := d.Start
	for a, ok := f.before(comments); ok; a, ok = f.before(comments) {
		comments = a.Start
		if !a.comment {
			d.Start = a.Start
		}
	}
	d.docStart = min(comments, d.Start)
	if comments < d.Start && d.doc == "" {
		d.doc = cleanComment(f.source[comments:d.Start])
	}
	if d.doc == "" && start > d.Start {
		d.doc = f.commentsIn(core.Span{Start: d.Start, End: start})
	}
	return start
}

// before returns the comment or decorator right before an offset, with at most one
// line break in between. A comment must be on lines of its own.
func (f *findings) before(at int) (attachment, bool) {
	end := at
	for breaks := 0; end > 0; end-- {
		c := f.source[end-1]
		if c == '\n' {
			breaks++
		}
		if breaks > 1 || c != '\n' && c != ' ' && c != '\t' {
			break
		}
	}
	a, ok := f.attached[end]
	if !ok || a.Start >= at {
		return attachment{}, false
	}
	if a.comment {
		return a, strings.TrimSpace(lineBefore(f.source, a.Start)) == ""
	}
	return a, true
}

// commentsIn returns the text of the comments in a span.
func (f *findings) commentsIn(s core.Span) string {
	var out []string
	for _, end := range slices.Sorted(maps.Keys(f.attached)) {
		if a := f.attached[end]; a.comment && a.Start >= s.Start && end <= s.End {
			out = append(out, cleanComment(f.source[a.Start:a.End]))
		}
	}
	return strings.Join(out, "\n")
}

// builder makes the list of entities.
type builder struct {
	*findings
	parser *parser
	lines  text.LineTable
	out    []core.Entity
	from   []*definition // of each entity
	open   []int         // entities around the current place, outermost first
}

// add makes an entity of a definition. Its signature begins at start, after
// decorators.
func (b *builder) add(d *definition, start int) {
	for len(b.open) > 0 && (b.out[b.open[len(b.open)-1]].End < d.End || b.out[b.open[len(b.open)-1]].Span == d.Span) {
		b.open = b.open[:len(b.open)-1]
	}
	e := core.Entity{Span: d.Span, DocStart: d.docStart, Kind: d.kind, Parent: -1, NameLine: d.nameLine, Bases: d.bases}
	if len(b.open) > 0 {
		e.Parent = b.open[len(b.open)-1]
	}
	qualifier, name := splitName(b.source[d.name.Start:d.name.End])
	if d.qualifier != "" {
		qualifier = typeName(d.qualifier)
	}
	e.Name = strings.Trim(name, `"'`)
	if e.Name == "" || e.Name == "_" || !b.wanted(&e, d, len(qualifier) > 0) {
		return
	}
	if d.kind == core.EntityImpl {
		written := b.source[d.name.Start:d.name.End]
		e.Name, qualifier = cmp.Or(strings.Join(typeName(written), "."), oneLine(written, maxName)), nil
	}
	path := append(qualifier, e.Name)
	if e.Parent >= 0 {
		path = append([]string{b.out[e.Parent].Qualified}, path...)
	}
	e.Qualified = strings.Join(path, ".")
	e.FirstLine, e.LastLine = b.lines.Line(d.Start), b.lines.Line(max(d.Start, d.End-1))
	e.Body = d.End
	if d.body.Len() > 0 {
		e.Body = d.body.Start
	}
	e.Signature = signature(b.source[start:e.Body], d.body.Len() > 0)
	e.Doc = text.Clip(cleanComment(d.doc), maxDoc)
	b.open = append(b.open, len(b.out))
	b.out = append(b.out, e)
	b.from = append(b.from, d)
}

// wanted sets the final kind of an entity and reports whether it is kept. Variables
// and declarations without a body within functions are not.
func (b *builder) wanted(e *core.Entity, d *definition, qualified bool) bool {
	if e.Kind == core.EntityVariable && b.parser.constants != nil && b.parser.constants.MatchString(e.Name) {
		e.Kind = core.EntityConstant
	}
	variable := e.Kind == core.EntityVariable || e.Kind == core.EntityConstant
	for i := e.Parent; i >= 0; i = b.out[i].Parent {
		if k := b.out[i].Kind; k == core.EntityFunction || k == core.EntityMethod {
			if variable || e.Kind == core.EntityFunction && d.body.Len() == 0 {
				return false
			}
			break
		}
	}
	if e.Kind == core.EntityFunction && (qualified || e.Parent >= 0 && hasMethods[b.out[e.Parent].Kind]) {
		e.Kind = core.EntityMethod
	}
	return true
}

// hasMethods holds the kinds whose functions are methods.
var hasMethods = map[core.EntityKind]bool{
	core.EntityClass: true, core.EntityStruct: true, core.EntityInterface: true, core.EntityTrait: true, core.EntityEnum: true,
	core.EntityImpl: true, core.EntityType: true,
}

// commentBehind matches a comment of Python between a head and its body.
var commentBehind = regexp.MustCompile(`:\s*#[^\n]*\s*$`)

// signature returns the text before the body as one line. A definition without a
// body has its first line, or all of it if that line has a parenthesis.
func signature(s string, body bool) string {
	if !body {
		if i := strings.IndexByte(s, '\n'); i >= 0 && !strings.Contains(s[:i], "(") {
			s = s[:i]
		}
	}
	s = oneLine(commentBehind.ReplaceAllString(s, ":"), maxSignature)
	if body {
		s = strings.TrimRight(strings.TrimSuffix(strings.TrimSuffix(s, "=>"), "="), " {:")
	}
	return strings.TrimRight(s, " ;,")
}

// Bounds of cuts.
const (
	longStatement = 25 // lines of a statement that may be cut inside
	maxCutDepth   = 12 // nodes of the tree within each other
)

// cut finds the offsets where the text of an entity may be cut. A comment is not
// cut from what follows it.
func (b *builder) cut(e *core.Entity, d *definition) {
	if e.LastLine-e.FirstLine < 2 {
		return
	}
	c := cutter{builder: b, entity: e, cursor: d.node.Walk()}
	defer c.cursor.Close()
	c.within(d.node, 0)
	slices.Sort(e.Cuts)
	e.Cuts = slices.DeleteFunc(slices.Compact(e.Cuts), func(at int) bool {
		a, ok := b.before(at)
		return ok && a.comment && a.Start > e.Body
	})
}

// cutter finds the cuts of one entity.
type cutter struct {
	*builder
	entity *core.Entity
	cursor *sitter.TreeCursor
}

// within adds the children of a node that begin a line within the body, and goes
// down into long children, only children and those before the body.
func (c *cutter) within(node sitter.Node, depth int) {
	children := node.NamedChildren(c.cursor)
	only := len(slices.DeleteFunc(slices.Clone(children), func(n sitter.Node) bool { return n.IsExtra() })) == 1
	for i := range children {
		s := span(&children[i])
		if s.End <= c.entity.Body {
			continue
		}
		if strings.TrimSpace(lineBefore(c.source, s.Start)) == "" && s.Start > c.entity.Body && s.Start < c.entity.End {
			c.entity.Cuts = append(c.entity.Cuts, s.Start)
		}
		long := c.lines.Line(max(s.Start, s.End-1))-c.lines.Line(s.Start) > longStatement
		if (long || only || s.Start <= c.entity.Body) && depth < maxCutDepth && !c.own(s) {
			c.within(children[i], depth+1)
		}
	}
}

// own reports whether a span is another entity, which has cuts of its own.
func (c *cutter) own(s core.Span) bool {
	i, ok := slices.BinarySearchFunc(c.out, s.Start, func(e core.Entity, at int) int { return e.Start - at })
	return ok && c.out[i].Span == s && s != c.entity.Span
}
