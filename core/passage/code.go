package passage

import (
	"strings"

	"ibid/core"
	"ibid/core/text"
)

// Sizes of passages of source code, in words.
const (
	small  = 40  // an entity of fewer is joined with its small neighbours
	joined = 120 // the most that neighbours are joined to; a class up to this is not divided
	scrap  = 12  // text between entities of fewer joins what stands before it
)

// CutCode divides a source file by its entities: a function with the comment
// before it is a passage, a long one is divided between its statements, a class
// into its members, and small neighbours are joined. Text between entities makes
// passages too. Section is the qualified name, and Heading the signature, of the
// entity that a passage is or is a part of.
//
// All text except blanks is in exactly one passage, if the file has any words.
func CutCode(pages []core.Page, code core.Code) []core.Passage {
	if len(pages) != 1 || len(code.Entities) == 0 {
		return Cut(core.KindCode, pages, nil, nil)
	}
	d := divider{page: pages[0].Text, entities: code.Entities}
	d.nest()
	d.units(-1, core.Span{End: len(d.page)}, 0)
	places := text.NewPlaces(core.KindCode, pages[0], nil)
	var out []core.Passage
	for _, u := range d.join() {
		if u.words == 0 {
			continue
		}
		p := core.Passage{
			Ordinal: len(out), Page: pages[0].Index, Spans: []core.Span{u.Span}, Section: u.section(code.Entities), Words: u.words,
		}
		if len(u.entities) == 1 {
			p.Heading = code.Entities[u.entities[0]].Signature
		}
		places.Fill(&p)
		out = append(out, p)
	}
	return out
}

// unit is a stretch of a file that may become a passage.
type unit struct {
	core.Span
	scope       int   // index of the entity around it; -1 if there is none
	entities    []int // indices of the entities that it is, or is a part of; none for the text between entities
	part        bool  // it is a part of an entity that was divided
	words, size int   // as measure counts them
}

