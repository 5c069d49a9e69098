package core

import (
	"errors"
	"fmt"
)

// EntityKind is the kind of a named thing in source code.
type EntityKind string

// The kinds of entities, for all languages.
const (
	EntityModule    EntityKind = "module" // a package, module or namespace that the file declares within itself
	EntityFunction  EntityKind = "function"
	EntityMethod    EntityKind = "method"
	EntityClass     EntityKind = "class"
	EntityStruct    EntityKind = "struct" // also a union
	EntityInterface EntityKind = "interface"
	EntityTrait     EntityKind = "trait"
	EntityEnum      EntityKind = "enum"
	EntityType      EntityKind = "type" // an alias, or another type with a name
	EntityConstant  EntityKind = "constant"
	EntityVariable  EntityKind = "variable" // of a package, module or type; none within functions
	// EntityImpl is a block that adds methods to a type defined elsewhere. It has
	// the name of that type; Bases are the traits. It is no definition.
	EntityImpl EntityKind = "impl"
)

// EntityKinds lists the kinds that define something.
var EntityKinds = []EntityKind{
	EntityModule, EntityFunction, EntityMethod, EntityClass, EntityStruct, EntityInterface, EntityTrait, EntityEnum, EntityType, EntityConstant,
	EntityVariable,
}

// Entity is a named thing that a source file defines.
type Entity struct {
	Name      string // as it is written: "find_by_email"
	Qualified string // with the names around it, joined by dots: "UserService.find_by_email"
	Kind      EntityKind
	Span             // of the file's text: the definition with its decorators, without the comment before it
	DocStart  int    // byte offset where the comment before it begins; Start if there is none
	FirstLine int    // 1-based
	LastLine  int    // 1-based, included
	NameLine  int    // 1-based; after FirstLine where decorators or a long type come first
	Signature string // one line, single spaces, without the body
	Doc       string // the comment or doc string that belongs to it, without its marks; may be empty
	Parent    int    // index of the entity around it, which stands before it; -1 if there is none
	Body      int    // byte offset in the text where the body begins; End if there is none
	// Cuts are the byte offsets at which statements or members of the body
	// begin, ascending: where the text may be cut.
	Cuts []int
	// Bases are the types that it extends, implements or embeds, as written.
	Bases []string
}

// EntityName is the name of an entity as a source shows it.
type EntityName struct {
	Name      string     `json:"name"`
	Kind      EntityKind `json:"kind"`
	Qualified string     `json:"qualified"`
}

// Import is one name of a module, file or package that a source file imports.
type Import struct {
	// Path is as written, without quotes: "../lib/a", "os.path", "crate::util",
	// "lib/a.h"; "<vector>" keeps its brackets, and Rust's `mod a;` is "self::a".
	Path  string
	Names []string // taken from it, "*" for all, "default" for what a script exports as such; nil if it is taken as a whole
	Alias string   // name that it, or the one of Names, has in this file; empty if that follows
	Line  int      // 1-based
}

// Reference is a use of a name that may be defined elsewhere.
type Reference struct {
	Name      string // the last part: "Close"
	Qualifier string // what stands before the dot, arrow or colons, one name; may be empty: "file"
	Line      int    // 1-based
	Call      bool   // it is called
	Within    int    // index of the innermost entity around it; -1 if there is none
	// Origin is the expression that gives the type of the qualifier, where that is
	// more than the qualifier's name: a type as written, in braces, or a name,
	// followed by members, calls and elements: "{*Store}.file", "open()", "open()#1"
	// for the second result, "self.stores[]". "?" is a local name of which nothing
	// is known.
	Origin string
}

// Field is a variable of a type or of a file, with the origin of its type.
type Field struct {
	Owner  int // index of the entity of the type; -1 for a file's own
	Name   string
	Origin string // as of a Reference
}

// Code is the syntax of one source file.
type Code struct {
	Language   string // as Language has it
	Package    string // that the file says it belongs to; empty where the language has no such line
	Entities   []Entity
	Imports    []Import
	References []Reference
	Fields     []Field
	Note       string // why not all of the file is in it, in words; empty if it is
}

var errSyntax = errors.New("syntax does not fit its text")

// Check returns an error that names the first item with a position outside the
// file's text. Later steps then need no check.
func (c Code) Check(text string) error {
	for i, e := range c.Entities {
		within := 0 <= e.DocStart && e.DocStart <= e.Start && e.Start <= e.Body && e.Body <= e.End && e.End <= len(text) && -1 <= e.Parent && e.Parent < i
		ordered := i == 0 || c.Entities[i-1].Start <= e.Start
		if within && e.Parent >= 0 {
			p := c.Entities[e.Parent]
			within = p.Start <= e.Start && e.End <= p.End
		}
		if !within || !ordered || e.FirstLine < 1 || e.NameLine < e.FirstLine || e.LastLine < e.NameLine {
			return fmt.Errorf("entity %d, %q, at %d to %d of %d bytes: %w", i, e.Name, e.Start, e.End, len(text), errSyntax)
		}
		at := e.Body
		for _, cut := range e.Cuts {
			if cut <= at || cut >= e.End {
				return fmt.Errorf("entity %d, %q, is cut at %d: %w", i, e.Name, cut, errSyntax)
			}
			at = cut
		}
	}
	for _, r := range c.References {
		if r.Within < -1 || r.Within >= len(c.Entities) {
			return fmt.Errorf("%q is used within entity %d: %w", r.Name, r.Within, errSyntax)
		}
	}
	for _, f := range c.Fields {
		if f.Owner < -1 || f.Owner >= len(c.Entities) {
			return fmt.Errorf("%q is a field of entity %d: %w", f.Name, f.Owner, errSyntax)
		}
	}
	return nil
}
