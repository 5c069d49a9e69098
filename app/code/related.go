package code

import (
	"context"
	"slices"

	"ibid/core"
)

// mostCompanions bounds how many related files are listed for one file.
const mostCompanions = 500

// relatedFiles lists the files of the library that are related to the subject's
// file, each once with all its relations.
func (n *Navigator) relatedFiles(ctx context.Context, of Subject) ([]core.Related, error) {
	var c companions
	imports, err := n.Imports(ctx, of, 1, false)
	if err != nil {
		return nil, err
	}
	for _, l := range imports {
		for _, d := range l.To {
			c.add(d, core.RelationImports)
		}
	}
	importers, err := n.Imports(ctx, of, 1, true)
	if err != nil {
		return nil, err
	}
	for _, l := range importers {
		c.add(l.From, core.RelationImportedBy)
	}
	history, err := n.History(ctx, of.Document)
	if err != nil {
		return nil, err
	}
	docs, err := n.p.Library.Documents(ctx)
	if err != nil {
		return nil, err
	}
	for _, t := range history.Together {
		if i := slices.IndexFunc(docs, func(d core.Document) bool { return d.Path == t.Path }); i >= 0 {
			c.add(docs[i], core.RelationTogether)
		}
	}
	return c.found, nil
}

// companions collects files with their relations to another file.
type companions struct{ found []core.Related }

func (c *companions) add(d core.Document, why core.Relation) {
	i := slices.IndexFunc(c.found, func(r core.Related) bool { return r.Document.ID == d.ID })
	if i < 0 {
		if len(c.found) == mostCompanions {
			return
		}
		i = len(c.found)
		c.found = append(c.found, core.Related{Symbol: core.Symbol{Document: d, Ordinal: -1}})
	}
	if r := &c.found[i]; !slices.Contains(r.Relations, why) {
		r.Relations = append(r.Relations, why)
	}
}
