package core

import "time"

// Symbol is a named thing in a file of the library.
type Symbol struct {
	Document Document
	// Ordinal is its place among the entities of the file, from 0.
	Ordinal int
	Entity  // without Doc, Body and Cuts
}

// ImportLink is an import of a file and where it leads.
type ImportLink struct {
	From   Document
	Import Import
	To     []Document // files of the library; none if it leads out of it
	Depth  int        // 1 for the file that was asked about, 2 for what that one leads to
}

// Use is a place that names a symbol.
type Use struct {
	Document Document
	Line     int     // 1-based
	Call     bool    // it is called
	Within   *Symbol // innermost named thing around it; nil if there is none
	// Guess says that only the name agrees: what it is called on could be of
	// another type.
	Guess bool
}

// FileLine is a line of a file.
type FileLine struct {
	Path string // absolute
	Line int    // 1-based
}

// Relation says how two symbols go together.
type Relation string

// The relations between symbols.
const (
	RelationUses       Relation = "uses"
	RelationUsedBy     Relation = "used by"
	RelationImplements Relation = "implements" // or extends
	RelationNamed      Relation = "name"       // a test by its name
	RelationCalls      Relation = "call"       // a test by what it calls
	RelationImports    Relation = "import"     // a file by what it imports; a test by what its file does
	RelationImportedBy Relation = "imported by"
	RelationTogether   Relation = "changes together" // in commits of a git repository
)

// Related is a symbol that goes together with another one, or a whole file
// where Ordinal is -1.
type Related struct {
	Symbol
	Relations []Relation // the strongest first
	Guess     bool       // see Use
}

// Mention is a place in a document's text that names a symbol.
type Mention struct {
	Document Document
	Locator  Locator // of the line, or of the passage around it for kinds without lines
	Page     int     // 1-based index
	Span             // of the page's text
	Name     string  // as written
}

// FileHistory is what a repository tells of one of its files.
type FileHistory struct {
	Root     string      // folder of the repository; empty if the file is in none
	Changes  int         // commits that changed it, of those that were looked at
	Last     time.Time   // when it was changed last
	Together []Companion // files that changed in the same commits more than once, most often first
	Note     string      // why nothing is known, in words
}

// Companion is a file that changes together with another one.
type Companion struct {
	Path  string // absolute
	Times int
}
