package core

import (
	"encoding/binary"
	"errors"
	"fmt"
)

var errCode = errors.New("encoded syntax is damaged")

// MarshalBinary encodes what is known of a file's syntax, for the way out of
// the worker and for the store. A string is written once and then referred to.
func (c Code) MarshalBinary() ([]byte, error) {
	w := codeWriter{known: make(map[string]int)}
	w.strings(c.Language, c.Package, c.Note)
	w.ints(len(c.Entities))
	for i := range c.Entities {
		w.entity(&c.Entities[i])
	}
	w.ints(len(c.Imports))
	for _, i := range c.Imports {
		w.strings(i.Path, i.Alias)
		w.ints(i.Line)
		w.list(i.Names)
	}
	w.ints(len(c.References))
	line := 0
	for _, r := range c.References {
		call := 0
		if r.Call {
			call = 1
		}
		w.strings(r.Name, r.Qualifier, r.Origin)
		w.ints(r.Line-line, call, r.Within)
		line = r.Line
	}
	w.ints(len(c.Fields))
	for _, f := range c.Fields {
		w.ints(f.Owner)
		w.strings(f.Name, f.Origin)
	}
	return w.out, nil
}

type codeWriter struct {
	out   []byte
	known map[string]int
}

func (w *codeWriter) ints(all ...int) {
	for _, n := range all {
		w.out = binary.AppendVarint(w.out, int64(n))
	}
}

// strings writes the number of a string that was written before, or -1 and the
// string.
func (w *codeWriter) strings(all ...string) {
	for _, s := range all {
		if n, ok := w.known[s]; ok {
			w.ints(n)
			continue
		}
		w.known[s] = len(w.known)
		w.ints(-1, len(s))
		w.out = append(w.out, s...)
	}
}

func (w *codeWriter) list(all []string) {
	w.ints(len(all))
	w.strings(all...)
}

func (w *codeWriter) entity(e *Entity) {
	w.strings(e.Name, e.Qualified, string(e.Kind), e.Signature, e.Doc)
	w.ints(e.Start, e.End, e.DocStart, e.FirstLine, e.LastLine, e.NameLine, e.Parent, e.Body, len(e.Cuts))
	w.ints(e.Cuts...)
	w.list(e.Bases)
}

// UnmarshalBinary reads what MarshalBinary wrote. Damaged data give an error
// and cost no more memory than a small multiple of their length. Empty lists
// come back as nil.
func (c *Code) UnmarshalBinary(data []byte) error {
	r := codeReader{rest: data}
	*c = Code{Language: r.string(), Package: r.string(), Note: r.string()}
	if n := r.count(14); n > 0 {
		c.Entities = make([]Entity, n)
	}
	for i := range c.Entities {
		c.Entities[i] = r.entity()
	}
	if n := r.count(4); n > 0 {
		c.Imports = make([]Import, n)
	}
	for i := range c.Imports {
		c.Imports[i] = Import{Path: r.string(), Alias: r.string(), Line: r.int(), Names: r.list()}
	}
	if n := r.count(6); n > 0 {
		c.References = make([]Reference, n)
	}
	line := 0
	for i := range c.References {
		c.References[i] = Reference{Name: r.string(), Qualifier: r.string(), Origin: r.string(), Line: line + r.int(), Call: r.int() == 1, Within: r.int()}
		line = c.References[i].Line
	}
	if n := r.count(3); n > 0 {
		c.Fields = make([]Field, n)
	}
	for i := range c.Fields {
		c.Fields[i] = Field{Owner: r.int(), Name: r.string(), Origin: r.string()}
	}
	if r.err == nil && len(r.rest) > 0 {
		r.fail()
	}
	return r.err
}

// codeReader gives zeros after the first thing that does not fit.
type codeReader struct {
	rest  []byte
	known []string
	err   error
}

func (r *codeReader) fail() { r.rest, r.err = nil, errCode }

func (r *codeReader) int() int {
	n, size := binary.Varint(r.rest)
	if size <= 0 {
		r.fail()
		return 0
	}
	r.rest = r.rest[size:]
	return int(n)
}

// count reads the length of a list whose items take at least size bytes each.
func (r *codeReader) count(size int) int {
	n := r.int()
	if n < 0 || n > len(r.rest)/size {
		r.fail()
		return 0
	}
	return n
}

func (r *codeReader) string() string {
	at := r.int()
	if at >= 0 && at < len(r.known) {
		return r.known[at]
	}
	if at != -1 {
		r.fail()
	}
	n := r.count(1)
	s := string(r.rest[:n])
	r.rest = r.rest[n:]
	r.known = append(r.known, s)
	return s
}

func (r *codeReader) list() []string {
	n := r.count(1)
	if n == 0 {
		return nil
	}
	out := make([]string, n)
	for i := range out {
		out[i] = r.string()
	}
	return out
}

func (r *codeReader) entity() Entity {
	e := Entity{Name: r.string(), Qualified: r.string(), Kind: EntityKind(r.string()), Signature: r.string(), Doc: r.string()}
	for _, n := range []*int{&e.Start, &e.End, &e.DocStart, &e.FirstLine, &e.LastLine, &e.NameLine, &e.Parent, &e.Body} {
		*n = r.int()
	}
	if n := r.count(1); n > 0 {
		e.Cuts = make([]int, n)
	}
	for i := range e.Cuts {
		e.Cuts[i] = r.int()
	}
	e.Bases = r.list()
	return e
}

// Check reports what refers to a place outside of the text, so that no later
// step needs to.
func (c Code) Check(text string) error {
	for i, e := range c.Entities {
		within := 0 <= e.DocStart && e.DocStart <= e.Start && e.Start <= e.Body && e.Body <= e.End && e.End <= len(text) && -1 <= e.Parent && e.Parent < i
		ordered := i == 0 || c.Entities[i-1].Start <= e.Start
		if within && e.Parent >= 0 {
			p := c.Entities[e.Parent]
			within = p.Start <= e.Start && e.End <= p.End
		}
		if !within || !ordered || e.FirstLine < 1 || e.NameLine < e.FirstLine || e.LastLine < e.NameLine {
			return fmt.Errorf("entity %d, %q, at %d to %d of %d bytes: %w", i, e.Name, e.Start, e.End, len(text), errCode)
		}
		at := e.Body
		for _, cut := range e.Cuts {
			if cut <= at || cut >= e.End {
				return fmt.Errorf("entity %d, %q, is cut at %d: %w", i, e.Name, cut, errCode)
			}
			at = cut
		}
	}
	for _, r := range c.References {
		if r.Within < -1 || r.Within >= len(c.Entities) {
			return fmt.Errorf("%q is used within entity %d: %w", r.Name, r.Within, errCode)
		}
	}
	for _, f := range c.Fields {
		if f.Owner < -1 || f.Owner >= len(c.Entities) {
			return fmt.Errorf("%q is a field of entity %d: %w", f.Name, f.Owner, errCode)
		}
	}
	return nil
}
