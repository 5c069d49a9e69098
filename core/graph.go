package core

import "time"

// Symbol is an entity in a file of the library.
type Symbol struct {
	Document Document
	// Ordinal is the index of the entity in its file, 0-based.
	Ordinal int
	Entity  // without Doc, Body and Cuts
}

// ImportLink is an import of a file, with the files that it leads to.
type ImportLink struct {
	From   Document
	Import Import
	To     []Document // files of the library; none if it leads out of it
	Depth  int        // 1 for the file that was asked about, 2 for what that one leads to
}

// Use is a place where a symbol is used.
type Use struct {
	Document Document
	Line     int     // 1-based
	Call     bool    // it is called
	Within   *Symbol // innermost named thing around it; nil if there is none
	// Guess reports that only the name matches: the receiver may be of another
	// type.
	Guess bool
}

// FileLine is a line of a file.
type FileLine struct {
	Path string // absolute
	Line int    // 1-based
}

// Relation is the way in which two symbols belong together.
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

// Related is a symbol that is related to another one, or a whole file if Ordinal
// is -1.
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

// FileHistory is the history of one file in its repository.
type FileHistory struct {
	Root     string      // folder of the repository; empty if the file is in none
	Changes  int         // commits that changed it, of those that were looked at
	Last     time.Time   // when it was changed last
	Together []Companion // files that changed in the same commits more than once, most often first
	Note     string      // why nothing is known, in words
}

// Companion is a file that changes in the same commits as another one.
type Companion struct {
	Path  string // absolute
	Times int
}
