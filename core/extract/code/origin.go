package code

import (
	"cmp"
	"slices"
	"strings"

	sitter "github.com/tree-sitter/go-tree-sitter"

	"ibid/core"
)

// Bounds of what is kept of types.
const (
	maxFields = 20_000
	maxOrigin = 160 // bytes
	maxSteps  = 12  // of one expression
)

// binding is a name that is bound to a value: a parameter, a variable, a field.
type binding struct {
	name    string
	site    int          // offset of the name
	from    int          // offset from which it is visible
	written *sitter.Node // its type, if it is written
	value   *sitter.Node // its value, if its type is not written
	result  int          // which of several results of value
	element bool         // it is an element of value
	field   bool
}

// bind adds the names that one match binds.
func (f *findings) bind(c *captured) {
	n := &c.nodes
	if name := cmp.Or(n[jobLocal], n[jobField]); name != nil {
		b := binding{name: f.text(name), site: int(name.StartByte()), from: int(name.StartByte()), written: n[jobOf], value: n[jobFrom], field: n[jobField] != nil}
		if n[jobAt] != nil {
			b.from = int(n[jobAt].StartByte())
		} else if b.value != nil && b.written == nil {
			b.from = int(b.value.EndByte())
		}
		f.bindings = append(f.bindings, b)
		return
	}
	names, values := n[jobLocals], n[jobFrom]
	for i := range min(names.NamedChildCount(), maxSteps) {
		b := binding{name: f.text(names.NamedChild(i)), site: int(names.NamedChild(i).StartByte()), from: int(values.EndByte()), value: values, result: int(i), element: n[jobEach] != nil}
		if values.Kind() == "expression_list" {
			b.value = values.NamedChild(0)
			if values.NamedChildCount() > 1 && i < values.NamedChildCount() {
				b.value, b.result = values.NamedChild(i), 0
			}
		}
		if b.element && i == 0 && names.NamedChildCount() > 1 {
			b.value = nil // the key
		}
		f.bindings = append(f.bindings, b)
	}
}

// frame is a scope with the names that are bound in it, each with the origin of its
// type.
type frame struct {
	end   int
	names map[string]string
}

// tracker goes through a text from its beginning and knows at every place which
// names are bound there.
type tracker struct {
	*findings
	entities []core.Entity
	next     int     // first entity that is not reached yet
	open     []int   // entities around the current place, outermost first
	frames   []frame // scopes around it, outermost first
	modules  map[string]bool
	fields   []core.Field
	known    map[core.Field]int // index in fields, by owner and name
	typed    map[int]bool       // sites whose type is written
	sites    map[int]bool       // offsets of names that are bound
	nested   map[string]bool    // names of entities within others
}

func (f *findings) track(entities []core.Entity) *tracker {
	t := &tracker{findings: f, entities: entities, modules: make(map[string]bool), known: make(map[core.Field]int), typed: make(map[int]bool), nested: make(map[string]bool), sites: make(map[int]bool)}
	for _, i := range f.imports.all {
		t.modules[cmp.Or(i.Alias, lastName(strings.ReplaceAll(i.Path, "/", ".")))] = true
	}
	for _, b := range f.bindings {
		t.sites[b.site] = true
	}
	for _, e := range entities {
		if e.Parent >= 0 {
			t.nested[e.Name] = true
		}
	}
	slices.SortFunc(f.scopes, func(a, b core.Span) int { return cmp.Or(a.Start-b.Start, b.End-a.End) })
	slices.SortStableFunc(f.bindings, func(a, b binding) int { return a.from - b.from })
	return t
}

// reach moves on to an offset.
func (t *tracker) reach(at int) {
	for len(t.bindings) > 0 && t.bindings[0].from <= at {
		b := t.bindings[0]
		t.bindings = t.bindings[1:]
		t.enter(b.from)
		t.give(b)
	}
	t.enter(at)
}

