// Package code holds the use cases of source code: where names are defined and
// used, what imports what, tests, and mentions in documents. They are answered by
// the graph, or by a language server where the settings allow one.
package code

import (
	"context"

	"ibid/app/fresh"
	"ibid/app/place"
	"ibid/core"
)

// Graph answers questions about source code by rules of scope.
type Graph interface {
	Define(ctx context.Context, name string, at core.DocumentID) ([]core.Symbol, error)
	DefinedAt(ctx context.Context, places []core.FileLine) ([]core.Symbol, error)
	Entities(ctx context.Context, id core.DocumentID) ([]core.Symbol, error)
	Imports(ctx context.Context, id core.DocumentID, depth int) ([]core.ImportLink, error)
	Importers(ctx context.Context, id core.DocumentID, depth int) ([]core.ImportLink, error)
	References(ctx context.Context, id core.DocumentID, ordinal int) ([]core.Use, error)
	UsesAt(ctx context.Context, name string, places []core.FileLine) ([]core.Use, error)
	UsedIn(ctx context.Context, name string, id core.DocumentID) (line int, err error)
	Related(ctx context.Context, id core.DocumentID, ordinal int) ([]core.Related, error)
	Implementations(ctx context.Context, id core.DocumentID, ordinal int) ([]core.Related, error)
	Tests(ctx context.Context, id core.DocumentID, ordinal int) ([]core.Related, error)
	Named(ctx context.Context, text string) (map[string][]core.Symbol, error)
	Near(ctx context.Context, name string, id core.DocumentID) ([]core.Document, error)
	// Answer returns the stored answer of a language server about the same
	// state of the files.
	Answer(ctx context.Context, hash core.Hash, question, state string) (places []core.FileLine, known bool, err error)
	KeepAnswer(ctx context.Context, hash core.Hash, question, state string, places []core.FileLine) error
}

// Places finds documents by their names.
type Places interface {
	Named(ctx context.Context, name string) (core.Document, error)
	Places(ctx context.Context) (*place.Places, error)
}

// Library lists the documents.
type Library interface {
	Documents(ctx context.Context) ([]core.Document, error)
}

// History returns how often and when files were changed in their git
// repository.
type History interface {
	Of(ctx context.Context, path string) (core.FileHistory, error)
}

// Search finds names in documents that are not source code.
type Search interface {
	Mentions(ctx context.Context, name string) ([]core.Mention, error)
}

// Ports are what the use cases need. All are safe for concurrent use.
type Ports struct {
	Graph   Graph
	Places  Places
	Library Library
	History History
	Search  Search
	Files   *fresh.Files
	Servers func() bool // reports whether the current settings allow language servers
}

// Navigator answers questions about source code. Safe for concurrent use.
type Navigator struct {
	p       Ports
	servers servers
}

// New returns a Navigator with its ports. CloseServers ends the language servers that
// it starts.
func New(p Ports) *Navigator { return &Navigator{p: p, servers: servers{turn: make(chan struct{}, 1)}} }

// CloseServers ends the language servers that run.
func (n *Navigator) CloseServers() error { return n.servers.close() }