// section names the first entities of a unit, else the one around it.
func (u unit) section(entities []core.Entity) string {
	if len(u.entities) == 0 {
		if u.scope < 0 {
			return ""
		}
		return entities[u.scope].Qualified
	}
	const most = 4
	names := make([]string, 0, most)
	for _, i := range u.entities[:min(most, len(u.entities))] {
		names = append(names, entities[i].Qualified)
	}
	if len(u.entities) > most {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}

type divider struct {
	page     string
	entities []core.Entity
	children map[int][]int // entities right within another; -1 for those of the file
	out      []unit
}

// nest lists the entities that stand right within each, except those that overlap
// one before them.
func (d *divider) nest() {
	d.children = make(map[int][]int)
	for i, e := range d.entities {
		list := d.children[e.Parent]
		if n := len(list); n > 0 && e.DocStart < d.entities[list[n-1]].End {
			continue
		}
		d.children[e.Parent] = append(list, i)
	}
}

// maxDepth is how many levels deep entities are divided into those within them.
const maxDepth = 50

// units divides a span, which is the file or the entity scope, into the entities
// in it and the text between them.
func (d *divider) units(scope int, s core.Span, depth int) {
	at := s.Start
	list := d.children[scope]
	for n, i := range list {
		e, most := d.entities[i], s.End
		if n+1 < len(list) {
			most = min(most, d.entities[list[n+1]].DocStart)
		}
		if e.DocStart < at || e.End > s.End {
			continue
		}
		d.between(scope, core.Span{Start: at, End: e.DocStart})
		at = d.lineEnd(e.End, most)
		d.entity(i, scope, core.Span{Start: e.DocStart, End: at}, depth)
	}
	d.between(scope, core.Span{Start: at, End: s.End})
}

// lineEnd returns the end of what follows an entity on its line, as `;`, `)` or a
// comment, if that is at most 99 bytes.
func (d *divider) lineEnd(end, most int) int {
	if most < end {
		return end
	}
	if n := strings.IndexByte(d.page[end:most], '\n'); n >= 0 && n < 100 {
		return end + n
	}
	return end
}

// entity adds one entity, in parts if it is long.
func (d *divider) entity(i, scope int, s core.Span, depth int) {
	u := d.unit(s, scope)
	u.entities = []int{i}
	e := d.entities[i]
	switch {
	case divided[e.Kind] && len(d.children[i]) > 0 && u.size > joined && depth < maxDepth:
		d.units(i, s, depth+1)
	case u.size <= longest:
		d.add(u)
	default:
		d.statements(u, e.Cuts)
	}
}

// divided holds the kinds that are divided into the entities in them.
var divided = map[core.EntityKind]bool{
	core.EntityClass: true, core.EntityStruct: true, core.EntityInterface: true, core.EntityTrait: true, core.EntityEnum: true,
	core.EntityImpl: true, core.EntityModule: true, core.EntityType: true, core.EntityConstant: true, core.EntityVariable: true,
}

// between adds text between entities, in parts if it is long.
func (d *divider) between(scope int, s core.Span) {
	u := d.unit(s, scope)
	if u.size <= longest {
		d.add(u)
		return
	}
	d.statements(u, nil)
}

// statements adds a long unit in even parts that begin with a statement, or
// with a line where there is none.
func (d *divider) statements(u unit, cuts []int) {
	parts := (u.size + target - 1) / target
	share := (u.size + parts - 1) / parts
	open := unit{Span: core.Span{Start: u.Start, End: u.Start}, scope: u.scope, entities: u.entities, part: true}
	for _, s := range d.pieces(u.Span, cuts, share) {
		words, size := measure(d.page[s.Start:s.End])
		if open.size > 0 && open.size+size > share+tail/2 {
			d.add(open)
			open.Start, open.words, open.size = s.Start, 0, 0
		}
		open.End = s.End
		open.words += words
		open.size += size
	}
	open.End = u.End
	d.add(open)
}

// pieces divides a span at cuts, what is still too long into lines, and long lines
// between words.
func (d *divider) pieces(s core.Span, cuts []int, size int) []core.Span {
	var out []core.Span
	add := func(piece core.Span) {
		if _, n := measure(d.page[piece.Start:piece.End]); n <= size {
			out = append(out, piece)
			return
		}
		out = append(out, lines(d.page, piece, size)...)
	}
	for _, cut := range cuts {
		if cut = d.lineStart(cut); cut > s.Start && cut < s.End {
			add(core.Span{Start: s.Start, End: cut})
			s.Start = cut
		}
	}
	add(s)
	return out
}

// lineStart returns the beginning of an offset's line if only blanks stand before
// it there, else the offset.
func (d *divider) lineStart(at int) int {
	before := strings.TrimRight(d.page[:at], " \t")
	if before == "" || strings.HasSuffix(before, "\n") {
		return len(before)
	}
	return at
}

func (d *divider) unit(s core.Span, scope int) unit {
	u := unit{Span: s, scope: scope}
	u.words, u.size = measure(d.page[s.Start:s.End])
	return u
}

// add adds a unit without the blanks around it, except the indentation of its
// first line.
func (d *divider) add(u unit) {
	s := text.Trim(d.page, u.Span)
	if s.Len() == 0 {
		return
	}
	start := d.lineStart(s.Start)
	if n := len(d.out); n > 0 {
		start = max(start, d.out[n-1].End)
	}
	u.Span = core.Span{Start: start, End: s.End}
	d.out = append(d.out, u)
}

// join joins small neighbours, and text with few words or none to what stands
// before it.
func (d *divider) join() []unit {
	var out []unit
	for _, u := range d.out {
		n := len(out)
		if n == 0 {
			out = append(out, u)
			continue
		}
		last := &out[n-1]
		size := last.size + u.size
		lone := last.words == 0 || u.words == 0 || len(u.entities) == 0 && u.size < scrap && size <= longest
		near := last.scope == u.scope && !last.part && !u.part && small > u.size && small > last.size/max(1, len(last.entities)) && size <= joined
		if !lone && !near {
			out = append(out, u)
			continue
		}
		if last.words == 0 && len(last.entities) == 0 {
			last.scope, last.part = u.scope, u.part
		}
		last.End = u.End
		last.words += u.words
		last.size = size
		last.entities = append(last.entities[:len(last.entities):len(last.entities)], u.entities...)
	}
	return out
}