// enter opens and closes scopes and entities up to an offset.
func (t *tracker) enter(at int) {
	for len(t.scopes) > 0 && t.scopes[0].Start <= at {
		s := t.scopes[0]
		t.scopes = t.scopes[1:]
		t.leave(s.Start)
		t.frames = append(t.frames, frame{end: s.End})
	}
	t.leave(at)
	for t.next < len(t.entities) && t.entities[t.next].Start <= at {
		t.open = append(t.open, t.next)
		t.next++
	}
	t.open = slices.DeleteFunc(t.open, func(i int) bool { return t.entities[i].End <= at })
}

func (t *tracker) leave(at int) {
	for n := len(t.frames); n > 0 && t.frames[n-1].end <= at; n-- {
		t.frames = t.frames[:n-1]
	}
}

// give binds a name in the innermost scope. A field, and a name outside of all
// scopes, is bound in the type around it or in the file.
func (t *tracker) give(b binding) {
	if b.name == "" || b.name == "_" || b.name == "self" || b.name == "cls" || len(b.name) > maxName || b.written == nil && t.typed[b.site] {
		return
	}
	t.typed[b.site] = b.written != nil
	origin := t.follow(b)
	if n := len(t.frames); n > 0 && !b.field {
		names := t.frames[n-1].names
		if names == nil {
			names = make(map[string]string)
			t.frames[n-1].names = names
		}
		names[b.name] = origin
		return
	}
	key := core.Field{Owner: -1, Name: b.name}
	for _, i := range slices.Backward(t.open) {
		if k := t.entities[i].Kind; hasMethods[k] && k != core.EntityImpl {
			key.Owner = i
			break
		}
	}
	i, seen := t.known[key]
	switch {
	case origin == unknown:
	case seen && t.fields[i].Origin == "{None}":
		t.fields[i].Origin = origin
	case !seen && len(t.fields) < maxFields:
		t.known[key] = len(t.fields)
		key.Origin = origin
		t.fields = append(t.fields, key)
	}
}

// unknown is the origin of a value of unknown type.
const unknown = "?"

// follow returns the origin of the type of a bound name.
func (t *tracker) follow(b binding) string {
	written := oneLine(t.text(b.written), maxOrigin)
	switch {
	case b.written != nil && written != "var" && written != "auto":
		return typeOrigin(written)
	case b.value == nil:
		return unknown
	}
	origin := t.origin(b.value, 0)
	switch {
	case origin == unknown:
	case b.element:
		origin += "[]"
	case b.result > 0 && strings.HasSuffix(origin, "()"):
		origin += "#" + string(rune('0'+min(b.result, 9)))
	case b.result > 0:
		return unknown
	}
	return origin
}

func typeOrigin(written string) string {
	if written == "" || strings.ContainsAny(written, "{}…") {
		return unknown
	}
	return "{" + written + "}"
}

// bound returns the origin of a name that is bound at the current place.
func (t *tracker) bound(name string) (origin string, ok bool) {
	for i := len(t.frames) - 1; i >= 0; i-- {
		if origin, ok := t.frames[i].names[name]; ok {
			return origin, true
		}
	}
	return "", false
}

// members holds the kinds of expressions that name a member of something, with the
// two fields of the grammar for both.
var members = map[string][2]string{
	"selector_expression": {"operand", "field"}, "qualified_type": {"package", "name"}, "attribute": {"object", "attribute"},
	"member_expression": {"object", "property"}, "field_access": {"object", "field"}, "scoped_identifier": {"path", "name"},
	"qualified_identifier": {"scope", "name"},
}

// inner holds the kinds of expressions that have the type of an inner one, with its
// field of the grammar; none if it is the first child.
var inner = map[string]string{
	"parenthesized_expression": "", "await": "", "await_expression": "", "try_expression": "", "non_null_expression": "", "unary_expression": "",
	"pointer_expression": "argument", "reference_expression": "value", "slice_expression": "operand", "generic_function": "function", "expression_list": "",
}

