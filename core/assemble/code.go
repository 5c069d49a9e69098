package assemble

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"ibid/core"
	"ibid/core/text"
)

// Bounds of what is said about the surroundings of source code: names.
const (
	maxImports = 20
	maxRelated = 12
)

// syntax returns what is stored of the syntax of a document; nothing for kinds
// other than source code, and before the structure pass.
func (r *reader) syntax(ctx context.Context, d core.Document) (core.Code, error) {
	if d.Kind != core.KindCode {
		return core.Code{}, nil
	}
	code, err := r.texts.Code(ctx, d.Hash)
	if errors.Is(err, core.ErrNotFound) {
		return core.Code{}, nil
	}
	return code, err
}

// entity returns the index of the entity that a candidate is about: the
// innermost one around its passage, else the one in it that has most of the
// matches; -1 if there is none.
func (c *candidate) entity() int {
	spans := c.hit.Passage.Spans
	if len(c.page.code.Entities) == 0 || len(spans) == 0 {
		return -1
	}
	s := text.Trim(c.page.text, core.Span{Start: spans[0].Start, End: spans[len(spans)-1].End})
	if c.shaped() {
		return c.page.entityOf(s)
	}
	around, inside, most := -1, -1, -1
	matches := c.matches()
	for i, e := range c.page.code.Entities {
		if e.Start >= s.End {
			break
		}
		whole := core.Span{Start: e.DocStart, End: e.End}
		switch {
		case whole.Start <= s.Start && whole.End >= s.End:
			around = i
		case e.Start >= s.Start:
			if n := len(within(matches, whole)); n > most {
				inside, most = i, n
			}
		}
	}
	if around >= 0 {
		return around
	}
	return inside
}

// about names the entity that a candidate is about; the zero value if there is none.
func (c *candidate) about() core.EntityName {
	i := c.entity()
	if i < 0 {
		return core.EntityName{}
	}
	e := c.page.code.Entities[i]
	return core.EntityName{Name: e.Name, Kind: e.Kind, Qualified: e.Qualified}
}

// surroundings returns the imports of the file, and the names that the quoted
// code uses and the file defines elsewhere. Other kinds have none.
func (c *candidate) surroundings() (imported, related []string) {
	return imports(c.page.code.Imports), c.related()
}

// notes writes the surroundings, one line each.
func (c *candidate) notes() (out []string) {
	imported, related := c.surroundings()
	if len(imported) > 0 {
		out = append(out, "imports: "+text.OneLine(strings.Join(imported, "; ")))
	}
	if len(related) > 0 {
		out = append(out, "related: "+text.OneLine(strings.Join(related, ", ")))
	}
	return out
}

// imports writes the imports of a file: `./db as d`, `./util {a, b}`.
func imports(all []core.Import) []string {
	var out []string
	for _, i := range all {
		if len(out) == maxImports {
			return append(out, "…")
		}
		s := i.Path
		if i.Names != nil {
			s += " {" + strings.Join(i.Names, ", ") + "}"
		}
		if i.Alias != "" {
			s += " as " + i.Alias
		}
		out = append(out, s)
	}
	return out
}

var identifier = regexp.MustCompile(`[\pL_$][\pL\pN_$]*`)

// related lists the entities of the file that the quoted code names and that are
// not in it: `limit (constant, line 3)`.
func (c *candidate) related() []string {
	entities := c.page.code.Entities
	if len(entities) == 0 {
		return nil
	}
	used := make(map[string]bool)
	for _, name := range identifier.FindAllString(c.view().body, -1) {
		used[name] = true
	}
	quoted, about := c.extent(), c.entity()
	var out []string
	for i, e := range entities {
		inside := e.Start < quoted.End && quoted.Start < e.End
		if !used[e.Name] || inside || i == about || e.Kind == core.EntityImpl {
			continue
		}
		if len(out) == maxRelated {
			return append(out, "…")
		}
		out = append(out, fmt.Sprintf("%s (%s, line %d)", e.Qualified, e.Kind, e.NameLine))
	}
	return out
}

// joints returns the offsets at which source code may be cut: where an entity
// or a statement begins.
func joints(code core.Code) []int {
	var out []int
	for _, e := range code.Entities {
		out = append(append(out, e.DocStart, e.Start), e.Cuts...)
	}
	return out
}
