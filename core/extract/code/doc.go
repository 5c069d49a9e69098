// Package code reads what the syntax of source code says: the functions, types
// and other named things of a file with their places, signatures and comments,
// what it imports, and which names it uses. Syntax trees are made by
// tree-sitter, which goes on behind what it does not understand, so that broken
// and unfinished code gives what can be parsed.
//
// A language is a row of the table in language.go and a file in queries. To add
// one: add its grammar module, the row, and queries/NAME.scm, whose patterns
// name what they find by these captures and no others:
//
//	@definition.KIND  the whole definition; KIND is one of core's kinds of entities
//	@name             its name; may be joined by dots or colons
//	@declarator       in place of @name where the name lies within a declarator of C
//	@qualifier        the type that the name belongs to, where that is no definition around it
//	@body             where its signature ends
//	@base, @bases     a type that it extends, or the list of them
//	@doc              a doc string within it
//	@wrapper          what may begin before a definition and ends with it: `export`, `template<…>`
//	@decorator        what stands before a definition and belongs to it
//	@comment          a comment; the one right before a definition belongs to it
//	@package          the name that the file says it belongs to
//	@import, @path    an import and what it names
//	@item, @alias     a name that is taken from it, and what that, or the import, is called here
//	@use              an import whose braces are written out by the row's function
//	@call, @type      a name that is called, or named as a type, with @qualifier before it
//
// Several patterns may find one definition: what they capture is put together,
// and the kind is that of the pattern which stands last in the file.
//
// It runs in the worker: a tree takes about ten times the memory of its text,
// and a few grammars take long over hostile nesting. What is larger or nests
// deeper than the limits here is not parsed; the supervisor's time limit does
// the rest.
package code