// made holds the kinds of expressions that name their type, with its field of the
// grammar.
var made = map[string]string{
	"composite_literal": "type", "type_assertion_expression": "type", "type_conversion_expression": "type", "struct_expression": "name",
	"object_creation_expression": "type", "cast_expression": "type", "new_expression": "constructor",
}

// elements holds the kinds of expressions that take an element of their first child.
var elements = map[string]bool{"index_expression": true, "subscript": true, "subscript_expression": true, "array_access": true}

// origin returns the origin of an expression's type, in the form of
// core.Reference.Origin.
func (t *tracker) origin(n *sitter.Node, depth int) string {
	if n == nil || depth > maxSteps {
		return unknown
	}
	kind := n.Kind()
	if field, ok := made[kind]; ok {
		return typeOrigin(oneLine(t.text(n.ChildByFieldName(field)), maxOrigin))
	}
	if field, ok := inner[kind]; ok {
		in := n.NamedChild(0)
		if field != "" {
			in = n.ChildByFieldName(field)
		}
		return t.origin(in, depth+1)
	}
	out := unknown
	switch fields, member := members[kind]; {
	case member:
		out = t.step(t.origin(n.ChildByFieldName(fields[0]), depth+1), "."+t.text(n.ChildByFieldName(fields[1])))
	case elements[kind]:
		out = t.step(t.origin(n.NamedChild(0), depth+1), "[]")
	case kind == "field_expression":
		out = t.step(t.origin(cmp.Or(n.ChildByFieldName("value"), n.ChildByFieldName("argument")), depth+1), "."+t.text(n.ChildByFieldName("field")))
	case kind == "call_expression" || kind == "call":
		out = t.called(n, depth)
	case kind == "method_invocation" && n.ChildByFieldName("object") != nil:
		out = t.step(t.origin(n.ChildByFieldName("object"), depth+1), "."+t.text(n.ChildByFieldName("name"))+"()")
	case kind == "method_invocation":
		out = t.text(n.ChildByFieldName("name")) + "()"
	case kind == "as_expression" || kind == "satisfies_expression":
		out = typeOrigin(oneLine(t.text(n.NamedChild(1)), maxOrigin))
	case kind == "none":
		out = "{None}"
	case strings.HasSuffix(kind, "identifier") || kind == "this" || kind == "self" || kind == "super":
		if out = t.text(n); len(out) > maxName {
			return unknown
		}
		if origin, ok := t.bound(out); ok {
			return origin
		}
	}
	return out
}

// called returns the origin of a call. Go's make and new name a type.
func (t *tracker) called(n *sitter.Node, depth int) string {
	function := n.ChildByFieldName("function")
	if name := t.text(function); name == "make" || name == "new" {
		if arguments := n.ChildByFieldName("arguments"); arguments != nil && arguments.NamedChild(0) != nil {
			return typeOrigin(oneLine(t.text(arguments.NamedChild(0)), maxOrigin))
		}
	}
	return t.step(t.origin(function, depth+1), "()")
}

// step adds a step to an origin.
func (t *tracker) step(origin, step string) string {
	if origin == unknown || len(origin)+len(step) > maxOrigin || strings.ContainsAny(step, " \n\"'`{}?") {
		return unknown
	}
	return origin + step
}

// settle sets the origin of a reference at the current place. It returns false if
// the reference is to something local.
func (t *tracker) settle(r *reference) bool {
	if r.before == nil {
		if r.value && t.sites[r.at] {
			return false
		}
		_, local := t.bound(r.Name)
		return (!local || t.nested[r.Name]) && (!r.value || !t.modules[r.Name])
	}
	origin := t.origin(r.before, 0)
	if origin != r.Qualifier {
		r.Origin = origin
	}
	return !r.value || origin != unknown
}
