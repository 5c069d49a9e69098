package codec

import "ibid/core"

// codeWriter writes a string once and then refers to it by its number.
type codeWriter struct {
	writer
	known map[string]int
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
		w.ints(-1)
		w.string(s)
	}
}

func (w *codeWriter) list(all []string) {
	w.ints(len(all))
	w.strings(all...)
}

// PackCode encodes what is known of a file's syntax.
func PackCode(c core.Code) []byte {
	w := codeWriter{known: make(map[string]int)}
	w.strings(c.Language, c.Package, c.Note)
	w.ints(len(c.Entities))
	for i := range c.Entities {
		e := &c.Entities[i]
		w.strings(e.Name, e.Qualified, string(e.Kind), e.Signature, e.Doc)
		w.ints(e.Start, e.End, e.DocStart, e.FirstLine, e.LastLine, e.NameLine, e.Parent, e.Body, len(e.Cuts))
		w.ints(e.Cuts...)
		w.list(e.Bases)
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
		w.strings(r.Name, r.Qualifier, r.Origin)
		w.ints(r.Line - line)
		w.bool(r.Call)
		w.ints(r.Within)
		line = r.Line
	}
	w.ints(len(c.Fields))
	for _, f := range c.Fields {
		w.ints(f.Owner)
		w.strings(f.Name, f.Origin)
	}
	return w.buf
}

// codeReader reads what codeWriter wrote.
type codeReader struct {
	reader
	known []string
}

func (r *codeReader) string() string {
	at := r.int()
	if at >= 0 && at < len(r.known) {
		return r.known[at]
	}
	if at != -1 {
		r.fail()
	}
	s := r.reader.string()
	r.known = append(r.known, s)
	return s
}

func (r *codeReader) list() []string { return list(&r.reader, 1, r.string) }

func (r *codeReader) entity() core.Entity {
	e := core.Entity{Name: r.string(), Qualified: r.string(), Kind: core.EntityKind(r.string()), Signature: r.string(), Doc: r.string()}
	for _, n := range []*int{&e.Start, &e.End, &e.DocStart, &e.FirstLine, &e.LastLine, &e.NameLine, &e.Parent, &e.Body} {
		*n = r.int()
	}
	e.Cuts, e.Bases = list(&r.reader, 1, r.int), r.list()
	return e
}

// UnpackCode decodes what PackCode made. Damaged data give an error and cost no
// more memory than a small multiple of their length. Empty lists come back as
// nil.
func UnpackCode(data []byte) (core.Code, error) {
	r := codeReader{reader: reader{buf: data}}
	c := core.Code{Language: r.string(), Package: r.string(), Note: r.string()}
	c.Entities = list(&r.reader, 14, r.entity)
	c.Imports = list(&r.reader, 4, func() core.Import {
		return core.Import{Path: r.string(), Alias: r.string(), Line: r.int(), Names: r.list()}
	})
	line := 0
	c.References = list(&r.reader, 6, func() core.Reference {
		u := core.Reference{Name: r.string(), Qualifier: r.string(), Origin: r.string(), Line: line + r.int(), Call: r.bool(), Within: r.int()}
		line = u.Line
		return u
	})
	c.Fields = list(&r.reader, 3, func() core.Field {
		return core.Field{Owner: r.int(), Name: r.string(), Origin: r.string()}
	})
	return c, r.end()
}
